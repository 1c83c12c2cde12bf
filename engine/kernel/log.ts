import type { ErrorCode } from '../../contract/index.ts';

/**
 * What a log line may hold: an event name from the code and typed facts. Free text is impossible
 * by type, because deny-lists miss what people write (security-notes 3.20).
 */
export interface LogFacts {
  code?: ErrorCode;
  id?: string;
  ms?: number;
  count?: number;
  bytes?: number;
  /** A name fixed in the code: a stage, a setting, a pragma, a job kind. */
  what?: string;
}
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, event: string, facts?: LogFacts) => void;

export const silentLog: Log = () => {};

/** One JSON object a line, to the given sink (standard error in all hosts). */
export function jsonLog(sink: (line: string) => void, now: () => number, least: LogLevel = 'info'): Log {
  const order: LogLevel[] = ['debug', 'info', 'warn', 'error'];
  return (level, event, facts = {}) => {
    if (order.indexOf(level) < order.indexOf(least)) return;
    sink(JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...facts }));
  };
}
