// What a bench tells its load process, and what it is told.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Percentiles } from './measures.js';

/** Stands in a frame where the load writes the message's id: ten digits. */
export const ID_MARK = '1000000000';
/** Stands in a frame where the load writes a number that never comes twice: twelve digits. */
export const UNIQUE_MARK = '100000000000';

/** A closed loop: every socket keeps `depth` requests under way. */
export interface LoadJob {
  readonly port: number;
  readonly path: string;
  /** Further header lines of each socket's upgrade, one entry a socket. */
  readonly headers: readonly string[];
  /** Frames that a socket sends in turn, with `ID_MARK` and perhaps `UNIQUE_MARK` in them. */
  readonly frames: readonly string[];
  readonly depth: number;
  readonly warmupMs: number;
  readonly measureMs: number;
}

/** What came back in the measured time. */
export interface LoadResult {
  readonly answers: number;
  /** Answers whose `success` is not true. */
  readonly refused: number;
  /** Frames that were no answers. */
  readonly events: number;
  readonly answerBytes: number;
  readonly seconds: number;
  readonly ms: Percentiles;
}

const LOAD = fileURLToPath(new URL('./load.js', import.meta.url));

/** Runs a job in a process of its own. */
export const runLoad = async (job: LoadJob): Promise<LoadResult> => {
  const child = fork(LOAD);
  child.send(job);
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the load process ended with ${code}`);
  });
  const [result] = (await Promise.race([once(child, 'message'), failed])) as [LoadResult];
  failed.catch(() => undefined);
  return result;
};
