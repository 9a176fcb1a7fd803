// A child process that appends to a log for ever and says which seq it has reached.

import { writeSync } from 'node:fs';
import { frameEvents } from '../../../storage/log/batch.js';
import { Log } from '../../../storage/log/log.js';

const log = Log.open(process.argv[2] as string);
for (;;) {
  const first = log.head().seq + 1;
  log.append(2, frameEvents([first, first + 1].map((seq) => Buffer.from(`event ${seq}`))));
  writeSync(1, `${log.head().seq}\n`);
}
