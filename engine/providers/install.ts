import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { EngramError } from '../../contract/index.ts';
import { openCrossEncoder } from './cross-encoder.ts';
import { download } from './download.ts';
import { openTransformer } from './transformer.ts';

/** Files of a model; the first two are needed. Nothing else is fetched or copied. */
const FILES = ['model.onnx', 'tokenizer.json', 'tokenizer_config.json', 'engram.json', 'config.json'] as const;
const NEEDED: readonly string[] = ['model.onnx', 'tokenizer.json'];
/** In the folder that is being filled: where its files come from. */
const SOURCE_FILE = '.source';
/** Names that mean something else where a model is chosen. */
const RESERVED: ReadonlySet<string> = new Set(['builtin', 'chat']);
const PRIVATE_FOLDER = 0o700;

export interface InstallOptions {
  /** Of `model.onnx`, as hex. */
  sha256?: string | undefined;
  signal: AbortSignal;
  onProgress(doneBytes: number, totalBytes: number | null): void;
}

async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) {
    if (signal.aborted) throw new EngramError('CANCELLED');
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}

async function copyAll(folder: string, part: string, options: InstallOptions): Promise<void> {
  const present = FILES.filter((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile());
  const missing = NEEDED.find((file) => !present.some((name) => name === file));
  if (missing) throw new EngramError('MODEL_INVALID', { detail: `${missing} is missing` });
  const total = present.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  let done = 0;
  for (const file of present) {
    if (options.signal.aborted) throw new EngramError('CANCELLED');
    await copyFile(join(folder, file), join(part, file)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOSPC' ? new EngramError('DISK_FULL') : new EngramError('MODEL_INVALID', { detail: `${file} cannot be read` });
    });
    options.onProgress((done += statSync(join(part, file)).size), total);
  }
}

/** The address of a file in a folder on the web; a query (a token, a revision) stays at the end. */
function fileAddress(source: string, file: string): string {
  const url = new URL(source);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${file}`;
  return url.href;
}

async function downloadAll(source: string, part: string, options: InstallOptions): Promise<void> {
  let before = 0;
  for (const file of FILES) {
    const path = join(part, file);
    const found = await download({
      url: fileAddress(source, file), path, signal: options.signal,
      onProgress: (bytes, total) => options.onProgress(before + bytes, total === null ? null : before + total),
    });
    if (!found && NEEDED.includes(file)) throw new EngramError('MODEL_INVALID', { detail: `${file} is missing` });
    if (found) before += statSync(path).size;
  }
}

/** The folder that is filled: kept from an interrupted attempt with the same source, else new. */
function partFolder(target: string, source: string): string {
  const part = `${target}.part`;
  const note = join(part, SOURCE_FILE);
  const identity = createHash('sha256').update(source).digest('hex');
  if (!existsSync(note) || readFileSync(note, 'utf8') !== identity) {
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true, mode: PRIVATE_FOLDER });
    writeFileSync(note, identity);
  }
  return part;
}

/** Installs an embedding model. Throws as `install` does. */
export const installEmbedder = (source: string, target: string, options: InstallOptions): Promise<void> => install(source, target, options, openTransformer);

/** Installs a cross-encoder. Throws as `install` does. */
export const installReranker = (source: string, target: string, options: InstallOptions): Promise<void> => install(source, target, options, openCrossEncoder);

/** Opens what was fetched; throws MODEL_INVALID when it is not what it should be. */
type TryOut = (folder: string, name: string) => Promise<{ close(): Promise<void> }>;

/**
 * Installs a model from a folder or an http(s) address into `target`. The files arrive in
 * `target.part`, are checked and tried, and take their place in one step; an interrupted download
 * goes on there. Throws INVALID_INPUT for a name that is no plain one, MODEL_INVALID,
 * EMBEDDER_UNAVAILABLE, CONFLICT, DISK_FULL, CONTENT_TOO_LARGE, CANCELLED.
 */
async function install(source: string, target: string, options: InstallOptions, tryOut: TryOut): Promise<void> {
  const name = basename(target);
  if (!/^[\w-][\w.-]*$/.test(name) || RESERVED.has(name) || name.endsWith('.part')) throw new EngramError('INVALID_INPUT', { detail: 'name of the model' });
  if (existsSync(target)) throw new EngramError('CONFLICT', { detail: 'a model of this name is installed' });
  const isAddress = /^https?:\/\//i.test(source);
  if (isAddress ? !URL.canParse(source) : !statSync(source, { throwIfNoEntry: false })?.isDirectory()) throw new EngramError('MODEL_INVALID', { detail: 'no such folder' });
  const part = partFolder(target, source);
  if (isAddress) await downloadAll(source, part, options);
  else await copyAll(source, part, options);
  try {
    if (options.sha256 && (await sha256Of(join(part, 'model.onnx'), options.signal)) !== options.sha256.toLowerCase())
      throw new EngramError('MODEL_INVALID', { detail: 'the checksum does not match' });
    await (await tryOut(part, name)).close();
  } catch (error) {
    // Complete but wrong: going on from here would never end well.
    if (!(error instanceof EngramError && error.code === 'CANCELLED')) rmSync(part, { recursive: true, force: true });
    throw error;
  }
  rmSync(join(part, SOURCE_FILE), { force: true });
  renameSync(part, target);
}
