import type { Level, Memory } from '../../../contract/index.ts';
import type { Offer } from '../packing/index.ts';
import { headingOf, lineOf } from './recalled.ts';

/** A memory that wants a line in the section of recalled memories. */
export interface Wanting {
  mark: number;
  memory: Memory;
  /** What it is expected to be of use, 0..1. */
  value: number;
  /** Words of the question that it holds. */
  facets: readonly string[];
}

/** Its line at each level it can take, under the heading of its group, in tokens of `count`. */
export function offerOf({ mark, memory, value, facets }: Wanting, boundary: string, count: (text: string) => number): Offer {
  const heading = headingOf(memory, boundary);
  const tokens: Offer['tokens'] = {};
  for (const level of levelsFor(memory)) tokens[level] = count(lineOf({ mark, memory, level }, boundary));
  return { value, tokens, group: { name: heading, tokens: count(heading) }, facets };
}

/** What was opened for the reader has a redacted summary; the part that is told apart is in the whole text only. */
const levelsFor = ({ tier, redacted }: Memory): readonly Level[] => (tier === 'cleartext' || redacted ? ['full', 'summary', 'key_fact', 'tag'] : ['full', 'key_fact', 'tag']);
