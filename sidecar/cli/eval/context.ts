import type { Level, MemoryId, RecallResult } from '../../../contract/index.ts';
import type { ContractClient } from '../../client/index.ts';
import { asked, questionsOf } from './asked.ts';
import { queryOf } from './asking.ts';
import type { DataSet } from './data-set.ts';
import { mean } from './metrics.ts';
import { inFreshVault, type RetrievalOptions, type Stored } from './retrieval.ts';

/** What a level of a memory counts as evidence: a reader can answer from a summary, half the time from a key fact. */
export const EVIDENCE: Record<Level, number> = { full: 1, summary: 1, key_fact: 0.5, tag: 0 };
/** How far the ranking goes that whole memories are packed from, for comparison. */
const RANKING_DEPTH = 200;

/** The section of one question at one budget. */
export interface Packing {
  category: string;
  /** Share of its evidence that is in the section, 0..1. */
  evidence: number;
  /** The same when the best memories of the same ranking are put in whole until one does not fit. */
  topk: number;
  /** Share of the budget that the section takes, 0..1. */
  used: number;
  memories: number;
}

export interface PackingSummary {
  queries: number;
  evidence: number;
  topk: number;
  used: number;
  memories: number;
}

export type ByBudget<T> = Record<string, T>;

/** Builds the section of recalled memories for every answerable question at each budget, in tokens. */
export function evaluateContext(set: DataSet, budgets: readonly number[], options: Pick<RetrievalOptions, 'embedder' | 'talk'>): Promise<ByBudget<Packing[]>> {
  return inFreshVault(set, options, (client, stored) => packAll(client, set, stored, budgets, options.talk));
}

async function packAll(client: ContractClient, set: DataSet, { ofRow }: Stored, budgets: readonly number[], talk: (text: string) => void): Promise<ByBudget<Packing[]>> {
  const queries = asked(set);
  const questionOf = questionsOf(set, ofRow);
  const packings: ByBudget<Packing[]> = Object.fromEntries(budgets.map((budget) => [budget, []]));
  for (const question of queries.map(questionOf)) {
    const { category, relevant: evidence } = question;
    const { limit: _limit, ...base } = queryOf(question);
    const ranking = await client.recall({ ...base, section: true, limit: RANKING_DEPTH });
    for (const budget of budgets) {
      const packed = await client.recall({ ...base, section: true, budget });
      packings[budget]!.push({
        category, evidence: shareOf(evidence, packed.items.map(({ memory, level }) => [memory.id, EVIDENCE[level]])),
        topk: shareOf(evidence, wholeWithin(ranking, budget).map((id) => [id, 1])), used: packed.tokens / budget, memories: packed.items.length,
      });
    }
  }
  talk(`${set.name}: ${queries.length} sections built at ${budgets.length} budgets`);
  return packings;
}

function shareOf(evidence: ReadonlySet<string>, kept: readonly (readonly [MemoryId, number])[]): number {
  return kept.reduce((sum, [id, counts]) => sum + (evidence.has(id) ? counts : 0), 0) / evidence.size;
}

/** The first memories of a ranking that fit whole, with the same lines and headings around them. Pure. */
export function wholeWithin({ items, tokens }: Pick<RecallResult, 'items' | 'tokens'>, budget: number): MemoryId[] {
  let left = budget - (tokens - items.reduce((sum, item) => sum + item.tokens, 0));
  const end = items.findIndex((item) => (left -= item.tokens) < 0);
  return items.slice(0, end < 0 ? items.length : end).map(({ memory }) => memory.id);
}

export function summarizePackings(packings: readonly Packing[]): PackingSummary {
  const average = (of: (one: Packing) => number) => mean(packings.map(of));
  return {
    queries: packings.length, evidence: average((one) => one.evidence), topk: average((one) => one.topk),
    used: average((one) => one.used), memories: average((one) => one.memories),
  };
}
