// The command restore: fills a data folder from a copy.

import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder } from '../../storage/database/database.js';
import { syncPath } from '../../storage/files/sync.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { partsIn, pathsOf, restoreLeftovers, restoreWork, underLock } from '../folder/folder.js';
import { noLog, targetFault } from '../folder/layout.js';
import { inWorkFolder } from '../folder/work-folder.js';
import { killpoint } from '../shared/failpoint.js';
import { copyInto } from './folder-copy.js';

/** The result of a restore: the seq of the last event, and the next step for the operator. */
interface Restored {
  readonly seq: number;
  readonly next: string;
}

const NEXT =
  'start a server on it: its gateways, datafeeds that dial out and e-mails stay off until ' +
  'brokerd release; before it make sure that no other server acts for this platform';

/** Refuses a folder with files that a restore would overwrite or mix with; names all of them. */
const emptyOf = (data: string): Outcome<null> => {
  const taken = partsIn(data);
  if (taken.length === 0) return ok(null);
  // A restore that was killed while it moved its parts left some of them here, others there.
  const left = restoreLeftovers(data);
  const cut = left.length === 0 ? '' : ', of which a restore that was ended midway left some';
  const paths = [...taken, ...left].join(', ');
  return refuse('conflict', `in the way: ${paths}${cut}; move them away first`);
};

/** Moves the parts of a complete copy into the folder, the log last. */
const moveParts = (made: string, data: string): void => {
  const moved = killpoint('restore.moved');
  const { log } = pathsOf(made);
  for (const path of [...partsIn(made).filter((one) => one !== log), log]) {
    // A folder with a log counts as restored, so the other parts are durable before it.
    if (path === log) syncPath(data);
    moved();
    renameSync(path, join(data, basename(path)));
  }
  syncPath(data);
};

const fill = async (from: string, data: string): Promise<Outcome<Restored>> => {
  const empty = emptyOf(data);
  if (!empty.ok) return empty;
  if (!existsSync(pathsOf(from).log)) return noLog(from);
  return inWorkFolder(restoreWork(data), async (made) => {
    const whole = copyInto(made, from);
    if (!whole.ok) return whole;
    moveParts(made, data);
    return ok({ seq: whole.data, next: NEXT });
  });
};

/** Removes a data folder in which there is nothing but its lock. */
const removeUnused = (data: string): void => {
  rmSync(pathsOf(data).lock, { force: true });
  if (readdirSync(data).length === 0) rmdirSync(data);
};

/**
 * Fills a data folder from a copy made by `backup`. The parts are made and checked in a folder
 * within it, and then moved into their places; the result is durable on return. Refuses with
 * `invalid_input` when the folder lies in a backup or another data folder, with
 * `conflict` when the folder has any part of a data folder, naming all of them, or is in use; with
 * `not_found` when the copy has no log; with `internal` when it is damaged. The folder is then as
 * it was. Throws `DiskFull` on a full disk.
 */
export const restore = async (from: string, data: string): Promise<Outcome<Restored>> => {
  const fault = targetFault(data);
  if (fault !== undefined) return fault;
  const isNew = !existsSync(data);
  makeFolder(data);
  let isFilled = false;
  try {
    const outcome = await underLock(data, () => fill(from, data));
    isFilled = outcome.ok;
    return outcome;
  } finally {
    if (isNew && !isFilled) removeUnused(data);
  }
};
