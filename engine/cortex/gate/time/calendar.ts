/** A span of time, both ends included, in milliseconds. */
export interface Span {
  from: number;
  to: number;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const SHORTEST_MONTH_DAYS = 28;

/** Midnight of a day; unlike `Date.UTC` it takes the years before 100 as they are. */
export function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;
export const days = (from: number, count = 1): Span => ({ from: dayOf(from), to: dayOf(from) + count * DAY_MS - 1 });
export const yearAt = (ms: number): number => new Date(ms).getUTCFullYear();
export const monthAt = (ms: number): number => new Date(ms).getUTCMonth();
export const weekdayAt = (ms: number): number => new Date(ms).getUTCDay();

/** `month` may lie outside 0..11; the year moves with it. */
export const monthSpan = (year: number, month: number, months = 1): Span => ({ from: utc(year, month, 1), to: utc(year, month + months, 1) - 1 });
export const yearSpan = (year: number): Span => monthSpan(year, 0, 12);

/** Monday to Sunday around a moment. */
export function weekSpan(ms: number): Span {
  return days(dayOf(ms) - ((weekdayAt(ms) + 6) % 7) * DAY_MS, 7);
}

/** Saturday and Sunday of the week a moment lies in. */
export function weekendSpan(ms: number): Span {
  return days(weekSpan(ms).from + 5 * DAY_MS, 2);
}

/** Three months from `first`; a winter begins in December of `year`. */
export const seasonSpan = (year: number, first: number): Span => monthSpan(year, first, 3);

export function quarterSpan(year: number, quarter: number): Span {
  return monthSpan(year, quarter * 3, 3);
}

/** First, middle or last third: of days below four weeks, days 1–10, 11–20 and 21–end of one month, else of the months. */
export function thirdOf(span: Span, part: 0 | 1 | 2): Span {
  const length = Math.round((span.to - span.from) / DAY_MS);
  if (length < SHORTEST_MONTH_DAYS) return { from: span.from + Math.floor((part * length) / 3) * DAY_MS, to: span.from + Math.floor(((part + 1) * length) / 3) * DAY_MS - 1 };
  const months = (yearAt(span.to) - yearAt(span.from)) * 12 + monthAt(span.to) - monthAt(span.from) + 1;
  if (months > 1) return monthSpan(yearAt(span.from), monthAt(span.from) + Math.floor((part * months) / 3), Math.max(1, Math.floor(months / 3)));
  const from = span.from + part * 10 * DAY_MS;
  return { from, to: part === 2 ? span.to : from + 10 * DAY_MS - 1 };
}

/** Easter Sunday of a year of the Gregorian calendar (Meeus). */
export function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return utc(year, Math.floor(n / 31) - 1, (n % 31) + 1);
}

/** A moment `count` months later; the last day of a shorter month stands for one it lacks. */
export function plusMonths(ms: number, count: number): number {
  const first = utc(yearAt(ms), monthAt(ms) + count, 1);
  const last = new Date(utc(yearAt(first), monthAt(first) + 1, 0)).getUTCDate();
  return first + (Math.min(new Date(ms).getUTCDate(), last) - 1) * DAY_MS + (ms - dayOf(ms));
}
