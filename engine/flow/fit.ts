import type { Memory, Recalled, RecallQuery } from '../../contract/index.ts';
import { estimateTokens, FRAME_TOKENS, offerOf, pack, valueOf, type Offer, type Packed } from '../context/index.ts';

/** A memory that wants to be returned, the best first. */
export interface Finalist {
  memory: Memory;
  /** 0..1, comparable within one recall. */
  score: number;
  signals: Recalled['signals'];
  /** Words of the question that it holds. */
  facets: readonly string[];
}

/** Marks have up to three digits, so the widest one stands for all when lines are measured. */
const WIDEST_MARK = 888;

/**
 * What is returned of the finalists: the first `limit`, or what is worth most within the budget. Texts
 * alone are whole or absent; in a section each memory comes at the level that fits. Pure.
 */
export function fit(finalists: readonly Finalist[], { limit, budget, section }: Pick<RecallQuery, 'limit' | 'budget' | 'section'>): { items: Recalled[]; tokens: number } {
  const kept = limit === undefined ? finalists : finalists.slice(0, limit);
  const offers = kept.map((one) => offered(one, kept[0]!.score, section ?? false));
  const frame = section ? FRAME_TOKENS : 0;
  const packed = budget === undefined ? whole(offers) : pack(offers, budget - frame);
  const items = kept.flatMap((one, i) => {
    const level = packed.levels[i]!;
    return level === null ? [] : [{ ...itemOf(one), level, tokens: offers[i]!.tokens[level]! }];
  });
  return { items, tokens: items.length === 0 ? 0 : packed.tokens + frame };
}

/** Everything in full. */
function whole(offers: readonly Offer[]): Packed {
  const groups = new Map(offers.flatMap(({ group }) => (group === null ? [] : [[group.name, group.tokens]])));
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);
  return { levels: offers.map(() => 'full'), tokens: sum(offers.map(({ tokens }) => tokens.full!)) + sum(groups.values()) };
}

const itemOf = ({ memory, score, signals }: Finalist) => ({ memory, score, signals });

function offered({ memory, score, facets }: Finalist, best: number, section: boolean): Offer {
  const value = valueOf(score, best, memory.trust);
  if (!section) return { value, tokens: { full: estimateTokens(memory.text) }, group: null, facets };
  return offerOf({ mark: WIDEST_MARK, memory, value, facets }, '', estimateTokens);
}
