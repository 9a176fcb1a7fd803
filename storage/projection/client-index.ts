// The index of clients: keeps the tables by which lists find and count clients.

import type { ClientRecord } from '../../wire/accounts/client.js';
import { CLIENT_COLUMNS } from '../database/account-tables.js';
import type { Database } from '../database/database.js';
import { columnsOf, RowCounts, TextParts, type Value } from './listed-rows.js';

const COLUMNS = Object.entries(CLIENT_COLUMNS);
const NAMES = ['bucket', 'owner', ...COLUMNS.map(([name]) => name), 'long'] as const;
const SETS = NAMES.map((name) => `${name} = excluded.${name}`);

const statements = (db: Database) => ({
  row: db.prepare('SELECT bucket, owner FROM clients WHERE id = ?').raw(),
  put: db.prepare(
    `INSERT INTO clients (id, ${NAMES.join(', ')}) VALUES (?${', ?'.repeat(NAMES.length)})
     ON CONFLICT (id) DO UPDATE SET ${SETS.join(', ')}`,
  ),
  move: db.prepare('UPDATE clients SET bucket = ? WHERE id = ?'),
  drop: db.prepare('DELETE FROM clients WHERE id = ?'),
  accounts: db
    .prepare(
      `SELECT DISTINCT bucket FROM accounts INDEXED BY accounts_linked
       WHERE client_id = ? AND client_id > 0 ORDER BY bucket`,
    )
    .pluck(),
  bucket: db.prepare('SELECT id FROM client_buckets WHERE accounts = ? AND owner = ?').pluck(),
  addBucket: db.prepare('INSERT INTO client_buckets (accounts, owner, count) VALUES (?, ?, 0)'),
});

type PlacedClient = readonly [bucket: number, owner: number];

/** Keeps the tables within the open transaction; counts are written by `flush`. */
export class ClientTables {
  readonly #sql: ReturnType<typeof statements>;
  readonly #parts: TextParts;
  /** The number of rows that come and go. */
  readonly counts: RowCounts;

  constructor(db: Database) {
    this.#sql = statements(db);
    this.#parts = new TextParts(db, 'clients', CLIENT_COLUMNS);
    this.counts = new RowCounts(db, { blocks: 'client_blocks', totals: 'client_buckets' });
  }

  /** Takes a changed client; null = it was deleted. */
  change(id: number, record: ClientRecord | null): void {
    const [before] = (this.#sql.row.get(id) ?? []) as PlacedClient | [];
    if (record === null) {
      this.#sql.drop.run(id);
      this.#parts.drop(id);
      this.counts.move(id, before, undefined);
      return;
    }
    const bucket = this.#bucketOf(id, record.owner);
    const row: Readonly<Record<string, Value>> = {
      ...columnsOf(COLUMNS, record),
      ...{ bucket, owner: record.owner },
    };
    this.#sql.put.run(id, ...NAMES.map((name) => row[name]));
    this.#parts.put(id, row);
    this.counts.move(id, before, bucket);
  }

  /** Moves a client to the bucket of its accounts, of which one changed; 0 = no client. */
  place(id: number): void {
    const placed = this.#sql.row.get(id) as PlacedClient | undefined;
    if (placed === undefined) return;
    const [before, owner] = placed;
    const bucket = this.#bucketOf(id, owner);
    if (bucket === before) return;
    this.#sql.move.run(bucket, id);
    this.counts.move(id, before, bucket);
  }

  #bucketOf(id: number, owner: number): number {
    const accounts = this.#sql.accounts.all(id).join();
    const key = [accounts, accounts === '' ? owner : 0] as const;
    const known = this.#sql.bucket.get(...key) as number | undefined;
    return known ?? Number(this.#sql.addBucket.run(...key).lastInsertRowid);
  }
}
