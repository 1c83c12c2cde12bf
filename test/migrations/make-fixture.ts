import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIds } from '../../engine/kernel/index.ts';
import { bareMemory, createBareVault } from '../support/bare-vault.ts';

/**
 * Makes the file of today's newest tables that later migrations are tested from:
 * `node test/migrations/make-fixture.ts 0010`. Run once when a migration is merged, never again.
 */
const version = process.argv[2]!;
const folder = join(import.meta.dirname, 'fixtures', version);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const { vault } = await createBareVault(join(folder, 'v'));
const newId = createIds();
const at = Date.UTC(2026, 0, 1);
const texts = ['I use vim.', 'The cello is in the attic.', 'My email is jane@example.com.', 'Deploys happen on Fridays.'];
const memories = texts.map((text, i) => bareMemory(vault, newId<string>(at), text, { happenedAt: at + i, session: 'old', ...(i === 3 && { scope: { project: 'p1' } }) }));
await vault.write('storeMemories', { memories, space: 0, now: at, actor: 'test' });
await vault.write('forgetMemory', { id: memories[1]!.publicId, actor: 'test', now: at });
await vault.close();
for (const file of ['vault.db', 'vault.keys']) renameSync(join(folder, 'v', file), join(folder, file));
rmSync(join(folder, 'v'), { recursive: true });
writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(memories.map((m, i) => ({ id: m.publicId, text: texts[i], happenedAt: m.happenedAt })), null, 2)}\n`);
