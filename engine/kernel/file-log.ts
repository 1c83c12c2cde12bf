import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import type { Log, LogFacts, LogLevel } from './log.ts';

/** Days a log file stays. */
export const LOG_DAYS = 7;
const PRIVATE_DIR = 0o700;
const PRIVATE_FILE = 0o600;
const NAME = /^engram-(\d{4}-\d\d-\d\d)\.log$/;

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Only what the type allows goes out, whatever an object may carry at run time. */
function allowed({ code, id, ms, count, bytes, what }: LogFacts): LogFacts {
  const facts: LogFacts = {};
  if (typeof code === 'string') facts.code = code;
  if (typeof id === 'string' && /^[0-9A-Z]{26}$/.test(id)) facts.id = id;
  if (typeof ms === 'number') facts.ms = ms;
  if (typeof count === 'number') facts.count = count;
  if (typeof bytes === 'number') facts.bytes = bytes;
  if (typeof what === 'string' && /^[\w./-]{1,80}$/.test(what)) facts.what = what;
  return facts;
}

/**
 * One JSON object a line into a file a day, in a folder for the owner only; the newest seven stay.
 * Never throws: a log that cannot be written must not stop what it would tell about.
 */
export function fileLog(dir: string, now: () => number, least: LogLevel = 'info'): Log {
  let open: { day: string; logger: Logger } | null = null;
  const loggerOf = (day: string): Logger => {
    if (open?.day === day) return open.logger;
    mkdirSync(dir, { recursive: true, mode: PRIVATE_DIR });
    const old = readdirSync(dir).filter((name) => NAME.test(name)).sort().slice(0, -LOG_DAYS + 1);
    for (const name of old) if (name !== `engram-${day}.log`) rmSync(join(dir, name), { force: true });
    const logger = pino(
      { level: least, base: null, timestamp: () => `,"time":"${new Date(now()).toISOString()}"`, messageKey: 'event', formatters: { level: (label) => ({ level: label }) } },
      pino.destination({ dest: join(dir, `engram-${day}.log`), sync: true, mode: PRIVATE_FILE }),
    );
    open = { day, logger };
    return logger;
  };
  return (level, event, facts = {}) => {
    try {
      loggerOf(dayOf(now()))[level](allowed(facts), event);
    } catch {
      open = null;
    }
  };
}

/** Tells several logs at once. */
export const bothLogs = (...logs: readonly Log[]): Log => (level, event, facts) => {
  for (const log of logs) log(level, event, facts);
};
