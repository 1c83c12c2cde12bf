import { errorTable, type ErrorBody, type ErrorCode, type ErrorData } from './errors.ts';

type Facts = Omit<Partial<ErrorData>, 'ref' | 'action'>;

/**
 * The one error class. `detail` may hold names, limits and codes, never a secret and never the
 * text of a memory; the cause stays in this process and is not sent anywhere.
 */
export class EngramError extends Error {
  override readonly name = 'EngramError';
  readonly code: ErrorCode;
  readonly data: ErrorData;

  constructor(code: ErrorCode, facts: Facts = {}, options?: ErrorOptions) {
    super(errorTable[code].message, options);
    this.code = code;
    this.data = { ref: errorTable[code].ref, action: errorTable[code].action, ...facts };
  }

  /** Survives structured clones between threads, where classes are lost. */
  static fromBody(body: ErrorBody): EngramError {
    const { ref: _ref, action: _action, ...facts } = body.data;
    return new EngramError(body.code, facts);
  }
}

/** Any thrown value as data. What is not ours becomes INTERNAL and keeps its text to itself. */
export function errorBody(thrown: unknown): ErrorBody {
  const error = thrown instanceof EngramError ? thrown : new EngramError('INTERNAL', {}, { cause: thrown });
  return { code: error.code, message: error.message, data: error.data };
}
