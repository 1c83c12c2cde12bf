import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { EngramError } from '../../contract/index.ts';

/** Places a secret may come from. Never an argument: arguments show in the process list. */
export interface SecretSources {
  /** File descriptor number, as given on the command line. */
  fd?: string | undefined;
  /** Path of a file. */
  file?: string | undefined;
}

/** More than any passphrase or kit; a device or a wrong file must not fill the memory. */
const readBytes = 4096;

/**
 * The passphrase from a descriptor or a file, without the line break at its end; null when neither
 * is named. Throws INVALID_INPUT when the source cannot be read or is empty.
 */
export async function passphraseFrom(sources: SecretSources): Promise<string | null> {
  return secretFrom(sources, 'passphrase');
}

/** A number before a word, as the printed kit has it. */
const numberedWord = /\b\d{1,2}\.\s*([a-z]+)/gi;
const kitWords = 24;

/**
 * The words of a recovery kit from a descriptor or a file, which holds either the words alone or
 * the page as it was written. Null when neither is named; throws like `passphraseFrom`.
 */
export async function kitFrom(sources: SecretSources): Promise<string | null> {
  const text = await secretFrom(sources, 'recovery kit');
  if (text === null) return null;
  const numbered = [...text.matchAll(numberedWord)].map((match) => match[1]!);
  return numbered.length === kitWords ? numbered.join(' ') : text;
}

function secretFrom(sources: SecretSources, what: string): string | null {
  if (sources.fd !== undefined) {
    if (!/^\d{1,4}$/.test(sources.fd)) throw unreadable(`${what} descriptor`);
    return readAll(Number(sources.fd), `${what} descriptor`);
  }
  if (sources.file === undefined || sources.file === '') return null;
  let fd: number;
  try {
    fd = openSync(sources.file, 'r');
  } catch {
    throw unreadable(`${what} file`);
  }
  return readAll(fd, `${what} file`);
}

/** True when others on this machine may read the file; the caller warns. Always false on Windows. */
export function isReadableByOthers(file: string): boolean {
  if (process.platform === 'win32') return false;
  try {
    const fd = openSync(file, 'r');
    try {
      return (fstatSync(fd).mode & 0o077) !== 0;
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}

function readAll(fd: number, what: string): string {
  const buffer = Buffer.alloc(readBytes);
  let length = 0;
  try {
    for (;;) {
      const read = readWaiting(fd, buffer, length);
      length += read;
      if (read === 0) break;
      if (length === buffer.length) throw unreadable(what);
    }
    const text = buffer.toString('utf8', 0, length).replace(/\r?\n$/, '');
    if (text === '') throw unreadable(what);
    return text;
  } catch (error) {
    throw error instanceof EngramError ? error : unreadable(what);
  } finally {
    buffer.fill(0);
    closeSync(fd);
  }
}

/** A descriptor handed over by another program may be non-blocking; then there may be nothing yet. */
function readWaiting(fd: number, buffer: Buffer, at: number): number {
  for (;;) {
    try {
      return readSync(fd, buffer, at, buffer.length - at, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function unreadable(what: string): EngramError {
  return new EngramError('INVALID_INPUT', { detail: `${what} cannot be read or is empty` });
}
