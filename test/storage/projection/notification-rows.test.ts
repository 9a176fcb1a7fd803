// Notifications in the database: the newest of each login, however the events came.

import t from 'tap';
import { seededRandom } from '../../../actors/drill/seeded-random.js';
import { Projection } from '../../../storage/projection/projection.js';
import { NotificationList } from '../../../storage/read/notifications.js';
import {
  NOTIFICATIONS_KEPT,
  type NotificationRecord,
} from '../../../wire/accounts/notification.js';
import { buildBatch, buildDeskEvent } from '../../support/build.js';
import { projecting } from '../../support/opened.js';

const COUNT = 500;

t.test('Each login has its newest 200, and a rebuilt database the same rows', async (t) => {
  const random = seededRandom(7);
  const sent = new Map<number, number[]>();
  const events = Array.from({ length: COUNT }, (_, n) => {
    const id = n + 1;
    const logins = [1001, 1002, 1003].filter((login) => login === 1001 || random(2) === 0);
    for (const login of logins) sent.set(login, [id, ...(sent.get(login) ?? [])]);
    const [first = 0, ...others] = logins;
    const to = [
      { company: 'One', logins: [first] },
      { company: 'Two', logins: others },
    ];
    const created_at = new Date(0).toISOString();
    const record: NotificationRecord = { id, sender: 'Desk', message: `${id}`, created_at, to };
    const change = { kind: 'notification', key: String(id), version: 1, record: { ...record } };
    return buildDeskEvent({ changes: [change] });
  });
  const whole = projecting(t);
  whole.projection.project([buildBatch(1, events)]);
  const single = projecting(t);
  for (const [n, event] of events.entries())
    single.projection.project([buildBatch(n + 1, [event])]);
  const rows = 'SELECT * FROM notifications';
  t.same(whole.db.prepare(rows).all(), single.db.prepare(rows).all());
  const list = new NotificationList(whole.db);
  for (const login of [1001, 1002, 1003, 1004]) {
    const { items } = list.newest({ session: 's', login, limit: 1000 });
    const expected = (sent.get(login) ?? []).slice(0, NOTIFICATIONS_KEPT);
    const company = login === 1001 ? 'One' : 'Two';
    t.same(
      items.map((item) => [item.id, item.login, item.company, item.message]),
      expected.map((id) => [id, login, company, String(id)]),
    );
  }
  t.equal(new Projection(whole.db).checkpoint(), COUNT);
});
