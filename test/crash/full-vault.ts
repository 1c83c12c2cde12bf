import { createIds } from '../../engine/kernel/index.ts';
import type { Vault } from '../../engine/vault/index.ts';
import { bareMemory } from '../support/bare-vault.ts';
import { chance } from './chance.ts';

const DIMENSIONS = 32;
const WORDS = 'attic bridge cello deploy ember friday garden harbour island jacket kettle ladder meadow notebook orchard pepper'.split(' ');

/**
 * Stores memories that fill every table a memory can: vectors, ties to the one before, an older
 * version of every third, sealed texts, one in seven on the shelf. Returns their ids in order.
 */
export async function fill(vault: Vault, count: number, label = 'row'): Promise<string[]> {
  const newId = createIds();
  const random = chance(count);
  const space = await vault.write('ensureSpace', { name: 'test', dimensions: DIMENSIONS, metric: 'cosine' });
  const now = Date.now();
  const memories = Array.from({ length: count }, (_, i) => {
    const words = Array.from({ length: 30 }, () => random.pick(WORDS)).join(' ');
    const text = `${label} ${i} ${words}${i % 5 === 0 ? `, mail to reader${i}@example.com` : ''}`;
    const vector = Float32Array.from({ length: DIMENSIONS }, () => random.next() - 0.5);
    return bareMemory(vault, newId<string>(now + i), text, { session: `s${i % 4}`, kind: i % 2 ? 'semantic' : 'episodic', vector });
  });
  await vault.write('storeMemories', { memories, space, now, actor: 'test' });
  for (const [i, { publicId }] of memories.entries()) {
    const content = bareMemory(vault, publicId, `${label} ${i} said another way`);
    if (i % 3 === 0) await vault.write('editMemory', { id: publicId, content: { ...content.content, summary: content.summary, keyFact: content.keyFact, tag: content.tag, times: [] }, actor: 'test', now });
    if (i % 7 === 6) await vault.write('forgetMemory', { id: publicId, actor: 'test', now });
  }
  return memories.map(({ publicId }) => publicId);
}
