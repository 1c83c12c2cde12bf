import { EngramError, type ProviderKind } from '../../contract/index.ts';
import { providerError, statusError } from './failures.ts';

/** Most bytes of a provider's answer that are read; a list of models is far smaller. */
const ANSWER_BYTES = 64 * 1024 * 1024;

/** How each protocol carries the key. */
export function keyHeaders(kind: ProviderKind, key: string | null): Record<string, string> {
  const version: Record<string, string> = kind === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {};
  if (key === null) return version;
  if (kind === 'anthropic') return { ...version, 'x-api-key': key };
  if (kind === 'google') return { 'x-goog-api-key': key };
  return { authorization: `Bearer ${key}` };
}

interface JsonRequest {
  url: string;
  headers: Record<string, string>;
  /** GET, or POST with a body, when left out. */
  method?: 'PUT' | 'DELETE';
  /** Sent as JSON when given. */
  body?: unknown;
  signal?: AbortSignal;
  timeoutMs: number;
}

/**
 * Asks a provider for JSON. Throws PROVIDER_UNREACHABLE, PROVIDER_KEY_REJECTED,
 * PROVIDER_RATE_LIMITED, PROVIDER_FAILED or CANCELLED. Redirects are refused: they would carry the
 * key to an address nobody configured.
 */
export async function askJson(request: JsonRequest): Promise<unknown> {
  try {
    const response = await fetch(request.url, {
      method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
      headers: { accept: 'application/json', ...(request.body === undefined ? {} : { 'content-type': 'application/json' }), ...request.headers },
      body: request.body === undefined ? null : JSON.stringify(request.body),
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(request.timeoutMs), ...(request.signal ? [request.signal] : [])]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw statusError(response.status, response.headers);
    }
    return JSON.parse(await textOf(response));
  } catch (error) {
    throw providerError(error, request.signal);
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) throw new EngramError('PROVIDER_FAILED', { detail: 'answer too large' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
