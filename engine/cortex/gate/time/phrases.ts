import type { Token } from '../tokens.ts';
import { dayOf, days, monthSpan, plusMonths, quarterSpan, thirdOf, utc, weekdayAt, weekendSpan, weekSpan, yearAt, yearSpan, DAY_MS, type Span } from './calendar.ts';
import { AGO_AFTER, AGO_BEFORE, AMBIGUOUS, AND, ANCHORS, ARTICLES, DIRECT_PARTS, EASTER, EDGES, FEASTS, MONTHS, NEXT, NUMBERS, PARTS, PAST, SEASONS, SHIFTS, THIS, UNITS, WEEKDAYS, type Unit } from './lexicon.ts';
import { awayBy, dayFrom, dayNamed, dayOfMonth, feastNamed, monthNamed, seasonNamed, stretch, unitBeside, unitNamed, weekdayNamed, type Clock, type Which } from './resolve.ts';

/** A time in a text: what it means, and the tokens it takes, `from` up to but without `next`. */
export interface Phrase {
  span: Span;
  from: number;
  next: number;
  /** A year stands there: it can mean nothing else. */
  dated: boolean;
  /** "Recently": about when, not when. */
  vague: boolean;
  /** From one day to another. */
  ranged: boolean;
}
type Found = Pick<Phrase, 'span' | 'next'> & { vague?: true; ranged?: true };

const RECENT_DAYS = 14;
const OTHER_DAY_DAYS = 7;
const THIS_TIME_DAYS = 30;
const DEEPEST = 3;
const OLDEST_YEAR = 1900;
const LATEST_YEAR = 2100;
const RECENTLY = new Set('recently lately neulich kurzlich recientemente ultimamente recemment recentemente onlangs'.split(' '));
const ORDINAL_ENDS = new Set(['st', 'nd', 'rd', 'th']);
const DAY_PARTS = new Set('morning afternoon evening night abend morgen nachmittag abends'.split(' '));
const HALVES: ReadonlyMap<string, number> = new Map([['first', 0], ['1st', 0], ['second', 1], ['2nd', 1], ['third', 2], ['fourth', 3]]);
/** `hier` is "here" in German and Dutch, "yesterday" in French; `morgen` greets, `manana` is also the morning. */
const FRENCH = new Set('qu est j ai avons quoi fait c ce que nous on le la les avant'.split(' '));

/** The unit before the last one. */
const twiceBack = (unit: Unit, at: number): Span => {
  const last = unitNamed(unit, at, -1);
  return unitNamed(unit, unit === 'weekend' ? last.from : dayOf(last.from) + 1, -1);
};

/** Reads time phrases over the words of one text. */
export class PhraseReader {
  readonly #tokens: readonly Token[];
  readonly #clock: Clock;
  readonly #french: boolean;
  /** Phrases inside phrases: "the end of the first half of last year" has three. */
  #depth = 0;

  constructor(tokens: readonly Token[], clock: Clock) {
    this.#tokens = tokens;
    this.#clock = clock;
    this.#french = tokens.filter(({ word }) => FRENCH.has(word)).length >= 2;
  }

  #word(i: number): string {
    return this.#tokens[i]?.word ?? '';
  }

  /** The first place at or after `i` that is no article or preposition. At most three are passed. */
  #past(i: number): number {
    let at = i;
    while (at < i + 3 && ARTICLES.has(this.#word(at))) at++;
    return at;
  }

  #which(i: number): Which {
    const word = this.#word(i);
    return PAST.has(word) ? -1 : THIS.has(word) ? 0 : NEXT.has(word) ? 1 : null;
  }

  /** A month, weekday or season name, when it can be one here. */
  #named<T>(table: ReadonlyMap<string, T>, i: number): T | undefined {
    const word = this.#word(i);
    const value = table.get(word);
    if (value === undefined || !AMBIGUOUS.has(word)) return value;
    const beside = this.#word(i - 1);
    const after = this.#word(i + 1);
    const listed = /^(?:and|to|or|und|y|et|e|en|a|bis|by)$/.test(beside) && (MONTHS.has(this.#word(i - 2)) || WEEKDAYS.has(this.#word(i - 2)) || /^\d+$/.test(this.#word(i - 2)));
    const certain = ANCHORS.has(beside) || listed || this.#year(this.#past(i + 1)) !== null || /^\d+$/.test(beside) || ORDINAL_ENDS.has(beside) || /^\d+$/.test(after) || PARTS.has(beside) || (ANCHORS.has(this.#word(i - 2)) && this.#which(i - 1) !== null) || (beside === 'the' && EDGES.has(this.#word(i - 2)));
    return certain ? value : undefined;
  }

  #year(i: number): number | null {
    const word = this.#word(i);
    if (!/^\d{4}$/.test(word)) return null;
    const year = Number(word);
    return year >= OLDEST_YEAR && year <= LATEST_YEAR ? year : null;
  }

  /** A small number in digits or words: "3", "three", "a couple of", "a few". */
  #count(i: number): { value: number; next: number } | null {
    let at = i;
    let word = this.#word(at);
    if (word === 'half' && /^an?$/.test(this.#word(at + 1)) && UNITS.get(this.#word(at + 2)) === 'year') return { value: 0.5, next: at + 2 };
    if ((word === 'a' || word === 'ein') && (NUMBERS.get(this.#word(at + 1)) ?? 0) > 1) word = this.#word(++at);
    const value = /^\d{1,3}$/.test(word) ? Number(word) : NUMBERS.get(word);
    if (value === undefined) return null;
    at++;
    if (this.#word(at) === 'of' || this.#word(at) === 'de') at++;
    return { value, next: at };
  }

  /** The phrase that begins at word `i`, the longest there is. */
  at(i: number): Phrase | null {
    if (this.#depth >= DEEPEST) return null;
    this.#depth++;
    const found = this.#date(i) ?? this.#shift(i) ?? this.#ago(i) ?? this.#relative(i) ?? this.#part(i) ?? this.#calendar(i) ?? this.#loose(i);
    this.#depth--;
    if (found === null) return null;
    const dated = this.#tokens.slice(i, found.next).some(({ word }) => /^\d{4}/.test(word) || /^\d+[./]\d+[./]/.test(word));
    return { span: found.span, next: found.next, from: i, dated, vague: found.vague === true, ranged: found.ranged === true };
  }

  #date(i: number): Found | null {
    const word = this.#word(i);
    const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word);
    if (iso) return this.#day(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]), i + 1);
    const marked = /^(\d{1,4})([./])(\d{1,2})[./](\d{1,4})$/.exec(word);
    if (!marked) return null;
    const [, a, mark, b, c] = marked;
    if (a!.length === 4) return this.#day(Number(a), Number(b) - 1, Number(c), i + 1);
    const year = Number(c) + (c!.length <= 2 ? 2000 : 0);
    // 5/7 is the 7th of May where slashes are usual; 25/7 can only be the 25th.
    const dayFirst = mark === '.' || Number(a) > 12;
    return dayFirst ? this.#day(year, Number(b) - 1, Number(a), i + 1) : this.#day(year, Number(a) - 1, Number(b), i + 1);
  }

  #day(year: number, month: number, day: number, next: number): Found | null {
    const ms = utc(year, month, day);
    if (year < OLDEST_YEAR || year > LATEST_YEAR || new Date(ms).getUTCDate() !== day || month < 0 || month > 11) return null;
    return { span: days(ms), next };
  }

  #shift(i: number): Found | null {
    const { at } = this.#clock;
    const word = this.#word(i);
    if (word === 'this' && this.#word(i + 1) === 'time' && this.#word(i + 2) === 'last' && this.#word(i + 3) === 'year')
      return { span: days(plusMonths(at, -12) - THIS_TIME_DAYS * DAY_MS, 2 * THIS_TIME_DAYS + 1), next: i + 4 };
    if (word === 'day' || word === 'night') {
      const far = this.#word(i + 1) === 'before' && this.#word(i + 2) === 'yesterday' ? -2 : this.#word(i + 1) === 'after' && this.#word(i + 2) === 'tomorrow' ? 2 : 0;
      return far === 0 ? null : { span: days(at + far * DAY_MS), next: i + 3 };
    }
    if ((word === 'last' && this.#word(i + 1) === 'night')) return { span: days(at - DAY_MS), next: i + 2 };
    if (word === 'this' && DAY_PARTS.has(this.#word(i + 1))) return { span: days(at), next: i + 2 };
    if (word === 'avant' && this.#word(i + 1) === 'hier') return { span: days(at - 2 * DAY_MS), next: i + 2 };
    const far = word === 'hier' && this.#french ? -1 : SHIFTS.get(word);
    if (far === undefined) return null;
    const before = this.#word(i - 1);
    if (word === 'morgen' && /^(?:guten|goede|goeden|am|jeden|elke)$/.test(before)) return null;
    if (word === 'manana' && /^(?:la|buena)$/.test(before)) return null;
    return { span: days(at + far * DAY_MS), next: DAY_PARTS.has(this.#word(i + 1)) ? i + 2 : i + 1 };
  }

  /** "three weeks ago", "vor drei Wochen", "il y a trois semaines", "in two days", "two days before 12 June". */
  #ago(i: number): Found | null {
    const word = this.#word(i);
    const { at } = this.#clock;
    const french = word === 'il' && this.#word(i + 1) === 'y' && this.#word(i + 2) === 'a';
    const lead = french ? 3 : AGO_BEFORE.has(word) ? 1 : 0;
    const ahead = lead === 0 && (word === 'in' || word === 'dans' || word === 'dentro' || word === 'over');
    const count = this.#count(i + (ahead ? 1 : lead));
    if (!count) return null;
    const unit = UNITS.get(this.#word(count.next));
    if (unit === undefined) {
      const season = SEASONS.get(this.#word(count.next));
      if (season === undefined || !AGO_AFTER.has(this.#word(count.next + 1))) return null;
      return { span: seasonNamed(season, { at: at - (count.value - 1) * 365.25 * DAY_MS, direction: 'back' }, -1), next: count.next + 2 };
    }
    const after = count.next + 1;
    if (lead > 0 || AGO_AFTER.has(this.#word(after))) return { span: awayBy(-count.value, unit, at), next: lead > 0 ? after : after + 1 };
    if (ahead) return { span: awayBy(count.value, unit, at), next: after };
    const edge = this.#word(after);
    if (edge !== 'before' && edge !== 'after') return null;
    const date = this.at(this.#past(after + 1));
    return date === null ? null : { span: dayFrom(date.span, edge === 'before' ? -count.value : count.value, unit), next: date.next };
  }

  /** "last week", "the past ten days", "next May", "semana pasada", "this weekend". */
  #relative(i: number): Found | null {
    const { at } = this.#clock;
    const which = this.#which(i);
    if (which === null) {
      const unit = UNITS.get(this.#word(i));
      const behind = unit === undefined ? null : this.#which(i + 1);
      if (unit !== undefined && behind !== null && behind !== 0) return { span: unitNamed(unit, at, behind), next: i + 2 };
      if (unit !== undefined && this.#word(i + 1) === 'before' && this.#word(i + 2) === 'last') return { span: twiceBack(unit, at), next: i + 3 };
      if ((unit === 'week' || unit === 'weekend') && this.#word(i + 1) === 'of') return this.#weekOf(i, unit);
      const beside = unit === undefined || unit === 'hour' || unit === 'minute' ? null : this.#beside(i + 1);
      if (unit !== undefined && beside) return { span: unitBeside(unit, beside.span, beside.before), next: beside.next };
      if (unit !== 'weekend' || !/^(?:the|am|ce|het|dit|o|il)$/.test(this.#word(i - 1)) || /^(?:before|after|of|with|in)$/.test(this.#word(i + 1))) return null;
      return { span: unitNamed('weekend', at, this.#clock.direction === 'back' ? -1 : 0), next: i + 1 };
    }
    const count = which === 0 ? null : this.#count(i + 1);
    const counted = count && UNITS.get(this.#word(count.next));
    if (count && counted !== undefined && count.value > 1) return { span: stretch(which! * count.value, counted!, at), next: count.next + 1 };
    const unit = UNITS.get(this.#word(i + 1));
    if (unit === undefined) return this.#calendar(i + 1, which);
    if ((unit === 'week' || unit === 'weekend') && this.#word(i + 2) === 'of') {
      const within = this.#weekOf(i + 1, unit);
      if (within) return within;
    }
    // "the past year" are the twelve months up to now, "last year" is the one before this.
    return { span: this.#word(i) === 'past' ? stretch(-1, unit, at) : unitNamed(unit, at, which), next: i + 2 };
  }

  /** "before 12 June", after a name that it moves: "the Sunday before …", "the week after …". */
  #beside(i: number): { span: Span; next: number; before: boolean } | null {
    const before = this.#word(i) === 'before';
    if (!before && this.#word(i) !== 'after') return null;
    const date = this.at(this.#past(i + 1));
    return date && date.span.to - date.span.from < 7 * DAY_MS ? { span: date.span, next: date.next, before } : null;
  }

  /** "the week of 2 June", "the first week of May". */
  #weekOf(i: number, unit: 'week' | 'weekend'): Found | null {
    const date = this.at(this.#past(i + 2));
    if (!date) return null;
    if (date.span.to - date.span.from < DAY_MS) return { span: unit === 'week' ? weekSpan(date.span.from) : weekendSpan(date.span.from), next: date.next };
    const nth = HALVES.get(this.#word(i - 1)) ?? (this.#word(i - 1) === 'last' ? -1 : null);
    if (nth === null) return { span: date.span, next: date.next };
    if (unit === 'weekend') {
      const saturday = dayOf(date.span.to) - ((weekdayAt(date.span.to) + 1) % 7) * DAY_MS;
      const first = date.span.from + ((6 - weekdayAt(date.span.from) + 7) % 7) * DAY_MS;
      return { span: days(nth < 0 ? saturday : first + nth * 7 * DAY_MS, 2), next: date.next };
    }
    return { span: nth < 0 ? days(date.span.to - 6 * DAY_MS, 7) : days(date.span.from + nth * 7 * DAY_MS, 7), next: date.next };
  }

  /** "end of March", "early 2024", "the second half of last year", "Q3 2024". */
  #part(i: number): Found | null {
    const part = PARTS.get(this.#word(i));
    if (part !== undefined) {
      const place = this.#past(i + 1);
      if (place === i + 1 && !DIRECT_PARTS.has(this.#word(i))) return null;
      const unit = UNITS.get(this.#word(place));
      const whole = unit === 'month' || unit === 'year' || unit === 'week' ? { span: unitNamed(unit, this.#clock.at, 0), next: place + 1 } : this.at(place);
      if (!whole || whole.span.to - whole.span.from < 6 * DAY_MS) return null;
      // "before the end of July" means its last day, "at the end of July" the days around it.
      const edge = EDGES.has(this.#word(i - 1)) || EDGES.has(this.#word(i - 2));
      const span = edge || unit === 'week' ? days(part === 2 ? whole.span.to : whole.span.from) : thirdOf(whole.span, part);
      return { span, next: whole.next };
    }
    if (this.#word(i) === 'q' && /^[1-4]$/.test(this.#word(i + 1))) {
      const year = this.#year(this.#past(i + 2));
      return { span: quarterSpan(year ?? yearAt(this.#clock.at), Number(this.#word(i + 1)) - 1), next: year === null ? i + 2 : this.#past(i + 2) + 1 };
    }
    const nth = HALVES.get(this.#word(i));
    const piece = this.#word(i + 1);
    if (nth === undefined || (piece !== 'half' && piece !== 'quarter') || (piece === 'half' && nth > 1)) return null;
    const whole = this.at(this.#past(i + 2));
    if (!whole || whole.span.to - whole.span.from < 360 * DAY_MS) return null;
    const year = yearAt(whole.span.from);
    return { span: piece === 'quarter' ? quarterSpan(year, nth) : { from: quarterSpan(year, nth * 2).from, to: quarterSpan(year, nth * 2 + 1).to }, next: whole.next };
  }

  /** Names of the calendar: days, months, weekdays, seasons, feasts and years. */
  #calendar(i: number, which: Which = null): Found | null {
    const word = this.#word(i);
    if (/^\d{1,2}$/.test(word)) return this.#numbered(i, Number(word), which);
    const month = this.#named(MONTHS, i);
    if (month !== undefined) return this.#month(i, month, which);
    const weekday = this.#named(WEEKDAYS, i);
    if (weekday !== undefined) return this.#weekday(i, weekday, which);
    const season = this.#named(SEASONS, i);
    if (season !== undefined) return this.#withYear(i + 1, which, (clock, w) => seasonNamed(season, clock, w), (year) => seasonNamed(season, { at: utc(year, 11, 31), direction: 'back' }, null));
    const feast = word === 'new' && /^years?$/.test(this.#word(i + 1)) ? 'new year' : word;
    if (feast === 'new year') {
      const eve = this.#word(i + 2) === 'eve';
      const next = eve || this.#word(i + 2) === 'day' ? i + 3 : i + 2;
      return this.#withYear(next, which, (clock, w) => dayNamed(eve ? 11 : 0, eve ? 31 : 1, clock, w), (year) => days(utc(year, eve ? 11 : 0, eve ? 31 : 1)));
    }
    if (FEASTS.has(feast) || EASTER.has(feast))
      return this.#withYear(this.#word(i + 1) === 'day' ? i + 2 : i + 1, which, (clock, w) => feastNamed(feast, clock, w)!, (year) => feastNamed(feast, this.#clock, null, year)!);
    const year = this.#year(i);
    return year !== null && which === null && (ANCHORS.has(this.#word(i - 1)) || this.#tokens.length === 1) ? { span: yearSpan(year), next: i + 1 } : null;
  }

  /** After a name: "2024", "of last year", "pasado"; else the name on its own. */
  #withYear(next: number, which: Which, named: (clock: Clock, which: Which) => Span, inYear: (year: number) => Span): Found {
    const year = this.#year(this.#past(next));
    if (year !== null) return { span: inYear(year), next: this.#past(next) + 1 };
    const place = this.#past(next);
    const whole = this.#which(place);
    if (whole !== null && UNITS.get(this.#word(place + 1)) === 'year') return { span: inYear(yearAt(this.#clock.at) + whole), next: place + 2 };
    const behind = which === null ? this.#which(next) : null;
    // "Friday last week" is not "last Friday": the word belongs to a unit that follows.
    if (behind !== null && behind !== 0 && !UNITS.has(this.#word(next + 1))) return { span: named(this.#clock, behind), next: next + 1 };
    return { span: named(this.#clock, which), next };
  }

  #month(i: number, month: number, which: Which): Found {
    const day = /^\d{1,2}$/.test(this.#word(i + 1)) ? Number(this.#word(i + 1)) : 0;
    if (day < 1 || day > 31) return this.#withYear(i + 1, which, (clock, w) => monthNamed(month, clock, w), (year) => monthSpan(year, month));
    const next = ORDINAL_ENDS.has(this.#word(i + 2)) ? i + 3 : i + 2;
    return this.#withYear(next, which, (clock, w) => dayNamed(month, day, clock, w), (year) => days(utc(year, month, day)));
  }

  /** "7 May", "the 7th of May 2023", "the 7th". */
  #numbered(i: number, day: number, which: Which): Found | null {
    if (day < 1 || day > 31) return null;
    const ordinal = ORDINAL_ENDS.has(this.#word(i + 1));
    const place = this.#past(i + 1);
    const month = MONTHS.get(this.#word(place));
    if (month !== undefined) {
      const found = this.#withYear(place + 1, which, (clock, w) => dayNamed(month, day, clock, w), (year) => days(utc(year, month, day)));
      return found;
    }
    const last = AND.has(this.#word(i + 1)) && /^\d{1,2}$/.test(this.#word(i + 2)) && MONTHS.has(this.#word(this.#past(i + 3))) ? this.#numbered(i + 2, Number(this.#word(i + 2)), which) : null;
    if (last && last.span.to - last.span.from < DAY_MS) {
      const start = last.span.from - (new Date(last.span.from).getUTCDate() - day) * DAY_MS;
      return start < last.span.from ? { span: { from: start, to: last.span.to }, next: last.next, ranged: true } : last;
    }
    if (!ordinal || !/^(?:the|on|by|since|until|before|after)$/.test(this.#word(i - 1)) || !this.#ends(i + 2)) return null;
    return { span: dayOfMonth(day, this.#clock), next: i + 2 };
  }

  /** "the 7th" is a day only where no noun follows: "the 7th floor" is none. */
  #ends(i: number): boolean {
    const token = this.#tokens[i];
    const last = this.#tokens[i - 1];
    return token === undefined || last === undefined || token.start > last.end + 1 || /^(?:and|at|in|with|i|we|did|was|is|for|to|or|but|she|he|they|until|from|already)$/.test(token.word);
  }

  #weekday(i: number, weekday: number, which: Which): Found {
    const place = this.#past(i + 1);
    const week = this.#which(place);
    if (week !== null && UNITS.get(this.#word(place + 1)) === 'week') {
      const { from } = weekSpan(this.#clock.at + week * 7 * DAY_MS);
      return { span: days(from + ((weekday + 6) % 7) * DAY_MS), next: place + 2 };
    }
    // "Friday the 20th", "Friday, 20 June": the date says which.
    const dated = WEEKDAYS.has(this.#word(this.#past(i + 1))) ? null : this.#calendar(this.#past(i + 1), which);
    if (dated && dated.span.to - dated.span.from < DAY_MS && weekdayAt(dated.span.from) === weekday) return dated;
    const beside = which === null ? this.#beside(i + 1) : null;
    if (beside) return { span: weekdayNamed(weekday, { at: beside.before ? beside.span.from : beside.span.to, direction: beside.before ? 'back' : 'ahead' }, null), next: beside.next };
    const behind = which === null ? this.#which(i + 1) : null;
    if (behind !== null && behind !== 0 && !UNITS.has(this.#word(i + 2))) return { span: weekdayNamed(weekday, this.#clock, behind), next: i + 2 };
    return { span: weekdayNamed(weekday, this.#clock, which), next: DAY_PARTS.has(this.#word(i + 1)) ? i + 2 : i + 1 };
  }

  #loose(i: number): Found | null {
    if (RECENTLY.has(this.#word(i))) return { span: stretch(-RECENT_DAYS, 'day', this.#clock.at), next: i + 1, vague: true };
    if (this.#word(i) === 'other' && this.#word(i + 1) === 'day' && this.#word(i - 1) === 'the') return { span: stretch(-OTHER_DAY_DAYS, 'day', this.#clock.at), next: i + 2, vague: true };
    return null;
  }
}
