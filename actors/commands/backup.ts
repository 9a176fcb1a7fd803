// The command backup: copies a data folder, even while a server runs on it.

import { spawn } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../../storage/database/database.js';
import { syncPath } from '../../storage/files/sync.js';
import { writeWhole } from '../../storage/files/whole-file.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { type ControlHandlers, callControl } from '../folder/control.js';
import { lockData, pathsOf } from '../folder/folder.js';
import { noLog, targetFault } from '../folder/layout.js';
import { inWorkFolder, isWithin, unmark } from '../folder/work-folder.js';
import { copyInto } from './folder-copy.js';

const CHILD = fileURLToPath(new URL('./backup-child.js', import.meta.url));

/** The text of the file that marks a backup. */
const IS_BACKUP = 'A backup of a brokerd data folder: brokerd restore makes a data folder of it.\n';

/** A copy of a data folder. */
interface Copied {
  /** Absolute path of the copy. */
  readonly to: string;
  /** The last event in it. */
  readonly seq: number;
}

/**
 * Copies a data folder with its key while a server may write to it, as `copyInto` does. The copy
 * gets its name only after it was checked. Refuses with `conflict` when the target exists, with
 * `invalid_input` when it lies in the data folder, or there is no key, or a wrong one; with
 * `internal` when the copy is damaged. Throws `DiskFull` on a full disk.
 */
export const copyFolder = async (
  data: string,
  to: string,
  keyFile = '',
): Promise<Outcome<Copied>> => {
  const target = resolve(to);
  const exists = refuse('conflict', `${target} exists already`);
  if (existsSync(target)) return exists;
  if (isWithin(data, target)) {
    return refuse('invalid_input', `${target} lies in the data folder: choose a place beside it`);
  }
  const fault = targetFault(target);
  if (fault !== undefined) return fault;
  const key = keyFile === '' ? pathsOf(data).key : keyFile;
  if (!existsSync(key)) {
    return refuse('invalid_input', `there is no key file ${key}: name it by --key-file`);
  }
  makeFolder(dirname(target));
  return inWorkFolder(`${target}.new-`, async (made) => {
    const whole = copyInto(made, data, key);
    if (!whole.ok) return whole;
    writeWhole(pathsOf(made).backup, IS_BACKUP);
    unmark(made);
    try {
      renameSync(made, target);
    } catch (error) {
      // Another copy took the name in the meantime.
      if (existsSync(target)) return exists;
      throw error;
    }
    // The lock is held until the copy has its name, so that nobody takes it for a leftover.
    rmSync(pathsOf(target).lock);
    syncPath(target);
    syncPath(dirname(target));
    return ok({ to: target, seq: whole.data });
  });
};

/**
 * The control operation `backup`: copies in a child process, so that no thread of the server waits;
 * the child ends with the server.
 */
export const backupHandler =
  (data: string, keyFile: string, ending: AbortSignal): ControlHandlers[string] =>
  async (input) => {
    const { to } = (input ?? {}) as { to?: unknown };
    if (typeof to !== 'string' || !isAbsolute(to)) {
      return refuse('invalid_input', 'to: must be an absolute path');
    }
    const args = [...process.execArgv, CHILD, data, to, keyFile];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      signal: ending,
      // It copies without a pause, in which it would see another signal.
      killSignal: 'SIGKILL',
    });
    let text = '';
    child.stdout.on('data', (part: Buffer) => {
      text += part;
    });
    const code = await new Promise<number | null>((ended, failed) => {
      child.once('error', failed);
      child.once('close', ended);
    });
    if (code !== 0) return refuse('internal', `the copying process ended with ${code}`);
    return JSON.parse(text) as Outcome<unknown>;
  };

/**
 * Copies a data folder to a new one: directly when no server runs, else through the server. Refuses
 * with `conflict` when the target exists, with `not_found` when there is no log.
 */
export const backup = async (data: string, to: string, keyFile = ''): Promise<Outcome<Copied>> => {
  const { log, control } = pathsOf(data);
  if (!existsSync(log)) return noLog(data);
  const lock = await lockData(data);
  if (!lock.ok) {
    const made = (await callControl(control, 'backup', { to: resolve(to) })) as Outcome<Copied>;
    // In this case another command holds the folder, not a server.
    return made.ok || made.code !== 'not_found' ? made : lock;
  }
  try {
    return await copyFolder(data, to, keyFile);
  } finally {
    lock.data.release();
  }
};
