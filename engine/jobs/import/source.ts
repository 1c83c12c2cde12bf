import { lstatSync, readdirSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { EngramError } from '../../../contract/index.ts';
import { detectFormat } from '../../formats/index.ts';
import type { FileEntry } from './protocol.ts';

/** The files of one import: listed here, read piece by piece, never interpreted. */
export interface ImportSource {
  readonly files: readonly FileEntry[];
  /** Fewer bytes than asked for only at the end of the file. */
  read(file: number, at: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

const MOST_FILES = 200_000;
const SKIPPED_FOLDERS = new Set(['.git', '.obsidian', '.trash', 'node_modules']);
const HEAD = 64;

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

/** A file, or those of a folder in a stable order. One handle is open at a time. Throws NOT_FOUND, IMPORT_UNREADABLE, CONTENT_TOO_LARGE. */
export function sourceAt(path: string): ImportSource {
  let stat;
  try {
    stat = statSync(path);
  } catch (cause) {
    throw new EngramError('NOT_FOUND', { detail: 'no such file' }, { cause });
  }
  // A pipe or a device has no end.
  if (!stat.isDirectory() && !stat.isFile()) throw new EngramError('IMPORT_UNREADABLE', { detail: 'neither a file nor a folder' });
  const paths: string[] = [];
  const files: FileEntry[] = [];
  for (const one of stat.isDirectory() ? walk(path) : [path]) {
    if (paths.length >= MOST_FILES) throw new EngramError('CONTENT_TOO_LARGE', { limit: `${MOST_FILES} files` });
    paths.push(one);
    files.push({ name: stat.isDirectory() ? relative(path, one).split(sep).join('/') : basename(one), size: stat.isDirectory() ? lstatSync(one).size : stat.size });
  }
  let current: { file: number; handle: FileHandle } | null = null;
  const handleOf = async (file: number): Promise<FileHandle> => {
    if (current?.file !== file) {
      await current?.handle.close();
      current = null;
      const handle = await open(paths[file]!, 'r').catch((cause: unknown) => { throw new EngramError('IMPORT_UNREADABLE', { detail: 'a file cannot be opened' }, { cause }); });
      current = { file, handle };
    }
    return current.handle;
  };
  return {
    files,
    async read(file, at, length) {
      const buffer = Buffer.alloc(Math.min(length, Math.max(0, files[file]!.size - at)));
      const { bytesRead } = await (await handleOf(file)).read(buffer, 0, buffer.length, at);
      return buffer.subarray(0, bytesRead);
    },
    close: async () => {
      await current?.handle.close();
      current = null;
    },
  };
}

/** The same for bytes that were uploaded. */
export function sourceIn(name: string, bytes: Uint8Array): ImportSource {
  return {
    files: [{ name: basename(name), size: bytes.length }],
    read: (_file, at, length) => Promise.resolve(bytes.subarray(at, at + length)),
    close: () => Promise.resolve(),
  };
}

/** Whether it begins like an encrypted archive, which takes a passphrase to look into. */
export async function isArchive(source: ImportSource): Promise<boolean> {
  return source.files.length === 1 && detectFormat([], await source.read(0, 0, HEAD)) === 'archive';
}
