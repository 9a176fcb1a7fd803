// The child process that writes a log, of which the disk is made to fail: it ends at the failure.
//
//   node log-calls-child.js FOLDER BATCHES
//
// A line tells each event that it has written, and when.

import { writeSync } from 'node:fs';
import { frameEvents } from '../../storage/batch.js';
import { Log } from '../../storage/log.js';

const [folder = '', batches] = process.argv.slice(2);
/** Of this size every other commit writes several pages in one call. */
const EVENT_BYTES = 300;
const PRINTER = 1;

const log = Log.open(folder);
for (let batch = 0; batch < Number(batches); batch += 1) {
  const seq = log.append(1, frameEvents([Buffer.alloc(EVENT_BYTES, batch)]));
  writeSync(PRINTER, `${seq} ${Date.now()}\n`);
  log.settle();
}
log.close();
