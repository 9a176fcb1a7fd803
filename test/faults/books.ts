// The books of a data folder: what must hold between the rows of its database at any time.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE_FILE, openReader } from '../../storage/database.js';

/** Between two looks at how far the database has come. */
const PROJECTION_PAUSE_MS = 10;

const DEAL_SUMS = (condition: string) =>
  `SELECT login, SUM(profit + swap + commission + fee) AS total FROM deals
   WHERE action ${condition} ('credit', 'bonus', 'so_compensation_credit') GROUP BY login`;

/** What may not be, and the SQL that finds the ids where it is. */
const FAULTS: Readonly<Record<string, string>> = {
  'a balance that is not the sum of its deals': `
    SELECT login AS id FROM ledgers LEFT JOIN (${DEAL_SUMS('NOT IN')}) USING (login)
    WHERE balance <> COALESCE(total, 0)`,
  'a credit that is not the sum of its deals': `
    SELECT login AS id FROM ledgers LEFT JOIN (${DEAL_SUMS('IN')}) USING (login)
    WHERE credit <> COALESCE(total, 0)`,
  'an order whose deals do not make up what is filled': `
    SELECT id FROM orders LEFT JOIN
      (SELECT order_id AS id, SUM(volume) AS dealt FROM deals GROUP BY order_id) USING (id)
    WHERE volume_filled <> COALESCE(dealt, 0)`,
  'a deal without its order': `
    SELECT id FROM deals WHERE order_id > 0 AND order_id NOT IN (SELECT id FROM orders)`,
  'a position that its deals do not make up': `
    SELECT position_id AS id FROM deals LEFT JOIN positions ON positions.id = position_id
    WHERE position_id > 0 GROUP BY position_id
    HAVING SUM(CASE entry WHEN 'in' THEN deals.volume ELSE -deals.volume END)
      <> COALESCE(MAX(positions.volume), 0)`,
  'a position without deals': `
    SELECT id FROM positions WHERE id NOT IN (SELECT position_id FROM deals)`,
};

/** Every fault in the books of a data folder, in words; empty when they are right. */
export const faultsOf = (data: string): string[] => {
  const db = openReader(join(data, DATABASE_FILE));
  try {
    return Object.entries(FAULTS).flatMap(([fault, sql]) =>
      (db.prepare(sql).all() as { id: number }[]).map(({ id }) => `${fault}: ${id}`),
    );
  } finally {
    db.close();
  }
};

/** Waits until the database of a running server holds every event up to `seq`. */
export const projected = async (data: string, seq: number): Promise<void> => {
  const db = openReader(join(data, DATABASE_FILE));
  try {
    const checkpoint = db.prepare('SELECT seq FROM checkpoint').pluck();
    while ((checkpoint.get() as number) < seq) await sleep(PROJECTION_PAUSE_MS);
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
