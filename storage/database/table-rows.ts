// The rows of all tables, to compare two databases with.

import type { Database } from './database.js';

/**
 * SQL for the rows of each table, by its name. The tables in which an index of parts is kept depend
 * on the transactions that made it, so that index has a row for each part, with the number and sums
 * of the ids that have it; it is read by a temporary table, which this creates.
 */
export const tableRows = (db: Database): ReadonlyMap<string, string> => {
  const tables = db
    .prepare(
      `SELECT name, type FROM pragma_table_list WHERE schema = 'main'
         AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .raw()
    .all() as [name: string, type: string][];
  const rowsOf = (name: string, type: string): string => {
    if (type === 'table') return `SELECT * FROM "${name}" NOT INDEXED`;
    db.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${name}_rows
       USING fts5vocab(main, ${name}, instance)`,
    );
    return (
      'SELECT term, COUNT(*), SUM(doc % 2147483647), SUM(doc % 1000003) ' +
      `FROM temp.${name}_rows GROUP BY term`
    );
  };
  return new Map(tables.map(([name, type]) => [name, rowsOf(name, type)]));
};
