// A disk that is slow: orders wait for it, or are refused at once; none is lost.

import t from 'tap';
import { missingStrace } from './disk-fault.js';
import { tradeOnSlowDisk, tradeOnStalledDisk } from './slow-disk.js';

const skip = missingStrace() ?? false;
if (skip) process.stderr.write(`=== SKIPPED: slow disks: ${skip} ===\n`);

t.test('On a disk with slow syncs orders take no longer than two of them', { skip }, (t) =>
  tradeOnSlowDisk(t, 100),
);

t.test('While a sync stalls new orders are refused at once, and none is lost', { skip }, (t) =>
  tradeOnStalledDisk(t),
);
