// The database: opening SQLite files as this server needs them, migrations, the folder's lock.

import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { done, type Outcome, refuse } from '../../wire/base/codes.js';
import { type Database, openSqlite, type Statement } from './sqlite.js';

export type { Database, Statement };

/** How long a connection waits for another's lock before it throws. */
const BUSY_TIMEOUT_MS = 5000;
/** Pages that SQLite keeps in memory for a connection, in KiB. */
const CACHE_KIB = 32 * 1024;

/** Name of the database file in the data folder. */
export const DATABASE_FILE = 'brokerd.db';
/** Name of the log's folder in the data folder. */
export const LOG_FOLDER = 'log';
/** Name of the file in the data folder that its user holds locked. */
export const LOCK_FILE = 'lock';
/** Log and database hold hashes of passwords: a folder made here is its owner's alone. */
const OWNER_ONLY = 0o700;

/** One step of the schema: SQL, or a function where SQL alone cannot do it. */
type Migration = string | ((db: Database) => void);

/** Runs the migrations that the file has not seen, in order, each in a transaction of its own. */
const migrate = (db: Database, migrations: readonly Migration[]): void => {
  const seen = db.pragma('user_version', { simple: true }) as number;
  if (seen > migrations.length) {
    throw new Error(`the database is of a newer version (${seen}) than this server`);
  }
  for (const [index, migration] of migrations.entries()) {
    if (index < seen) continue;
    db.transaction(() => {
      if (typeof migration === 'string') db.exec(migration);
      else migration(db);
      db.pragma(`user_version = ${index + 1}`);
    })();
  }
};

/** Bytes of the write-ahead file before its pages are carried into the database. */
export const CHECKPOINT_BYTES = 16 << 20;
/** The size of that file after readers made it grow, once they let it start over. */
const LEFT_BYTES = 2 * CHECKPOINT_BYTES;
/** A page, in SQLite's default size. */
const PAGE_BYTES = 4096;

const REBUILD = 'brokerd rebuild makes it anew from the log';

/** A database that is not what was written; `help` says what to do. */
export class DatabaseUnusable extends Error {
  constructor(path: string, why: string, help = REBUILD) {
    super(`${path} cannot be used: ${why}; ${help}`);
  }
}

/** Throws what is wrong with a database that is a view of the log. */
export const damaged = (db: Database, why: string): never => {
  throw new DatabaseUnusable(db.name, why);
};

/** Runs something with a database; errors name its file, and the remedy. */
export const usable = <T>(path: string, use: () => T, help = REBUILD): T => {
  try {
    return use();
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(path, (error as Error).message, help);
  }
};

/**
 * Opens a database for writing; runs the migrations. One thread has one connection. WAL with
 * `synchronous=NORMAL`: a power cut may take the newest transactions, whole ones and from the end;
 * the database is a view of the log, which has them. Syncing each would take the disk's time from
 * the log's own commits. An existing file keeps its page size. `unshared` = nobody else opens it
 * yet and a failure may spoil it: without WAL no memory is mapped to a file, which kills the
 * process when the disk is full.
 */
export const openDatabase = (
  path: string,
  migrations: readonly Migration[],
  pageBytes = PAGE_BYTES,
  unshared = false,
): Database => {
  const db = openSqlite(path, { timeout: BUSY_TIMEOUT_MS });
  db.pragma(`page_size = ${pageBytes}`);
  db.pragma(`journal_mode = ${unshared ? 'OFF' : 'WAL'}`);
  db.pragma('synchronous = NORMAL');
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_BYTES / pageBytes}`);
  db.pragma(`journal_size_limit = ${LEFT_BYTES}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
  migrate(db, migrations);
  return db;
};

/** Opens an existing database for reading only; throws when there is none. */
export const openReader = (path: string): Database =>
  openSqlite(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });

/**
 * The version of a database's schema; throws when there is none. Opened as for writing: a power cut
 * while the file was made may leave a rest, which a reader may not clear away.
 */
export const versionOf = (path: string): number => {
  const db = openSqlite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return db.pragma('user_version', { simple: true }) as number;
  } finally {
    db.close();
  }
};

/** Runs reads in one snapshot: nothing that is committed meanwhile is seen. */
export const inSnapshot = <T>(db: Database, read: () => T): T =>
  db.inTransaction ? read() : db.transaction(read).deferred();

/**
 * Copies a database as it stands at its newest commit, while others may write it; the target
 * must not exist, and is not synced to disk.
 */
export const copyDatabase = (from: string, to: string): void => {
  const db = openReader(from);
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
};

/** The first bytes of a database file, and the position of its page size; 1 = 65,536. */
const MAGIC = 'SQLite format 3\0';
const PAGE_SIZE_AT = 16;
const PAGE_SIZE_MAX = 65_536;

/** The head of a write-ahead file and of each of its frames, and where in them the salts stand. */
const WAL_HEAD = 32;
const FRAME_HEAD = 24;
const WAL_SALTS_AT = 16;
const FRAME_SALTS_AT = 8;
const SALTS_BYTES = 8;

/** Does a write-ahead file hold a page, in a frame of its present round? */
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
 * Says that a database file's last page is not whole; undefined = it is, or there is no file. To
 * be asked before SQLite opens it, which takes what is missing for zeros without a word.
 */
export const cutFault = (path: string): string | undefined => {
  if (!existsSync(path)) return undefined;
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(PAGE_SIZE_AT + 2);
    readSync(file, head, 0, head.length, 0);
    // For another header SQLite itself says what it is.
    if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
    const told = head.readUInt16BE(PAGE_SIZE_AT);
    const pageBytes = told === 1 ? PAGE_SIZE_MAX : told;
    const { size } = fstatSync(file);
    if (size % pageBytes === 0) return undefined;
    // A disk that was full cut a checkpoint short: the page is written again from there.
    const page = Math.ceil(size / pageBytes);
    return holdsPage(`${path}-wal`, page, pageBytes) ? undefined : 'its last page is cut off';
  } finally {
    closeSync(file);
  }
};

/**
 * The faults that SQLite finds in a database file; undefined = none. The file is opened for
 * writing: SQLite first undoes transactions that a crash left unfinished, which are no damage, and
 * a reader may not do that.
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
export const DATABASE_SUFFIXES = ['', '-wal', '-shm'] as const;

/** Removes a database with the files that SQLite keeps beside it. */
export const dropDatabase = (path: string): void => {
  for (const suffix of DATABASE_SUFFIXES) rmSync(path + suffix, { force: true });
};

/** A held folder lock. */
export interface FolderLock {
  release(): void;
}

/** Connections of locks held: one that nobody refers to would be closed, and its lock with it. */
const held = new Set<Database>();

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/**
 * The error names the folder, whatever the operating system or SQLite reported about a file in it.
 */
const unusable = (folder: string, error: unknown): Error =>
  new Error(`the data folder ${folder} cannot be used: ${(error as Error).message}`);

/**
 * Makes a data folder, for its owner alone, and those above it; one that is there stays as it is.
 * Node's recursive `mkdir` is not used: in `/proc` it never ends. Throws a sentence with its name.
 */
export const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: OWNER_ONLY });
  } catch (error) {
    // Another process may have made it just now.
    if (!existsSync(folder)) throw unusable(folder, error);
  }
};

/** Takes the lock of a folder; undefined while another has it. */
const takeLock = (folder: string): Database | undefined => {
  let db: Database | undefined;
  try {
    db = openSqlite(join(folder, LOCK_FILE), { timeout: 0 });
    // Nothing is written: without a journal file none can be left over.
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
 * Locks a data folder for this process until `release` or the process's end, however it ends:
 * the operating system holds the lock. Refuses with `conflict` when another process, or another
 * part of this one, holds it. Throws a sentence with its name when it is missing or not writable.
 */
export const lockFolder = (folder: string): Outcome<FolderLock> => {
  const db = takeLock(folder);
  if (db === undefined) return refuse('conflict', `the data folder ${folder} is in use`);
  held.add(db);
  const release = (): void => {
    held.delete(db);
    db.close();
  };
  return done({ release });
};
