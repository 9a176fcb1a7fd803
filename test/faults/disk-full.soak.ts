// Twenty times a disk that fills up under load, sooner or later: the same as in every test run.

import t from 'tap';
import { fillUnderLoad } from './disk-full-runs.js';
import { missingDisk } from './small-disk.js';

const skip = missingDisk() ?? false;
if (skip) process.stderr.write(`=== SKIPPED: full disks: ${skip} ===\n`);

t.test('Whenever all room is taken nothing acknowledged is lost', { skip }, (t) =>
  fillUnderLoad(
    t,
    Array.from({ length: 20 }, (_, round) => 50 * (round + 1)),
  ),
);
