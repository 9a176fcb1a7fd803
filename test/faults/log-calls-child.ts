// The child process that writes a log, of which the disk is made to fail: it ends at the failure.
//
//   node log-calls-child.js FOLDER BATCHES REPORT
//
// A line in the file REPORT names each event that it has written.

import { openSync, writeSync } from 'node:fs';
import { frameEvents } from '../../storage/log/batch.js';
import { Log } from '../../storage/log/log.js';

const [folder = '', batches, report = ''] = process.argv.slice(2);
/** Of this size every other commit writes several pages in one call. */
const EVENT_BYTES = 300;

const log = Log.open(folder);
const file = openSync(report, 'w');
for (let batch = 0; batch < Number(batches); batch += 1) {
  writeSync(file, `${log.append(1, frameEvents([Buffer.alloc(EVENT_BYTES, batch)]))}\n`);
  log.settle();
}
log.close();
