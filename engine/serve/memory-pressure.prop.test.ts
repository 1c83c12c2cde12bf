import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { budgetOf, MemoryMonitor, pressureOf, readMemory, type MemoryReading } from './memory-pressure.ts';

const GB = 1e9;
const levels = ['normal', 'elevated', 'critical'] as const;
const rank = (level: (typeof levels)[number]) => levels.indexOf(level);
const reading = fc.record<MemoryReading>({ resident: fc.double({ min: 0, max: 3 * GB, noNaN: true }), available: fc.double({ min: 0, max: 32 * GB, noNaN: true }), total: fc.constantFrom(4 * GB, 8 * GB, 16 * GB, 64 * GB) });

test('RAM-PRESSURE: more in use or less left never lowers the level, and a level is not left where it began', () => {
  fc.assert(fc.property(reading, fc.constantFrom(...levels), fc.double({ min: 1, max: 3, noNaN: true }), (one, now, more) => {
    const level = rank(pressureOf(one, now));
    assert.ok(rank(pressureOf({ ...one, resident: one.resident * more }, now)) >= level);
    assert.ok(rank(pressureOf({ ...one, available: one.available / more }, now)) >= level);
    // Where it was reached it stays at the same reading.
    assert.equal(pressureOf(one, levels[level]!), levels[level]);
    assert.ok(rank(pressureOf(one, 'critical')) >= level || now === 'critical');
  }));
});

test('RAM-PRESSURE: the levels begin at 70 and 90 hundredths of the budget, or when the system runs out', () => {
  const roomy = { available: 10 * GB, total: 16 * GB };
  const at = (share: number) => pressureOf({ ...roomy, resident: budgetOf(16 * GB) * share }, 'normal');
  assert.deepEqual([0.5, 0.69, 0.71, 0.89, 0.91].map(at), ['normal', 'normal', 'elevated', 'elevated', 'critical']);
  assert.equal(pressureOf({ resident: 0, available: 0.9 * GB, total: 16 * GB }, 'normal'), 'elevated');
  assert.equal(pressureOf({ resident: 0, available: 0.3 * GB, total: 16 * GB }, 'normal'), 'critical');
  assert.ok(budgetOf(4 * GB) < budgetOf(16 * GB));
});

test('RAM-PRESSURE: the monitor reads this process and tells each change once', () => {
  const real = readMemory();
  assert.ok(real.resident > 20e6 && real.available > 0 && real.total >= real.resident);
  const told: string[] = [];
  let now = { resident: 0, available: 10 * GB, total: 16 * GB };
  const monitor = new MemoryMonitor((level) => told.push(level), () => now);
  try {
    for (const resident of [0, 0, 0.95 * GB, 0.95 * GB, 0.95 * GB, 0.1 * GB, 0.1 * GB]) {
      now = { ...now, resident };
      monitor.look();
    }
  } finally {
    monitor.stop();
  }
  assert.deepEqual(told, ['critical', 'normal']);
});
