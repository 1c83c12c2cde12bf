import { CROSS, type Reranking } from './rerank.ts';

/** Made by scripts/train-clues.ts from development conversations and our own sets (docs/decisions/reranking.md). */
export const RERANKING: Reranking = {
  middle: 8.367,
  weights: {
    words: 2.664,
    spoken: 0.348,
    meaning: 2.389,
    near: 1.827,
    coverage: 0.947,
    conversation: 2.666,
    speaker: 2.418,
    date: 4.200,
    reply: 1.734,
    tie: 1.442,
    time: 1.639,
    place: 1.909,
    reason: 1.001,
    feeling: 0.939,
    duration: 2.529,
    advice: 0.793,
    first_person: 0.547,
    asking: -1.044,
    content: 0.203,
    length: -0.218,
    cross: CROSS,
  },
};
