// The end of a process that cannot go on.

import { load } from 'koffi';

/**
 * Ends the process at once with an exit code. `process.exit` would first end all threads: one that
 * is in LMDB at that moment makes it abort the process with a signal, and one in an endless loop
 * there cannot be ended. What is stored stays whole, as after a kill.
 */
export const endProcess = (code: number): never => {
  load(null).func('void _exit(int)')(code);
  throw new Error('the process has not ended');
};
