import { writeSync } from 'node:fs';
import { createIds } from '../../engine/kernel/index.ts';
import { bareMemory, undetected } from '../support/bare-vault.ts';
import { openWriter } from './writer.ts';

/**
 * Writes and names every row on standard output once it is acknowledged: `FOLDER [ROWS]`. Without
 * ROWS it goes on until it is killed from outside. With ROWS it stores so many, erases some of the
 * later ones again (`erasing ID`, then `erased ID` once that is acknowledged), closes and says `closed`.
 * A write that fails ends nothing: it is told as `failed CODE`; a vault that does not open is told
 * as `unopened CODE`.
 */
const dir = process.argv[2]!;
const rows = Number(process.argv[3] ?? Infinity);
const CALLERS = 16;
/** Of the second half every so many rows are erased; the first half lets the log grow until it is copied back. */
const ERASE_EVERY = 20;

const say = (line: string): void => void writeSync(1, `${line}\n`);
const vault = await openWriter(dir).catch((error: { code?: string }) => {
  say(`unopened ${error.code ?? 'UNTYPED'}`);
  process.exit(0);
});
const newId = createIds();
let begun = 0;

/** True once the change is acknowledged. */
async function acknowledged(change: () => Promise<unknown>, line: string): Promise<boolean> {
  try {
    await change();
    say(line);
    return true;
  } catch (error) {
    say(`failed ${(error as { code?: string }).code ?? 'UNTYPED'}`);
    return false;
  }
}

async function writeOne(number: number): Promise<void> {
  const id = newId<string>(Date.now());
  const memory = bareMemory(vault, id, `row ${id} with some words to index`, { session: 'crash' }, undetected);
  const stored = await acknowledged(() => vault.write('storeMemories', { memories: [memory], space: 0, now: Date.now(), actor: 'test' }), id);
  if (!stored || number < rows / 2 || number % ERASE_EVERY !== 0) return;
  say(`erasing ${id}`);
  await acknowledged(() => vault.write('eraseMemories', { ids: [id], texts: {}, actor: 'test', now: Date.now() }), `erased ${id}`);
}

say('ready');
await Promise.all(Array.from({ length: CALLERS }, async () => {
  while (begun < rows) await writeOne(begun++);
}));
await vault.close();
say('closed');
