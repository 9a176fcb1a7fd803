// Stored records: the desk's view of the database, at the checkpoint where it stands.

import type { Database } from '../../storage/database.js';
import { numbersOf, readCheckpoint, recordFinder, recordsOf } from '../../storage/snapshot.js';
import type { StoredRecords } from './deps.js';

/** The records of an open database. */
export const storedRecords = (db: Database): StoredRecords => ({
  all: (kind) => recordsOf(db, kind),
  one: recordFinder(db),
  numbers: numbersOf(db),
  configVersion: () => readCheckpoint(db).config_version,
});
