// Checks a database: everything that a start loads must be unchanged.

import { existsSync } from 'node:fs';
import { type Checkpoint, readCheckpoint } from '../../storage/database/checkpoint.js';
import {
  cutFault,
  type Database,
  DatabaseUnusable,
  inSnapshot,
  openReader,
  refuseNewer,
  usable,
  versionOf,
} from '../../storage/database/database.js';
import { isOutdated, VERSION } from '../../storage/database/schema.js';
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

/** Iterates over all rows that a start loads; reading throws on damaged rows. */
const drain = (loaded: Iterable<unknown>): void => {
  for (const _ of loaded);
};

const loadAll = (db: Database): void => {
  // Its statements use every table and column that is written or searched.
  new Projection(db);
  knownRows(db);
  drain(accountsOf(db, everyone));
  for (const kind of TYPE_TABLE.names) drain(allRecordsOf(db, kind));
  drain(requestKeys(db, everyone));
  drain(derivedPending(db));
};

/** The checkpoint of an intact database; undefined where the database must be rebuilt. */
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
 * The reason why a start would refuse a database, even while a server runs on it; undefined = none.
 * A missing database or one of an older version would be rebuilt.
 */
export const databaseDamage = (path: string): string | undefined => {
  if (!existsSync(path)) return undefined;
  try {
    const cut = cutFault(path);
    if (cut !== undefined) throw new DatabaseUnusable(path, cut);
    usable(path, () => {
      const version = versionOf(path);
      refuseNewer(version, VERSION);
      if (version < VERSION) return;
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
