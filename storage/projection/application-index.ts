// The index of applications: keeps the tables by which lists find and count them.

import type { ApplicationRecord } from '../../wire/accounts/application.js';
import type { RecordChange } from '../../wire/trading/events.js';
import { APPLICATION_COLUMNS } from '../database/account-tables.js';
import type { Database } from '../database/database.js';
import { columnsOf, RowCounts, TextParts, type Value } from './listed-rows.js';

const COLUMNS = Object.entries(APPLICATION_COLUMNS);
const NAMES = ['bucket', ...COLUMNS.map(([name]) => name), 'long'] as const;
const SETS = NAMES.map((name) => `${name} = excluded.${name}`);

const statements = (db: Database) => ({
  bucketOf: db.prepare('SELECT bucket FROM applications WHERE id = ?').pluck(),
  put: db.prepare(
    `INSERT INTO applications (id, ${NAMES.join(', ')}) VALUES (?${', ?'.repeat(NAMES.length)})
     ON CONFLICT (id) DO UPDATE SET ${SETS.join(', ')}`,
  ),
  bucket: db.prepare('SELECT id FROM application_buckets WHERE "group" = ? AND status = ?').pluck(),
  addBucket: db.prepare(
    'INSERT INTO application_buckets ("group", status, count) VALUES (?, ?, 0)',
  ),
});

/**
 * Makes a count of the applications for a group that wait for a decision, as far as events are
 * projected.
 */
export const waitingApplications = (db: Database): ((group: string) => number) => {
  const count = db
    .prepare(
      `SELECT COUNT(*) FROM applications WHERE bucket =
         (SELECT id FROM application_buckets WHERE "group" = ? AND status = 'received')`,
    )
    .pluck();
  return (group) => count.get(group) as number;
};

/** Keeps the tables within the open transaction; counts are written by `flush`. */
export class ApplicationTables {
  readonly #sql: ReturnType<typeof statements>;
  readonly #parts: TextParts;
  /** The number of rows that come and go. */
  readonly counts: RowCounts;

  constructor(db: Database) {
    this.#sql = statements(db);
    this.#parts = new TextParts(db, 'applications', APPLICATION_COLUMNS);
    this.counts = new RowCounts(db, {
      blocks: 'application_blocks',
      totals: 'application_buckets',
    });
  }

  /** Takes a changed application; applications are never deleted. */
  change(id: number, record: RecordChange['record']): void {
    const { group, status, ...fields } = record as unknown as ApplicationRecord;
    const before = this.#sql.bucketOf.get(id) as number | undefined;
    const bucket = this.#bucket(group, status);
    const row: Readonly<Record<string, Value>> = { ...columnsOf(COLUMNS, fields), bucket };
    this.#sql.put.run(id, ...NAMES.map((name) => row[name]));
    this.#parts.put(id, row);
    this.counts.move(id, before, bucket);
  }

  #bucket(group: string, status: string): number {
    const known = this.#sql.bucket.get(group, status) as number | undefined;
    return known ?? Number(this.#sql.addBucket.run(group, status).lastInsertRowid);
  }
}
