import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { scopedForMaintenance } from '../../security/access/index.ts';
import { createBareVault, openBareVault } from '../support/bare-vault.ts';
import { tempDir } from '../support/temp-vault.ts';

const KILLS = Number(process.env.ENGRAM_KILLS ?? 200);
const MOST_MS = 120;
const CHECK_EVERY = 25;

/** Ids the child acknowledged before it was killed at a random moment. */
async function writeAndKill(dir: string): Promise<string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'writing-child.ts'), dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    timer ??= setTimeout(() => child.kill('SIGKILL'), Math.random() * MOST_MS);
  });
  await new Promise((resolve) => child.on('close', resolve));
  assert.ok(out.startsWith('ready'), 'the child opened the vault');
  // A last line without its end was cut by the kill: the row may or may not have been acknowledged.
  return out.split('\n').slice(1, -1);
}

test(`VAULT-CRASH: ${KILLS} kills at random moments while writing lose no acknowledged row`, { timeout: 900_000 }, async () => {
  using folder = tempDir();
  const dir = join(folder.path, 'vault');
  const { vault, file } = await createBareVault(dir);
  await vault.close();
  const acknowledged: string[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    acknowledged.push(...(await writeAndKill(dir)));
    if (kill % CHECK_EVERY !== 0 && kill !== KILLS) continue;
    const opened = await openBareVault(dir, file);
    const present = new Set((await opened.read('listMemories', scopedForMaintenance({
      filter: {}, sort: 'oldest' as const, after: null, limit: 1_000_000, space: 0,
    }))).rows.map((row) => row.public_id));
    assert.deepEqual(acknowledged.filter((id) => !present.has(id)), [], `lost after kill ${kill}`);
    assert.deepEqual(await opened.read('integrity'), ['ok']);
    const words = await opened.read('searchWords', scopedForMaintenance({ terms: ['row'], identifiers: [], past: true, kinds: null, limit: 1_000_000 }));
    assert.equal(words.hits.length, present.size, 'every row is in the word index');
    await opened.close();
  }
  assert.ok(acknowledged.length > KILLS, `${acknowledged.length} rows were acknowledged`);
});
