// Work folders: temporary folders for a result that gets its name only when it is complete; always
// removed, if need be by the next that is made at the same place.

import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { lockFolder } from '../../storage/database/database.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Paths of the folders whose path has the prefix. */
export const foldersWith = (prefix: string): string[] =>
  readdirSync(dirname(prefix))
    .filter((name) => name.startsWith(basename(prefix)))
    .map((name) => join(dirname(prefix), name));

/**
 * Removes the work folders that killed processes of the same user left: they may be as secret as a
 * data folder. The folder of a process that works is locked.
 */
const removeLeftovers = (prefix: string): void => {
  for (const folder of foldersWith(prefix)) {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (!stat?.isDirectory() || stat.uid !== process.getuid?.()) continue;
    const lock = lockFolder(folder);
    if (!lock.ok) continue;
    lock.data.release();
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Makes a folder with a new name that begins with `prefix` and locks it. Removes it when the work
 * has ended or a signal ends the process: `stopped` is then called first. Not for a process that
 * handles signals itself.
 */
export const inWorkFolder = async <T>(
  prefix: string,
  work: (folder: string) => Promise<T>,
  stopped: () => void = () => {},
): Promise<T> => {
  removeLeftovers(prefix);
  const folder = mkdtempSync(prefix);
  const lock = lockFolder(folder);
  // A process that was killed a moment ago may still create a file.
  const remove = (): void =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  const stop = (signal: NodeJS.Signals): void => {
    stopped();
    remove();
    for (const name of SIGNALS) process.off(name, stop);
    // Without a listener the signal ends the process, so that a waiting parent sees the signal.
    process.kill(process.pid, signal);
  };
  for (const name of SIGNALS) process.on(name, stop);
  try {
    return await work(folder);
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
    if (lock.ok) lock.data.release();
    remove();
  }
};

/** A path with links resolved, as far as it exists. */
const realOf = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(realOf(dirname(path)), basename(path));

/** Is the path in the folder, or the folder itself? */
export const isWithin = (folder: string, path: string): boolean => {
  const way = relative(realOf(resolve(folder)), realOf(resolve(path)));
  return way !== '..' && !way.startsWith('../');
};
