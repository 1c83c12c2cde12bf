import { Memo } from '../memo.ts';
import { trimBulk } from './bulk.ts';
import { gistOf, pointsOf, type Point } from './points.ts';

/** What a message comes down to. */
export interface Read {
  gist: string;
  points: readonly Point[];
  /** The message with notes in place of long code and tool output. */
  trimmed: string;
}

/** Reads messages and remembers what it read: a history is the same from turn to turn but for its end. */
export interface Reader {
  read(text: string): Read;
  clear(): void;
}

const MOST_TEXTS = 8192;
const MOST_CHARACTERS = 4_000_000;

export function createReader(): Reader {
  const memo = new Memo<Read>(MOST_TEXTS, MOST_CHARACTERS);
  return {
    read: (text) => memo.of(text, () => ({ gist: gistOf(text), points: pointsOf(text), trimmed: trimBulk(text) })),
    clear: () => memo.clear(),
  };
}
