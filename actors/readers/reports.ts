// Reports: runs them in a thread of its own, keeps their files, and lends these to downloads.

import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import {
  dropResult,
  hasResult,
  REPORTS_FOLDER,
  sectionFile,
  sweepResults,
} from '../../storage/reports/results.js';
import { RUN_WATCH } from '../../storage/reports/run.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import type { MadeReport, ReportTask } from '../../wire/rest/trading/report-jobs.js';
import type { ReportFile, ReportFiles } from '../client.js';
import { createWorkerPool } from '../shared/worker-pool.js';
import type { ReportRun } from './report-worker.js';

/** Limit of the heap of the thread, in MiB. */
const HEAP_MIB = 96;

/** A run that goes on. */
export interface RunningReport {
  /** Its result; null = its thread has ended. */
  readonly result: Promise<MadeReport | null>;
  /** Rows so far. */
  rows(): number;
  /** Lets it end with the error `cancelled`. */
  cancel(): void;
}

/** Makes reports, and keeps their files. */
export interface ReportRunner {
  run(task: ReportTask): RunningReport;
  hasResult(id: number): boolean;
  drop(id: number): void;
  /** Removes all files but the files of the jobs that `isKept` names. */
  sweep(isKept: (id: number) => boolean): void;
  /** Ends the thread with its run. */
  close(): Promise<void>;
}

/** Starts the thread of reports; `failed` hears of errors that are no fault of a report. */
export const startReports = (
  folder: string,
  failed: (msg: string, error: Error) => void,
): ReportRunner => {
  const results = join(folder, REPORTS_FOLDER);
  const pool = createWorkerPool(
    new URL('./report-worker.js', import.meta.url),
    (error) => failed('the thread of reports failed', error),
    { folder },
    { maxOldGenerationSizeMb: HEAP_MIB },
  );
  let running: Int32Array | undefined;
  const resultOf = async (run: ReportRun): Promise<MadeReport | null> => {
    try {
      const made = await pool.run<MadeReport & { readonly failure?: string }>(run);
      const { failure, ...result } = made;
      if (failure !== undefined) failed(`report job ${run.task.id} failed`, new Error(failure));
      return result as MadeReport;
    } catch (error) {
      failed(`report job ${run.task.id} was interrupted`, error as Error);
      return null;
    }
  };
  return {
    run: (task) => {
      const watch = new SharedArrayBuffer(RUN_WATCH.size);
      const cells = new Int32Array(watch);
      running = cells;
      return {
        result: resultOf({ task, watch }),
        rows: () => Atomics.load(cells, RUN_WATCH.rows),
        cancel: () => Atomics.store(cells, RUN_WATCH.cancelled, 1),
      };
    },
    hasResult: (id) => hasResult(results, id),
    drop: (id) => dropResult(results, id),
    sweep: (isKept) => sweepResults(results, isKept),
    close: async () => {
      if (running !== undefined) Atomics.store(running, RUN_WATCH.cancelled, 1);
      await pool.close();
    },
  };
};

/** Most downloads at a time: of all, and of one login. */
const OPEN_MAX = 32;
const OPEN_OF_LOGIN_MAX = 4;

const crowded = refuse(
  'auth.too_many_attempts',
  'Too many downloads run; try again. retry_after=5',
);

/** Opens the files of results for downloads, which are shared out by login. */
export class OpenReportFiles implements ReportFiles {
  readonly #results: string;
  /** Open files by login. */
  readonly #open = new Map<number, number>();
  #all = 0;

  constructor(folder: string) {
    this.#results = join(folder, REPORTS_FOLDER);
  }

  /** Opens the file of a section; `not_found` when there is none. It must be closed. */
  async open(login: number, id: number, section: number): Promise<Outcome<ReportFile>> {
    const held = this.#open.get(login) ?? 0;
    if (held >= OPEN_OF_LOGIN_MAX || this.#all >= OPEN_MAX) return crowded;
    this.#count(login, 1);
    try {
      const found = sectionFile(this.#results, id, section);
      if (found === undefined) {
        this.#count(login, -1);
        return refuse('not_found', `section: the report has no section ${section}`);
      }
      const file = await open(found.path, 'r');
      return ok(fileSource(file, found.bytes, () => this.#count(login, -1)));
    } catch (error) {
      this.#count(login, -1);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return refuse('not_found');
      throw error;
    }
  }

  #count(login: number, change: number): void {
    this.#all += change;
    const held = (this.#open.get(login) ?? 0) + change;
    if (held === 0) this.#open.delete(login);
    else this.#open.set(login, held);
  }
}

/** A file as the source of a download. */
const fileSource = (file: FileHandle, length: number, closed: () => void): ReportFile => {
  let isOpen = true;
  return {
    length,
    read: async (from, most) => {
      const bytes = Buffer.alloc(Math.min(most, length - from));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
      if (bytesRead < bytes.length) throw new Error('the file of a report was cut');
      return bytes;
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      closed();
      void file.close();
    },
  };
};
