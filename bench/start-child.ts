import { createEngine } from '../engine/serve/index.ts';
import { questions, turns } from './corpus.ts';

/** Opens a vault in a fresh process and asks at once. The key derivation is not part of the figure. */
const [dir, passphrase] = process.argv.slice(2) as [string, string];
let keyAt = 0;
const engine = await createEngine({ dir, host: 'cli', keychain: false, onKeys: () => (keyAt = performance.now()) });
const client = engine.client({ kind: 'person', local: true });
const [question] = questions(turns(10_000), 1);
await client.vault.unlock({ passphrase });
const { items } = await client.recall({ query: question!, weak: true });
const firstRecallMs = performance.now() - keyAt;
await engine.settled();
console.log(JSON.stringify({ firstRecallMs, items: items.length, rssMb: Math.round(process.memoryUsage.rss() / 1e6) }));
await engine.close();
