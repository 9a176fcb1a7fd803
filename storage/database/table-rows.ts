// The rows of all tables, to compare two databases with.

import type { Database } from './database.js';

/** A divisor of each sum of ids, so that sums stay small. */
const DIVISORS = [2_147_483_647, 1_000_003];

const sumsOf = (id: string): string => DIVISORS.map((by) => `SUM(${id} % ${by})`).join(', ');

/**
 * SQL for the content of an index of parts, by a name: which ids have which part, once in the order
 * of the index and once as searches find them, and its tables that depend on the content alone.
 */
const partsRows = (db: Database, name: string): [name: string, sql: string][] => {
  for (const kind of ['instance', 'row']) {
    const made = `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${name}_${kind}`;
    db.exec(`${made} USING fts5vocab(main, ${name}, ${kind})`);
  }
  const search = `${name} MATCH '"' || replace(term, '"', '""') || '"'`;
  const ids = DIVISORS.map((by) => `sum(rowid % ${by})`).join(` || ' ' || `);
  return [
    [name, `SELECT term, COUNT(*), ${sumsOf('doc')} FROM temp.${name}_instance GROUP BY term`],
    [
      `${name}_idx`,
      `SELECT term, (SELECT COUNT(*) || ' ' || ${ids} FROM main.${name} WHERE ${search})
       FROM temp.${name}_row`,
    ],
    [`${name}_docsize`, `SELECT id, sz FROM ${name}_docsize`],
    [`${name}_config`, `SELECT * FROM ${name}_config`],
  ];
};

/**
 * SQL for the rows of each table, by its name. The tables in which an index of parts is kept depend
 * on the transactions that made it, so that what they mean is read; temporary tables, which this
 * creates, read it.
 */
export const tableRows = (db: Database): ReadonlyMap<string, string> => {
  const tables = db
    .prepare(
      `SELECT name, type FROM pragma_table_list WHERE schema = 'main'
         AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .raw()
    .all() as [name: string, type: string][];
  const rowsOf = (name: string, type: string): [name: string, sql: string][] =>
    type === 'table' ? [[name, `SELECT * FROM "${name}" NOT INDEXED`]] : partsRows(db, name);
  return new Map(tables.flatMap(([name, type]) => rowsOf(name, type)));
};
