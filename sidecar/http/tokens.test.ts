import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTokens, HandedTokens } from './tokens.ts';

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

test('LOCK-RESTART: what opened a server opens its successor, as long and as often, and nothing of it is a session or a ticket in clear', () => {
  fc.assert(fc.property(fc.nat(70), fc.nat(10), fc.nat(20 * 60_000), (logins, unused, pause) => {
    let before = 1_000;
    const first = createTokens(() => before);
    const sessions = Array.from({ length: logins }, () => first.redeem(first.ticket())!);
    const tickets = Array.from({ length: unused }, () => first.ticket());
    before += pause;
    const handed = JSON.stringify(first.handOver());
    for (const secret of [...sessions, ...tickets]) assert.ok(!handed.includes(secret));
    // Another process counts its time from another moment.
    const second = createTokens(() => 5, HandedTokens.parse(JSON.parse(handed)));
    assert.equal(second.bearer, first.bearer);
    for (const session of sessions) assert.equal(second.accepts(session), first.accepts(session));
    for (const ticket of tickets) assert.equal(second.redeem(ticket) !== null, first.redeem(ticket) !== null);
    for (const ticket of tickets) assert.equal(second.redeem(ticket), null);
  }), { numRuns: 40 });
});

test('LOCK-RESTART: anything but tokens is not taken over', () => {
  const good = createTokens().handOver();
  for (const bad of [null, {}, [], 'x', { ...good, bearer: '' }, { ...good, sessions: ['x'] }, { ...good, sessions: Array(65).fill('0'.repeat(64)) }, { ...good, tickets: [{ hash: '0'.repeat(64), leftMs: null }] }, { ...good, more: 1 }])
    assert.equal(HandedTokens.safeParse(bad).success, false);
  fc.assert(fc.property(fc.json(), (text) => !HandedTokens.safeParse(JSON.parse(text)).success));
});
