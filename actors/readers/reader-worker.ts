// A reader thread: answers queries through its own read-only connections.

import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { DATABASE_FILE, LOG_FOLDER, openReader } from '../../storage/database/database.js';
import { AccountRecords } from '../../storage/read/account-records.js';
import { BarReader } from '../../storage/read/bars.js';
import { slicedTable } from '../../storage/read/lists/accounts.js';
import { LoggedEvents } from '../../storage/read/logged-events.js';
import { type QueryTable, queryTable } from '../../storage/read/queries.js';
import { REPORTS_FOLDER, reportResults } from '../../storage/reports/results.js';
import type { QueryName, SlicedQuery } from '../../wire/queries/queries.js';
import { auditPage, type PageTask } from '../audit/page-audit.js';
import { failpoint } from '../shared/failpoint.js';
import { startHeartbeat } from '../shared/heartbeat.js';
import { BACKGROUND, schedule } from '../shared/scheduling.js';
import { returned } from '../shared/worker-pool.js';
import { SlicedReads } from './sliced-reads.js';

const { folder } = workerData as { readonly folder: string };
const db = openReader(join(folder, DATABASE_FILE));
const table: QueryTable = queryTable(
  db,
  new BarReader(folder),
  new LoggedEvents(join(folder, LOG_FOLDER)),
  reportResults(join(folder, REPORTS_FOLDER)),
);
const sliced = new SlicedReads(() => slicedTable(openReader(join(folder, DATABASE_FILE))));
const books = new AccountRecords(db);
const asked = failpoint('reader.query', 1);
startHeartbeat();
schedule(BACKGROUND);

/** A query, the next step of one, or a page of accounts to audit. */
export type ReaderTask =
  | { readonly name: QueryName; readonly input: never }
  | { readonly name: 'continue'; readonly input: number }
  | { readonly name: 'audit'; readonly input: PageTask };

const isSliced = (name: QueryName): name is SlicedQuery => !Object.hasOwn(table, name);

/** Answers a query, or reports that it needs another step. Throws errors of the database. */
const answer = ({ name, input }: ReaderTask): unknown => {
  if (name === 'audit') return auditPage(books, input);
  if (name === 'continue') return sliced.next(input);
  asked();
  return isSliced(name) ? sliced.begin(name, input) : table[name](input);
};

export default (task: ReaderTask): unknown => returned(answer(task));
