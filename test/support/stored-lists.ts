// Lists of accounts and clients from a database in memory that follows the log of a test's desk.

import { openProjection } from '../../storage/database/schema.js';
import { Projection } from '../../storage/projection/projection.js';
import { slicedTable } from '../../storage/read/lists/accounts.js';
import type { SlicedRead } from '../../storage/read/lists/sliced-read.js';
import { queryTable } from '../../storage/read/queries.js';
import { type QueryName, SLICED_QUERIES } from '../../wire/queries/queries.js';
import type { Event } from '../../wire/trading/events.js';
import { buildBatch } from './build.js';

/** Runs all steps of a read at once. */
export const finished = <T>(read: SlicedRead<T>): T => {
  for (;;) {
    const step = read.next();
    if (step.done) return step.value;
  }
};

/** Queries that are answered at once, of what the desk's log has. */
const AT_ONCE: readonly QueryName[] = [
  'allocations',
  'mail.page',
  'mail.thread',
  'file.read',
  'notifications.list',
];
/** The queries in steps that read what accounts traded, which is not in the desk's log. */
const OF_TRADES: readonly QueryName[] = [
  'account.sums',
  'open.payments',
  'reports.daily',
  'reports.exposure',
];

/** A database that is opened at its first query, and shows all events unless it is held. */
export class StoredLists {
  #opened: { readonly projection: Projection; readonly table: object } | undefined;
  /** Does the database stay behind the log? */
  isHeld = false;

  constructor(private readonly log: readonly Event[]) {}

  /** The number of events that the database shows. */
  get shown(): number {
    return this.#opened?.projection.checkpoint() ?? 0;
  }

  /** Is it a query that this answers? */
  static answers(name: QueryName): boolean {
    const isSliced = (SLICED_QUERIES as readonly string[]).includes(name);
    return AT_ONCE.includes(name) || (isSliced && !OF_TRADES.includes(name));
  }

  /** Answers a query. */
  read(name: QueryName, input: unknown): unknown {
    this.#opened ??= this.#open();
    const { projection, table } = this.#opened;
    const seq = projection.checkpoint();
    if (!this.isHeld && seq < this.log.length) {
      projection.project([buildBatch(seq + 1, this.log.slice(seq))]);
    }
    const read = table[name as keyof typeof table] as (input: unknown) => unknown;
    const answer = read(input);
    return AT_ONCE.includes(name) ? answer : finished(answer as SlicedRead<unknown>);
  }

  #open() {
    const db = openProjection(':memory:');
    const none = { query: () => [] };
    const unread = (): never => {
      throw new Error('the log of this test has no files');
    };
    const atOnce = queryTable(db, none, { ofAccount: unread, ofAll: unread });
    return { projection: new Projection(db), table: { ...atOnce, ...slicedTable(db) } };
  }
}
