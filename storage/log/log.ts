// The log: all events of the server in batches chained by hash, in LMDB files that are never
// deleted.

import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { refuseMap } from '../files/address-space.js';
import { bytesText, diskSpaceNow } from '../files/disk-space.js';
import { syncPath } from '../files/sync.js';
import {
  BATCH_BYTES_MAX,
  BATCH_HEAD,
  type Batch,
  batchOf,
  EMPTY_HEAD,
  faultOf,
  hashOf,
  isIntact,
  type LogHead,
  lastSeq,
  previousHash,
  sealBatch,
} from './batch.js';
import { LogCopy } from './log-copy.js';
import { completePages, DamagedPages, LogPages, type Stored, undoCommit } from './newest-commit.js';
import { RecentBatches } from './recent-batches.js';

/** At this size a new file is begun. */
const ROTATE_BYTES = 4 * 1024 ** 3;
/** Bytes in one commit of a copy. */
const COPY_BYTES = 8 * 1024 * 1024;
const PAGE = 4096;
const NAME = /^log-(\d{16})\.mdb$/;

/** Name of the log file whose first event has this seq. */
export const nameOf = (first: number): string => `log-${String(first).padStart(16, '0')}.mdb`;

/** First seqs of a folder's log files, oldest first. */
export const logFiles = (folder: string): number[] =>
  readdirSync(folder)
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);

const missing = (seq: number): Error => new Error(`the log does not hold event ${seq}`);

/** The writer of one LMDB file of the log; for the server and for commands that make a new log. */
export class LogFile {
  readonly #env: RootDatabase<Buffer, number>;
  /** The same file, to sync it: LMDB would sync twice, a commit's pages and then its meta page. */
  readonly #file: number;
  #isFailed = false;

  /**
   * Opens a file, and creates it if missing. No other process may have it open, not even for
   * reading (newest-commit.ts says why, and reads the file), and nothing may have been written to
   * the file since its creation: LMDB crashes on a damaged file, or overwrites intact data. Throws
   * ENOMEM when the address space has no room for the map.
   */
  constructor(path: string, mapSize: number) {
    refuseMap(mapSize);
    this.#env = open<Buffer, number>({
      path,
      mapSize,
      encoding: 'binary',
      noSubdir: true,
      overlappingSync: false,
      noSync: true,
    });
    this.#file = openSync(path, 'r+');
  }

  /**
   * Writes stored batches in one commit; durable on return. One sync is enough: after a power cut
   * `LogPages` leaves out the parts of an unfinished commit not on disk. Throws when the
   * commit fails.
   */
  put(...batches: readonly Stored[]): void {
    this.#isFailed = true;
    let missed: Stored | undefined;
    this.#env.transactionSync(() => {
      // Typed as void, but it returns false when the key is not above all others, which does not
      // throw.
      const isPut = ({ first, value }: Stored): unknown =>
        this.#env.putSync(first, value, { append: true });
      missed = batches.find((batch) => isPut(batch) !== true);
    });
    if (missed !== undefined) throw new Error(`the log did not take batch ${missed.first}`);
    try {
      fdatasyncSync(this.#file);
    } catch (error) {
      undoCommit(this.#file);
      throw error;
    }
    this.#isFailed = false;
  }

  /**
   * Closes the file, whose newest commit is complete unless it failed; durable on return. Throws
   * when the disk fails.
   */
  close(): void {
    // It closes synchronously; the promise of lmdb concerns only asynchronous writes.
    void this.#env.close();
    try {
      if (!this.#isFailed) completePages(this.#file);
    } finally {
      closeSync(this.#file);
    }
  }
}

/**
 * The stored batches of a file up to its newest one now, in portions for one commit of a copy each.
 */
function* commitsOf(from: string, pages: LogPages): Generator<Stored[]> {
  const last = pages.newest()?.first ?? 0;
  if (last === 0) return;
  let batches: Stored[] = [];
  let bytes = 0;
  for (const batch of pages.from(1)) {
    batches.push(batch);
    bytes += batch.value.length;
    if (batch.first >= last) return yield batches;
    if (bytes < COPY_BYTES) continue;
    yield batches;
    batches = [];
    bytes = 0;
  }
  throw new DamagedPages(`${from} ends before its newest batch, ${last}`);
}

/** Writes batches to a file; reports a full disk, which LMDB does not. */
const putCopies = (made: LogFile, path: string, batches: readonly Stored[]): void => {
  try {
    made.put(...batches);
  } catch (error) {
    const needed = batches.reduce((sum, { value }) => sum + value.length, 0);
    const { free } = diskSpaceNow(dirname(path));
    if (free >= needed) throw error;
    const room = `${bytesText(free)} are free, ${bytesText(needed)} are needed at least`;
    throw Object.assign(new Error(room), { code: 'ENOSPC' });
  }
};

/**
 * Copies a file of a log while a server may write it; durable on return. The newest batch may still
 * be uncommitted. Throws `DamagedPages` when the file is damaged, and `ENOSPC` on a full disk.
 */
export const copyLogFile = (from: string, to: string): void => {
  const pages = new LogPages(from);
  const made = new LogFile(to, 2 * statSync(from).size + BATCH_BYTES_MAX);
  try {
    for (const batches of commitsOf(from, pages)) putCopies(made, to, batches);
  } finally {
    made.close();
    pages.close();
  }
  rmSync(`${to}-lock`, { force: true });
};

/** Creates an empty file. It gets its name only when it is complete; durable with its folder. */
const createFile = (folder: string, first: number, mapSize: number, step: () => void): void => {
  const made = join(folder, 'new.mdb');
  rmSync(made, { force: true });
  new LogFile(made, mapSize).close();
  step();
  renameSync(made, join(folder, nameOf(first)));
  rmSync(`${made}-lock`, { force: true });
  syncPath(folder);
  step();
};

/** Options of a log; the defaults are for production. */
export interface LogOptions {
  readonly mapSize?: number;
  readonly rotateBytes?: number | undefined;
  /** Called while a file is created: when it is complete, and when it has its name. */
  readonly atFileStep?: () => void;
}

/**
 * The log of a folder. One thread of one process opens it for writing, always into a new file: LMDB
 * trusts the content of an existing file, and damage there could cost intact batches. After any
 * exception of `append` the disk must not be trusted: the caller ends the process.
 */
export class Log {
  readonly #mapSize: number;
  readonly #rotateBytes: number;
  readonly #atFileStep: () => void;
  readonly #copy: LogCopy;
  readonly #recent = new RecentBatches();
  #files: number[];
  /** The file that this log writes. */
  #ownFile = 0;
  #current: LogFile;
  #reading: { readonly first: number; readonly pages: LogPages } | undefined;
  #head: LogHead = EMPTY_HEAD;
  /** The newest batch while its hash and its copy are still to be made. */
  #unsettled: Stored | undefined;
  #bytes = 0;
  #room = Buffer.allocUnsafeSlow(1024 * 1024);

  private constructor(
    private readonly folder: string,
    options: LogOptions,
  ) {
    this.#rotateBytes = options.rotateBytes ?? ROTATE_BYTES;
    this.#mapSize = options.mapSize ?? 2 * this.#rotateBytes + BATCH_BYTES_MAX;
    this.#atFileStep = options.atFileStep ?? (() => {});
    mkdirSync(folder, { recursive: true });
    this.#files = logFiles(folder);
    const isNew = this.#files.length === 0;
    this.#head = this.#findHead();
    // A server that was killed had perhaps not synced its last commit, which is built on now.
    for (const first of this.#files.slice(-2)) syncPath(this.#path(first));
    this.#copy = new LogCopy(folder);
    this.#fillCopy();
    this.#current = this.#begin();
    if (isNew) syncPath(dirname(folder));
  }

  /**
   * Opens the log of a folder, making it when there is none. Throws when its newest batch is
   * damaged, or missing beside the copy; `scan` (scan.ts) checks the whole log.
   */
  static open(folder: string, options: LogOptions = {}): Log {
    return new Log(folder, options);
  }

  /** Seq of the last event (0 = empty), and the hash for the next batch. */
  head(): LogHead {
    this.settle();
    return this.#head;
  }

  /**
   * Appends a batch and returns the seq of its first event; durable on return. `events` are `count`
   * frames (u32le length, packed event) in one or more pieces; they are copied, so they may be in
   * shared memory. Throws when the commit fails.
   */
  append(count: number, events: Uint8Array | readonly Uint8Array[]): number {
    this.settle();
    const parts = events instanceof Uint8Array ? [events] : events;
    const stored = this.#gather(parts);
    sealBatch(stored, count, this.#head.hash);
    if (this.#bytes >= this.#rotateBytes) this.#rotate();
    const first = this.#head.seq + 1;
    const batch = { first, value: stored };
    this.#current.put(batch);
    this.#unsettled = batch;
    this.#bytes += Math.ceil(stored.length / PAGE) * PAGE;
    return first;
  }

  /**
   * Does the postponed work of the newest append: its copies, and its hash for the next batch. Call
   * it when the answers that waited for the commit were sent; otherwise the next append does it.
   */
  settle(): void {
    if (this.#unsettled === undefined) return;
    const { first, value } = this.#unsettled;
    this.#unsettled = undefined;
    this.#copy.write(first, value);
    this.#recent.add({ first, value });
    this.#head = { seq: lastSeq(batchOf(first, value)), hash: hashOf(value) };
  }

  /**
   * Batches with events after `afterSeq`, oldest first, until they exceed `maxBytes`: at least one
   * if there is one, none at the end of the log. The first may begin at or before `afterSeq`
   * (`eventsOf(batch, afterSeq)` skips). They are valid until the next `append`. Throws on a
   * damaged batch, and where the next event is missing.
   */
  read(afterSeq: number, maxBytes: number): Batch[] {
    if (afterSeq >= this.head().seq) return [];
    const batches: Batch[] = [];
    let bytes = 0;
    for (const { first, value } of this.#recent.from(afterSeq + 1) ?? this.#stored(afterSeq + 1)) {
      batches.push(batchOf(first, value));
      bytes += value.length;
      if (bytes >= maxBytes) break;
    }
    // A reader that continues from the same position would never end.
    if (batches[0] === undefined || lastSeq(batches[0]) <= afterSeq) throw missing(afterSeq + 1);
    return batches;
  }

  /** Begins another file of the copy, so that the one that is written can be written again. */
  renewCopy(): void {
    this.settle();
    this.#copy.renew();
  }

  /** Closes all files. */
  close(): void {
    this.settle();
    this.#reading?.pages.close();
    this.#current.close();
    this.#copy.close();
  }

  /** The batches of a file from the one that contains `seq` on, checked. */
  *#stored(seq: number): Generator<Stored> {
    const file = this.#files.findLast((first) => first <= seq);
    if (file === undefined) throw missing(seq);
    for (const stored of this.#pagesOf(file).from(seq)) {
      if (!isIntact(stored.value)) throw new Error(`batch ${stored.first} of the log is damaged`);
      yield stored;
    }
  }

  #path(first: number): string {
    return join(this.folder, nameOf(first));
  }

  #pagesOf(first: number): LogPages {
    if (this.#reading?.first === first) return this.#reading.pages;
    this.#reading?.pages.close();
    const isOwn = first === this.#ownFile;
    this.#reading = { first, pages: new LogPages(this.#path(first), isOwn) };
    return this.#reading.pages;
  }

  #findHead(): LogHead {
    // The newest file is empty if nothing was written after it was created.
    const newest = this.#newestOf(-1) ?? this.#newestOf(-2);
    if (newest === undefined) return EMPTY_HEAD;
    if (!isIntact(newest.value)) throw new Error(`batch ${newest.first} of the log is damaged`);
    return { seq: lastSeq(batchOf(newest.first, newest.value)), hash: hashOf(newest.value) };
  }

  #newestOf(file: number): Stored | undefined {
    const first = this.#files.at(file);
    return first === undefined ? undefined : this.#pagesOf(first).newest();
  }

  #fillCopy(): void {
    if (this.#copy.end > this.#head.seq) {
      const { end } = this.#copy;
      throw new Error(`the log ends at ${this.#head.seq} but its copy at ${end}: it was cut`);
    }
    const { last } = this.#copy;
    // Batches of the copy after a gap are replaced by these, which may be the only good copy.
    let head: LogHead | undefined;
    for (const { first, value } of this.#allAfter(last)) {
      head ??= { seq: last, hash: previousHash(value) };
      const fault = faultOf(head, first, value);
      if (fault !== undefined) {
        const damage = `the log is damaged at event ${first}: ${fault}`;
        throw new Error(`${damage}; brokerd verify shows what is lost`);
      }
      head = { seq: lastSeq(batchOf(first, value)), hash: hashOf(value) };
    }
    this.#copy.begin();
    for (const { first, value } of this.#allAfter(last)) this.#copy.write(first, value);
  }

  *#allAfter(seq: number): Generator<Stored> {
    const begin = this.#files.findLastIndex((file) => file <= seq + 1);
    for (const file of this.#files.slice(begin)) {
      for (const stored of this.#pagesOf(file).from(seq + 1)) {
        if (stored.first > seq) yield stored;
      }
    }
  }

  #gather(parts: readonly Uint8Array[]): Buffer {
    let length = BATCH_HEAD;
    for (const part of parts) length += part.length;
    if (length > BATCH_BYTES_MAX) throw new Error(`a batch of ${length} bytes is too large`);
    if (length > this.#room.length) this.#room = Buffer.allocUnsafeSlow(2 * length);
    let at = BATCH_HEAD;
    for (const part of parts) {
      this.#room.set(part, at);
      at += part.length;
    }
    return this.#room.subarray(0, length);
  }

  #rotate(): void {
    this.#current.close();
    this.#current = this.#begin();
  }

  /** Creates the file for the next batches; it replaces an empty one. */
  #begin(): LogFile {
    const first = this.#head.seq + 1;
    this.#reading?.pages.close();
    this.#reading = undefined;
    createFile(this.folder, first, this.#mapSize, this.#atFileStep);
    this.#files = [...this.#files.filter((file) => file < first), first];
    this.#bytes = 0;
    this.#ownFile = first;
    return new LogFile(this.#path(first), this.#mapSize);
  }
}
