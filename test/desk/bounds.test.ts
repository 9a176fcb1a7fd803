// What the desk holds of what users do has an end: collections are filled, and their size is
// looked at.

import t from 'tap';
import { Online } from '../../actors/desk/online.js';
import type { Parts } from '../../actors/desk/parts.js';
import { Sessions } from '../../actors/desk/sessions.js';
import { dataOf, openDesk, staffCaller } from '../support/desk-harness.js';
import { privateSize } from '../support/private-size.js';

t.test('of sessions that have ended nothing is kept, also when nobody lists them', async (t) => {
  const harness = await openDesk();
  const deps = { now: () => harness.now, keys: harness.keys } as Parts['deps'];
  const { records } = harness.desk;
  const sessions = new Sessions(records, deps);
  const online = new Online({ deps, records, sessions } as Parts);
  for (let n = 0; n < 20; n += 1) {
    const { session } = dataOf(await harness.signIn());
    if (n === 0) dataOf(await online.list({ caller: staffCaller() }));
    const { audience, id } = session;
    dataOf(await harness.desk.handle('auth.logout', { audience, session: id, ip: '' }));
  }
  t.equal(privateSize(online, '#faces'), 0);
  t.equal(privateSize(online, '#byId'), 0);
  t.equal(privateSize(online, '#inOrder'), 0);
  t.equal(privateSize(sessions, '#byAccess'), 0);
  t.equal(privateSize(sessions, '#byLogin'), 0);
});
