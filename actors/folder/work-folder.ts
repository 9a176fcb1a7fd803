// Work folders: where something is made before it bears its name; they go, however the work ends.

import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Makes a folder of a name that nobody has, which begins with `prefix`, and removes it when the
 * work has ended or a signal ends the process: `stopped` is called first then. Not for a process
 * that has its own use of signals.
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
    // Without a listener the signal ends the process, and a waiting parent sees which signal it
    // was.
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

/** A path without links, as far as it exists. */
const realOf = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(realOf(dirname(path)), basename(path));

/** Does a path lie in a folder, or is it that folder? */
export const isWithin = (folder: string, path: string): boolean => {
  const way = relative(realOf(resolve(folder)), realOf(resolve(path)));
  return way !== '..' && !way.startsWith('../');
};
