// Compares the rows of a database with those that its log makes: also the rows and indexes that a
// start does not read, but queries do.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { readCheckpoint } from '../../storage/database/checkpoint.js';
import { type Database, inSnapshot, openReader } from '../../storage/database/database.js';
import { tableRows } from '../../storage/database/table-rows.js';
import { bytesText, diskSpaceNow } from '../../storage/files/disk-space.js';
import { DiskFull } from '../main/disk-watch.js';
import { fillDatabase } from './made-database.js';

/** The rows of a table, and a checksum over them in the order of their keys. */
interface TableSum {
  readonly rows: number;
  readonly sum: number;
}

const valueSum = (sum: number, value: unknown): number =>
  value instanceof Uint8Array
    ? crc32(value, crc32(`b${value.length}`, sum))
    : crc32(`${typeof value} ${value}\0`, sum);

const sumOf = (db: Database, sql: string): TableSum => {
  let rows = 0;
  let sum = 0;
  for (const row of db.prepare(sql).raw().iterate() as Iterable<unknown[]>) {
    rows += 1;
    for (const value of row) sum = valueSum(sum, value);
  }
  return { rows, sum };
};

const tableSums = (db: Database): ReadonlyMap<string, TableSum> =>
  new Map([...tableRows(db)].map(([name, sql]) => [name, sumOf(db, sql)]));

/** What the database has, at its checkpoint; or the fault of an index or page. */
const shownBy = (path: string) => {
  const db = openReader(path);
  try {
    return inSnapshot(db, () => {
      const fault = db.pragma('integrity_check(1)', { simple: true }) as string;
      return { fault, seq: readCheckpoint(db).seq, sums: tableSums(db) };
    });
  } finally {
    db.close();
  }
};

const refuseWithoutRoom = (folder: string, path: string): void => {
  const needed = statSync(path).size;
  const { free } = diskSpaceNow(folder);
  if (free >= needed) return;
  const room = `${bytesText(free)} are free in ${folder}, ${bytesText(needed)} are needed`;
  throw new DiskFull(`no room to compare the rows of the database: ${room}; TMPDIR names another`);
};

/** What the log makes, up to a seq: from a database in a temporary folder. */
const madeBy = (log: string, path: string, until: number): ReadonlyMap<string, TableSum> => {
  refuseWithoutRoom(tmpdir(), path);
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-verify-'));
  try {
    const made = join(folder, 'made.db');
    fillDatabase(log, made, until);
    return shownBy(made).sums;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * The table or index of an intact database that differs from what the log makes; undefined = none.
 * Throws `DiskFull` when the temporary folder has less room than the database takes.
 */
export const rowsDamage = (log: string, path: string): string | undefined => {
  const { fault, seq, sums } = shownBy(path);
  if (fault !== 'ok') return `the database is damaged: ${fault}`;
  const made = madeBy(log, path, seq);
  for (const [table, { rows, sum }] of made) {
    const shown = sums.get(table);
    if (shown?.rows !== rows) {
      const has = shown?.rows ?? 0;
      return `the table ${table} of the database has ${has} rows, the log makes ${rows}`;
    }
    if (shown.sum !== sum) {
      return `some row of the table ${table} of the database is not what the log makes`;
    }
  }
  return undefined;
};
