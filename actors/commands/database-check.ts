// The check of a database: all that a start loads is what was written.

import { existsSync } from 'node:fs';
import { type Checkpoint, readCheckpoint } from '../../storage/database/checkpoint.js';
import {
  cutFault,
  type Database,
  DatabaseUnusable,
  inSnapshot,
  openReader,
  usable,
} from '../../storage/database/database.js';
import { isOutdated } from '../../storage/database/schema.js';
import { Projection } from '../../storage/projection/projection.js';
import { knownRows } from '../../storage/read/queries.js';
import {
  accountsOf,
  allRecordsOf,
  derivedPending,
  requestKeys,
} from '../../storage/read/snapshot.js';
import { TYPE_TABLE } from '../desk/types/record-types.js';

const everyone = (): boolean => true;

/** Iterates over all rows that a start loads, which throws at damaged rows. */
const drain = (loaded: Iterable<unknown>): void => {
  for (const _ of loaded);
};

const loadAll = (db: Database): void => {
  // Their statements name every table and column that is written or looked up.
  new Projection(db);
  knownRows(db);
  drain(accountsOf(db, everyone));
  for (const kind of TYPE_TABLE.names) drain(allRecordsOf(db, kind));
  drain(requestKeys(db, everyone));
  drain(derivedPending(db));
};

/** The checkpoint of a good database; undefined where the database is to be built again. */
export const checkpointOf = (path: string): Checkpoint | undefined => {
  if (!existsSync(path) || isOutdated(path)) return undefined;
  const db = openReader(path);
  try {
    return readCheckpoint(db);
  } finally {
    db.close();
  }
};

/**
 * The reason for which a start refuses a database, whose server may be running; undefined = none. A
 * database that is missing or of an earlier version is built again.
 */
export const databaseDamage = (path: string): string | undefined => {
  if (!existsSync(path)) return undefined;
  try {
    const cut = cutFault(path);
    if (cut !== undefined) throw new DatabaseUnusable(path, cut);
    usable(path, () => {
      if (isOutdated(path)) return;
      const db = openReader(path);
      try {
        inSnapshot(db, () => loadAll(db));
      } finally {
        db.close();
      }
    });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};
