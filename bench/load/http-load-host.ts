// The messages of the HTTP load.

import { inProcess } from './job.js';

/** The requests, and the number of connections. */
export interface HttpJob {
  readonly port: number;
  readonly path: string;
  /** Further header lines. */
  readonly headers: readonly string[];
  readonly connections: number;
  /** The server's process, whose processor time is measured. */
  readonly pid: number;
  readonly warmupMs: number;
  readonly measureMs: number;
}

/** The answers within the measured time. */
export interface HttpResult {
  readonly answersPerSec: number;
  /** Processor time of the server's process for each answer, in µs. */
  readonly serverUs: number;
  readonly bodyBytes: number;
}

/** Runs a load in a process of its own. */
export const runHttpLoad = async (job: HttpJob): Promise<HttpResult> =>
  (await inProcess(new URL('./http-load.js', import.meta.url), job)) as HttpResult;
