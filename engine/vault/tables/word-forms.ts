import { stemmer } from 'stemmer';

const WORD = /[\p{L}\p{N}]+/gu;
/** `auth.ts`, `#channel`, `@user`, `snake_case`, `a/b/c`, `v1.2`: words with inner or leading marks. */
const IDENTIFIER = /[#@][\p{L}\p{N}][\p{L}\p{N}_.-]*|[\p{L}\p{N}]+(?:[._/:\\-][\p{L}\p{N}]+)+|[\p{L}\p{N}]+(?:_+[\p{L}\p{N}]+)+/gu;
const MOST_IDENTIFIERS = 64;

/** Most texts are plain ASCII, and need no look at each letter's properties. */
const PLAIN = /^[\x00-\x7f]*$/;
const PLAIN_WORD = /[a-z0-9]+/g;

/** Words as the index sees them: lower case, no diacritics. */
export function wordsOf(text: string): string[] {
  if (PLAIN.test(text)) return text.toLowerCase().match(PLAIN_WORD) ?? [];
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? [];
}

/** The stem of one word, as the index's own stemmer makes it (Porter 1980). */
export const stemOf = (word: string): string => stemmer(word);

/** File names, handles, versions and the like, lower case, each once. */
export function identifiersOf(text: string): string[] {
  return [...new Set((text.match(IDENTIFIER) ?? []).map((id) => id.toLowerCase()))].slice(0, MOST_IDENTIFIERS);
}

/** One index token per identifier: marks become letters, so the tokenizer cannot split it. */
export function encodeIdentifier(identifier: string): string {
  return `x${identifier.toLowerCase().replace(/[^\p{L}\p{N}]/gu, (mark) => `z${mark.codePointAt(0)!.toString(36)}z`)}`;
}

/** A word with a capital. */
const NAME = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]+/gu;
const MOST_NAMES = 12;

/** Words of a text that are written like names, as they stand there, each once; the first word of a sentence looks like one, too. */
export function namesOf(text: string): string[] {
  return [...new Set([...text.matchAll(NAME)].map(([name]) => name).filter((name) => name.length > 2))].slice(0, MOST_NAMES);
}
