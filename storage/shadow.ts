// The shadow: the log's batches once more in plain files, from which a damaged log is rebuilt.

import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  writevSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { BATCH_HEAD, batchOf, isIntact, lastSeq } from './batch.js';
import { syncPath } from './sync.js';

/** A record: first seq (u64le), length (u32le), then the stored batch. */
const RECORD_HEAD = 12;
/** A file is followed by the next at this size; the last one is read through at start. */
const SHADOW_FILE_BYTES = 128 * 1024 * 1024;
/** No stored batch is longer; a longer length in a file is damage. */
const STORED_BYTES_MAX = 1024 * 1024 * 1024;

const NAME = /^log-(\d{16})\.seg$/;

/** Paths of a folder's shadow files, oldest first. */
export const shadowFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => join(folder, name));

/** One batch found in a shadow file; `end` is the file position behind it. */
export interface ShadowRecord {
  readonly first: number;
  readonly stored: Buffer;
  readonly end: number;
}

const readFully = (file: number, length: number, position: number): Buffer | undefined => {
  const bytes = Buffer.allocUnsafe(length);
  return readSync(file, bytes, 0, length, position) === length ? bytes : undefined;
};

/**
 * The intact batches of a shadow file in the order written. A damaged record is left out; behind
 * one whose length is no length, or that is torn, nothing more can be found.
 */
export function* readShadow(path: string): Generator<ShadowRecord> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    for (let at = 0; at + RECORD_HEAD < size; ) {
      const head = readFully(file, RECORD_HEAD, at);
      if (head === undefined) return;
      const length = head.readUInt32LE(8);
      if (length <= BATCH_HEAD || length > STORED_BYTES_MAX) return;
      const stored = readFully(file, length, at + RECORD_HEAD);
      if (stored === undefined) return;
      at += RECORD_HEAD + length;
      if (!isIntact(stored)) continue;
      yield { first: Number(head.readBigUInt64LE(0)), stored, end: at };
    }
  } finally {
    closeSync(file);
  }
}

/** Seq of the last event that the newest shadow file holds whole; 0 = none. */
export const shadowEnd = (folder: string): number => {
  const path = shadowFiles(folder).at(-1);
  let last = 0;
  if (path === undefined) return last;
  for (const { first, stored } of readShadow(path)) last = lastSeq(batchOf(first, stored));
  return last;
};

/**
 * Syncs the newest shadow file of a folder to disk, and its name when that is not `named`: for the
 * helper thread, once a second. Older files were synced when they were left. Answers whose name is
 * on disk.
 */
export const syncShadow = (folder: string, named: string | undefined): string | undefined => {
  const path = shadowFiles(folder).at(-1);
  if (path === undefined) return named;
  const file = openSync(path, 'r+');
  try {
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
  if (path !== named) syncPath(folder);
  return path;
};

/**
 * The writing end. A crash leaves a torn record, a power cut any record since the last sync: it is
 * cut off at the start with what follows it, and the log writes again what is missing after `last`.
 */
export class Shadow {
  readonly #folder: string;
  readonly #head = Buffer.alloc(RECORD_HEAD);
  #file: number | undefined;
  #size = 0;
  #last = 0;
  #end = 0;

  constructor(folder: string) {
    this.#folder = folder;
    const path = shadowFiles(folder).at(-1);
    if (path === undefined) return;
    this.#last = Number(NAME.exec(basename(path))?.[1]) - 1;
    this.#end = this.#last;
    for (const { first, stored, end } of readShadow(path)) {
      this.#end = lastSeq(batchOf(first, stored));
      if (first !== this.#last + 1) continue;
      this.#last = this.#end;
      this.#size = end;
    }
  }

  /** Seq of the last event up to which none is missing; 0 = none. */
  get last(): number {
    return this.#last;
  }

  /** Seq of the last event held at all, before `begin`. */
  get end(): number {
    return this.#end;
  }

  /** Cuts off what does not follow `last`; to be called before the first write. */
  begin(): void {
    const path = shadowFiles(this.#folder).at(-1);
    if (path === undefined) return;
    this.#file = openSync(path, 'a');
    ftruncateSync(this.#file, this.#size);
  }

  /** Appends one stored batch; it is in the page cache on return. Throws when it cannot. */
  write(first: number, stored: Buffer): void {
    if (this.#file === undefined || this.#size >= SHADOW_FILE_BYTES) this.#next(first);
    this.#head.writeBigUInt64LE(BigInt(first), 0);
    this.#head.writeUInt32LE(stored.length, 8);
    const written = writevSync(this.#file as number, [this.#head, stored]);
    if (written !== RECORD_HEAD + stored.length) throw new Error('the shadow file is full');
    this.#size += written;
    this.#last = lastSeq(batchOf(first, stored));
  }

  #next(first: number): void {
    this.close();
    const name = `log-${String(first).padStart(16, '0')}.seg`;
    this.#file = openSync(join(this.#folder, name), 'a');
    this.#size = 0;
  }

  /** Brings what was written to disk. */
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
