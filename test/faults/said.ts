// What a server says of itself: figures, complaints in its log, and lines of its journal.

import { pathsOf } from '../../actors/folder/folder.js';
import { metricIn, readMetrics } from '../../bench/measure/metrics.js';
import { openReader } from '../../storage/database/database.js';
import type { LogRecord, ServerProcess } from '../support/server-process.js';

/** A figure of `/metrics`, its name with its labels. */
export const figure = async (server: ServerProcess, name: string): Promise<number> =>
  metricIn(await readMetrics(server), `brokerd_${name}`);

/** What it logged as an error, or before it ended for one. */
export const complaints = ({ records }: ServerProcess): LogRecord[] =>
  records.filter(({ level }) => level === 'error' || level === 'fatal');

/** The lines of the journal, as the database has it, that fit a pattern of SQL, in order. */
export const journalOf = (data: string, pattern: string): string[] => {
  const db = openReader(pathsOf(data).database);
  try {
    return db
      .prepare('SELECT text FROM journal WHERE text LIKE ? ORDER BY seq')
      .pluck()
      .all(pattern) as string[];
  } finally {
    db.close();
  }
};
