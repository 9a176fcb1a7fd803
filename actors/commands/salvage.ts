// The command salvage: rebuilds a damaged log from its readable batches and from its copy.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { dropDatabase, moveDatabase } from '../../storage/database/database.js';
import { syncPath } from '../../storage/files/sync.js';
import { writeWhole } from '../../storage/files/whole-file.js';
import { BATCH_HEAD, batchOf, faultOf } from '../../storage/log/batch.js';
import { copyFaults } from '../../storage/log/copy-check.js';
import { Log } from '../../storage/log/log.js';
import { storedFrom } from '../../storage/log/scan.js';
import { storedCheckpoint } from '../../storage/read/snapshot.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { markCopied } from '../folder/first-ids.js';
import {
  damagedLogsOf,
  isSalvageCut,
  keptDatabaseOf,
  newLogOf,
  pathsOf,
  salvageNoteOf,
  underLock,
} from '../folder/folder.js';
import { noLog } from '../folder/layout.js';
import { scanOf } from '../folder/scan.js';
import { killpoint } from '../shared/failpoint.js';
import { type Lost, planSalvage } from './salvage-plan.js';

/**
 * Interval of the copy's syncs. If a power cut removes the end of the copy, and damage the end of
 * the log, the events of this time are lost without a trace; older events are not.
 */
const COPY_SECONDS = 1;

/** The result of a salvage. */
export interface Salvaged {
  /** The last event of the new log. */
  readonly seq: number;
  /** Events taken from the damaged log and from its copy. */
  readonly from_log: number;
  readonly from_copy: number;
  /** The damaged or missing parts of the copy of an intact log; empty = none. */
  readonly copy_mended: readonly string[];
  /** The damage; null = the log was intact and is unchanged. */
  readonly damage: string | null;
  /** Events that existed and could not be recovered; null = none is known. */
  readonly lost: Lost | null;
  /**
   * After a power cut, events of the last seconds may be lost without a trace: this number of
   * seconds.
   */
  readonly untraced_seconds: number;
  /** Where the damaged log is kept; null = nothing was moved. */
  readonly kept_at: string | null;
  /**
   * Where the database is kept, which may have rows of lost events; null = it was removed, or is
   * unchanged beside an intact log.
   */
  readonly database_kept_at: string | null;
}

/** Appends a batch if it is the next one. */
const appendNext = (log: Log, first: number, stored: Buffer): boolean => {
  if (faultOf(log.head(), first, stored) !== undefined) return false;
  log.append(batchOf(first, stored).count, stored.subarray(BATCH_HEAD));
  return true;
};

/** Appends the intact beginning of the damaged log. */
const takeLog = (log: Log, folder: string, good: number): void => {
  if (good === 0) return;
  for (const { first, value } of storedFrom(folder, 1)) {
    // The next file may be unreadable.
    if (!appendNext(log, first, value) || log.head().seq >= good) return;
  }
};

/** A free name next to the log, different from the names of earlier salvages. */
const freeName = (path: string): string => {
  const newest = damagedLogsOf(path).at(-1);
  if (newest === undefined) return `${path}.damaged`;
  return `${path}.damaged-${Number(/\d+$/.exec(newest)?.[0] ?? 1) + 1}`;
};

const noteOf = (folder: string): Salvaged & { readonly kept_at: string } =>
  JSON.parse(readFileSync(salvageNoteOf(folder), 'utf8'));

/** Where a salvage keeps the damaged log; the data folder may have been moved since. */
const keptBy = (folder: string): string => join(dirname(folder), basename(noteOf(folder).kept_at));

/**
 * Takes up a salvage that was ended midway: moves the damaged log back, so that it starts again, or
 * ends it and returns its result when the new log is in its place.
 */
const takeUp = (data: string): Salvaged | undefined => {
  const { log: folder } = pathsOf(data);
  if (!isSalvageCut(folder)) return undefined;
  // Nothing was moved, or the operator has brought the log back.
  if (!existsSync(keptBy(folder))) return undefined;
  if (!existsSync(folder)) renameSync(keptBy(folder), folder);
  else if (!existsSync(newLogOf(folder))) return endSalvage(data);
  return undefined;
};

const renamed = killpoint('salvage.renamed');

interface Rebuilt extends Pick<Salvaged, 'seq' | 'from_log' | 'from_copy' | 'lost'> {}

/** Makes a new log from the intact parts of a data folder's log. */
const rebuildLog = (data: string, good: number, made: string): Rebuilt => {
  const log = Log.open(made);
  try {
    takeLog(log, pathsOf(data).log, good);
    const head = log.head();
    const found = planSalvage(data, head, (first, stored) => void appendNext(log, first, stored));
    const { from_copy, lost } = found;
    return { seq: log.head().seq, from_log: head.seq + found.from_log, from_copy, lost };
  } finally {
    log.close();
  }
};

/** Ends a salvage whose new log is in its place, as its note says; returns its result. */
const endSalvage = (data: string): Salvaged => {
  const { log: folder, database } = pathsOf(data);
  const salvaged = noteOf(folder);
  const { database_kept_at: kept } = salvaged;
  if (kept !== null) moveDatabase(database, join(data, basename(kept)));
  // It is rebuilt at the next start.
  dropDatabase(database);
  rmSync(salvageNoteOf(folder));
  syncPath(data);
  return salvaged;
};

const salvageLog = (data: string, good: number, damage: string): Salvaged => {
  const { log: folder, database } = pathsOf(data);
  const made = newLogOf(folder);
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made);
  let rebuilt: Rebuilt;
  try {
    rebuilt = rebuildLog(data, good, made);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    throw error;
  }
  // Lost events may have had ids that clients and providers know.
  markCopied(data);
  const keptAt = freeName(folder);
  // A database that cannot be read may have rows of events that nothing else tells of.
  const isKept = rebuilt.lost !== null || storedCheckpoint(database) === undefined;
  const note: Salvaged = {
    ...rebuilt,
    copy_mended: [],
    damage,
    untraced_seconds: COPY_SECONDS,
    kept_at: keptAt,
    database_kept_at: isKept && existsSync(database) ? keptDatabaseOf(database) : null,
  };
  writeWhole(salvageNoteOf(folder), JSON.stringify(note));
  renameSync(folder, keptAt);
  renamed();
  renameSync(made, folder);
  renamed();
  return endSalvage(data);
};

/**
 * Rebuilds the log of a data folder from its intact parts and the intact parts of its copy, up to
 * the first event that both lack. The damaged log is kept, and the database if it may have rows of
 * lost events; else the database is removed. The next start builds it from the new log. Of an
 * intact log only damaged or missing files of its copy are written again. An interrupted salvage is
 * taken up. Refuses with `conflict` while a server runs, with `not_found` without a log, with
 * `internal` when the log could not be read on this machine, or files of the copy not be written.
 * Throws if reading or the new log fails later; the folder is then unchanged.
 */
export const salvage = (data: string): Promise<Outcome<Salvaged>> =>
  underLock(data, async () => {
    const { log } = pathsOf(data);
    const ended = takeUp(data);
    if (ended !== undefined) return ok(ended);
    if (!existsSync(log)) return noLog(data);
    const scan = scanOf(log);
    if (scan.ok === 'unread') return refuse('internal', scan.what);
    if (!scan.ok) {
      return ok(salvageLog(data, scan.seq - 1, `event ${scan.seq}: ${scan.what}`));
    }
    // The operator has brought the log back since another salvage was ended midway.
    rmSync(salvageNoteOf(log), { force: true });
    const faults = [...copyFaults(log, 'all')];
    const left = faults.filter(({ mended }) => !mended).map(({ what }) => what);
    if (left.length > 0) {
      return refuse('internal', `the log is good, but not its copy: ${left.join('; ')}`);
    }
    return ok({
      copy_mended: faults.map(({ what }) => what),
      seq: scan.last,
      from_log: scan.last,
      from_copy: 0,
      damage: null,
      lost: null,
      untraced_seconds: 0,
      kept_at: null,
      database_kept_at: null,
    });
  });
