export { systemClock, type Clock } from './clock.ts';
export { createIds, type NewId } from './ids.ts';
export { jsonLog, silentLog, type Log, type LogFacts, type LogLevel } from './log.ts';
export { bothLogs, fileLog, LOG_DAYS } from './file-log.ts';
