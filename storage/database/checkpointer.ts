// The checkpointer: has the disk take a database's write-ahead file a little at a time.
//
// Left alone, SQLite syncs the whole file when it carries it into the database. The disk is busy
// with that for some 10 ms, and the log's commits wait: it was a third of the orders' p99.

import { type FileHandle, open } from 'node:fs/promises';
import { CHECKPOINT_BYTES, type Database } from './database.js';

/** Bytes of the write-ahead file that are synced at once, unless a transaction wrote more. */
const SYNC_BYTES = 1 << 20;

/** The write-ahead file as it is needed here. */
type SyncedFile = Pick<FileHandle, 'datasync' | 'close'>;

/** SQLite's figures of the write-ahead file: its pages, and how many are in the database. */
interface Progress {
  readonly log: number;
  readonly checkpointed: number;
}

/** Does a writer's checkpoints in SQLite's stead; the database must have no other writer. */
export class Checkpointer {
  readonly #db: Database;
  readonly #pageBytes: number;
  /** Opened when there is something to sync: a database that nothing was written to has no file. */
  #file: SyncedFile | undefined;
  /** Pages of the file that the disk has. */
  #synced = 0;

  /** `openFile` opens a file to be synced. */
  constructor(
    db: Database,
    private readonly openFile: (path: string) => Promise<SyncedFile> = open,
  ) {
    this.#db = db;
    this.#pageBytes = db.pragma('page_size', { simple: true }) as number;
    db.pragma('wal_autocheckpoint = 0');
  }

  /**
   * Has the disk take what transactions have written, when that is much; to be awaited before the
   * next one. Throws what the disk and SQLite throw.
   */
  async settle(): Promise<void> {
    const { log } = this.#ask('NOOP');
    if ((log - this.#synced) * this.#pageBytes < SYNC_BYTES) return;
    this.#file ??= await this.openFile(`${this.#db.name}-wal`);
    await this.#file.datasync();
    this.#synced = log;
    if (log * this.#pageBytes >= CHECKPOINT_BYTES) this.#carry();
  }

  /** Carries the file into the database; once that has all of it, it is written over. */
  #carry(): void {
    const { log, checkpointed } = this.#ask('PASSIVE');
    if (checkpointed === log) this.#synced = 0;
  }

  /**
   * Carries the whole file into the database and ends; the database is to be closed then. The file
   * is left empty even where a reader of another process is still there, and is not removed.
   */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#ask('TRUNCATE');
  }

  #ask(mode: 'NOOP' | 'PASSIVE' | 'TRUNCATE'): Progress {
    const [progress] = this.#db.pragma(`wal_checkpoint(${mode})`) as [Progress];
    return progress;
  }
}
