import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { openBuiltin } from './index.ts';

const folder = new URL('../../../models/builtin/', import.meta.url);
const model = await openBuiltin();
after(() => model.close());
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
const embed = (...texts: string[]) => model.embed(texts, 'document');

test('EMBED-BUILTIN: the files are those of the manifest and stay below eight megabytes', () => {
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as { files: Record<string, { bytes: number; sha256: string }> };
  let total = 0;
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const content = readFileSync(new URL(name, folder));
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256);
    assert.equal(content.length, bytes);
    total += bytes;
  }
  assert.ok(total <= 8_000_000);
});

test('EMBED-BUILTIN: what means the same is nearer than what does not', async () => {
  const triples: [string, string, string][] = [
    ['my car broke down', 'automobile repair vehicle', 'banana bread recipe'], ['doctor appointment', 'hospital physician visit', 'football match score'],
    ['the weather is sunny', 'warm day without rain', 'database index query'], ['she plays the violin', 'music orchestra instrument', 'tax return form'],
    ['we adopted a puppy', 'dog pet animal', 'stock market prices'], ['flight to Paris', 'travel airport France', 'kitchen sink plumbing'],
  ];
  for (const [a, near, far] of triples) {
    const [x, y, z] = await embed(a, near, far);
    assert.ok(dot(x!, y!) > dot(x!, z!), a);
  }
});

test('EMBED-BUILTIN: one by one or together, in any order, a text has the same vector of length one', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.oneof(fc.lorem(), fc.string({ unit: 'grapheme', maxLength: 40 })), { minLength: 1, maxLength: 8 }), async (texts) => {
    const together = await embed(...texts);
    for (const [i, text] of texts.entries()) {
      const [alone] = await embed(text);
      alone!.forEach((x, d) => assert.ok(Math.abs(x - together[i]![d]!) < 1e-5));
      const length = Math.sqrt(dot(alone!, alone!));
      assert.ok(Math.abs(length - 1) < 1e-3 || (length === 0 && !/[\p{L}\p{N}]/u.test(text)), `${length}`);
    }
  }), { numRuns: 60 });
});

test('EMBED-BUILTIN: unknown words are placed by their pieces', async () => {
  const [a, b, c] = await embed('gardenerish', 'gardener', 'spacecraft');
  assert.ok(dot(a!, b!) > dot(a!, c!));
});
