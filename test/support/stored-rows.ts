// Rows of a database's table as records, for tests that look at all of them.

import type { Database } from '../../storage/database.js';
import { type RecordTable, storedRow } from '../../storage/schema.js';
import type { FieldTable, Row } from '../../wire/fields.js';

/** Every row of a table, by its key. */
export const rowsIn = <T extends FieldTable>(db: Database, table: RecordTable<T>): Row<T>[] => {
  const rows = db.prepare(`SELECT row FROM ${table.name} ORDER BY ${table.key}`).pluck().all();
  return (rows as Buffer[]).map(storedRow(table));
};
