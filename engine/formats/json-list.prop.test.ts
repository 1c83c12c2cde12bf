import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineRows, listRows, parseRow, type Row } from './json-list.ts';

/** The bytes of a text in chunks of the given sizes, again and again. */
async function* chunked(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  // One buffer for all chunks, as a file stream may do it.
  const buffer = new Uint8Array(64);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = Math.min(sizes[i % sizes.length] ?? 1, bytes.length - at, buffer.length);
    buffer.set(bytes.subarray(at, at + size));
    yield buffer.subarray(0, size);
    at += size;
  }
}
async function all(rows: AsyncIterable<Row>): Promise<Row[]> {
  const list: Row[] = [];
  for await (const row of rows) list.push(row);
  return list;
}
const sizes = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 5 });
const texts = (rows: readonly Row[]) => rows.map((row) => {
  assert.ok('text' in row, JSON.stringify(row));
  return row.text;
});

test('the elements of a list are those JSON.parse finds, however the bytes are cut', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 4 })), sizes, fc.constantFrom(0, 1, 2), fc.boolean(), async (list, cut, indent, marked) => {
    const json = `${marked ? '\uFEFF' : ''}${JSON.stringify(list, null, indent)}\n`;
    const found = texts(await all(listRows(chunked(json, cut)))).map((text) => JSON.parse(text) as unknown);
    assert.deepEqual(found, JSON.parse(JSON.stringify(list)));
  }), { numRuns: 300 });
});

test('a single object is a list of one', async () => {
  await fc.assert(fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), sizes, async (object, cut) => {
    const json = JSON.stringify(object);
    assert.deepEqual(texts(await all(listRows(chunked(json, cut)))), [json]);
  }));
});

test('any bytes end without an exception', async () => {
  await fc.assert(fc.asyncProperty(fc.oneof(fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', 'a', ' ', '\n'), maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 })), sizes, async (text, cut) => {
    for (const row of await all(listRows(chunked(text, cut)))) parseRow(row);
    for (const row of await all(lineRows(chunked(text, cut)))) parseRow(row);
  }), { numRuns: 500 });
});

test('what a file cannot hold is named, and the rest is read', async () => {
  const rows = await all(listRows(chunked(`[1,"${'x'.repeat(200)}",{"a":"] , }"},,[2]]`, [7]), 100));
  assert.deepEqual(rows, [{ text: '1' }, { problem: 'a row is too large' }, { text: '{"a":"] , }"}' }, { text: '' }, { text: '[2]' }]);
  const deep = `[${'['.repeat(500)}${']'.repeat(500)},3]`;
  assert.deepEqual(await all(listRows(chunked(deep, [50]))), [{ problem: 'a row is nested too deeply' }, { text: '3' }]);
  assert.deepEqual(await all(listRows(chunked('[1, {"a": 2', [3]))), [{ text: '1' }, { problem: 'the file is cut off' }]);
  assert.deepEqual(await all(listRows(chunked('', [1]))), [{ problem: 'the file is empty' }]);
  assert.deepEqual(await all(listRows(chunked('<html>', [1]))), [{ problem: 'the file is not JSON' }]);
  assert.deepEqual(await all(listRows(chunked(' [ ] ', [1]))), []);
  assert.deepEqual(parseRow({ text: '['.repeat(100_000) }), { problem: 'a row is nested too deeply' });
  assert.deepEqual(parseRow({ text: '{a' }), { problem: 'a row is not JSON' });
});

test('lines are those of the text, without the empty ones', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 50 })), sizes, async (lines, cut) => {
    const text = lines.join('\n');
    const expected = text.split('\n').map((line) => new TextDecoder().decode(new TextEncoder().encode(line)).trim()).filter((line) => line !== '');
    assert.deepEqual(texts(await all(lineRows(chunked(text, cut)))), expected);
  }));
  assert.deepEqual(await all(lineRows(chunked(`a\n${'b'.repeat(50)}\nc`, [9]), 10)), [{ text: 'a' }, { problem: 'a row is too large' }, { text: 'c' }]);
});

test('a gigabyte would not be held: the list is read at tens of megabytes a second', async () => {
  const element = JSON.stringify({ title: 'x "y" \\ z', mapping: { a: 'text '.repeat(2000) } });
  const chunk = new TextEncoder().encode(`${element},`.repeat(100));
  const rounds = 20;
  async function* file() {
    yield new TextEncoder().encode('[');
    for (let i = 0; i < rounds; i++) yield chunk;
    yield new TextEncoder().encode('0]');
  }
  const start = performance.now();
  let count = 0;
  for await (const row of listRows(file())) if ('text' in row) count++;
  const perSecond = (chunk.length * rounds) / 1e6 / ((performance.now() - start) / 1000);
  assert.equal(count, rounds * 100 + 1);
  assert.ok(perSecond > 20, `${perSecond.toFixed(0)} MB/s`);
});
