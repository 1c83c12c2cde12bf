import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { searchPages } from '../../engine/vault/pages.ts';
import { parseKeyFile, unlockKeys } from '../../security/keys/index.ts';
import { SECRET } from '../support/bare-vault.ts';

/**
 * Opens the keys of a closed vault and says `open`; at the next input searches its pages for a text
 * that is there and wipes the keys, and says `searched COUNT`; then waits to be ended: `FOLDER TEXT`.
 */
const [dir, text] = process.argv.slice(2) as [string, string];
const keys = await unlockKeys(parseKeyFile(readFileSync(join(dir, 'vault.keys'), 'utf8')), 'primary', SECRET);
writeSync(1, 'open\n');
process.stdin.once('data', async () => {
  const found = await searchPages(join(dir, 'vault.db'), keys.key('database'), [text]);
  keys.wipe();
  writeSync(1, `searched ${found}\n`);
});
process.stdin.resume();
