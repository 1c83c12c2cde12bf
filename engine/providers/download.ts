import { createWriteStream, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { EngramError } from '../../contract/index.ts';
import { isUnreachable } from './failures.ts';

const MOST_BYTES = 4 * 1024 ** 3;
const PRIVATE_FILE = 0o600;

/** Beside a file that is not complete: the version of it, so that two versions are never put together. */
const versionFile = (path: string): string => `${path}.version`;

interface Download {
  url: string;
  path: string;
  signal: AbortSignal;
  onProgress(doneBytes: number, totalBytes: number | null): void;
}

function failure(thrown: unknown, signal: AbortSignal): EngramError {
  if (signal.aborted) return new EngramError('CANCELLED');
  if (thrown instanceof EngramError) return thrown;
  if ((thrown as NodeJS.ErrnoException).code === 'ENOSPC') return new EngramError('DISK_FULL');
  return new EngramError('EMBEDDER_UNAVAILABLE', { detail: isUnreachable(thrown) ? 'the download cannot be reached' : 'the download broke off; start it again to go on' });
}

/**
 * Downloads one file. Goes on where an earlier attempt stopped when the server allows it and still
 * has the same version. False when there is no such file. Throws MODEL_INVALID for an answer that is
 * an error, EMBEDDER_UNAVAILABLE, DISK_FULL, CONTENT_TOO_LARGE, CANCELLED.
 */
export async function download({ url, path, signal, onProgress }: Download): Promise<boolean> {
  const note = versionFile(path);
  if (existsSync(path) && !existsSync(note)) return true;
  const have = existsSync(path) ? statSync(path).size : 0;
  const version = have > 0 ? readFileSync(note, 'utf8') : '';
  const response = await fetch(url, { signal, headers: have > 0 && version !== '' ? { range: `bytes=${have}-`, 'if-range': version } : {} })
    .catch((thrown: unknown) => { throw failure(thrown, signal); });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    if (response.status === 404) return false;
    if (response.status === 416) {
      // What is there does not fit the file any more.
      rmSync(path, { force: true });
      return download({ url, path, signal, onProgress });
    }
    throw new EngramError(response.status >= 500 || response.status === 429 ? 'EMBEDDER_UNAVAILABLE' : 'MODEL_INVALID', { detail: `HTTP ${response.status}` });
  }
  const resumed = response.status === 206 && (response.headers.get('content-range') ?? '').startsWith(`bytes ${have}-`);
  if (response.status === 206 && !resumed) {
    await response.body.cancel();
    throw new EngramError('MODEL_INVALID', { detail: 'the server sent another part than asked for' });
  }
  const strong = response.headers.get('etag') ?? '';
  writeFileSync(note, strong.startsWith('W/') ? '' : strong, { mode: PRIVATE_FILE });
  // A length of compressed bytes says nothing about the file.
  const length = response.headers.has('content-encoding') ? NaN : Number(response.headers.get('content-length') ?? NaN);
  let done = resumed ? have : 0;
  const total = Number.isFinite(length) ? done + length : null;
  if ((total ?? 0) > MOST_BYTES) {
    await response.body.cancel();
    throw new EngramError('CONTENT_TOO_LARGE', { limit: `${MOST_BYTES} bytes` });
  }
  onProgress(done, total);
  const count = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      done += chunk.length;
      if (done > MOST_BYTES) throw new EngramError('CONTENT_TOO_LARGE', { limit: `${MOST_BYTES} bytes` });
      onProgress(done, total);
      yield chunk;
    }
  };
  try {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), count, createWriteStream(path, { flags: resumed ? 'a' : 'w', mode: PRIVATE_FILE }), { signal });
  } catch (thrown) {
    throw failure(thrown, signal);
  }
  if (total !== null && done !== total) throw new EngramError('EMBEDDER_UNAVAILABLE', { detail: 'the download broke off; start it again to go on' });
  rmSync(note, { force: true });
  return true;
}
