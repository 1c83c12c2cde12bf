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

function failure(cause: unknown): EngramError {
  const text = cause instanceof Error ? cause.message : '';
  const locked = /lock|prompt|dismiss|denied|cancel|interaction/i.test(text) && !/no such|not found|unavailable/i.test(text);
  return new EngramError(locked ? 'KEYCHAIN_LOCKED' : 'KEYCHAIN_UNAVAILABLE', {}, { cause });
}

/**
 * The keychain of this system. On Linux only the Secret Service: the automatic choice may fall
 * back to a store that is gone at reboot, and with it the vault (CORRECTIONS 22).
 */
export function systemKeychain(): Keychain {
  const entry = (vaultId: string) => new AsyncEntry(SERVICE, vaultId, { linux: { store: 'secret-service' } });
  const attempt = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await work(AbortSignal.timeout(TIMEOUT_MS));
    } catch (cause) {
      throw failure(cause);
    }
  };
  const keychain: Keychain = {
    store: process.platform === 'darwin' ? 'macos-keychain' : process.platform === 'win32' ? 'windows-credentials' : 'secret-service',
    read: async (vaultId) => {
      const text = await attempt((signal) => entry(vaultId).getPassword(signal));
      return text === null ? null : Buffer.from(text, 'base64');
    },
    write: async (vaultId, secret) => {
      await attempt((signal) => entry(vaultId).setPassword(Buffer.from(secret).toString('base64'), signal));
      const back = await keychain.read(vaultId);
      if (!back || !back.equals(Buffer.from(secret))) throw new EngramError('KEYCHAIN_UNAVAILABLE', { detail: 'the entry does not read back' });
      back.fill(0);
    },
    remove: async (vaultId) => void (await attempt((signal) => entry(vaultId).deletePassword(signal))),
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
