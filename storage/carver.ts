// The carver: batches found in the bytes of the log's files, where LMDB no longer leads to them.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { BATCH_HEAD, HASH_AT, isIntact, previousHash } from './batch.js';
import { logFiles, nameOf } from './log.js';

/** Bytes that are searched at a time. */
const WINDOW_BYTES = 8 * 1024 * 1024;
const HASH_BYTES = BATCH_HEAD - HASH_AT;
const COUNT_AT = 4;
const FRAME_HEAD = 4;

interface LogBytes {
  readonly path: string;
  readonly file: number;
  readonly size: number;
}

const read = ({ file }: LogBytes, at: number, length: number): Buffer => {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
};

/** The length of a stored batch whose frames begin at a place; undefined = they do not fit in. */
const lengthOf = (log: LogBytes, frames: number, count: number): number | undefined => {
  let at = frames;
  for (let n = 0; n < count; n += 1) {
    if (at + FRAME_HEAD > log.size) return undefined;
    at += FRAME_HEAD + read(log, at, FRAME_HEAD).readUInt32LE();
  }
  return at <= log.size ? at - frames + BATCH_HEAD : undefined;
};

/** The stored batch that begins at a place, if it is one. */
const storedAt = (log: LogBytes, at: number, count: number): Buffer | undefined => {
  const length = lengthOf(log, at + BATCH_HEAD, count);
  if (length === undefined) return undefined;
  const stored = read(log, at, length);
  return stored.length === length && isIntact(stored) ? stored : undefined;
};

/** An intact batch and where it lies. */
interface Carved {
  readonly stored: Buffer;
  readonly path: string;
  readonly at: number;
}

/** The first intact batch from a place on that names a hash, and fits. */
const search = (
  log: LogBytes,
  hash: Buffer,
  from: number,
  fits: (stored: Buffer) => boolean,
): Carved | undefined => {
  for (let at = from; at < log.size; at += WINDOW_BYTES) {
    const bytes = read(log, at, WINDOW_BYTES + HASH_AT + HASH_BYTES);
    for (let hit = bytes.indexOf(hash, HASH_AT); hit >= 0; hit = bytes.indexOf(hash, hit + 1)) {
      const count = bytes.readUInt32LE(hit - HASH_AT + COUNT_AT);
      const begin = at + hit - HASH_AT;
      const stored = count === 0 ? undefined : storedAt(log, begin, count);
      if (stored !== undefined && fits(stored)) return { stored, path: log.path, at: begin };
    }
  }
  return undefined;
};

/**
 * Looks through the log's files for the batch that names the hash of the one before it, without
 * LMDB: damaged pages neither crash nor lead astray. One batch mostly lies behind the other.
 */
export class Carver {
  readonly #logs: readonly LogBytes[];
  #index = 0;
  #at = 0;

  constructor(folder: string) {
    this.#logs = logFiles(folder).map((first) => {
      const path = join(folder, nameOf(first));
      const file = openSync(path, 'r');
      return { path, file, size: fstatSync(file).size };
    });
  }

  /** The intact batch that follows the one with this hash; undefined when no file holds it. */
  next(hash: Buffer): Buffer | undefined {
    return this.#find(hash, () => true)?.stored;
  }

  /** Where a stored batch lies; undefined when no file holds it. */
  placeOf(stored: Buffer): { readonly path: string; readonly at: number } | undefined {
    return this.#find(previousHash(stored), (found) => found.equals(stored));
  }

  close(): void {
    for (const { file } of this.#logs) closeSync(file);
  }

  #find(hash: Buffer, fits: (stored: Buffer) => boolean): Carved | undefined {
    const begin = { index: this.#index, at: this.#at };
    // The file that it begins with comes once more at the end, for what lies before.
    for (let turn = 0; turn <= this.#logs.length; turn += 1) {
      const index = (begin.index + turn) % this.#logs.length;
      const log = this.#logs[index];
      const found = log && search(log, hash, turn === 0 ? begin.at : 0, fits);
      if (found === undefined) continue;
      this.#index = index;
      this.#at = found.at + found.stored.length;
      return found;
    }
    return undefined;
  }
}
