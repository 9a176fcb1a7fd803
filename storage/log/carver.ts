// The carver: finds batches in the bytes of the log's files where LMDB's pages no longer lead to
// them.

import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_KIND } from '../../wire/codec/pack.js';
import { readAround } from '../files/failing-disk.js';
import {
  BATCH_HEAD,
  FRAME_HEAD,
  HASH_AT,
  hashOf,
  isIntact,
  type LogHead,
  lengthOf,
  previousHash,
} from './batch.js';
import { logFiles, nameOf } from './log.js';

/** Bytes that are searched at a time. */
const WINDOW_BYTES = 8 * 1024 * 1024;
/** Most batches that are remembered to find those after a gap; of each some 300 bytes. */
export const TRACED_MAX = 500_000;
const HASH_BYTES = BATCH_HEAD - HASH_AT;
const COUNT_AT = 4;
/** The size of a batch up to the first byte of its first event, which is the event's kind. */
const KIND_AT = BATCH_HEAD + FRAME_HEAD;
/** Masks the unit bit (`MORE`) in the high byte of a length. */
const LENGTH_BITS = 0x7f;
const KINDS: readonly (number | undefined)[] = Object.values(EVENT_KIND);

interface LogBytes {
  /** The first event of the file. */
  readonly first: number;
  readonly path: string;
  readonly file: number;
  readonly size: number;
}

const read = ({ file }: LogBytes, at: number, length: number): Buffer =>
  readAround(file, length, at);

/** The length of a stored batch whose frames begin at an offset; undefined = they do not fit. */
const storedLength = (log: LogBytes, frames: number, count: number): number | undefined => {
  let at = frames;
  for (let n = 0; n < count; n += 1) {
    if (at + FRAME_HEAD > log.size) return undefined;
    at += FRAME_HEAD + lengthOf(read(log, at, FRAME_HEAD).readUInt32LE());
  }
  return at <= log.size ? at - frames + BATCH_HEAD : undefined;
};

/** The stored batch at an offset, if there is one. */
const storedAt = (log: LogBytes, at: number, count: number): Buffer | undefined => {
  const length = storedLength(log, at + BATCH_HEAD, count);
  if (length === undefined) return undefined;
  const stored = read(log, at, length);
  return stored.length === length && isIntact(stored) ? stored : undefined;
};

/** An intact batch and its position. */
interface Carved {
  readonly stored: Buffer;
  readonly path: string;
  readonly at: number;
}

/** The first intact batch after an offset that contains the given hash and fits. */
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
 * Can a batch begin here? The log thread writes no batch of 65,536 events and no event of 16 MiB,
 * so the high bytes of the count and of the first length are zero, except for the unit bit.
 */
const mayBegin = (bytes: Buffer, at: number): boolean =>
  ((bytes[at + KIND_AT - 1] ?? 0) & LENGTH_BITS) === 0 &&
  bytes[at + COUNT_AT + 3] === 0 &&
  bytes[at + COUNT_AT + 2] === 0 &&
  KINDS.includes(bytes[at + KIND_AT]);

/** All intact batches in the bytes of a file; some occur more than once. */
function* intactIn(log: LogBytes): Generator<Carved> {
  for (let at = 0; at + KIND_AT < log.size; ) {
    const bytes = read(log, at, WINDOW_BYTES + KIND_AT);
    const end = bytes.length - KIND_AT;
    // The file has become shorter.
    if (end <= 0) return;
    let n = 0;
    for (; n < end; n += 1) {
      if (!mayBegin(bytes, n)) continue;
      const stored = storedAt(log, at + n, bytes.readUInt32LE(n + COUNT_AT));
      if (stored === undefined) continue;
      yield { stored, path: log.path, at: at + n };
      n += stored.length - 1;
    }
    at += n;
  }
}

/** The batches in the log's files that are not part of a chain. */
interface BesideChain {
  /** The last batch of the chain's beginning; undefined when no file contains it. */
  readonly end: Buffer | undefined;
  /** Intact batches that neither belong to the chain nor could have continued it. */
  readonly behind: Iterable<Buffer>;
}

/**
 * Finds each next batch by the hash that it contains, without LMDB, so that damaged pages can
 * neither crash it nor mislead it. Most batches directly follow the previous one.
 */
export class Carver {
  readonly #logs: readonly LogBytes[];
  #index = 0;
  #at = 0;

  constructor(folder: string) {
    this.#logs = logFiles(folder).map((first) => {
      const path = join(folder, nameOf(first));
      const file = openSync(path, 'r');
      return { first, path, file, size: fstatSync(file).size };
    });
  }

  /** The intact batch that follows the one with this hash; undefined when no file contains it. */
  next(hash: Buffer): Buffer | undefined {
    return this.#find(hash, () => true)?.stored;
  }

  /** The position of a stored batch; undefined when no file contains it. */
  placeOf(stored: Buffer): { readonly path: string; readonly at: number } | undefined {
    return this.#find(previousHash(stored), (found) => found.equals(stored));
  }

  /**
   * Finds batches after a gap. The chain is the log up to `good`, plus the batches with the hashes
   * `taken`. A batch that follows a chain batch but is not its successor in the chain was abandoned
   * when its commit failed. Undefined = they are not known, because `taken` or the files have more
   * than `most` batches.
   */
  beside(good: LogHead, taken: readonly Buffer[], most = TRACED_MAX): BesideChain | undefined {
    if (taken.length > most) return undefined;
    const found = new Map<string, { log: LogBytes; at: number; length: number; before: string }>();
    const keyOf = (hash: Buffer): string => hash.toString('latin1');
    const begin = this.#logs.findLastIndex(({ first }) => first <= good.seq);
    for (const log of this.#logs.slice(Math.max(begin, 0))) {
      for (const { stored, at } of intactIn(log)) {
        const before = keyOf(previousHash(stored));
        found.set(keyOf(hashOf(stored)), { log, at, length: stored.length, before });
        if (found.size > most) return undefined;
      }
    }
    const end = found.get(keyOf(good.hash));
    // Without its end, batches of the beginning look like batches after the gap.
    if (end === undefined && good.seq > 0) return { end, behind: [] };
    const chain = new Set<string>();
    for (const hash of [good.hash, ...taken]) {
      let key: string | undefined = keyOf(hash);
      for (; key !== undefined && !chain.has(key); key = found.get(key)?.before) chain.add(key);
    }
    const behind = function* (): Generator<Buffer> {
      for (const [key, { log, at, length, before }] of found) {
        if (!chain.has(key) && !chain.has(before)) yield read(log, at, length);
      }
    };
    return { end: end && read(end.log, end.at, end.length), behind: behind() };
  }

  close(): void {
    for (const { file } of this.#logs) closeSync(file);
  }

  #find(hash: Buffer, fits: (stored: Buffer) => boolean): Carved | undefined {
    const begin = { index: this.#index, at: this.#at };
    // The first file is visited again at the end, for batches before the beginning.
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
