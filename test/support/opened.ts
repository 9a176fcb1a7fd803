// Databases for tests: opened, filled with events, and read as accounts.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Database } from '../../storage/database/database.js';
import { openProjection } from '../../storage/database/schema.js';
import { Projection } from '../../storage/projection/projection.js';
import { LoggedEvents } from '../../storage/read/logged-events.js';
import { accountsOf, type OwnsLogin } from '../../storage/read/snapshot.js';
import type { FieldTable, Row } from '../../wire/base/field-table.js';
import { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
import { rowReader } from '../../wire/codec/row-reader.js';
import { SWITCHES } from '../../wire/settings/config.js';
import type { Event } from '../../wire/trading/events.js';
import { QUEUED } from '../../wire/trading/queued.js';
import { LEDGER, ORDER, POSITION } from '../../wire/trading/records.js';
import { buildBatch } from './build.js';

/** The file of a database without events: all are copies of the first. */
let empty: Buffer | undefined;

/** A database without events, closed when the test ends. */
export const opened = (t: Test): Database => {
  const path = join(t.testdir(), 'brokerd.db');
  if (empty === undefined) {
    openProjection(path).close();
    empty = readFileSync(path);
  } else {
    writeFileSync(path, empty);
  }
  const db = openProjection(path);
  t.teardown(() => db.close());
  return db;
};

/** A database of these events, with the projection that takes further ones. */
export const projecting = (t: Test, ...events: readonly Event[]) => {
  const db = opened(t);
  const projection = new Projection(db);
  /** Projects events that follow, in one transaction. */
  const add = (...more: readonly Event[]): number =>
    projection.project([buildBatch(projection.checkpoint() + 1, more)]);
  if (events.length > 0) add(...events);
  return { db, projection, add };
};

/** A database of these events. */
export const projected = (t: Test, ...events: readonly Event[]): Database =>
  projecting(t, ...events).db;

const reading = <T extends FieldTable>(table: T) => {
  const read = rowReader(table);
  return (row: Uint8Array) => read(new MsgpackReader(Buffer.from(row))) as Row<T>;
};

const [switches, ledger, position, order, queued] = [
  reading(SWITCHES),
  reading(LEDGER),
  reading(POSITION),
  reading(ORDER),
  reading(QUEUED),
];

/** Every account that is asked for, by login. */
export const readAccounts = (db: Database, mine: OwnsLogin = () => true) =>
  [...accountsOf(db, mine)].map((stored) => ({
    switches: switches(stored.switches),
    ledger: stored.ledger && ledger(stored.ledger),
    positions: stored.positions.map(position),
    orders: stored.orders.map(order),
    queue: stored.queue.map(queued),
  }));

/** A log without numbered events, for queries that ask for none. */
export const NO_EVENTS = new LoggedEvents('');
