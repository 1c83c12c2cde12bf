import type { MemoryKind } from '../../../contract/index.ts';
import { type Scoped } from '../../../security/access/index.ts';
import { unpackHits, type Vault, type WordsAnswer } from '../../vault/index.ts';
import type { Analysis } from '../gate/index.ts';
import type { RankedList } from '../fuse/index.ts';

export const WORDS_DEPTH = 200;

export type ChannelQuery = Scoped<{ analysis: Analysis; past: boolean; kinds: readonly MemoryKind[] | null }>;

export interface WordsFound {
  list: RankedList['items'];
  /** The same order, only memories spoken by somebody the query names. */
  spoken: RankedList['items'];
  terms: WordsAnswer['terms'];
  dropped: string[];
}

/** What the words of the turns before count beside those of the message. */
const CARRIED_WEIGHT = 0.75;

interface Hit {
  id: number;
  score: number;
  /** Said by one of the speakers asked for. */
  spoken: boolean;
}

const hitsOf = ({ hits }: WordsAnswer): Hit[] => unpackHits(hits).map((hit, i) => ({ ...hit, spoken: hits.spoken[i] === 1 }));

/** One list of two: what the message's own words find, and at a lower weight what those find that it takes over. */
function together(own: readonly Hit[], carried: readonly Hit[]): Hit[] {
  const hits = new Map(own.map((hit) => [hit.id, hit]));
  for (const hit of carried) hits.set(hit.id, { ...hit, score: (hits.get(hit.id)?.score ?? 0) + CARRIED_WEIGHT * hit.score });
  return [...hits.values()].sort((a, b) => b.score - a.score || a.id - b.id);
}

/** BM25 over a memory's own words and identifiers, plus its surroundings at a lower weight. */
export async function findByWords(vault: Vault, query: ChannelQuery): Promise<WordsFound> {
  const { analysis, ...asking } = query;
  const asked = { ...asking, speakers: analysis.speakers, limit: WORDS_DEPTH };
  const own = await vault.read('searchWords', { ...asked, terms: analysis.terms, identifiers: analysis.identifiers });
  const carried = analysis.carried === null ? null : await vault.read('searchWords', { ...asked, terms: analysis.carried.words, identifiers: [] });
  const hits = carried === null ? hitsOf(own) : together(hitsOf(own), hitsOf(carried));
  return {
    list: hits,
    spoken: hits.filter(({ spoken }) => spoken),
    terms: [...own.terms, ...(carried?.terms ?? []).map(({ term, worth }) => ({ term, worth: CARRIED_WEIGHT * worth }))],
    dropped: [...own.dropped, ...(carried?.dropped ?? [])],
  };
}
