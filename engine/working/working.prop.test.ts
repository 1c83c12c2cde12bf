import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DRIFTED, FADED, HALF_LIFE_MS, Mindset, momentumOf, MOST_SLOTS, QUESTION_MS, Snapshot, STALE_MS, WHOLE_MS, WorkingSlots, WORTH_KEEPING, type NewSlot } from './index.ts';

const HOUR = 3_600_000;
const slot: fc.Arbitrary<NewSlot> = fc.record({
  id: fc.integer({ min: 0, max: 20 }).map((n) => `s${n}`), source: fc.constantFrom('turn' as const, 'recall' as const, 'morning' as const, 'question' as const),
  text: fc.string({ unit: 'grapheme', maxLength: 80 }), tokens: fc.nat(60), memory: fc.constant(null), session: fc.constant('c1'),
}, { requiredKeys: ['id', 'source', 'text', 'tokens', 'memory', 'session'] });
type Step = { kind: 'put'; slot: NewSlot; after: number } | { kind: 'use'; id: string; after: number } | { kind: 'drift' | 'clear' | 'tidy'; after: number };
const after = fc.integer({ min: 0, max: HOUR });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), slot, after }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('use' as const), id: fc.integer({ min: 0, max: 20 }).map((n) => `s${n}`), after }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('drift' as const, 'clear' as const, 'tidy' as const), after }) },
);

function play(steps: readonly Step[], check: (slots: WorkingSlots, now: number) => void = () => {}): { slots: WorkingSlots; now: number } {
  const slots = new WorkingSlots();
  let now = 1_000_000;
  for (const one of steps) {
    now += one.after;
    if (one.kind === 'put') slots.put(one.slot, now);
    else if (one.kind === 'use') slots.use(one.id, now);
    else slots[one.kind](now);
    check(slots, now);
  }
  return { slots, now };
}

test('WORKING-MEMORY: never more than nine slots, activation stays in 0..1, whatever happens', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    play(steps, (slots, now) => {
      const all = slots.slots(now);
      assert.ok(all.length <= MOST_SLOTS && all.length === slots.size);
      assert.ok(all.every(({ activation }) => activation >= 0 && activation <= 1));
      assert.deepEqual(all.map(({ activation }) => activation), all.map(({ activation }) => activation).toSorted((a, b) => b - a));
    });
  }));
});

test('WORKING-MEMORY: what leaves is overwritten: by eviction, by a new text, by fading, by a switch, by wiping', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
    const seen = new Set<Uint8Array>();
    const { slots } = play(steps, (now) => { for (const bytes of now.bytes()) seen.add(bytes); });
    const there = new Set(slots.bytes());
    for (const bytes of seen) if (!there.has(bytes)) assert.ok(bytes.every((byte) => byte === 0));
    slots.wipe();
    for (const bytes of seen) assert.ok(bytes.every((byte) => byte === 0));
    assert.equal(slots.size, 0);
  }));
});

test('WORKING-MEMORY: without use the activation halves in its half-life; each use raises it; the weakest gives way', () => {
  const slots = new WorkingSlots();
  const make = (n: number, activation: number): NewSlot => ({ id: `s${n}`, source: 'recall', text: `text ${n}`, tokens: 3, memory: `m${n}`, session: null, activation });
  for (let n = 0; n < MOST_SLOTS; n++) slots.put(make(n, 0.9 - n / 100), 0);
  assert.ok(Math.abs(slots.slots(HALF_LIFE_MS).find(({ id }) => id === 's0')!.activation - 0.45) < 1e-9);
  assert.deepEqual(slots.put(make(20, 0.9), 10).map(({ id, text }) => [id, text]), [['s8', 'text 8']]);
  const before = slots.slots(20).find(({ id }) => id === 's7')!.activation;
  assert.ok(slots.use('s7', 20));
  assert.ok(slots.slots(20).find(({ id }) => id === 's7')!.activation > before);
  assert.equal(slots.use('s8', 20), false);
  assert.ok(slots.tidy(10 * HALF_LIFE_MS).length === MOST_SLOTS && FADED > 0);
});

test('WORKING-MEMORY: a drift leaves only what is active enough, a switch nothing; what was worth keeping is handed back', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
    const first = play(steps);
    first.slots.drift(first.now);
    assert.ok(first.slots.slots(first.now).every(({ activation }) => activation >= DRIFTED));
    const second = play(steps);
    const strong = second.slots.slots(second.now).filter(({ activation }) => activation > WORTH_KEEPING);
    const kept = second.slots.clear(second.now);
    assert.deepEqual(new Set(kept.map(({ id }) => id)), new Set(strong.map(({ id }) => id)));
    assert.deepEqual(kept.map(({ text }) => text).sort(), strong.map(({ text }) => text).sort());
    assert.equal(second.slots.size, 0);
  }));
});

test('WORKING-MEMORY: what fits a budget never exceeds it, and leaves out nothing that would have fitted', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 30 }), fc.nat(200), (steps, budget) => {
    const { slots, now } = play(steps);
    const fitting = slots.fitting(now, budget);
    const used = fitting.reduce((sum, { tokens }) => sum + tokens, 0);
    assert.ok(used <= budget);
    const taken = new Set(fitting.map(({ id }) => id));
    // Greedy by activation: what was passed over did not fit beside those before it.
    let left = budget;
    for (const one of slots.slots(now)) {
      if (taken.has(one.id)) left -= one.tokens;
      else assert.ok(one.tokens > left);
    }
  }));
});

const vector = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }).map((list) => Float32Array.from(list, (x) => x + 0));
const minds = fc.record({ steps: fc.array(step, { maxLength: 30 }), turns: fc.array(vector, { maxLength: 6 }), asked: fc.array(fc.constantFrom('c1', 'c2'), { maxLength: 4 }) })
  .map(({ steps, turns, asked }) => {
    const { slots, now } = play(steps);
    const mind = new Mindset('space', slots, momentumOf(turns));
    asked.forEach((session, i) => mind.question({ id: `q${i}`, text: 'Which one?', tokens: 3, memory: null, session }, now));
    return { mind, now };
  });

test('WORKING-MEMORY: set aside and taken up again within four hours, every slot and the momentum are equal', () => {
  fc.assert(fc.property(minds, fc.integer({ min: 0, max: WHOLE_MS }), ({ mind, now }, away) => {
    const written = Snapshot.parse(JSON.parse(JSON.stringify(mind.written(now))));
    const back = Mindset.resumed(written, 'space', now + away)!;
    assert.deepEqual(back.slots.slots(now + away), mind.slots.slots(now));
    assert.deepEqual(back.momentum, mind.momentum);
    assert.equal(Mindset.resumed(written, 'another space', now)!.momentum, null);
  }));
});

test('WORKING-MEMORY: after four hours it comes back faded, the more the later, and after a day not at all', () => {
  fc.assert(fc.property(minds, fc.integer({ min: WHOLE_MS + 1, max: STALE_MS - 1 }), ({ mind, now }, away) => {
    const written = mind.written(now);
    const was = new Map(mind.slots.slots(now).map(({ id, activation }) => [id, activation]));
    const back = Mindset.resumed(written, 'space', now + away)!;
    for (const { id, activation } of back.slots.slots(now + away)) assert.ok(activation > 0.1 && activation <= was.get(id)!);
    const later = Mindset.resumed(written, 'space', now + Math.min(STALE_MS - 1, away + HOUR))!;
    assert.ok(later.slots.size <= back.slots.size);
    assert.equal(Mindset.resumed(written, 'space', now + STALE_MS), null);
  }));
});

test('WORKING-MEMORY: at most two clarifying questions in a conversation, of low activation, gone after half an hour', () => {
  const mind = new Mindset('space');
  const ask = (id: string, session: string) => mind.question({ id, text: 'Which printer do you mean?', tokens: 6, memory: null, session }, 0);
  assert.deepEqual([ask('q1', 'c1'), ask('q2', 'c1'), ask('q3', 'c1'), ask('q4', 'c2')], [true, true, false, true]);
  assert.ok(mind.slots.slots(0).every(({ activation }) => activation <= 0.3));
  mind.slots.tidy(QUESTION_MS);
  assert.deepEqual([mind.slots.size, ask('q5', 'c1')], [0, false]);
});

test('WORKING-MEMORY: a snapshot that is no snapshot is not read', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assert.equal(Snapshot.safeParse(value).success, false);
  }));
});
