import { readFileSync } from 'node:fs';
import type { NewMemory } from '../contract/index.ts';
import { seeded } from './seeded.ts';

const words = readFileSync(new URL('../models/builtin/vocabulary.txt', import.meta.url), 'utf8').split('\n').slice(0, 20_000);
/** By Zipf's law, as in real text: few words are everywhere, most are rare. */
const word = (random: () => number) => words[Math.min(words.length - 1, Math.floor(words.length ** random()) - 1)] ?? 'the';
const SPEAKERS = ['Ana', 'Ben', 'Chloe', 'Dmitri'];
const TURNS_PER_SESSION = 25;
const HOUR_MS = 3_600_000;
const START = Date.UTC(2024, 0, 1);

export const sentence = (random: () => number, least = 8, most = 30): string =>
  Array.from({ length: least + Math.floor(random() * (most - least)) }, () => word(random)).join(' ');

/** Conversation turns with speakers and sessions, an hour apart. */
export function turns(count: number, seed = 1): NewMemory[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, i) => ({
    text: `${sentence(random)}.`, speaker: SPEAKERS[i % SPEAKERS.length]!, session: `session ${Math.floor(i / TURNS_PER_SESSION)}`, happenedAt: START + i * HOUR_MS,
  }));
}

/** Questions made of words of stored texts, with a few common ones between. */
export function questions(memories: readonly NewMemory[], count: number, seed = 2): string[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    const from = memories[Math.floor(random() * memories.length)]!.text.replace(/\.$/, '').split(' ');
    const start = Math.floor(random() * Math.max(1, from.length - 6));
    return `what did ${SPEAKERS[Math.floor(random() * SPEAKERS.length)]} say about ${from.slice(start, start + 6).join(' ')}?`;
  });
}
