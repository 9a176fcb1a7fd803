// Opens SQLite files with the settings of this server, creates or empties their tables by version,
// and locks the data folder.

import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { fileReason } from '../../wire/base/file-errors.js';
import { type Database, openSqlite, type Statement } from './sqlite.js';

export type { Database, Statement };

/** Time that a connection waits for another's lock before it throws. */
const BUSY_TIMEOUT_MS = 5000;
/** Size of SQLite's page cache for each connection, in KiB. */
const CACHE_KIB = 32 * 1024;

/** Name of the database file in the data folder. */
export const DATABASE_FILE = 'brokerd.db';
/** Name of the log's folder in the data folder. */
export const LOG_FOLDER = 'log';
/** Name of the file in the data folder that the process holds locked. */
export const LOCK_FILE = 'lock';
/** Log and database contain password hashes, so new folders are accessible to their owner only. */
const OWNER_ONLY = 0o700;

/**
 * SQL for at most as many rows as a parameter says. By itself in LIMIT, SQLite would plan the
 * statement again each time it is bound, which takes longer than a short read.
 */
export const atMost = (parameter: string): string => `LIMIT 0 + ${parameter}`;

/** The step to one version of the tables: SQL, or a function where SQL is not enough. */
type Migration = string | ((db: Database) => void);

/** Throws when the tables have a newer version than the newest version that this server knows. */
export const refuseNewer = (seen: number, newest: number): void => {
  if (seen <= newest) return;
  throw new Error(`the database is of a newer version (${seen}) than this server`);
};

/**
 * Brings the tables to the newest version: runs the missing steps in order, each in a transaction
 * of its own. The last step leads to `newest`, each other one to the version before the next one's.
 */
const migrate = (db: Database, migrations: readonly Migration[], newest: number): void => {
  const seen = db.pragma('user_version', { simple: true }) as number;
  refuseNewer(seen, newest);
  for (const [index, migration] of migrations.entries()) {
    const version = newest - migrations.length + index + 1;
    if (version <= seen) continue;
    db.transaction(() => {
      if (typeof migration === 'string') db.exec(migration);
      else migration(db);
      db.pragma(`user_version = ${version}`);
    })();
  }
};

/** Size in bytes at which SQLite itself copies the write-ahead file into the database. */
const CHECKPOINT_BYTES = 16 << 20;
/** The size to which that file is truncated after a reader made it grow. */
const LEFT_BYTES = 2 * CHECKPOINT_BYTES;
/** SQLite's default page size. */
const PAGE_BYTES = 4096;

const REBUILD = 'brokerd rebuild makes it again from the log';

/** A database file that cannot be used; `help` says how the operator can act. */
export class DatabaseUnusable extends Error {
  constructor(path: string, why: string, help = REBUILD) {
    super(`${path} cannot be used: ${why}; ${help}`);
  }
}

/** Throws that a database that can be rebuilt from the log is damaged. */
export const damaged = (db: Database, why: string): never => {
  throw new DatabaseUnusable(db.name, why);
};

/** Calls `use`; errors get the file's path and the remedy. */
export const usable = <T>(path: string, use: () => T, help = REBUILD): T => {
  try {
    return use();
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(path, (error as Error).message, help);
  }
};

/**
 * Opens a database for writing and brings its tables to the newest version. Each thread has one
 * connection. WAL with `synchronous=NORMAL`: a power cut may lose the newest transactions, which
 * the log still has; syncing each transaction would compete with the log's commits for the disk. An
 * existing file keeps its page size. `version` is the newest version of the tables. `unshared` = no
 * other process opens the file yet, and the file may be lost on failure: it then works without WAL,
 * whose mapped memory would kill the process on a full disk.
 */
export const openDatabase = (
  path: string,
  migrations: readonly Migration[],
  { version = migrations.length, pageBytes = PAGE_BYTES, unshared = false } = {},
): Database => {
  const db = openSqlite(path, { timeout: BUSY_TIMEOUT_MS });
  db.pragma(`page_size = ${pageBytes}`);
  db.pragma(`journal_mode = ${unshared ? 'OFF' : 'WAL'}`);
  db.pragma('synchronous = NORMAL');
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_BYTES / pageBytes}`);
  db.pragma(`journal_size_limit = ${LEFT_BYTES}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
  migrate(db, migrations, version);
  return db;
};

/** Opens an existing database for reading only; throws when there is none. */
export const openReader = (path: string): Database =>
  openSqlite(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });

/**
 * The version of a database's tables; throws when there is no file. It opens for writing, because a
 * power cut during creation may leave a journal that a reader cannot roll back.
 */
export const versionOf = (path: string): number => {
  const db = openSqlite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return db.pragma('user_version', { simple: true }) as number;
  } finally {
    db.close();
  }
};

/** Runs reads in one snapshot: commits of other connections stay invisible. */
export const inSnapshot = <T>(db: Database, read: () => T): T =>
  db.inTransaction ? read() : db.transaction(read).deferred();

/**
 * Copies a database as of its newest commit, while others may write to it. The target must not
 * exist, and is not synced.
 */
export const copyDatabase = (from: string, to: string): void => {
  const db = openReader(from);
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
};

/** The first bytes of a database file, and the offset of its page size; 1 = 65,536. */
const MAGIC = 'SQLite format 3\0';
const PAGE_SIZE_AT = 16;
const PAGE_SIZE_MAX = 65_536;

/** Sizes of the heads of a write-ahead file and of its frames, and the offset of the salts. */
const WAL_HEAD = 32;
const FRAME_HEAD = 24;
const WAL_SALTS_AT = 16;
const FRAME_SALTS_AT = 8;
const SALTS_BYTES = 8;

/** Does a write-ahead file contain a page in a frame of its current round? */
const holdsPage = (path: string, page: number, pageBytes: number): boolean => {
  if (!existsSync(path)) return false;
  const bytes = readFileSync(path);
  const salts = bytes.subarray(WAL_SALTS_AT, WAL_SALTS_AT + SALTS_BYTES);
  for (let at = WAL_HEAD; at + FRAME_HEAD <= bytes.length; at += FRAME_HEAD + pageBytes) {
    const from = at + FRAME_SALTS_AT;
    const isPresent = bytes.subarray(from, from + SALTS_BYTES).equals(salts);
    if (isPresent && bytes.readUInt32BE(at) === page) return true;
  }
  return false;
};

/**
 * The fault of a database file whose last page is incomplete; undefined = complete, or no file.
 * Call it before SQLite opens the file: SQLite silently reads missing bytes as zeros.
 */
export const cutFault = (path: string): string | undefined => {
  if (!existsSync(path)) return undefined;
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(PAGE_SIZE_AT + 2);
    readSync(file, head, 0, head.length, 0);
    // SQLite itself reports a wrong header.
    if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
    const stated = head.readUInt16BE(PAGE_SIZE_AT);
    const pageBytes = stated === 1 ? PAGE_SIZE_MAX : stated;
    const { size } = fstatSync(file);
    if (size % pageBytes === 0) return undefined;
    // A full disk interrupted a checkpoint: the page is written again from the write-ahead file.
    const page = Math.ceil(size / pageBytes);
    return holdsPage(`${path}-wal`, page, pageBytes) ? undefined : 'its last page is cut off';
  } finally {
    closeSync(file);
  }
};

/**
 * The faults that SQLite finds in a database file; undefined = none. The file is opened for
 * writing, because SQLite first rolls back transactions that a crash left unfinished, which a
 * reader cannot do.
 */
export const databaseFault = (path: string): string | undefined => {
  const cut = cutFault(path);
  if (cut !== undefined) return cut;
  try {
    const db = openSqlite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    try {
      const found = db.pragma('integrity_check(1)', { simple: true }) as string;
      return found === 'ok' ? undefined : found;
    } finally {
      db.close();
    }
  } catch (error) {
    return (error as Error).message;
  }
};

/** The database's file, and the files that SQLite keeps beside it. */
const DATABASE_SUFFIXES = ['', '-journal', '-wal', '-shm'] as const;

/** Removes a database with the files that SQLite keeps beside it. */
export const dropDatabase = (path: string): void => {
  for (const suffix of DATABASE_SUFFIXES) rmSync(path + suffix, { force: true });
};

/**
 * Gives a database another name in its folder. The file that names it comes last, so that a move
 * that was interrupted can be done again.
 */
export const moveDatabase = (path: string, to: string): void => {
  for (const suffix of DATABASE_SUFFIXES.toReversed()) {
    if (existsSync(path + suffix)) renameSync(path + suffix, to + suffix);
  }
};

/** A held folder lock. */
export interface FolderLock {
  release(): void;
}

/**
 * Connections of held locks: the garbage collector would close an unreferenced one and release its
 * lock.
 */
const held = new Set<Database>();

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/** An error that names the folder, whatever the operating system or SQLite reported. */
const unusable = (folder: string, error: unknown): Error =>
  new Error(`the data folder ${folder} cannot be used: ${fileReason(error)}`);

/**
 * Creates a data folder and its parents with access for the owner only; an existing folder is not
 * changed. Node's recursive `mkdir` is not used, because it never returns for a path in `/proc`.
 * Throws a sentence with the folder's path.
 */
export const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: OWNER_ONLY });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!existsSync(folder)) throw unusable(folder, error);
  }
};

/** Takes the lock of a folder; undefined while another process has it. */
const takeLock = (folder: string): Database | undefined => {
  let db: Database | undefined;
  try {
    db = openSqlite(join(folder, LOCK_FILE), { timeout: 0 });
    // Nothing is written, so that no journal file can remain.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db?.close();
    if (isBusy(error)) return undefined;
    throw unusable(folder, error);
  }
};

/**
 * Locks a data folder for this process until `release` or the end of the process, which the
 * operating system guarantees. Refuses with `conflict` when another process, or another part of
 * this process, has the lock. Throws a sentence with the folder's path when the folder is missing
 * or not writable.
 */
export const lockFolder = (folder: string): Outcome<FolderLock> => {
  const db = takeLock(folder);
  if (db === undefined) return refuse('conflict', `the data folder ${folder} is in use`);
  held.add(db);
  const release = (): void => {
    held.delete(db);
    db.close();
  };
  return ok({ release });
};
