import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openConnection, type Connection } from '../../engine/vault/threads/open.ts';
import { createBareVault } from '../support/bare-vault.ts';
import { tempDir } from '../support/temp-vault.ts';
import { inLanes, killAtRandom, KILLS, LANES, letEnd, patience } from './kill-at-random.ts';
import { faultsOf } from './whole.ts';

const MEMORIES = 400;
const CONVERSATIONS = 12;
/** Of the time a whole import took, so that some end between two kills. */
const MOST_SHARE = 1.2;
const START = Date.UTC(2025, 0, 1);
const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();

/** A file of ours with all it can hold: memories with ties and older texts, conversations that state things. */
function exportedFile(): string {
  const lines: object[] = [{ format: 'engram', version: 1 }];
  for (let i = 0; i < MEMORIES; i++) {
    const relations = i % 4 === 0 ? [] : [{ to: `m${i - 1}`, type: 'related_to', weight: 0.6 }, { to: `m${(i * 7) % MEMORIES}`, type: 'supports' }];
    lines.push({ type: 'memory', id: `m${i}`, text: `Imported thing number ${i} about the harbour.`, kind: i % 2 ? 'semantic' : 'episodic', happenedAt: at(i), relations });
    if (i % 5 === 0) lines.push({ type: 'version', memory: `m${i}`, version: 1, text: `Imported thing number ${i}, as it was.`, tier: 'cleartext', reason: 'edited', changedAt: at(i) });
  }
  for (let i = 0; i < CONVERSATIONS; i++)
    lines.push({
      type: 'conversation', id: `c${i}`, title: `Chat ${i}`, leaf: `c${i}-3`, createdAt: at(i),
      messages: [1, 2, 3].map((n) => ({ id: `c${i}-${n}`, parent: n > 1 ? `c${i}-${n - 1}` : null, role: n === 2 ? 'assistant' : 'user', text: n === 2 ? 'Noted.' : `My locker number ${n} in room ${i} is blue.`, createdAt: at(i) })),
    });
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

/** All that an import brings, without the ids and times that differ from one import to the next. Each line stands for one row. */
function brought(db: Connection): string[] {
  const queries = [
    'SELECT text, kind, category, status, origin, trust, strength, importance, corroborations, version, happened_at, (SELECT count(*) FROM memory_embeddings WHERE memory = m.id) FROM memories m',
    'SELECT m.text, v.version, v.text, v.reason FROM memory_versions v JOIN memories m ON m.id = v.memory',
    'SELECT s.text, t.text, e.type, e.weight FROM memory_edges e JOIN memories s ON s.id = e.source JOIN memories t ON t.id = e.target',
    'SELECT title, created_at, (SELECT text FROM messages WHERE id = s.leaf) FROM sessions s',
    'SELECT s.title, m.role, m.text, m.status, (SELECT text FROM messages p WHERE p.id = m.parent) FROM messages m JOIN sessions s ON s.id = m.session',
  ];
  return queries.flatMap((query, i) => db.prepare(query).raw().all().map((row) => `${i} ${JSON.stringify(row)}`)).sort();
}

/** A row that is there more than once, by all that makes it one. */
function twice(db: Connection): unknown[] {
  return ['memories GROUP BY text', 'sessions GROUP BY title', 'messages GROUP BY session, text']
    .flatMap((grouped) => db.prepare(`SELECT count(*) FROM ${grouped} HAVING count(*) > 1`).all());
}

test(`VAULT-CRASH: ${KILLS} kills at random moments while importing: each import goes on and ends as if nothing had happened`, { timeout: patience(KILLS) }, async (t) => {
  using folder = tempDir();
  const empty = join(folder.path, 'empty');
  const { vault } = await createBareVault(empty);
  const key = vault.keys.key('database').use((bytes) => new Uint8Array(bytes));
  await vault.close();
  const file = join(folder.path, 'export.jsonl');
  writeFileSync(file, exportedFile());
  const fresh = (name: string): string => {
    cpSync(empty, join(folder.path, name), { recursive: true });
    return join(folder.path, name);
  };
  const whole = fresh('whole');
  const { lines } = await letEnd('importing-child.ts', [whole, file]);
  // Side by side, as they will be killed: a time taken alone would be over before an import ends.
  let ms = 0;
  await inLanes(LANES, async (lane) => void (ms = Math.max(ms, (await letEnd('importing-child.ts', [fresh(`again${lane}`), file])).ms)));
  assert.deepEqual(lines, ['new', 'done']);
  const aim = openConnection(join(whole, 'vault.db'), key, 'read');
  const expected = brought(aim);
  assert.deepEqual([(aim.prepare(`SELECT count(*) FROM memories WHERE text LIKE 'Imported%'`).pluck().get()), twice(aim)], [MEMORIES, []]);
  aim.close();

  let ended = 0;
  let resumed = 0;
  await inLanes(KILLS, async (lane, kills) => {
    let dir = fresh(`vault${lane}`);
    for (let kill = 1; kill <= kills; kill++) {
      const said = kill === kills ? await letEnd('importing-child.ts', [dir, file]) : await killAtRandom('importing-child.ts', [dir, file], ms * MOST_SHARE);
      if (said.lines[0] === 'paused') resumed++;
      const db = openConnection(join(dir, 'vault.db'), key, 'write');
      assert.deepEqual([faultsOf(db), twice(db)], [[], []], `after kill ${kill}`);
      const done = said.lines.includes('done');
      if (done) assert.deepEqual(brought(db), expected, `after kill ${kill}`);
      db.close();
      if (!done) continue;
      ended++;
      dir = fresh(`vault${lane}-${kill}`);
    }
  });
  t.diagnostic(`${ended} imports ended; ${resumed} times one was found unfinished and went on`);
  assert.ok(ended > 0);
});
