import type { Level, Memory } from '../../../contract/index.ts';
import type { Section, TraceItem } from '../budget/index.ts';
import { pack, type Offer } from '../packing/index.ts';
import type { TokenCounter } from '../tokens/index.ts';
import { offerOf } from './offer.ts';
import { headingOf, lineOf, recalledText } from './recalled.ts';

/** One recalled memory that wants to be seen by the model. */
export interface ShownMemory {
  /** The number it is cited by; 1 is the best. */
  mark: number;
  memory: Memory;
  /** What it is expected to be of use, 0..1. */
  value: number;
}

const REASON: Record<Level, string> = {
  full: 'Recalled, and there is room.', summary: 'Recalled; shortened to its summary for want of room.',
  key_fact: 'Recalled; shortened to its key fact for want of room.', tag: 'Recalled; only its tag fits.',
};

/** Words of the question that a text holds; asked for only when not all memories fit. */
export type FacetsOf = (text: string) => readonly string[];

/** Recalled memories at the levels that are worth most within the tokens (docs/decisions/context.md). */
export function recalledSection(shown: readonly ShownMemory[], boundary: string, share: number, counter: TokenCounter, facetsOf: FacetsOf = () => []): Section {
  // Counted with a line in it, as the ends of a block may join with what stands beside them.
  const frame = counter.count(`\n\n<<<${boundary}\n${boundary}>>>`);
  const full = shown.map((one) => counter.count(lineOf({ ...one, level: 'full' }, boundary)));
  const headings = new Set(shown.map(({ memory }) => headingOf(memory, boundary)));
  const allFull = [...full, ...[...headings].map((heading) => counter.count(heading))].reduce((sum, one) => sum + one, 0);
  // The smaller sizes are counted only when not all of the texts fit.
  let counted: Offer[] | null = null;
  const offers = () => (counted ??= shown.map((one): Offer => offerOf({ ...one, facets: facetsOf(one.memory.text) }, boundary, counter.count)));
  return {
    name: 'recalled', share,
    fill(tokens) {
      const room = tokens - frame;
      const levels: (Level | null)[] = room <= 0 ? shown.map(() => null) : allFull <= room ? shown.map(() => 'full') : pack(offers(), room).levels;
      const render = () => recalledText(shown.flatMap((one, i) => (levels[i] === null ? [] : [{ ...one, level: levels[i]! }])), boundary);
      let text = render();
      // Lines that fit one by one may count more together; the last gives way then.
      while (text !== '' && counter.count(`\n\n${text}`) > tokens) {
        levels[levels.findLastIndex((level) => level !== null)] = null;
        text = render();
      }
      return {
        text,
        items: shown.map(({ memory }, i): TraceItem => {
          const level = levels[i] ?? null;
          return { id: memory.id, level, tokens: level === null ? 0 : level === 'full' ? full[i]! : offers()[i]!.tokens[level]!, kept: level !== null, reason: level === null ? 'Recalled, but no room is left for it.' : REASON[level] };
        }),
      };
    },
  };
}
