// Compares the rows of a database with those that its log makes: also the rows and indexes that a
// start does not read, but queries do.

import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { readCheckpoint } from '../../storage/database/checkpoint.js';
import { type Database, inSnapshot, openReader } from '../../storage/database/database.js';
import { type SchemaText, schemaFault, schemaText } from '../../storage/database/schema-text.js';
import { tableRows } from '../../storage/database/table-rows.js';
import { bytesText, diskSpaceNow } from '../../storage/files/disk-space.js';
import { makeWorkFolder } from '../folder/work-folder.js';
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

const NO_SUMS: ReadonlyMap<string, TableSum> = new Map();

const tableSums = (db: Database): ReadonlyMap<string, TableSum> =>
  new Map([...tableRows(db)].map(([name, sql]) => [name, sumOf(db, sql)]));

/** The content of a database at its checkpoint; or the fault of an index or page. */
interface DatabaseContent {
  /** `ok`, or the first fault that SQLite finds. */
  readonly fault: string;
  readonly seq: number;
  readonly schema: SchemaText;
  readonly sums: ReadonlyMap<string, TableSum>;
}

const shownBy = (path: string): DatabaseContent => {
  const db = openReader(path);
  try {
    return inSnapshot(db, () => {
      const fault = db.pragma('integrity_check(1)', { simple: true }) as string;
      // Damaged tables of an index of texts end the reading of its rows.
      const seq = readCheckpoint(db).seq;
      const schema = schemaText(db);
      return { fault, seq, schema, sums: fault === 'ok' ? tableSums(db) : NO_SUMS };
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

/** The content that the log makes up to a seq, from a database in a temporary folder. */
const madeBy = (log: string, path: string, until: number): DatabaseContent => {
  refuseWithoutRoom(tmpdir(), path);
  // No signal is handled while rows are compared: it ends the process, and the next comparison
  // removes the folder.
  const { folder, remove } = makeWorkFolder(join(tmpdir(), 'brokerd-verify-'));
  try {
    const made = join(folder, 'made.db');
    fillDatabase(log, made, until);
    return shownBy(made);
  } finally {
    remove();
  }
};

/** The first difference of the rows of tables. */
const sumsFault = (
  shown: DatabaseContent['sums'],
  made: DatabaseContent['sums'],
): string | undefined => {
  for (const [table, { rows, sum }] of made) {
    const has = shown.get(table);
    if (has?.rows !== rows) {
      return `the table ${table} of the database has ${has?.rows ?? 0} rows, the log makes ${rows}`;
    }
    if (has.sum !== sum) {
      return `some row of the table ${table} of the database is not what the log makes`;
    }
  }
  return undefined;
};

/**
 * The table, index or trigger of a database that differs from what the log makes; undefined = none.
 * Throws `DiskFull` when the temporary folder has less room than the database takes.
 */
export const rowsDamage = (log: string, path: string): string | undefined => {
  let shown: DatabaseContent;
  try {
    shown = shownBy(path);
  } catch (error) {
    return `the database is damaged: ${(error as Error).message}`;
  }
  if (shown.fault !== 'ok') return `the database is damaged: ${shown.fault}`;
  const made = madeBy(log, path, shown.seq);
  const other = schemaFault(shown.schema, made.schema);
  return other === undefined ? sumsFault(shown.sums, made.sums) : `the database ${other}`;
};
