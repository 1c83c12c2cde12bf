import type { IncomingMessage } from 'node:http';
import { EngramError } from '../../contract/index.ts';
import { bounds, tooLarge } from './guard.ts';

/**
 * The JSON body of a request, undefined when there is none. The limit is counted on what arrives,
 * not on what the header says. Throws CONTENT_TOO_LARGE or INVALID_INPUT.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bounds.bodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  if (bytes === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new EngramError('INVALID_INPUT', { detail: 'the body is not JSON' });
  }
}
