import { rmSync } from 'node:fs';
import { createEngine } from '../engine/serve/index.ts';
import { questions, turns } from './corpus.ts';

/** A vault that answers one question or stores one memory at a time, when it is told to. Times are its own. */
const [dir, count, asked] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];
const BATCH = 500;
const tell = (message: object): void => void process.send!(message);

const engine = await createEngine({ dir, host: 'cli', kdf: 'floor', keychain: false });
const client = engine.client({ kind: 'person', local: true });
await client.vault.create({ passphrase: 'a passphrase for measuring' });
await engine.settled();
const memories = turns(count + asked);
for (let from = 0; from < count; from += BATCH) await client.memories.rememberMany({ memories: memories.slice(from, Math.min(count, from + BATCH)) });
const texts = questions(memories.slice(0, count), asked);

process.on('message', (message: { recall: number } | { write: number } | 'end') => void (async () => {
  if (message === 'end') {
    await engine.close();
    rmSync(dir, { recursive: true, force: true });
    return process.disconnect();
  }
  const start = performance.now();
  const items = 'recall' in message
    ? (await client.recall({ query: texts[message.recall]!, weak: true })).items.map(({ memory }) => memory.text)
    : [(await client.memories.remember(memories[count + message.write]!)).outcome];
  tell({ ms: performance.now() - start, items });
})());
tell({ ready: true });
