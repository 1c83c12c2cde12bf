import { EngramError, type Signal } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import { findByGraph, findByTime, findByVectors, findByWords, fuseByRank, nearSealed, profileOf, type ChannelQuery, type RankedList, type TimeFound, type WordsFound } from '../cortex/index.ts';
import type { Mind } from './mind.ts';
import { unchanged } from './unchanged.ts';

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

/**
 * Words and vectors at the same time; then what builds on them. A signal that fails degrades the answer and says so.
 * @param heard told of each list that others build on as soon as it is known
 */
export async function askChannels(mind: Mind, caller: Caller, query: ChannelQuery, heard: (list: RankedList) => void): Promise<Found> {
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
  const { weights, hops } = profileOf(query.analysis.intent);
  const listOf = (signal: Signal, items: RankedList['items'], share = 1): RankedList => ({ signal, weight: WEIGHT[signal] * settings[`recall.weight.${signal}`] * weights[signal] * share, items });
  const byMeaning = byVectors.then(async (found) => {
    const sealed = caller.kind === 'person' && found && model.local ? nearSealed(mind.vault, index.space, await sealedFor(mind, index.space, query), found.asked) : [];
    const list = listOf('vectors', [...(found?.list ?? []), ...sealed].sort((a, b) => b.score - a.score || a.id - b.id));
    heard(list);
    return { found, list };
  });
  const [words, { found: vectors, list: near }] = await Promise.all([findByWords(mind.vault, query), byMeaning]);
  if (!index.loaded) degraded.push('The vectors are still being loaded; some memories were found by words only.');
  const byWords = listOf('words', words.list);
  const spoken = listOf('speaker', words.spoken, settings['recall.weight.words']);
  const first = [byWords, near, spoken];
  const soFar = fuseByRank(first);
  const related = Promise.all([
    settings['recall.weight.graph'] === 0 ? [] : findByGraph(mind.vault, query, soFar, hops),
    settings['recall.weight.time'] === 0 ? NO_TIME : findByTime(mind.vault, query, soFar),
  ]);
  heard(byWords);
  heard(spoken);
  const [graph, time] = await related;
  return {
    lists: [...first, listOf('graph', graph), listOf('time', time.items)],
    naming: time.naming, vector: vectors?.vector ?? null, degraded, terms: words.terms, dropped: words.dropped,
  };
}

/** The encrypted vectors a view sees, as long as nothing is written; mostly there are none, and a thread need not be asked for that. */
function sealedFor(mind: Mind, space: number, { analysis: _analysis, ...asking }: ChannelQuery) {
  return unchanged(mind.vault, `sealed ${JSON.stringify([space, asking.past, asking.view])}`, () => mind.vault.read('sealedVectors', { ...asking, space }));
}
