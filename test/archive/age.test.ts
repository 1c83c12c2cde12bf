import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openArchive, sealArchive } from '../../security/archive/index.ts';
import { missing } from '../support/system-tool.ts';
import { tempDir } from '../support/temp-vault.ts';

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
