import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decrypter } from 'age-encryption';
import fc from 'fast-check';
import { archiveLimits, openWith, sealWith, type ArchiveLimits } from './archive.ts';
import { archiveOpener, assertStrong, openArchive, passphraseWords, sealArchive } from './index.ts';
import { fromPassphrase } from './passphrase.ts';

/** Cheap derivation, so that many archives can be made. */
const CHEAP = 4;
const PASSPHRASE = 'seven words that nobody else would say';
/** A chunk of the format with its tag. */
const CHUNK = 64 * 1024 + 16;

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
const seal = async (lines: readonly string[], limits: ArchiveLimits = archiveLimits) => Buffer.concat(await all(sealWith(each(lines), PASSPHRASE, CHEAP, limits)));
const open = (bytes: Uint8Array, passphrase = PASSPHRASE, limits: ArchiveLimits = archiveLimits) => all(openWith(each([bytes]), fromPassphrase(passphrase), limits));
const fails = (code: string) => (error: { code?: string }) => {
  assert.equal(error.code, code);
  return true;
};
/** Lines that fill several chunks. */
const many = Array.from({ length: 3000 }, (_, i) => JSON.stringify({ type: 'memory', text: `Memory number ${i} `.repeat(4) }));

test('ARCHIVE-FORMAT: what was sealed comes back line by line, however the bytes are cut', async () => {
  const line = fc.oneof(fc.string({ unit: 'grapheme' }), fc.json()).map((text) => JSON.stringify({ text }));
  await fc.assert(fc.asyncProperty(fc.array(line, { maxLength: 40 }), fc.integer({ min: 1, max: 5000 }), async (lines, cut) => {
    const bytes = await seal(lines);
    const pieces = Array.from({ length: Math.ceil(bytes.length / cut) }, (_, i) => bytes.subarray(i * cut, (i + 1) * cut));
    assert.deepEqual(await all(openWith(each(pieces), fromPassphrase(PASSPHRASE), archiveLimits)), lines);
  }), { numRuns: 60 });
  assert.deepEqual(await open(await seal(many)), many);
});

test('ARCHIVE-FORMAT: a real archive costs real work, and either form of an accent opens it', async () => {
  const bytes = Buffer.concat(await all(sealArchive(each(['{"type":"memory"}']), 'caf\u00e9 au lait')));
  assert.match(bytes.toString('latin1'), /^age-encryption\.org\/v1\n-> scrypt [\w+/]{22} 18\n/);
  assert.deepEqual(await all(openArchive(each([bytes]), 'cafe\u0301 au lait')), ['{"type":"memory"}']);
  const plain = new Decrypter();
  plain.addPassphrase('caf\u00e9 au lait');
  const [header, line, footer] = (await plain.decrypt(bytes, 'text')).split('\n');
  assert.deepEqual([header, line], ['{"format":"engram","version":1,"archive":1}', '{"type":"memory"}']);
  assert.match(footer!, /^\{"type":"end","lines":1,"sha256":"[0-9a-f]{64}"\}$/);
});

test('ARCHIVE-FORMAT: a wrong passphrase is told apart from damage and from nothing else', async () => {
  const bytes = await seal(['{}']);
  await assert.rejects(open(bytes, 'another'), fails('WRONG_PASSPHRASE'));
  await assert.rejects(open(bytes, ''), fails('WRONG_PASSPHRASE'));
});

test('ARCHIVE-FORMAT: a file that is cut off anywhere is not taken for a shorter one', async () => {
  const bytes = await seal(many);
  const payload = bytes.indexOf('\n---') + 4 + 44 + 1 + 16;
  const chunks = Math.ceil((bytes.length - payload) / CHUNK);
  assert.ok(chunks > 3);
  const cuts = [0, 1, 30, payload - 60, payload - 16, payload - 1, ...Array.from({ length: chunks }, (_, i) => payload + i * CHUNK).flatMap((at) => [at, at + 1, at + 16, at + 17, at + 30_000]), bytes.length - 1];
  for (const cut of cuts.filter((at) => at < bytes.length)) await assert.rejects(open(bytes.subarray(0, cut)), fails('IMPORT_UNREADABLE'), `cut at ${cut}`);
  await assert.rejects(open(Buffer.concat([bytes, Buffer.from('x')])), fails('IMPORT_UNREADABLE'));
});

test('ARCHIVE-FORMAT: chunks that were swapped, doubled or changed are noticed', async () => {
  const bytes = await seal(many);
  const payload = bytes.indexOf('\n---') + 4 + 44 + 1 + 16;
  const head = bytes.subarray(0, payload);
  const [a, b, rest] = [bytes.subarray(payload, payload + CHUNK), bytes.subarray(payload + CHUNK, payload + 2 * CHUNK), bytes.subarray(payload + 2 * CHUNK)];
  for (const parts of [[head, b, a, rest], [head, a, a, b, rest], [head, a, rest]]) await assert.rejects(open(Buffer.concat(parts)), fails('IMPORT_UNREADABLE'));
  for (let at = 40; at < bytes.length; at += 9001) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    await assert.rejects(open(changed), (error: { code?: string }) => error.code === 'IMPORT_UNREADABLE' || error.code === 'WRONG_PASSPHRASE');
  }
});

test('ARCHIVE-FORMAT: a header that asks for too much work, for another key or for no end is refused before any work', async () => {
  const bytes = await seal(['{}']);
  const text = bytes.toString('latin1');
  const stanza = /-> scrypt [^\n]+\n[^\n]+\n/.exec(text)![0];
  const hostile = [
    text.replace(` ${CHEAP}\n`, ' 30\n'), text.replace(` ${CHEAP}\n`, ' 21\n'), text.replace(` ${CHEAP}\n`, ' 0\n'), text.replace(` ${CHEAP}\n`, ' 99999\n'),
    text.replace(stanza, stanza + stanza), text.replace('-> scrypt', '-> X25519'), `age-encryption.org/v1\n${stanza.repeat(100)}`,
    'a'.repeat(5_000_000), '', 'PK\u0003\u0004', text.replace('v1', 'v2'),
  ];
  const start = performance.now();
  for (const file of hostile) await assert.rejects(open(Buffer.from(file, 'latin1')), fails('IMPORT_UNREADABLE'));
  assert.ok(performance.now() - start < 2_000);
});

test('ARCHIVE-FORMAT: limits hold on both sides, whatever the file says', async () => {
  const small = { lineBytes: 100, totalBytes: 1_000_000, lines: 5 };
  const long = [JSON.stringify('x'.repeat(200))];
  await assert.rejects(seal(long, small), fails('CONTENT_TOO_LARGE'));
  await assert.rejects(open(await seal(long), PASSPHRASE, small), fails('CONTENT_TOO_LARGE'));
  await assert.rejects(open(await seal(Array<string>(6).fill('{}')), PASSPHRASE, small), fails('CONTENT_TOO_LARGE'));
  assert.equal((await open(await seal(Array<string>(5).fill('{}')), PASSPHRASE, small)).length, 5);
  await assert.rejects(open(await seal(many), PASSPHRASE, { ...small, lineBytes: 1000, lines: 10_000, totalBytes: 100_000 }), fails('CONTENT_TOO_LARGE'));
  for (const line of ['{}\n{}', '"\ud800"']) await assert.rejects(seal([line]), fails('INVALID_INPUT'));
});

test('ARCHIVE-FORMAT: a failure of the source reaches the caller as it is, on both sides', async () => {
  const broken = async function* () {
    yield '{}';
    throw new RangeError('the disk is gone');
  };
  await assert.rejects(all(sealWith(broken(), PASSPHRASE, CHEAP, archiveLimits)), RangeError);
  const bytes = async function* () {
    yield (await seal(many)).subarray(0, 100_000);
    throw new RangeError('the disk is gone');
  };
  await assert.rejects(all(openWith(bytes(), fromPassphrase(PASSPHRASE), archiveLimits)), RangeError);
});

test('ARCHIVE-FORMAT: a key is derived once for two readings, and never taken for that of another archive', async () => {
  const [one, two] = [await seal(['{"n":1}']), await seal(['{"n":2}'])];
  const open = archiveOpener(PASSPHRASE);
  for (const [bytes, line] of [[one, '{"n":1}'], [one, '{"n":1}'], [two, '{"n":2}'], [one, '{"n":1}']] as const) assert.deepEqual(await all(open(each([bytes]))), [line]);
});

test('ARCHIVE-PASSPHRASE: what could be guessed is refused, and six random words are not', async () => {
  const weak = ['short', 'aaaaaaaaaaaaaaaaaaaa', 'password12345', 'qwertyuiop1234', '123456789012345', 'correcthorse', 'letmein letmein', 'iloveyou2024!!', '            '];
  for (const passphrase of weak) await assert.rejects(assertStrong(passphrase), fails('WEAK_PASSPHRASE'), passphrase);
  for (const passphrase of ['correct horse battery staple', 'harbour lantern quietly seven', 'Vq8#mL2p!xW9', 'größe und élan im südlichen hafen']) await assertStrong(passphrase);
  const made = new Set<string>();
  for (let i = 0; i < 200; i++) {
    const passphrase = passphraseWords();
    assert.match(passphrase, /^[a-z]+( [a-z]+){5}$/);
    await assertStrong(passphrase);
    made.add(passphrase);
  }
  assert.equal(made.size, 200);
});
