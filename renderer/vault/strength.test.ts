import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enough, strengthOf } from './strength.ts';

test('what people choose first is refused', () => {
  for (const passphrase of ['', 'a', 'password1', 'Passw0rd!', 'qwertyuiop', '12345678901234', 'aaaaaaaaaaaaaaaa', 'engram vault', 'abandon ability'])
    assert.ok(strengthOf(passphrase).score < enough, 'too easy');
});

test('unrelated words are accepted, and more of them are stronger', () => {
  const four = strengthOf('velvet otter brick lantern');
  assert.ok(four.score >= enough);
  assert.ok(strengthOf('velvet otter brick lantern seven harbour').score >= four.score);
});

test('a very long text is measured in no time', () => {
  const started = performance.now();
  assert.equal(strengthOf('correct horse battery staple '.repeat(40)).score, 4);
  assert.ok(performance.now() - started < 2_000);
});
