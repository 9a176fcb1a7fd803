// The exit codes of the program.

import type { DiskFull } from '../actors/main/disk-watch.js';

/** Exit code of a process that could not start, or whose log failed. */
export const FAILED = 1;
/** Exit code for a full disk: a restart is useless until there is space. */
export const DISK_FULL = 3;

/** Each bundled file has a class of its own, so the name of the error is compared. */
const FULL: DiskFull['name'] = 'DiskFull';

/** The exit code of an error that ends the process. */
export const exitCodeOf = (error: Error): number => (error.name === FULL ? DISK_FULL : FAILED);
