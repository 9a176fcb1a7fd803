// The command rebuild: makes the database again from the log.

import { existsSync, renameSync, statSync } from 'node:fs';
import { dropDatabase, moveDatabase } from '../../storage/database/database.js';
import { bytesText, diskSpaceNow, isFullError } from '../../storage/files/disk-space.js';
import { syncPath } from '../../storage/files/sync.js';
import { storedCheckpoint } from '../../storage/read/snapshot.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { markCopied } from '../folder/first-ids.js';
import { keptDatabaseOf, pathsOf, underLock } from '../folder/folder.js';
import { noLog, remainsFault } from '../folder/layout.js';
import { DiskFull } from '../main/disk-watch.js';
import { historyFault } from '../main/one-history.js';
import { checkpointOf } from './database-check.js';
import { fillDatabase } from './made-database.js';
import { scanLog } from './verify.js';

/** The result of a rebuild. */
interface RebuiltDatabase {
  /** The last event of the log. */
  readonly seq: number;
  /** Where the old database is kept, which has events that the log lacks; null = it had none. */
  readonly database_kept_at: string | null;
}

/** Does a database have events that its log, which ends at `last`, lacks? */
const hasMore = (log: string, database: string, last: number): boolean => {
  const shown = storedCheckpoint(database);
  if (shown === undefined) return false;
  if (shown > last) return true;
  const checkpoint = checkpointOf(database);
  return checkpoint !== undefined && historyFault(log, checkpoint) !== undefined;
};

/** Throws when the disk has less space than the present database takes. */
const refuseWithoutRoom = (data: string, path: string): void => {
  const needed = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const { free } = diskSpaceNow(data);
  if (free >= needed) return;
  const room = `${bytesText(free)} are free, ${bytesText(needed)} are needed`;
  throw new DiskFull(`no room on the disk of ${data} for a new database: ${room}`);
};

/**
 * Builds a database from a log, completely or not at all; the old one is moved to `kept`, or
 * removed if that is null.
 */
const buildDatabase = (data: string, kept: string | null): number => {
  const { log, database: path } = pathsOf(data);
  const made = `${path}.new`;
  dropDatabase(made);
  refuseWithoutRoom(data, path);
  let seq: number;
  try {
    seq = fillDatabase(log, made);
    syncPath(made);
  } catch (error) {
    dropDatabase(made);
    if (!isFullError(error)) throw error;
    const why = (error as Error).message;
    throw new DiskFull(`no room on the disk of ${data} for a new database: ${why}`);
  }
  if (kept === null) dropDatabase(path);
  else moveDatabase(path, kept);
  renameSync(made, path);
  syncPath(data);
  return seq;
};

/**
 * Builds the database of a data folder from the log, in place of the old one. If the old one has
 * events that the log lacks, it is kept under another name, and the next start gives ids beyond
 * theirs, which clients and providers may know. Refuses with `conflict` while a server runs on the
 * folder, and when the log has no events but the folder has traces of some; with `not_found`
 * without a log, with `internal` when the log is damaged.
 * Throws `DiskFull` on a full disk. In all these cases the database is unchanged.
 */
export const rebuild = (data: string): Promise<Outcome<RebuiltDatabase>> =>
  underLock(data, async () => {
    const { log, database } = pathsOf(data);
    if (!existsSync(log)) return noLog(data);
    const good = scanLog(data);
    if (!good.ok) return good;
    const remains = good.data.last === 0 ? remainsFault(data) : undefined;
    if (remains !== undefined) return refuse('conflict', remains);
    const kept = hasMore(log, database, good.data.last) ? keptDatabaseOf(database) : null;
    if (kept !== null) markCopied(data);
    return ok({ seq: buildDatabase(data, kept), database_kept_at: kept });
  });
