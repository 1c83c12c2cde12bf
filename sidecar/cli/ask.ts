import { confirm, isCancel, password } from '@clack/prompts';
import { EngramError, type ErrorCode } from '../../contract/index.ts';
import { isReadableByOthers, kitFrom, passphraseFrom } from '../keys/index.ts';
import { usageError } from './failure.ts';
import type { Shell } from './shell.ts';

/** The passphrase from descriptor, file or environment; null when none of them is named. */
export async function givenPassphrase(shell: Shell): Promise<string | null> {
  const { 'passphrase-fd': fd, 'passphrase-file': file } = passphraseFlags(shell);
  return passphraseFrom({ fd, file });
}

/** The same places, unread, for the process that is to open the vault. */
export function passphraseFlags(shell: Shell): { 'passphrase-fd'?: string; 'passphrase-file'?: string } {
  const { passphraseFd: fd, passphraseFile: file = process.env.ENGRAM_PASSPHRASE_FILE } = shell.flags;
  if (fd !== undefined) return { 'passphrase-fd': fd };
  if (file === undefined || file === '') return {};
  if (isReadableByOthers(file)) shell.talk('Warning: other users of this machine can read the passphrase file.');
  return { 'passphrase-file': file };
}

/**
 * Asks on the terminal. Without one it throws the given code and names the other ways, because a
 * prompt that nobody sees would wait for ever.
 */
export async function askPassphrase(shell: Shell, message: string, otherwise: ErrorCode = 'VAULT_LOCKED'): Promise<string> {
  if (!shell.interactive)
    throw new EngramError(otherwise, { detail: 'no terminal to ask on: use --passphrase-file, --passphrase-fd or ENGRAM_PASSPHRASE_FILE' });
  return answered(await password({ message, output: process.stderr, validate: (text) => (text === undefined || text === '' ? 'Enter the passphrase.' : undefined) }));
}

/** The words of the recovery kit from a file. Throws INVALID_INPUT when it cannot be read. */
export async function givenKit(shell: Shell, file: string): Promise<string> {
  if (isReadableByOthers(file)) shell.talk('Warning: other users of this machine can read the recovery kit.');
  const kit = await kitFrom({ file });
  if (kit === null) throw usageError('--kit-file names no file');
  return kit;
}

/** Asks for the words of the recovery kit, or says how else to give them. */
export async function askKit(shell: Shell): Promise<string> {
  if (!shell.interactive) throw new EngramError('VAULT_LOCKED', { detail: 'no terminal to ask on: use --kit-file' });
  const message = 'The 24 words of the recovery kit, in their order';
  return answered(await password({ message, output: process.stderr, validate: (text) => (text?.trim().split(/[\s,]+/).length === 24 ? undefined : 'Enter 24 words.') }));
}

/** Where the passphrase of an archive may come from, beside the terminal. */
export interface ArchiveFlags {
  archivePassphraseFile?: string;
  archivePassphraseFd?: string;
}

/** The passphrase of an archive from descriptor or file; null when neither is named. */
export async function givenArchivePassphrase(shell: Shell, flags: ArchiveFlags): Promise<string | null> {
  const { archivePassphraseFile: file, archivePassphraseFd: fd } = flags;
  if (fd === undefined && file !== undefined && isReadableByOthers(file)) shell.talk('Warning: other users of this machine can read the passphrase file.');
  return passphraseFrom({ fd, file });
}

/** Asks for the passphrase of an archive. */
export async function askArchivePassphrase(shell: Shell): Promise<string> {
  if (!shell.interactive)
    throw new EngramError('WRONG_PASSPHRASE', { detail: 'the archive has a passphrase of its own: use --archive-passphrase-file or --archive-passphrase-fd' });
  return askPassphrase(shell, 'Passphrase of the archive');
}

/** A new passphrase, typed twice. */
export async function askNewPassphrase(shell: Shell, message = 'Passphrase for the new vault'): Promise<string> {
  const first = await askPassphrase(shell, message, 'INVALID_INPUT');
  const second = await askPassphrase(shell, 'The same again', 'INVALID_INPUT');
  if (first !== second) throw usageError('the two passphrases differ');
  return first;
}

/** True without a terminal: a script has said what it wants. */
export async function confirmed(shell: Shell, message: string): Promise<boolean> {
  if (!shell.interactive) return true;
  return answered(await confirm({ message, initialValue: false, output: process.stderr }));
}

function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new EngramError('CANCELLED');
  return answer as Exclude<T, symbol>;
}
