// The checkpointer: syncs a database's write-ahead file in small portions.
//
// When SQLite copies the write-ahead file into the database it syncs both, and commits of the log
// wait for that. A sync of 8 MiB of scattered pages takes 40 ms and more, so little is copied at a
// time.

import { type FileHandle, open } from 'node:fs/promises';
import type { Database } from './database.js';

/**
 * Bytes of the write-ahead file that are synced at once, unless a single transaction wrote more.
 */
const SYNC_BYTES = 1 << 20;
/** Size of the write-ahead file at which it is copied into the database. */
const COPIED_BYTES = 2 << 20;

/** The functions of the write-ahead file that are needed here. */
type SyncedFile = Pick<FileHandle, 'datasync' | 'close'>;

/**
 * SQLite's progress: pages of the write-ahead file, and pages that have been copied into the
 * database.
 */
interface Progress {
  readonly log: number;
  readonly checkpointed: number;
}

/** Runs the checkpoints of a writer instead of SQLite; the database must have no other writer. */
export class Checkpointer {
  readonly #pageBytes: number;
  /** Opened at the first sync: a database without writes has no write-ahead file. */
  #file: SyncedFile | undefined;
  /** Pages of the file that have been synced. */
  #synced = 0;

  /** `openFile` opens a file for syncing. */
  constructor(
    private readonly db: Database,
    private readonly openFile: (path: string) => Promise<SyncedFile> = open,
  ) {
    this.#pageBytes = db.pragma('page_size', { simple: true }) as number;
    db.pragma('wal_autocheckpoint = 0');
  }

  /**
   * Syncs the pages that transactions have written, if they are many. Await it before the next
   * transaction. Throws errors of the disk and of SQLite.
   */
  async settle(): Promise<void> {
    const { log } = this.#ask('NOOP');
    if ((log - this.#synced) * this.#pageBytes < SYNC_BYTES) return;
    this.#file ??= await this.openFile(`${this.db.name}-wal`);
    await this.#file.datasync();
    this.#synced = log;
    if (log * this.#pageBytes >= COPIED_BYTES) this.#carry();
  }

  /**
   * Copies the file into the database; when all of it is copied, SQLite overwrites the file from
   * its start.
   */
  #carry(): void {
    const { log, checkpointed } = this.#ask('PASSIVE');
    if (checkpointed === log) this.#synced = 0;
  }

  /**
   * Copies the whole file into the database and ends; the database must be closed then. The file is
   * left empty, even while a reader of another process is open, and is not removed.
   */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#ask('TRUNCATE');
  }

  #ask(mode: 'NOOP' | 'PASSIVE' | 'TRUNCATE'): Progress {
    const [progress] = this.db.pragma(`wal_checkpoint(${mode})`) as [Progress];
    return progress;
  }
}
