// The journal as the database has it.

import { join } from 'node:path';
import { DATABASE_FILE, openReader } from '../../storage/database.js';

/** The lines that fit a pattern of SQL, in order. */
export const journalOf = (data: string, pattern: string): string[] => {
  const db = openReader(join(data, DATABASE_FILE));
  try {
    return db
      .prepare('SELECT text FROM journal WHERE text LIKE ? ORDER BY seq')
      .pluck()
      .all(pattern) as string[];
  } finally {
    db.close();
  }
};
