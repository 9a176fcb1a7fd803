// Functions of the system's C library that Node.js does not offer.

import { load } from 'koffi';

/** The number of `sched_setattr(2)` by processor. */
const SCHED_SETATTR: NodeJS.Dict<number> = { x64: 314, arm64: 274 };
const CURRENT_THREAD = 0;

/**
 * A function that sets how this thread is scheduled, by a `struct sched_attr`, and tells whether
 * the system has done so; undefined where it does not have the call.
 */
export const loadSetAttributes = (): ((attributes: Buffer) => boolean) | undefined => {
  const number = SCHED_SETATTR[process.arch];
  if (process.platform !== 'linux' || number === undefined) return undefined;
  const call = load(null).func('long syscall(long, int, void *, unsigned int)');
  return (attributes) => call(number, CURRENT_THREAD, attributes, 0) === 0;
};

/**
 * Ends the process at once with an exit code. `process.exit` would first end all threads: one that
 * is in LMDB at that moment makes it abort the process or wait for ever, and one in an endless loop
 * there cannot be ended. Stored data stays whole, as after a kill.
 */
export const endProcess = (code: number): never => {
  load(null).func('void _exit(int)')(code);
  throw new Error('the process has not ended');
};
