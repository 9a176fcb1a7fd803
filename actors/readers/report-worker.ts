// The thread that makes reports, one at a time, with what processor time the others leave.

import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { DATABASE_FILE, type Database, openReader } from '../../storage/database/database.js';
import { isFullError } from '../../storage/files/disk-space.js';
import { REPORTS_FOLDER } from '../../storage/reports/results.js';
import { runReport } from '../../storage/reports/run.js';
import type { MadeReport, ReportTask } from '../../wire/rest/trading/report-jobs.js';
import { failpoint, killpoint } from '../shared/failpoint.js';
import { LEFTOVER, schedule } from '../shared/scheduling.js';

const { folder } = workerData as { readonly folder: string };
schedule(LEFTOVER);
let db: Database | undefined;
const begun = failpoint('report.run', 1);
const killed = killpoint('report.run');
const made = killpoint('report.made');

/** A run, and the memory that it shares with who waits for it. */
export interface ReportRun {
  readonly task: ReportTask;
  readonly watch: SharedArrayBuffer;
}

/** Makes a report; an error of the report itself is a result, not a failure of the thread. */
export default ({ task, watch }: ReportRun): MadeReport & { readonly failure?: string } => {
  begun();
  killed();
  try {
    db ??= openReader(join(folder, DATABASE_FILE));
    const result = runReport(db, join(folder, REPORTS_FOLDER), task, new Int32Array(watch));
    made();
    return result;
  } catch (error) {
    const { message, stack } = error as Error;
    if (isFullError(error)) return { error: 'the disk is full' };
    return { error: 'the report failed; the server’s log says why', failure: stack ?? message };
  }
};
