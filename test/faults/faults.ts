// The table of faults, of all kinds.

import { CRASHES } from './crashes.js';
import { DISK_FAULTS } from './disk-faults.js';
import type { Fault } from './fault.js';
import { LOAD_FAULTS } from './load-faults.js';
import { THREAD_FAULTS } from './thread-faults.js';

/** Each fault once; neighbours are done by different shards. */
export const FAULTS: readonly Fault[] = [
  ...CRASHES,
  ...DISK_FAULTS,
  ...THREAD_FAULTS,
  ...LOAD_FAULTS,
];
