// Totals: whatever is stored, replaced and deleted, the checkpoint tells what there is.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import { databaseDamage } from '../../actors/tools/database-check.js';
import { diceOf } from '../../actors/tools/prove/dice.js';
import { frameEvents } from '../../storage/batch.js';
import type { Database } from '../../storage/database.js';
import { Projection } from '../../storage/projection.js';
import { openProjection } from '../../storage/schema.js';
import { readTotals } from '../../storage/snapshot.js';
import { eventsOf, fileNames } from '../histories/history.js';
import {
  accountChange,
  buildAccountEvent,
  buildBatch,
  buildDeal,
  buildDeskEvent,
  buildOrder,
  MONDAY,
} from '../support/build.js';

/** Events that a transaction takes at most, and transactions from one look to the next. */
const EVENTS_MAX = 40;
const LOOK_EVERY = 20;

const opened = (t: Test): Database => {
  const db = openProjection(join(t.testdir(), 'brokerd.db'));
  t.teardown(() => db.close());
  return db;
};

for (const name of fileNames()) {
  t.test(`The totals of the recorded history "${name}" follow its rows`, async (t) => {
    const db = opened(t);
    const projection = new Projection(db);
    const dice = diceOf(name.length);
    const events = [...eventsOf(name)];
    for (let at = 0, n = 1; at < events.length; n += 1) {
      const part = events.slice(at, at + 1 + dice(EVENTS_MAX));
      const batch = { first: at + 1, count: part.length, events: frameEvents(part) };
      at = projection.project([batch]);
      if (n % LOOK_EVERY === 0 || at === events.length) t.equal(databaseDamage(db.name), undefined);
    }
    const whole = openProjection(join(t.testdirName, 'whole.db'));
    t.teardown(() => whole.close());
    new Projection(whole).project([
      { first: 1, count: events.length, events: frameEvents(events) },
    ]);
    t.equal(readTotals(whole).write(), readTotals(db).write(), 'in one transaction, too');
  });
}

t.test('An order that waits and is filled at the same time is counted no more', async (t) => {
  const db = opened(t);
  const projection = new Projection(db);
  const changes = [accountChange(1001)];
  const placed = buildOrder({ id: 5, state: 'placed', kind: 'limit' });
  const filled = { ...placed, state: 'filled', done_at: MONDAY } as const;
  const one = buildAccountEvent({ orders: [placed] });
  const other = buildAccountEvent({ account_seq: 2, orders: [filled] });
  projection.project([buildBatch(1, [buildDeskEvent({ changes }), one])]);
  t.match(readTotals(db).write(), /"orders":\[1,/);
  projection.project([buildBatch(3, [other])]);
  t.notMatch(readTotals(db).write(), /"orders"/);
  t.equal(databaseDamage(db.name), undefined);
});

t.test('What was undone does not count', async (t) => {
  const db = opened(t);
  const projection = new Projection(db);
  projection.project([buildBatch(1, [buildDeskEvent({ changes: [accountChange(1001)] })])]);
  const good = buildBatch(2, [buildAccountEvent({ deals: [buildDeal({ id: 7 })] })]);
  const before = readTotals(db).write();
  t.throws(() => projection.project([good, buildBatch(9, [buildAccountEvent()])]), /event 9/);
  t.equal(readTotals(db).write(), before);
  projection.project([good]);
  t.equal(readTotals(db).deal, 7);
  t.equal(databaseDamage(db.name), undefined);
});

t.test('A row that is missing, there twice or not the one that it was is named', async (t) => {
  const db = opened(t);
  new Projection(db).project([
    buildBatch(1, [
      buildDeskEvent({ changes: [accountChange(1001), accountChange(1002)] }),
      buildAccountEvent(),
      buildAccountEvent({ login: 1002, orders: [buildOrder({ id: 5, state: 'placed' })] }),
    ]),
  ]);
  const told = (sql: string): string | undefined => {
    db.exec(sql);
    const said = databaseDamage(db.name);
    return said?.replace(db.name, '…');
  };
  const says = (why: string) =>
    `… cannot be used: ${why}; brokerd rebuild makes it anew from the log`;
  t.equal(
    told('UPDATE ledgers SET login = 1003 WHERE login = 1002'),
    says('row 1003 of ledgers is not what was written'),
  );
  t.equal(told('UPDATE ledgers SET login = 1002 WHERE login = 1003'), undefined);
  t.equal(told('DELETE FROM orders WHERE id = 5'), says('orders: 0 rows where 1 were written'));
  t.equal(
    told('DELETE FROM records WHERE number = 1002'),
    says('records of kind account: 1 rows where 2 were written'),
  );
  t.equal(
    told('UPDATE checkpoint SET seq = seq - 1'),
    says('the checkpoint is not what was written'),
  );
});
