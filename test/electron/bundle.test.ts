import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { build, root } from '../../scripts/setup/build.ts';
import { electronProgram } from '../../scripts/setup/electron-binary.ts';

const built = join(root, 'dist', 'electron');

test('the window is built so that its engine, its threads and its preload script load', () => {
  assert.ok(build('electron'));
  const preload = readFileSync(join(built, 'preload.cjs'), 'utf8');
  assert.deepEqual([...preload.matchAll(/require\(["']([^"']+)/g)].map((match) => match[1]), ['electron']);
  assert.ok(existsSync(join(built, 'electron', 'main', 'main.js')));
  const dir = mkdtempSync(join(tmpdir(), 'engram-bundle-'));
  try {
    // The same files under plain Node: only the window itself needs Electron.
    const program = `
      import { createEngine } from ${JSON.stringify(pathToFileURL(join(built, 'engine', 'serve', 'index.js')).href)};
      const engine = await createEngine({ dir: ${JSON.stringify(join(dir, 'vault'))}, host: 'electron', kdf: 'floor', keychain: false });
      const client = engine.client({ kind: 'person', local: true });
      await client.vault.create({ passphrase: 'seven words that nobody would guess' });
      await client.memories.remember({ text: 'The kettle is copper' });
      const { items } = await client.recall({ query: 'kettle' });
      await engine.close();
      console.log(items.length);`;
    assert.equal(execFileSync(process.execPath, ['--no-strip-types', '--input-type=module', '-e', program], { cwd: dir, encoding: 'utf8' }).trim(), '1');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

const program = electronProgram();
const reason = program === null ? 'the Electron program is not installed' : process.getuid?.() === 0 ? 'Electron does not run as root with its sandbox' : process.platform === 'linux' && !process.env.DISPLAY ? 'there is no display' : false;
test('the window opens', { skip: reason }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'engram-window-'));
  try {
    const run = spawnSync(program!, [join(built, 'electron', 'main', 'main.js')], { env: { ...process.env, ENGRAM_DIR: dir }, timeout: 8_000 });
    // Still open after the time given is what is wanted.
    assert.equal(run.error === undefined ? run.status : (run.error as NodeJS.ErrnoException).code, 'ETIMEDOUT');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
