import { defaultSettings, type SettingKey, type SettingsPatch } from '../../../contract/index.ts';
import type { Answer } from './measure.ts';
import { mean, ndcgAt, recallAt } from './metrics.ts';

/** What can be taken out of recall, and the setting that does. */
const OFF = {
  words: { 'recall.weight.words': 0 },
  vectors: { 'recall.weight.vectors': 0 },
  graph: { 'recall.weight.graph': 0 },
  time: { 'recall.weight.time': 0 },
  speaker: { 'recall.weight.speaker': 0 },
  momentum: { 'recall.momentum': false },
  clues: { 'recall.rerank': 'none' },
} as const satisfies Record<string, SettingsPatch>;
export type Part = keyof typeof OFF;
export const parts = Object.keys(OFF) as Part[];

/** The settings of a recall without these parts; every other part as it is by default. */
export function settingsWithout(off: readonly Part[]): SettingsPatch {
  const usual = (patch: SettingsPatch) => Object.fromEntries(Object.keys(patch).map((key) => [key, defaultSettings[key as SettingKey]]));
  return Object.assign({}, ...parts.map((part) => (off.includes(part) ? OFF[part] : usual(OFF[part])))) as SettingsPatch;
}

/** What going without a part changes: below 0 the part is missed, above 0 it does harm. */
export interface Difference {
  recall10: number;
  ndcg10: number;
  /** Queries whose nDCG@10 rises or falls. */
  better: number;
  worse: number;
}

/** Compares the same queries, in the same order, with all parts and without one. */
export function differenceOf(full: readonly Answer[], without: readonly Answer[]): Difference {
  const gains = full.map((answer, i) => ndcgAt(without[i]!, 10) - ndcgAt(answer, 10));
  return {
    recall10: mean(full.map((answer, i) => recallAt(without[i]!, 10) - recallAt(answer, 10))),
    ndcg10: mean(gains),
    better: gains.filter((gain) => gain > 0).length,
    worse: gains.filter((gain) => gain < 0).length,
  };
}

/** A fall smaller than this comes from adding up, not from a query. */
const ROUNDING = 1e-9;

/** Parts that no set misses: without them neither measure falls anywhere. */
export function neverMissed(sets: readonly Record<Part, Difference>[]): Part[] {
  return parts.filter((part) => sets.every(({ [part]: { recall10, ndcg10 } }) => recall10 > -ROUNDING && ndcg10 > -ROUNDING));
}
