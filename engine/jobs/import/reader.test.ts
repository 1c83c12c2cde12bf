import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportReader, sourceIn, type ReaderProcess, type StartReader } from './index.ts';
import { forkReader } from './process.ts';

const NOW = Date.UTC(2026, 10, 21);
const lines = (...rows: object[]) => Buffer.from(['{"format":"engram","version":1}', ...rows.map((row) => JSON.stringify(row))].join('\n'));
const source = () => sourceIn('all.jsonl', lines({ type: 'memory', text: 'A' }, { type: 'memory', text: 'B' }));

/** A process that a stranger took over: it answers what the test says. */
function taken(answer: (message: { type: string; id?: number }, say: (message: unknown) => void, end: () => void) => void): { start: StartReader; killed: () => boolean } {
  let killed = false;
  const start = (): ReaderProcess => {
    let say = (_message: unknown): void => {};
    let end = (): void => {};
    return {
      send: (message) => answer(message as { type: string }, (reply) => say(reply), () => end()),
      onMessage: (listener) => { say = listener; },
      onEnd: (listener) => { end = listener; },
      kill: () => { killed = true; },
    };
  };
  return { start, killed: () => killed };
}

async function taking(start: StartReader, timeMs?: number): Promise<unknown> {
  await using reader = await ImportReader.open({ source: source(), now: NOW, start, timeMs });
  for await (const item of reader.items()) void item;
  return null;
}

test('IMPORT-PROCESS: the real one reads, sees no files, no environment and no way out', async () => {
  await using reader = await ImportReader.open({ source: source(), now: NOW });
  assert.equal(reader.format, 'engram');
  const look = await reader.look();
  assert.deepEqual([look.whole, look.items, look.memories.semantic], [true, 2, 2]);
  const items = [];
  for await (const item of reader.items()) items.push(item);
  assert.deepEqual(items, ['A', 'B'].map((text) => ({ type: 'memory', memory: { text } })));

  process.env.ENGRAM_TEST_SECRET = 'not for children';
  const probe = forkReader(new URL('../../../test/archive/probe.worker.ts', import.meta.url));
  const told = await new Promise<Record<string, unknown>>((resolve, reject) => {
    probe.onMessage((message) => resolve(message as Record<string, unknown>));
    probe.onEnd(() => reject(new Error('it ended')));
    probe.send({});
  });
  delete process.env.ENGRAM_TEST_SECRET;
  probe.kill();
  assert.deepEqual(told, { environment: [], arguments: 0, read: 'ERR_ACCESS_DENIED', write: 'ERR_ACCESS_DENIED', start: 'ERR_ACCESS_DENIED', thread: 'ERR_ACCESS_DENIED' });
});

test('IMPORT-PROCESS: whatever a process that was taken over answers ends with a typed error and its end', async () => {
  const items = (list: unknown[], done = true) => ({ type: 'items', items: list, done });
  const answers: unknown[] = [
    null, 7, 'items', {}, { type: 'opened' }, { type: 'looked', report: {} }, { type: 'opened', format: 'evil' }, items([{ type: 'memory' }]), items([{ type: 'memory', memory: { text: 'x', trust: 1 } }]),
    items([{ type: 'memory', memory: { text: 'x'.repeat(9000) } }]), items([{ type: 'skipped', reason: 'x'.repeat(201) }]), items(Array.from({ length: 501 }, () => ({ type: 'unused', what: 'agent' }))),
    { type: 'read', id: 1, file: 9, at: 0, length: 1 }, { type: 'read', id: 1, file: 0, at: -1, length: 1 }, { type: 'read', id: 1, file: 0, at: 0, length: 2 ** 40 }, { type: 'failed', code: 'VAULT_DAMAGED' }, { type: 'failed', code: 'IMPORT_UNREADABLE' },
  ];
  for (const answer of answers) {
    const { start, killed } = taken((message, say) => say(message.type === 'open' ? { type: 'opened', format: 'engram' } : answer));
    await assert.rejects(taking(start), { code: 'IMPORT_UNREADABLE' }, JSON.stringify(answer)?.slice(0, 80));
    assert.ok(killed());
  }
});

test('IMPORT-PROCESS: one that dies, never answers, or never stops is ended', async () => {
  const dying = taken((message, say, end) => (message.type === 'open' ? say({ type: 'opened', format: 'engram' }) : end()));
  await assert.rejects(taking(dying.start), { code: 'IMPORT_UNREADABLE' });
  const silent = taken(() => {});
  await assert.rejects(taking(silent.start, 60), { code: 'CONTENT_TOO_LARGE' });
  assert.ok(silent.killed());
  const endless = taken((message, say) => queueMicrotask(() => say(message.type === 'open' ? { type: 'opened', format: 'engram' } : { type: 'items', items: Array.from({ length: 500 }, () => ({ type: 'unused', what: 'agent' })), done: false })));
  await assert.rejects(taking(endless.start), { code: 'CONTENT_TOO_LARGE' });
  assert.ok(endless.killed());
});

test('IMPORT-PROCESS: stopping ends it at once', async () => {
  const stop = new AbortController();
  const { start, killed } = taken((message, say) => { if (message.type === 'open') say({ type: 'opened', format: 'engram' }); });
  const reader = await ImportReader.open({ source: source(), now: NOW, start, signal: stop.signal });
  const looking = reader.look();
  stop.abort();
  await assert.rejects(looking, { code: 'CANCELLED' });
  assert.ok(killed());
  await assert.rejects(ImportReader.open({ source: source(), now: NOW, start, signal: stop.signal }), { code: 'CANCELLED' });
});
