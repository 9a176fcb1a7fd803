// The child process that gives out the good beginning of a log: only it dies of a damaged file.

import { writeSync } from 'node:fs';
import { storedFrom } from '../../storage/scan.js';

const [folder = '', last = '0'] = process.argv.slice(2);

const writeAll = (bytes: Buffer): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
};

const length = Buffer.alloc(4);
for (const { first, value } of storedFrom(folder, 1, 1)) {
  length.writeUInt32LE(value.length);
  writeAll(length);
  writeAll(value);
  if (first + value.readUInt32LE(4) - 1 >= Number(last)) break;
}
