// The server's clock in the pages: the same as in the engine, at every moment.

import fc from 'fast-check';
import t from 'tap';
import { serverOffset } from '../../../engine/calendar/clock.js';
import {
  dayStart,
  fieldTime,
  momentOf,
  offsetAt,
  type ServerClock,
  serverClock,
} from '../../../pages/live/clock.js';

t.afterEach(() => {
  serverClock.value = null;
});

const clocks: fc.Arbitrary<ServerClock> = fc.record({
  utc_offset_min: fc.integer({ min: -720, max: 840 }),
  daylight_saving: fc.constantFrom('none', 'europe', 'usa'),
});
const moments = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2060, 0) });

t.test('The offset is that of the engine, also around the changes to summer time', async () => {
  const hours = fc.tuple(fc.integer({ min: 2000, max: 2060 }), fc.constantFrom(2, 9, 10), moments);
  const near = hours.map(
    ([year, month, at]) => Date.UTC(year, month, 1) + (at % (35 * 86_400_000)),
  );
  fc.assert(
    fc.property(clocks, fc.oneof(moments, near), (clock, at) => {
      serverClock.value = clock;
      return offsetAt(at) === serverOffset(clock as never, at);
    }),
  );
});

t.test('A time that a field shows is read as its minute again', async (t) => {
  serverClock.value = { utc_offset_min: 120, daylight_saving: 'europe' };
  t.equal(fieldTime(Date.parse('2026-07-30T22:30:05Z')), '2026-07-31T01:30');
  for (const at of ['2026-07-30T22:30Z', '2026-12-30T22:30Z', '2026-03-29T01:00Z']) {
    t.equal(momentOf(fieldTime(Date.parse(at))), Date.parse(at));
  }
  t.ok(Number.isNaN(momentOf('')));
});

t.test('Days begin at the midnight of the server, whatever the summer time', async (t) => {
  serverClock.value = { utc_offset_min: -300, daylight_saving: 'usa' };
  const now = Date.parse('2026-11-03T03:00Z');
  t.equal(dayStart(now), Date.parse('2026-11-02T05:00Z'));
  t.equal(dayStart(now, -2), Date.parse('2026-10-31T04:00Z'));
  t.equal(momentOf('2026-10-31'), Date.parse('2026-10-31T04:00Z'));
});
