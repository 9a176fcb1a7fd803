// A disk that fails again and again, and one that is slow: the same as in every test run.

import t from 'tap';
import { missingStrace } from './disk-fault.js';
import { failLog } from './disk-runs.js';
import { tradeOnSlowDisk, tradeOnStalledDisk } from './slow-disk.js';

const skip = missingStrace() ?? false;
if (skip) process.stderr.write(`=== SKIPPED: faults of the disk: ${skip} ===\n`);
const FIRST = 10;

t.test('When the log cannot be written the server ends, and the next has all', { skip }, (t) =>
  failLog(
    t,
    Array.from({ length: 200 }, (_, nth) => FIRST + nth),
  ),
);

t.test('On a disk with slow syncs orders take no longer than two of them', { skip }, async (t) => {
  for (let run = 0; run < 10; run += 1) await tradeOnSlowDisk(t, 1000);
});

t.test('While a sync stalls new orders are refused at once', { skip }, async (t) => {
  for (let run = 0; run < 10; run += 1) await tradeOnStalledDisk(t);
});
