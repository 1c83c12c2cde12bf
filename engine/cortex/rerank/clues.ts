import type { Clue } from '../../../contract/index.ts';
import { answersAsked, holds, type AnswerKind } from './asked.ts';

/** What is known of a memory that was found, before it is placed. */
export interface Candidate {
  id: number;
  /** The text as it is indexed; empty for one that is not. */
  text: string;
  /** What was said just before it in the same conversation. */
  before: string | null;
  speaker: string | null;
  /** Scope and conversation together; null outside one. */
  conversation: string | null;
  happenedAt: number;
  /** Its own text names a time in the span that was asked for. */
  namesTime: boolean;
  /** Cosine to the question, 0 where there is no vector. */
  cosine: number;
  /** Rank from 1 in the words' order, among the named speakers' memories, and by meaning; null when it is not there. */
  words: number | null;
  spoken: number | null;
  near: number | null;
  /** What ties to the best candidates bring it, 0..1. */
  tie: number;
}

export interface Term {
  stems: readonly string[];
  worth: number;
}

/** How texts are read: the words of one, the stem of a word, and which words say nothing. */
export interface Reading {
  wordsOf(text: string): string[];
  stemOf(word: string): string;
  isFunctionWord(word: string): boolean;
}

/** The question, taken apart. */
export interface Question {
  text: string;
  /** Stems of each term in all its forms, and what a match is worth (its rarity). */
  terms: readonly Term[];
  /** Speakers it names. */
  speakers: readonly string[];
  time: { from: number; to: number } | null;
}

/** What speaks for or against a candidate. Each is 0..1, a cosine, or a logarithm of a length. */
export type Clues = Record<Clue, number>;

const DAY_MS = 86_400_000;
/** What happened on a day is often told within days of it, what happened in a month within weeks. */
const TOLD_WITHIN_DAYS = 3;
/** An open end is no wide span: beyond a year the length says nothing any more. */
const MOST_DAYS = 366;
/** Things are told after they happened more often than before. */
const BEFORE_SHARE = 0.5;
/** As in the fusion of ranks: (k + 1) / (k + rank) is 1 for the first. */
const K = 20;

/** 1 inside a span, and less the further away; half as much before it. */
export function dateNearness(at: number, span: { from: number; to: number }): number {
  if (at >= span.from && at <= span.to) return 1;
  const days = Math.min(MOST_DAYS, Math.max(1, (span.to - span.from) / DAY_MS));
  const gap = (at < span.from ? span.from - at : at - span.to) / DAY_MS;
  return Math.exp(-gap / (TOLD_WITHIN_DAYS * days ** 0.25)) * (at < span.from ? BEFORE_SHARE : 1);
}

/** A match of this share of the question's worth shows that its words are the right ones. */
const ENOUGH = 0.6;

const FIRST_PERSON = /\b(?:I|my|me|we|our|I'm|I've)\b/u;
const rankShare = (rank: number | null): number => (rank === null ? 0 : (K + 1) / (K + rank));

/** Blanks and one, as the index counts. */
function countWords(text: string): number {
  let words = 0;
  let blank = true;
  for (let i = 0; i < text.length; i++) {
    const before = blank;
    const code = text.charCodeAt(i);
    blank = code < 128 ? code === 32 || (code >= 9 && code <= 13) : /\s/u.test(text[i]!);
    if (before && !blank) words++;
  }
  return words;
}

/** Share of a text's words that stand in questions, 0..1. */
function askingShare(text: string): number {
  if (!text.includes('?')) return 0;
  // Sentence by sentence with its mark: a search for the mark from every letter would be quadratic.
  const parts = text.split(/(?<=[.!?])/u).map((part) => ({ words: countWords(part), asks: part.endsWith('?') }));
  const all = parts.reduce((sum, part) => sum + part.words, 0);
  return all === 0 ? 0 : parts.reduce((sum, part) => sum + (part.asks ? part.words : 0), 0) / all;
}

/** A shared picture's caption is no question, whatever stood before it. */
const endsAsking = (text: string): boolean => text.split('[shares')[0]!.trimEnd().endsWith('?');

/** A stemmer leaves the first letters of a word alone, so that few words of a text need their stem. */
const KEPT_LETTERS = 2;

/** Finds the terms that a text's words match, by their stems. */
function matcherOf(terms: readonly Term[], { stemOf }: Reading): (words: Iterable<string>) => Term[] {
  const beginnings = new Set(terms.flatMap(({ stems }) => stems.map((stem) => stem.slice(0, KEPT_LETTERS))));
  return (words) => {
    const stems = new Set<string>();
    for (const word of words) if (beginnings.has(word.slice(0, KEPT_LETTERS))) stems.add(stemOf(word));
    return stems.size === 0 ? [] : terms.filter((term) => term.stems.some((stem) => stems.has(stem)));
  };
}

/**
 * Clues of all candidates of one question. Pure; the candidates are the pool, so a conversation is
 * judged by what was found of it.
 */
export function cluesOf(question: Question, pool: readonly Candidate[], reading: Reading): Clues[] {
  const all = question.terms.reduce((sum, term) => sum + term.worth, 0) || 1;
  const asked = answersAsked(question.text);
  const answers = (text: string, kind: AnswerKind): number => Number(asked.includes(kind) && holds(text, kind));
  const words = pool.map((candidate) => new Set(reading.wordsOf(candidate.text)));
  const match = matcherOf(question.terms, reading);
  const matched = words.map(match);
  const worth = (terms: Iterable<Term>): number => [...terms].reduce((sum, term) => sum + term.worth, 0) / all;
  const conversations = new Map<string, Set<Term>>();
  pool.forEach(({ conversation }, i) => {
    if (conversation === null) return;
    const found = conversations.get(conversation) ?? new Set();
    for (const term of matched[i]!) found.add(term);
    conversations.set(conversation, found);
  });
  // The less the words find, the less they tell, and meaning decides.
  const trust = Math.min(1, Math.max(0, ...matched.map(worth)) / ENOUGH);
  const speakers = new Set(question.speakers);
  // When everybody is named, the name tells nothing.
  const names = speakers.size > 0 && pool.some(({ speaker }) => speaker !== null && !speakers.has(speaker));
  return pool.map((candidate, i) => {
    const { text, before } = candidate;
    const coverage = worth(matched[i]!);
    return {
      words: rankShare(candidate.words) * trust,
      spoken: names ? rankShare(candidate.spoken) : 0,
      meaning: candidate.cosine,
      near: rankShare(candidate.near),
      coverage: coverage * trust,
      conversation: (candidate.conversation === null ? coverage : worth(conversations.get(candidate.conversation)!)) * trust,
      speaker: Number(names && candidate.speaker !== null && speakers.has(candidate.speaker)),
      date: question.time ? (candidate.namesTime ? 1 : dateNearness(candidate.happenedAt, question.time)) : 0,
      tie: candidate.tie,
      reply: before === null || !endsAsking(before) ? 0 : worth(match(reading.wordsOf(before))),
      time: answers(text, 'time'), place: answers(text, 'place'), reason: answers(text, 'reason'),
      feeling: answers(text, 'feeling'), duration: answers(text, 'duration'), advice: answers(text, 'advice'),
      first_person: Number(FIRST_PERSON.test(text)),
      asking: askingShare(text),
      content: Math.log1p([...words[i]!].filter((word) => !reading.isFunctionWord(word)).length),
      length: Math.log1p(countWords(text)),
      // A model tells it afterwards, of the best.
      cross: 0,
    };
  });
}
