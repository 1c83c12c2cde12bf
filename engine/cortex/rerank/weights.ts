import type { Reranking } from './rerank.ts';

/**
 * Learned by scripts/train-clues.ts from development conversations and our own sets, and kept over later
 * rounds that measured no better (docs/decisions/reranking.md).
 */
export const RERANKING: Reranking = {
  middle: 8.712,
  weights: {
    words: 2.238,
    spoken: 0.349,
    meaning: 5.022,
    coverage: 1.552,
    conversation: 2.571,
    speaker: 2.154,
    date: 3.910,
    reply: 2.000,
    tie: 2,
    time: 1.616,
    place: 1.859,
    reason: 0.810,
    feeling: 0.844,
    duration: 1.978,
    advice: 0.985,
    first_person: 0.516,
    asking: -0.902,
    content: 0.216,
    length: -0.197,
  },
};
