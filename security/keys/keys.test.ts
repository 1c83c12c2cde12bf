import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngramError, type VaultId } from '../../contract/index.ts';
import { createKeys, kitEntropy, makeKit, parseKeyFile, unlockKeys, type KeyFile } from './index.ts';

const cheap = { passes: 1, memoryBytes: 8192 * 8 };
const vault = { vaultId: '01HV0000000000000000000000' as VaultId, name: 'test', createdAt: 1, keychainStore: null };
const code = (expected: string) => (error: unknown) => error instanceof EngramError && error.code === expected;
const database = (keys: { key(name: 'database'): { use<T>(fn: (b: Buffer) => T): T } }) => keys.key('database').use((b) => b.toString('hex'));

test('keys: the passphrase, in either Unicode form, and the recovery kit open the same keys', async () => {
  const made = await createKeys(vault, { passphrase: 'café ﬁne', keychain: null }, cheap);
  const file = parseKeyFile(JSON.stringify(made.file));
  const words = makeKit(made.recovery, vault.vaultId, 'test', 1).words.join(' ');
  const secret = database(made.unlocked);
  for (const passphrase of ['café ﬁne', 'cafe\u0301 fine'])
    assert.equal(database(await unlockKeys(file, 'primary', { passphrase, keychain: null })), secret);
  assert.equal(database(await unlockKeys(file, 'recovery', { passphrase: null, keychain: kitEntropy(`  ${words.toUpperCase()} `) })), secret);
});

test('keys: passphrase and keychain together are both needed', async () => {
  const keychain = Buffer.alloc(32, 5);
  const made = await createKeys({ ...vault, keychainStore: 'memory' }, { passphrase: 'one', keychain: Buffer.from(keychain) }, cheap);
  assert.ok(await unlockKeys(made.file, 'primary', { passphrase: 'one', keychain: Buffer.from(keychain) }));
  for (const half of [{ passphrase: 'one', keychain: null }, { passphrase: null, keychain: Buffer.from(keychain) }, { passphrase: 'two', keychain: Buffer.from(keychain) }])
    await assert.rejects(unlockKeys(made.file, 'primary', half), code('WRONG_PASSPHRASE'));
});

test('keys: a wrong secret and a damaged file are told apart', async () => {
  const made = await createKeys(vault, { passphrase: 'right', keychain: null }, cheap);
  const right = { passphrase: 'right', keychain: null };
  const flip = (text: string) => { const b = Buffer.from(text, 'base64'); b[b.length - 1]! ^= 1; return b.toString('base64'); };
  const primary = made.file.slots[0]!;
  const damaged: KeyFile[] = [
    { ...made.file, keys: flip(made.file.keys) },
    { ...made.file, slots: [{ ...primary, wrapped: flip(primary.wrapped) }] },
  ];
  for (const file of damaged) await assert.rejects(unlockKeys(file, 'primary', right), code('VAULT_DAMAGED'));
  await assert.rejects(unlockKeys(made.file, 'primary', { passphrase: 'wrong', keychain: null }), code('WRONG_PASSPHRASE'));
  assert.throws(() => kitEntropy('abandon '.repeat(24)), code('WRONG_PASSPHRASE'));
  assert.throws(() => parseKeyFile('{"format":"engram-keys","version":1}'), code('VAULT_DAMAGED'));
  assert.throws(() => parseKeyFile('{"format":"other"}'), code('NOT_A_VAULT'));
  assert.throws(() => parseKeyFile('not json'), code('VAULT_DAMAGED'));
  assert.throws(() => parseKeyFile('{"format":"engram-keys","version":2}'), code('VAULT_TOO_NEW'));
});

test('keys: no secret stands in the key file, and wiped keys cannot be used', async () => {
  const made = await createKeys(vault, { passphrase: 'a very visible passphrase', keychain: null }, cheap);
  const text = JSON.stringify(made.file);
  assert.ok(!text.includes('visible'));
  assert.ok(!text.includes(made.recovery.toString('base64')));
  made.unlocked.wipe();
  assert.throws(() => database(made.unlocked), /wiped/);
});
