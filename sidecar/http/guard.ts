import type { IncomingMessage } from 'node:http';
import { EngramError } from '../../contract/index.ts';

/** Size limits of the loopback server, in bytes. */
export const bounds = {
  /** One REST body. */
  bodyBytes: 1_048_576,
  /** One WebSocket message: a full batch of the longest memories still fits. */
  messageBytes: 16_777_216,
  /** Time a client has to send its headers, in milliseconds. */
  headerMs: 10_000,
} as const;

/** Names a browser may use for this machine; anything else is a rebound name. */
const names = ['127.0.0.1', 'localhost', '[::1]'];
/** A second copy of one of these is how two parsers are made to disagree. */
const single = new Set(['host', 'origin', 'authorization', 'content-type', 'content-length', 'sec-fetch-site']);
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const withBody = new Set(['POST', 'PUT', 'PATCH']);
const jsonType = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;

/**
 * Looks at the head of a request only, never at its body, so that a web page, a rebound name or
 * another program is refused before anything is parsed. Null when the request may go on.
 */
export function refusal(request: IncomingMessage, port: number): EngramError | null {
  if (repeatsHeader(request)) return new EngramError('INVALID_INPUT', { detail: 'repeated header' });
  const host = request.headers.host?.toLowerCase();
  if (host === undefined || !names.some((name) => host === `${name}:${port}`)) return forbidden('host');
  const origin = request.headers.origin;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`) return forbidden('origin');
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none' && site !== 'same-origin') return forbidden('sec-fetch-site');
  if (request.url === undefined || !request.url.startsWith('/') || request.url.startsWith('//'))
    return new EngramError('INVALID_INPUT', { detail: 'request target' });
  return null;
}

/** The further conditions of a call: a known method and, with a body, JSON and nothing else. */
export function callRefusal(request: IncomingMessage): EngramError | null {
  const method = request.method ?? '';
  if (!methods.has(method)) return new EngramError('INVALID_INPUT', { detail: 'method' });
  const length = request.headers['content-length'];
  const chunked = request.headers['transfer-encoding'] !== undefined;
  const sends = chunked || (length !== undefined && length !== '0');
  const type = request.headers['content-type'];
  if ((withBody.has(method) || sends || type !== undefined) && !jsonType.test(type ?? ''))
    return new EngramError('INVALID_INPUT', { detail: 'content-type must be application/json' });
  if (request.headers['content-encoding'] !== undefined || request.headers['content-disposition'] !== undefined)
    return new EngramError('INVALID_INPUT', { detail: 'content encoding' });
  if (Number(length ?? 0) > bounds.bodyBytes) return tooLarge();
  return null;
}

/** The token of an `Authorization: Bearer …` header, or null. */
export function bearerOf(request: IncomingMessage): string | null {
  return /^Bearer ([A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

export function tooLarge(): EngramError {
  return new EngramError('CONTENT_TOO_LARGE', { limit: `a request holds at most ${bounds.bodyBytes} bytes` });
}

function forbidden(what: string): EngramError {
  return new EngramError('FORBIDDEN_ORIGIN', { detail: what });
}

function repeatsHeader(request: IncomingMessage): boolean {
  const seen = new Set<string>();
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i]!.toLowerCase();
    if (single.has(name) && seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}
