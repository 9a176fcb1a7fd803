// A disk that fails: nothing is acknowledged that is not on it, and nothing is lost.

import t from 'tap';
import { missingStrace } from './disk-fault.js';
import { failLog } from './disk-runs.js';

const skip = missingStrace() ?? false;
if (skip) process.stderr.write(`=== SKIPPED: faults of the disk: ${skip} ===\n`);

t.test('When the log cannot be written the server ends, and the next has all', { skip }, (t) =>
  failLog(t, [12]),
);
