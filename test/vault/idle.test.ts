import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf } from '../../sidecar/client/index.ts';
import { PASSPHRASE, tempVault } from '../support/temp-vault.ts';

test('LOCK-IDLE: the first call after a sleep longer than the time finds the vault locked', async () => {
  let slept = 0;
  await using vault = await tempVault({ clock: { now: () => Date.now() + slept } });
  await vault.client.memories.remember({ text: 'The kettle stands in the attic.' });
  slept += 9 * 60_000;
  assert.equal((await vault.client.memories.list({})).total, 1);
  slept += 11 * 60_000;
  assert.equal(await vault.client.memories.list({}).then(() => 'answered', (error: unknown) => failureOf(error).code), 'VAULT_LOCKED');
  // The answer to the status comes after the lock that is under way.
  assert.equal((await vault.client.vault.lock()).state, 'locked');
  await vault.client.vault.unlock({ passphrase: PASSPHRASE });
  assert.equal((await vault.client.memories.list({})).total, 1);
});
