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

t.test(
  'On its holidays a session is closed, whatever its times, and its numbers go on',
  async (t) => {
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
  },
);
