// Stored records: the desk's view of the database, at the checkpoint where it stands.

import { readCheckpoint } from '../../storage/database/checkpoint.js';
import { type Database, usable } from '../../storage/database/database.js';
import { actedIn } from '../../storage/projection/staff-activity.js';
import { allRecordsOf, numbersOf, recordFinder, recordsOf } from '../../storage/read/snapshot.js';
import type { StoredRecords } from './deps.js';

/** The records of an open database. Throws when it lacks its tables. */
export const storedRecords = (db: Database): StoredRecords =>
  usable(db.name, () => ({
    load: (kind) => usable(db.name, () => [...allRecordsOf(db, kind)]),
    all: (kind) => recordsOf(db, kind),
    one: recordFinder(db),
    numbers: numbersOf(db),
    acted: actedIn(db),
    configVersion: () => readCheckpoint(db).config_version,
  }));
