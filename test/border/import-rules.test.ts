import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freezeMigrations, lintTree } from '../../scripts/rules/index.ts';

/** A small tree in which every rule holds. */
const clean: Record<string, string> = {
  'contract/index.ts': "export { limit } from './limit.ts';",
  'contract/limit.ts': 'export const limit = 1;',
  'engine/kernel/index.ts': 'export const now = () => Date.now();',
  'engine/sensory/index.ts': "import { limit } from '../../contract/index.ts';\nexport const size = limit + 1;",
  'engine/vault/index.ts': "export { read } from './tables/rows.ts';",
  'engine/vault/tables/rows.ts': "export const read = 'SELECT id FROM memories';",
  'engine/vault/threads/writer.worker.ts': "import Database from 'better-sqlite3-multiple-ciphers';\nnew Database('x');",
  'engine/vault/threads/index.ts': "export const start = () => new URL('./writer.worker.ts', import.meta.url);",
  'engine/serve/index.ts': "export { size } from '../sensory/index.ts';",
  'security/keys/index.ts': 'export const key = 1;',
  'renderer/app/main.tsx': "import { useState } from 'react';\nimport { limit } from '../../contract/index.ts';\nimport { part } from '../ui/index.ts';\nexport const app = [useState, limit, part];",
  'renderer/ui/index.ts': 'export const part = 1;',
};

/** One breach each: the files that break the rule, and the rule that must see it. */
const breaches: [name: string, rule: string, files: Record<string, string>][] = [
  ['backward flow', 'layer', { 'engine/kernel/clock.ts': "import '../serve/index.ts';", 'engine/kernel/index.ts': "import './clock.ts';" }],
  ['backward flow by a type only', 'layer', { 'engine/kernel/index.ts': "import type { size } from '../sensory/index.ts';\nexport type Size = typeof size;" }],
  ['backward flow by an import type', 'layer', { 'engine/kernel/index.ts': "export type Size = typeof import('../sensory/index.ts').size;" }],
  ['backward flow by a dynamic import', 'layer', { 'engine/kernel/index.ts': "export const late = () => import('../sensory/index.ts');" }],
  ['backward flow by a re-export', 'layer', { 'engine/kernel/index.ts': "export { size } from '../sensory/index.ts';" }],
  ['past the door', 'door', { 'engine/sensory/index.ts': "import { limit } from '../../contract/limit.ts';\nexport const size = limit;" }],
  ['star re-export', 'no-star', { 'contract/index.ts': "export * from './limit.ts';" }],
  ['circle', 'no-cycle', { 'contract/a.ts': "import './b.ts';", 'contract/b.ts': "import './a.ts';" }],
  ['circle of types', 'no-cycle', { 'contract/a.ts': "import type { B } from './b.ts';\nexport type A = B;", 'contract/b.ts': "import type { A } from './a.ts';\nexport type B = A;" }],
  ['orphan', 'no-orphan', { 'engine/sensory/lost.ts': 'export const lost = 1;' }],
  ['missing file', 'resolves', { 'engine/sensory/index.ts': "export { ring } from './ring.ts';" }],
  ['folder without a row', 'known-folder', { 'engine/novel/index.ts': 'export const x = 1;' }],
  ['node in a pure folder', 'pure-import', { 'engine/sensory/index.ts': "import { randomBytes } from 'node:crypto';\nexport const size = randomBytes;" }],
  ['native code in a pure folder', 'pure-import', { 'engine/context/index.ts': "import 'onnxruntime-node';" }],
  ['the vault in a pure folder', 'layer', { 'engine/cortex/score/index.ts': "import { read } from '../../vault/index.ts';\nexport const score = read;" }],
  ['the clock in a pure folder', 'pure-syntax', { 'engine/cortex/fuse/index.ts': 'export const at = () => Date.now();' }],
  ['a new date in a pure folder', 'pure-syntax', { 'engine/cortex/fuse/index.ts': 'export const at = () => new Date();' }],
  ['chance in a pure folder', 'pure-syntax', { 'engine/working/index.ts': 'export const roll = () => Math.random();' }],
  ['output from a pure folder', 'pure-syntax', { 'security/pii/index.ts': "export const say = () => console.log('x');" }],
  ['environment in a pure folder', 'pure-syntax', { 'engine/formats/index.ts': 'export const home = () => process.env.HOME;' }],
  ['second opener of SQLite', 'package-home', { 'engine/jobs/index.ts': "import Database from 'better-sqlite3-multiple-ciphers';\nexport const db = new Database('x');" }],
  ['SQL outside its home', 'sql-home', { 'engine/flow/index.ts': "export const query = 'SELECT id FROM memories';" }],
  ['SQL in a template', 'sql-home', { 'engine/flow/index.ts': "const id = 1;\nexport const query = `DELETE FROM memories WHERE id = ${id}`;" }],
  ['plain copy', 'no-plain-copy', { 'engine/vault/tables/rows.ts': 'export const read = (db: { serialize(): unknown }) => db.serialize();' }],
  ['attached file', 'no-plain-copy', { 'engine/vault/tables/rows.ts': "export const read = \"ATTACH 'x.db' AS x\";" }],
  ['imported worker', 'worker-spawned', { 'engine/vault/threads/index.ts': "import './writer.worker.ts';" }],
  ['electron in the engine', 'package-home', { 'engine/serve/index.ts': "import { app } from 'electron';\nexport const name = app;" }],
  ['ipcMain outside its home', 'package-home', { 'electron/main/main.ts': "import { ipcMain } from 'electron';\nexport const bus = ipcMain;" }],
  ['ipcRenderer outside its home', 'package-home', { 'electron/os/index.ts': "import { ipcRenderer } from 'electron';\nexport const bus = ipcRenderer;" }],
  ['renderer to engine', 'layer', { 'renderer/ui/index.ts': "export { size as part } from '../../engine/sensory/index.ts';" }],
  ['renderer to engine through others', 'renderer-reach', { 'contract/limit.ts': "import { size } from '../engine/sensory/index.ts';\nexport const limit = size;" }],
  ['React outside the renderer', 'package-home', { 'electron/os/index.ts': "import { useState } from 'react';\nexport const x = useState;" }],
  ['inner HTML', 'no-inner-html', { 'renderer/ui/index.ts': "export const part = (e: Element) => (e.innerHTML = '<b>');" }],
  ['inner HTML in React', 'no-inner-html', { 'renderer/app/main.tsx': "export const app = <p dangerouslySetInnerHTML={{ __html: '' }} />;" }],
  ['fetch outside its home', 'socket-home', { 'engine/flow/index.ts': "export const get = () => fetch('http://x');" }],
  ['socket outside its home', 'package-home', { 'engine/flow/index.ts': "import { connect } from 'node:net';\nexport const open = connect;" }],
  ['WebSocket outside its home', 'socket-home', { 'renderer/ui/index.ts': "export const part = () => new WebSocket('ws://x');" }],
  ['migration that imports', 'layer', { 'migrations/010-first.ts': "import { size } from '../engine/sensory/index.ts';\nexport const up = size;", 'migrations/index.ts': "export { up } from './010-first.ts';" }],
  ['migration that is not frozen', 'frozen-migration', { 'migrations/010-first.ts': 'export const up = 1;', 'migrations/index.ts': "export { up } from './010-first.ts';" }],
  ['production from tests', 'not-from-tests', { 'engine/serve/index.ts': "export { fake } from '../../test/index.ts';", 'test/index.ts': 'export const fake = 1;' }],
  ['long file', 'length', { 'contract/limit.ts': `export const limit = 1;\n${'// line\n'.repeat(400)}` }],
  ['vague file name', 'name', { 'contract/limit.ts': "import './utils.ts';\nexport const limit = 1;", 'contract/utils.ts': 'export const x = 1;' }],
  ['vague folder name', 'name', { 'contract/limit.ts': "import './common/a.ts';\nexport const limit = 1;", 'contract/common/a.ts': 'export const x = 1;' }],
];

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'engram-rules-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test('IMPORT-RULES: a clean tree has no breach', () => {
  const root = tree(clean);
  try {
    assert.deepEqual(lintTree(root), []);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('IMPORT-RULES: one seeded breach per rule is seen by that rule', async (t) => {
  for (const [name, rule, files] of breaches)
    await t.test(name, () => {
      const root = tree({ ...clean, ...files });
      try {
        const rules = lintTree(root).map((violation) => violation.rule);
        assert.ok(rules.includes(rule), `expected ${rule}, saw ${rules.join(', ') || 'nothing'}`);
      } finally {
        rmSync(root, { recursive: true });
      }
    });
});

test('IMPORT-RULES: a frozen migration may stay but not change or vanish', () => {
  const files = { ...clean, 'migrations/010-first.ts': 'export const up = 1;', 'migrations/index.ts': "export { up } from './010-first.ts';" };
  const root = tree(files);
  try {
    assert.deepEqual(freezeMigrations(root), ['migrations/010-first.ts']);
    assert.deepEqual(lintTree(root), []);
    writeFileSync(join(root, 'migrations/010-first.ts'), 'export const up = 2;');
    assert.deepEqual(freezeMigrations(root), []);
    assert.deepEqual(lintTree(root).map((violation) => violation.rule), ['frozen-migration']);
    rmSync(join(root, 'migrations/010-first.ts'));
    writeFileSync(join(root, 'migrations/index.ts'), 'export const up = 3;');
    assert.deepEqual(lintTree(root).map((violation) => violation.rule), ['frozen-migration']);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test('IMPORT-RULES: this repository has no breach', () => {
  assert.deepEqual(lintTree(fileURLToPath(new URL('../..', import.meta.url))), []);
});
