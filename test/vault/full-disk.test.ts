import assert from 'node:assert/strict';
import { appendFileSync, existsSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createEngine } from '../../engine/serve/index.ts';
import { failureOf } from '../../sidecar/client/index.ts';
import { smallDisk } from '../support/small-disk.ts';
import { PASSPHRASE, person, tempDir } from '../support/temp-vault.ts';

/** A small disk in memory; more than the ballast asks to be free. */
const DISK_MB = 560;
const code = (work: Promise<unknown>) => work.then(() => 'accepted', (error: unknown) => failureOf(error).code);

/** Writes until nothing more goes in. */
function fillUp(path: string): void {
  for (const size of [8 * 1024 * 1024, 64 * 1024, 4096, 512])
    try {
      for (;;) appendFileSync(join(path, 'filler'), Buffer.alloc(size, 1));
    } catch {
      // Full for this size.
    }
}

test('DISK-FULL: when nothing can be written any more, reading goes on and forgetting and erasing still work', async (t) => {
  using folder = tempDir();
  const path = join(folder.path, 'disk');
  using disk = smallDisk(path, DISK_MB);
  if (!disk) return t.skip('this user may not mount a small disk');
  const dir = join(path, 'vault');
  const engine = await createEngine({ dir, host: 'cli', kdf: 'floor', keychain: false });
  const client = engine.client(person);
  try {
    await client.vault.create({ passphrase: PASSPHRASE });
    const stored = await client.memories.rememberMany({ memories: Array.from({ length: 200 }, (_, i) => ({ text: `The orchard has tree number ${i} and a swing` })) });
    await client.vault.lock();
    await client.vault.unlock({ passphrase: PASSPHRASE });
    assert.ok(existsSync(join(dir, 'ballast')));
    fillUp(path);
    let last = '';
    for (let i = 0; i < 400 && last !== 'DISK_FULL'; i++) last = await code(client.memories.remember({ text: `A note ${i} that finds no room any more ${'x'.repeat(4000)}` }));
    assert.equal(last, 'DISK_FULL');
    assert.deepEqual([(await client.vault.status()).state, (await client.vault.status()).readOnly], ['readonly', 'disk_full']);
    assert.ok((await client.recall({ query: 'which tree has number 7' })).items.length > 0);
    assert.equal(await code(client.memories.forget({ id: stored[0]!.id })), 'accepted');
    assert.equal((await client.memories.erase({ id: stored[1]!.id })).removed.memories, 1);
    assert.ok(!existsSync(join(dir, 'ballast')), 'the ballast made room');
    assert.equal(await code(client.memories.get({ id: stored[1]!.id })), 'NOT_FOUND');
    const before = (await client.memories.list({})).total;
    // Opening a vault on a full disk reads what is there.
    fillUp(path);
    await client.vault.lock();
    await client.vault.unlock({ passphrase: PASSPHRASE });
    assert.equal((await client.memories.list({})).total, before);
    rmSync(join(path, 'filler'));
    assert.equal(await code(client.memories.remember({ text: 'There is room again.' })), 'accepted');
    assert.equal((await client.vault.status()).state, 'unlocked');
    await client.vault.lock();
    await client.vault.unlock({ passphrase: PASSPHRASE });
    assert.ok(existsSync(join(dir, 'ballast')), 'and it is laid down again');
    assert.ok(statfsSync(dir).bavail > 0);
  } finally {
    await engine.close();
  }
});
