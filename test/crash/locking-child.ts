import { readSync, writeSync } from 'node:fs';
import { createEngine } from '../../engine/serve/index.ts';
import { person } from '../support/temp-vault.ts';

/**
 * Unlocks a vault with the passphrase from standard input, remembers something and says `open`;
 * locks at the next input and says `locked`; then waits to be ended: `FOLDER`.
 */
const typed = Buffer.alloc(1024);
const length = readSync(0, typed);
const engine = await createEngine({ dir: process.argv[2]!, host: 'cli', keychain: false });
const client = engine.client(person);
await client.vault.unlock({ passphrase: typed.toString('utf8', 0, length) });
typed.fill(0);
await client.memories.remember({ text: 'The cello is in the attic.' });
writeSync(1, 'open\n');
process.stdin.once('data', () => void client.vault.lock().then(() => writeSync(1, 'locked\n')));
