import { mapEventIterator, ORPCError } from '@orpc/client';
import { os, ValidationError } from '@orpc/server';
import { EngramError, errorTable, type ErrorCode, type ErrorData } from '../../contract/index.ts';

/** Longest path or message of one issue; keys of the input can be of any length. */
const issueChars = 200;
const issuesShown = 20;

type Issue = ValidationError['issues'][number];

/**
 * Any thrown value as an error of the contract's table. Text of unknown errors and the refused
 * input itself are left behind, because both may hold what a memory says.
 */
export function typedError(thrown: unknown): ORPCError<ErrorCode, ErrorData> {
  if (thrown instanceof EngramError) return wire(thrown);
  if (thrown instanceof ORPCError) {
    if (thrown.cause instanceof ValidationError && thrown.code === 'BAD_REQUEST') return wire(fromIssues(thrown.cause.issues));
    if (isCode(thrown.code)) return wire(new EngramError(thrown.code, facts(thrown.data)));
    if (thrown.code === 'BAD_REQUEST') return wire(new EngramError('INVALID_INPUT'));
    if (thrown.code === 'PAYLOAD_TOO_LARGE') return wire(new EngramError('CONTENT_TOO_LARGE'));
  }
  if (thrown instanceof Error && thrown.name === 'AbortError') return wire(new EngramError('CANCELLED'));
  return wire(new EngramError('INTERNAL'));
}

/** The first middleware of every call, on every road: it surrounds validation, handler and stream. */
export const typedErrors = os.middleware(async ({ next, path }) => {
  try {
    const result = await next();
    if (!isStream(result.output)) return result;
    const output = mapEventIterator(result.output, {
      value: async (value) => value,
      error: async (error) => typedError(error),
    });
    return { ...result, output };
  } catch (thrown) {
    const error = typedError(thrown);
    if (error.code === 'INTERNAL') onUnexpected(thrown, path);
    throw error;
  }
});

let onUnexpected: (thrown: unknown, path: readonly string[]) => void = () => {};

/** Hears of errors that no call declares; for the log and for tests. Never shown to a caller. */
export function watchUnexpected(listener: (thrown: unknown, path: readonly string[]) => void): void {
  onUnexpected = listener;
}

/**
 * What a transport adds around the calls: a body that cannot be decoded is INVALID_INPUT, an
 * address without a call is NOT_FOUND.
 */
export const sharedInterceptors = [
  async <Result extends { matched: boolean }>(options: { next(): Promise<Result> }): Promise<Result> => {
    let result: Result;
    try {
      result = await options.next();
    } catch (thrown) {
      // Errors of the calls themselves arrive as ORPCError; anything else was thrown by the decoder.
      throw thrown instanceof ORPCError ? typedError(thrown) : wire(new EngramError('INVALID_INPUT', { detail: 'malformed request' }));
    }
    if (!result.matched) throw wire(new EngramError('NOT_FOUND', { detail: 'no such call' }));
    return result;
  },
];

function wire(error: EngramError): ORPCError<ErrorCode, ErrorData> {
  return new ORPCError(error.code, {
    defined: true,
    status: errorTable[error.code].status,
    message: error.message,
    data: error.data,
  });
}

function fromIssues(issues: readonly Issue[]): EngramError {
  const shown = issues.slice(0, issuesShown).map((issue) => ({
    path: issuePath(issue).slice(0, issueChars),
    message: issue.message.slice(0, issueChars),
  }));
  const tooLarge = issues.find((issue) => (issue as { params?: { tooLarge?: boolean } }).params?.tooLarge === true);
  if (tooLarge === undefined) return new EngramError('INVALID_INPUT', { issues: shown });
  return new EngramError('CONTENT_TOO_LARGE', { issues: shown, limit: tooLarge.message.slice(0, issueChars) });
}

function issuePath(issue: Issue): string {
  return (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}

function facts(data: unknown): Partial<ErrorData> {
  if (typeof data !== 'object' || data === null) return {};
  const { ref: _ref, action: _action, ...rest } = data as Partial<ErrorData>;
  return rest;
}

function isStream(output: unknown): output is AsyncIterator<unknown, unknown, void> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
}
