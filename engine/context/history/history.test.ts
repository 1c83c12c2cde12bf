import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { longConversation } from '../../../test/support/long-conversations.ts';
import { counterFor } from '../tokens/index.ts';
import { createReader, exchangesOf, fitHistory, MESSAGE_TOKENS, pointsIn, type FittedHistory, type PastTurn } from './index.ts';

const counter = await counterFor('o200k');
const reader = createReader();
const sent = (history: FittedHistory) => [history.earlier, ...history.messages.map(({ content }) => content)].join('\n');
const turn = (id: string, role: PastTurn['role'], content: string): PastTurn => ({ id, role, content });

test('HISTORY-RATIO: 30 conversations of 120 turns shrink to a quarter or less, and nine in ten of what was planted survive', (t) => {
  const kinds = { decision: [0, 0], file: [0, 0], error: [0, 0] };
  const ratios: number[] = [];
  for (let seed = 1; seed <= 30; seed++) {
    const { turns, planted } = longConversation(seed);
    const before = turns.reduce((sum, { content }) => sum + counter.count(content) + MESSAGE_TOKENS, 0);
    const history = fitHistory(turns, 1_000_000, counter, reader);
    ratios.push(before / history.tokens);
    const text = sent(history);
    for (const { kind, phrase } of planted) {
      kinds[kind][1]! += 1;
      if (text.includes(phrase)) kinds[kind][0]! += 1;
    }
  }
  const [found, all] = Object.values(kinds).reduce(([f, a], [found, all]) => [f! + found!, a! + all!], [0, 0]);
  t.diagnostic(`${Math.min(...ratios).toFixed(1)} : 1 at least, ${(ratios.reduce((a, b) => a + b) / ratios.length).toFixed(1)} : 1 on the mean; ${found} of ${all} survive; ${JSON.stringify(kinds)}`);
  assert.ok(all! > 300);
  assert.ok(Math.min(...ratios) >= 4, `${Math.min(...ratios)}`);
  for (const [kind, [survived, planted]] of Object.entries(kinds)) assert.ok(survived! / planted! >= 0.9, `${kind}: ${survived} of ${planted}`);
});

test('HISTORY-PARTS: the last three exchanges keep their words, ten their key facts, the rest one paragraph', () => {
  const { turns } = longConversation(7, 40);
  const { messages, items, left } = fitHistory(turns, 1_000_000, counter, reader);
  assert.deepEqual(messages, turns.slice(-6).map(({ role, content }) => ({ role, content })));
  const levels = items.map(({ level }) => level);
  assert.deepEqual(levels.slice(-3), ['verbatim', 'verbatim', 'verbatim']);
  assert.ok(levels.slice(-13, -3).every((level) => level === 'facts'));
  assert.ok(levels.slice(0, -13).every((level) => level === 'summary' || level === null));
  assert.deepEqual(left.map(({ id }) => id), exchangesOf(turns).slice(0, -3).map(({ id }) => id));
  assert.deepEqual(fitHistory(turns, 1_000_000, counter, reader, 5).messages.length, 10);
});

test('HISTORY-PARTS: long code and output give way to a note that says what was there, when the words do not fit', () => {
  const code = `Here it is:\n\`\`\`ts\n${'const line = 1;\n'.repeat(60)}\`\`\`\nThat is all.`;
  const turns = [turn('a', 'user', 'Write it in src/main.ts, please.'), turn('b', 'assistant', code)];
  const { messages, items } = fitHistory(turns, 100, counter, reader);
  assert.equal(items[0]!.level, 'shortened');
  assert.match(messages[1]!.content, /^Here it is:\n\[ts: 60 lines, 959 characters left out here\]\nThat is all\.$/);
  assert.equal(fitHistory(turns, 2000, counter, reader).messages[1]!.content, code);
});

test('HISTORY-PAIRS: a request and its reply live and die together, and a reply without a request is left out', () => {
  const turns = [turn('0', 'assistant', 'Welcome.'), turn('1', 'user', 'One?'), turn('2', 'assistant', 'x '.repeat(400)), turn('3', 'user', 'Two?'), turn('4', 'user', 'Two, I said?'), turn('5', 'assistant', 'Yes.')];
  assert.deepEqual(exchangesOf(turns).map(({ request, replies }) => [request.id, ...replies.map(({ id }) => id)]), [['1', '2'], ['3'], ['4', '5']]);
  const { messages } = fitHistory(turns, 60, counter, reader);
  assert.deepEqual(messages.map(({ content }) => content), ['Two?', 'Two, I said?', 'Yes.']);
});

test('HISTORY-FITS: whatever was said, the history never takes more tokens than it was given', async () => {
  const heuristic = await counterFor('heuristic');
  const content = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 80 }), fc.constantFrom('We decided to use Redis.', 'Error: it broke in src/a.ts', 'ok', '```\n1\n2\n3\n4\n5\n6\n7\n```', 'a.'.repeat(400)));
  const turns = fc.array(fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content }), { maxLength: 60 }).map((list) => list.map((one, i) => ({ id: String(i), ...one })));
  for (const by of [counter, heuristic]) fc.assert(fc.property(turns, fc.integer({ min: 0, max: 900 }), (history, budget) => {
    const fitted = fitHistory(history, budget, by, reader);
    const counted = fitted.messages.reduce((sum, one) => sum + by.count(one.content) + MESSAGE_TOKENS, 0) + by.count(fitted.earlier);
    assert.equal(fitted.tokens, counted);
    assert.ok(counted <= budget, `${counted} > ${budget}`);
    assert.ok(fitted.messages.length === 0 || fitted.messages[0]!.role === 'user');
    assert.equal(fitted.items.length, exchangesOf(history).length);
    assert.ok(fitted.items.every(({ kept, level, reason }) => kept === (level !== null) && reason !== ''));
  }), { numRuns: 600 });
});

test('HISTORY-POINTS: decisions, errors and files are known in several languages, and questions about them are none', () => {
  const kindsOf = (text: string) => pointsIn(exchangesOf([turn('1', 'user', text)])[0]!, reader).map(({ kind }) => kind);
  for (const text of ['Let us see. We decided to drop Redis.', 'Wir haben beschlossen, morgen zu liefern.', 'Nous avons décidé de partir.', 'Мы решили взять SQLite.', '我们决定用 SQLite。', '来月に決定しました。', '배포하기로 결정했습니다.']) assert.deepEqual(kindsOf(text), ['decision'], text);
  for (const text of ['It crashed at noon.', 'Das Programm ist abgestürzt.', 'Ошибка при запуске.', '构建失败了。', 'ECONNRESET again.']) assert.deepEqual(kindsOf(text), ['error'], text);
  for (const text of ['Did we decide to use Redis?', 'The weather is fine.', 'I like 3/4 of it, e.g. the end.', 'See example.com/a for more.']) assert.ok(!kindsOf(text).includes('decision') && !kindsOf(text).includes('error'), text);
  assert.deepEqual(pointsIn(exchangesOf([turn('1', 'user', 'Look at src/a-b/c.test.ts, ./x/y/z and Dockerfile (v1.2).')])[0]!, reader).map(({ text }) => text), ['src/a-b/c.test.ts', './x/y/z', 'Dockerfile']);
});

test('HISTORY-POINTS: a message of 200,000 characters is read, whatever it repeats', () => {
  // An expression that goes back over what it read would not come to an end here.
  for (const unit of ['a', 'a.', 'a/', 'a/b.', '```', '```\n', '. ', 'error ', '~~~\n ', '{\n', '- ', ' ', '\n', '```\n~~~\n'])
    assert.ok(reader.read(unit.repeat(Math.ceil(200_000 / unit.length))).gist.length <= 182, unit);
});
