import { readFileSync, writeSync } from 'node:fs';
import { parseKeyFile } from '../../security/keys/index.ts';
import { openBareVault } from '../support/bare-vault.ts';

/** Opens a vault, which brings its tables to the newest version, and says `opened`: `FOLDER`. Killed from outside, or ends after closing it. */
const dir = process.argv[2]!;
const file = parseKeyFile(readFileSync(`${dir}/vault.keys`, 'utf8'));
writeSync(1, 'ready\n');
const vault = await openBareVault(dir, file);
writeSync(1, 'opened\n');
await vault.close();
