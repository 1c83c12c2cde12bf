import type { MemoryKind } from '../../../contract/index.ts';
import { type Scoped } from '../../../security/access/index.ts';
import { SURROUNDINGS_WEIGHT, type Vault, type WordsAnswer, type WordsHit } from '../../vault/index.ts';
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

/** One answer of two: the message's own words, and at a lower weight those it takes over. */
function withCarried(own: WordsAnswer, carried: WordsAnswer): WordsAnswer {
  const hits = new Map(own.hits.map((hit) => [hit.id, hit]));
  for (const hit of carried.hits) {
    const known = hits.get(hit.id);
    hits.set(hit.id, { ...hit, own: (known?.own ?? 0) + CARRIED_WEIGHT * hit.own, around: (known?.around ?? 0) + CARRIED_WEIGHT * hit.around });
  }
  const terms = carried.terms.map(({ term, worth }) => ({ term, worth: CARRIED_WEIGHT * worth }));
  return { hits: [...hits.values()], terms: [...own.terms, ...terms], dropped: [...own.dropped, ...carried.dropped] };
}

/** BM25 over a memory's own words and identifiers, plus its surroundings at a lower weight. */
export async function findByWords(vault: Vault, query: ChannelQuery): Promise<WordsFound> {
  const { analysis, ...asking } = query;
  const asked = { ...asking, speakers: analysis.speakers, limit: WORDS_DEPTH };
  const own = await vault.read('searchWords', { ...asked, terms: analysis.terms, identifiers: analysis.identifiers });
  const answer = analysis.carried === null ? own : withCarried(own, await vault.read('searchWords', { ...asked, terms: analysis.carried.words, identifiers: [] }));
  const score = (hit: WordsHit) => hit.own + SURROUNDINGS_WEIGHT * hit.around;
  const list = answer.hits.map((hit) => ({ id: hit.id, score: score(hit), spoken: hit.spoken }))
    .sort((a, b) => b.score - a.score || a.id - b.id);
  return {
    list: list.map(({ id, score: s }) => ({ id, score: s })),
    spoken: list.filter(({ spoken }) => spoken).map(({ id, score: s }) => ({ id, score: s })),
    terms: answer.terms,
    dropped: answer.dropped,
  };
}
