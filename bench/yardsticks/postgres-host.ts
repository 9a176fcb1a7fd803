// Runs SQL loads in a process of their own.

import { inProcess } from '../load/job.js';
import type { Percentiles } from '../measure/measures.js';
import type { Way } from './postgres-trade.js';

/** A closed loop: every connection starts the next trade when its last one is done. */
export interface SqlJob {
  readonly port: number;
  readonly way: Way;
  readonly connections: number;
  readonly warmupMs: number;
  readonly measureMs: number;
}

/** The work done in the measured time. */
export interface SqlResult {
  readonly trades: number;
  readonly seconds: number;
  readonly ms: Percentiles;
}

/** Runs a load. */
export const runSqlLoad = async (job: SqlJob): Promise<SqlResult> =>
  (await inProcess(new URL('./postgres-load.js', import.meta.url), job)) as SqlResult;
