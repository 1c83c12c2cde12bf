import { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { EngramError } from '../../../contract/index.ts';
import type { ImportFile } from '../../formats/index.ts';
import { MOST_BYTES, PIECE, type FileEntry } from './protocol.ts';

/** A file whose bytes are fetched piece by piece. */
export interface RemoteFile extends FileEntry {
  /** Fewer bytes than asked for only at the end. */
  read(at: number, length: number): Promise<Uint8Array>;
}

/** A small zip may unpack to this much however well it was packed, in bytes. */
const ALWAYS_ALLOWED = 64 * 1024 * 1024;
/** Above that, times its own size: exports of conversations stay below 20, a bomb is far above. */
const MOST_RATIO = 100;
const MOST_FILES = 200_000;

type Zip = yauzl.ZipFile;
const unreadable = (cause?: unknown) => new EngramError('IMPORT_UNREADABLE', {}, { cause });
const isZip = (name: string, head: Uint8Array) => /\.zip$/i.test(name) || (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4);

/** What may still come out; counted on the output, because headers lie. */
class Meter {
  #left: number;
  readonly #limit: number;

  constructor(limit: number) {
    this.#left = this.#limit = limit;
  }

  count(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new EngramError('CONTENT_TOO_LARGE', { limit: `${this.#limit} bytes unpacked` });
  }
}

/** The bytes of a range, in pieces. */
export async function* bytesOf(file: RemoteFile, from = 0, to = file.size): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; ) {
    const piece = await file.read(at, Math.min(PIECE, to - at));
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
  }
}

class RemoteReader extends yauzl.RandomAccessReader {
  readonly #file: RemoteFile;

  constructor(file: RemoteFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(bytesOf(this.#file, start, end), { objectMode: false });
  }
}

function openZip(file: RemoteFile): Promise<Zip> {
  return new Promise((resolve, reject) => {
    yauzl.fromRandomAccessReader(new RemoteReader(file), file.size, { lazyEntries: true, autoClose: false, strictFileNames: true },
      (error: Error | null, zip?: Zip) => (error || !zip ? reject(unreadable(error)) : resolve(zip)));
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

async function* entryBytes(zip: Zip, entry: yauzl.Entry, meter: Meter): AsyncGenerator<Uint8Array> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
    zip.openReadStream(entry, (error, s) => (error || !s ? reject(unreadable(error)) : resolve(s))));
  try {
    for await (const chunk of stream) {
      meter.count((chunk as Buffer).length);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof EngramError ? error : unreadable(error);
  }
}

async function* zipFiles(file: RemoteFile): AsyncGenerator<ImportFile> {
  const zip = await openZip(file);
  const meter = new Meter(Math.min(MOST_BYTES, Math.max(ALWAYS_ALLOWED, file.size * MOST_RATIO)));
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

async function* metered(file: RemoteFile, meter: Meter): AsyncGenerator<Uint8Array> {
  for await (const piece of bytesOf(file)) {
    meter.count(piece.length);
    yield piece;
  }
}

/** The files themselves, or those inside when the only one is a zip. Throws IMPORT_UNREADABLE, CONTENT_TOO_LARGE. */
export async function* filesOf(files: readonly RemoteFile[]): AsyncGenerator<ImportFile> {
  const [first] = files;
  if (files.length === 1 && isZip(first!.name, await first!.read(0, 4))) return yield* zipFiles(first!);
  const meter = new Meter(MOST_BYTES);
  for (const file of files) yield { name: file.name, bytes: metered(file, meter) };
}

/** Names of all files and the first bytes of the first one, to tell the format by. */
export async function survey(files: AsyncIterable<ImportFile>): Promise<{ names: string[]; head: Uint8Array }> {
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
