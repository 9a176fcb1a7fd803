// The child process that scans a log: if the file crashes it, only it dies.

import { writeSync } from 'node:fs';
import type { LogHead } from '../../storage/batch.js';
import { scan } from '../../storage/scan.js';

/** So long it says nothing at most while it gets on. */
const WORD_MS = 1000;

const [folder = '', fromSeq = '1', every = '1'] = process.argv.slice(2);

/** Where each batch is told, none is read before the one before it was told. */
const readBytes = every === '1' ? 1 : undefined;

let told = 0;
let toldAt = performance.now();
const seen = ({ seq, hash }: LogHead): void => {
  const now = performance.now();
  if (seq - told < Number(every) && now - toldAt < WORD_MS) return;
  told = seq;
  toldAt = now;
  writeSync(1, `${seq} ${hash.toString('hex')}\n`);
};
const result = scan(folder, Number(fromSeq), seen, undefined, readBytes);
writeSync(1, `${JSON.stringify(result)}\n`);
