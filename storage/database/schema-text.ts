// Compares the schemas of two databases: tables, indexes, triggers and views.

import type { Database } from './database.js';

/** The SQL of each part of a schema, by its type and name. */
export type SchemaText = ReadonlyMap<string, string>;

/** SQL without comments, and with single spaces. */
const plain = (sql: string): string => sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();

/** Reads the schema of a database. */
export const schemaText = (db: Database): SchemaText => {
  const rows = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').raw().all();
  return new Map(
    (rows as [string, string, string, string | null][]).map(([type, name, table, sql]) => [
      `${type} ${name}`,
      `${table} ${plain(sql ?? '')}`,
    ]),
  );
};

/** The first difference of a schema from the expected schema, in words; undefined = none. */
export const schemaFault = (shown: SchemaText, wanted: SchemaText): string | undefined => {
  for (const [part, text] of wanted) {
    if (!shown.has(part)) return `lacks the ${part}`;
    if (shown.get(part) !== text) return `has another ${part}`;
  }
  for (const part of shown.keys()) {
    if (!wanted.has(part)) return `has the ${part}, which does not belong there`;
  }
  return undefined;
};
