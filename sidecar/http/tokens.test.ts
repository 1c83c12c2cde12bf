import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTokens } from './tokens.ts';

test('BORDER-HTTP: a one-time token opens once, and not after a quarter of an hour', () => {
  let now = 0;
  const tokens = createTokens(() => now);
  const ticket = tokens.ticket();
  const bearer = tokens.redeem(ticket);
  assert.ok(bearer !== null && tokens.accepts(bearer));
  assert.equal(tokens.redeem(ticket), null);
  const late = tokens.ticket();
  now = 15 * 60_000 + 1;
  assert.equal(tokens.redeem(late), null);
});

test('BORDER-HTTP: only whole bearers are accepted, and the oldest sessions give way', () => {
  const tokens = createTokens();
  for (const wrong of [null, '', tokens.bearer.slice(1), `${tokens.bearer}A`, tokens.ticket()]) assert.equal(tokens.accepts(wrong), false);
  const sessions = Array.from({ length: 65 }, () => tokens.redeem(tokens.ticket())!);
  assert.equal(tokens.accepts(sessions[0]!), false);
  assert.equal(tokens.accepts(sessions.at(-1)!), true);
  assert.equal(tokens.accepts(tokens.bearer), true);
});
