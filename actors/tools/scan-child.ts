// The child process that scans a log: if the file crashes it, only it dies.

import { writeSync } from 'node:fs';
import type { LogHead } from '../../storage/batch.js';
import { type ScanResult, scan } from '../../storage/scan.js';
import type { Unread } from './scan.js';

/** So long it says nothing at most while it gets on. */
const WORD_MS = 1000;

const [folder = '', every = '1', fromSeq = '1', hash = ''] = process.argv.slice(2);

const from =
  hash === '' ? Number(fromSeq) : { seq: Number(fromSeq) - 1, hash: Buffer.from(hash, 'hex') };
/** Where each batch is told, none is read before the one before it was told. */
const readBytes = every === '1' ? 1 : undefined;

let told = 0;
let toldAt = performance.now();
const seen = ({ seq, hash: seenHash }: LogHead): void => {
  const now = performance.now();
  if (seq - told < Number(every) && now - toldAt < WORD_MS) return;
  told = seq;
  toldAt = now;
  writeSync(1, `${seq} ${seenHash.toString('hex')}\n`);
};

const scanned = (): ScanResult | Unread => {
  try {
    return scan(folder, from, seen, undefined, readBytes);
  } catch (error) {
    return { ok: 'unread', what: (error as Error).message };
  }
};

writeSync(1, `${JSON.stringify(scanned())}\n`);
