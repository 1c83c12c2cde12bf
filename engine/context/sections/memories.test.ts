import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memory } from '../../../contract/index.ts';
import { counterFor } from '../tokens/index.ts';
import { recalledSection, type ShownMemory } from './index.ts';

const boundary = 'kq3vx8ma';
const counter = await counterFor('o200k');
const memory = (id: string, more: Partial<Memory>) => ({ id, tier: 'cleartext', redacted: false, origin: 'person', source: null, trust: 1, speaker: null, happenedAt: 0, ...more }) as Memory;
const shown = (memories: Memory[]): ShownMemory[] => memories.map((one, i) => ({ mark: i + 1, memory: one, value: 0.9 - i * 0.01 }));
const same = (text: string) => ({ text, summary: text, keyFact: text, tag: text });

test('CONTEXT-PACKING: in a chat, too, the second memory of one aspect stands back behind the first of another', () => {
  const memories = shown([memory('a', same('The kale grows in the eastern bed.')), memory('b', same('The kale grows in the western bed.')), memory('c', same('The leek grows in the northern bed.'))]);
  const facetsOf = (text: string) => ['kale', 'leek'].filter((word) => text.includes(word));
  const kept = (facets?: typeof facetsOf) => {
    const section = recalledSection(memories, boundary, 0.5, counter, facets);
    // The least room for two of them.
    for (let tokens = 0; ; tokens++) {
      const there = section.fill(tokens).items.flatMap(({ id, level }) => (level === 'full' ? [id] : []));
      if (there.length === 2) return there;
    }
  };
  assert.deepEqual(kept(facetsOf), ['a', 'c']);
  assert.deepEqual(kept(), ['a', 'b']);
});

test('CONTEXT-PACKING: a guarded text that was opened for its reader is never shortened to its redacted summary', () => {
  const text = 'My telephone number is 555 0100, and it rings in the kitchen of the old mill by the river, where nobody hears it before noon.';
  const guarded = { text, summary: 'My telephone number is [phone], in the kitchen of the old mill.', keyFact: 'Telephone number [phone].', tag: 'telephone', tier: 'sensitive' as const };
  const levels = (redacted: boolean) => {
    const section = recalledSection(shown([memory('a', { ...guarded, redacted })]), boundary, 0.5, counter);
    return new Set(Array.from({ length: 120 }, (_, tokens) => section.fill(tokens).items[0]!.level));
  };
  assert.deepEqual([...levels(false)], [null, 'tag', 'key_fact', 'full']);
  assert.ok(levels(true).has('summary'));
});
