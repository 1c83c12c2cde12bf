import type { Reranking } from './rerank.ts';

/** Made by scripts/train-clues.ts from development conversations and our own sets (docs/decisions/reranking.md). */
export const RERANKING: Reranking = {
  middle: 8.405,
  weights: {
    words: 2.567,
    spoken: 0.489,
    meaning: 1.984,
    near: 2.043,
    coverage: 1.046,
    conversation: 2.813,
    speaker: 2.259,
    date: 4.269,
    reply: 1.961,
    tie: 1.499,
    time: 1.709,
    place: 1.729,
    reason: 1.055,
    feeling: 0.936,
    duration: 2.322,
    advice: 0.940,
    first_person: 0.553,
    asking: -0.993,
    content: 0.272,
    length: -0.301,
  },
};
