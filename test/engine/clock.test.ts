// The server clock: offsets, daylight saving, sessions, ends of days.

import fc from 'fast-check';
import t from 'tap';
import {
  endOfDay,
  endOfTradingDay,
  hourAndWeekday,
  inSession,
  type ServerClock,
  serverOffset,
  UTC,
} from '../../engine/clock.js';

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(`${text}Z`);
const clock = (utc_offset_min: number, daylight_saving: ServerClock['daylight_saving']) => ({
  utc_offset_min,
  daylight_saving,
});

t.test('summer begins and ends on its Sundays', async (t) => {
  const europe = clock(120, 'europe');
  t.equal(serverOffset(europe, at('2025-03-30T00:59:59')), 2 * HOUR);
  t.equal(serverOffset(europe, at('2025-03-30T01:00:00')), 3 * HOUR);
  t.equal(serverOffset(europe, at('2025-10-26T00:59:59')), 3 * HOUR);
  t.equal(serverOffset(europe, at('2025-10-26T01:00:00')), 2 * HOUR);
  const usa = clock(-300, 'usa');
  t.equal(serverOffset(usa, at('2025-03-09T06:59:59')), -5 * HOUR);
  t.equal(serverOffset(usa, at('2025-03-09T07:00:00')), -4 * HOUR);
  t.equal(serverOffset(usa, at('2025-11-02T05:59:59')), -4 * HOUR);
  t.equal(serverOffset(usa, at('2025-11-02T06:00:00')), -5 * HOUR);
});

t.test('hour and weekday are those of the server', async (t) => {
  t.same(hourAndWeekday(UTC, at('2025-03-12T10:59:59')), [10, 3]);
  t.same(hourAndWeekday(clock(180, 'none'), at('2025-03-15T22:30:00')), [1, 0]);
  t.same(hourAndWeekday(clock(-60, 'none'), at('2025-03-16T00:30:00')), [23, 6]);
});

t.test('sessions are half-open and belong to their weekday', async (t) => {
  const week = Array.from({ length: 7 }, (_, day) => (day === 3 ? [{ from: 60, to: 120 }] : []));
  const open = (text: string): boolean => inSession(UTC, week, at(text));
  t.same(
    [
      '2025-03-12T00:59:59',
      '2025-03-12T01:00:00',
      '2025-03-12T01:59:59',
      '2025-03-12T02:00:00',
    ].map(open),
    [false, true, true, false],
  );
  t.notOk(open('2025-03-13T01:30:00'));
  t.ok(inSession(UTC, null, 0), 'around the clock');
});

t.test('a trading day ends with its last session, or at midnight', async (t) => {
  const week = Array.from({ length: 7 }, (_, day) =>
    day === 3
      ? [
          { from: 0, to: 600 },
          { from: 700, to: 1320 },
        ]
      : [],
  );
  t.equal(endOfTradingDay(UTC, week, at('2025-03-12T05:00:00')), at('2025-03-12T22:00:00'));
  t.equal(endOfTradingDay(UTC, week, at('2025-03-13T05:00:00')), at('2025-03-14T00:00:00'));
  t.equal(endOfTradingDay(UTC, null, at('2025-03-12T05:00:00')), at('2025-03-13T00:00:00'));
});

t.test('a day may last 23 or 25 hours', async (t) => {
  const europe = clock(60, 'europe');
  const length = (text: string): number => {
    const start = endOfDay(europe, at(text));
    return (endOfDay(europe, start) - start) / HOUR;
  };
  t.same([length('2025-03-28T12:00:00'), length('2025-03-29T12:00:00')], [24, 23]);
  t.equal(length('2025-10-25T12:00:00'), 25);
});

t.test('the end of a day is midnight on the server, and not before the time itself', async (t) => {
  const zone = fc.constantFrom<ServerClock>(
    UTC,
    clock(180, 'none'),
    clock(120, 'europe'),
    clock(-300, 'usa'),
  );
  const time = fc.integer({ min: at('2020-01-01T00:00:00'), max: at('2035-01-01T00:00:00') });
  fc.assert(
    fc.property(zone, time, (zone, time) => {
      const end = endOfDay(zone, time);
      const local = end + serverOffset(zone, end);
      return end > time && end - time <= 25 * HOUR && local % (24 * HOUR) === 0;
    }),
    { numRuns: 300, seed: 1 },
  );
  t.pass('holds for random times');
});
