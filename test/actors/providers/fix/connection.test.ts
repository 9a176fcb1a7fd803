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
