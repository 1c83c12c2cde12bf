import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ContextPreview } from '../../contract/index.ts';
import { changeGroups, changeNames, changesOf, saidOf } from './changes.ts';
import { groupsOf } from './groups.ts';
import { allSent, pieceChars, piecesOf, sentOf, type Sent } from './sent.ts';
import { partNames, percent, slicesOf, type Item, type PartName } from './slices.ts';
import { widest, windowOf } from './window-text.ts';

const memoryLevels = ['full', 'summary', 'key_fact', 'tag'];
const historyLevels = ['verbatim', 'shortened', 'facts', 'summary'];
const levelsOf = (part: PartName) => (part === 'history' ? historyLevels : memoryLevels);

const itemsFor = (part: PartName) => fc.uniqueArray(fc.record({
  id: fc.constantFrom(...'abcdefghij'), level: fc.constantFrom(...levelsOf(part), null), tokens: fc.nat(500), reason: fc.constantFrom('Because.', 'For want of room.'),
}), { selector: ({ id }) => id, maxLength: 10 }).map((items) => items.map((item): Item => ({ ...item, kept: item.level !== null, tokens: item.level === null ? 0 : item.tokens })));

const section = (name: PartName) => fc.record({ name: fc.constant(name), budget: fc.nat(5000), used: fc.nat(2000), text: fc.string(), items: itemsFor(name) });

/** A preview as the engine makes it: prompt, reserve and the error of the count fit the window. */
const preview: fc.Arbitrary<ContextPreview> = fc.record({
  sections: fc.tuple(...partNames.map(section)), joins: fc.integer({ min: -20, max: 20 }), reserve: fc.nat(5000), spare: fc.nat(100_000),
  error: fc.constantFrom(0, 0.05, 0.1, 0.15, 0.2), system: fc.string(),
  messages: fc.array(fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: fc.string() }), { minLength: 1, maxLength: 6 }),
}).map(({ sections, joins, reserve, spare, error, system, messages }): ContextPreview => {
  const used = Math.max(0, sections.reduce((sum, { used: each }) => sum + each, 0) + joins);
  const window = Math.ceil((used + reserve + spare + 1) / (1 - error));
  return {
    model: 'm', local: true, window, reserve, used, counting: { tokenizer: 'o200k', exact: error === 0, error }, injection: null, sections, heldBack: 0, prompt: { system, messages },
  };
});

test('CONTEXT-PANEL: parts, what joins them and what is kept free add up to the window, and nothing is below zero', () => {
  fc.assert(fc.property(preview, (one) => {
    const { parts, room, joins } = slicesOf(one);
    assert.equal([...parts, ...room].reduce((sum, { tokens }) => sum + tokens, joins), one.window);
    for (const { tokens } of [...parts, ...room]) assert.ok(tokens >= 0);
    assert.deepEqual(parts.map(({ name }) => name).sort(), one.sections.map(({ name }) => name).sort());
    assert.equal(room.find(({ name }) => name === 'margin')!.tokens === 0, one.counting.error === 0);
  }));
});

/** Slow twin: the place of a level in the list of its part, from large to small. */
function sizeTold(part: PartName, preview_: ContextPreview, id: string): number {
  const item = preview_.sections.find(({ name }) => name === part)!.items.find((each) => each.id === id);
  return item === undefined || !item.kept ? 0 : 4 - levelsOf(part).indexOf(item.level!);
}

test('CONTEXT-REPLAY: every item whose level differs is told once, as cut, shorter, fuller or back, and no other', () => {
  fc.assert(fc.property(preview, preview, (before, after) => {
    const told = changesOf(before, after).map(({ part, id, change }) => `${part} ${id} ${change}`).sort();
    const expected = partNames.flatMap((part) => [...'abcdefghij'].flatMap((id) => {
      const [old, now] = [sizeTold(part, before, id), sizeTold(part, after, id)];
      return old === now ? [] : [`${part} ${id} ${now === 0 ? 'cut' : old === 0 ? 'back' : now < old ? 'shorter' : 'fuller'}`];
    }));
    assert.deepEqual(told, expected.sort());
    for (const { part, id, before: old, after: now } of changesOf(before, after)) {
      assert.equal(old, before.sections.find(({ name }) => name === part)!.items.find((each) => each.id === id) ?? null);
      assert.equal(now, after.sections.find(({ name }) => name === part)!.items.find((each) => each.id === id) ?? null);
    }
  }));
});

test('CONTEXT-REPLAY: the same window changes nothing, and the way back undoes each change', () => {
  const opposite = { cut: 'back', back: 'cut', shorter: 'fuller', fuller: 'shorter' } as const;
  fc.assert(fc.property(preview, preview, (before, after) => {
    assert.deepEqual(changesOf(before, before), []);
    const key = ({ part, id }: { part: string; id: string }) => `${part} ${id}`;
    const there = changesOf(before, after).map((one) => `${key(one)} ${opposite[one.change]}`).sort();
    assert.deepEqual(changesOf(after, before).map((one) => `${key(one)} ${one.change}`).sort(), there);
  }));
});

test('CONTEXT-REPLAY: every change stands in one group of its kind, part, levels and reason, the cut first', () => {
  fc.assert(fc.property(preview, preview, (before, after) => {
    const changes = changesOf(before, after);
    const groups = changeGroups(changes);
    assert.deepEqual(new Set(groups.flatMap(({ items }) => items)), new Set(changes));
    assert.equal(groups.reduce((sum, { items }) => sum + items.length, 0), changes.length);
    for (const { change, part, was, level, reason, items } of groups) for (const one of items) {
      assert.deepEqual([one.change, one.part, one.before?.level ?? null, one.after?.level ?? null], [change, part, was, level]);
      assert.ok(one.after === null ? reason !== '' : one.after.reason === reason);
    }
    const order = groups.map(({ change }) => changeNames.indexOf(change));
    assert.deepEqual(order, order.toSorted((a, b) => a - b));
  }));
});

test('CONTEXT-REPLAY: the counts in words are those of the changes', () => {
  fc.assert(fc.property(preview, preview, (before, after) => {
    const changes = changesOf(before, after);
    const said = saidOf(changes);
    const counts = [...said.matchAll(/\d+/g)].map(([count]) => Number(count));
    assert.deepEqual(counts, changeNames.map((change) => changes.filter((one) => one.change === change).length).filter((count) => count > 0));
  }));
  assert.equal(saidOf([]), 'Nothing changes: the same items at the same levels.');
});

test('CONTEXT-PANEL: every item stands in one group with its level and reason, what is kept first', () => {
  fc.assert(fc.property(itemsFor('recalled'), (items) => {
    const groups = groupsOf(items);
    assert.deepEqual(groups.flatMap((group) => group.items.map(({ id }) => id)).sort(), items.map(({ id }) => id).sort());
    for (const group of groups) for (const item of group.items) assert.deepEqual([item.level, item.kept, item.reason], [group.level, group.kept, group.reason]);
    assert.equal(new Set(groups.map(({ level, reason }) => JSON.stringify([level, reason]))).size, groups.length);
    const kept = groups.map((group) => Number(group.kept));
    assert.deepEqual(kept, kept.toSorted((a, b) => b - a));
    for (const group of groups) assert.deepEqual(group.items, items.filter((item) => group.items.includes(item)), 'in the order in which they come');
  }));
});

test('CONTEXT-PANEL: the texts of the parts are those of the prompt: every message in one of message and history', () => {
  fc.assert(fc.property(preview, (one) => {
    const messages = [...sentOf(one, 'history').filter(({ role }) => role !== 'system'), ...sentOf(one, 'message')];
    assert.deepEqual(messages.map(({ role, text }) => ({ role, content: text })), one.prompt.messages.map(({ role, content }) => ({ role, content })));
    assert.deepEqual(allSent(one).map(({ text }) => text), [one.prompt.system, ...one.prompt.messages.map(({ content }) => content)]);
    for (const { name, text } of one.sections) {
      if (name === 'message') continue;
      assert.equal(sentOf(one, name).filter(({ role }) => role === 'system').map((each) => each.text).join(''), text);
    }
  }));
});

const unit = fc.oneof(fc.constantFrom('\n', 'a', '😀', ' ', '漢'), fc.constantFrom('\n'.repeat(50), 'word '.repeat(700), '😀'.repeat(4100), 'x'.repeat(9000), 'line\n'.repeat(2000)));
const texts: fc.Arbitrary<Sent[]> = fc.array(fc.record({ role: fc.constantFrom('user' as const, 'system' as const), text: fc.array(unit, { maxLength: 8 }).map((parts) => parts.join('')) }), { maxLength: 4 });

test('CONTEXT-PANEL: a text of any length is shown in pieces that are its beginning, none too long, no character torn', () => {
  fc.assert(fc.property(texts, fc.integer({ min: 1, max: 60_000 }), (sent, most) => {
    const shown = piecesOf(sent, most);
    let left = most;
    for (const [i, { role, pieces }] of shown.entries()) {
      const { text } = sent[i]!;
      const joined = pieces.join('');
      assert.equal(role, sent[i]!.role);
      assert.ok(text.startsWith(joined) && (joined.length === text.length || joined.length >= left - 1), 'all that there is room for');
      assert.ok(joined.length <= left || joined.length === 2);
      for (const piece of pieces) assert.ok(piece.length > 0 && piece.length <= pieceChars && piece.isWellFormed());
      left -= text.length;
    }
    if (most >= sent.reduce((sum, { text }) => sum + text.length, 0)) assert.deepEqual(shown.map(({ pieces }) => pieces.join('')).filter((text) => text !== ''), sent.map(({ text }) => text).filter((text) => text !== ''));
  }));
});

test('CONTEXT-PANEL: a window is read as people write numbers, and anything else is refused', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: widest }), fc.constantFrom(',', '.', ' ', '’', '_', ''), (tokens, mark) => {
    assert.equal(windowOf(` ${tokens.toLocaleString('en').replaceAll(',', mark)} `), tokens);
  }));
  fc.assert(fc.property(fc.string(), (text) => {
    const tokens = windowOf(text);
    if (text.trim() === '') assert.equal(tokens, null);
    else if (!Number.isNaN(tokens)) assert.ok(Number.isInteger(tokens) && tokens! >= 1 && tokens! <= widest && !/[^\d,.'’_\s]/.test(text));
  }));
  for (const text of ['0', '-5', '1.5', '8k', '1e5', '1,2,3', '12,34', '1,000.000', '100000001', 'NaN', '٣']) assert.ok(Number.isNaN(windowOf(text)), text);
});

test('CONTEXT-PANEL: a share in words is never 0 where there is something', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1e8 }), fc.integer({ min: 1, max: 1e8 }), (part, more) => assert.ok(percent(part, part + more) !== '0 %')));
  assert.deepEqual([percent(0, 5), percent(1, 1e6), percent(29, 1000), percent(41, 100), percent(0, 0)], ['0 %', '< 0.1 %', '2.9 %', '41 %', '0 %']);
});
