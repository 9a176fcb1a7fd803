// What the HTTP load is told, and what it answers.

import { inProcess } from './job.js';

/** What is asked, over how many connections. */
export interface HttpJob {
  readonly port: number;
  readonly path: string;
  /** Further header lines. */
  readonly headers: readonly string[];
  readonly connections: number;
  /** The server's process, to tell what an answer costs it. */
  readonly pid: number;
  readonly warmupMs: number;
  readonly measureMs: number;
}

/** What came back in the measured time. */
export interface HttpResult {
  readonly answersPerSec: number;
  /** Processor time of the server's process for each answer, in µs. */
  readonly serverUs: number;
  readonly bodyBytes: number;
}

/** Runs a load in a process of its own. */
export const runHttpLoad = async (job: HttpJob): Promise<HttpResult> =>
  (await inProcess(new URL('./http-load.js', import.meta.url), job)) as HttpResult;
