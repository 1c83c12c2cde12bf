import { contentWords, sentencesOf } from './sentences.ts';

/** The same content at smaller sizes, made at storage time without a model. */
export interface Levels {
  summary: string;
  keyFact: string;
  tag: string;
}

const SHORT_CHARS = 90;
const KEY_FACT_CHARS = 140;
const TAG_WORDS = 4;

const cut = (text: string, chars: number): string => {
  if (text.length <= chars) return text;
  const head = text.slice(0, chars - 1);
  const space = head.lastIndexOf(' ');
  return `${(space > chars / 2 ? head.slice(0, space) : head).trimEnd().toWellFormed()}…`;
};

/** Sentences scored by how much of the text's content they carry; short texts stay whole. */
export function levelsOf(text: string): Levels {
  const flat = text.replace(/\s+/gu, ' ').trim();
  if (flat.length <= SHORT_CHARS) return { summary: flat, keyFact: flat, tag: shortTag(flat) };
  const sentences = sentencesOf(text);
  const frequency = new Map<string, number>();
  const bySentence = sentences.map((sentence) => contentWords(sentence).map((word) => word.toLowerCase()));
  for (const words of bySentence) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const value = bySentence.map((words, i) =>
    words.reduce((sum, word) => sum + frequency.get(word)!, 0) / Math.sqrt(sentences[i]!.length) + (i === 0 ? 0.5 : 0));
  const order = sentences.map((_, i) => i).sort((a, b) => value[b]! - value[a]! || a - b);
  const keep = new Set<number>();
  let length = 0;
  for (const i of order) {
    if (keep.size > 0 && length + sentences[i]!.length > flat.length * 0.6) continue;
    keep.add(i);
    length += sentences[i]!.length;
  }
  const summary = sentences.filter((_, i) => keep.has(i)).join(' ');
  const top = [...frequency].sort((a, b) => b[1] - a[1]).slice(0, TAG_WORDS).map(([word]) => word);
  return { summary: cut(summary, Math.ceil(flat.length * 0.6)), keyFact: cut(sentences[order[0]!] ?? flat, KEY_FACT_CHARS), tag: top.join(' ') || shortTag(flat) };
}

const shortTag = (text: string) => cut(text.split(' ').filter((word) => word.length > 3).slice(0, TAG_WORDS).join(' ') || text, 40);
