import { AsyncEntry } from '@napi-rs/keyring';
import { EngramError } from '../../contract/index.ts';

/** A place of the operating system for one secret per vault. */
export interface Keychain {
  /** Name of the store, kept with the vault: another one at opening is refused. */
  readonly store: string;
  /** Null when there is no entry. Throws KEYCHAIN_LOCKED or KEYCHAIN_UNAVAILABLE. */
  read(vaultId: string): Promise<Buffer | null>;
  /** Writes, reads back and compares. Throws KEYCHAIN_LOCKED or KEYCHAIN_UNAVAILABLE. */
  write(vaultId: string, secret: Uint8Array): Promise<void>;
  remove(vaultId: string): Promise<void>;
}

const SERVICE = 'engram-vault';
/** A prompt nobody answers must not hang the start. */
const TIMEOUT_MS = 30_000;

/**
 * What the stores report when they are there but closed: the Secret Service (a dismissed prompt, a
 * locked object), then macOS (no interaction allowed, the person cancelled, the password was wrong).
 * Anything else — no bus, no service, no collection to write to — means that there is no usable store.
 */
const lockedMessages = [
  /Secret Service: (?:unlock prompt was dismissed|object (?:is )?locked)/i,
  /User interaction is not allowed/i, /User cancel(?:l)?ed the operation/i, /user name or passphrase you entered is not correct/i,
];

/** The library's error as one of the table; its text stays the cause and is never shown. */
export function keychainFailure(cause: unknown): EngramError {
  if (cause instanceof EngramError) return cause;
  const text = cause instanceof Error ? cause.message : '';
  return new EngramError(lockedMessages.some((message) => message.test(text)) ? 'KEYCHAIN_LOCKED' : 'KEYCHAIN_UNAVAILABLE', {}, { cause });
}

/** A call that has begun cannot be stopped, so the wait for it ends here. Throws KEYCHAIN_LOCKED then. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EngramError('KEYCHAIN_LOCKED', { detail: 'the prompt of the keychain was not answered' })), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The keychain of this system. On Linux only the Secret Service: the automatic choice may fall
 * back to a store that is gone at reboot, and with it the vault (CORRECTIONS 22).
 */
export function systemKeychain(): Keychain {
  // Making the entry connects to the store already, so it can fail like any call.
  const attempt = async <T>(vaultId: string, work: (entry: AsyncEntry) => Promise<T>): Promise<T> => {
    try {
      return await inTime(work(new AsyncEntry(SERVICE, vaultId, { linux: { store: 'secret-service' } })), TIMEOUT_MS);
    } catch (cause) {
      throw keychainFailure(cause);
    }
  };
  const keychain: Keychain = {
    store: process.platform === 'darwin' ? 'macos-keychain' : process.platform === 'win32' ? 'windows-credentials' : 'secret-service',
    read: async (vaultId) => {
      const text = await attempt(vaultId, (entry) => entry.getPassword());
      return text === null ? null : Buffer.from(text, 'base64');
    },
    write: async (vaultId, secret) => {
      await attempt(vaultId, (entry) => entry.setPassword(Buffer.from(secret).toString('base64')));
      const back = await keychain.read(vaultId);
      if (!back || !back.equals(Buffer.from(secret))) throw new EngramError('KEYCHAIN_UNAVAILABLE', { detail: 'the entry does not read back' });
      back.fill(0);
    },
    remove: async (vaultId) => void (await attempt(vaultId, (entry) => entry.deletePassword())),
  };
  return keychain;
}

/** A keychain in memory with the failures a real one can have; for tests only. */
export function _memoryKeychain(store = 'memory'): Keychain & { state: 'open' | 'locked' | 'away'; entries: Map<string, Buffer> } {
  const entries = new Map<string, Buffer>();
  const check = (state: string) => {
    if (state === 'locked') throw new EngramError('KEYCHAIN_LOCKED');
    if (state === 'away') throw new EngramError('KEYCHAIN_UNAVAILABLE');
  };
  return {
    store, entries, state: 'open',
    async read(vaultId) { check(this.state); return entries.has(vaultId) ? Buffer.from(entries.get(vaultId)!) : null; },
    async write(vaultId, secret) { check(this.state); entries.set(vaultId, Buffer.from(secret)); },
    async remove(vaultId) { check(this.state); entries.delete(vaultId); },
  };
}
