import { ORPCError } from '@orpc/client';
import { ErrorBody, type ErrorCode, type ErrorData } from '../../contract/index.ts';

/** What went wrong, in words for a person: the cause, what to do, and facts when there are any. */
export interface Fault {
  code: ErrorCode | 'CONNECTION_LOST' | 'UNKNOWN';
  message: string;
  action: string;
  data: Partial<ErrorData>;
}

/** The host is away: a call could not be sent, or its answer never came. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  constructor(options?: ErrorOptions) {
    super('The connection to Engram was lost.', options);
  }
}

const lost: Fault = {
  code: 'CONNECTION_LOST',
  message: 'The connection to Engram was lost.',
  action: 'Your text is safe. It connects again by itself; then retry.',
  data: {},
};

/** Any thrown value as a fault; texts of foreign errors are not shown. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof ConnectionLost || isAbort(thrown)) return lost;
  if (thrown instanceof ORPCError) {
    const body = ErrorBody.safeParse({ code: thrown.code, message: thrown.message, data: thrown.data });
    if (body.success) return bodyFault(body.data);
  }
  return {
    code: 'UNKNOWN',
    message: 'Something unexpected happened.',
    action: 'Try again; run the doctor in Vault, Protection if it persists.',
    data: {},
  };
}

/** An error stored with a message or a job. */
export function bodyFault(body: ErrorBody): Fault {
  return { code: body.code, message: body.message, action: body.data.action, data: body.data };
}

export function isLost(thrown: unknown): boolean {
  return thrown instanceof ConnectionLost || isAbort(thrown);
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError'
    || thrown instanceof Error && /abort|closed|peer/i.test(`${thrown.name} ${thrown.message}`) && !(thrown instanceof ORPCError);
}
