// Stored records: reads the desk's records from the database at its checkpoint.

import { readCheckpoint } from '../../../storage/database/checkpoint.js';
import { type Database, usable } from '../../../storage/database/database.js';
import { waitingApplications } from '../../../storage/projection/application-index.js';
import { hasActivity, hasHistory, isAgent } from '../../../storage/projection/staff-activity.js';
import { fileReader } from '../../../storage/read/file-contents.js';
import { groupedAccounts } from '../../../storage/read/grouped-accounts.js';
import { draftsOf } from '../../../storage/read/mail-folders.js';
import {
  allRecordsOf,
  expectAllRecords,
  numbersOf,
  recordFinder,
  recordsOf,
} from '../../../storage/read/snapshot.js';
import { tradingAccounts } from '../../../storage/read/trading-accounts.js';
import type { GroupedAccount } from '../../../wire/accounts/account.js';
import type { VersionedRecord } from './record-type.js';

/** The records of an open database. Throws when tables are missing. */
export const storedRecords = (db: Database): StoredRecords =>
  usable(db.name, () => ({
    load: (kind) => usable(db.name, () => [...allRecordsOf(db, kind)]),
    expectAll: (kind) => expectAllRecords(db, kind),
    all: (kind) => recordsOf(db, kind),
    one: recordFinder(db),
    numbers: numbersOf(db),
    acted: hasActivity(db),
    traded: hasHistory(db),
    agent: isAgent(db),
    drafts: draftsOf(db),
    grouped: groupedAccounts(db),
    tradingAccounts: tradingAccounts(db),
    file: fileReader(db),
    waitingApplications: waitingApplications(db),
    configVersion: () => readCheckpoint(db).config_version,
  }));

/** Reads the database at its checkpoint. */
export interface StoredRecords {
  /** All records of a type at a start; throws when one is missing or was changed. */
  load(kind: string): Iterable<VersionedRecord>;
  /** Throws when a record of a type that is not in memory is missing. */
  expectAll(kind: string): void;
  /** All records of a type. */
  all(kind: string): Iterable<VersionedRecord>;
  one(kind: string, key: string): VersionedRecord | undefined;
  /** Numeric keys of a type above `after`, in order, at most `limit`. */
  numbers(kind: string, after: number, limit: number): readonly number[];
  /** Has the staff user acted: are there trades, decisions or journal lines by the login? */
  acted(login: number): boolean;
  /** Does the account have orders that ended, deals or payments? */
  traded(login: number): boolean;
  /** Does another account name it as its agent? */
  agent(login: number): boolean;
  /** The numbers of the login's drafts of mail. */
  drafts(login: number): readonly number[];
  /** The groups of accounts, and which of them are hidden; a missing account has none. */
  grouped(logins: readonly number[]): Map<number, GroupedAccount>;
  /** The number of accounts outside staff groups that are not archived. */
  tradingAccounts(): number;
  /** The content of a file by its SHA-256; null = nothing uses it, or not yet in the database. */
  file(sha256: string): Uint8Array | null;
  /** The number of applications for a group that wait for a decision. */
  waitingApplications(group: string): number;
  /** Version of the settings at the checkpoint; 0 if there are none. */
  configVersion(): number;
}
