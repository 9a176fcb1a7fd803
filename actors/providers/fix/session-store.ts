// Stores of sessions: in memory, for feeds that count again at each logon, and in a file.

import { RecordFile } from '../../../storage/files/record-file.js';
import { KeptMessages } from './kept-messages.js';
import type { SessionStore, StoredMessage } from './session-types.js';

/** A store whose changes last from `commit` on. */
export interface CommittedStore extends SessionStore {
  /**
   * When the peer has last begun its numbers again without a reset of ours, by a SequenceReset that
   * fills no gap; ms since 1970, 0 = never.
   */
  readonly skippedAt: number;
  /** The peer does so now. */
  skipped(at: number): void;
  /** Resolves when all that the store was given is committed; undefined when it already is. */
  commit(): Promise<void> | undefined;
  close(): Promise<void> | void;
}

/** Numbers without messages, which end with the process: nothing is sent again. */
export class MemoryStore implements CommittedStore {
  nextOut = 1;
  nextIn = 1;
  resetAt = 0;
  skippedAt = 0;

  sent(): void {
    this.nextOut += 1;
  }

  skipped(at: number): void {
    this.skippedAt = at;
  }

  received(nextIn: number): void {
    this.nextIn = nextIn;
  }

  reset(at: number): void {
    this.nextOut = 1;
    this.nextIn = 1;
    this.resetAt = at;
  }

  messages(): Iterable<StoredMessage> {
    return [];
  }

  commit(): Promise<void> | undefined {
    return undefined;
  }

  close(): void {}
}

/** Kinds of records: the numbers, a message of the application, and the address of the peer. */
const NUMBERS = 1;
const MESSAGE = 2;
const PEER = 3;
const NUMBERS_BYTES = 33;
/** The kind, the number and the time before a message. */
const MESSAGE_HEAD = 17;
/** Messages are kept that lie in so many bytes at the end of the file. */
const WINDOW_BYTES = 16 * 2 ** 20;
/** A file of more bytes than this drops what is before the oldest kept message. */
const COMPACT_BYTES = 2 * WINDOW_BYTES;
/** A commit copies so many bytes of what is kept into the smaller file. */
const COPY_BYTES = 256 * 1024;

/** How a file keeps a session. */
export interface FileStoreOptions {
  /** Is `commit` over when the disk has all? Otherwise it survives the process, no power cut. */
  readonly isSynced: boolean;
  /** Messages are kept for so long, in ms. */
  readonly keepMs: number;
  /** ms since 1970 */
  readonly now: () => number;
  /** Bounds of the kept messages, of the file, and of what a commit copies, in bytes. */
  readonly windowBytes?: number;
  readonly compactBytes?: number;
  readonly copyBytes?: number;
  /** Where the peer is; messages that were sent to another address are forgotten. */
  readonly peer?: string;
}

/**
 * A store in a file. Memory, file and the work of one commit are bounded, whatever is sent:
 * messages that no longer fit are not sent again. It throws what the disk throws.
 */
export class FileStore implements CommittedStore {
  readonly #file: RecordFile;
  readonly #kept = new KeptMessages();
  /**
   * Have the numbers changed since they were written; was something sent that is not synced? The
   * peer's number alone is not synced: messages received since come again.
   */
  #isChanged = false;
  #isUnsynced = false;
  #peer = '';
  nextOut = 1;
  nextIn = 1;
  resetAt = 0;
  skippedAt = 0;

  /** Opens or creates the file; only one store may use it. */
  constructor(
    path: string,
    private readonly options: FileStoreOptions,
  ) {
    this.#file = new RecordFile(path, ({ place, bytes }) => this.#take(place, bytes));
    this.#forgetOld();
    const { peer = '' } = options;
    if (peer === this.#peer) return;
    this.#peer = peer;
    this.#kept.clear();
    this.#file.replace(this.#heads());
  }

  #take(place: number, bytes: Buffer): void {
    if (bytes[0] === PEER) {
      this.#peer = bytes.toString('utf8', 1);
      return;
    }
    if (bytes[0] === NUMBERS) {
      this.nextOut = bytes.readDoubleLE(1);
      this.nextIn = bytes.readDoubleLE(9);
      this.resetAt = bytes.readDoubleLE(17);
      // Older files end here.
      if (bytes.length >= NUMBERS_BYTES) this.skippedAt = bytes.readDoubleLE(25);
      return;
    }
    const seq = bytes.readDoubleLE(1);
    this.#kept.add({ seq, at: bytes.readDoubleLE(9), place, length: bytes.length });
    this.nextOut = Math.max(this.nextOut, seq + 1);
  }

  sent(at: number, message?: Buffer): void {
    const seq = this.nextOut;
    this.nextOut = seq + 1;
    this.#isChanged = true;
    this.#isUnsynced = true;
    if (message === undefined) return;
    const bytes = Buffer.allocUnsafe(MESSAGE_HEAD + message.length);
    bytes[0] = MESSAGE;
    bytes.writeDoubleLE(seq, 1);
    bytes.writeDoubleLE(at, 9);
    message.copy(bytes, MESSAGE_HEAD);
    this.#kept.add({ seq, at, place: this.#file.add(bytes), length: bytes.length });
    this.#forgetOld();
  }

  received(nextIn: number): void {
    if (nextIn === this.nextIn) return;
    this.nextIn = nextIn;
    this.#isChanged = true;
  }

  skipped(at: number): void {
    this.skippedAt = at;
    this.#isChanged = true;
    this.#isUnsynced = true;
  }

  reset(at: number): void {
    this.nextOut = 1;
    this.nextIn = 1;
    this.resetAt = at;
    this.#kept.clear();
    this.#file.replace(this.#heads());
    this.#isChanged = false;
  }

  *messages(from: number, through: number, after: number): Iterable<StoredMessage> {
    for (const { seq, at, place, length } of this.#kept.from(from)) {
      if (seq > through) return;
      if (at <= after) continue;
      const bytes = this.#file.read(place, length)?.subarray(MESSAGE_HEAD);
      if (bytes !== undefined) yield { seq, at, bytes };
    }
  }

  commit(): Promise<void> | undefined {
    if (this.#isChanged) this.#file.add(this.#numbers());
    this.#isChanged = false;
    this.#file.write();
    this.#compact();
    if (!this.#isUnsynced || !this.options.isSynced) return undefined;
    this.#isUnsynced = false;
    return this.#file.sync().catch((error: unknown) => {
      this.#isUnsynced = true;
      throw error;
    });
  }

  /** Resolves when all that was written lasts, and the file is closed. */
  async close(): Promise<void> {
    try {
      await this.commit();
    } finally {
      this.#file.close();
    }
  }

  /** The records before the messages. */
  #heads(): Buffer[] {
    return [this.#numbers(), Buffer.from([PEER, ...Buffer.from(this.#peer)])];
  }

  #numbers(): Buffer {
    const bytes = Buffer.allocUnsafe(NUMBERS_BYTES);
    bytes[0] = NUMBERS;
    bytes.writeDoubleLE(this.nextOut, 1);
    bytes.writeDoubleLE(this.nextIn, 9);
    bytes.writeDoubleLE(this.resetAt, 17);
    bytes.writeDoubleLE(this.skippedAt, 25);
    return bytes;
  }

  /** Forgets messages that are too old to be sent again, or too far from the end of the file. */
  #forgetOld(): void {
    const { keepMs, now, windowBytes = WINDOW_BYTES } = this.options;
    this.#kept.forget(now() - keepMs, this.#file.end - windowBytes);
  }

  /** Drops what lies before the oldest kept message, once it is much: a part with each commit. */
  #compact(): void {
    const { compactBytes = COMPACT_BYTES, copyBytes = COPY_BYTES } = this.options;
    if (!this.#file.isDropping) {
      if (this.#file.size <= compactBytes) return;
      this.#forgetOld();
      this.#file.beginDrop(this.#kept.first?.place ?? this.#file.end, this.#heads());
    }
    this.#file.dropOn(copyBytes);
  }
}
