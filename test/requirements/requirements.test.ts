import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { settingKeys } from '../../contract/index.ts';
import { requirements } from '../../docs/requirements.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = ['contract', 'engine', 'security', 'native', 'sidecar', 'electron', 'renderer', 'test', 'scripts', 'bench'];
const sources = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file)).map((file) => join(folder, file)));
const CITED = /^\s*(?:test|it)\(\s*['"`]([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*):/gm;

test('every promise that is done is cited by a test, and every cited id is a promise', () => {
  const cited = new Set(sources.filter((file) => /\.(test|slow)\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(CITED)].map((match) => match[1]!)));
  assert.deepEqual(Object.entries(requirements).filter(([id, r]) => r.status === 'done' && !cited.has(id)).map(([id]) => id), []);
  assert.deepEqual([...cited].filter((id) => requirements[id]?.status !== 'done'), []);
});

test('KNOWN-14: every setting is read by the engine or the interface', () => {
  const readers = sources.filter((file) => !/\.(test|slow)\.tsx?$/.test(file) && !file.startsWith('contract') && !file.startsWith(join('renderer', 'settings')) && !file.startsWith('test'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  const read = (key: string) => readers.includes(`'${key}'`) || readers.includes(`settings.${key}`) || (key.startsWith('recall.weight.') && readers.includes('`recall.weight.${'));
  assert.deepEqual(settingKeys.filter((key) => !read(key)), []);
});
