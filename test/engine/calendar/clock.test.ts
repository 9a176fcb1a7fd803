// The server clock and trading days: offsets, sessions, when days end and what they are called.

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
} from '../../../engine/calendar/clock.js';
import { compileSettings, nextEndOfDay } from '../../../engine/engine.js';
import type { PlatformRecord } from '../../../wire/settings/config.js';
import { daysDue, EngineHarness } from '../../support/engine-harness.js';
import { runsOf } from '../../support/run.js';

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(`${text}Z`);
const clock = (utc_offset_min: number, daylight_saving: ServerClock['daylight_saving']) => ({
  utc_offset_min,
  daylight_saving,
});

t.test('summer begins and ends on its Sundays', async (t) => {
  const [europe, usa] = [clock(120, 'europe'), clock(-300, 'usa')];
  for (const [zone, time, hours] of [
    [europe, '2025-03-30T00:59:59', 2],
    [europe, '2025-03-30T01:00:00', 3],
    [europe, '2025-10-26T00:59:59', 3],
    [europe, '2025-10-26T01:00:00', 2],
    [usa, '2025-03-09T06:59:59', -5],
    [usa, '2025-03-09T07:00:00', -4],
    [usa, '2025-11-02T05:59:59', -4],
    [usa, '2025-11-02T06:00:00', -5],
  ] as const) {
    t.equal(serverOffset(zone, at(time)), hours * HOUR, time);
  }
});

t.test('hour and weekday are those of the server', async (t) => {
  t.same(hourAndWeekday(UTC, at('2025-03-12T10:59:59')), [10, 3]);
  t.same(hourAndWeekday(clock(180, 'none'), at('2025-03-15T22:30:00')), [1, 0]);
  t.same(hourAndWeekday(clock(-60, 'none'), at('2025-03-16T00:30:00')), [23, 6]);
});

t.test('sessions are half-open and belong to their weekday', async (t) => {
  const week = Array.from({ length: 7 }, (_, day) => (day === 3 ? [{ from: 60, to: 120 }] : []));
  const open = (text: string): boolean => inSession(UTC, week, at(text));
  const times = ['00:59:59', '01:00:00', '01:59:59', '02:00:00'];
  const found = times.map((time) => open(`2025-03-12T${time}`));
  t.same(found, [false, true, true, false]);
  t.notOk(open('2025-03-13T01:30:00'));
  t.ok(inSession(UTC, null, 0), 'around the clock');
});

t.test('a trading day ends with its last session, or at midnight', async (t) => {
  const spans = [
    { from: 0, to: 600 },
    { from: 700, to: 1320 },
  ];
  const week = Array.from({ length: 7 }, (_, day) => (day === 3 ? spans : []));
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
    { numRuns: runsOf(300), seed: 1 },
  );
  t.pass('holds for random times');
});

const DAY = 86_400_000;
const texts = (times: readonly number[]): string[] =>
  times.map((time) => new Date(time).toISOString().slice(0, 19));

const settings = (platform: Partial<PlatformRecord> = {}) =>
  compileSettings(new EngineHarness({ platform }).settings);

const DAILY = [0, 1, 2, 3, 4, 5, 6];

t.test('days end at second 59 of their minute, on weekdays, at ends of months', async (t) => {
  const ends = (platform: Partial<PlatformRecord>, from: string, until: string): string =>
    texts(settings(platform).calendar.between(at(from), at(until))).join(' ');
  t.equal(
    ends({}, '2025-03-13T12:00:00', '2025-03-18T00:00:00'),
    '2025-03-13T23:59:59 2025-03-14T23:59:59 2025-03-17T23:59:59',
    'Monday to Friday',
  );
  const saturday = '2025-05-30T23:59:59 2025-05-31T23:59:59';
  t.equal(ends({}, '2025-05-30T00:00:00', '2025-06-02T00:00:00'), saturday, 'off schedule too');
  t.equal(
    ends({ eod_weekdays: [] }, '2023-12-31T23:59:59', '2024-03-01T00:00:00'),
    '2024-01-31T23:59:59 2024-02-29T23:59:59',
    'its last calendar day',
  );
  t.equal(nextEndOfDay(settings(), at('2025-03-14T23:59:59')), at('2025-03-17T23:59:59'));
  t.equal(nextEndOfDay(settings(), at('2025-03-14T23:59:58.999')), at('2025-03-14T23:59:59'));
});

t.test('the end of a day follows the server clock, also where spring leaves it out', async (t) => {
  const rows: readonly [
    platform: Partial<PlatformRecord>,
    from: string,
    ends: string,
    on: string,
  ][] = [
    // The close of New York.
    [
      { utc_offset_min: 120, daylight_saving: 'usa' },
      '2025-03-08T00:00:00',
      '2025-03-08T21:59:59 2025-03-09T20:59:59',
      '2025-03-08 2025-03-09',
    ],
    // A time that is left out ends its own day an hour earlier.
    [
      { utc_offset_min: -120, daylight_saving: 'europe' },
      '2025-03-29T02:00:00',
      '2025-03-30T00:59:59 2025-03-31T00:59:59',
      '2025-03-29 2025-03-30',
    ],
    // It stays on its day.
    [
      { utc_offset_min: -60, daylight_saving: 'europe', eod_time: '00:00' },
      '2025-03-29T12:00:00',
      '2025-03-30T01:00:59 2025-03-31T00:00:59',
      '2025-03-30 2025-03-31',
    ],
  ];
  for (const [platform, from, ends, on] of rows) {
    const { calendar } = settings({ ...platform, eod_weekdays: DAILY });
    const runs = calendar.between(at(from), at(from) + 2 * DAY);
    t.equal(texts(runs).join(' '), ends);
    const dates = runs.map((run) => calendar.dayOf(run).date);
    t.equal(dates.join(' '), on);
  }
});

t.test('every scheduled day has exactly one run, and it is called by its date', async (t) => {
  const zone = fc.record({
    utc_offset_min: fc.constantFrom(-720, -300, -120, -60, 0, 60, 120, 330, 840),
    daylight_saving: fc.constantFrom<ServerClock['daylight_saving']>('none', 'europe', 'usa'),
    eod_time: fc.constantFrom('00:00', '00:30', '01:30', '02:30', '16:59', '23:00', '23:59'),
    eod_weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
  });
  const time = fc.integer({ min: at('2020-01-01T00:00:00'), max: at('2035-01-01T00:00:00') });
  fc.assert(
    fc.property(zone, time, (platform, start) => {
      const { calendar, clock } = settings(platform);
      const days = calendar.between(start, start + 60 * DAY).map((run) => calendar.dayOf(run));
      const local = start + serverOffset(clock, start);
      const first = Math.floor(local / DAY);
      const wanted = Array.from({ length: 59 }, (_, n) => first + 1 + n).filter((day) => {
        const next = new Date((day + 1) * DAY);
        return platform.eod_weekdays.includes((day + 4) % 7) || next.getUTCDate() === 1;
      });
      const seen = days.map(({ day }) => day);
      const inner = seen.filter((day) => day > first && day < first + 60);
      const latest = calendar.latest(start);
      return (
        JSON.stringify(inner) === JSON.stringify(wanted) &&
        latest <= start &&
        calendar.between(latest, start).length === 0
      );
    }),
    { numRuns: runsOf(500), seed: 7 },
  );
  t.pass('holds for random platforms and times');
});

t.test('over clock changes and weeks of standstill each date ends once, in order', async (t) => {
  const step = fc.record({
    utc_offset_min: fc.constantFrom(-720, -300, -60, 0, 60, 120, 330, 840),
    daylight_saving: fc.constantFrom<ServerClock['daylight_saving']>('none', 'europe', 'usa'),
    eod_time: fc.constantFrom('00:00', '01:30', '02:30', '16:59', '23:59'),
    /** From a minute to three weeks, in which the server may stand still or its clock jump. */
    passes_min: fc.oneof(fc.integer({ min: 1, max: 1_500 }), fc.integer({ min: 1, max: 30_240 })),
  });
  const steps = fc.array(step, { minLength: 2, maxLength: 20 });
  const time = fc.integer({ min: at('2020-01-01T00:00:00'), max: at('2035-01-01T00:00:00') });
  const { state, settings: given } = new EngineHarness();
  const { ledger, switches } = state;
  fc.assert(
    fc.property(steps, time, (changes, begun) => {
      // The account is old: no end under any clock is before its opening.
      const first = Math.floor(begun / DAY) - 1;
      state.ledger = { ...ledger, day_ended: first, day_ended_at: first * DAY };
      state.switches = { ...switches, created_at: begun - 60 * DAY };
      const ended = [first];
      let now = begun;
      for (const { passes_min, ...clock } of changes) {
        now += passes_min * 60_000;
        const platform = [{ ...given.platform[0], ...clock, eod_weekdays: DAILY }];
        const plan = compileSettings({ ...given, platform } as typeof given);
        for (const run of daysDue(state, plan, now)) {
          const { day } = plan.calendar.dayOf(run);
          ended.push(day);
          state.ledger = { ...state.ledger, day_ended: day, day_ended_at: run };
        }
      }
      // Every date has an end, so those that ended follow each other without a gap.
      return ended.every((day, at) => at === 0 || day === (ended[at - 1] as number) + 1);
    }),
    { numRuns: runsOf(200), seed: 11 },
  );
  t.pass('holds for random clocks, changes and pauses');
});

t.test('the ends that an account has missed are due, one by one, since its opening', async (t) => {
  const engine = new EngineHarness({ switches: { created_at: at('2025-03-12T10:00:00') } });
  const { state } = engine;
  const plan = compileSettings(engine.settings);
  t.same(texts(daysDue(state, plan, at('2025-03-12T23:59:58'))), []);
  const monday = at('2025-03-17T06:00:00');
  t.same(texts(daysDue(state, plan, monday)), [
    '2025-03-12T23:59:59',
    '2025-03-13T23:59:59',
    '2025-03-14T23:59:59',
  ]);
  state.ledger = { ...state.ledger, day_ended_at: at('2025-03-13T23:59:59') };
  t.same(texts(daysDue(state, plan, monday)), ['2025-03-14T23:59:59']);
});

t.test('a day that has ended does not end again when its hour is put later', async (t) => {
  const engine = new EngineHarness({ platform: { eod_time: '22:00' } });
  const { state } = engine;
  const ended = at('2025-03-12T22:00:59');
  state.ledger = { ...state.ledger, day_ended_at: ended };
  const later = settings({ eod_time: '23:59' });
  t.same(texts(daysDue(state, later, at('2025-03-13T12:00:00'))), []);
  t.same(texts(daysDue(state, later, at('2025-03-14T12:00:00'))), ['2025-03-13T23:59:59']);
});
