import { classes, type WordClass } from './classes.ts';
import type { Folded } from './fold.ts';
import { plant, walk } from './trie.ts';

/** Places for weights; two features on one place share it, which few notice at this size. */
export const PLACES = 1 << 16;
/** A feature's place and how much of it there is. */
export type Features = Map<number, number>;

const root = plant(classes);
const DESTINATION = 'qqdestination';
/** Classes count as neighbours up to here, in UTF-16 units; their order only up to the nearer bound. */
const TOGETHER = 120;
const IN_ORDER = 60;
/** Every class is paired with so many following ones, which keeps the work linear. */
const MOST_FOLLOWERS = 40;
/** Length of both halves (classes, words) as vectors, so that a long sentence does not count more. */
const LENGTH = 4;

const BASIS = 0x811c9dc5;
const mix = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);
function hashOf(text: string, from: number, to: number, kind: number): number {
  let hash = mix(BASIS, kind);
  for (let i = from; i < to; i++) hash = mix(hash, text.charCodeAt(i));
  return (hash ^ (hash >>> 15)) & (PLACES - 1);
}

const names = Object.keys(classes) as WordClass[];
const numberOf = new Map(names.map((name, i) => [name, i]));
const pairPlace = (first: number, second: number, kind: number): number => {
  const hash = mix(mix(mix(BASIS, kind), first), second + 64);
  return (hash ^ (hash >>> 15)) & (PLACES - 1);
};

function scaled(features: Features): Features {
  let sum = 0;
  for (const value of features.values()) sum += value * value;
  if (sum > 0) for (const [place, value] of features) features.set(place, (value * LENGTH) / Math.sqrt(sum));
  return features;
}

/** Which classes there are, which stand together, and which before which. */
function classFeatures(text: string): Features {
  const found: { name: number; at: number }[] = [];
  let lastAt = -1;
  let here = new Set<WordClass>();
  walk(root, text, (name, at) => {
    if (at !== lastAt) [lastAt, here] = [at, new Set()];
    if (here.has(name)) return;
    here.add(name);
    found.push({ name: numberOf.get(name)!, at });
  });
  for (let at = text.indexOf(DESTINATION); at >= 0 && at < text.length; at = text.indexOf(DESTINATION, at + 1)) found.push({ name: names.length, at });
  found.sort((a, b) => a.at - b.at);
  const features: Features = new Map();
  for (let i = 0; i < found.length; i++) {
    const first = found[i]!;
    features.set(pairPlace(first.name, 63, 1), 1);
    for (let j = i + 1; j < found.length && j <= i + MOST_FOLLOWERS; j++) {
      const second = found[j]!;
      const gap = second.at - first.at;
      if (gap >= TOGETHER) break;
      if (gap === 0) continue;
      features.set(pairPlace(Math.min(first.name, second.name), Math.max(first.name, second.name), 2), 1);
      if (gap < IN_ORDER) features.set(pairPlace(first.name, second.name, 3), 1);
    }
  }
  return scaled(features);
}

/** Words, two words in a row or with one between, and runs of three to five letters. */
function wordFeatures(text: string): Features {
  const features: Features = new Map();
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && text[at] !== ' ') {
      if (at === 0 || text[at - 1] === ' ') starts.push(at);
    } else if (at > 0 && text[at - 1] !== ' ') ends.push(at);
  }
  const words = starts.map((start, i) => hashOf(text, start, ends[i]!, 4));
  for (let i = 0; i < words.length; i++) {
    features.set(words[i]!, 1);
    if (i > 0) features.set(pairPlace(words[i - 1]!, words[i]!, 5), 1);
    if (i > 1) features.set(pairPlace(words[i - 2]!, words[i]!, 6), 0.7);
  }
  const padded = ` ${text} `;
  for (let length = 3; length <= 5; length++)
    for (let at = 0; at + length <= padded.length; at++) features.set(hashOf(padded, at, at + length, 7 + length), 0.4);
  return scaled(features);
}

/** What the learned weights see of a folded text. */
export function featuresOf(text: string): Features {
  const features = classFeatures(text);
  for (const [place, value] of wordFeatures(text)) features.set(place, (features.get(place) ?? 0) + value);
  return features;
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
