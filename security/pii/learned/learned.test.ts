import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { classify } from '../classify.ts';
import { TIER_OF } from '../tiered.ts';
import { featuresOf } from './features.ts';
import { COLUMNS, FIRST_READABLE, judge, KINDS, QUESTIONS, TEXT_LENGTH } from './index.ts';
import { meaningsOf, meanings } from './meanings.ts';
import { rowsOf } from './numerals.ts';
import { piecesOf } from './pieces.ts';
import { tokensOf } from './tokens.ts';
import { learned } from './weights.ts';

const FOLDER = new URL('../training/', import.meta.url);
const lines = readdirSync(FOLDER).flatMap((file) => readFileSync(new URL(file, FOLDER), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { text: string; found: { kind: string; value: string }[] }));
const texts = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom(...lines.map(({ text }) => text)));

test('PII-DETECT: tokens hold everything but blanks, in order, whatever the script', () => {
  fc.assert(fc.property(texts, (text) => {
    let at = 0;
    for (const token of tokensOf(text)) {
      assert.match(text.slice(at, token.start), /^\s*$/);
      assert.equal(text.slice(token.start, token.end), token.text);
      assert.ok(token.end > token.start);
      at = token.end;
    }
    assert.match(text.slice(at), /^\s*$/);
  }), { numRuns: 2000 });
});

test('PII-DETECT: pieces put together are the text, and none is longer than what is judged at once', () => {
  const sentence = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 200 });
  fc.assert(fc.property(fc.array(sentence, { maxLength: 30 }).map((parts) => parts.join('. ')), (text) => {
    const pieces = piecesOf(text);
    assert.equal(pieces.map((piece) => piece.text).join(''), text);
    for (const piece of pieces) {
      assert.ok(piece.text.length <= 480);
      assert.equal(text.slice(piece.start, piece.start + piece.text.length), piece.text);
    }
  }));
});

test('PII-DETECT: numbers in words have as many digits as they are dialled with', () => {
  const digits = (text: string): number => rowsOf(tokensOf(text)).rows.reduce((sum, row) => sum + row.digits, 0);
  for (const [text, count] of [
    ['zéro six, trente-neuf, quatre-vingt-dix-huit, quatorze, vingt-sept', 10], ['tujuh-tujuh-satu-empat', 4], ['086-ocht-sé', 5], ['oh seven seven double', 3], ['null eins fünf eins, 23 84 70 16', 12],
    ['三八零零六二', 6], ['공일공 사칠이구', 7], ['восемьдесят два', 2], ['siebenundvierzig', 2], ['٠٧٩ ٥٥١ ٨٣٢٤', 10],
  ] as const) assert.equal(digits(text), count, text);
  const groups = fc.array(fc.integer({ min: 0, max: 99_999 }).map(String), { minLength: 1, maxLength: 6 });
  fc.assert(fc.property(groups, fc.constantFrom(' ', ' - ', '-', '. ', ' / '), (parts, mark) => assert.equal(digits(parts.join(mark)), parts.join('').length)));
});

test('PII-DETECT: words are known with endings, behind other words and as phrases', () => {
  const of = (text: string): string[] => [...new Set(meaningsOf(tokensOf(text)).flat())].map((number) => meanings[number]!);
  for (const [text, meaning] of [['heslem', 'secret'], ['Garagencode', 'secret'], ['in the caja fuerte', 'opens'], ['护照号码', 'document'], ['doğum günü', 'born'], ['ведь родился', 'born'], ['MOBILNUMMER', 'phone']] as const) assert.ok(of(text).includes(meaning), text);
});

test('PII-DETECT: the kinds that stay readable are those of the tiers', () => {
  for (const [i, kind] of KINDS.entries()) if (kind !== 'none') assert.equal(TIER_OF[kind] === 'cleartext', i >= FIRST_READABLE, kind);
});

/** The bytes of the weights by place, read plainly. */
function plainWeights(): Map<number, number[]> {
  const bytes = inflateRawSync(Buffer.from(learned.weights, 'base64'));
  const places: number[] = [];
  let [at, place] = [0, 0];
  while (places.length < learned.rows) {
    let [gap, factor] = [0, 1];
    for (; bytes[at]! > 127; factor *= 128) gap += (bytes[at++]! - 128) * factor;
    place += gap + bytes[at++]! * factor;
    places.push(place);
  }
  assert.equal(bytes.length - at, learned.rows * COLUMNS);
  return new Map(places.map((own, row) => [own, Array.from({ length: COLUMNS }, (_, column) => bytes.readInt8(at + column * learned.rows + row))]));
}

test('PII-DETECT: the fast judge says what a plain sum over the weights says', () => {
  const weights = plainWeights();
  fc.assert(fc.property(texts, (text) => {
    const features = featuresOf(text, () => '');
    const fast = judge(features);
    const all = new Map<number, number[]>();
    features.places.forEach((own, token) => {
      const rows = [...new Set(own)].flatMap((place) => (weights.has(place) ? [[place, weights.get(place)!] as const] : []));
      for (const [place, row] of rows) all.set(place, row);
      const powers = KINDS.map((_, kind) => Math.exp(learned.scales[0] * rows.reduce((sum, [, row]) => sum + row[kind]!, 0)));
      const total = powers.reduce((sum, power) => sum + power, 0);
      powers.forEach((power, kind) => assert.ok(Math.abs(power / total - fast.chances[token]![kind]!) < 1e-9));
    });
    QUESTIONS.forEach((_, question) => {
      const sum = [...all.values()].reduce((total, row) => total + row[KINDS.length + question]!, 0);
      const slow = learned.biases[question]! + (all.size === 0 ? 0 : (sum * learned.scales[1] * TEXT_LENGTH) / Math.sqrt(all.size));
      assert.ok(Math.abs(slow - fast.sums[question]!) < 1e-6);
    });
  }), { numRuns: 300 });
});

test('PII-DETECT: of a number in groups that is guarded no group stays readable', () => {
  const group = fc.integer({ min: 10, max: 9999 }).map(String);
  fc.assert(fc.property(fc.array(group, { minLength: 3, maxLength: 4 }), fc.constantFrom(' ', ' - ', '. '), fc.constantFrom('save this, the plumber picks up on # after six', 'code de la boîte à clés de mamie : #', 'atamızın kimlik numarası # olacak, forma yaz'), (groups, mark, text) => {
    const { tier, redacted } = classify(text.replace('#', groups.join(mark)), { mayLower: false });
    if (tier !== 'cleartext') assert.doesNotMatch(redacted, /\d/);
  }));
});

test('PII-DETECT: what was learned from is hidden: nearly every sign of a guarded value', (t) => {
  let [signs, hidden] = [0, 0];
  for (const { text, found } of lines.filter((_, i) => i % 10 === 0)) {
    const { tier, findings } = classify(text, { mayLower: false });
    if (tier === 'cleartext') continue;
    for (const { kind, value } of found) {
      if (['name', 'location', 'health'].includes(kind)) continue;
      const from = text.indexOf(value);
      for (let i = from; i < from + value.length; i++) {
        if (/[\s\p{P}]/u.test(text[i]!)) continue;
        signs++;
        if (findings.some(({ start, end }) => start <= i && i < end)) hidden++;
      }
    }
  }
  t.diagnostic(`${(hidden / signs).toFixed(3)} of ${signs} signs`);
  assert.ok(hidden / signs > 0.95);
});
