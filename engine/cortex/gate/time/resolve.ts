import { DAY_MS, HOUR_MS, dayOf, days, easter, monthAt, monthSpan, plusMonths, quarterSpan, seasonSpan, utc, weekdayAt, weekendSpan, weekSpan, yearAt, yearSpan, type Span } from './calendar.ts';
import { FEASTS, type Unit } from './lexicon.ts';

/** Which way a time without a year looks: back, ahead, or to the nearer one. */
export type Direction = 'back' | 'ahead' | 'near';
/** `last`, `this`, `next`, or nothing before the word. */
export type Which = -1 | 0 | 1 | null;

export interface Clock {
  /** The moment relative words refer to, in milliseconds of the person's own day. */
  at: number;
  direction: Direction;
}

/** Around "N weeks ago" and "N months ago" people are wrong by about half the unit. */
const WEEK_SLACK_DAYS = 3;
const MONTH_SLACK_DAYS = 15;

/**
 * The occurrence a bare name means. @param of the span in a year (or other period) counted from the current one
 */
function occurrence(of: (offset: number) => Span, clock: Clock, which: Which): Span {
  const { at, direction } = clock;
  const candidates = [-2, -1, 0, 1, 2].map(of);
  const started = candidates.filter((span) => span.from <= at).at(-1)!;
  const over = candidates.filter((span) => span.to < dayOf(at)).at(-1)!;
  const notOver = candidates.find((span) => span.to >= at)!;
  if (which === -1) return over;
  if (which === 1) return candidates.find((span) => span.from > at)!;
  if (which === 0) return notOver;
  if (direction === 'back') return started;
  if (direction === 'ahead') return notOver;
  return at - started.from <= notOver.from - at || started === notOver ? started : notOver;
}

export const monthNamed = (month: number, clock: Clock, which: Which): Span => occurrence((offset) => monthSpan(yearAt(clock.at) + offset, month), clock, which);
export const seasonNamed = (first: number, clock: Clock, which: Which): Span => occurrence((offset) => seasonSpan(yearAt(clock.at) + offset, first), clock, which);
export const dayNamed = (month: number, day: number, clock: Clock, which: Which): Span => occurrence((offset) => days(utc(yearAt(clock.at) + offset, month, day)), clock, which);
/** "the 7th": the day of this month, or of the one before or after. */
export const dayOfMonth = (day: number, clock: Clock): Span =>
  occurrence((offset) => days(utc(yearAt(clock.at), monthAt(clock.at) + offset, day)), clock, null);

/** A feast by name, in a given year or as the direction says. Null for a word that is none. */
export function feastNamed(name: string, clock: Clock, which: Which, year?: number): Span | null {
  const fixed = FEASTS.get(name);
  const on = (y: number): Span => (fixed ? days(utc(y, fixed[0], fixed[1]), fixed[2]) : days(easter(y), 2));
  return year === undefined ? occurrence((offset) => on(yearAt(clock.at) + offset), clock, which) : on(year);
}

/** A weekday: the last before today, that of this week, that of the week after, or as the direction says. */
export function weekdayNamed(weekday: number, clock: Clock, which: Which): Span {
  const today = dayOf(clock.at);
  const back = today - (((weekdayAt(today) - weekday + 6) % 7) + 1) * DAY_MS;
  const ahead = today + (((weekday - weekdayAt(today) + 6) % 7) + 1) * DAY_MS;
  const inWeek = (week: Span) => week.from + ((weekday + 6) % 7) * DAY_MS;
  if (which === -1) return days(back);
  if (which === 0) return days(inWeek(weekSpan(today)));
  if (which === 1) return days(inWeek(weekSpan(today + 7 * DAY_MS)));
  // In a text the day to come is meant more often than the one gone by.
  return days(clock.direction === 'back' ? back : ahead);
}

/** "last week", "this month", "next year". */
export function unitNamed(unit: Unit, at: number, which: Exclude<Which, null>): Span {
  if (unit === 'hour' || unit === 'minute') return which < 0 ? { from: at - HOUR_MS, to: at } : { from: at, to: at + HOUR_MS };
  if (unit === 'day') return days(at + which * DAY_MS);
  if (unit === 'week') return weekSpan(at + which * 7 * DAY_MS);
  if (unit === 'weekend') return weekendSpan(at + which * 7 * DAY_MS);
  if (unit === 'month') return monthSpan(yearAt(at), monthAt(at) + which);
  if (unit === 'quarter') return quarterSpan(yearAt(at), Math.floor(monthAt(at) / 3) + which);
  return yearSpan(yearAt(at) + which);
}

const moved = (at: number, count: number, unit: Unit): number => {
  if (unit === 'minute') return at + count * 60_000;
  if (unit === 'hour') return at + count * HOUR_MS;
  if (unit === 'day') return at + count * DAY_MS;
  if (unit === 'week' || unit === 'weekend') return at + count * 7 * DAY_MS;
  return plusMonths(at, Math.round(count * (unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12)));
};

/** "three weeks ago", "in two months": the point, as wide as people are exact about it. */
export function awayBy(count: number, unit: Unit, at: number): Span {
  const point = moved(at, count, unit);
  if (unit === 'minute' || unit === 'hour') return { from: point - HOUR_MS, to: point + HOUR_MS };
  if (unit === 'day') return days(point);
  if (unit === 'weekend') return weekendSpan(point);
  if (unit === 'week') return days(point - WEEK_SLACK_DAYS * DAY_MS, 2 * WEEK_SLACK_DAYS + 1);
  if (unit === 'year' && Number.isInteger(count)) return yearSpan(yearAt(point));
  return days(point - MONTH_SLACK_DAYS * DAY_MS, 2 * MONTH_SLACK_DAYS + 1);
}

/** "the last ten days", "the next two weeks": from now in one direction, today included. */
export function stretch(count: number, unit: Unit, at: number): Span {
  const end = moved(at, count, unit);
  if (unit === 'minute' || unit === 'hour') return count < 0 ? { from: end, to: at } : { from: at, to: end };
  return count < 0 ? { from: dayOf(end), to: dayOf(at) + DAY_MS - 1 } : { from: dayOf(at), to: dayOf(end) + DAY_MS - 1 };
}

/** A day counted from a date: "two days before 12 June". */
export const dayFrom = (date: Span, count: number, unit: Unit): Span => days(moved(count < 0 ? date.from : date.to, count, unit));

/** "the week before 12 June", "the day after Easter": the unit next to a date. */
export function unitBeside(unit: Unit, date: Span, before: boolean): Span {
  if (unit !== 'weekend') return unitNamed(unit, before || unit !== 'day' ? date.from : date.to, before ? -1 : 1);
  const own = weekendSpan(before ? date.from : date.to);
  // Of a Sunday or a Saturday the weekend before is not its own.
  if (before) return own.to < date.from ? own : weekendSpan(date.from - 7 * DAY_MS);
  return own.from > date.to ? own : weekendSpan(date.to + 7 * DAY_MS);
}
