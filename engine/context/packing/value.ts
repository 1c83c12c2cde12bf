import type { InjectionMode } from '../../../contract/index.ts';

/** Below 1 the ranking is believed a little less than it believes itself; chosen on development conversations. */
const SHARPNESS = 0.7;

/**
 * Expected use of a memory, 0..1: the odds of its score against the best one's, times how far it may
 * be believed. `score` and `best` are a recall's scores, within 0..1; `trust` is 0..1.
 */
export function valueOf(score: number, best: number, trust: number): number {
  const odds = oddsOf(score) / oddsOf(Math.max(best, score));
  return Math.pow(odds, SHARPNESS) * trust;
}

const EDGE = 1e-6;
function oddsOf(score: number): number {
  const inside = Math.min(1 - EDGE, Math.max(EDGE, score));
  return inside / (1 - inside);
}

/** Tokens of a memory in a prompt, about; only decides how many are looked at. */
const TYPICAL_TOKENS = 30;
const LEAST_WANTED = 10;
const MOST_WANTED = 400;

/** How many memories to look at for a budget of tokens: twice what could fit (§8.4). */
export function wantedFor(budget: number): number {
  return Math.min(MOST_WANTED, Math.max(LEAST_WANTED, Math.ceil((2 * budget) / TYPICAL_TOKENS)));
}

/** The window up to which a person's own number of memories holds, and how slowly the number grows beyond it (§8.4: 50 at 200k, 200 and more at 2M). */
const USUAL_WINDOW = 32_000;
const GROWTH = 0.87;
/** What a mode makes of the number of memories: a deep question rests on more than one that looks something up, and what names nothing finds little that fits. */
const NUMBER: Record<InjectionMode, number> = { minimal: 0.25, standard: 1, deep: 2 };
/** And of their share of the window. */
const SHARE: Record<InjectionMode, number> = { minimal: 0.5, standard: 1, deep: 1.5 };

/**
 * How many memories to offer to a prompt; in a small window the packing decides how many of them find room.
 * @param usual how many up to a window of 32,000 tokens @param window tokens
 */
export function mostMemories(usual: number, window: number, mode: InjectionMode): number {
  const many = usual * Math.max(1, window / USUAL_WINDOW) ** GROWTH * NUMBER[mode];
  return Math.min(MOST_WANTED, Math.max(1, Math.round(many)));
}

/** The share of recalled memories for a message of this mode, 0..1. @param usual their share as a rule, 0..1 */
export const shareFor = (usual: number, mode: InjectionMode): number => Math.min(1, usual * SHARE[mode]);
