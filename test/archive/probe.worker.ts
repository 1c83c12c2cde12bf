import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Started by a test where the reader of foreign files is: says what such a process could do. */

const outcome = (act: () => unknown): string => {
  try {
    act();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed';
  }
};

process.on('message', () => process.send!({
  environment: Object.keys(process.env),
  arguments: process.argv.length - 2,
  read: outcome(() => readFileSync('/etc/hostname')),
  write: outcome(() => writeFileSync(join(tmpdir(), 'engram-probe'), 'x')),
  start: outcome(() => spawnSync('true')),
  thread: outcome(() => new Worker('1', { eval: true })),
}));
process.on('disconnect', () => process.exit());
