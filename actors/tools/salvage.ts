// Salvage: a damaged log rebuilt from what is good of it and from its shadow files.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { BATCH_HEAD, batchOf, faultOf, lastSeq } from '../../storage/batch.js';
import { dropDatabase } from '../../storage/database.js';
import { Log } from '../../storage/log.js';
import { storedFrom } from '../../storage/scan.js';
import { readShadow, shadowFiles } from '../../storage/shadow.js';
import { syncPath } from '../../storage/sync.js';
import { done, type Outcome, refuse } from '../../wire/codes.js';
import { pathsOf, underLock } from './folder.js';
import { scanInChild } from './scan.js';

/** What a salvage brought back. */
export interface Salvaged {
  /** The last event of the new log. */
  readonly seq: number;
  /** Events taken from the damaged log and from the shadow. */
  readonly from_log: number;
  readonly from_shadow: number;
  /** What was wrong; null = the log was whole and was left alone. */
  readonly damage: string | null;
  /** Events that the shadow holds behind a gap that could not be filled; null = none. */
  readonly lost: { readonly first: number; readonly last: number } | null;
  /** Where the damaged log was put; null = nowhere. */
  readonly kept_at: string | null;
}

/** Appends a stored batch if it is the next; false when it is not, or is no good. */
const appendNext = (log: Log, first: number, stored: Buffer): boolean => {
  if (faultOf(log.head(), first, stored) !== undefined) return false;
  log.append(batchOf(first, stored).count, stored.subarray(BATCH_HEAD));
  return true;
};

/** Appends the good beginning of the damaged log. */
const takeLog = (log: Log, folder: string, good: number): void => {
  if (good === 0) return;
  for (const { first, value } of storedFrom(folder, 1)) {
    if (first > good || !appendNext(log, first, value)) return;
  }
};

/** Appends what the shadow files add; answers the last event that they hold at all. */
const takeShadow = (log: Log, folder: string): number => {
  let held = 0;
  for (const path of shadowFiles(folder)) {
    for (const { first, stored } of readShadow(path)) {
      held = Math.max(held, lastSeq(batchOf(first, stored)));
      appendNext(log, first, stored);
    }
  }
  return held;
};

/** A name beside the log that is not taken. */
const freeName = (path: string): string => {
  let name = `${path}.damaged`;
  for (let n = 2; existsSync(name); n += 1) name = `${path}.damaged-${n}`;
  return name;
};

const salvageLog = (data: string, good: number, damage: string): Salvaged => {
  const { log: folder, database } = pathsOf(data);
  const made = `${folder}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made);
  const log = Log.open(made);
  takeLog(log, folder, good);
  const fromLog = log.head().seq;
  const held = takeShadow(log, folder);
  const { seq } = log.head();
  log.close();
  const keptAt = freeName(folder);
  renameSync(folder, keptAt);
  renameSync(made, folder);
  // The database may show events that are no more; it is built again at the next start.
  dropDatabase(database);
  syncPath(data);
  return {
    seq,
    from_log: fromLog,
    from_shadow: seq - fromLog,
    damage,
    lost: held > seq ? { first: seq + 1, last: held } : null,
    kept_at: keptAt,
  };
};

/**
 * Rebuilds the log of a data folder from its good beginning and its shadow files. The damaged one
 * is kept beside it; the database is removed, to be built from the new log. A log that is whole is
 * left alone. Refuses with `conflict` while a server runs, with `not_found` without a log.
 */
export const salvage = (data: string): Promise<Outcome<Salvaged>> =>
  underLock(data, async () => {
    const { log } = pathsOf(data);
    if (!existsSync(log)) return refuse('not_found', `there is no log in ${data}`);
    const scan = await scanInChild(log);
    if (!scan.ok) return done(salvageLog(data, scan.seq - 1, `event ${scan.seq}: ${scan.what}`));
    return done({
      seq: scan.last,
      from_log: scan.last,
      from_shadow: 0,
      damage: null,
      lost: null,
      kept_at: null,
    });
  });
