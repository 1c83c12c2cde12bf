import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HIGHEST_ID } from './entry.ts';
import { EntryNumbers } from './entry-numbers.ts';

const id = fc.oneof(fc.nat(20), fc.nat(20_000), fc.constantFrom(4095, 4096, HIGHEST_ID));
const step = fc.record({ does: fc.constantFrom('set', 'set', 'delete'), id, entry: fc.nat(2 ** 30) });

test('VECTOR-SIMD: the numbers of entries are those a plain map holds, after any changes', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
    const numbers = new EntryNumbers();
    const plain = new Map<number, number>();
    for (const { does, id: memory, entry } of steps) {
      if (does === 'set') {
        numbers.set(memory, entry);
        plain.set(memory, entry);
      } else {
        numbers.delete(memory);
        plain.delete(memory);
      }
      assert.deepEqual([numbers.size, numbers.get(memory), numbers.has(memory)], [plain.size, plain.get(memory), plain.has(memory)]);
    }
    assert.deepEqual([...numbers.keys()], [...plain.keys()].sort((a, b) => a - b));
    numbers.clear();
    assert.deepEqual([numbers.size, [...numbers.keys()]], [0, []]);
  }));
});
