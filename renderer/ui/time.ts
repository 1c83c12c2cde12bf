const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dayYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** A date as short as it can be said today. */
export function shortDate(at: number, now = Date.now()): string {
  const then = new Date(at);
  const today = new Date(now);
  if (then.toDateString() === today.toDateString()) return clock.format(then);
  return (then.getFullYear() === today.getFullYear() ? day : dayYear).format(then);
}

export const exactDate = (at: number): string => exact.format(at);

/** `3 hours ago`, `in 12 days`. */
export function ago(at: number, now = Date.now()): string {
  const seconds = (at - now) / 1000;
  const steps = [['year', 31_536_000], ['month', 2_592_000], ['day', 86_400], ['hour', 3_600], ['minute', 60]] as const;
  for (const [unit, size] of steps) if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  return seconds < -5 ? 'less than a minute ago' : 'now';
}

/** Milliseconds since 1970 as the value of a datetime-local input, and back. */
export function toInputValue(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
export function fromInputValue(value: string): number | null {
  const at = new Date(value).getTime();
  return Number.isNaN(at) ? null : at;
}

/** `40 ms`, `0.4 s`, `12 s`, `3 min`, `2 h`. */
export function span(seconds: number): string {
  if (seconds < 0.1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}

/** `812 B`, `3.4 MB`. */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
