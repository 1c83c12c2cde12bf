import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { datesIn, readTime } from '../index.ts';
import { DAY_MS, dayOf, days, easter, monthAt, plusMonths, thirdOf, utc, weekdayAt, weekSpan, yearAt } from './calendar.ts';
import { dayNamed, monthNamed, weekdayNamed } from './resolve.ts';

const FIRST = Date.UTC(1950, 0, 1);
const LAST = Date.UTC(2090, 0, 1);
const instants = fc.integer({ min: FIRST, max: LAST });
const parts = `last next this past every two three a few couple of days weeks month year summer weekend monday may march 7 31 2024 99 th ago before after since until between and from to
 end early first second half quarter q 3 yesterday tomorrow christmas easter new year's eve the in on by vor zwei wochen letzten hace semana pasada il y a hier recently other day 2025-02-30 31.2.2024 5pm`.trim().split(/\s+/);
const spoken = fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((words) => words.join(' '));
const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 400 }), spoken);
const anyInstant = fc.oneof(instants, fc.double(), fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }));

test('TIME-ANY-TEXT: any text at any moment gives a span that runs forward, or none', () => {
  fc.assert(fc.property(anything, anyInstant, fc.integer({ min: -840, max: 840 }), (text, at, zone) => {
    const found = readTime(text, at, zone);
    for (const span of [...(found ? [found] : []), ...datesIn(text, at, zone)]) {
      for (const end of [span.from, span.to]) assert.ok(end === undefined || (Number.isFinite(end) && !Number.isNaN(new Date(end).getTime())), text);
      if (span.from !== undefined && span.to !== undefined) assert.ok(span.from <= span.to, `${text}: ${span.from} ${span.to}`);
    }
  }), { numRuns: 5_000 });
});

test('TIME-ANY-TEXT: phrases of dates are words of the text, in its order, and never overlap', () => {
  fc.assert(fc.property(spoken, instants, (text, at) => {
    let from = 0;
    for (const { phrase } of datesIn(text, at)) {
      const place = text.indexOf(phrase, from);
      assert.ok(phrase !== '' && place >= 0, `${text}: ${phrase}`);
      from = place + phrase.length;
    }
  }), { numRuns: 2_000 });
});

test('TIME-WORDS: a weekday is the nearest one before or after today, as counting day by day finds it', () => {
  fc.assert(fc.property(instants, fc.integer({ min: 0, max: 6 }), (at, weekday) => {
    let back = dayOf(at) - DAY_MS;
    while (weekdayAt(back) !== weekday) back -= DAY_MS;
    let ahead = dayOf(at) + DAY_MS;
    while (weekdayAt(ahead) !== weekday) ahead += DAY_MS;
    assert.deepEqual(weekdayNamed(weekday, { at, direction: 'back' }, null), days(back));
    assert.deepEqual(weekdayNamed(weekday, { at, direction: 'ahead' }, null), days(ahead));
    for (const [which, weeks] of [[0, 0], [1, 1]] as const) {
      const { from } = weekdayNamed(weekday, { at, direction: 'back' }, which);
      assert.equal(weekSpan(from).from, weekSpan(at + weeks * 7 * DAY_MS).from);
    }
  }));
});

test('TIME-WORDS: a month or day looks the way it should, as counting month by month and day by day finds it', () => {
  fc.assert(fc.property(instants, fc.integer({ min: 0, max: 11 }), fc.integer({ min: 1, max: 28 }), (at, month, date) => {
    let m = utc(yearAt(at), monthAt(at), 1);
    while (monthAt(m) !== month) m = plusMonths(m, -1);
    assert.equal(monthNamed(month, { at, direction: 'back' }, null).from, m);
    m = utc(yearAt(at), monthAt(at), 1);
    while (monthAt(m) !== month) m = plusMonths(m, 1);
    assert.equal(monthNamed(month, { at, direction: 'ahead' }, null).from, m);
    let d = dayOf(at);
    while (monthAt(d) !== month || new Date(d).getUTCDate() !== date) d -= DAY_MS;
    assert.equal(dayNamed(month, date, { at, direction: 'back' }, null).from, d);
  }));
});

test('TIME-WORDS: thirds of a month cover it without a gap', () => {
  fc.assert(fc.property(instants, fc.integer({ min: 0, max: 11 }), (at, month) => {
    const whole = { from: utc(yearAt(at), month, 1), to: utc(yearAt(at), month + 1, 1) - 1 };
    const [a, b, c] = [thirdOf(whole, 0), thirdOf(whole, 1), thirdOf(whole, 2)];
    assert.deepEqual([a.from, a.to + 1, b.to + 1, c.to], [whole.from, b.from, c.from, whole.to]);
  }));
});

test('TIME-WORDS: thirds of a few days cover them without a gap, in whole days', () => {
  fc.assert(fc.property(instants, fc.integer({ min: 3, max: 27 }), (at, count) => {
    const whole = days(at, count);
    const [a, b, c] = [thirdOf(whole, 0), thirdOf(whole, 1), thirdOf(whole, 2)];
    assert.deepEqual([a.from, a.to + 1, b.to + 1, c.to], [whole.from, b.from, c.from, whole.to]);
    for (const { from, to } of [a, b, c]) assert.ok(dayOf(from) === from && to > from);
  }));
});

test('TIME-WORDS: Easter is where the almanac has it', () => {
  const found = [1818, 1943, 1999, 2000, 2008, 2011, 2019, 2024, 2025, 2026, 2038].map((year) => new Date(easter(year)).toISOString().slice(0, 10));
  assert.deepEqual(found, ['1818-03-22', '1943-04-25', '1999-04-04', '2000-04-23', '2008-03-23', '2011-04-24', '2019-04-21', '2024-03-31', '2025-04-20', '2026-04-05', '2038-04-25']);
});
