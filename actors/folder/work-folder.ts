// Work folders: temporary folders for a result that gets its name only when it is complete; always
// removed.

import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Makes a folder with a new name that begins with `prefix`, and removes it when the work has ended
 * or a signal ends the process: `stopped` is then called first. Not for a process that handles
 * signals itself.
 */
export const inWorkFolder = async <T>(
  prefix: string,
  work: (folder: string) => Promise<T>,
  stopped: () => void = () => {},
): Promise<T> => {
  const folder = mkdtempSync(prefix);
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
