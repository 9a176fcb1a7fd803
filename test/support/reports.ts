// Reports in tests: made at once over an open database, or held back; or made by nobody.

import { join } from 'node:path';
import type { ReportRunner, RunningReport } from '../../actors/readers/reports.js';
import type { Database } from '../../storage/database/database.js';
import {
  dropResult,
  hasResult,
  REPORTS_FOLDER,
  sweepResults,
} from '../../storage/reports/results.js';
import { RUN_WATCH, runReport } from '../../storage/reports/run.js';
import type { MadeReport, ReportTask } from '../../wire/rest/trading/report-jobs.js';

/** A runner of a desk whose reports nobody waits for. */
export const noReports = (): ReportRunner => ({
  run: () => ({ result: new Promise(() => {}), rows: () => 0, cancel: () => {} }),
  hasResult: () => false,
  drop: () => {},
  sweep: () => {},
  close: async () => {},
});

/** Makes reports in this thread. */
export class TestReports implements ReportRunner {
  /** Runs wait for it. */
  held: Promise<void> = Promise.resolve();
  /** So many runs end with their thread. */
  lost = 0;
  /** The tasks that were run, in order. */
  readonly tasks: ReportTask[] = [];
  readonly folder: string;

  /** `follow` brings the database up to now. */
  constructor(
    private readonly db: Database,
    data: string,
    private readonly follow: () => void,
  ) {
    this.folder = join(data, REPORTS_FOLDER);
  }

  run(task: ReportTask): RunningReport {
    this.tasks.push(task);
    const watch = new Int32Array(RUN_WATCH.size);
    const result = async (): Promise<MadeReport | null> => {
      await this.held;
      if (this.lost > 0) {
        this.lost -= 1;
        return null;
      }
      this.follow();
      return runReport(this.db, this.folder, task, watch);
    };
    return {
      result: result(),
      rows: () => watch[RUN_WATCH.rows] as number,
      cancel: () => {
        watch[RUN_WATCH.cancelled] = 1;
      },
    };
  }

  hasResult(id: number): boolean {
    return hasResult(this.folder, id);
  }

  drop(id: number): void {
    dropResult(this.folder, id);
  }

  sweep(isKept: (id: number) => boolean): void {
    sweepResults(this.folder, isKept);
  }

  async close(): Promise<void> {}
}
