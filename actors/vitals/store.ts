// The file of vitals: runs of the server with their heartbeats, and minutes of the monitor. It is
// neither log nor state: a damaged or missing file is made again.

import { rmSync } from 'node:fs';
import { type Database, openSqlite } from '../../storage/database/sqlite.js';
import { EXPIRES_MS } from '../../wire/rest/settings/server-views.js';
import { pathsOf } from '../folder/folder.js';
import type { LogLine } from '../messages.js';

const TABLES = `
  CREATE TABLE IF NOT EXISTS runs (
    epoch INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
    seen INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS minutes (
    id TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (id, at)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS minutes_at ON minutes (at);`;

/** A run of the server: its number, the time of its newest heartbeat in ms, and the contents. */
export interface StoredRun<Body> {
  readonly epoch: number;
  readonly id: string;
  readonly seen: number;
  readonly body: Body;
}

const opened = (path: string): Database => {
  const db = openSqlite(path, {});
  try {
    // A power cut may damage the file; in return no heartbeat waits for the disk.
    db.pragma('synchronous = OFF');
    db.exec(TABLES);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/** The runs and minutes of a data folder, of the newest 24 hours. */
export class VitalsStore<Run, Minute> {
  readonly #path: string;
  #db: Database | undefined;

  constructor(
    folder: string,
    private readonly log: (line: LogLine) => void,
  ) {
    this.#path = pathsOf(folder).vitals;
  }

  /** Notes a heartbeat of a run, the first one begins it; forgets what is too old. */
  beat(id: string, now: number, body: Run): void {
    this.#use((db) => {
      const seen = { id, now, body: JSON.stringify(body) };
      // No upsert: it would use up a number of AUTOINCREMENT at each heartbeat.
      const { changes } = db
        .prepare('UPDATE runs SET seen = @now, body = @body WHERE id = @id')
        .run(seen);
      if (changes === 0) {
        db.prepare('INSERT INTO runs (id, seen, body) VALUES (@id, @now, @body)').run(seen);
      }
      db.prepare('DELETE FROM runs WHERE seen < ?').run(now - EXPIRES_MS);
    });
  }

  /** Adds a minute, and forgets those that are too old. */
  minute(id: string, at: number, body: Minute): void {
    this.#use((db) => {
      db.prepare('INSERT OR REPLACE INTO minutes VALUES (?, ?, ?)').run(
        id,
        at,
        JSON.stringify(body),
      );
      db.prepare('DELETE FROM minutes WHERE at < ?').run(at - EXPIRES_MS);
    });
  }

  /** The runs with a heartbeat in the newest 24 hours, the newest run first. */
  runs(now: number): StoredRun<Run>[] {
    const rows = this.#use((db) =>
      db.prepare('SELECT * FROM runs WHERE seen >= ? ORDER BY epoch DESC').all(now - EXPIRES_MS),
    );
    return ((rows ?? []) as StoredRun<string>[]).map((row) => ({
      ...row,
      body: JSON.parse(row.body) as Run,
    }));
  }

  /** The minutes of a run from a time until before another, ms. */
  minutes(id: string, from: number, to: number): { at: number; body: Minute }[] {
    const rows = this.#use((db) =>
      db
        .prepare('SELECT at, body FROM minutes WHERE id = ? AND at >= ? AND at < ? ORDER BY at')
        .all(id, from, to),
    );
    return ((rows ?? []) as { at: number; body: string }[]).map(({ at, body }) => ({
      at,
      body: JSON.parse(body) as Minute,
    }));
  }

  close(): void {
    this.#db?.close();
    this.#db = undefined;
  }

  /** Works on the file; one that cannot be used is made again, and the work is left out. */
  #use<T>(work: (db: Database) => T): T | undefined {
    try {
      this.#db ??= opened(this.#path);
      return work(this.#db);
    } catch (error) {
      this.#renew(error as Error);
      return undefined;
    }
  }

  #renew(cause: Error): void {
    this.close();
    const record = { msg: 'vitals.db cannot be used and is made again', error: cause.message };
    this.log({ level: 'warn', record });
    for (const end of ['', '-journal']) rmSync(this.#path + end, { force: true });
  }
}
