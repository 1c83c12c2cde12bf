import * as chrono from 'chrono-node';
import { namesIn, unknownNames, type CalledNames } from './names.ts';
import { STOP_WORDS } from './stop-words.ts';

/** A span of time a query speaks of. */
export interface TimeSpan {
  from: number;
  to: number;
  phrase: string;
}

/** A query taken apart, once, for all channels. */
export interface Analysis {
  /** Words to look up, lower case, without function words. */
  terms: string[];
  identifiers: string[];
  /** Speakers the query names, as they are stored: by their name, another name of theirs, or a slip of spelling. */
  speakers: string[];
  /** The query without those names: a name says who speaks, not what about, and would pull every vector to it. */
  topic: string;
  time: TimeSpan | null;
  gate: { decision: 'skip' | 'retrieve'; reason: string };
}

const MOST_TERMS = 32;
const MOST_TERM_CHARS = 64;
const DAY_MS = 86_400_000;

const wordsIn = (text: string): string[] =>
  (text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((w) => w.slice(0, MOST_TERM_CHARS));

/** Words that only keep a conversation going; a message of nothing else needs no memory. */
const SMALL_TALK = new Set(`hi hello hey hallo hola ciao yo thanks thank you thx ty ok okay k cool nice great good morning evening
night bye goodbye cheers please lol haha yes no yep nope sure fine welcome np wow`.trim().split(/\s+/));

function gateOf(words: readonly string[], text: string): Analysis['gate'] {
  if (words.length === 0) return { decision: 'skip', reason: 'there is no word to look up' };
  const asks = text.includes('?') || words.some((w) => w === 'my' || w === 'me' || w === 'i' || w === 'we' || w === 'our');
  if (!asks && words.every((w) => SMALL_TALK.has(w))) return { decision: 'skip', reason: 'a greeting or acknowledgement needs no memory' };
  return { decision: 'retrieve', reason: 'memories may help' };
}

/** Spans shorter than a day that name no hour mean the whole day. */
function spanOf(text: string, at: number): TimeSpan | null {
  const found = chrono.parse(text, { instant: new Date(at), timezone: 0 }, { forwardDate: false })[0];
  if (!found) return null;
  const start = found.start;
  const phrase = found.text;
  // A bare number or a year inside a name is too weak a sign of time.
  if (!/[\p{L}]/u.test(phrase) && !/\d{4}-\d{2}|\d+[./]\d+[./]\d+/.test(phrase)) return null;
  const utc = (date: Date) => date.getTime();
  const midnight = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;
  const month = (ms: number) => new Date(ms).getUTCMonth();
  let from = utc(start.date());
  let to = found.end ? utc(found.end.date()) : from;
  const week = /\bweek\b/i.test(phrase);
  const weekend = /\bweekend\b/i.test(phrase);
  if (start.isCertain('hour')) to = Math.max(to, from + 3_600_000);
  else if (weekend) [from, to] = [midnight(from) - DAY_MS, midnight(from) + 2 * DAY_MS];
  else if (week) [from, to] = weekOf(from);
  else if (start.isCertain('day') || start.isCertain('weekday') || /\b(day|yesterday|today|tomorrow|ago)\b/i.test(phrase))
    [from, to] = [midnight(from), midnight(to) + DAY_MS - 1];
  else if (start.isCertain('month') || /\bmonth\b/i.test(phrase)) {
    const first = Date.UTC(new Date(from).getUTCFullYear(), month(from), 1);
    [from, to] = [first, Date.UTC(new Date(to).getUTCFullYear(), month(to) + 1, 1) - 1];
  } else if (start.isCertain('year') || /\byear\b/i.test(phrase))
    [from, to] = [Date.UTC(new Date(from).getUTCFullYear(), 0, 1), Date.UTC(new Date(to).getUTCFullYear() + 1, 0, 1) - 1];
  else [from, to] = [midnight(from), midnight(to) + DAY_MS - 1];
  return { from, to, phrase };
}

/** Monday to Sunday around a moment, UTC. */
function weekOf(ms: number): [number, number] {
  const day = Math.floor(ms / DAY_MS);
  const monday = day - ((new Date(ms).getUTCDay() + 6) % 7);
  return [monday * DAY_MS, (monday + 7) * DAY_MS - 1];
}

const isOrdinary = (word: string): boolean => STOP_WORDS.has(word);

/** Names of a query that are no speaker's as it is stored; somebody may be called so. */
export const namesToLookUp = (text: string, speakers: readonly string[]): string[] => unknownNames(text, speakers, wordsIn, isOrdinary);

/**
 * Takes a query apart.
 * @param at the moment relative time words refer to, in milliseconds UTC
 * @param known names that occur as speakers in what the caller may see, and what else they are called
 */
export function analyse(text: string, at: number, known: { speakers: readonly string[]; called: CalledNames }, identifiersOf: (text: string) => string[]): Analysis {
  const words = wordsIn(text);
  const unique = [...new Set(words)];
  const { speakers, words: named } = namesIn(unique, namesToLookUp(text, known.speakers), known.speakers, known.called, wordsIn, isOrdinary);
  const content = unique.filter((word) => !STOP_WORDS.has(word));
  const withoutNames = content.filter((word) => !named.has(word));
  const terms = (withoutNames.length ? withoutNames : content.length ? content : unique).slice(0, MOST_TERMS);
  const topic = text.split(/(\s+)/).filter((piece) => !wordsIn(piece).some((word) => named.has(word))).join('').trim();
  return {
    terms,
    identifiers: identifiersOf(text).slice(0, MOST_TERMS),
    speakers,
    topic: topic === '' || !/\p{L}/u.test(topic) ? text : topic,
    time: spanOf(text, at),
    gate: gateOf(words, text),
  };
}
