import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { duplicatesAmong, type Comparable } from './duplicates.ts';

const said = fc.constantFrom('The kiln is blue.', 'the KILN is blue', 'The kiln, is blue!', 'Rain came early.', 'early came rain', 'Straße 7, K\u212A', 'STRASSE 7 kk', 'straße 7 kk', '', '…');
const item = fc.record({ text: said, kind: fc.constantFrom('episodic', 'semantic', 'procedural') as fc.Arbitrary<Comparable['kind']> });
const ranked = fc.array(item, { maxLength: 12 }).map((items) => items.map((one, id) => ({ ...one, id })));
const words = (text: string) => text.toLowerCase().replace(/[^a-zß0-9]+/g, ' ').trim();

/** The definition, one group of equals after the other: the best distilled one stays, else the best. */
function slowly(items: readonly Comparable[]): [number, number][] {
  return items.flatMap((one): [number, number][] => {
    const equals = items.filter(({ text }) => words(text) === words(one.text));
    const stays = equals.find(({ kind }) => kind !== 'episodic') ?? equals[0]!;
    return stays.id === one.id ? [] : [[one.id, stays.id]];
  });
}

test('RECALL-TRACE: of what says the same one stays, the best distilled one, and every repeat names it', () => {
  fc.assert(fc.property(ranked, (items) => assert.deepEqual([...duplicatesAmong(items)], slowly(items))), { numRuns: 1000 });
});
