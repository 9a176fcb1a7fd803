// A file of checked records that only grows at its end, or is replaced as a whole.
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

/** An open file of records. */
export class RecordFile {
  readonly #path: string;
  #file: number;
  #size = 0;
  #written = 0;
  #pending: Buffer[] = [];
  /** How long the last sync took. */
  #syncMs = 0;

  /** Opens or creates the file, and hands out its records in their order. */
  constructor(path: string, onRecord: (record: FileRecord) => void) {
    this.#path = path;
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
      this.#size = place;
    }
    if (this.#size < bytes.length) ftruncateSync(this.#file, this.#size);
    this.#written = this.#size;
  }

  /** The bytes of all records, those not yet written included. */
  get size(): number {
    return this.#size;
  }

  /** Adds a record, which `write` writes; its place for `read`. The bytes are copied. */
  add(content: Buffer): number {
    const place = this.#size;
    const record = headed(content);
    this.#pending.push(record);
    this.#size += record.length;
    return place;
  }

  /**
   * Writes what was added: it survives the process from now on. Where the disk refuses, it throws,
   * and the next call writes all of it again.
   */
  write(): void {
    if (this.#pending.length === 0) return;
    const bytes = Buffer.concat(this.#pending);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    } catch (error) {
      ftruncateSync(this.#file, this.#written);
      throw error;
    }
    this.#pending = [];
    this.#written = this.#size;
  }

  /**
   * Resolves when what was written is on disk. This thread waits for a disk that was quick the last
   * time: handing the call to another thread and back takes longer.
   */
  async sync(): Promise<void> {
    const began = performance.now();
    if (this.#syncMs < QUICK_MS) fdatasyncSync(this.#file);
    else await syncData(this.#file);
    this.#syncMs = performance.now() - began;
  }

  /** The record at a place; undefined when it is damaged. */
  read(place: number, length: number): Buffer | undefined {
    this.write();
    const bytes = Buffer.allocUnsafe(HEAD + length);
    const count = readSync(this.#file, bytes, 0, bytes.length, place);
    return count === bytes.length ? recordAt(bytes, 0) : undefined;
  }

  /** Replaces all records by others, on disk when it returns; returns their places. */
  replace(contents: readonly Buffer[]): number[] {
    const next = `${this.#path}.next`;
    const file = openSync(next, 'w', OWNER_ONLY);
    const places: number[] = [];
    let size = 0;
    for (const content of contents) {
      const record = headed(content);
      for (let at = 0; at < record.length; ) at += writeSync(file, record, at);
      places.push(size);
      size += record.length;
    }
    fsyncSync(file);
    closeSync(file);
    renameSync(next, this.#path);
    syncPath(dirname(this.#path));
    closeSync(this.#file);
    this.#file = openSync(this.#path, 'a+', OWNER_ONLY);
    this.#size = size;
    this.#written = size;
    this.#pending = [];
    return places;
  }

  /** Writes what was added, and closes the file. */
  close(): void {
    this.write();
    closeSync(this.#file);
  }
}
