import { CommanderError } from 'commander';
import { EngramError, type ErrorBody, errorTable, exitCodes } from '../../contract/index.ts';
import { failureOf } from '../client/index.ts';

/** Exit code of a failed command: 2 for a wrong command line, else what the table says. */
export function exitCodeOf(thrown: unknown): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  return exitCodes[errorTable[failureOf(thrown).code].exit];
}

/** A wrong value on the command line. */
export function usageError(detail: string): EngramError {
  return new EngramError('INVALID_INPUT', { detail });
}

/** The failure as lines for a person. */
export function describeFailure(body: ErrorBody): string {
  const facts = [
    ...(body.data.issues ?? []).map((issue) => `  ${issue.path === '' ? 'input' : issue.path}: ${issue.message}`),
    ...(body.data.limit === undefined ? [] : [`  Limit: ${body.data.limit}`]),
    ...(body.data.detail === undefined ? [] : [`  ${body.data.detail}`]),
    ...(body.data.retryAfterMs === undefined ? [] : [`  Retry after ${Math.ceil(body.data.retryAfterMs / 1000)} s.`]),
  ];
  return [`${body.message} ${body.data.action} (${body.code}, ${body.data.ref})`, ...facts].join('\n');
}
