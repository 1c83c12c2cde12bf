import { EngramError, type ImportFormat } from '../../../contract/index.ts';
import { archiveOpener } from '../../../security/archive/index.ts';
import { detectFormat, ImportItem, readItems, readLines } from '../../formats/index.ts';
import { fingerprinted, lookThrough, newHash, type Sizes } from './look.ts';
import { MOST_ITEMS, MOST_RECORDS, type FromReader, type ToReader } from './protocol.ts';
import { bytesOf, filesOf, survey, type RemoteFile } from './unpack.ts';

/**
 * The process that reads what strangers wrote: it unpacks, decrypts, parses and checks, and gives
 * plain items back. It can read no file, write none and reach nobody; bytes come from the engine,
 * on request, and so does the passphrase. When it fails, only this process ends.
 */

interface Opened {
  files: RemoteFile[];
  format: ImportFormat;
  open: ReturnType<typeof archiveOpener> | null;
  now: number;
}

/** Characters of texts that one answer holds at about most. */
const BATCH_CHARS = 1_000_000;

const send = (message: FromReader): void => void process.send!(message);
const waiting = new Map<number, (bytes: Uint8Array) => void>();
let reads = 0;
let opened: Opened | null = null;
let rest: AsyncIterator<ImportItem> | null = null;

function remote(index: number, name: string, size: number): RemoteFile {
  return {
    name, size,
    read: (at, length) => new Promise((resolve) => {
      const id = reads++;
      waiting.set(id, resolve);
      send({ type: 'read', id, file: index, at, length });
    }),
  };
}

async function open(message: Extract<ToReader, { type: 'open' }>): Promise<void> {
  const files = message.files.map(({ name, size }, i) => remote(i, name, size));
  let { format } = message;
  if (format === null) {
    const { names, head } = await survey(filesOf(files));
    format = detectFormat(names, head);
  }
  if (format === null) throw new EngramError('IMPORT_UNREADABLE');
  if (format === 'archive' && files.length !== 1) throw new EngramError('IMPORT_UNREADABLE', { detail: 'an archive is one file' });
  if (format === 'archive' && message.passphrase === null) throw new EngramError('WRONG_PASSPHRASE', { detail: 'the archive has a passphrase of its own' });
  opened = { files, format, open: message.passphrase === null ? null : archiveOpener(message.passphrase), now: message.now };
  send({ type: 'opened', format });
}

async function* counted(bytes: AsyncIterable<Uint8Array>, sizes: Sizes): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    sizes.plainBytes += piece.length;
    yield piece;
  }
}

async function* countedLines(lines: AsyncIterable<string>, sizes: Sizes): AsyncGenerator<string> {
  for await (const line of lines) {
    sizes.plainBytes += Buffer.byteLength(line) + 1;
    yield line;
  }
}

async function* raw({ files, format, open: opener, now }: Opened, sizes: Sizes): AsyncGenerator<ImportItem> {
  sizes.bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (format === 'archive') {
    sizes.bytes = 0;
    sizes.hash = newHash();
    const bytes = fingerprinted(bytesOf(files[0]!), sizes.hash, (length) => { sizes.bytes += length; });
    return yield* readLines(countedLines(opener!(bytes), sizes), { now });
  }
  const unpacked = (async function* () {
    for await (const { name, bytes } of filesOf(files)) yield { name, bytes: counted(bytes, sizes) };
  })();
  yield* readItems(format, unpacked, { now });
}

/** Every item, checked. Throws CONTENT_TOO_LARGE above the limits. */
async function* items(source: Opened, sizes: Sizes): AsyncGenerator<ImportItem> {
  let count = 0;
  for await (const item of raw(source, sizes)) {
    if (++count > MOST_RECORDS) throw new EngramError('CONTENT_TOO_LARGE', { limit: `${MOST_RECORDS} records` });
    const parsed = ImportItem.safeParse(item);
    yield parsed.success ? parsed.data : { type: 'skipped', reason: 'something that cannot be stored' };
  }
}

const noSizes = (): Sizes => ({ bytes: 0, plainBytes: 0, hash: null });
const charsOf = (item: ImportItem): number =>
  item.type === 'conversation' || item.type === 'messages' ? item.messages.reduce((sum, message) => sum + message.text.length, 0) : item.type === 'memory' ? item.memory.text.length : 100;

async function next(): Promise<void> {
  rest ??= items(opened!, noSizes())[Symbol.asyncIterator]();
  const batch: ImportItem[] = [];
  for (let chars = 0; batch.length < MOST_ITEMS && chars < BATCH_CHARS; ) {
    const { value, done } = await rest.next();
    if (done) return send({ type: 'items', items: batch, done: true });
    batch.push(value);
    chars += charsOf(value);
  }
  send({ type: 'items', items: batch, done: false });
}

async function look(): Promise<void> {
  const sizes = noSizes();
  send({ type: 'looked', report: await lookThrough(items(opened!, sizes), sizes, opened!.now) });
}

function fail(error: unknown): void {
  const known = error instanceof EngramError ? error : new EngramError('IMPORT_UNREADABLE');
  const code = known.code === 'WRONG_PASSPHRASE' || known.code === 'CONTENT_TOO_LARGE' ? known.code : 'IMPORT_UNREADABLE';
  const { detail, limit } = known.data;
  send({ type: 'failed', code, ...(detail !== undefined && { detail }), ...(limit !== undefined && { limit }) });
}

process.on('message', (message: ToReader) => {
  if (message.type === 'bytes') {
    waiting.get(message.id)?.(Buffer.from(message.data, 'base64'));
    waiting.delete(message.id);
    return;
  }
  const work = message.type === 'open' ? open(message) : message.type === 'look' ? look() : next();
  work.catch(fail);
});
// The engine is gone, and nobody waits for anything.
process.on('disconnect', () => process.exit());
