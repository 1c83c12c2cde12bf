import { classes, type WordClass } from './classes.ts';
import type { Folded } from './fold.ts';
import { lexicon, type Concept } from './lexicon.ts';
import { plant, walk } from './trie.ts';

/** Places for weights; two features on one place share it, which few notice at this size. */
export const PLACES = 1 << 18;
/** Places of features and how much there is of each. A place that stands twice counts twice. */
export interface Features {
  places: Int32Array;
  values: Float32Array;
}

/** The meanings of the lexicon are classes of words too; a star keeps their names apart. */
type Name = WordClass | `*${Concept}`;
const meanings = Object.fromEntries(Object.entries(lexicon).map(([concept, list]) => [`*${concept}`, list])) as Record<`*${Concept}`, string[]>;
const entries: Record<Name, readonly string[]> = { ...classes, ...meanings };
const root = plant(entries);
const names = Object.keys(entries) as Name[];
const numberOf = Object.fromEntries(names.map((name, i) => [name, i])) as Record<Name, number>;
const DESTINATION = 'qqdestination';
/** Numbers behind those of the names: an address, and no class at all. */
const ADDRESS = names.length;
const NOTHING = ADDRESS + 1;
/** Classes count as neighbours up to here, in UTF-16 units; their order only up to the nearer bound. */
const TOGETHER = 120;
const IN_ORDER = 60;
/** A class that begins so near to the beginning opens the piece: commands begin with their verb or whom they call. */
const OPENING = 4;
/** Every class is paired with so many following ones, which keeps the work linear. */
const MOST_FOLLOWERS = 40;
/** Length of both halves (classes, words) as vectors, so that a long sentence does not count more. */
const LENGTH = 4;

const BASIS = 0x811c9dc5;
const mix = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);
const placeOf = (hash: number): number => (hash ^ (hash >>> 15)) & (PLACES - 1);
const pairPlace = (first: number, second: number, kind: number): number => placeOf(mix(mix(mix(BASIS, kind), first), second + 64));

/** Collects features, each place once: the last value stays. One text is read at a time, so the tables are shared. */
class Collection {
  /** Slot of a place, counted from 1; 0 for none. */
  readonly #slots = new Int32Array(PLACES);
  #places = new Int32Array(4096);
  #values = new Float32Array(4096);
  #used = 0;
  /** Where the half begins that is being collected. */
  #half = 0;

  set(place: number, value: number): void {
    const slot = this.#slots[place]!;
    if (slot > 0) {
      this.#values[slot - 1] = value;
      return;
    }
    if (this.#used === this.#places.length) this.#grow();
    this.#places[this.#used] = place;
    this.#values[this.#used] = value;
    this.#slots[place] = ++this.#used;
  }

  /** Ends a half: gives it its length and forgets which places it has. */
  endHalf(): void {
    let sum = 0;
    for (let i = this.#half; i < this.#used; i++) sum += this.#values[i]! ** 2;
    const scale = sum > 0 ? LENGTH / Math.sqrt(sum) : 0;
    for (let i = this.#half; i < this.#used; i++) {
      this.#values[i]! *= scale;
      this.#slots[this.#places[i]!] = 0;
    }
    this.#half = this.#used;
  }

  take(): Features {
    const taken = { places: this.#places.slice(0, this.#used), values: this.#values.slice(0, this.#used) };
    this.#used = this.#half = 0;
    return taken;
  }

  #grow(): void {
    const [places, values] = [this.#places, this.#values];
    this.#places = new Int32Array(places.length * 2);
    this.#values = new Float32Array(values.length * 2);
    this.#places.set(places);
    this.#values.set(values);
  }
}
const collection = new Collection();

/** Which classes there are, which opens the piece, which stand together, and which before which. */
function classFeatures(text: string): void {
  const found: { name: number; at: number }[] = [];
  let first = 0;
  walk(root, text, (name, at) => {
    const number = numberOf[name];
    while (first < found.length && found[first]!.at !== at) first++;
    for (let i = first; i < found.length; i++) if (found[i]!.name === number) return;
    found.push({ name: number, at });
  });
  for (let at = text.indexOf(DESTINATION); at >= 0; at = text.indexOf(DESTINATION, at + 1)) found.push({ name: ADDRESS, at });
  found.sort((a, b) => a.at - b.at);
  for (let i = 0; i < found.length; i++) {
    const one = found[i]!;
    collection.set(pairPlace(one.name, NOTHING, 1), 1);
    if (one.at <= OPENING) collection.set(pairPlace(one.name, NOTHING, 12), 1);
    for (let j = i + 1; j < found.length && j <= i + MOST_FOLLOWERS; j++) {
      const second = found[j]!;
      const gap = second.at - one.at;
      if (gap >= TOGETHER) break;
      if (gap === 0) continue;
      collection.set(pairPlace(Math.min(one.name, second.name), Math.max(one.name, second.name), 2), 1);
      if (gap < IN_ORDER) collection.set(pairPlace(one.name, second.name, 3), 1);
    }
  }
  collection.endHalf();
}

/** Shortest and longest run of letters that counts. */
const RUNS = { shortest: 3, longest: 5 } as const;

/** Words, two words in a row or with one between, and runs of letters. */
function wordFeatures(text: string): void {
  const words: number[] = [];
  let hash = mix(BASIS, 4);
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    if (code !== 32) hash = mix(hash, code);
    else if (at > 0 && text.charCodeAt(at - 1) !== 32) {
      words.push(placeOf(hash));
      hash = mix(BASIS, 4);
    }
  }
  for (let i = 0; i < words.length; i++) {
    collection.set(words[i]!, 1);
    if (i > 0) collection.set(pairPlace(words[i - 1]!, words[i]!, 5), 1);
    if (i > 1) collection.set(pairPlace(words[i - 2]!, words[i]!, 6), 0.7);
  }
  if (words.length > 0) collection.set(pairPlace(words[0]!, 0, 13), 1);
  const padded = ` ${text} `;
  for (let at = 0; at + RUNS.shortest <= padded.length; at++) {
    let run = mix(BASIS, 7);
    const end = Math.min(padded.length, at + RUNS.longest);
    for (let i = at; i < end; i++) {
      run = mix(run, padded.charCodeAt(i));
      if (i - at >= RUNS.shortest - 1) collection.set(placeOf(run), 0.25);
    }
  }
  collection.endHalf();
}

/** What the learned weights see of a folded text. */
export function featuresOf(text: string): Features {
  classFeatures(text);
  wordFeatures(text);
  return collection.take();
}

/** Up to here a text is read in one piece, in UTF-16 units. */
const ONE_PIECE = 320;
/** Sentences without an end are cut here. */
const LONGEST_PIECE = 400;

/** The pieces of a text that are judged one by one: every two neighbouring sentences, and a short text as a whole. `skip` says which units stand in a specimen. */
export function piecesOf({ text, sentence }: Folded, skip: Uint8Array | null): string[] {
  const sentences: string[] = [];
  let current = '';
  for (let at = 0; at < text.length; at++) {
    if (at > 0 && (sentence[at] !== sentence[at - 1] || current.length >= LONGEST_PIECE)) {
      sentences.push(current.trim());
      current = '';
    }
    if (skip === null || skip[at] === 0) current += text[at];
  }
  sentences.push(current.trim());
  const full = sentences.filter((piece) => piece !== '');
  const whole = full.join(' ');
  if (full.length <= 2 && whole.length <= 2 * LONGEST_PIECE) return whole === '' ? [] : [whole];
  const pieces = full.slice(1).map((piece, i) => `${full[i]!} ${piece}`);
  if (whole.length <= ONE_PIECE) pieces.push(whole);
  return pieces;
}
