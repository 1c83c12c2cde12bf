import { readFileSync, writeSync } from 'node:fs';
import { parseKeyFile } from '../../security/keys/index.ts';
import { createIds } from '../../engine/kernel/index.ts';
import { bareMemory, openBareVault } from '../support/bare-vault.ts';

/** Writes without end and names every row on standard output once it is acknowledged. Killed from outside. */
const dir = process.argv[2]!;
const CALLERS = 16;
const vault = await openBareVault(dir, parseKeyFile(readFileSync(`${dir}/vault.keys`, 'utf8')));
const newId = createIds();
writeSync(1, 'ready\n');
await Promise.all(Array.from({ length: CALLERS }, async () => {
  while (true) {
    const id = newId<string>(Date.now());
    await vault.write('storeMemories', {
      memories: [bareMemory(vault, id, `row ${id} with some words to index`, { session: 'crash' })], space: 0, now: Date.now(), actor: 'test',
    });
    writeSync(1, `${id}\n`);
  }
}));
