// The books of a data folder: how far its database has come, and all that is in it.

import { join } from 'node:path';
import { DATABASE_FILE, openReader } from '../../storage/database.js';
import { until } from '../support/guard.js';

/** Waits until the database of a running server holds every event up to `seq`. */
export const projected = async (data: string, seq: number): Promise<void> => {
  const db = openReader(join(data, DATABASE_FILE));
  try {
    const checkpoint = db.prepare('SELECT seq FROM checkpoint').pluck();
    await until(`event ${seq} in the database`, () => (checkpoint.get() as number) >= seq);
  } finally {
    db.close();
  }
};

/** Every row of every table, to compare two databases with. */
export const contentsOf = (data: string): Record<string, unknown[]> => {
  const db = openReader(join(data, DATABASE_FILE));
  try {
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all() as string[];
    return Object.fromEntries(
      tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).raw().all()]),
    );
  } finally {
    db.close();
  }
};
