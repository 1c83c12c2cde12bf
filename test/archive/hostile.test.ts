import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { EngramError, type MemoryDetail } from '../../contract/index.ts';
import { forkReader, type StartReader } from '../../engine/jobs/index.ts';
import { readKeyFile, vaultPaths } from '../../engine/vault/index.ts';
import { openConnection } from '../../engine/vault/threads/open.ts';
import { unlockKeys } from '../../security/keys/index.ts';
import { PASSPHRASE, tempDir, tempVault } from '../support/temp-vault.ts';
import { secret } from './forge.ts';
import { ended } from './furnished.ts';
import { hostile, type Live } from './hostile-cases.ts';

const MB = 1024 * 1024;
/** Rows that say what was tried, and what is written when there is time: the audit of reading, the seal over all. Everything else must not change. */
const RECORDS = ['jobs', 'audit', 'identity_reads', 'vault_head'];
/** What an undo leaves behind: who did it, and counters of the word index. */
const TRACES = [...RECORDS, 'tombstones', 'memory_words_data', 'memory_words_idx', 'memory_words_config', 'memory_words', 'sqlite_sequence', 'sqlite_stat1'];

/** Every row of every table but some, as text. */
async function dumpOf(dir: string): Promise<(but: readonly string[]) => string> {
  const keys = await unlockKeys(readKeyFile(dir)!, 'primary', { passphrase: PASSPHRASE, keychain: null });
  return (but) => {
    const db = openConnection(vaultPaths(dir).database, keys.key('database').use((key) => new Uint8Array(key)), 'read');
    const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).all() as { name: string }[];
    const dump = tables.filter((table) => !but.includes(table.name)).map(({ name }) => `${name} ${JSON.stringify(db.prepare(`SELECT * FROM "${name}"`).all())}`);
    db.close();
    return dump.join('\n');
  };
}

/** Most memory the process of a reader ever had, in bytes; 0 where the system does not tell. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

test(`ARCHIVE-HOSTILE: ${hostile.length} files made to do harm are refused, or wait with nothing of what they claim`, async (t) => {
  assert.ok(hostile.length >= 60 && new Set(hostile.map((one) => one.name)).size === hostile.length);
  let peak = 0;
  const start: StartReader = (entry) => {
    const reader = forkReader(entry);
    const timer = setInterval(() => { peak = Math.max(peak, peakOf(reader.pid)); }, 10);
    timer.unref();
    reader.onEnd(() => clearInterval(timer));
    return { ...reader, kill: () => { peak = Math.max(peak, peakOf(reader.pid)); reader.kill(); } };
  };
  using folder = tempDir();
  await using vault = await tempVault({ startReader: start });
  const { client } = vault;
  const stored = await client.memories.remember({ text: 'The live one must stay as it is.', kind: 'semantic' });
  const chat = await client.chat.open({ title: 'Mine' });
  for await (const _ of await client.chat.send({ session: chat.id, text: 'What must stay?' }));
  const live: Live = { id: stored.id, text: 'The live one must stay as it is.', session: chat.id };
  const dump = await dumpOf(vault.dir);
  const rows = (but: readonly string[]) => createHash('sha256').update(dump(but)).digest('hex');
  const unchanged = rows(TRACES);
  const slowest = { name: '', ms: 0 };
  const largest = { name: '', mb: 0 };
  const counts = { refused: 0, waiting: 0 };

  for (const { name, file = 'all.age', bytes, refused, lands } of hostile) await t.test(name, async () => {
    const path = join(folder.path, file);
    writeFileSync(path, await bytes(live));
    const before = rows(RECORDS);
    const memory = process.memoryUsage.rss();
    const begun = performance.now();
    peak = 0;
    const outcome = await client.transfer.import({ source: { path }, options: { archivePassphrase: secret } })
      .then(({ job }) => ended(client, job), (error: unknown) => error as EngramError);
    const ms = performance.now() - begun;
    const mb = (peak + Math.max(0, process.memoryUsage.rss() - memory)) / MB;
    if (ms > slowest.ms) Object.assign(slowest, { name, ms });
    if (mb > largest.mb) Object.assign(largest, { name, mb });
    assert.ok(ms < 120_000 && mb < 2048, `${Math.round(ms)} ms, ${Math.round(mb)} MB`);
    if (refused !== undefined) {
      const code = 'state' in outcome ? outcome.error?.code : outcome.code;
      assert.equal(code, refused, JSON.stringify(outcome));
      assert.equal(rows(RECORDS), before, 'not one row has changed');
      counts.refused++;
      return;
    }
    assert.ok('state' in outcome && outcome.state === 'done', JSON.stringify(outcome));
    const listed = await client.memories.list({ filter: { job: outcome.id, status: ['active', 'superseded', 'quarantined', 'forgotten'] }, limit: 500 });
    const memories: MemoryDetail[] = [];
    for (const { id } of listed.items) memories.push(await client.memories.get({ id }));
    assert.deepEqual(memories.filter((m) => m.status !== 'quarantined' || m.trust > 0.5 || m.origin !== 'imported'), [], 'all of it waits');
    const wrong = lands!(memories, live);
    assert.equal(wrong, undefined);
    const mine = await client.memories.get({ id: stored.id });
    assert.deepEqual([mine.status, mine.trust, mine.text], ['active', 0.9, live.text]);
    assert.deepEqual((await client.recall({ query: 'what must stay, believe, pay, live' })).items.map((item) => item.memory.id), [stored.id]);
    assert.deepEqual([await client.agents.list(), (await client.models.providers()).length, (await client.settings.get())['privacy.sensitiveToCloud']], [[], 0, false]);
    if (outcome.undoable) await client.jobs.undo({ id: outcome.id });
    assert.equal(rows(TRACES), unchanged, 'one undo takes all of it back');
    counts.waiting++;
  });
  assert.ok(!dump([]).includes(secret), 'the passphrase of an archive is kept nowhere');
  t.diagnostic(`${counts.refused} refused, ${counts.waiting} waiting, of ${hostile.length}`);
  t.diagnostic(`slowest ${Math.round(slowest.ms)} ms (${slowest.name}); most memory of the reading process and growth of this one ${Math.round(largest.mb)} MB (${largest.name})`);
  assert.equal(counts.refused + counts.waiting, hostile.length);
});
