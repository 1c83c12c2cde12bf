import { parse } from 'chrono-node/en';
import { MOST_CHARS, plainOf, tokensOf, type Token } from '../tokens.ts';
import { DAY_MS, HOUR_MS, type Span } from './calendar.ts';
import { AHEAD, AND, ARTICLES, BEHIND, BETWEEN, EDGES, EVERY, PLURAL_DAYS, UNITS, WEEKDAYS, type Edge } from './lexicon.ts';
import { PhraseReader, type Phrase } from './phrases.ts';
import type { Direction } from './resolve.ts';

export type Relation = 'during' | 'between' | Edge | 'any';
export interface Recurring {
  every: 'day' | 'week' | 'month' | 'year';
  /** 0 is Sunday; only of a week. */
  weekday?: number;
}

/** What a question says about time (§39.3). Moments are milliseconds UTC, both ends included; a missing end is open. */
export interface TimeReading {
  from?: number;
  to?: number;
  relation: Relation;
  /** "Recently": a wish for what is new rather than a border. */
  vague?: true;
  /** Asked for the first or the last of its kind. */
  order?: 'first' | 'last';
  recurring?: Recurring;
  /** Asked how something changed: the answer is a series. */
  evolves?: true;
  /** The words that were understood. */
  phrase: string;
}

/** The first and last instants of the contract; what lies outside counts as they do. */
const FIRST_INSTANT = -62_135_596_800_000;
const LAST_INSTANT = 253_402_300_799_999;
const within = (moment: number): number => (moment >= FIRST_INSTANT ? Math.min(moment, LAST_INSTANT) : FIRST_INSTANT);

/** Whoever asks this way means what is to come, unless a word of the past stands beside it. */
const PRESENT = / (?:do (?:i|we)|am i|are we|whats? (?:is )?(?:on|booked|planned|due|happening|coming)|anything (?:on|booked|planned|due|happening)|is on|have on|is my|are my|habe ich am|steht an|tengo|ai je|ho|tenho|heb ik) /;
const EVOLVES = / (?:(?:the )?way (?:my|our|the) [^?]{0,60}(?:chang|evolv|develop)[a-z]*|(?:how|wie|como|comment|come|hoe) (?:has|have|did|do|does|is|hat|haben|ha|han|a|ont|e|sono|mudou|evoluiu|heeft) [^?]{0,80}(?:chang|evolv|develop|progress|shift|grow|verandert|entwickelt|cambia|evolucion|evolu|mudou|mudad|veranderd)[a-z]*|over time|over the years|timeline|history of|im laufe der zeit|con el tiempo|au fil du temps|nel tempo|ao longo do tempo|door de jaren) /;
const FIRST = / (?:first time|for the first time|when [^?]{1,60} first|(?:did|have|has) (?:i|we|you|he|she|they) (?:ever )?first|the earliest|erste mal|zum ersten mal|primera vez|premiere fois|prima volta|primeira vez|eerste keer) /;
const LAST = / (?:last time|the latest|whats the latest|latest|most recent|newest|(?:did|have|has) (?:i|we|you|he|she|they|my [a-z]+) last|i last|we last|letzte mal|zuletzt|ultima vez|derniere fois|ultima volta|laatste keer) /;

/** Phrases of one question that are weighed against each other. */
const MOST_PHRASES = 4;
/** A text this long at most is given to the library, whose patterns were not written for hostile texts. */
const MOST_CHARS_CHRONO = 300;
const CLOCK_TIME = /\d\s*(?:am|pm|o'clock|h\b)|\d:\d\d|\bnoon\b|\bmidnight\b|\d+\s*(?:hours?|minutes?)\s+from now/i;

/**
 * Understands the time words of a question. Null when there are none.
 * @param moment the moment the question is asked, milliseconds UTC
 * @param zone minutes the person's clock is ahead of UTC
 */
export function readTime(text: string, moment: number, zone = 0, tokens: readonly Token[] = tokensOf(text)): TimeReading | null {
  const at = within(moment);
  const plain = plainOf(tokens);
  const marks: Pick<TimeReading, 'order' | 'evolves'> = {
    ...(EVOLVES.test(plain) ? { evolves: true as const } : FIRST.test(plain) ? { order: 'first' as const } : LAST.test(plain) ? { order: 'last' as const } : {}),
  };
  const recurring = recurringIn(tokens);
  if (recurring) return { relation: 'any', recurring: recurring.what, ...marks, phrase: cut(text, tokens, recurring.from, recurring.next) };
  const offset = zone * 60_000;
  const found = spanned(text, tokens, at + offset, directionOf(tokens, plain));
  if (found) {
    const { span, relation, from, next } = found;
    return { ...ends(span, relation, at, offset), relation, ...(found.vague ? { vague: true as const } : {}), ...marks, phrase: from < 0 ? '' : cut(text, tokens, from, next) };
  }
  return marks.order || marks.evolves ? { relation: 'any', ...marks, phrase: '' } : null;
}

/** Milliseconds UTC of the ends a relation leaves closed. */
function ends(span: Span, relation: Relation, at: number, offset: number): { from?: number; to?: number } {
  const from = span.from - offset;
  const to = span.to - offset;
  if (relation === 'before') return { to: from - 1 };
  if (relation === 'until') return { to };
  if (relation === 'after') return { from: to + 1 };
  if (relation === 'since') return { from, ...(from <= at ? { to: at } : {}) };
  return { from, to };
}

function directionOf(tokens: readonly Token[], plain: string): Direction {
  if (tokens.some(({ word }) => BEHIND.has(word))) return 'back';
  return tokens.some(({ word }) => AHEAD.has(word)) || PRESENT.test(plain) ? 'ahead' : 'back';
}

const cut = (text: string, tokens: readonly Token[], from: number, next: number): string => text.slice(tokens[from]!.start, tokens[next - 1]!.end);

/** "every Monday", "each month", "on Fridays". */
function recurringIn(tokens: readonly Token[]): { what: Recurring; from: number; next: number } | null {
  for (let i = 0; i < tokens.length; i++) {
    const { word, written } = tokens[i]!;
    // "Tuesday's" is one Tuesday.
    const plural = PLURAL_DAYS.has(word) && !/['’]/.test(written);
    let at = i;
    if (!plural) {
      if (!EVERY.has(word)) continue;
      at++;
      if (/^(?:los|las|les|os|as|i|second|other|zweite|zweiten)$/.test(tokens[at]?.word ?? '')) at++;
    }
    const name = tokens[at]?.word ?? '';
    const weekday = WEEKDAYS.get(name);
    if (weekday !== undefined) return { what: { every: 'week', weekday }, from: i, next: at + 1 };
    const unit = UNITS.get(name);
    if (unit === 'day' || unit === 'week' || unit === 'month' || unit === 'year') return { what: { every: unit }, from: i, next: at + 1 };
  }
  return null;
}

interface Spanned {
  span: Span;
  relation: Relation;
  /** First word and the one after the last; -1 when the library found it. */
  from: number;
  next: number;
  vague: boolean;
}

/**
 * The phrase that means a span, with the word before it that says on which side of it. Of several the
 * first, but one with a year goes before one without, and "recently" counts only alone.
 */
function spanned(text: string, tokens: readonly Token[], at: number, direction: Direction): Spanned | null {
  const readers: Partial<Record<Direction, PhraseReader>> = {};
  const past = tokens.some(({ word }) => BEHIND.has(word));
  const found: (Spanned & { worth: number })[] = [];
  for (let i = 0; i < tokens.length && found.length < MOST_PHRASES; i++) {
    const before = wordBefore(tokens, i);
    const edge = edgeAt(tokens, before, i);
    const bent: Direction = edge === 'since' ? 'back' : edge === 'until' && !past ? 'ahead' : direction;
    const phrase = (readers[bent] ??= new PhraseReader(tokens, { at, direction: bent })).at(i);
    if (!phrase) continue;
    const { vague, dated } = phrase;
    const range = rangeFrom(tokens, phrase, before, at, direction);
    const one = range ?? { span: phrase.span, relation: edge ?? (phrase.ranged ? 'between' : 'during'), from: edge ? before : i, next: phrase.next, vague };
    found.push({ ...one, worth: vague ? 0 : dated ? 2 : 1 });
    i = one.next - 1;
  }
  const most = Math.max(...found.map(({ worth }) => worth));
  const best = found.find(({ worth }) => worth === most);
  if (best) return best;
  const clock = clockTime(text, at);
  return clock && { span: clock, relation: 'during', from: -1, next: -1, vague: false };
}

/** Index of the word before a phrase that is no article; -1 at the beginning. */
function wordBefore(tokens: readonly Token[], i: number): number {
  let at = i - 1;
  while (at >= 0 && at > i - 4 && ARTICLES.has(tokens[at]!.word) && !EDGES.has(tokens[at]!.word)) at--;
  return at;
}

function edgeAt(tokens: readonly Token[], before: number, phrase: number): Edge | null {
  const edge = before < 0 ? undefined : EDGES.get(tokens[before]!.word);
  // "vor zwei Wochen" is a point; there the word belongs to the phrase.
  return edge === undefined || before === phrase ? null : edge;
}

/** "between March and May", "from September to January", "March to May". */
function rangeFrom(tokens: readonly Token[], first: Phrase, before: number, at: number, direction: Direction): Spanned | null {
  const joint = tokens[first.next]?.word ?? '';
  const opened = before >= 0 && BETWEEN.has(tokens[before]!.word);
  if (!AND.has(joint) || (!opened && (joint === 'and' || joint === 'und' || joint === 'y' || joint === 'et' || joint === 'e' || joint === 'en' || joint === 'a'))) return null;
  let start = first.next + 1;
  while (start < first.next + 4 && ARTICLES.has(tokens[start]?.word ?? '')) start++;
  const end = new PhraseReader(tokens, { at, direction }).at(start);
  if (!end) return null;
  // A range runs forward: of two bare names the later one says which year, the other fits to it.
  let from = first.span.from;
  let { to } = end.span;
  if (from > to && direction === 'back') from = new PhraseReader(tokens, { at: to, direction: 'back' }).at(first.from)?.span.from ?? from;
  else if (from > to) to = new PhraseReader(tokens, { at: from, direction: 'ahead' }).at(start)?.span.to ?? to;
  if (from > to) [from, to] = [Math.min(from, end.span.from), Math.max(first.span.to, to)];
  return { span: { from, to }, relation: 'between', from: opened ? before : first.from, next: end.next, vague: false };
}

/** Times of the day, which the library knows best: "at 5 pm", "two hours from now". */
function clockTime(text: string, at: number): Span | null {
  if (text.length > MOST_CHARS_CHRONO || !CLOCK_TIME.test(text)) return null;
  const found = parse(text, { instant: new Date(at), timezone: 0 })[0];
  if (!found?.start.isCertain('hour')) return null;
  const from = found.start.date().getTime();
  const to = Math.max(found.end?.date().getTime() ?? from, from + HOUR_MS);
  return Number.isFinite(from) && Number.isFinite(to) ? { from, to } : null;
}

/** A day or span a memory's own text speaks of. */
export interface NamedSpan extends Span {
  phrase: string;
}

const MOST_DATES = 16;
/** Longer spans say too little about when something was. */
const LONGEST_MS = 400 * DAY_MS;

/**
 * The dates inside a text, told at a moment: "on 7 May", "next Friday", "last summer". Where nothing says
 * whether it looks back or ahead, the nearer one is meant.
 * @param moment when the text was said, milliseconds UTC
 * @param zone minutes the person's clock was ahead of UTC
 */
export function datesIn(text: string, moment: number, zone = 0): NamedSpan[] {
  const at = within(moment);
  const found: NamedSpan[] = [];
  const offset = zone * 60_000;
  for (const sentence of text.slice(0, MOST_CHARS).split(/(?<=(?<!\d)[.!?]|\n)\s+/)) {
    const tokens = tokensOf(sentence);
    const behind = tokens.some(({ word }) => BEHIND.has(word));
    const ahead = tokens.some(({ word }) => AHEAD.has(word));
    const reader = new PhraseReader(tokens, { at: at + offset, direction: behind && !ahead ? 'back' : ahead && !behind ? 'ahead' : 'near' });
    for (let i = 0; i < tokens.length && found.length < MOST_DATES; i++) {
      const phrase = EVERY.has(tokens[i - 1]?.word ?? '') || (PLURAL_DAYS.has(tokens[i]!.word) && !/['’]/.test(tokens[i]!.written)) ? null : reader.at(i);
      if (!phrase) continue;
      const { span } = phrase;
      if (span.to - span.from <= LONGEST_MS) found.push({ from: span.from - offset, to: span.to - offset, phrase: cut(sentence, tokens, i, phrase.next) });
      i = phrase.next - 1;
    }
  }
  return found;
}
