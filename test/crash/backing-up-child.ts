import { readFileSync, writeSync } from 'node:fs';
import { createIds } from '../../engine/kernel/index.ts';
import { parseKeyFile } from '../../security/keys/index.ts';
import { bareMemory, openBareVault, undetected } from '../support/bare-vault.ts';

/**
 * Backs a vault up again and again while it writes: `FOLDER [BACKUPS]`. Says the id of every row once
 * it is acknowledged and `backup PATH ROWS` once a backup is. Killed from outside, or ends after so many backups.
 */
const dir = process.argv[2]!;
const backups = Number(process.argv[3] ?? Infinity);

const say = (line: string): void => void writeSync(1, `${line}\n`);
const vault = await openBareVault(dir, parseKeyFile(readFileSync(`${dir}/vault.keys`, 'utf8')));
const newId = createIds();
let made = 0;

async function writeOn(): Promise<void> {
  while (made < backups) {
    const id = newId<string>(Date.now());
    await vault.write('storeMemories', { memories: [bareMemory(vault, id, `row ${id} written beside a backup`, {}, undetected)], space: 0, now: Date.now(), actor: 'test' });
    say(id);
  }
}

async function backUp(): Promise<void> {
  for (; made < backups; made++) {
    const { path, memories } = await vault.backup(Date.now());
    say(`backup ${path} ${memories}`);
  }
}

say('ready');
await Promise.all([writeOn(), backUp()]);
await vault.close();
