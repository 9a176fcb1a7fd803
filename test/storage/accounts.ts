// The accounts of a database with their rows read, as tests look at them.

import type { Database } from '../../storage/database.js';
import { accountsOf, type Mine } from '../../storage/snapshot.js';
import { Cursor } from '../../wire/cursor.js';
import type { FieldTable, Row } from '../../wire/fields.js';
import { QUEUED } from '../../wire/queued.js';
import { LEDGER, ORDER, POSITION } from '../../wire/records.js';
import { rowReader } from '../../wire/row-reader.js';

const reading = <T extends FieldTable>(table: T) => {
  const read = rowReader(table);
  return (row: Uint8Array) => read(new Cursor(Buffer.from(row))) as Row<T>;
};

const ledger = reading(LEDGER);
const position = reading(POSITION);
const order = reading(ORDER);
const queued = reading(QUEUED);

/** Every account that is asked for, by login. */
export const readAccounts = (db: Database, mine: Mine = () => true) =>
  [...accountsOf(db, mine)].map((stored) => ({
    record: stored.record,
    ledger: stored.ledger && ledger(stored.ledger),
    positions: stored.positions.map(position),
    orders: stored.orders.map(order),
    queue: stored.queue.map(queued),
  }));
