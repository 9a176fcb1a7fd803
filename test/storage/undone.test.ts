// What the projection must not get wrong when something is undone: by the disk, or by a bust.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Database } from '../../storage/database.js';
import { Projection } from '../../storage/projection.js';
import { openProjection } from '../../storage/schema.js';
import type { AccountEvent } from '../../wire/events.js';
import type { Deal, Position } from '../../wire/records.js';
import {
  accountChange,
  buildAccountEvent,
  buildBatch,
  buildDeal,
  buildDeskEvent,
  buildPosition,
  MONDAY,
} from '../support/build.js';
import { readAccounts } from './accounts.js';

const LOT = 1e8;
const EVENTS = 2_000;
const STEP = 100;

const opened = (t: Test): Database => {
  const db = openProjection(join(t.testdir(), 'brokerd.db'));
  t.teardown(() => db.close());
  return db;
};

const one = (db: Database, sql: string): unknown => db.prepare(sql).pluck().get();

t.test('a full disk in the midst of a transaction loses none of its events', async (t) => {
  const db = opened(t);
  const projection = new Projection(db);
  const events = Array.from({ length: EVENTS }, (_, n) => {
    const deal = buildDeal({ id: n + 1, position_id: 0, created_at: MONDAY + n });
    return buildAccountEvent({ deals: [deal] });
  });
  const batchAt = (seq: number) => buildBatch(seq + 1, events.slice(seq, seq + STEP));
  projection.project([batchAt(0)]);
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 20}`);
  t.throws(
    () => {
      for (let seq = STEP; seq < EVENTS; seq += STEP) projection.take([batchAt(seq)]);
      projection.commit();
    },
    { message: /cannot be projected: database or disk is full/ },
  );
  t.same(
    [one(db, 'SELECT seq FROM checkpoint'), one(db, 'SELECT COUNT(*) FROM deals')],
    [100, 100],
  );
  db.pragma('max_page_count = 1000000');
  for (let seq = projection.checkpoint(); seq < EVENTS; seq += STEP)
    projection.take([batchAt(seq)]);
  t.equal(projection.commit(), EVENTS);
  t.equal(one(db, 'SELECT COUNT(*) FROM deals'), EVENTS, 'there is room again');
});

/** Events of positions: their deals, and what they leave. */
const dealt = (deal: Partial<Deal>, position: Partial<Position>): AccountEvent =>
  buildAccountEvent({
    deals: [buildDeal({ volume: LOT, price: 100, ...deal })],
    positions: [buildPosition({ id: deal.position_id ?? 0, side: 'buy', ...position })],
  });

t.test('a deal that was taken back has opened nothing', async (t) => {
  const events = [
    buildDeskEvent({ changes: [accountChange(1001)] }),
    dealt({ id: 1, position_id: 7, action: 'buy', entry: 'in' }, { volume: LOT }),
    dealt({ id: 2, position_id: 7, action: 'buy', entry: 'in' }, { volume: 2 * LOT }),
    dealt({ id: 2, position_id: 7, action: 'buy_canceled', entry: 'in' }, { volume: LOT }),
    dealt({ id: 3, position_id: 7, action: 'sell', entry: 'out' }, { volume: 0, closed: true }),
  ];
  for (const cut of [events.length, 3, 1]) {
    const db = openProjection(join(t.testdir(), `cut-${cut}.db`));
    const projection = new Projection(db);
    for (let at = 0; at < events.length; at += cut) {
      projection.project([buildBatch(at + 1, events.slice(at, at + cut))]);
    }
    const [account] = readAccounts(db);
    t.same(account?.positions, [], `closed, in transactions of ${cut}`);
    t.equal(one(db, 'SELECT volume FROM closed_positions'), LOT);
    db.close();
  }
});

t.test('busts in one millisecond leave no empty entries of history', async (t) => {
  const db = opened(t);
  const projection = new Projection(db);
  let seq = 0;
  const project = (event: AccountEvent): void => {
    seq += 1;
    projection.project([buildBatch(seq, [event])]);
  };
  const positions = [
    { position_id: 7, id: 10 },
    { position_id: 8, id: 20 },
  ];
  const at = (ms: number) => ({ created_at: MONDAY + ms });
  for (const { position_id, id } of positions) {
    const buy = { position_id, action: 'buy', entry: 'in' } as const;
    project(dealt({ ...buy, ...at(1), id }, { volume: LOT }));
    project(dealt({ ...buy, ...at(2), id: id + 1 }, { volume: 2 * LOT }));
    const sell = { position_id, action: 'sell', entry: 'out' } as const;
    project(dealt({ ...sell, ...at(3), id: id + 2 }, { volume: LOT }));
  }
  for (const { position_id, id } of positions) {
    const bust = { position_id, action: 'buy_canceled', entry: 'in' } as const;
    project(dealt({ ...bust, ...at(2), id: id + 1 }, { volume: 0, closed: true }));
    project(dealt({ ...bust, ...at(1), id }, { side: 'sell', volume: LOT }));
  }
  const empty = 'SELECT COUNT(*) FROM history WHERE order_id + deal_id + closed_id = 0';
  t.equal(one(db, empty), 0);
});
