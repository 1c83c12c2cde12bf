import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { apart, lessCommon } from './apart.ts';
import { COMMON } from './common-axes.ts';
import { dot } from './momentum.ts';

const size = COMMON[0]!.length;
const vector = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size }).map((all) => Float32Array.from(all)).filter((one) => dot(one, one) > 0.01);

test('EMBED-QUESTION: a question points less to what all words have in common, keeps its other directions and its length of one', () => {
  fc.assert(fc.property(vector, (one) => {
    const question = lessCommon(one);
    const length = Math.sqrt(dot(one, one));
    assert.ok(Math.abs(dot(question, question) - 1) < 1e-4);
    assert.ok(Math.abs(dot(question, COMMON[0]!)) <= Math.abs(dot(one, COMMON[0]!)) / length + 1e-4);
    // Without that axis both point the same way.
    const [a, b] = [question, one].map((each) => { const along = dot(each, COMMON[0]!); return each.map((x, i) => x - along * COMMON[0]![i]!); }) as [Float32Array, Float32Array];
    const [la, lb] = [Math.sqrt(dot(a, a)), Math.sqrt(dot(b, b))];
    if (lb > 1e-3) assert.ok(dot(a, b) / (la * lb) > 1 - 1e-3);
  }));
});

test('EMBED-QUESTION: vectors of another size and empty ones come back as they are', () => {
  for (const other of [new Float32Array(3).fill(0.5), new Float32Array(0), new Float32Array(size)]) {
    assert.deepEqual(lessCommon(other), other);
    assert.deepEqual(apart(other), other);
  }
});
