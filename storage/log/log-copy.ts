// The log's copy: its batches once more in plain files, from which a damaged log is rebuilt.

import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  writevSync,
} from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readAround } from '../files/failing-disk.js';
import { syncFolder } from '../files/sync.js';
import { BATCH_HEAD, batchOf, hashOf, isIntact, lastSeq, previousHash } from './batch.js';

/** A record: first seq (u64le), length (u32le), then the stored batch. */
export const RECORD_HEAD = 12;
/** At this size a new file is begun; the last file is read whole at start. */
export const COPY_FILE_BYTES = 128 * 1024 * 1024;
/** Bytes that are searched at a time for the record after a damaged one. */
const SEARCH_BYTES = 64 * 1024;
const NAME = /^log-(\d{16})\.seg$/;

const pathsIn = (folder: string, names: readonly string[]): string[] =>
  names
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => join(folder, name));

/** Paths of a folder's copy files, oldest first. */
export const copyFiles = (folder: string): string[] => pathsIn(folder, readdirSync(folder));

/** One batch found in a file of the copy. */
export interface CopyRecord {
  readonly first: number;
  readonly stored: Buffer;
  /** File offsets of the start and the end of its record. */
  readonly at: number;
  readonly end: number;
  /** Did the record's head have a wrong seq, which was corrected? */
  readonly mended: boolean;
}

/** The seq of the first event of a file of the copy. */
export const firstOfCopy = (path: string): number => Number(NAME.exec(basename(path))?.[1]);

/** Name of the file of the copy whose first event has this seq. */
export const copyNameOf = (first: number): string => `log-${String(first).padStart(16, '0')}.seg`;

/** The head of a batch's record. */
export const recordHead = (first: number, stored: Buffer): Buffer => {
  const head = Buffer.alloc(RECORD_HEAD);
  head.writeBigUInt64LE(BigInt(first), 0);
  head.writeUInt32LE(stored.length, 8);
  return head;
};

const readFully = (file: number, length: number, position: number): Buffer | undefined => {
  const bytes = readAround(file, length, position);
  return bytes.length === length ? bytes : undefined;
};

interface FoundRecord {
  /** The seq in the record's head, which has no checksum. */
  readonly named: number;
  readonly stored: Buffer;
}

/** The record at an offset; undefined when there is none, or its batch is damaged. */
const recordAt = (file: number, size: number, at: number): FoundRecord | undefined => {
  const head = readFully(file, RECORD_HEAD, at);
  const length = head?.readUInt32LE(8) ?? 0;
  if (head === undefined || length <= BATCH_HEAD || at + RECORD_HEAD + length > size) return;
  const stored = readFully(file, length, at + RECORD_HEAD);
  if (stored === undefined || !isIntact(stored)) return;
  return { named: Number(head.readBigUInt64LE(0)), stored };
};

/** Is the seq possible after `lost` unreadable bytes? Each byte can hold at most one event. */
const isAfter = (last: number, lost: number, named: number): boolean =>
  named > last && named <= last + lost;

/**
 * The seq of a record's first event; undefined when the record does not fit at its place: after
 * `last`, directly after the batch `before`, or after `lost` unreadable bytes.
 */
const firstEvent = (
  { named, stored }: FoundRecord,
  last: number,
  lost: number,
  before: Buffer | undefined,
): number | undefined => {
  if (lost > 0) return isAfter(last, lost, named) ? named : undefined;
  const isNext = named === last + 1 || before === undefined;
  return isNext || hashOf(before).equals(previousHash(stored)) ? last + 1 : undefined;
};

/** The first offset from `from` on where a record after a gap may begin; else the end. */
const placeAfterGap = (
  file: number,
  size: number,
  gap: { readonly begin: number; readonly from: number },
  last: number,
): number => {
  for (let at = gap.from; at + RECORD_HEAD < size; at += SEARCH_BYTES) {
    const length = Math.min(SEARCH_BYTES + RECORD_HEAD, size - at);
    const bytes = readFully(file, length, at);
    if (bytes === undefined) return size;
    const end = Math.min(SEARCH_BYTES, length - RECORD_HEAD);
    for (let n = 0; n < end; n += 1) {
      const named = bytes.readUInt32LE(n) + bytes.readUInt32LE(n + 4) * 2 ** 32;
      if (isAfter(last, at + n - gap.begin, named)) return at + n;
    }
  }
  return size;
};

/**
 * The intact batches of a copy file in order. Damaged parts are skipped, and the next record is
 * searched after them. Where a record's head has a wrong seq, its position gives the right one.
 */
export function* readCopy(path: string): Generator<CopyRecord> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    let last = firstOfCopy(path) - 1;
    let before: Buffer | undefined;
    let gap: number | undefined;
    for (let at = 0; at + RECORD_HEAD < size; ) {
      const found = recordAt(file, size, at);
      const lost = gap === undefined ? 0 : at - gap;
      const first = found && firstEvent(found, last, lost, before);
      if (found === undefined || first === undefined) {
        gap ??= at;
        before = undefined;
        at = placeAfterGap(file, size, { begin: gap, from: at + 1 }, last);
        continue;
      }
      const { stored, named } = found;
      const end = at + RECORD_HEAD + stored.length;
      yield { first, stored, at, end, mended: named !== first };
      last = lastSeq(batchOf(first, stored));
      before = stored;
      gap = undefined;
      at = end;
    }
  } finally {
    closeSync(file);
  }
}

/** The end of the copy, by its newest file. */
interface CopyEnd {
  /** Seq of the last event before the first gap; 0 = none. */
  readonly last: number;
  /** Offset of the end of that event's record in the file. */
  readonly size: number;
  /** Seq of the last event in the copy; of an empty newest file the seq before its first. */
  readonly end: number;
}

/** The end of the copy of a folder's log; a log with fewer events was cut. */
export const copyEnd = (folder: string): CopyEnd => {
  const path = copyFiles(folder).at(-1);
  if (path === undefined) return { last: 0, size: 0, end: 0 };
  let last = firstOfCopy(path) - 1;
  let end = last;
  let size = 0;
  for (const record of readCopy(path)) {
    end = lastSeq(batchOf(record.first, record.stored));
    if (record.at !== size || record.mended) continue;
    last = end;
    size = record.end;
  }
  return { last, size, end };
};

/** The newest copy file, and its size, as they were last brought to disk. */
export interface SyncedCopy {
  readonly path: string;
  readonly size: number;
}

/**
 * Syncs the newest copy file of a folder to disk, and its name if the file is new since `synced`;
 * does nothing if the file has not grown since. Returns what is on disk now. No call blocks this
 * thread. Older files were synced when the next file was begun. Rejects with errors of the disk.
 */
export const syncCopy = async (
  folder: string,
  synced: SyncedCopy | undefined,
): Promise<SyncedCopy | undefined> => {
  const path = pathsIn(folder, await readdir(folder)).at(-1);
  if (path === undefined) return synced;
  const { size } = await stat(path);
  if (path === synced?.path && size === synced.size) return synced;
  const file = await open(path, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
  if (path !== synced?.path) await syncFolder(folder);
  return { path, size };
};

/**
 * The writer of the copy. A crash leaves an incomplete record, and a power cut may lose any record
 * since the last sync. At start the copy is cut before the first bad record, and the log writes the
 * batches after `last` again.
 */
export class LogCopy {
  #file: number | undefined;
  #size: number;
  #last: number;
  /** Seq of the last known event, before `begin`. */
  readonly end: number;

  constructor(private readonly folder: string) {
    const { last, size, end } = copyEnd(folder);
    this.#last = last;
    this.#size = size;
    this.end = end;
  }

  /** Seq of the last event before the first gap; 0 = none. */
  get last(): number {
    return this.#last;
  }

  /** Truncates the copy after `last`; call it before the first write. */
  begin(): void {
    const path = copyFiles(this.folder).at(-1);
    if (path === undefined) return;
    this.#file = openSync(path, 'a');
    ftruncateSync(this.#file, this.#size);
  }

  /** Appends a stored batch; on return it is in the page cache. Throws when it cannot. */
  write(first: number, stored: Buffer): void {
    if (this.#file === undefined || this.#size >= COPY_FILE_BYTES) this.#next(first);
    const written = writevSync(this.#file as number, [recordHead(first, stored), stored]);
    if (written !== RECORD_HEAD + stored.length) throw new Error('the file of the copy is full');
    this.#size += written;
    this.#last = lastSeq(batchOf(first, stored));
  }

  /** Begins another file, because the newest one is damaged or gone. */
  renew(): void {
    this.#next(this.#last + 1);
  }

  #next(first: number): void {
    this.close();
    this.#file = openSync(join(this.folder, copyNameOf(first)), 'a');
    this.#size = 0;
  }

  sync(): void {
    if (this.#file !== undefined) fdatasyncSync(this.#file);
  }

  /** Syncs and closes. */
  close(): void {
    if (this.#file === undefined) return;
    fdatasyncSync(this.#file);
    closeSync(this.#file);
    this.#file = undefined;
  }
}
