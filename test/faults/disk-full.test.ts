// A disk that fills up: closings go on, nothing acknowledged is lost, and it goes on by itself.

import t from 'tap';
import { failBeforeRoom, fillSlowly, fillUnderLoad } from './disk-full-runs.js';
import { rebuildOnFull } from './rebuild-full.js';
import { missingDisk } from './small-disk.js';

const skip = missingDisk() ?? false;
if (skip) process.stderr.write(`=== SKIPPED: full disks: ${skip} ===\n`);

t.test('On a disk that fills up positions can only be closed, until room is back', { skip }, (t) =>
  fillSlowly(t),
);

t.test('When all room is taken at once nothing acknowledged is lost', { skip }, (t) =>
  fillUnderLoad(t, [200]),
);

t.test('A failure for want of room is one when there is some again, too', { skip }, (t) =>
  failBeforeRoom(t),
);

t.test('A rebuild without room says so, and leaves all as it was', { skip }, (t) =>
  rebuildOnFull(t),
);
