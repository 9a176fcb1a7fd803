// A simulated log in the database: the same rows however it is cut, and each shown once.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import { frameEvents } from '../../storage/batch.js';
import type { Database } from '../../storage/database.js';
import { Projection } from '../../storage/projection.js';
import { openProjection } from '../../storage/schema.js';
import { Simulation } from './simulation.js';
import { Tape } from './tape.js';

const SEED = 77;
const OPERATIONS = 6_000;

const tape = new Tape();
new Simulation({ seed: SEED, exact: true, tape }).run(OPERATIONS);

/** Projects the log in transactions of so many events, each begun by `next`. */
const projected = (t: Test, size: number, next: (db: Database) => Projection): Database => {
  const db = openProjection(join(t.testdir(), `${size}.db`));
  t.teardown(() => db.close());
  for (let at = 0; at < tape.length; at += size) {
    const events = tape.events.slice(at, at + size);
    next(db).project([{ first: at + 1, count: events.length, events: frameEvents(events) }]);
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

const contents = (db: Database): Record<string, unknown[]> => {
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).raw().all()]),
  );
};

const count = (db: Database, sql: string): unknown => db.prepare(`SELECT ${sql}`).pluck().get();

t.test('The rows are the same in transactions of any size, and after any restart', async (t) => {
  const whole = contents(projected(t, tape.length, one()));
  for (const table of ['orders', 'deals', 'positions', 'closed_positions', 'history', 'requests']) {
    t.ok((whole[table] ?? []).length > 20, table);
  }
  t.ok((whole.deal_changes ?? []).length > 0, 'trades were taken back');
  t.same(contents(projected(t, 7, one())), whole);
  t.same(contents(projected(t, 50, (db) => new Projection(db))), whole);
});

t.test('Lists show each final order, each deal and each closed position once', async (t) => {
  const db = projected(t, 500, one());
  const lists = {
    order_id: 'orders WHERE done_at > 0',
    deal_id: 'deals',
    closed_id: 'closed_positions',
  };
  for (const [column, rows] of Object.entries(lists)) {
    const all = count(db, `COUNT(*) FROM ${rows}`);
    t.equal(count(db, `COUNT(*) FROM history WHERE ${column} > 0`), all, column);
    t.equal(count(db, `COUNT(DISTINCT ${column}) FROM history WHERE ${column} > 0`), all, column);
  }
});
