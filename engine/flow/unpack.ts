import { createReadStream, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import yauzl from 'yauzl';
import { EngramError } from '../../contract/index.ts';

/** A file of an import, whatever it came in. Names use forward slashes. */
export interface SourceFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** Bytes that one archive may unpack to; counted on the output, because headers lie. */
const MOST_UNPACKED = 8 * 1024 ** 3;
const MOST_FILES = 200_000;
const SKIPPED_FOLDERS = new Set(['.git', '.obsidian', '.trash', 'node_modules']);

type Zip = yauzl.ZipFile;
const unreadable = (cause?: unknown) => new EngramError('IMPORT_UNREADABLE', {}, { cause });
const isZip = (name: string, head: Uint8Array) => /\.zip$/i.test(name) || (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4);

function openZip(source: string | Buffer): Promise<Zip> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, zip?: Zip) => (error || !zip ? reject(unreadable(error)) : resolve(zip));
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true } as const;
    if (typeof source === 'string') yauzl.open(source, options, done);
    else yauzl.fromBuffer(source, options, done);
  });
}

const nextEntry = (zip: Zip): Promise<yauzl.Entry | null> => new Promise((resolve, reject) => {
  const clear = () => zip.removeListener('entry', onEntry).removeListener('end', onEnd).removeListener('error', onError);
  const onEntry = (entry: yauzl.Entry) => (clear(), resolve(entry));
  const onEnd = () => (clear(), resolve(null));
  const onError = (error: Error) => (clear(), reject(unreadable(error)));
  zip.on('entry', onEntry).on('end', onEnd).on('error', onError);
  zip.readEntry();
});

async function* entryBytes(zip: Zip, entry: yauzl.Entry, meter: { left: number }): AsyncGenerator<Uint8Array> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
    zip.openReadStream(entry, (error, s) => (error || !s ? reject(unreadable(error)) : resolve(s))));
  for await (const chunk of stream) {
    meter.left -= (chunk as Buffer).length;
    if (meter.left < 0) throw new EngramError('CONTENT_TOO_LARGE', { limit: `${MOST_UNPACKED} bytes unpacked` });
    yield chunk as Buffer;
  }
}

async function* zipFiles(source: string | Buffer): AsyncGenerator<SourceFile> {
  const zip = await openZip(source);
  const meter = { left: MOST_UNPACKED };
  try {
    for (let count = 0; ; count++) {
      if (count > MOST_FILES) throw new EngramError('CONTENT_TOO_LARGE', { limit: `${MOST_FILES} files` });
      const entry = await nextEntry(zip);
      if (!entry) return;
      if (!entry.fileName.endsWith('/')) yield { name: entry.fileName, bytes: entryBytes(zip, entry, meter) };
    }
  } finally {
    zip.close();
  }
}

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

/** A handle is taken when somebody reads, and given back when they stop, early or not. */
async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  // Leaving the loop early destroys the stream.
  for await (const chunk of createReadStream(path)) yield chunk as Buffer;
}

async function headOf(path: string): Promise<Uint8Array> {
  for await (const chunk of createReadStream(path, { start: 0, end: 4095 })) return chunk as Buffer;
  return new Uint8Array();
}

/** Files of a folder, of a zip, or the file itself, in a stable order. Throws NOT_FOUND and IMPORT_UNREADABLE. */
export async function* filesAt(path: string): AsyncGenerator<SourceFile> {
  let stat;
  try {
    stat = statSync(path);
  } catch (cause) {
    throw new EngramError('NOT_FOUND', { detail: 'no such file' }, { cause });
  }
  if (stat.isDirectory()) {
    for (const file of walk(path)) yield { name: relative(path, file).split(sep).join('/'), bytes: fileBytes(file) };
    return;
  }
  if (isZip(path, await headOf(path))) yield* zipFiles(path);
  else yield { name: basename(path), bytes: fileBytes(path) };
}

/** The same for bytes that were uploaded. */
export async function* filesIn(name: string, bytes: Buffer): AsyncGenerator<SourceFile> {
  if (isZip(name, bytes)) yield* zipFiles(bytes);
  else yield { name: basename(name), bytes: (async function* () { yield bytes; })() };
}

/** Names of all files and the first bytes of the first one, to tell the format by. */
export async function survey(files: AsyncIterable<SourceFile>): Promise<{ names: string[]; head: Uint8Array }> {
  const names: string[] = [];
  let head: Uint8Array = new Uint8Array();
  for await (const file of files) {
    if (names.length === 0 || (head.length === 0 && /\.(json|jsonl|md)$/i.test(file.name)))
      for await (const chunk of file.bytes) { head = chunk.subarray(0, 4096); break; }
    names.push(file.name);
    if (names.length >= MOST_FILES) break;
  }
  return { names, head };
}
