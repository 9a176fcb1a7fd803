// Work folders: temporary folders for a result that gets its name only when it is complete; always
// removed, if need be by the next that is made at the same place.

import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { lockFolder } from '../../storage/database/database.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The file that marks a folder as a work folder, whatever its name is. */
export const MARK_FILE = 'brokerd-work';
/** The end of the names that `mkdtemp` gives. */
const RANDOM_END = /^[A-Za-z0-9]{6}$/;

/** Paths of the work folders that were made with the prefix. */
export const workFolders = (prefix: string): string[] =>
  readdirSync(dirname(prefix))
    .filter((name) => name.startsWith(basename(prefix)))
    .filter((name) => RANDOM_END.test(name.slice(basename(prefix).length)))
    .map((name) => join(dirname(prefix), name))
    .filter((folder) => existsSync(join(folder, MARK_FILE)));

/** Ends that a folder is a work folder: nothing removes it by its name any more. */
export const unmark = (folder: string): void => rmSync(join(folder, MARK_FILE));

/**
 * Removes the work folders that killed processes of the same user left: they may be as secret as a
 * data folder. The folder of a process that works is locked.
 */
const removeLeftovers = (prefix: string): void => {
  for (const folder of workFolders(prefix)) {
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (!stat?.isDirectory() || stat.uid !== process.getuid?.()) continue;
    const lock = lockFolder(folder);
    if (!lock.ok) continue;
    lock.data.release();
    rmSync(folder, { recursive: true, force: true });
  }
};

interface WorkFolder {
  readonly folder: string;
  /** Removes the folder, if it still has its name, and releases its lock. */
  remove(): void;
}

/**
 * Makes a folder with a new name that begins with `prefix`, and locks it. It stays until `remove`;
 * where the process is killed, until the next folder is made with the prefix.
 */
export const makeWorkFolder = (prefix: string): WorkFolder => {
  removeLeftovers(prefix);
  const folder = mkdtempSync(prefix);
  const lock = lockFolder(folder);
  writeFileSync(join(folder, MARK_FILE), '');
  const remove = (): void => {
    if (lock.ok) lock.data.release();
    // A process that was killed a moment ago may still create a file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  return { folder, remove };
};

/**
 * Works in a folder that `makeWorkFolder` makes, and removes it when the work has ended. With
 * `stopped` also when a signal ends the process: `stopped` is then called first. Without it a
 * signal ends the process at once: for work without pauses, in which nothing could handle the
 * signal. Not for a process that handles signals itself.
 */
export const inWorkFolder = async <T>(
  prefix: string,
  work: (folder: string) => Promise<T>,
  stopped?: () => void,
): Promise<T> => {
  const { folder, remove } = makeWorkFolder(prefix);
  const signals = stopped === undefined ? [] : SIGNALS;
  const stop = (signal: NodeJS.Signals): void => {
    stopped?.();
    remove();
    for (const name of signals) process.off(name, stop);
    // Without a listener the signal ends the process, so that a waiting parent sees the signal.
    process.kill(process.pid, signal);
  };
  for (const name of signals) process.on(name, stop);
  try {
    return await work(folder);
  } finally {
    for (const name of signals) process.off(name, stop);
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
