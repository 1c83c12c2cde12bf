import type { VaultId } from '../../contract/index.ts';
import { createIds } from '../../engine/kernel/index.ts';
import { Vault } from '../../engine/vault/index.ts';
import { classify, type Tiered } from '../../security/pii/index.ts';
import { makeTiered } from '../../security/pii/tiered.ts';
import { createKeys, unlockKeys, type KeyFile } from '../../security/keys/index.ts';
import type { StoredMemory } from '../../engine/vault/index.ts';

/** A vault without the engine around it, under keys that cost nothing to derive. */
export const SECRET = { passphrase: 'test', keychain: null };
const cheap = { passes: 1, memoryBytes: 8192 * 8 };

export async function createBareVault(dir: string, readers = 1): Promise<{ vault: Vault; file: KeyFile }> {
  const now = Date.now();
  const made = await createKeys({ vaultId: createIds()<VaultId>(now), name: 'bare', createdAt: now, keychainStore: null }, SECRET, cheap);
  return { vault: await Vault.create({ dir, keys: made.unlocked, readers, now }, made.file), file: made.file };
}

export async function openBareVault(dir: string, file: KeyFile, readers = 1): Promise<Vault> {
  return Vault.open({ dir, keys: await unlockKeys(file, 'primary', SECRET), readers, now: Date.now() });
}

const detected = (text: string): Tiered<string> => classify(text, { mayLower: true });
/** For texts in which nothing is to be found: the detectors take a tenth of a second to start, which a process that is killed at once does not have. */
export const undetected = (text: string): Tiered<string> => makeTiered(text, 'cleartext', text, []);

/** A memory ready for the writer, without a vector. */
export function bareMemory(vault: Pick<Vault, 'seal'>, publicId: string, text: string, change: Partial<StoredMemory> = {}, tiered = detected): StoredMemory {
  const content = vault.seal(tiered(text), publicId);
  return {
    publicId, kind: 'episodic', category: 'general', status: 'active', origin: 'person', source: null, scope: {}, session: null, message: null, job: null,
    speaker: null, pinned: false, importance: 0.5, trust: 0.9, content, summary: content.shown, keyFact: content.shown, tag: 'test', happenedAt: Date.now(), times: [],
    validFrom: null, validTo: null, fact: null, steps: [], vector: null, sealedVector: null, scanned: 0, relations: [], ...change,
  };
}
