// The sum of the hashes of records, while records change: in memory there is no record, and no key.

import { type Database, openSqlite, type Statement } from '../database/sqlite.js';
import { addHash, hashText, NO_HASH, recordHash, takeHash } from './state-hash.js';

/** Size of SQLite's page cache, in KiB; the rest is in a temporary file that SQLite removes. */
const CACHE_KIB = 16 * 1024;

/** A record of the desk as an event writes it; null = deleted. */
interface WrittenRecord {
  readonly kind: string;
  readonly key: string;
  readonly version: number;
  readonly record: Readonly<Record<string, unknown>> | null;
}

/**
 * Sums the hashes of all records. The hash of each is kept in a temporary file, to be taken off the
 * sum when the record changes. Every method throws when the disk of the file is full.
 */
export class RecordHashes {
  readonly #db: Database;
  readonly #find: Statement;
  readonly #put: Statement;
  readonly #remove: Statement;
  #sum = NO_HASH;

  constructor() {
    // Without a name it is a temporary file.
    const db = openSqlite('', {});
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.pragma(`cache_size = -${CACHE_KIB}`);
    db.exec(`CREATE TABLE hashes (kind TEXT, key TEXT, hash TEXT, PRIMARY KEY (kind, key))
      STRICT, WITHOUT ROWID; BEGIN`);
    this.#db = db;
    this.#find = db.prepare('SELECT hash FROM hashes WHERE kind = ? AND key = ?').pluck();
    this.#put = db.prepare('INSERT OR REPLACE INTO hashes VALUES (?, ?, ?)');
    this.#remove = db.prepare('DELETE FROM hashes WHERE kind = ? AND key = ?');
  }

  /** The sum, as `addHash` adds. */
  get sum(): bigint {
    return this.#sum;
  }

  /** Processes the next change of a record. */
  change({ kind, key, version, record }: WrittenRecord): void {
    const before = this.#find.get(kind, key) as string | undefined;
    if (before !== undefined) this.#sum = takeHash(this.#sum, BigInt(`0x${before}`));
    if (record === null) {
      this.#remove.run(kind, key);
      return;
    }
    const hash = recordHash(kind, key, version, record);
    this.#put.run(kind, key, hashText(hash));
    this.#sum = addHash(this.#sum, hash);
  }

  /** Removes the temporary file. */
  close(): void {
    this.#db.close();
  }
}
