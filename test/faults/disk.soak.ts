// A disk that fails again and again.

import t from 'tap';
import { missingStrace } from './disk-fault.js';
import { failLog } from './disk-runs.js';

const skip = missingStrace() ?? false;
if (skip) process.stderr.write(`=== SKIPPED: faults of the disk: ${skip} ===\n`);
const FIRST = 10;

t.test('When the log cannot be written the server ends, and the next has all', { skip }, (t) =>
  failLog(
    t,
    Array.from({ length: 200 }, (_, nth) => FIRST + nth),
  ),
);
