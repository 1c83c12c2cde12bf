import type { Signal } from '../../../../contract/index.ts';
import type { Intent } from './intents.ts';

/** How a question of one intent is searched. */
export interface IntentProfile {
  /** Factors on the weight of each signal; 1 leaves it as it is. */
  weights: Record<Signal, number>;
  /** How many ties are followed from a candidate, 0..3. */
  hops: number;
}

const EVEN: IntentProfile = { weights: { words: 1, vectors: 1, graph: 1, time: 1, speaker: 1 }, hops: 1 };

/**
 * One row per intent. A factor leaves 1 only when a measurement says so: §40.2 names values, but no
 * figures for them. A second hop gained half a question on one set and lost
 * one on another (recall@10: multi-hop .693 instead of .682, LoCoMo .789 instead of .791).
 */
const PROFILES: Record<Intent, IntentProfile> = {
  lookup: EVEN,
  exploratory: EVEN,
  comparative: EVEN,
  temporal: EVEN,
  procedural: EVEN,
  causal: EVEN,
  'entity-focused': EVEN,
};

/** The values recall reads for an intent. */
export const profileOf = (intent: Intent): IntentProfile => PROFILES[intent];
