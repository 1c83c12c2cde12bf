import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NewMemory, type ImportFormat, type Memory, type Message, type MessageId, type Session, type SessionId } from '../../contract/index.ts';
import { detectFormat, engramConversationLines, engramHeader, engramLines, ImportItem, markdownOf, readItems, readLines } from './index.ts';

const NOW = Date.UTC(2026, 10, 21);
const bytesOf = async function* (text: string) { yield new TextEncoder().encode(text); };
const filesOf = async function* (files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) yield { name, bytes: bytesOf(text) };
};
async function read(format: ImportFormat, files: Record<string, string>): Promise<ImportItem[]> {
  const items: ImportItem[] = [];
  for await (const item of readItems(format, filesOf(files), { now: NOW })) items.push(item);
  return items;
}
const only = <T extends ImportItem['type']>(items: readonly ImportItem[], type: T) => items.filter((item) => item.type === type) as Extract<ImportItem, { type: T }>[];
const reasons = (items: readonly ImportItem[]) => only(items, 'skipped').map((item) => item.reason);

const say = (parent: string | null, role: string, content: unknown, more: object = {}) =>
  ({ parent, children: [], message: { author: { role }, create_time: 1_700_000_100.25, content, ...more } });
const words = (text: string) => ({ content_type: 'text', parts: [text] });

test('ChatGPT: every branch, the shown leaf, seconds with fractions, and only what a person saw', async () => {
  const mapping = {
    root: { parent: null, message: null, children: ['sys'] },
    sys: say('root', 'system', words('')),
    ask: say('sys', 'user', words('Where is Oslo?')),
    hidden: say('ask', 'assistant', words('internal'), { metadata: { is_visually_hidden_from_conversation: true } }),
    call: say('hidden', 'assistant', { content_type: 'code', text: 'search()' }, { recipient: 'browser' }),
    tool: say('call', 'tool', words('result')),
    think: say('tool', 'assistant', { content_type: 'thoughts', thoughts: [] }),
    answer: say('think', 'assistant', words('In Norway.'), { create_time: null }),
    again: say('ask', 'assistant', { content_type: 'code', text: 'print(1)' }, { recipient: 'all' }),
    picture: say('answer', 'user', { content_type: 'multimodal_text', parts: [{ content_type: 'image_asset_pointer' }, 'and this?', { content_type: 'audio_transcription', text: 'spoken' }] }),
    broken: { parent: 'picture', message: { author: 5 } },
    last: say('broken', 'assistant', words('A map.')),
  };
  const list = [{ conversation_id: 'c1', title: 'Oslo', create_time: 1_700_000_000.5, current_node: 'last', mapping }, { conversation_id: 'c1', mapping }, 7, { title: 'no tree' }];
  const items = await read('chatgpt', { 'export/conversations-000.json': JSON.stringify(list), 'export/user.json': '{"id":"u"}', 'export/chat.html': '<html>' });
  const at = 1_700_000_100_250;
  assert.deepEqual(only(items, 'conversation'), [{
    type: 'conversation', id: 'c1', title: 'Oslo', createdAt: 1_700_000_000_500, leaf: 'last',
    messages: [
      { id: 'ask', parent: null, role: 'user', text: 'Where is Oslo?', createdAt: at },
      { id: 'answer', parent: 'ask', role: 'assistant', text: 'In Norway.', createdAt: at },
      { id: 'picture', parent: 'answer', role: 'user', text: 'and this?\nspoken', createdAt: at },
      { id: 'last', parent: 'picture', role: 'assistant', text: 'A map.', createdAt: at },
      { id: 'again', parent: 'ask', role: 'assistant', text: '```\nprint(1)\n```', createdAt: at },
    ],
  }]);
  const told = new Set(reasons(items));
  for (const reason of ['a message to a tool', 'a message of a tool', 'a message that is not conversation', 'an attachment', 'an unreadable message', 'a conversation that came before', 'not a conversation'])
    assert.ok(told.has(reason), reason);
});

test('circles, missing parents, times of the future and before 1970 are mended', async () => {
  const mapping = {
    a: say('b', 'user', words('a'), { create_time: -5 }), b: say('a', 'assistant', words('b'), { create_time: 9e9 }),
    c: say('nowhere', 'user', words('c'), { create_time: 1e300 }), d: say('d', 'assistant', words('d'), { create_time: 'soon' }),
  };
  const [conversation] = only(await read('chatgpt', { 'conversations.json': JSON.stringify([{ id: 'x', title: null, create_time: 1_600_000_000, current_node: 'gone', mapping }]) }), 'conversation');
  assert.equal(conversation!.leaf, null);
  assert.deepEqual(new Set(conversation!.messages.map((m) => m.id)), new Set(['a', 'b', 'c', 'd']));
  const seen = new Set<string>();
  for (const message of conversation!.messages) {
    assert.ok(message.parent === null || seen.has(message.parent), 'parents first');
    assert.equal(message.createdAt, 1_600_000_000_000);
    seen.add(message.id);
  }
});

test('names that are special to JavaScript are names like all others', async () => {
  const json = `[{"id":"p","title":"T","mapping":{"__proto__":${JSON.stringify(say(null, 'user', words('one')))},"constructor":${JSON.stringify(say('__proto__', 'assistant', words('two')))}},"__proto__":{"polluted":true}}]`;
  const [conversation] = only(await read('chatgpt', { 'conversations.json': json }), 'conversation');
  assert.deepEqual(conversation!.messages.map((m) => [m.id, m.parent]), [['__proto__', null], ['constructor', '__proto__']]);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('Claude: lines and trees of messages, memories and projects', async () => {
  const message = (uuid: string, sender: string, text: string, more: object = {}) => ({ uuid, sender, text, created_at: '2025-03-01T10:00:00.123456Z', ...more });
  const root = '00000000-0000-4000-8000-000000000000';
  const conversations = [
    { uuid: 'l', name: 'Line', created_at: '2025-03-01T09:00:00Z', chat_messages: [message('1', 'human', 'hello', { attachments: [{ file_name: 'a.txt' }] }), message('2', 'assistant', 'hi', { content: [{ type: 'thinking', thinking: 'hm' }, { type: 'text', text: 'Hi there' }] })] },
    { uuid: 't', name: 'Tree', created_at: 'x', current_leaf_message_uuid: '3', chat_messages: [
      message('1', 'human', 'a', { parent_message_uuid: root }), message('2', 'assistant', 'b', { parent_message_uuid: '1' }), message('3', 'assistant', 'c', { parent_message_uuid: '1' }), { uuid: 4 },
    ] },
    { uuid: 'empty', name: '', chat_messages: [] },
  ];
  const items = await read('claude', {
    'conversations.json': JSON.stringify(conversations),
    'memories.json': JSON.stringify([{ conversations_memory: '**Work**\n\nAna builds boats.\n\n- Likes pine\n- Fears rust\n', project_memories: { p: 'The hull is blue.' } }]),
    'projects.json': JSON.stringify([{ uuid: 'p', name: 'Boat', description: 'A small boat', prompt_template: 'Use metric units', created_at: '2025-01-01T00:00:00Z', docs: [] }, 3]),
    'users.json': '[{"uuid":"u","email_address":"x"}]',
  });
  const [line, tree] = only(items, 'conversation');
  assert.deepEqual(line!.messages.map((m) => [m.role, m.parent, m.text, m.createdAt]), [['user', null, 'hello', 1_740_823_200_123], ['assistant', '1', 'Hi there', 1_740_823_200_123]]);
  assert.deepEqual([tree!.leaf, ...tree!.messages.map((m) => m.parent)], ['3', null, '1', '1']);
  assert.deepEqual(only(items, 'memory').map((item) => item.memory.text), ['Work: Ana builds boats.', 'Work: Likes pine', 'Work: Fears rust', 'The hull is blue.', 'Boat: A small boat', 'Boat: Use metric units']);
  assert.deepEqual(reasons(items).sort(), ['a conversation without messages', 'an attachment', 'an unreadable message', 'an unreadable project']);
});

test('Markdown: front matter, headings, links, tags, blocks; the editor\'s own folder is left alone', async () => {
  const items = await read('markdown', {
    'Daily/2024-05-06.md': '\uFEFF---\ntags: [sea, "two words"]\naliases:\n  - one\n---\nSaw [[People/Ann Lee|Ann]] and [Bob](../Bob%20X.md).\n# Walk\n## North\nFar. %%secret%% ^b1\n```sh\n# not a heading\n```\n# Empty\n',
    '.obsidian/app.md': 'x', 'pic.png': 'x', 'Empty.md': '---\na: 1\n---\n', 'big.md': 'x'.repeat(9 * 1024 * 1024),
  });
  const memories = only(items, 'memory');
  assert.deepEqual(memories.map((item) => item.memory.text), ['2024-05-06\nSaw Ann and [Bob](../Bob%20X.md).\n#sea #two-words', '2024-05-06 › Walk › North\nFar. \n```sh\n# not a heading\n```\n#sea #two-words']);
  assert.deepEqual(memories[0]!.relations!.map((relation) => relation.to), ['note:ann lee', 'note:bob x']);
  assert.equal(memories[0]!.key, 'note:2024-05-06');
  assert.equal(memories[0]!.memory.happenedAt, Date.UTC(2024, 4, 6));
  assert.equal(memories[0]!.memory.session, 'Daily/2024-05-06');
  assert.deepEqual(reasons(items), ['an empty note', 'a note is too large']);
});

test('MCP memory: observations and relations; bad lines are counted and the rest is read', async () => {
  const items = await read('mcp-memory', { 'memory.jsonl': [
    '{"type":"entity","name":"Ann Lee","entityType":"person","observations":["likes tea","",7]}', '{not json', '{"type":"entity","entityType":"x"}',
    '{"type":"relation","from":"Ann Lee","to":"Harbour","relationType":"works_at"}', '{"type":"relation","from":"Ann Lee"}', '[]', '{"type":"entity","name":"Harbour","entityType":"place"}',
  ].join('\r\n') });
  assert.deepEqual(only(items, 'memory').map((item) => [item.memory.text, item.memory.category, item.key, item.relations?.map((r) => r.to)]), [
    ['Ann Lee: likes tea', 'person', 'entity:Ann Lee', undefined],
    ['Ann Lee works at Harbour', undefined, undefined, ['entity:Ann Lee', 'entity:Harbour']],
    ['Harbour: place', 'general', 'entity:Harbour', undefined],
  ]);
  assert.deepEqual(reasons(items), ['an empty observation', 'an empty observation', 'a row is not JSON', 'an unreadable entity', 'an unreadable relation', 'not an object']);
});

test('long texts are cut into memories that can be stored, and nothing of them is lost', async () => {
  const paragraph = `${'Wörter und mehr Wörter. '.repeat(100)}\n\n`;
  const items = await read('markdown', { 'long.md': paragraph.repeat(12) + '語'.repeat(10_000) });
  const memories = only(items, 'memory');
  assert.ok(memories.length > 4);
  for (const { memory } of memories) assert.ok(NewMemory.safeParse(memory).success);
  const count = (text: string, what: string) => text.split(what).length - 1;
  const whole = memories.map((item) => item.memory.text).join('\n');
  assert.equal(count(whole, 'Wörter'), 2400);
  assert.equal(count(whole, '語'), 10_000);
});

const memoryOf = (more: Partial<Memory>): Memory => ({
  id: '01KAJ6Q3W0ABCDEFGHJKMNPQRS' as Memory['id'], kind: 'semantic', category: 'fact', text: 'x', redacted: false, summary: '', keyFact: '', levelsBy: null, tag: '', fact: null, steps: [],
  tier: 'cleartext', scope: {}, origin: 'person', source: null, status: 'active', pinned: false, importance: 0.5, trust: 0.9, trusted: true, speaker: null, session: null, message: null,
  createdAt: NOW, updatedAt: NOW, happenedAt: NOW, validFrom: null, validTo: null, lastUsedAt: null, uses: 0, corroborations: 0, version: 1, embedded: true, ...more,
});
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((s) => s.trim().toWellFormed().replaceAll('\0', '')).filter((s) => s !== '');
const instant = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 });
const anyMemory = fc.record({
  text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }).map((s) => s.toWellFormed().replaceAll('\0', '')).filter((s) => s.trim() !== ''),
  kind: fc.constantFrom('episodic' as const, 'semantic' as const, 'procedural' as const), category: fc.constantFrom('fact' as const, 'person' as const),
  tier: fc.constantFrom('cleartext' as const, 'sensitive' as const, 'confidential' as const), importance: fc.double({ min: 0, max: 1, noNaN: true }),
  pinned: fc.boolean(), speaker: fc.option(name), session: fc.option(name), source: fc.option(name), steps: fc.array(name, { maxLength: 4 }),
  happenedAt: instant, validFrom: fc.option(instant), validTo: fc.option(instant), scope: fc.record({ project: name, agent: name }, { requiredKeys: [], noNullPrototype: true }),
}, { noNullPrototype: true });

function expected(memory: Partial<Memory>): Record<string, unknown> {
  const { pinned, steps, scope, ...rest } = memory;
  return Object.fromEntries(Object.entries({ ...rest, pinned: pinned || null, steps: steps?.length ? steps : null, scope: Object.keys(scope ?? {}).length > 0 ? scope : null }).filter(([, value]) => value !== null && value !== undefined));
}

test('Engram JSON Lines: what is written is read again, every field of it', async () => {
  await fc.assert(fc.asyncProperty(fc.array(anyMemory, { maxLength: 4 }), async (memories) => {
    const lines = [engramHeader(), ...memories.flatMap((memory) => engramLines(memoryOf(memory)))].join('\n');
    const items = await read('engram', { 'vault.jsonl': lines });
    assert.deepEqual(items.map((item) => (item.type === 'memory' ? { ...item.memory } : item)), memories.map(expected));
  }), { numRuns: 200 });
});

test('Markdown of ours: the text and its fields come back', async () => {
  await fc.assert(fc.asyncProperty(anyMemory, async (memory) => {
    const items = await read('markdown', { 'x.md': markdownOf(memoryOf(memory)) });
    assert.deepEqual(items.map((item) => (item.type === 'memory' ? { ...item.memory } : item)), [expected(memory)]);
  }), { numRuns: 200 });
});

test('Engram JSON Lines: conversations with branches, relations, and lines of a later version', async () => {
  const session = { ...emptySession, title: 'T', createdAt: 5, updatedAt: 9, leaf: 'b' as MessageId };
  const [a, b, c] = [said('a', null, 'user', 'hi', 6), said('b', 'a', 'assistant', 'ho', 7), { ...said('c', 'a', 'assistant', 'hm', 8), status: 'stopped' as const, model: 'ollama/x' }];
  const [item] = await read('engram', { 'v.jsonl': `${engramHeader()}\n${[...engramConversationLines(session, [a, b, c])].join('\n')}\n` });
  assert.deepEqual(item, { type: 'conversation', id: session.id, title: 'T', createdAt: 5, updatedAt: 9, leaf: 'b', messages: [
    { id: 'a', parent: null, role: 'user', text: 'hi', createdAt: 6 }, { id: 'b', parent: 'a', role: 'assistant', text: 'ho', createdAt: 7 }, { id: 'c', parent: 'a', role: 'assistant', text: 'hm', createdAt: 8, status: 'stopped', model: 'ollama/x' },
  ] });
  const items = await read('engram', { 'v.jsonl': '{"format":"engram","version":9}\n{"type":"memory","id":"k","text":"x","trust":1,"importance":7,"relations":[{"to":"m","type":"supports"},{"to":1}]}\n{"type":"later"}\n{"type":"memory"}\n{"type":"memory","text":"' + 'y'.repeat(9000) + '"}' });
  assert.deepEqual(items.filter((item) => item.type === 'memory'), [{ type: 'memory', memory: { text: 'x' }, key: 'k', relations: [{ to: 'm', type: 'supports' }], standing: { trust: 1 } }]);
  assert.deepEqual(reasons(items), ['written by a newer version', 'a line of an unknown type', 'a memory without text', 'a text longer than 8192 bytes']);
});

const emptySession: Session = {
  id: '01KAJ6Q3W0ABCDEFGHJKMNPQRT' as SessionId, title: '', agent: null, scope: {}, offRecord: false, readMemory: true, saveMemory: true, model: 'builtin', leaf: null, draft: '', createdAt: 0, updatedAt: 0,
};
const said = (id: string, parent: string | null, role: Message['role'], text: string, createdAt: number): Message => ({
  id: id as MessageId, session: emptySession.id, parent: parent as MessageId | null, role, text, status: 'done', model: null, sources: null, remembered: [], usage: null, error: null, kind: 'chat', tool: null, leaving: null, createdAt,
});

test('Engram JSON Lines: a conversation of any length and a memory with any number of ties fit lines that can be read', async () => {
  const messages = Array.from({ length: 60 }, (_, i) => said(`m${i}`, i === 0 ? null : `m${i - 1}`, i % 2 ? 'assistant' : 'user', i === 40 ? ' ' : `${i} ${'\u0001'.repeat(40_000)}`, i));
  const lines = [...engramConversationLines(emptySession, messages)];
  assert.ok(lines.length > 3 && lines.every((line) => line.length < 4 * 1024 * 1024), `${lines.length}`);
  const id = memoryOf({}).id;
  const edges = Array.from({ length: 2500 }, (_, i) => ({ from: id, to: `k${i}` as Memory['id'], type: 'related_to' as const, weight: 0.25 }));
  const steps = Array.from({ length: 100 }, () => '"'.repeat(8192));
  const versions = [2, 1].map((version) => ({ version, text: `old ${version}`, tier: 'sensitive' as const, changedAt: version, reason: 'edited' as const }));
  const items = await read('engram', { 'v.jsonl': [engramHeader(), ...lines, ...engramLines({ ...memoryOf({ kind: 'procedural', steps }), edges, versions })].join('\n') });
  assert.deepEqual(reasons(items), []);
  const read2 = items.flatMap((item) => (item.type === 'conversation' || item.type === 'messages' ? item.messages : []));
  assert.deepEqual(read2.map((m) => [m.id, m.parent, m.text.length]), messages.filter((m) => m.id !== 'm40').map((m) => [m.id, m.id === 'm41' ? 'm39' : m.parent, m.text.length]));
  assert.deepEqual(items.flatMap((item) => (item.type === 'memory' || item.type === 'relations' ? item.relations ?? [] : [])).map((r) => [r.to, r.weight]), edges.map((e) => [e.to, 0.25]));
  assert.deepEqual(only(items, 'version').map((v) => [v.of, v.text, v.tier, v.changedAt]), [[id, 'old 1', 'sensitive', 1], [id, 'old 2', 'sensitive', 2]]);
  assert.equal(only(items, 'memory')[0]!.memory.steps!.length, 100);
  for (const item of items) assert.ok(ImportItem.safeParse(item).success, item.type);
});

test('lines of an archive: what Engram never writes into one ends the reading', async () => {
  const lines = async (...texts: string[]) => {
    const items: ImportItem[] = [];
    for await (const item of readLines((async function* () { yield* texts; })())) items.push(item);
    return items;
  };
  assert.deepEqual((await lines('{"type":"memory","text":"a"}', '{"type":"later"}')).map((item) => item.type), ['memory', 'skipped']);
  for (const text of ['{', '[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]', '{"format":"engram","version":1}', '{"type":"end","lines":1}', '{"format":"other"}'])
    await assert.rejects(lines('{"type":"memory","text":"a"}', text), { code: 'IMPORT_UNREADABLE' });
  assert.deepEqual(reasons(await lines(JSON.stringify({ type: 'memory', text: 'a', later: 'x'.repeat(1_100_000) }))), ['a record is too large']);
});

test('no rows of garbage make a reader throw, and every memory it gives can be stored', async () => {
  const rows = fc.oneof(fc.json({ maxDepth: 4 }), fc.string({ maxLength: 60 }), fc.record({
    type: fc.constantFrom('entity', 'relation', 'memory', 'conversation'), name: fc.anything({ maxDepth: 1 }), text: fc.string(), mapping: fc.jsonValue(), chat_messages: fc.array(fc.jsonValue()), messages: fc.array(fc.jsonValue()), happenedAt: fc.anything({ maxDepth: 0 }),
  }, { requiredKeys: [] }).map((row) => JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) ?? ''));
  await fc.assert(fc.asyncProperty(fc.array(rows, { maxLength: 5 }), fc.constantFrom('engram', 'chatgpt', 'claude', 'markdown', 'mcp-memory') as fc.Arbitrary<ImportFormat>, async (list, format) => {
    const files = { 'conversations.json': `[${list.join(',')}]`, 'memories.json': `[${list.join(',')}]`, 'projects.json': `[${list.join(',')}]`, 'memory.jsonl': list.join('\n'), 'a/note.md': list.join('\n') };
    for (const item of await read(format, files)) if (item.type === 'memory') assert.ok(NewMemory.safeParse(item.memory).success, JSON.stringify(item));
  }), { numRuns: 400 });
});

test('the format is told by names and beginnings', () => {
  const of = (names: string[], head: string) => detectFormat(names, new TextEncoder().encode(head));
  assert.equal(of(['vault.jsonl'], `${engramHeader()}\n`), 'engram');
  assert.equal(of(['notes.md'], 'age-encryption.org/v1\n-> scrypt'), 'archive');
  assert.equal(of(['conversations.json'], '[{"title":"x","create_time":1.5,"update_time":2,"mapping": {'), 'chatgpt');
  assert.equal(of(['chat.html', 'conversations-000.json', 'user.json'], '<html>'), 'chatgpt');
  assert.equal(of(['conversations.json'], '[\n {"uuid":"x","name":"y"'), 'claude');
  assert.equal(of(['data/users.json', 'data/conversations.json', 'data/projects.json'], '[]'), 'claude');
  assert.equal(of(['memory.jsonl'], '{"type":"entity","name":"a"}'), 'mcp-memory');
  assert.equal(of(['memory.json'], ''), 'mcp-memory');
  assert.equal(of(['notes/a.md', 'b.png'], '# Hi'), 'markdown');
  assert.equal(of(['a.pdf'], '%PDF'), null);
});
