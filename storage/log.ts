// The log: every event of the server, in batches chained by hash, in LMDB files kept for good.

import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { refuseMap } from './address-space.js';
import {
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
import { Shadow } from './shadow.js';
import { syncPath } from './sync.js';

/** A file is followed by the next at this size. */
export const ROTATE_BYTES = 4 * 1024 ** 3;
/** A batch larger than this is refused; the rings are far smaller. */
export const BATCH_BYTES_MAX = 256 * 1024 * 1024;
const PAGE = 4096;
const NAME = /^log-(\d{16})\.mdb$/;

/** Name of the log file that begins with an event. */
export const nameOf = (first: number): string => `log-${String(first).padStart(16, '0')}.mdb`;

/** First seqs of a folder's log files, oldest first. */
export const logFiles = (folder: string): number[] =>
  readdirSync(folder)
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);

/** A stored batch under its key. */
export interface Stored {
  readonly first: number;
  readonly value: Buffer;
}

const missing = (seq: number): Error => new Error(`the log does not hold event ${seq}`);

/** One LMDB file of the log. Reads copy; each call sees the newest commit. */
export class LogFile {
  readonly #env: RootDatabase<Buffer, number>;

  /**
   * Opens a file; for reading only it must exist. A damaged file may crash the process. Throws
   * ENOMEM when the address space has no room for the map.
   */
  constructor(path: string, mapSize: number, readOnly: boolean) {
    refuseMap(mapSize);
    this.#env = open<Buffer, number>({
      path,
      mapSize,
      readOnly,
      encoding: 'binary',
      noSubdir: true,
      overlappingSync: false,
      maxReaders: 32,
    });
  }

  /** Puts one stored batch; durable on return. Throws on any failure of the commit. */
  put(first: number, value: Buffer): void {
    let put: unknown;
    this.#env.transactionSync(() => {
      // Typed as void, but false where the key is not above all others: that does not throw.
      put = this.#env.putSync(first, value, { append: true });
    });
    if (put !== true) throw new Error(`the log did not take batch ${first}`);
  }

  /** The newest stored batch; undefined in an empty file. */
  newest(): Stored | undefined {
    const [entry] = this.#range({ reverse: true, limit: 1 });
    return entry;
  }

  /** The key of the batch that holds an event, or of the newest one before it. */
  keyOf(seq: number): number | undefined {
    this.#env.resetReadTxn();
    const [key] = this.#env.getKeys({ start: seq, reverse: true, limit: 1 });
    this.#env.resetReadTxn();
    return key;
  }

  /** Stored batches from a key on, until `maxBytes` are passed; at least one if there is one. */
  from(first: number, maxBytes: number): Stored[] {
    const found: Stored[] = [];
    let bytes = 0;
    for (const entry of this.#range({ start: first })) {
      found.push(entry);
      bytes += entry.value.length;
      if (bytes >= maxBytes) break;
    }
    return found;
  }

  *#range(options: { start?: number; reverse?: boolean; limit?: number }): Generator<Stored> {
    this.#env.resetReadTxn();
    try {
      for (const { key, value } of this.#env.getRange(options)) yield { first: key, value };
    } finally {
      // A snapshot kept open would stop the file's pages from being used again.
      this.#env.resetReadTxn();
    }
  }

  /** Copies the file as it stands at its newest commit, while others may write it. */
  async copyTo(path: string): Promise<void> {
    await this.#env.backup(path, false);
    syncPath(path);
  }

  /** Frees what processes that were killed while they read still hold of the file. */
  freeDeadReaders(): void {
    this.#env.readerCheck();
  }

  /** Closes at once; the promise of lmdb only tells of writes of its other kind. */
  close(): void {
    void this.#env.close();
  }
}

/** Makes an empty file under a name that only whole files bear, durable with its folder. */
const createFile = (folder: string, first: number, mapSize: number, step: () => void): void => {
  const made = join(folder, 'new.mdb');
  rmSync(made, { force: true });
  new LogFile(made, mapSize, false).close();
  syncPath(made);
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
  /** Called while a file is made: when it is whole, and when it bears its name. */
  readonly atFileStep?: () => void;
}

/**
 * The log of a folder. One thread of one process opens it for writing. Any exception of `append`
 * means that the disk can no longer be trusted: the caller ends the process.
 */
export class Log {
  readonly #folder: string;
  readonly #mapSize: number;
  readonly #rotateBytes: number;
  readonly #atFileStep: () => void;
  readonly #shadow: Shadow;
  #files: number[];
  #current: LogFile;
  #older: { readonly first: number; readonly file: LogFile } | undefined;
  #head: LogHead = EMPTY_HEAD;
  /** The newest batch while its hash and its shadow are still to be made. */
  #unsettled: Stored | undefined;
  #bytes: number;
  #room = Buffer.allocUnsafeSlow(1024 * 1024);

  private constructor(folder: string, options: LogOptions) {
    this.#folder = folder;
    this.#rotateBytes = options.rotateBytes ?? ROTATE_BYTES;
    this.#mapSize = options.mapSize ?? 2 * this.#rotateBytes + BATCH_BYTES_MAX;
    this.#atFileStep = options.atFileStep ?? (() => {});
    mkdirSync(folder, { recursive: true });
    this.#files = logFiles(folder);
    if (this.#files.length === 0) {
      createFile(folder, 1, this.#mapSize, this.#atFileStep);
      syncPath(dirname(folder));
      this.#files = [1];
    }
    this.#current = this.#open(this.#newestFile, false);
    this.#bytes = statSync(this.#path(this.#newestFile)).size;
    this.#head = this.#findHead();
    this.#shadow = new Shadow(folder);
    this.#fillShadow();
  }

  /**
   * Opens the log of a folder, making it when there is none. Throws when its newest batch is
   * damaged; `scanInChild` (actors/tools/scan.ts) looks first, since a damaged file can crash.
   */
  static open(folder: string, options: LogOptions = {}): Log {
    return new Log(folder, options);
  }

  /** Seq of the last event (0 = empty) and the hash that the next batch will name. */
  head(): LogHead {
    this.settle();
    return this.#head;
  }

  /**
   * Appends a batch and answers the seq of its first event; durable on return. `events` are
   * frames (u32le length, packed event), in one piece or in several, `count` in number; they are
   * copied, so they may lie in shared memory. Throws when the commit fails.
   */
  append(count: number, events: Uint8Array | readonly Uint8Array[]): number {
    this.settle();
    const parts = events instanceof Uint8Array ? [events] : events;
    const stored = this.#gather(parts);
    sealBatch(stored, count, this.#head.hash);
    if (this.#bytes >= this.#rotateBytes) this.#rotate();
    const first = this.#head.seq + 1;
    this.#current.put(first, stored);
    this.#unsettled = { first, value: stored };
    this.#bytes += Math.ceil(stored.length / PAGE) * PAGE;
    return first;
  }

  /**
   * Does what the newest append left: its shadow, and its hash for the next batch. To be called
   * when the answers that waited for the commit have left; the next append does it otherwise.
   */
  settle(): void {
    if (this.#unsettled === undefined) return;
    const { first, value } = this.#unsettled;
    this.#unsettled = undefined;
    this.#shadow.write(first, value);
    this.#head = { seq: lastSeq(batchOf(first, value)), hash: hashOf(value) };
  }

  /**
   * Batches that hold events after `afterSeq`, oldest first, until `maxBytes` are passed; at
   * least one when there is one, none at the end of the log. The first may begin at or before
   * `afterSeq` (`eventsOf(batch, afterSeq)` skips). Throws on a batch that is damaged, and where
   * the next event is missing.
   */
  read(afterSeq: number, maxBytes: number): Batch[] {
    if (afterSeq >= this.head().seq) return [];
    const first = this.#files.findLast((file) => file <= afterSeq + 1);
    if (first === undefined) throw missing(afterSeq + 1);
    const file = this.#fileOf(first);
    const start = file.keyOf(afterSeq + 1) ?? first;
    const batches = file.from(start, maxBytes).map(({ first: seq, value }) => {
      if (!isIntact(value)) throw new Error(`batch ${seq} of the log is damaged`);
      return batchOf(seq, value);
    });
    // Who reads on from what he has would do so for ever.
    if (batches[0] === undefined || lastSeq(batches[0]) <= afterSeq) throw missing(afterSeq + 1);
    return batches;
  }

  /**
   * Frees the pages that killed readers hold: from then on the file would grow by all that a commit
   * replaces, some fifty times as fast. To be called now and then.
   */
  freeDeadReaders(): void {
    this.#current.freeDeadReaders();
  }

  /** Closes all files. */
  close(): void {
    this.settle();
    this.#older?.file.close();
    this.#current.close();
    this.#shadow.close();
  }

  get #newestFile(): number {
    return this.#files.at(-1) as number;
  }

  #path(first: number): string {
    return join(this.#folder, nameOf(first));
  }

  #open(first: number, readOnly: boolean): LogFile {
    return new LogFile(this.#path(first), this.#mapSize, readOnly);
  }

  #fileOf(first: number): LogFile {
    if (first === this.#newestFile) return this.#current;
    if (this.#older?.first === first) return this.#older.file;
    this.#older?.file.close();
    this.#older = { first, file: this.#open(first, true) };
    return this.#older.file;
  }

  #findHead(): LogHead {
    const newest = this.#current.newest() ?? this.#newestOfEarlier();
    if (newest === undefined) return EMPTY_HEAD;
    if (!isIntact(newest.value)) throw new Error(`batch ${newest.first} of the log is damaged`);
    return { seq: lastSeq(batchOf(newest.first, newest.value)), hash: hashOf(newest.value) };
  }

  #newestOfEarlier(): Stored | undefined {
    const earlier = this.#files.at(-2);
    return earlier === undefined ? undefined : this.#fileOf(earlier).newest();
  }

  #fillShadow(): void {
    if (this.#shadow.end > this.#head.seq) {
      const { end } = this.#shadow;
      throw new Error(`the log ends at ${this.#head.seq} but its shadow at ${end}: it was cut`);
    }
    const { last } = this.#shadow;
    // What the shadow has behind a gap gives way to these: it may be the only good copy.
    let head: LogHead | undefined;
    for (const { first, value } of this.#allAfter(last)) {
      head ??= { seq: last, hash: previousHash(value) };
      const fault = faultOf(head, first, value);
      if (fault !== undefined) {
        const damage = `the log is damaged at event ${first}: ${fault}`;
        throw new Error(`${damage}; brokerd verify tells what is lost`);
      }
      head = { seq: lastSeq(batchOf(first, value)), hash: hashOf(value) };
    }
    this.#shadow.begin();
    for (const { first, value } of this.#allAfter(last)) this.#shadow.write(first, value);
  }

  *#allAfter(seq: number): Generator<Stored> {
    let after = seq;
    while (after < this.#head.seq) {
      for (const stored of this.#storedAfter(after)) {
        yield stored;
        after = lastSeq(batchOf(stored.first, stored.value));
      }
    }
  }

  #storedAfter(seq: number): Stored[] {
    const first = this.#files.findLast((file) => file <= seq + 1) as number;
    return this.#fileOf(first).from(seq + 1, BATCH_BYTES_MAX);
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
    const first = this.#head.seq + 1;
    createFile(this.#folder, first, this.#mapSize, this.#atFileStep);
    this.#current.close();
    this.#files = [...this.#files, first];
    this.#current = this.#open(first, false);
    this.#bytes = 0;
  }
}
