// A run of a report: reads the source step by step, and writes the result.

import type { MadeReport, ReportTask } from '../../wire/rest/trading/report-jobs.js';
import { reportModule } from '../../wire/settings/report-modules.js';
import { readCheckpoint } from '../database/checkpoint.js';
import type { Database } from '../database/database.js';
import { ResultWriter } from './results.js';
import { columnsOf, SectionRows, UnmadeReport } from './sections.js';
import { SOURCES } from './sources.js';

/** Memory that a run shares with who waits for it: is it cancelled, and its rows so far. */
export const RUN_WATCH = { cancelled: 0, rows: 1, size: 8 } as const;

const write = (
  db: Database,
  task: ReportTask,
  writer: ResultWriter,
  watch: Int32Array,
): MadeReport => {
  const module = reportModule(task.module);
  if (module === undefined) return { error: `there is no module ${task.module}` };
  const { seq } = readCheckpoint(db);
  const columns = columnsOf(module);
  const section = new SectionRows(module);
  writer.begin(columns);
  for (const rows of section.all(SOURCES[module.source](db, task, seq))) {
    writer.add(rows);
    Atomics.store(watch, RUN_WATCH.rows, writer.rows);
    if (Atomics.load(watch, RUN_WATCH.cancelled) !== 0) throw new UnmadeReport('cancelled');
  }
  const last = module.source === 'exposure' || module.source === 'accounts';
  writer.end({
    title: task.title,
    columns: [...columns],
    totals: [...section.totals()],
    seq_from: String(seq),
    seq_to: String(last ? readCheckpoint(db).seq : seq),
  });
  const sha256 = writer.finish();
  return { rows: writer.rows, bytes: writer.bytes, sha256 };
};

/**
 * Makes a report. A fault that makes it impossible is reported in the result, and leaves no
 * files; errors of database and disk are thrown.
 */
export const runReport = (
  db: Database,
  folder: string,
  task: ReportTask,
  watch: Int32Array,
): MadeReport => {
  const writer = new ResultWriter(folder, task.id);
  try {
    return write(db, task, writer, watch);
  } catch (error) {
    writer.discard();
    if (error instanceof UnmadeReport) return { error: error.message };
    throw error;
  }
};
