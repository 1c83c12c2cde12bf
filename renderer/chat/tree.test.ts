import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../contract/index.ts';
import { branchTo, newestLeaf } from './tree.ts';

/** `a1>u1` is the answer a1 below u1; roots have no parent. */
function tree(...lines: string[]): Message[] {
  return lines.map((line, n) => {
    const [id, parent] = line.split('>');
    return { id, parent: parent ?? null, role: id!.startsWith('u') ? 'user' : 'assistant', createdAt: n } as unknown as Message;
  });
}
const ids = (messages: Message[], leaf: string | null) => branchTo(messages, leaf as Message['id'] | null).map(({ message }) => String(message.id));

test('the branch to a leaf leads from the root to it', () => {
  const messages = tree('u1', 'a1>u1', 'u2>a1', 'a2>u2', 'u3>a1', 'a3>u3');
  assert.deepEqual(ids(messages, 'a2'), ['u1', 'a1', 'u2', 'a2']);
  assert.deepEqual(ids(messages, 'a3'), ['u1', 'a1', 'u3', 'a3']);
});

test('without a known leaf the newest message ends the branch; an empty chat has none', () => {
  const messages = tree('u1', 'a1>u1', 'a2>u1');
  assert.deepEqual(ids(messages, null), ['u1', 'a2']);
  assert.deepEqual(ids(messages, 'gone'), ['u1', 'a2']);
  assert.deepEqual(ids([], null), []);
});

test('siblings share parent and role, also at the root', () => {
  const messages = tree('u1', 'a1>u1', 'a2>u1', 'u2', 'a3>u2');
  const [root, answer] = branchTo(messages, 'a2' as Message['id']);
  assert.deepEqual(root!.siblings.map(({ id }) => String(id)), ['u1', 'u2']);
  assert.deepEqual([answer!.position, answer!.siblings.length], [1, 2]);
});

test('switching to a branch goes along its newest children', () => {
  const messages = tree('u1', 'a1>u1', 'u2>a1', 'a2>u2', 'a3>u2', 'u3>a1');
  assert.equal(newestLeaf(messages, 'u2' as Message['id']), 'a3');
  assert.equal(newestLeaf(messages, 'u1' as Message['id']), 'u3');
});
