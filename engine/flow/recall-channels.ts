import { EngramError, type Signal } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import { findByGraph, findByTime, findByVectors, findByWords, findSealed, fuseByRank, profileOf, type ChannelQuery, type RankedList, type TimeFound, type WordsFound } from '../cortex/index.ts';
import type { Mind } from './mind.ts';

/** Weights at setting 1, found on development conversations (docs/decisions/fusion.md). */
const WEIGHT = { words: 1, vectors: 0.6, graph: 0.15, time: 0.5, speaker: 0.7 } as const;

const NO_TIME: TimeFound = { items: [], naming: new Set() };

/** What the signals answered to one question. */
export interface Found {
  lists: RankedList[];
  /** Memories whose own text names a time in the span that was asked for. */
  naming: TimeFound['naming'];
  /** The question's vector, when the embedder answered. */
  vector: Float32Array | null;
  degraded: string[];
  terms: WordsFound['terms'];
  dropped: string[];
}

/** Words and vectors at the same time; then what builds on them. A signal that fails degrades the answer and says so. */
export async function askChannels(mind: Mind, caller: Caller, query: ChannelQuery): Promise<Found> {
  const settings = mind.settings();
  const { model, index, standsIn } = mind.embedding();
  const degraded: string[] = [];
  if (standsIn) degraded.push('The chosen embedding model is away; the built-in one stands in for it.');
  const byVectors = settings['recall.weight.vectors'] === 0
    ? Promise.resolve(null)
    : findByVectors(index, model, query).catch((error: unknown) => {
        if (!(error instanceof EngramError)) throw error;
        degraded.push(`${error.message} Only words were searched.`);
        return null;
      });
  const bySealed = byVectors.then((found) => (caller.kind === 'person' && found && model.local ? findSealed(mind.vault, index.space, found.asked, query) : []));
  const [words, vectors, sealed] = await Promise.all([findByWords(mind.vault, query), byVectors, bySealed]);
  if (!index.loaded) degraded.push('The vectors are still being loaded; some memories were found by words only.');
  const near = [...(vectors?.list ?? []), ...sealed].sort((a, b) => b.score - a.score || a.id - b.id);
  const { weights, hops } = profileOf(query.analysis.intent);
  const weight = (signal: Signal) => WEIGHT[signal] * settings[`recall.weight.${signal}`] * weights[signal];
  const first: RankedList[] = [
    { signal: 'words', weight: weight('words'), items: words.list },
    { signal: 'vectors', weight: weight('vectors'), items: near },
    { signal: 'speaker', weight: weight('speaker') * settings['recall.weight.words'], items: words.spoken },
  ];
  const soFar = fuseByRank(first);
  const [graph, time] = await Promise.all([
    settings['recall.weight.graph'] === 0 ? [] : findByGraph(mind.vault, query, soFar, hops),
    settings['recall.weight.time'] === 0 ? NO_TIME : findByTime(mind.vault, query, soFar),
  ]);
  return {
    lists: [...first, { signal: 'graph', weight: weight('graph'), items: graph }, { signal: 'time', weight: weight('time'), items: time.items }],
    naming: time.naming, vector: vectors?.vector ?? null, degraded, terms: words.terms, dropped: words.dropped,
  };
}
