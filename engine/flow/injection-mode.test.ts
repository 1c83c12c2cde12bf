import assert from 'node:assert/strict';
import { test } from 'node:test';
import { understand } from '../cortex/index.ts';
import { injectionMode } from './injection-mode.ts';

const AT = Date.UTC(2026, 0, 5, 9);

test('INJECTION-MODE: small talk, commands and what names nothing call for little memory, sweeps and causes for much, the rest for the usual', () => {
  const modes = (texts: readonly string[], context: string[] = []) => texts.map((text) => injectionMode(understand(text, AT, { context }).gate));
  assert.deepEqual(modes(['thanks!', 'ok', 'continue', 'make it shorter', '17 * 3', 'what about that one?']), Array.from({ length: 6 }, () => 'minimal'));
  assert.deepEqual(modes(['Where does my sister live?', 'Which editor do I use?']), ['standard', 'standard']);
  assert.deepEqual(modes(['yes please'], ['Shall I look up when your passport expires?']), ['standard']);
  assert.deepEqual(modes(['Tell me everything about the garden', 'Why did we leave MySQL?']), ['deep', 'deep']);
});
