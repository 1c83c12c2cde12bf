import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempDir } from '../../../test/support/temp-vault.ts';
import { sourceAt, type ImportSource } from './source.ts';
import { filesOf, survey, type RemoteFile } from './unpack.ts';

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

function notes(folder: string): string {
  const path = join(folder, 'notes');
  for (let i = 0; i < FILES; i++) {
    const part = join(path, `part ${i % 10}`);
    if (i < 10) mkdirSync(part, { recursive: true });
    writeFileSync(join(part, `${i}.md`), `note ${i}\n`);
  }
  return path;
}

const remote = (source: ImportSource): RemoteFile[] => source.files.map(({ name, size }, i) => ({ name, size, read: (at, length) => source.read(i, at, length) }));

test('IMPORT-HANDLES: a folder of thousands of files never has more than one of them open', { skip }, async () => {
  using folder = tempDir();
  const path = notes(folder.path);
  const source = sourceAt(path);
  assert.equal(openBelow(path), 0);
  const { names, head } = await survey(filesOf(remote(source)));
  assert.equal(names.length, FILES);
  assert.match(Buffer.from(head).toString(), /^note/);
  let most = 0;
  let bytes = 0;
  let count = 0;
  for await (const file of filesOf(remote(source))) {
    for await (const chunk of file.bytes) bytes += chunk.length;
    if (count++ % 100 === 0) most = Math.max(most, openBelow(path));
  }
  assert.ok(bytes > FILES * 6);
  assert.ok(most <= 1, `${most} open at once`);
  await source.close();
  assert.equal(openBelow(path), 0);
});

test('IMPORT-HANDLES: a pipe, a missing file and one that went away are told, and nothing waits for them', { skip }, async () => {
  using folder = tempDir();
  const path = join(folder.path, 'pipe.md');
  execFileSync('mkfifo', [path]);
  assert.throws(() => sourceAt(path), { code: 'IMPORT_UNREADABLE' });
  assert.throws(() => sourceAt(join(folder.path, 'nothing')), { code: 'NOT_FOUND' });
  const gone = join(folder.path, 'gone.md');
  writeFileSync(gone, 'x');
  const source = sourceAt(gone);
  rmSync(gone);
  await assert.rejects(source.read(0, 0, 1), { code: 'IMPORT_UNREADABLE' });
  await source.close();
});
