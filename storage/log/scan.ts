// The scan: checks every batch of the log by `faultOf` of `batch.ts`, and that each continues the
// one before it.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isLimited } from '../files/address-space.js';
import {
  batchOf,
  EMPTY_HEAD,
  faultOf,
  hashOf,
  type LogHead,
  lastSeq,
  previousHash,
} from './batch.js';
import { logFiles, nameOf } from './log.js';
import { copyEnd } from './log-copy.js';
import { LogPages, type Stored } from './newest-commit.js';

/** The end of a complete log, or the first bad event and the reason. */
export type ScanResult =
  | {
      readonly ok: true;
      /** Seq of the last event; 0 = the log is empty. */
      readonly last: number;
      /** Hash of the last stored batch, in hex. */
      readonly hash: string;
      /** Bytes of the batches checked. */
      readonly bytes: number;
    }
  | {
      readonly ok: false;
      readonly seq: number;
      /** Hash of the last good batch in hex, which the batch of the bad event should contain. */
      readonly hash: string;
      readonly what: string;
    };

const pagesOf = (folder: string, first: number): LogPages =>
  new LogPages(join(folder, nameOf(first)));

/** Index of the file with the newest batch not above `seq`; only the last file can be empty. */
const holderOf = (folder: string, files: readonly number[], seq: number): number => {
  const at = Math.max(
    files.findLastIndex((first) => first <= seq),
    0,
  );
  const first = files[at];
  if (first === undefined || at === 0) return at;
  const file = pagesOf(folder, first);
  const empty = file.newest() === undefined;
  file.close();
  return empty ? at - 1 : at;
};

/** Seq of the last event in the log's newest batch, unchecked; 0 = none. */
const logEnd = (folder: string): number => {
  const files = logFiles(folder);
  const first = files[holderOf(folder, files, Number.POSITIVE_INFINITY)];
  if (first === undefined) return 0;
  const file = pagesOf(folder, first);
  const newest = file.newest();
  file.close();
  return newest === undefined ? 0 : lastSeq(batchOf(newest.first, newest.value));
};

/**
 * The stored batches of a folder's log from the one that contains `fromSeq` on, unchecked and read
 * lazily. Throws where the log cannot be read.
 */
export function* storedFrom(folder: string, fromSeq: number): Generator<Stored> {
  const files = logFiles(folder);
  for (const first of files.slice(holderOf(folder, files, fromSeq))) {
    const file = pagesOf(folder, first);
    try {
      yield* file.from(fromSeq);
    } finally {
      file.close();
    }
  }
}

type LogFault = Extract<ScanResult, { ok: false }>;

const faultAfter = ({ seq, hash }: LogHead, what: string): LogFault => ({
  ok: false,
  seq: seq + 1,
  hash: hash.toString('hex'),
  what,
});

/** The first and the last batch of a file; undefined in one that is empty. */
const endsOf = (folder: string, file: number): readonly [Stored, Stored] | undefined => {
  // A file of 0 bytes has not even meta pages.
  if (statSync(join(folder, nameOf(file))).size === 0) return undefined;
  const opened = pagesOf(folder, file);
  try {
    const [oldest] = opened.from(1);
    const newest = opened.newest();
    return oldest && newest && [oldest, newest];
  } finally {
    opened.close();
  }
};

/**
 * The first place where the log's files do not continue each other; their content is not checked.
 */
const seamFault = (folder: string): LogFault | undefined => {
  const files = logFiles(folder);
  let head: LogHead = EMPTY_HEAD;
  for (const file of files) {
    const isNext = file === head.seq + 1;
    if (!isNext) return faultAfter(head, `batch ${file} stands where ${head.seq + 1} should`);
    const ends = endsOf(folder, file);
    if (ends === undefined) {
      return file === files.at(-1) ? undefined : faultAfter(head, 'its file is empty');
    }
    const [oldest, newest] = ends;
    const fault = faultOf(head, oldest.first, oldest.value);
    if (fault !== undefined) return faultAfter(head, fault);
    head = { seq: lastSeq(batchOf(newest.first, newest.value)), hash: hashOf(newest.value) };
  }
  return undefined;
};

/** Errors of missing resources or permissions: they do not mean that the log is damaged. */
const NOT_OURS = ['EMFILE', 'ENFILE', 'ENOMEM', 'EACCES', 'EPERM'] as const;

/** Is the machine the cause of the error, and not the log? */
const isOfMachine = (error: unknown): boolean => {
  const { code } = error as { readonly code?: unknown };
  if (NOT_OURS.some((known) => known === code)) return true;
  // A buffer that cannot be allocated.
  return error instanceof RangeError && isLimited();
};

/**
 * Checks the log of a folder from the batch that holds a seq on: keys without gaps, checksums,
 * events that fill their batch, the chain of hashes, and the end against the end of the copy;
 * before that batch, that each file continues the file before it. After about `bytesMax` bytes it
 * stops, and the last seq is the part's last. Throws when memory, files or permissions for
 * reading are missing.
 */
export const scan = (
  folder: string,
  from: number,
  bytesMax = Number.POSITIVE_INFINITY,
): ScanResult => {
  const fromSeq = Math.max(from, 1);
  let head = EMPTY_HEAD;
  let bytes = 0;
  const bad = (what: string): ScanResult => {
    const seq = bytes === 0 ? fromSeq : head.seq + 1;
    return { ok: false, seq, hash: head.hash.toString('hex'), what };
  };
  try {
    const seam = fromSeq > 1 ? seamFault(folder) : undefined;
    if (seam !== undefined) return seam;
    for (const { first, value } of storedFrom(folder, fromSeq)) {
      // The hash before the checked part is taken from the first batch.
      if (bytes === 0 && fromSeq > 1) {
        head = { seq: Math.min(first, fromSeq) - 1, hash: previousHash(value) };
      }
      const fault = faultOf(head, first, value);
      if (fault !== undefined) return bad(fault);
      head = { seq: lastSeq(batchOf(first, value)), hash: hashOf(value) };
      bytes += value.length;
      if (bytes >= bytesMax) break;
    }
    if (bytes < bytesMax) {
      // A batch is copied after its commit, so the log read later holds at least as much.
      const { end: copied } = copyEnd(folder);
      if (head.seq < copied && logEnd(folder) < copied) {
        return bad(`it is gone; the copy ends at ${copied}`);
      }
    }
  } catch (error) {
    if (isOfMachine(error)) throw error;
    return bad(`cannot be read: ${(error as Error).message}`);
  }
  return { ok: true, last: head.seq, hash: head.hash.toString('hex'), bytes };
};
