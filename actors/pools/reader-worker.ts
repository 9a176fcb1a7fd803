// A reader's thread: answers queries from read-only connections of its own.

import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { BarReader } from '../../storage/bars.js';
import { DATABASE_FILE, openReader } from '../../storage/database.js';
import { type QueryTable, queryTable } from '../../storage/queries.js';
import type { QueryName } from '../../wire/queries.js';

const { folder } = workerData as { readonly folder: string };
const table: QueryTable = queryTable(
  openReader(join(folder, DATABASE_FILE)),
  new BarReader(folder),
);

/** One query. */
export interface ReaderTask {
  readonly name: QueryName;
  readonly input: never;
}

/** Answers a query. Throws what the database throws. */
export default ({ name, input }: ReaderTask): unknown => table[name](input);
