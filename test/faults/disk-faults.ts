// Disks that fail, are slow or full, and files that are damaged, gone or old.

import { failLog } from './disk-runs.js';
import type { Fault } from './fault.js';
import { failCalls } from './log-calls.js';

export const DISK_FAULTS: readonly Fault[] = [
  {
    name: 'When the log cannot be written the server ends, and the next has all',
    counts: { test: 2, deep: 6, soak: 1200 },
    most: 200,
    needs: 'strace',
    run: failLog,
  },
  {
    name: 'After a call of the log that failed nothing is told, and all that was told is there',
    counts: { test: 2, deep: 20, soak: 400 },
    needs: 'strace',
    run: failCalls,
  },
];
