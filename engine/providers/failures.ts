import { APICallError, RetryError } from 'ai';
import { EngramError } from '../../contract/index.ts';

/** Codes of a socket or name look-up that never reached the provider. */
const unreachable = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE',
  'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_SOCKET',
  'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED',
]);

/**
 * Milliseconds a `retry-after` header asks for: seconds, or a date compared with the `date` header
 * of the same answer so that no local clock is needed. Undefined when absent or unreadable.
 */
export function retryAfterMs(headers: { get(name: string): string | null }): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
  const wait = Date.parse(value) - Date.parse(headers.get('date') ?? '');
  return Number.isFinite(wait) && wait >= 0 ? wait : undefined;
}

/** The error an HTTP status of a provider means. The body is never quoted: it may echo the prompt. */
export function statusError(status: number, headers: { get(name: string): string | null }): EngramError {
  if (status === 401 || status === 403) return new EngramError('PROVIDER_KEY_REJECTED', { detail: `HTTP ${status}` });
  if (status === 429 || status === 529) {
    const wait = retryAfterMs(headers);
    return new EngramError('PROVIDER_RATE_LIMITED', { detail: `HTTP ${status}`, ...(wait === undefined ? {} : { retryAfterMs: wait }) });
  }
  return new EngramError('PROVIDER_FAILED', { detail: `HTTP ${status}` });
}

function connectionCode(thrown: unknown): string | null {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 6; error = error.cause, depth += 1) {
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string' && unreachable.has(code)) return code;
    const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
    if (inner !== undefined) return connectionCode(inner);
  }
  return null;
}

/** True for `fetch failed` and its kin: no answer at all. */
export function isUnreachable(thrown: unknown): boolean {
  if (connectionCode(thrown) !== null) return true;
  for (let error = thrown, depth = 0; error instanceof Error && depth < 6; error = error.cause, depth += 1) {
    if (error instanceof TypeError && error.message === 'fetch failed') return true;
    if (error.name === 'TimeoutError') return true;
  }
  return false;
}

/**
 * What went wrong at a provider, as one of our errors. Foreign errors hold the prompt, the key and
 * the answer (`requestBodyValues`, headers), so nothing of them is kept, not even as the cause.
 */
export function providerError(thrown: unknown, signal?: AbortSignal): EngramError {
  if (signal?.aborted) return new EngramError('CANCELLED');
  if (thrown instanceof EngramError) return thrown;
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  if (APICallError.isInstance(error)) {
    const headers = new Map(Object.entries(error.responseHeaders ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
    if (error.statusCode !== undefined && error.statusCode >= 400)
      return statusError(error.statusCode, { get: (name) => headers.get(name) ?? null });
    if (isUnreachable(error) || error.statusCode === undefined) return new EngramError('PROVIDER_UNREACHABLE', codeFacts(error));
    return new EngramError('PROVIDER_FAILED', { detail: 'unreadable answer' });
  }
  if (isUnreachable(error)) return new EngramError('PROVIDER_UNREACHABLE', codeFacts(error));
  // Anthropic, OpenAI and Google also report trouble inside a stream that began with 200.
  const kind = streamErrorKind(error);
  if (kind !== null && /rate_limit|overloaded|resource_exhausted/i.test(kind)) return new EngramError('PROVIDER_RATE_LIMITED', { detail: 'in the stream' });
  if (kind !== null && /authentication|permission|invalid_api_key|unauthenticated/i.test(kind)) return new EngramError('PROVIDER_KEY_REJECTED', { detail: 'in the stream' });
  return new EngramError('PROVIDER_FAILED', { detail: kind === null ? 'unreadable answer' : 'error in the stream' });
}

function codeFacts(error: unknown): { detail?: string } {
  const code = connectionCode(error);
  return code === null ? {} : { detail: code };
}

function streamErrorKind(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { type, code, status } = error as { type?: unknown; code?: unknown; status?: unknown };
  for (const value of [type, code, status]) if (typeof value === 'string') return value;
  const inner = (error as { error?: unknown }).error;
  return inner === undefined || inner === error ? null : streamErrorKind(inner);
}
