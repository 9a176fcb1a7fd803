// Stored records: the desk's view of the database, at the checkpoint where it stands.

import { readCheckpoint } from '../../../storage/database/checkpoint.js';
import { type Database, usable } from '../../../storage/database/database.js';
import { hasActivity } from '../../../storage/projection/staff-activity.js';
import {
  allRecordsOf,
  numbersOf,
  recordFinder,
  recordsOf,
} from '../../../storage/read/snapshot.js';
import type { VersionedRecord } from './record-type.js';

/** The records of an open database. Throws when it lacks its tables. */
export const storedRecords = (db: Database): StoredRecords =>
  usable(db.name, () => ({
    load: (kind) => usable(db.name, () => [...allRecordsOf(db, kind)]),
    all: (kind) => recordsOf(db, kind),
    one: recordFinder(db),
    numbers: numbersOf(db),
    acted: hasActivity(db),
    configVersion: () => readCheckpoint(db).config_version,
  }));

/** The database at its checkpoint, as the desk reads it. */
export interface StoredRecords {
  /** Every record of a kind at a start: throws when any is missing or not what was written. */
  load(kind: string): Iterable<VersionedRecord>;
  /** Every record of a kind. */
  all(kind: string): Iterable<VersionedRecord>;
  one(kind: string, key: string): VersionedRecord | undefined;
  /** Keys of a kind that are whole numbers, above one of them, in order, at most `limit`. */
  numbers(kind: string, after: number, limit: number): readonly number[];
  /** Is there something to the name of a member of staff: trades, decisions, journal lines? */
  acted(login: number): boolean;
  /** Version of the settings at the checkpoint; 0 before the first. */
  configVersion(): number;
}
