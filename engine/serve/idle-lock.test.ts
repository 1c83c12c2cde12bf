import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import fc from 'fast-check';
import { IdleLock, LOOK_MS } from './idle-lock.ts';

const MINUTE = 60_000;

/** A lock with its own clocks: the one on the wall, and the machine's ticks, which stand still while it sleeps. */
function staged(minutes: number): { idle: IdleLock; locks: () => number; pass: (ms: number) => void; sleep: (ms: number) => void } {
  let now = 1_700_000_000_000;
  let locks = 0;
  const idle = new IdleLock({ now: () => now }, () => minutes, () => void locks++);
  idle.start();
  return {
    idle, locks: () => locks,
    pass: (ms) => {
      for (let left = ms; left > 0; left -= LOOK_MS) {
        now += Math.min(left, LOOK_MS);
        mock.timers.tick(Math.min(left, LOOK_MS));
      }
    },
    sleep: (ms) => void (now += ms),
  };
}

test('LOCK-IDLE: it locks after the time without use, by at most one look late, also when the clock is set back, and never when it is 0', (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const ten = staged(10);
  ten.pass(9 * MINUTE);
  assert.equal(ten.idle.use(), true);
  ten.pass(10 * MINUTE - LOOK_MS);
  assert.equal(ten.locks(), 0);
  ten.pass(2 * LOOK_MS);
  assert.equal(ten.locks(), 1);
  ten.pass(60 * MINUTE);
  assert.equal(ten.locks(), 1, 'once');
  assert.equal(ten.idle.use(), false, 'no use takes it back');

  const setBack = staged(10);
  setBack.sleep(-60 * MINUTE);
  setBack.pass(10 * MINUTE + LOOK_MS);
  assert.equal(setBack.locks(), 1);

  const never = staged(0);
  never.sleep(1e9);
  never.pass(MINUTE);
  assert.deepEqual([never.locks(), never.idle.use()], [0, true]);
});

test('LOCK-IDLE: a sleep longer than the time locks at wake, whether the clock is looked at first or a call comes first', (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const looked = staged(10);
  looked.sleep(11 * MINUTE);
  looked.pass(LOOK_MS);
  assert.equal(looked.locks(), 1);
  const called = staged(10);
  called.sleep(11 * MINUTE);
  assert.equal(called.idle.use(), false);
  assert.equal(called.locks(), 1);
  called.idle.start();
  assert.equal(called.idle.use(), true, 'an unlock begins anew');
  const short = staged(10);
  short.sleep(9 * MINUTE);
  assert.equal(short.idle.use(), true);
});

test('LOCK-IDLE: whatever uses, sleeps and waits follow each other, it is locked exactly when a time without use reached the limit', (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const step = fc.record({ what: fc.constantFrom('pass' as const, 'sleep' as const, 'use' as const), looks: fc.integer({ min: 1, max: 30 }) });
  fc.assert(fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 30 }), (minutes, steps) => {
    const one = staged(minutes);
    let unused = 0;
    let over = false;
    for (const { what, looks } of steps) {
      if (what === 'use') {
        if (unused >= minutes * MINUTE) over = true;
        assert.equal(one.idle.use(), !over);
        if (!over) unused = 0;
        continue;
      }
      one[what](looks * LOOK_MS);
      unused += looks * LOOK_MS;
      if (what === 'pass' && unused >= minutes * MINUTE) over = true;
      assert.equal(one.locks(), over ? 1 : 0);
    }
    one.idle.stop();
  }), { numRuns: 300 });
});
