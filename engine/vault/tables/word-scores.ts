import { documentOf, lengthOf, type Posting, type Totals } from './postings.ts';

/** What words say about documents: BM25 (Robertson & Zaragoza 2009) over own words and surroundings. */

/** How much the words around a memory count beside its own (docs/decisions/fusion.md). */
const SURROUNDINGS_WEIGHT = 0.5;
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
  score: number;
}

/** How many of some postings are not among others. */
function without(some: readonly Posting[], others: readonly Posting[]): number {
  const known = new Set(others);
  return some.reduce((count, posting) => count + (known.has(posting) ? 0 : 1), 0);
}

export class WordScores {
  /** Where the sum of each document stands. */
  readonly #places = new Map<Posting, number>();
  readonly #sums: number[] = [];
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
    for (const posting of own) this.#count(posting, weight);
    for (const posting of around) this.#count(posting, SURROUNDINGS_WEIGHT * weight);
    return weight;
  }

  /** The best first, equal ones by their number. */
  best(limit: number): Score[] {
    // Most of thousands are far from the best; what cannot be among them is not sorted.
    const least = this.#sums.length <= limit ? -Infinity : Float64Array.from(this.#sums).sort()[this.#sums.length - limit]!;
    const found: Score[] = [];
    for (const [posting, place] of this.#places) {
      const score = this.#sums[place]!;
      if (score >= least) found.push({ id: documentOf(posting), score });
    }
    return found.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit);
  }

  /** A posting names its document: number and length belong together. */
  #count(posting: Posting, weight: number): void {
    const more = weight / (1 + K1 * (1 - B + (B * lengthOf(posting)) / this.#average));
    const place = this.#places.get(posting);
    if (place === undefined) this.#places.set(posting, this.#sums.push(more) - 1);
    else this.#sums[place]! += more;
  }
}
