import { createIds } from '../engine/kernel/index.ts';
import type { VaultId } from '../contract/index.ts';
import { readKeyFile, Vault, type StoredMemory } from '../engine/vault/index.ts';
import { createKeys, unlockKeys } from '../security/keys/index.ts';

const SECRET = { passphrase: 'a passphrase for measuring', keychain: null };
/** The derivation of keys is not what is measured. */
const CHEAP = { passes: 1, memoryBytes: 8192 * 8 };
const READERS = 2;

/** A vault without the engine around it. */
export async function createBare(dir: string): Promise<Vault> {
  const now = Date.now();
  const made = await createKeys({ vaultId: createIds()<VaultId>(now), name: 'bench', createdAt: now, keychainStore: null }, SECRET, CHEAP);
  return Vault.create({ dir, keys: made.unlocked, readers: READERS, now }, made.file);
}

export async function openBare(dir: string): Promise<Vault> {
  return Vault.open({ dir, keys: await unlockKeys(readKeyFile(dir)!, 'primary', SECRET), readers: READERS, now: Date.now() });
}

/** The least a memory can be. */
export function smallMemory(i: number, project: string | null): StoredMemory {
  const text = `row ${i}`;
  return {
    publicId: `M${i}`, kind: 'episodic', category: 'general', status: 'active', origin: 'person', source: null, scope: project === null ? {} : { project }, session: null, message: null, job: null,
    speaker: null, pinned: false, importance: 0.5, trust: 0.9, content: { tier: 'cleartext', shown: text, cipher: null, hash: Buffer.from(`${i}`.padStart(16, '0')), lookUps: [] },
    summary: text, keyFact: text, tag: 'bench', happenedAt: i, times: [], validFrom: null, validTo: null, fact: null, steps: [], vector: null, sealedVector: null, scanned: 0, relations: [],
  };
}
