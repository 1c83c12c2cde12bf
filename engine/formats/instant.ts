import { Instant } from '../../contract/index.ts';

const DAY_MS = 86_400_000;
/** Numbers below it are seconds: as milliseconds they would lie before March 1973. */
const LEAST_MS = 100_000_000_000;

/** A time in any of the usual spellings: ISO 8601 (UTC when it names no zone), seconds or milliseconds. */
export function instantOf(value: unknown): number | undefined {
  let ms = Number.NaN;
  if (typeof value === 'number') ms = Math.abs(value) < LEAST_MS ? value * 1000 : value;
  else if (typeof value === 'string') ms = fromIso(value.trim());
  const parsed = Instant.safeParse(Math.round(ms));
  return parsed.success ? parsed.data : undefined;
}

function fromIso(text: string): number {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?)? ?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text);
  if (!match) return Number.NaN;
  const [, date, minutes = '00:00', seconds = ':00', fraction = '', zone = 'Z'] = match;
  return Date.parse(`${date}T${minutes}${seconds}${fraction.slice(0, 4)}${zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`);
}

/** When a message was written: after 1970 and not in the future, else undefined. */
export function messageTime(value: unknown, now: number | undefined): number | undefined {
  const at = instantOf(value);
  if (at === undefined || at <= 0 || (now !== undefined && at > now + DAY_MS)) return undefined;
  return at;
}

const EARLIEST_MS = Date.UTC(1900, 0, 1);
const CENTURY_MS = 100 * 365.25 * DAY_MS;

/** A moment that a memory or message can have happened at: since 1900 and not in the future; else undefined. */
export const pastTime = (at: number | null | undefined, now: number): number | undefined =>
  at === undefined || at === null || at < EARLIEST_MS || at > now + DAY_MS ? undefined : at;

/** The begin or end of a validity, which may lie ahead, within a century; else undefined. */
export const boundTime = (at: number | null | undefined, now: number): number | undefined =>
  at === undefined || at === null || at < EARLIEST_MS || at > now + CENTURY_MS ? undefined : at;
