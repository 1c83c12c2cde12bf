import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openArchive, sealArchive } from '../../security/archive/index.ts';
import { missing } from '../support/system-tool.ts';
import { PASSPHRASE, tempDir, tempVault } from '../support/temp-vault.ts';
import { ended, furnish } from './furnished.ts';

const skip = missing('age') || missing('script') || (process.platform !== 'linux' && '`script` takes other arguments here');
const passphrase = 'harbour lantern quietly seven';

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** Runs age on a terminal, where alone it reads a passphrase, and types the passphrase whenever it is asked. */
function age(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const quoted = ['age', ...args].map((arg) => `'${arg}'`).join(' ');
    const child = spawn('script', ['-qec', quoted, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const limit = setTimeout(() => child.kill(), 60_000);
    let answered = 0;
    let said = '';
    child.stdout.on('data', (data) => {
      said += String(data);
      const asked = said.match(/passphrase[^\n]*?:/gi)?.length ?? 0;
      for (; answered < asked; answered++) child.stdin.write(`${passphrase}\n`);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve(code ?? -1);
    });
  });
}

test('ARCHIVE-FORMAT: age opens an archive, and an archive that age made is opened', { skip }, async () => {
  using folder = tempDir();
  const [made, plain, again] = ['made.age', 'plain.jsonl', 'again.age'].map((name) => join(folder.path, name)) as [string, string, string];
  const lines = Array.from({ length: 2000 }, (_, i) => JSON.stringify({ type: 'memory', text: `Größe ${i} 漢字 ${'x'.repeat(i % 100)}` }));
  const pieces: Uint8Array[] = [];
  for await (const piece of sealArchive(each(lines), passphrase)) pieces.push(piece);
  writeFileSync(made, Buffer.concat(pieces));
  assert.equal(await age(['-d', '-o', plain, made]), 0);
  assert.deepEqual(readFileSync(plain, 'utf8').split('\n').slice(1, -2), lines);
  assert.equal(await age(['-p', '-o', again, plain]), 0);
  const back: string[] = [];
  for await (const line of openArchive(createReadStream(again), passphrase)) back.push(line);
  assert.deepEqual(back, lines);
});

test('ARCHIVE-AGE: a real export opens with age on its own, with every text whole and no vector or key of a provider in it', { skip }, async () => {
  using folder = tempDir();
  const [path, plain] = ['all.age', 'all.jsonl'].map((name) => join(folder.path, name)) as [string, string];
  await using vault = await tempVault();
  const held = await furnish(vault.client);
  const job = await ended(vault.client, (await vault.client.transfer.export({ path, format: 'archive', passphrase: PASSPHRASE, archivePassphrase: passphrase })).job);
  assert.equal(job.state, 'done');
  assert.deepEqual([job.result!.bytes, job.result!.sha256], [statSync(path).size, createHash('sha256').update(readFileSync(path)).digest('hex')]);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(await age(['-d', '-o', plain, path]), 0);
  const text = readFileSync(plain, 'utf8');
  const lines = text.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  const of = (type: string) => lines.filter((line) => line.type === type);
  assert.deepEqual(lines[0], { format: 'engram', version: 1, archive: 1 });
  assert.deepEqual([lines.at(-1)!.type, lines.at(-1)!.lines], ['end', lines.length - 2]);
  assert.equal(of('memory').length, job.result!.memories);
  for (const kind of ['episodic', 'semantic', 'procedural']) assert.ok(of('memory').some((line) => line.kind === kind), kind);
  for (const status of ['active', 'superseded', 'quarantined']) assert.ok(of('memory').some((line) => line.status === status), status);
  assert.ok(!of('memory').some((line) => line.status === 'forgotten' || line.redacted));
  for (const whole of held.texts) assert.ok(text.includes(JSON.stringify(whole).slice(1, -1)), whole);
  assert.ok(of('version').length >= 2 && of('conversation').length === 1 && of('agent').length === 1 && of('settings').length === 1);
  assert.ok(!('embedder' in (of('settings')[0]!.values as object)));
  for (const secret of [held.providerKey, PASSPHRASE, passphrase]) assert.ok(!text.includes(secret));
  assert.ok(!/"(?:vector|embedding|code)"/.test(text));
});
