// Compares the files of the log's copy with the log, and writes damaged or missing ones again.

import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  writevSync,
} from 'node:fs';
import { join } from 'node:path';
import { readAround } from '../files/failing-disk.js';
import { syncPath } from '../files/sync.js';
import {
  batchOf,
  faultOf,
  hashOf,
  isIntact,
  type LogHead,
  lastSeq,
  previousHash,
} from './batch.js';
import {
  COPY_FILE_BYTES,
  copyFiles,
  copyNameOf,
  firstOfCopy,
  RECORD_HEAD,
  recordHead,
} from './log-copy.js';
import { DamagedPages, type Stored } from './newest-commit.js';
import { storedFrom } from './scan.js';

/** A part of the copy that differs from the log. */
interface CopyFault {
  /** The first event that differs. */
  readonly seq: number;
  readonly what: string;
  /** Was it written again? */
  readonly mended: boolean;
  /** Is it the newest file, which a running server writes? */
  readonly newest: boolean;
}

/** The result of comparing one file of the copy, or one that is missing. */
export interface CopyPart {
  /** The first event of the next part; 0 = this was the newest. */
  readonly next: number;
  /** The first event that the newest file does not have yet; 0 = it has all, or is not reached. */
  readonly lacks: number;
  /** None = the part equals the log, or the log itself is damaged here. */
  readonly faults: readonly CopyFault[];
}

/** Which differing parts are written again: `all` = the newest, too, while no server writes it. */
type CopyMending = 'nothing' | 'older' | 'all';

/** A part of the copy: its first event, and the first event of the next file, if there is one. */
interface PartSpan {
  readonly from: number;
  readonly upper: number | undefined;
}

/** The batches that a part should have, each checked; returns false where the log is damaged. */
function* batchesOf(folder: string, { from, upper }: PartSpan): Generator<Stored, boolean> {
  let head: LogHead | undefined;
  let bytes = 0;
  try {
    for (const { first, value } of storedFrom(folder, from)) {
      if (upper !== undefined && first >= upper) return true;
      if (bytes >= COPY_FILE_BYTES) return true;
      head ??= { seq: from - 1, hash: previousHash(value) };
      if (faultOf(head, first, value) !== undefined) return false;
      yield { first, value };
      bytes += RECORD_HEAD + value.length;
      head = { seq: lastSeq(batchOf(first, value)), hash: hashOf(value) };
    }
  } catch (error) {
    if (error instanceof DamagedPages) return false;
    throw error;
  }
  // A log that ends before its copy was cut: the copy has the only events.
  return upper === undefined || head?.seq === upper - 1;
}

const isRecord = (file: number, at: number, { first, value }: Stored): boolean => {
  const record = readAround(file, RECORD_HEAD + value.length, at);
  const head = record.subarray(0, RECORD_HEAD);
  return head.equals(recordHead(first, value)) && record.subarray(RECORD_HEAD).equals(value);
};

/** The result of comparing a file with a part of the log. */
interface Compared {
  /** Is the log intact in this part? */
  readonly isKnown: boolean;
  /** The first event that differs; 0 = none. */
  readonly differs: number;
  /** The first event after the end of the newest file; 0 = none. */
  readonly lacks: number;
  /** The first event after the part; does the next file begin with it at the latest? */
  readonly after: number;
  readonly isFull: boolean;
}

const compare = (file: number | undefined, folder: string, span: PartSpan): Compared => {
  const size = file === undefined ? 0 : fstatSync(file).size;
  const batches = batchesOf(folder, span);
  let [at, differs, lacks, after] = [0, 0, 0, span.from];
  let step = batches.next();
  for (; !step.done; step = batches.next()) {
    const stored = step.value;
    // The file is good, and the next one is missing.
    if (span.upper !== undefined && differs === 0 && at > 0 && at === size) {
      return { isKnown: true, differs, lacks, after, isFull: true };
    }
    const end = at + RECORD_HEAD + stored.value.length;
    // The end of the newest file may be unwritten.
    if (span.upper === undefined && end > size) lacks ||= stored.first;
    else if (differs === 0 && (file === undefined || !isRecord(file, at, stored))) {
      differs = stored.first;
    }
    at = end;
    after = lastSeq(batchOf(stored.first, stored.value)) + 1;
    if (lacks > 0) return { isKnown: true, differs, lacks, after, isFull: false };
  }
  if (differs === 0 && size > at && span.upper !== undefined) differs = after;
  return { isKnown: step.value, differs, lacks, after, isFull: at >= COPY_FILE_BYTES };
};

/** Writes a part again; the file gets its name only when it is on disk. */
const write = (folder: string, span: PartSpan): void => {
  const path = join(folder, copyNameOf(span.from));
  const made = `${path}.new`;
  const file = openSync(made, 'w');
  try {
    try {
      for (const { first, value } of batchesOf(folder, span)) {
        const written = writevSync(file, [recordHead(first, value), value]);
        if (written !== RECORD_HEAD + value.length) throw new Error('the disk is full');
      }
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(made, path);
  } catch (error) {
    rmSync(made, { force: true });
    throw error;
  }
  syncPath(folder);
};

const faultOfPart = (
  folder: string,
  span: PartSpan,
  { isThere, differs }: { readonly isThere: boolean; readonly differs: number },
  mending: CopyMending,
): CopyFault => {
  const newest = span.upper === undefined;
  const name = copyNameOf(span.from);
  const what = isThere ? `${name} is not what the log is` : `${name} is missing`;
  const fault = { seq: differs, newest };
  if (mending === 'nothing' || (newest && mending === 'older')) {
    return { ...fault, what, mended: false };
  }
  try {
    write(folder, span);
    return { ...fault, what: `${what}; it was written again`, mended: true };
  } catch (error) {
    const why = (error as Error).message;
    return { ...fault, what: `${what}; it cannot be written again: ${why}`, mended: false };
  }
};

/**
 * The seq of the first event of the log's batch that an event of a file's name is within;
 * undefined = a batch begins with this event, as it should, or the log does not show it.
 */
const batchAround = (folder: string, event: number): number | undefined => {
  try {
    const [stored] = storedFrom(folder, event);
    if (stored === undefined || stored.first >= event || !isIntact(stored.value)) return undefined;
    const { first, value } = stored;
    return lastSeq(batchOf(first, value)) >= event ? first : undefined;
  } catch (error) {
    if (error instanceof DamagedPages) return undefined;
    throw error;
  }
};

/**
 * The fault of a file whose name is within a batch: no part begins there, and its records would be
 * numbered by its name. It is removed where the log is intact over all that it can have.
 */
const faultOfStray = (
  folder: string,
  event: number,
  { around, upper }: { readonly around: number; readonly upper: number | undefined },
  mending: CopyMending,
): CopyFault => {
  const newest = upper === undefined;
  const what = `${copyNameOf(event)} begins within the batch of event ${around}`;
  const batches = batchesOf(folder, { from: around, upper });
  let step = newest || mending === 'nothing' ? undefined : batches.next();
  while (step?.done === false) step = batches.next();
  if (step?.value !== true) return { seq: event, what, mended: false, newest };
  rmSync(join(folder, copyNameOf(event)));
  syncPath(folder);
  return { seq: event, what: `${what}; it was removed`, mended: true, newest };
};

/** The files of the copy whose names are above an event: by the log, and those that are not. */
const filesAbove = (folder: string, firsts: readonly number[], from: number) => {
  const strays: { readonly event: number; readonly around: number }[] = [];
  for (const event of firsts.filter((first) => first > from)) {
    const around = batchAround(folder, event);
    if (around === undefined) return { upper: event, strays };
    strays.push({ event, around });
  }
  return { upper: undefined, strays };
};

/**
 * Compares the part of the copy that begins with the event `from`, one file or one that is missing,
 * with the log, batch by batch; the first part begins with event 1. Files whose names are within a
 * batch are reported with the part in which they lie. A file is written again only where the log is
 * intact over the whole part, so that no good copy is lost. Throws when the log cannot be read.
 */
export const checkCopyPart = (folder: string, from: number, mending: CopyMending): CopyPart => {
  const firsts = copyFiles(folder).map(firstOfCopy);
  const isThere = firsts.includes(from);
  const { upper, strays } = filesAbove(folder, firsts, from);
  const span = { from, upper };
  const faultsBelow = (next: number): CopyFault[] =>
    strays
      .filter(({ event }) => next === 0 || event < next)
      .map(({ event, around }) => {
        const following = firsts.find((first) => first > event);
        return faultOfStray(folder, event, { around, upper: following }, mending);
      });
  if (!isThere && upper === undefined) {
    const { done } = batchesOf(folder, span).next();
    return { next: 0, lacks: done ? 0 : from, faults: faultsBelow(0) };
  }
  const file = isThere ? openSync(join(folder, copyNameOf(from)), 'r') : undefined;
  let found: Compared;
  try {
    found = compare(file, folder, span);
  } finally {
    if (file !== undefined) closeSync(file);
  }
  const { isKnown, differs, lacks, isFull } = found;
  const next = isKnown && isFull ? found.after : (upper ?? 0);
  const differing = isKnown && differs > 0;
  const own = differing ? [faultOfPart(folder, span, { isThere, differs }, mending)] : [];
  return { next, lacks, faults: [...own, ...faultsBelow(next)] };
};

/** The first event that the newest file of the copy, or a missing copy, lacks; 0 = it has all. */
export const copyLacks = (folder: string): number => {
  const newest = copyFiles(folder).at(-1);
  let part = checkCopyPart(folder, newest === undefined ? 1 : firstOfCopy(newest), 'nothing');
  // A full file may be the newest one only because the file after it is gone.
  while (part.lacks === 0 && part.next > 0) part = checkCopyPart(folder, part.next, 'nothing');
  return part.lacks;
};

/** The faults of all files of the copy, oldest first; `mending` as for a part. */
export function* copyFaults(folder: string, mending: CopyMending): Generator<CopyFault> {
  for (let from = 1; from > 0; ) {
    const { next, faults } = checkCopyPart(folder, from, mending);
    yield* faults;
    from = next;
  }
}
