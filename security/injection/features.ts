import { BASIS, mix } from '../text/index.ts';
import { classes, type WordClass } from './classes.ts';
import type { Folded } from './fold.ts';
import { lexicon, type Concept } from './lexicon.ts';
import { plant, walk, type Trie } from './trie.ts';

/** Places for weights; two features on one place share it, which few notice at this size. */
export const PLACES = 1 << 21;
/** Places of features and how much there is of each. A place that stands twice counts twice. */
export interface Features {
  places: Int32Array;
  values: Float32Array;
}

/** The meanings of the lexicon are classes of words too; a star keeps their names apart. */
type Name = WordClass | `*${Concept}`;
const meanings = Object.fromEntries(Object.entries(lexicon).map(([concept, list]) => [`*${concept}`, list])) as Record<`*${Concept}`, string[]>;
const entries: Record<Name, readonly string[]> = { ...classes, ...meanings };
/** Made when the first text is read. */
let planted: Trie<Name> | null = null;
const root = (): Trie<Name> => (planted ??= plant(entries));
const names = Object.keys(entries) as Name[];
const numberOf = Object.fromEntries(names.map((name, i) => [name, i])) as Record<Name, number>;
/** How many entries the class of a number has; few mean a narrow one. */
const widths = names.map((name) => entries[name].length);
const DESTINATION = 'qqdestination';
/** Numbers behind those of the names: an address, and no class at all. */
const ADDRESS = names.length;
const NOTHING = ADDRESS + 1;
/** Classes count as neighbours up to here, in UTF-16 units; their order only up to the nearer bound. */
const TOGETHER = 120;
const IN_ORDER = 60;
/** A class that begins so near to the beginning opens the piece: commands begin with their verb or whom they call. */
const OPENING = 4;
/** What longer or looser runs count beside the others. */
const LESS = 0.7;
/** Every class is paired with so many following ones, which keeps the work linear. */
const MOST_FOLLOWERS = 40;
/** A word counts with the classes that begin or end so near to it, in UTF-16 units. */
const BESIDE = 50;
/**
 * Lengths of the parts of a text as vectors: its classes, its words, its letters, its frame, and its words with the
 * classes beside them. Each has its own, so that a long sentence does not count more and the many runs of letters do not
 * drown the words.
 */
export const LENGTHS = { classes: 3, words: 4, letters: 4, frame: 4, beside: 2.5 } as const;

const placeOf = (hash: number): number => (hash ^ (hash >>> 15)) & (PLACES - 1);
const pairPlace = (first: number, second: number, kind: number): number => placeOf(mix(mix(mix(BASIS, kind), first), second + 64));

/** Collects features, each place once: the last value stays. One text is read at a time, so the tables are shared. */
class Collection {
  /** Slot of a place, counted from 1; 0 for none. */
  readonly #slots = new Int32Array(PLACES);
  #places = new Int32Array(4096);
  #values = new Float32Array(4096);
  #used = 0;
  /** Where the part begins that is being collected. */
  #part = 0;

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

  /** Ends a part: gives it its length and forgets which places it has. */
  endPart(length: number): void {
    let sum = 0;
    for (let i = this.#part; i < this.#used; i++) sum += this.#values[i]! ** 2;
    const scale = sum > 0 ? length / Math.sqrt(sum) : 0;
    for (let i = this.#part; i < this.#used; i++) {
      this.#values[i]! *= scale;
      this.#slots[this.#places[i]!] = 0;
    }
    this.#part = this.#used;
  }

  take(): Features {
    const taken = { places: this.#places.slice(0, this.#used), values: this.#values.slice(0, this.#used) };
    this.#used = this.#part = 0;
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

/** A class of words in a text; `number` is that of its name. */
interface Found {
  number: number;
  at: number;
  end: number;
}

/** Every class in a text, in order of where it begins; of one that begins there twice the longest. */
function findClasses(text: string): Found[] {
  const found: Found[] = [];
  let first = 0;
  walk(root(), text, (name, at, end) => {
    const number = numberOf[name];
    while (first < found.length && found[first]!.at !== at) first++;
    for (let i = first; i < found.length; i++) {
      const other = found[i]!;
      if (other.number !== number) continue;
      other.end = Math.max(other.end, end);
      return;
    }
    found.push({ number, at, end });
  });
  for (let at = text.indexOf(DESTINATION); at >= 0; at = text.indexOf(DESTINATION, at + 1)) found.push({ number: ADDRESS, at, end: at + DESTINATION.length });
  return found.sort((a, b) => a.at - b.at);
}

/** Which classes there are, which opens the piece, which stand together, and which before which. */
function classFeatures(found: readonly Found[]): void {
  for (let i = 0; i < found.length; i++) {
    const one = found[i]!;
    collection.set(pairPlace(one.number, NOTHING, 1), 1);
    if (one.at <= OPENING) collection.set(pairPlace(one.number, NOTHING, 12), 1);
    for (let j = i + 1; j < found.length && j <= i + MOST_FOLLOWERS; j++) {
      const second = found[j]!;
      const gap = second.at - one.at;
      if (gap >= TOGETHER) break;
      if (gap === 0) continue;
      collection.set(pairPlace(Math.min(one.number, second.number), Math.max(one.number, second.number), 2), 1);
      if (gap < IN_ORDER) collection.set(pairPlace(one.number, second.number, 3), 1);
    }
  }
  collection.endPart(LENGTHS.classes);
}

/** A word in a text; `place` is that of its own feature. */
interface Word {
  place: number;
  at: number;
  end: number;
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let hash = mix(BASIS, 4);
  let at = 0;
  for (let end = 0; end <= text.length; end++) {
    const code = end < text.length ? text.charCodeAt(end) : 32;
    if (code !== 32) {
      hash = mix(hash, code);
      continue;
    }
    if (end > at) words.push({ place: placeOf(hash), at, end });
    hash = mix(BASIS, 4);
    at = end + 1;
  }
  return words;
}

/** Words, up to three in a row, and two with one between. */
function wordFeatures(words: readonly Word[]): void {
  for (let i = 0; i < words.length; i++) {
    const { place } = words[i]!;
    collection.set(place, 1);
    if (i > 0) collection.set(pairPlace(words[i - 1]!.place, place, 5), 1);
    if (i > 1) {
      collection.set(pairPlace(words[i - 2]!.place, place, 6), LESS);
      collection.set(pairPlace(pairPlace(words[i - 2]!.place, words[i - 1]!.place, 8), place, 8), LESS);
    }
  }
  if (words.length > 0) collection.set(pairPlace(words[0]!.place, 0, 13), 1);
  collection.endPart(LENGTHS.words);
}

/** Every word with the classes before and behind it: what a word means for an attack beside which others. */
function besideFeatures(words: readonly Word[], found: readonly Found[]): void {
  for (const { place, at, end } of words)
    for (const { number, at: from, end: to } of found) {
      if (from - end > BESIDE) break;
      if (from >= end) collection.set(pairPlace(place, number, 14), 1);
      else if (to <= at && at - to <= BESIDE) collection.set(pairPlace(place, number, 15), 1);
    }
  collection.endPart(LENGTHS.beside);
}

/** Shortest and longest run of letters that counts. */
const RUNS = { shortest: 3, longest: 5 } as const;

function letterFeatures(text: string): void {
  const padded = ` ${text} `;
  for (let at = 0; at + RUNS.shortest <= padded.length; at++) {
    let run = mix(BASIS, 7);
    const end = Math.min(padded.length, at + RUNS.longest);
    for (let i = at; i < end; i++) {
      run = mix(run, padded.charCodeAt(i));
      if (i - at >= RUNS.shortest - 1) collection.set(placeOf(run), 1);
    }
  }
  collection.endPart(LENGTHS.letters);
}

/** Longest run of the frame that counts, in members. */
const LONGEST_FRAME = 4;
/** Words of so few letters mostly carry grammar and stand in the frame themselves. */
const GRAMMAR = 3;
/** Before the first and behind the last member of a frame. */
const BORDER = ADDRESS + 2;
/** Numbers of short words begin here, above every other. */
const SHORT_WORDS = 1 << 12;

/** The text as one class after the other: of those that begin together the longest, then the narrowest; a short word for itself, and any other word as a gap. */
function frameOf(text: string, found: readonly Found[]): number[] {
  const frame = [BORDER];
  let next = 0;
  for (let at = 0; at < text.length; ) {
    if (text[at] === ' ') {
      at++;
      continue;
    }
    while (next < found.length && found[next]!.at < at) next++;
    let best = found[next];
    if (best?.at === at) {
      for (let i = next + 1; i < found.length && found[i]!.at === at; i++) {
        const other = found[i]!;
        if (other.end > best.end || (other.end === best.end && (widths[other.number] ?? 0) < (widths[best.number] ?? 0))) best = other;
      }
      frame.push(best.number);
      at = best.end;
      continue;
    }
    let end = at;
    let word = mix(BASIS, 9);
    for (; end < (best?.at ?? text.length) && text[end] !== ' '; end++) word = mix(word, text.charCodeAt(end));
    frame.push(end - at <= GRAMMAR ? SHORT_WORDS + placeOf(word) : NOTHING);
    at = end;
  }
  frame.push(BORDER);
  return frame;
}

/** Runs of the frame: how a sentence is built, whatever its words and mostly whatever its language. */
function frameFeatures(text: string, found: readonly Found[]): void {
  if (text === '') return;
  const frame = frameOf(text, found);
  for (let from = 0; from < frame.length; from++) {
    let hash = mix(BASIS, 10);
    let known = 0;
    for (let i = from; i < Math.min(frame.length, from + LONGEST_FRAME); i++) {
      hash = mix(hash, frame[i]! + 64);
      if (frame[i] !== NOTHING) known++;
      const members = i - from + 1;
      if (known >= 2 || (known >= 1 && members <= 2)) collection.set(placeOf(hash), members <= 2 ? 1 : LESS);
    }
  }
  collection.endPart(LENGTHS.frame);
}

/** What the learned weights see of a folded text. */
export function featuresOf(text: string): Features {
  const found = findClasses(text);
  const words = wordsOf(text);
  classFeatures(found);
  wordFeatures(words);
  letterFeatures(text);
  frameFeatures(text, found);
  besideFeatures(words, found);
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
