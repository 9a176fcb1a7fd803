// The table of faults, of all kinds.

import { CRASHES } from './crashes.js';
import { DISK_FAULTS } from './disk-faults.js';
import type { Fault } from './fault.js';
import { LOAD_FAULTS } from './load-faults.js';
import { THREAD_FAULTS } from './thread-faults.js';

/** The file that runs them. */
export const FAULTS_FILE = 'faults/faults.test';

/** Each fault once; neighbours are done by different shards. */
export const FAULTS: readonly Fault[] = [
  ...CRASHES,
  ...DISK_FAULTS,
  ...THREAD_FAULTS,
  ...LOAD_FAULTS,
];
