// The exit codes of the program.

import { DiskFull } from '../actors/main/disk-watch.js';

/** Exit code of a process that could not start, or whose log failed. */
export const FAILED = 1;
/** Exit code for a full disk: a restart is useless until there is space. */
export const DISK_FULL = 3;

/** The exit code of an error that ends the process. */
export const exitCodeOf = (error: Error): number =>
  error instanceof DiskFull ? DISK_FULL : FAILED;
