import { STOP_WORDS } from '../cortex/index.ts';
import { stemOf, wordsOf } from '../vault/index.ts';

const stemsOf = (text: string): Set<string> => new Set(wordsOf(text).filter((word) => !STOP_WORDS.has(word)).map(stemOf));

/** Tells the words of a question, as stems, that a text holds: its facets when memories are packed. */
export function facetsOf(question: string): (text: string) => readonly string[] {
  const asked = [...stemsOf(question)];
  return (text) => {
    // The stems of a memory cost more than all the rest of a recall.
    if (asked.length === 0) return [];
    const held = stemsOf(text);
    return asked.filter((stem) => held.has(stem));
  };
}
