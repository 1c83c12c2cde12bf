import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Quotations } from './quotations.ts';

/** The slow twin: what a text says when case, composition and spacing do not count. */
const plain = (text: string): string => Array.from(text, (char) => (/\s/u.test(char) ? ' ' : char.normalize('NFKD').toUpperCase().toLowerCase())).join('').replace(/ +/g, ' ');
const core = (text: string): string => plain(text).trim().replace(/[.!?\s]+$/u, '');
const long = (text: string): boolean => Buffer.byteLength(core(text)) >= 12;

const word = fc.constantFrom('spare', 'key', 'Äpfel', 'straße', 'ﬁn', 'İzmir', 'ΟΔΟΣ', '鍵は', 'cafe\u0301', 'café', '😀', "don't", 'the', 'THE', 'a', 'ß', 'I', '3.5', 'ǆ', '…', '\u00a0', '\t', '\n', '.', '!', '[erased]');
const prose = fc.array(fc.oneof({ weight: 5, arbitrary: word }, { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) }), { minLength: 1, maxLength: 14 }).map((words) => words.join(' '));
const recased = (text: string, how: number): string => [text, text.toUpperCase(), text.toLowerCase(), text.replace(/ /g, '  \n'), text.normalize('NFD'), text.charAt(0).toLowerCase() + text.slice(1)][how]!;

test('FORGET-ERASE: a quotation is taken out of any text in any case, spacing and composition, and nothing else is', () => {
  fc.assert(fc.property(fc.array(prose, { minLength: 1, maxLength: 4 }), prose, prose, fc.nat(3), fc.nat(5), (texts, before, after, which, how) => {
    const given = `${before} ${recased(texts[which % texts.length]!, how)} ${after}`;
    const left = new Quotations(texts).erasedFrom(given);
    const saysLong = texts.filter(long).filter((text) => plain(given).includes(core(text)));
    // The mark itself is no quotation, so a text that is said by it is left out.
    for (const text of saysLong) assert.ok(left.split('[erased]').every((part) => !plain(part).includes(core(text))), JSON.stringify([text, left]));
    let from = 0;
    for (const part of left.split('[erased]').flatMap((one) => one.split('[erased]'))) {
      const at = given.indexOf(part, from);
      assert.notEqual(at, -1, 'what is left stands as it stood');
      from = at + part.length;
    }
    if (texts.every((text) => core(text).length < 2 || !plain(given).includes(core(text))) && !given.trimEnd().endsWith('…')) assert.equal(left, given);
  }), { numRuns: 2000 });
});

test('FORGET-ERASE: a short text goes only where it stands as words, with its final mark', () => {
  const tea = new Quotations(['Tea.']);
  assert.equal(tea.erasedFrom('Tea. More TEA! Steam, teak and teatime.'), '[erased] More [erased] Steam, teak and teatime.');
  assert.equal(new Quotations(['Tea']).erasedFrom('Tea.'), '[erased].');
  assert.equal(new Quotations(['', ' ', 'a', '?']).none, true);
  assert.equal(new Quotations(['我喜欢喝茶']).erasedFrom('因为我喜欢喝茶所以'), '因为[erased]所以');
});

test('FORGET-ERASE: what a title shows of a quotation before it breaks off goes, too', () => {
  const key = new Quotations(['The spare key lies under the blue flowerpot.']);
  assert.equal(key.erasedFrom('Remember that the spare key lies under the…'), 'Remember that [erased]');
  assert.equal(key.erasedFrom('Remember that the spare key lies under the\uFFFD…'), 'Remember that [erased]');
  assert.equal(key.erasedFrom('Remember that the spare key lies under the'), 'Remember that the spare key lies under the');
  assert.equal(key.erasedFrom('What about the…'), 'What about the…');
});
