// The child process that verifies parts of the log and of its copy, at the lowest priority.

import { createInterface } from 'node:readline';
import { checkCopyPart } from '../../storage/log/copy-check.js';
import { scan } from '../../storage/log/scan.js';
import { LEFTOVER, schedule } from '../shared/scheduling.js';

const [folder = ''] = process.argv.slice(2);

// Nothing waits for its results, so it gets only processor time that orders leave.
schedule(LEFTOVER);
// A signal to the process group is meant for the server, which then ends this process.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});

// Each line of input asks for a part; the end of input means that the server has ended.
for await (const line of createInterface(process.stdin)) {
  const [what, ...numbers] = line.split(' ');
  const [fromSeq = 1, bytesMax] = numbers.map(Number);
  const result =
    what === 'copy' ? checkCopyPart(folder, fromSeq, 'older') : scan(folder, fromSeq, bytesMax);
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
