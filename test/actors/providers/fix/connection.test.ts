// What the parameters of a record say about its session.

import t from 'tap';
import { sessionSettings } from '../../../../actors/providers/fix/connection.js';
import { gatewayOf, type Params } from '../../../support/connections.js';

const settingsOf = (params: Params) => sessionSettings(gatewayOf(1, params), () => '', 'initiator');

/** Is the session of these parameters open at a time of UTC? */
const isOpen = (params: Params, time: string): boolean =>
  settingsOf(params).schedule?.startOf(Date.parse(time)) !== undefined;

const TIMES = { 'Session Start Time': '22:05', 'Session End Time': '21:00:30' };
const DAYS = { 'Session Start Day': 'Sunday', 'Session End Day': 'Friday' };

t.test('the times of a zone follow its daylight saving, each session once', (t) => {
  const zone = { 'Session Time Zone': 'America/New_York' };
  const daily = { 'Session Start Time': '17:05', 'Session End Time': '17:00', ...zone };
  const week = { ...daily, 'Session Start Day': 'Sunday', 'Session End Day': 'Friday' };
  // New York is 5 hours behind UTC in winter and 4 in summer, which began on 8 March 2026.
  for (const [params, time, open] of [
    [daily, '2026-03-06T21:59:59Z', true],
    [daily, '2026-03-06T22:00:00Z', false],
    [daily, '2026-03-06T22:05:00Z', true],
    [daily, '2026-03-09T20:59:59Z', true],
    [daily, '2026-03-09T21:00:00Z', false],
    [daily, '2026-03-09T21:05:00Z', true],
    [week, '2026-03-08T21:04:59Z', false],
    [week, '2026-03-08T21:05:00Z', true],
    [week, '2026-11-06T21:59:59Z', true],
    [week, '2026-11-06T22:00:00Z', false],
  ] as const) {
    t.equal(isOpen(params, time), open, time);
  }
  // Over the changes of a year each session begins and ends once, and no answer is behind.
  const twice = { 'Session Start Time': '01:30', 'Session End Time': '02:30', ...zone };
  for (const params of [daily, week, twice]) {
    const { schedule } = settingsOf(params);
    const end = Date.parse('2027-01-01T00:00:00Z');
    const starts: number[] = [];
    for (let at = Date.parse('2026-01-01T00:00:00Z'); at < end; ) {
      const start = schedule?.startOf(at);
      if (start !== undefined && start !== starts.at(-1)) starts.push(start);
      const next = schedule?.nextChange(at) ?? 0;
      if (next <= at) t.fail('time stands still');
      t.equal(schedule?.startOf(next - 1), start, 'until then it stays so');
      at = next;
    }
    const expected = params === week ? 53 : params === twice ? 365 : 366;
    t.equal(starts.length, expected);
    t.same(
      [...starts].sort((a, b) => a - b),
      starts,
    );
  }
  t.end();
});

t.test('Without times a session is always open, and its numbers go on', async (t) => {
  t.match(settingsOf({}), { schedule: undefined, resetOnLogon: false });
  t.match(settingsOf({ 'Reset On Logon': 'true' }), { resetOnLogon: true });
});

t.test('A daily session is open from its start to its end, over midnight too', async (t) => {
  t.ok(isOpen(TIMES, '2026-11-25T21:00:29Z'));
  t.notOk(isOpen(TIMES, '2026-11-25T21:00:30Z'));
  t.notOk(isOpen(TIMES, '2026-11-25T22:04:59Z'));
  t.ok(isOpen(TIMES, '2026-11-25T22:05:00Z'));
});

t.test('A weekly session is open from its day to its day', async (t) => {
  const weekly = { ...TIMES, ...DAYS };
  t.notOk(isOpen(weekly, '2026-11-22T22:04:59Z'), 'Sunday');
  t.ok(isOpen(weekly, '2026-11-22T22:05:00Z'));
  t.ok(isOpen(weekly, '2026-11-25T21:30:00Z'), 'Wednesday');
  t.ok(isOpen(weekly, '2026-11-27T21:00:29Z'), 'Friday');
  t.notOk(isOpen(weekly, '2026-11-27T21:00:30Z'));
});

t.test('On its holidays a session is closed at any time, and its numbers go on', async (t) => {
  const holidays = { 'Trading Calendar Holidays': '+25 Dec;;+1 May;;-1 May;;+29 feb' };
  for (const times of [{}, TIMES, { ...TIMES, ...DAYS }]) {
    const params = { ...times, ...holidays };
    t.notOk(isOpen(params, '2026-12-25T00:00:00Z'));
    t.notOk(isOpen(params, '2026-12-24T24:00:00Z'));
    t.notOk(isOpen(params, '2026-12-25T20:59:59Z'));
    t.ok(isOpen(params, '2026-12-24T20:59:00Z'), 'the day before');
    t.ok(isOpen(params, '2026-05-01T12:00:00Z'), 'what was removed is none');
  }
  t.notOk(isOpen(holidays, '2028-02-29T12:00:00Z'));
  t.ok(isOpen(holidays, '2026-12-26T00:00:00Z'));
  const { schedule } = settingsOf(holidays);
  const eve = Date.parse('2026-12-24T15:00:00Z');
  t.equal(schedule?.nextChange(eve), Date.parse('2026-12-25T00:00:00Z'));
  t.equal(schedule?.startOf(eve), schedule?.startOf(eve + 2 * 86_400_000), 'one session');
});
