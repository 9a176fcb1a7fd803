// One seed, one state: run again, on any number of shards, folded, restored, and in the database.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Database } from '../../storage/database/database.js';
import { openProjection } from '../../storage/database/schema.js';
import { Projection } from '../../storage/projection/projection.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import { packedBatch } from '../support/build.js';
import { EVERY_ORACLE } from '../support/lives/oracles.js';
import { ShardLife } from '../support/lives/shard-life.js';
import { Tape } from '../support/lives/tape.js';
import { RUN } from '../support/run.js';
import { tablesIn } from '../support/stored-rows.js';

const SEED = 2_025;
const isQuick = RUN === 'test';
const OPERATIONS = isQuick ? 2_400 : 12_000;
const AFTERWARDS = OPERATIONS / 4;
const SHARDS = isQuick ? [3] : [2, 4];
/** The snapshot holds so many tenths of the events, the tail the rest. */
const TENTHS = isQuick ? [7] : [0, 3, 7, 10];

/** In a short run the lives are watched by other files: here is what they leave behind. */
const PLAN = { seed: SEED, oracles: isQuick ? [] : EVERY_ORACLE };
const WEIGHTS = { 'trade busted': 60 };

const taped = (shards: number): { life: ShardLife; tape: Tape } => {
  const tape = new Tape();
  const life = new ShardLife({ ...PLAN, shards, lookOneIn: 4, weights: WEIGHTS, tape });
  life.run(OPERATIONS);
  life.check();
  return { life, tape };
};

const { life, tape } = taped(1);
const hash = life.shards.hash();
const { logSum } = life.shards;
/** The shards write their idle days in another order. */
const idleDays = life.shards.idleDays.toSorted();
/** The log that the database is made of. */
const log = [...tape.events];

t.test('The same seed gives the same state and the same log', async (t) => {
  const again = taped(1).life.shards;
  t.equal(again.hash(), hash);
  t.equal(again.logSum, logSum);
  t.same(again.idleDays.toSorted(), idleDays);
  const other = new ShardLife({ ...PLAN, seed: SEED + 1 });
  other.run(OPERATIONS / 10);
  t.not(other.shards.hash(), hash, 'another seed comes to another');
});

for (const shards of SHARDS) {
  t.test(`${shards} shards give the same state`, async (t) => {
    const spread = taped(shards).life.shards;
    t.equal(spread.hash(), hash);
    t.equal(spread.logSum, logSum);
    t.same(spread.idleDays.toSorted(), idleDays);
  });
}

for (const tenths of TENTHS) {
  t.test(`A snapshot at ${tenths}0 % of the log and its tail give the same state`, async (t) => {
    const before = life.shards.hash();
    const snapshot = await life.restart(Math.floor((tape.length * tenths) / 10));
    t.equal(life.shards.hash(), before);
    const forgotten = life.rows.forgotten((login) => life.state(login), snapshot.store);
    t.same(forgotten, [], 'what ended last is known');
    life.run(AFTERWARDS);
    life.check();
    t.equal(tape.foldedHash(), life.shards.hash(), 'life goes on; folding the log says the same');
    snapshot.close();
  });
}

/** Projects the log in transactions of so many events, each begun by `next`. */
const projected = (t: Test, size: number, next: (db: Database) => Projection): Database => {
  const db = openProjection(join(t.testdir(), `${size}.db`));
  t.teardown(() => db.close());
  for (let at = 0; at < log.length; at += size) {
    const events = log.slice(at, at + size);
    next(db).project([packedBatch(at + 1, events)]);
  }
  return db;
};

const one = (): ((db: Database) => Projection) => {
  let made: Projection | undefined;
  return (db) => {
    made ??= new Projection(db);
    return made;
  };
};

const count = (db: Database, sql: string): unknown => db.prepare(`SELECT ${sql}`).pluck().get();

t.test('The rows are the same in transactions of any size, and after any restart', async (t) => {
  const whole = tablesIn(projected(t, log.length, one()));
  const filled = ['entries', 'account_rows', 'closed_positions'];
  const few = filled.filter((table) => (whole[table] ?? []).length <= 20);
  t.same(few, []);
  t.ok((whole.deal_changes ?? []).length > 0, 'trades were taken back');
  t.same(tablesIn(projected(t, 7, one())), whole);
  t.same(tablesIn(projected(t, 50, (db) => new Projection(db))), whole);
});

t.test('Lists show each final order, each deal and each closed position once', async (t) => {
  const db = projected(t, 500, one());
  const events = log.map(unpackEvent).filter((event) => event.type === 'account');
  const orders = events.flatMap((event) => event.orders).filter(({ done_at }) => done_at > 0);
  const deals = events.flatMap((event) => event.deals);
  const lists = {
    order_id: new Set(orders.map(({ id }) => id)).size,
    deal_id: new Set(deals.map(({ id }) => id)).size,
    closed_id: count(db, 'COUNT(*) FROM closed_positions'),
  };
  for (const [column, all] of Object.entries(lists)) {
    t.equal(count(db, `COUNT(*) FROM entries WHERE ${column} > 0`), all, column);
    t.equal(count(db, `COUNT(DISTINCT ${column}) FROM entries WHERE ${column} > 0`), all, column);
  }
});
