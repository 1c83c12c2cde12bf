import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ahead, blended, cosine, momentumOf, moved } from './index.ts';

const DIMENSIONS = 6;
const vector = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS }).map((numbers) => Float32Array.from(numbers));
const length = (of: Float32Array) => Math.sqrt(of.reduce((sum, x) => sum + x * x, 0));
const spoken = vector.filter((one) => length(one) > 1e-3);

test('MOMENTUM: the centroid has length 1, stability stays in 0..1, whatever is said', () => {
  fc.assert(fc.property(fc.array(vector, { minLength: 1, maxLength: 30 }), (turns) => {
    const momentum = momentumOf(turns)!;
    assert.equal(momentum.turns, turns.length);
    assert.ok(momentum.stability >= 0 && momentum.stability <= 1);
    const size = length(momentum.centroid);
    assert.ok(Math.abs(size - 1) < 1e-4 || turns.every((turn) => length(turn) < 1e-3) || size === 0, String(size));
    assert.ok([...momentum.centroid, ...momentum.velocity, ...ahead(momentum)].every(Number.isFinite));
  }));
});

/** The same by the definition: every turn folded in by hand. */
test('MOMENTUM: equals the sum written out, half of the weight on the newest turn', () => {
  fc.assert(fc.property(fc.array(spoken, { minLength: 2, maxLength: 8 }), (turns) => {
    let centroid = [...turns[0]!].map((x) => x / length(turns[0]!));
    for (const turn of turns.slice(1)) {
      const mixed = centroid.map((x, i) => 0.5 * x + (0.5 * turn[i]!) / length(turn));
      const size = Math.hypot(...mixed);
      if (size < 1e-3) return;
      centroid = mixed.map((x) => x / size);
    }
    const found = momentumOf(turns)!.centroid;
    centroid.forEach((x, i) => assert.ok(Math.abs(x - found[i]!) < 1e-3));
  }));
});

test('MOMENTUM: the same turn again and again is steady and stands still; an opposite one unsettles it', () => {
  fc.assert(fc.property(spoken, fc.integer({ min: 2, max: 12 }), (turn, times) => {
    const steady = momentumOf(Array.from({ length: times }, () => turn))!;
    assert.ok(steady.stability > 0.99 && length(steady.velocity) < 1e-3);
    assert.ok(cosine(ahead(steady), turn) > 0.999);
    assert.ok(moved(steady, turn.map((x) => -x)).stability < steady.stability);
  }));
});

test('MOMENTUM: a blend goes from the query to the centroid with the share; 0 keeps the query', () => {
  fc.assert(fc.property(spoken, fc.array(spoken, { minLength: 1, maxLength: 5 }), (query, turns) => {
    const momentum = momentumOf(turns)!;
    if (length(momentum.centroid) === 0 || cosine(query, momentum.centroid) < -0.9) return;
    assert.ok(cosine(blended(query, momentum, 0), query) > 0.9999);
    const near = [0.2, 0.5, 0.8].map((share) => cosine(blended(query, momentum, share), momentum.centroid));
    assert.deepEqual(near, [...near].sort((a, b) => a - b));
  }));
});

test('MOMENTUM: a turn of another space is refused', () => {
  assert.throws(() => moved(momentumOf([new Float32Array(4).fill(1)]), new Float32Array(5).fill(1)), RangeError);
});
