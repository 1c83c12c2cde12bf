import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LONGEST = 200;
const SHORTEST = 9;

/** What the dictionary says of each meaning: a definition, then examples in quotation marks. */
function* glossesOf(wordnet: string): Generator<string> {
  for (const part of ['noun', 'verb', 'adj', 'adv'])
    for (const line of readFileSync(join(wordnet, 'dict', `data.${part}`), 'utf8').split('\n')) {
      const gloss = /^\d/.test(line) ? line.split('| ')[1]?.trim() : undefined;
      if (gloss !== undefined) yield gloss;
    }
}

const examplesOf = (gloss: string): string[] =>
  [...gloss.matchAll(/"([^"]+)"/g)].map(([, example]) => example!).filter(({ length }) => length >= SHORTEST && length < LONGEST);

/** Definitions and examples of a dictionary, in a fixed random order, so that the first N are a sample. */
export function lessonsFrom(wordnet: string): string[] {
  const texts = new Set<string>();
  for (const gloss of glossesOf(wordnet)) {
    const definition = gloss.replace(/;?\s*"[^"]*"[^;]*/g, '').trim();
    if (definition.length >= SHORTEST) texts.add(definition.slice(0, LONGEST));
    for (const example of examplesOf(gloss)) texts.add(example);
  }
  return shuffled([...texts]);
}

/** Its examples alone: sentences of everyday language, in a fixed random order. */
export const examplesFrom = (wordnet: string): string[] => shuffled([...new Set([...glossesOf(wordnet)].flatMap(examplesOf))]);

/** Fisher and Yates, by a linear congruential generator, so that every run has the same order. */
function shuffled(list: string[]): string[] {
  let state = 1;
  for (let i = list.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}
