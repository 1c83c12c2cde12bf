import type { Gate } from './decide.ts';
import type { Carried } from './carried.ts';
import type { Intent } from './intent/intents.ts';
import { namesIn, unknownNames, type CalledNames } from './names.ts';
import { STOP_WORDS } from './stop-words.ts';
import type { TimeReading } from './time/reading.ts';
import { understand } from './understand.ts';

/** A span of time a query speaks of, both ends included, milliseconds UTC. */
export interface TimeSpan {
  from: number;
  to: number;
  phrase: string;
}

/** A query taken apart, once, for all channels. */
export interface Analysis {
  /** All its words, lower case without diacritics, each once. */
  words: string[];
  /** Words to look up, lower case, without function words. */
  terms: string[];
  identifiers: string[];
  /** Speakers the query names, as they are stored: by their name, another name of theirs, or a slip of spelling. */
  speakers: string[];
  /** The query without those names: a name says who speaks, not what about, and would pull every vector to it. */
  topic: string;
  /** Where the query points to a span, that span; "recently" is none, and an open end lies out of reach of any memory. */
  time: TimeSpan | null;
  /** Nothing is asked but what belongs to that span: "what happened on Sunday", "anything planned for Friday?". */
  onlyTime: boolean;
  /** All the query says about time: on which side of a date, which of a kind, how often. */
  when: TimeReading | null;
  intent: Intent;
  gate: Gate;
  /** What is taken over from the turns before; null for a message that stands alone. */
  carried: Carried | null;
}

const MOST_TERMS = 32;
const MOST_TERM_CHARS = 64;
/** The first and last instants of the contract, for open ends. */
const LONG_AGO = -62_135_596_800_000;
const FAR_OFF = 253_402_300_799_999;

const wordsIn = (text: string): string[] =>
  (text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((w) => w.slice(0, MOST_TERM_CHARS));

function spanOf(when: TimeReading | null): TimeSpan | null {
  if (when === null || when.vague || (when.from === undefined && when.to === undefined)) return null;
  return { from: when.from ?? LONG_AGO, to: when.to ?? FAR_OFF, phrase: when.phrase };
}

/** Words that ask for whatever there is at a time, in the languages the time words are read in. */
const WHATEVER = new Set(`happen happens happened happening happenings plan plans planned booked booking bookings schedule scheduled calendar agenda due upcoming appointment appointments event events coming
  going passiert geschehen los geplant steht an termin termine vor paso pasado planeado agenda citas cita passe prevu prevus rendez vous successo previsto appuntamenti appuntamento aconteceu planejado marcado
  gebeurd gepland afspraak afspraken`.split(/\s+/));

const isOrdinary = (word: string): boolean => STOP_WORDS.has(word);

/** Names of a query that are no speaker's as it is stored; somebody may be called so. */
export const namesToLookUp = (text: string, speakers: readonly string[]): string[] => unknownNames(text, speakers, wordsIn, isOrdinary);

/**
 * Takes a query apart.
 * @param at the moment relative time words refer to, in milliseconds UTC
 * @param known names that occur as speakers in what the caller may see, and what else they are called
 * @param context the turns before the query, oldest first
 */
export function analyse(text: string, at: number, known: { speakers: readonly string[]; called: CalledNames }, identifiersOf: (text: string) => string[], context: readonly string[] = []): Analysis {
  const words = wordsIn(text);
  const unique = [...new Set(words)];
  const { speakers, words: named } = namesIn(unique, namesToLookUp(text, known.speakers), known.speakers, known.called, wordsIn, isOrdinary);
  const content = unique.filter((word) => !STOP_WORDS.has(word));
  const withoutNames = content.filter((word) => !named.has(word));
  const terms = (withoutNames.length ? withoutNames : content.length ? content : unique).slice(0, MOST_TERMS);
  const topic = text.split(/(\s+)/).filter((piece) => !wordsIn(piece).some((word) => named.has(word))).join('').trim();
  const { intent, gate, time: when } = understand(text, at, { context, names: named });
  const time = spanOf(when);
  const timeWords = new Set(wordsIn(time?.phrase ?? ''));
  return {
    words: unique,
    terms,
    identifiers: identifiersOf(text).slice(0, MOST_TERMS),
    speakers,
    topic: topic === '' || !/\p{L}/u.test(topic) ? text : topic,
    time,
    onlyTime: time !== null && named.size === 0 && withoutNames.every((word) => timeWords.has(word) || WHATEVER.has(word)),
    when,
    intent,
    gate,
    carried: null,
  };
}
