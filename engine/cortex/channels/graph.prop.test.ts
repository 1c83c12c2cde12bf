import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EdgeType } from '../../../contract/index.ts';
import type { Vault } from '../../vault/index.ts';
import { findByGraph } from './index.ts';
import type { ChannelQuery } from './words.ts';

interface Tie { from: number; to: number; type: EdgeType; weight: number }
interface Shared { from: number; to: number; name: string; documents: number }

const query = { analysis: { words: [] } } as unknown as ChannelQuery;
const id = fc.integer({ min: 1, max: 9 });
const ties = fc.uniqueArray(fc.record({ from: id, to: id, type: fc.constantFrom<EdgeType>('related_to', 'derived_from', 'next_to'), weight: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 14, selector: ({ from, to, type }) => `${from} ${to} ${type}` })
  .map((list) => list.filter(({ from, to }) => from !== to));
const names = fc.array(fc.record({ from: id, to: id, name: fc.constant('x'), documents: fc.integer({ min: 1, max: 9 }) }), { maxLength: 8 }).map((list) => list.filter(({ from, to }) => from !== to));
const seeds = fc.uniqueArray(fc.record({ id, score: fc.double({ min: 0.01, max: 1, noNaN: true }) }), { minLength: 1, maxLength: 4, selector: (seed) => seed.id })
  .map((list) => list.toSorted((a, b) => b.score - a.score));

/** A vault that knows only ties. */
const vaultOf = (stored: readonly Tie[], shared: readonly Shared[]) => ({
  read: async (name: string, { ids }: { ids: number[] }) => (name === 'neighbours' ? stored : shared).filter(({ from }) => ids.includes(from)),
}) as unknown as Vault;

const PASSES: Record<string, number> = { related_to: 0.7, derived_from: 0.8, next_to: 0.4, name: 0.8 };

test('GRAPH-SPREAD: a memory gets the most that any way of ties brings it, hop by hop, never the sum', async () => {
  await fc.assert(fc.asyncProperty(ties, names, seeds, fc.integer({ min: 1, max: 3 }), async (stored, shared, start, hops) => {
    const found = await findByGraph(vaultOf(stored, shared), query, start, hops);
    const degree = (from: number) => stored.filter((tie) => tie.from === from).length;
    const all = [
      ...stored.map(({ from, to, type, weight }) => ({ from, to, passes: (PASSES[type]! * weight) / Math.sqrt(degree(from)) })),
      ...shared.map(({ from, to, documents }) => ({ from, to, passes: PASSES.name! / Math.sqrt(documents) })),
    ];
    // Every way of at most so many ties from a seed, one by one.
    const most = new Map<number, number>();
    const walk = (from: number, activation: number, left: number) => {
      if (left === 0) return;
      for (const tie of all) {
        if (tie.from !== from) continue;
        const next = activation * tie.passes;
        if (next > (most.get(tie.to) ?? 0)) most.set(tie.to, next);
        if (!start.some((seed) => seed.id === tie.to)) walk(tie.to, next, left - 1);
      }
    };
    for (const seed of start) walk(seed.id, seed.score / start[0]!.score, hops);
    for (const { id: to, score } of found) assert.ok(score >= 0 && score <= 1 && score <= most.get(to)! + 1e-9);
    // One hop is exact; on longer ways only the best of each hop go on, which here are all.
    const expected = [...most].filter(([, score]) => score > 0).length;
    if (hops === 1) for (const { id: to, score } of found) assert.ok(Math.abs(score - most.get(to)!) < 1e-9);
    if (hops === 1) assert.equal(found.length, expected);
    assert.deepEqual(found.map(({ score }) => score), found.map(({ score }) => score).toSorted((a, b) => b - a));
  }), { numRuns: 500 });
});

test('GRAPH-SPREAD: two hops reach what one does not, and weaker', async () => {
  const chain: Tie[] = [{ from: 1, to: 2, type: 'related_to', weight: 1 }, { from: 2, to: 3, type: 'related_to', weight: 1 }];
  const start = [{ id: 1, score: 1 }];
  assert.deepEqual((await findByGraph(vaultOf(chain, []), query, start, 1)).map((hit) => hit.id), [2]);
  const two = await findByGraph(vaultOf(chain, []), query, start, 2);
  assert.deepEqual(two.map((hit) => hit.id), [2, 3]);
  assert.ok(two[1]!.score < two[0]!.score);
  assert.deepEqual(await findByGraph(vaultOf(chain, []), query, [], 2), []);
});
