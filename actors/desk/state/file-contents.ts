// The contents of files: each stored once, and deleted when nothing uses it.

import { createHash } from 'node:crypto';
import {
  type FileContentRecord,
  type NewFile,
  PIECE_BYTES,
  pieceKey,
  piecesOf,
  type StoredFile,
} from '../../../wire/accounts/file.js';
import { type Outcome, ok, unwrap } from '../../../wire/base/codes.js';
import { fileLock } from '../store/record-locks.js';
import type { Transaction } from '../store/transaction.js';
import { releaseFiles } from '../types/messaging/files.js';
import type { DeskContext } from './desk-context.js';
import { SERVER } from './writer.js';

/**
 * After a piece of a file none is written for so many times what it took, but not for longer than
 * this: orders go on then.
 */
const REST_TIMES = 3;
const REST_MS_MAX = 50;

/** The key of a stored file's content. */
type ContentKey = Pick<StoredFile, 'sha256'>;

/** A file with its content and the content's hash. */
interface HashedFile extends StoredFile {
  readonly bytes: Uint8Array;
}

const hashed = ({ name, bytes }: NewFile): HashedFile => ({
  name,
  bytes,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** Deletes the pieces of a content. */
const removePieces = (tx: Transaction, sha256: string, pieces: number): void => {
  for (let index = 0; index < pieces; index += 1) {
    unwrap(tx.remove('file_piece', pieceKey({ sha256, index })));
  }
};

/**
 * Stores contents of files under their SHA-256, and counts their uses. A content without a use is
 * kept only while `store` runs for it.
 */
export class FileContents {
  /** The number of running stores of each content. */
  readonly #storing = new Map<string, number>();
  /** Ends when the next piece may be written, of whichever file. */
  #turn: Promise<void> = Promise.resolve();

  constructor(private readonly context: DeskContext) {
    context.writer.follow('file', (tx) => this.#dropUnused(tx));
  }

  /**
   * Stores the contents of files, then runs `decide`, which makes a decision that uses them.
   * Contents that nothing uses after it are deleted again, also when it is refused or throws. Runs
   * within an operation of the desk. Answers what `decide` does, or why a piece was not written.
   */
  async store<T>(
    files: readonly NewFile[],
    decide: (stored: readonly StoredFile[]) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const all = files.map(hashed);
    for (const { sha256 } of all) this.#count(sha256, 1);
    try {
      for (const file of all) {
        const written = await this.#write(file);
        if (!written.ok) return written;
      }
      return await decide(all.map(({ bytes: _, ...stored }) => stored));
    } finally {
      for (const { sha256 } of all) this.#count(sha256, -1);
      await this.sweep();
    }
  }

  /**
   * Adds a use of each file, within a decision under `fileLocks`. Throws when a content is not
   * stored: the decision must be one that `store` runs, or must have found the file in use.
   */
  use(tx: Transaction, files: readonly ContentKey[]): void {
    for (const { sha256 } of files) {
      const used = tx.get('file', sha256)?.record;
      if (used !== undefined) unwrap(tx.patch('file', sha256, { uses: used.uses + 1 }));
      else this.#useFirst(tx, sha256);
    }
  }

  /** Takes a use of each file back: see `releaseFiles`. The order of it and `use` is irrelevant. */
  release(tx: Transaction, files: readonly ContentKey[]): void {
    releaseFiles(tx, files);
  }

  /** Deletes contents that nothing uses or stores: contents of a process that ended meanwhile. */
  async sweep(): Promise<void> {
    const { deps, records } = this.context;
    const left = Array.from(records.all('unused_file'), ({ key }) => key);
    try {
      for (const sha256 of left) if (!this.#storing.has(sha256)) await this.#remove(sha256);
    } catch (error) {
      deps.failed('a file that nothing uses could not be deleted', error as Error);
    }
  }

  #count(sha256: string, more: number): void {
    const count = (this.#storing.get(sha256) ?? 0) + more;
    if (count === 0) this.#storing.delete(sha256);
    else this.#storing.set(sha256, count);
  }

  /** Writes the missing pieces of a content; other stores of it may write some of them. */
  async #write({ sha256, size, bytes }: HashedFile): Promise<Outcome<null>> {
    const { writer } = this.context;
    for (;;) {
      const write = (tx: Transaction): Outcome<boolean> => {
        const index = this.#storedPieces(tx, sha256);
        if (index === piecesOf(size)) return ok(false);
        const piece = bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES);
        const data = Buffer.from(piece).toString('base64');
        unwrap(tx.create('file_piece', { sha256, index, data }));
        unwrap(tx.put('unused_file', { sha256, size, pieces: index + 1 }));
        return ok(true);
      };
      const wrote = await this.#inTurn(() => writer.change([fileLock(sha256)], SERVER, write));
      if (!wrote.ok) return wrote;
      if (!wrote.data) return ok(null);
    }
  }

  /** Runs one write of a piece at a time, with a rest after it. */
  async #inTurn<T>(write: () => Promise<T>): Promise<T> {
    const turn = this.#turn;
    let end = (): void => {};
    this.#turn = new Promise((resolve) => {
      end = resolve;
    });
    await turn;
    const begun = performance.now();
    try {
      return await write();
    } finally {
      setTimeout(end, Math.min(REST_MS_MAX, REST_TIMES * (performance.now() - begun)));
    }
  }

  /** The number of stored pieces of a content, the first ones. */
  #storedPieces(tx: Transaction, sha256: string): number {
    const used = tx.get('file', sha256)?.record;
    if (used !== undefined) return piecesOf(used.size);
    return tx.get('unused_file', sha256)?.record.pieces ?? 0;
  }

  #useFirst(tx: Transaction, sha256: string): void {
    const { size = 0, pieces = 0 } = tx.get('unused_file', sha256)?.record ?? {};
    if (pieces === 0 || pieces < piecesOf(size)) throw new Error(`file ${sha256} is not stored`);
    unwrap(tx.remove('unused_file', sha256));
    unwrap(tx.create('file', { sha256, size, uses: 1 }));
  }

  /** Completes a decision that released the last use of contents. */
  #dropUnused(tx: Transaction): void {
    for (const { kind, key: sha256, record } of tx.changes) {
      const file = kind === 'file' ? (record as FileContentRecord | null) : null;
      if (file === null || file.uses > 0) continue;
      const pieces = piecesOf(file.size);
      unwrap(tx.remove('file', sha256));
      if (!this.#storing.has(sha256)) removePieces(tx, sha256, pieces);
      else unwrap(tx.create('unused_file', { sha256, size: file.size, pieces }));
    }
  }

  async #remove(sha256: string): Promise<void> {
    const { writer } = this.context;
    await writer.change([fileLock(sha256)], SERVER, (tx) => {
      const unused = tx.get('unused_file', sha256)?.record;
      if (unused === undefined || this.#storing.has(sha256)) return ok(null);
      unwrap(tx.remove('unused_file', sha256));
      removePieces(tx, sha256, unused.pieces);
      return ok(null);
    });
  }
}
