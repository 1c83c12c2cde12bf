import type { Clue } from '../../contract/index.ts';

/** What each clue says of a memory, in plain words. */
export const clueNames: Record<Clue, string> = {
  words: 'same words',
  spoken: 'found in what they said',
  meaning: 'similar meaning',
  coverage: 'covers the question',
  conversation: 'its conversation fits',
  speaker: 'said by that person',
  date: 'near the date',
  reply: 'answers what was asked',
  tie: 'tied to a better one',
  near: 'among the nearest in meaning',
  time: 'tells a time',
  place: 'tells a place',
  reason: 'gives a reason',
  feeling: 'tells a feeling',
  duration: 'tells how long',
  advice: 'gives advice',
  first_person: 'says “I”',
  asking: 'is a question',
  content: 'much content',
  length: 'is long',
  cross: 'read beside the question',
};

/** `+1.9`, `−0.3`: the sign always stands there. */
export const signed = (amount: number, digits = 1): string => `${amount < 0 ? '−' : '+'}${Math.abs(amount).toFixed(digits)}`;
