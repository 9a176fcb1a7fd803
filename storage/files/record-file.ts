// A file of checked records that only grows at its end, drops its oldest ones, or is replaced.
//
// A record is its length and a checksum, 4 bytes each, then its bytes. Reading skips what does not
// fit its checksum: the torn end of the last write is cut off, damage within loses its record.

import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { syncPath } from './sync.js';

const HEAD = 8;
/** A longer record is damage. */
const RECORD_MAX = 1 << 24;
const OWNER_ONLY = 0o600;
/** Time in ms within which a quick disk has synced. */
const QUICK_MS = 1;
const syncData = promisify(fdatasync);

/** The bytes of a record that was read, and its place for `read`. */
interface FileRecord {
  readonly place: number;
  readonly bytes: Buffer;
}

/** The record at a place of some bytes; undefined when there is none that fits its checksum. */
const recordAt = (bytes: Buffer, place: number): Buffer | undefined => {
  if (place + HEAD > bytes.length) return undefined;
  const length = bytes.readUInt32LE(place);
  const end = place + HEAD + length;
  if (length > RECORD_MAX || end > bytes.length) return undefined;
  const content = bytes.subarray(place + HEAD, end);
  const sum = crc32(content, crc32(bytes.subarray(place, place + 4)));
  return sum === bytes.readUInt32LE(place + 4) ? content : undefined;
};

const headed = (content: Buffer): Buffer => {
  const record = Buffer.allocUnsafe(HEAD + content.length);
  record.writeUInt32LE(content.length, 0);
  record.writeUInt32LE(crc32(content, crc32(record.subarray(0, 4))), 4);
  content.copy(record, HEAD);
  return record;
};

/** Writes all of some bytes. */
const writeAll = (file: number, bytes: Buffer): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
};

/** A smaller file that is being made, and the records that it is to take over. */
interface SmallerFile {
  readonly file: number;
  /** How far places shift: the place of a record minus where it lies in this file. */
  readonly shift: number;
  /** The place up to which records are copied. */
  copied: number;
  /** The end of all records at the last step. */
  end: number;
}

/** An open file of records. A record keeps its place for `read` until `replace`. */
export class RecordFile {
  #file: number;
  /** The place of a record minus where it lies in the file. */
  #shift = 0;
  /** The places after all records, and after those that are written. */
  #end = 0;
  #written = 0;
  #smaller: SmallerFile | undefined;
  /** The sync that is under way. */
  #syncing: Promise<void> | undefined;
  #pending: Buffer[] = [];
  /** How long the last sync took. */
  #syncMs = 0;

  /** Opens or creates the file, and hands out its records in their order. */
  constructor(
    private readonly path: string,
    onRecord: (record: FileRecord) => void,
  ) {
    const isNew = !existsSync(path);
    this.#file = openSync(path, 'a+', OWNER_ONLY);
    if (isNew) syncPath(dirname(path));
    const bytes = readFileSync(this.#file);
    for (let place = 0; place < bytes.length; ) {
      const record = recordAt(bytes, place);
      if (record === undefined) {
        place += 1;
        continue;
      }
      onRecord({ place, bytes: record });
      place += HEAD + record.length;
      this.#end = place;
    }
    if (this.#end < bytes.length) ftruncateSync(this.#file, this.#end);
    this.#written = this.#end;
  }

  /** The bytes of all records, those not yet written included. */
  get size(): number {
    return this.#end - this.#shift;
  }

  /** The place of the next record. */
  get end(): number {
    return this.#end;
  }

  /** Are the oldest records being dropped? */
  get isDropping(): boolean {
    return this.#smaller !== undefined;
  }

  /** Adds a record, which `write` writes; its place for `read`. The bytes are copied. */
  add(content: Buffer): number {
    const place = this.#end;
    const record = headed(content);
    this.#pending.push(record);
    this.#end += record.length;
    return place;
  }

  /**
   * Writes the added records: they survive the process from now on. Where the disk refuses, it
   * throws, and the next call writes all of them again.
   */
  write(): void {
    if (this.#pending.length === 0) return;
    const bytes = Buffer.concat(this.#pending);
    try {
      writeAll(this.#file, bytes);
    } catch (error) {
      ftruncateSync(this.#file, this.#written - this.#shift);
      throw error;
    }
    this.#pending = [];
    this.#written = this.#end;
  }

  /**
   * Resolves when the written records are on disk. This thread waits for a disk that was quick the
   * last time: handing the call to another thread and back takes longer.
   */
  async sync(): Promise<void> {
    const began = performance.now();
    if (this.#syncMs < QUICK_MS) fdatasyncSync(this.#file);
    else await this.#syncApart(this.#file);
    this.#syncMs = performance.now() - began;
  }

  async #syncApart(file: number): Promise<void> {
    const syncing = syncData(file);
    this.#syncing = syncing.catch(() => undefined);
    await syncing;
  }

  /** Closes a file that another has replaced, once a sync that is under way has ended. */
  #retire(file: number): void {
    if (this.#syncing === undefined) closeSync(file);
    else void this.#syncing.then(() => closeSync(file));
  }

  /** The record at a place; undefined when it is damaged. */
  read(place: number, length: number): Buffer | undefined {
    this.write();
    const bytes = Buffer.allocUnsafe(HEAD + length);
    const count = readSync(this.#file, bytes, 0, bytes.length, place - this.#shift);
    return count === bytes.length ? recordAt(bytes, 0) : undefined;
  }

  /**
   * Begins to drop the records before a place: `dropOn` copies the others, behind some new records
   * at the start, into a smaller file.
   */
  beginDrop(place: number, heads: readonly Buffer[]): void {
    this.#abandonDrop();
    const file = this.#openNext();
    const bytes = Buffer.concat(heads.map(headed));
    writeAll(file, bytes);
    this.#smaller = { file, shift: place - bytes.length, copied: place, end: this.#end };
  }

  /**
   * Writes the added records, and copies about `bytes` more of the kept records to the smaller
   * file; both are on disk when it returns. It copies more if more than `bytes` was added since.
   * The smaller file takes the place of the other file when it has all kept records. Nothing
   * happens when no records are being dropped.
   */
  dropOn(bytes: number): void {
    this.write();
    const smaller = this.#smaller;
    if (smaller === undefined) return;
    const most = bytes + this.#end - smaller.end;
    smaller.end = this.#end;
    try {
      const part = Buffer.allocUnsafe(Math.min(most, this.#end - smaller.copied));
      const count = readSync(this.#file, part, 0, part.length, smaller.copied - this.#shift);
      writeAll(smaller.file, part.subarray(0, count));
      smaller.copied += count;
      fdatasyncSync(smaller.file);
    } catch (error) {
      // It may have a part of the bytes that were to be written.
      this.#abandonDrop();
      throw error;
    }
    if (smaller.copied < this.#end) return;
    this.#smaller = undefined;
    this.#putInPlace(smaller.file);
    this.#shift = smaller.shift;
  }

  /** Replaces all records by others, on disk when it returns; returns their places. */
  replace(contents: readonly Buffer[]): number[] {
    this.#abandonDrop();
    const file = this.#openNext();
    const places: number[] = [];
    let size = 0;
    for (const content of contents) {
      const record = headed(content);
      writeAll(file, record);
      places.push(size);
      size += record.length;
    }
    fsyncSync(file);
    this.#putInPlace(file);
    this.#shift = 0;
    this.#end = size;
    this.#written = size;
    this.#pending = [];
    return places;
  }

  /** Writes the added records, and closes the file. */
  close(): void {
    this.#abandonDrop();
    this.write();
    closeSync(this.#file);
  }

  get #nextPath(): string {
    return `${this.path}.next`;
  }

  #openNext(): number {
    rmSync(this.#nextPath, { force: true });
    return openSync(this.#nextPath, 'a+', OWNER_ONLY);
  }

  #abandonDrop(): void {
    if (this.#smaller !== undefined) closeSync(this.#smaller.file);
    this.#smaller = undefined;
  }

  #putInPlace(file: number): void {
    renameSync(this.#nextPath, this.path);
    syncPath(dirname(this.path));
    closeSync(file);
    this.#retire(this.#file);
    this.#file = openSync(this.path, 'a+', OWNER_ONLY);
  }
}
