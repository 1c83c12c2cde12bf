import { readFileSync, writeSync } from 'node:fs';
import { fileAnchor, rotateDatabase } from '../../engine/vault/index.ts';
import { createIds } from '../../engine/kernel/index.ts';
import { beginRotation, openMaster, parseKeyFile, unlockKeys } from '../../security/keys/index.ts';
import { bareMemory, openBareVault, SECRET, undetected } from '../support/bare-vault.ts';

/** Rotates the database key of a vault again and again, `FOLDER [ROTATIONS]`; writes a row in between and says its id once it is acknowledged. */
const dir = process.argv[2]!;
const rotations = Number(process.argv[3] ?? Infinity);
const say = (line: string): void => void writeSync(1, `${line}\n`);
const keyFile = () => parseKeyFile(readFileSync(`${dir}/vault.keys`, 'utf8'));
const newId = createIds();

for (let made = 0; made < rotations; made++) {
  const vault = await openBareVault(dir, keyFile());
  if (made === 0) say('ready');
  const id = newId<string>(Date.now());
  await vault.write('storeMemories', { memories: [bareMemory(vault, id, `row ${id} written between two keys`, {}, undetected)], space: 0, now: Date.now(), actor: 'test' });
  say(id);
  await vault.close();
  const master = await openMaster(keyFile(), 'primary', SECRET);
  const begun = beginRotation(keyFile(), master);
  const keys = await unlockKeys(begun, 'primary', SECRET);
  const anchor = fileAnchor(dir, keys);
  const seen = await anchor.read();
  if (seen) await anchor.write({ ...seen, digest: null });
  await rotateDatabase(dir, begun, keys, keys.pending!);
  keys.wipe();
  say(`rotated ${begun.pending!.keyVersion}`);
}
