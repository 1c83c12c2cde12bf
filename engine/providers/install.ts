import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EngramError } from '../../contract/index.ts';
import { isUnreachable } from './failures.ts';
import { openTransformer } from './transformer.ts';

/** Files of a model; the first two are needed. */
const FILES = ['model.onnx', 'tokenizer.json', 'tokenizer_config.json', 'engram.json', 'config.json'] as const;
const NEEDED = new Set<string>(['model.onnx', 'tokenizer.json']);
const MOST_BYTES = 4 * 1024 ** 3;

export interface InstallOptions {
  /** Of `model.onnx`, as hex. */
  sha256?: string | undefined;
  signal: AbortSignal;
  onProgress(doneBytes: number, totalBytes: number | null): void;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Goes on where an earlier attempt stopped, if the server allows it. False when the file does not exist there. */
async function download(url: string, path: string, signal: AbortSignal, told: (bytes: number, total: number | null) => void): Promise<boolean> {
  const have = existsSync(path) ? statSync(path).size : 0;
  let response: Response;
  try {
    response = await fetch(url, { signal, headers: have > 0 ? { range: `bytes=${have}-` } : {} });
  } catch (thrown) {
    if (signal.aborted) throw new EngramError('CANCELLED');
    throw new EngramError(isUnreachable(thrown) ? 'EMBEDDER_UNAVAILABLE' : 'MODEL_INVALID', { detail: 'download' });
  }
  if (response.status === 404) return false;
  if (response.status === 416) return true;
  if (!response.ok || !response.body) throw new EngramError('MODEL_INVALID', { detail: `HTTP ${response.status}` });
  const resumed = response.status === 206;
  const length = Number(response.headers.get('content-length') ?? NaN);
  const total = Number.isFinite(length) ? length + (resumed ? have : 0) : null;
  let done = resumed ? have : 0;
  told(done, total);
  const count = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      done += chunk.length;
      if (done > MOST_BYTES) throw new EngramError('CONTENT_TOO_LARGE', { limit: `${MOST_BYTES} bytes` });
      told(done, total);
      yield chunk;
    }
  };
  try {
    await pipeline(Readable.fromWeb(response.body as import('node:stream/web').ReadableStream), count, createWriteStream(path, { flags: resumed ? 'a' : 'w', mode: 0o600 }), { signal });
  } catch (thrown) {
    if (signal.aborted) throw new EngramError('CANCELLED');
    if (thrown instanceof EngramError) throw thrown;
    throw new EngramError('EMBEDDER_UNAVAILABLE', { detail: 'the download broke off; start it again to go on' });
  }
  return true;
}

function copyFrom(folder: string, part: string, options: InstallOptions): void {
  const present = FILES.filter((file) => existsSync(join(folder, file)));
  const total = present.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  let done = 0;
  for (const file of present) {
    copyFileSync(join(folder, file), join(part, file));
    options.onProgress((done += statSync(join(part, file)).size), total);
  }
}

async function downloadAll(source: string, part: string, options: InstallOptions): Promise<void> {
  const base = source.replace(/\/+$/, '');
  let before = 0;
  for (const file of FILES) {
    const path = join(part, file);
    const found = await download(`${base}/${file}`, path, options.signal, (bytes, total) => options.onProgress(before + bytes, total === null ? null : before + total));
    if (!found && NEEDED.has(file)) throw new EngramError('MODEL_INVALID', { detail: `${file} is missing` });
    if (found) before += statSync(path).size;
  }
}

/**
 * Installs a transformer from a folder or an http(s) address into `target`. The files arrive in
 * `target.part`, are checked and tried, and take their place in one step; an interrupted download
 * goes on there. Throws MODEL_INVALID, EMBEDDER_UNAVAILABLE, CONFLICT, CANCELLED.
 */
export async function installModel(source: string, target: string, options: InstallOptions): Promise<void> {
  if (existsSync(target)) throw new EngramError('CONFLICT', { detail: 'a model of this name is installed' });
  const part = `${target}.part`;
  mkdirSync(part, { recursive: true, mode: 0o700 });
  if (/^https?:\/\//i.test(source)) await downloadAll(source, part, options);
  else if (existsSync(source) && readdirSync(source).length > 0) copyFrom(source, part, options);
  else throw new EngramError('MODEL_INVALID', { detail: 'no such folder' });
  const model = join(part, 'model.onnx');
  if (options.sha256 && (!existsSync(model) || (await sha256Of(model)) !== options.sha256.toLowerCase())) {
    rmSync(part, { recursive: true, force: true });
    throw new EngramError('MODEL_INVALID', { detail: 'the checksum does not match' });
  }
  await (await openTransformer(part, 'trial')).close();
  renameSync(part, target);
}
