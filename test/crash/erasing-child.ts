import { readFileSync, writeSync } from 'node:fs';
import { openWriter } from './writer.ts';

/**
 * Erases what a file names, whole texts by id, a few memories at a time: `FOLDER FILE`. Each batch is told before
 * (`erasing ID,ID,…`) and once it is acknowledged (`erased ID,ID,…`). Killed from outside, or ends when nothing is left.
 */
const dir = process.argv[2]!;
const BATCH = 4;
const CALLERS = 3;

const say = (line: string): void => void writeSync(1, `${line}\n`);
const vault = await openWriter(dir);
const left = Object.entries(JSON.parse(readFileSync(process.argv[3]!, 'utf8')) as Record<string, string>);
say('ready');
await Promise.all(Array.from({ length: CALLERS }, async () => {
  while (left.length > 0) {
    const batch = left.splice(0, BATCH);
    const ids = batch.map(([id]) => id);
    say(`erasing ${ids.join()}`);
    await vault.write('eraseMemories', { ids, texts: Object.fromEntries(batch.map(([id, text]) => [id, [text]])), actor: 'test', now: Date.now() });
    say(`erased ${ids.join()}`);
  }
}));
await vault.close();
