import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempDir } from '../../test/support/temp-vault.ts';
import { filesAt, survey } from './unpack.ts';

const FILES = 5000;
const skip = process.platform !== 'linux' && 'open handles are counted in /proc';

/** How many files below the folder this process holds open. */
function openBelow(folder: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}

/** Streams close in the background. */
async function noneLeftOpen(folder: string): Promise<void> {
  for (let i = 0; i < 50 && openBelow(folder) > 0; i++) await new Promise((done) => setTimeout(done, 10));
  assert.equal(openBelow(folder), 0);
}

function notes(folder: string): string {
  const path = join(folder, 'notes');
  for (let i = 0; i < FILES; i++) {
    const part = join(path, `part ${i % 10}`);
    if (i < 10) mkdirSync(part, { recursive: true });
    writeFileSync(join(part, `${i}.md`), `note ${i}\n`);
  }
  return path;
}

test('IMPORT-HANDLES: a folder of thousands of files never has more than a handful of them open', { skip }, async () => {
  using folder = tempDir();
  const path = notes(folder.path);
  const { names, head } = await survey(filesAt(path));
  assert.equal(names.length, FILES);
  assert.match(Buffer.from(head).toString(), /^note/);
  await noneLeftOpen(path);

  // Nobody reads what is listed here, so nothing may be opened.
  const listed = [];
  for await (const file of filesAt(path)) listed.push(file);
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(openBelow(path), 0);

  let most = 0;
  let bytes = 0;
  for (const [i, file] of listed.entries()) {
    for await (const chunk of file.bytes) bytes += chunk.length;
    if (i % 100 === 0) most = Math.max(most, openBelow(path));
  }
  assert.ok(bytes > FILES * 6);
  assert.ok(most <= 8, `${most} open at once`);
  await noneLeftOpen(path);
});

test('IMPORT-HANDLES: a file that is left in the middle is closed', { skip }, async () => {
  using folder = tempDir();
  const path = join(folder.path, 'big.md');
  writeFileSync(path, 'a line of a long file\n'.repeat(100_000));
  for await (const file of filesAt(path)) {
    for await (const chunk of file.bytes) {
      assert.ok(chunk.length > 0);
      break;
    }
  }
  await noneLeftOpen(path);
});
