import { writeSync } from 'node:fs';
import { createEngine } from '../../engine/serve/index.ts';
import { SECRET } from '../support/bare-vault.ts';
import { person } from '../support/temp-vault.ts';

/**
 * Imports a file into a vault, or goes on with the import it finds there: `FOLDER FILE`. Says the
 * state of the job it found (`new`, `paused`, …) and `done` once it is. Killed from outside, or ends.
 */
const [dir, path] = process.argv.slice(2) as [string, string];
const LOOK_MS = 5;

const say = (line: string): void => void writeSync(1, `${line}\n`);
const engine = await createEngine({ dir, host: 'cli', keychain: false });
const client = engine.client(person);
await client.vault.unlock({ passphrase: SECRET.passphrase });
say('ready');
const found = (await client.jobs.list()).find((job) => job.kind === 'import');
say(found?.state ?? 'new');
if (found?.state !== 'done') {
  const id = found ? (await client.jobs.resume({ id: found.id })).id : (await client.transfer.import({ source: { path }, options: { approve: true, extract: true } })).job;
  let job = await client.jobs.get({ id });
  for (; job.state === 'running'; job = await client.jobs.get({ id })) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  if (job.state !== 'done') throw new Error(`the import ended as ${job.state}: ${job.error?.code}`);
}
say('done');
await engine.settled();
await engine.close();
