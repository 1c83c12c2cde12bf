import { documentOf, lengthOf, type Posting, type Totals } from './postings.ts';

/** What words say about documents: BM25 (Robertson & Zaragoza 2009) over own words and surroundings. */

/** How much the words around a memory count beside its own (docs/decisions/fusion.md). */
export const SURROUNDINGS_WEIGHT = 0.5;
/**
 * How soon repetition stops to count, and how much length does. A memory is a sentence or two, so a
 * term counts once in it: that measured as well as counting it (docs/decisions/fusion.md).
 */
const K1 = 1.2;
const B = 0.75;

/** What a match is worth: more the rarer the term is among the documents seen, never nothing. */
const worth = (documents: number, withTerm: number): number => (K1 + 1) * Math.max(1e-6, Math.log(1 + (documents - withTerm + 0.5) / (withTerm + 0.5)));

export interface Score {
  id: number;
  own: number;
  around: number;
}

/** How many of some postings are not among others. */
function without(some: readonly Posting[], others: readonly Posting[]): number {
  const known = new Set(others);
  return some.reduce((count, posting) => count + (known.has(posting) ? 0 : 1), 0);
}

const sumOf = ({ own, around }: Score): number => own + SURROUNDINGS_WEIGHT * around;

export class WordScores {
  readonly #found = new Map<number, Score>();
  readonly #documents: number;
  readonly #average: number;

  constructor({ documents, length }: Totals) {
    this.#documents = documents;
    this.#average = Math.max(1, length / Math.max(1, documents));
  }

  /** A term is the rarer the fewer visible documents hold it, in their own words or around them. Returns what a match is worth. */
  add(own: readonly Posting[], around: readonly Posting[], times = 1): number {
    const both = around.length === 0 ? own.length : own.length + without(around, own);
    const weight = times * worth(this.#documents, both);
    for (const posting of own) this.#at(posting).own += weight * this.#share(posting);
    for (const posting of around) this.#at(posting).around += weight * this.#share(posting);
    return weight;
  }

  /** The best, own words first and surroundings at a lower weight; equal ones by their number. */
  best(limit: number): Score[] {
    const all = [...this.#found.values()];
    // Most of thousands are far from the best; what cannot be among them is not sorted.
    const sums = Float64Array.from(all, sumOf);
    const least = all.length <= limit ? -Infinity : sums.slice().sort()[all.length - limit]!;
    return all.filter((_, i) => sums[i]! >= least).sort((a, b) => sumOf(b) - sumOf(a) || a.id - b.id).slice(0, limit);
  }

  #share(posting: Posting): number {
    return 1 / (1 + K1 * (1 - B + (B * lengthOf(posting)) / this.#average));
  }

  /** A posting names its document: number and length belong together. */
  #at(posting: Posting): Score {
    let score = this.#found.get(posting);
    if (!score) this.#found.set(posting, (score = { id: documentOf(posting), own: 0, around: 0 }));
    return score;
  }
}
