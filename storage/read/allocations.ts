// Spans of the numbers in use: of accounts, clients, orders and deals, each found at the ends of an
// index.

import type { ServerAllocation, ServerAllocations } from '../../wire/rest/settings/server-views.js';
import type { Database, Statement } from '../database/database.js';

const spanOf = (db: Database, column: string, table: string): (() => [number, number]) => {
  // Each end on its own, because SQLite reads an index from one end for one of them alone.
  const end = (of: 'min' | 'max'): Statement =>
    db.prepare(`SELECT coalesce(${of}(${column}), 0) FROM ${table} WHERE ${column} > 0`).pluck();
  const [first, last] = [end('min'), end('max')];
  return () => [first.get() as number, last.get() as number];
};

const allocation = (
  allocator: ServerAllocation['allocator'],
  [from, to]: [number, number],
): ServerAllocation => ({
  allocator,
  used_from: String(from),
  used_to: String(to),
  total: String(to === 0 ? 0 : to - from + 1),
});

/** Makes a reader of the spans that a database shows. */
export const allocationsOf = (db: Database): (() => ServerAllocations) => {
  const accounts = spanOf(db, 'login', 'accounts');
  const clients = spanOf(db, 'id', 'clients');
  const orders = spanOf(db, 'order_id', 'entries');
  const deals = spanOf(db, 'deal_id', 'entries');
  return () => ({
    accounts: allocation('desk', accounts()),
    clients: allocation('desk', clients()),
    orders: allocation('shards', orders()),
    deals: allocation('shards', deals()),
  });
};
