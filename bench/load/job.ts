// The messages between a bench and its load process.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Percentiles } from '../measure/measures.js';

/** A placeholder in a frame for the message's id: ten digits. */
export const ID_MARK = '1000000000';
/** A placeholder in a frame for a number that is never repeated: twelve digits. */
export const UNIQUE_MARK = '100000000000';

/** The target of the load, and its frames. */
export interface LoadTarget {
  readonly port: number;
  readonly path: string;
  /** Further header lines of upgrades, one entry for each socket. */
  readonly headers: readonly string[];
  /** Frames that a socket sends in turn, with `ID_MARK` and perhaps `UNIQUE_MARK`. */
  readonly frames: readonly string[];
}

/** A closed loop: every socket keeps `depth` requests in progress. */
export interface ClosedLoop extends LoadTarget {
  readonly depth: number;
  /** The server's process, whose processor time is measured. */
  readonly pid?: number;
  readonly warmupMs: number;
  readonly measureMs: number;
}

/** An open loop: requests are sent at planned times, whatever happened to earlier ones. */
export interface OpenLoop extends LoadTarget {
  /** Requests a second in all, sent in turn over the sockets. */
  readonly perSecond: number;
  /** Requests that a socket sends at once; 1 if left out. */
  readonly together?: number;
  readonly warmupMs: number;
  readonly measureMs: number;
}

/** The commands to the load process. */
export type LoadJob =
  | { readonly mode: 'closed'; readonly loop: ClosedLoop }
  | { readonly mode: 'open'; readonly loop: OpenLoop };

/** The answers within the measured time. */
export interface LoadResult {
  readonly sent: number;
  readonly answers: number;
  /** Answers whose `success` is not true. */
  readonly refused: number;
  /** Frames other than answers. */
  readonly events: number;
  /** Mean size of the other frames, and of the answers. */
  readonly eventBytes: number;
  readonly answerBytes: number;
  readonly seconds: number;
  /** From sending to the answer; in an open loop from the planned time. */
  readonly ms: Percentiles;
  /** The same for accepted and for refused requests. */
  readonly acceptedMs: Percentiles;
  readonly refusedMs: Percentiles;
}

/** The result of a closed loop. */
export interface ClosedResult extends LoadResult {
  /** Processor time of the server's process for each answer, in µs; 0 without `pid`. */
  readonly serverUs: number;
}

/** An open loop counts the requests planned in the measured time, whenever they are answered. */
export interface OpenResult extends LoadResult {
  /** Answered after the measured time; they count as answers. */
  readonly late: number;
  /** Never answered; they count in the times with the time that was waited. */
  readonly unanswered: number;
  /** Lateness of the client itself; it is part of `ms`, too. */
  readonly sendingMs: Percentiles;
}

const LOAD = new URL('./load.js', import.meta.url);

/** Sent by the process of an open loop when its measured time begins. */
export const BEGUN = 'begun';
/** Sent to it to end the measured time. */
export const ENOUGH = 'enough';

/**
 * Starts a script, sends it a job and waits for its answer; `begun` gets a function that ends the
 * loop.
 */
export const inProcess = (
  script: URL,
  job: object,
  begun: (end: () => void) => void = () => {},
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(script));
    const end = (): void => {
      if (child.connected) child.send(ENOUGH);
    };
    child.on('message', (said) => (said === BEGUN ? begun(end) : resolve(said)));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the load process ended with ${code}`)));
    child.send(job);
  });

/** Runs a closed loop in a process of its own. */
export const runLoad = async (loop: ClosedLoop): Promise<ClosedResult> =>
  (await inProcess(LOAD, { mode: 'closed', loop } satisfies LoadJob)) as ClosedResult;

/** Runs an open loop in a process of its own. */
export const runOpenLoad = async (loop: OpenLoop): Promise<OpenResult> =>
  (await inProcess(LOAD, { mode: 'open', loop } satisfies LoadJob)) as OpenResult;

/**
 * Runs an open loop beside some work, which starts with the measured time and ends it. Throws
 * errors of the work.
 */
export const runOpenLoadBeside = async <T>(
  loop: OpenLoop,
  work: () => Promise<T>,
): Promise<{ readonly load: OpenResult; readonly done: T }> => {
  const works: Promise<T>[] = [];
  const load = await inProcess(LOAD, { mode: 'open', loop } satisfies LoadJob, (end) => {
    const working = work();
    working.then(end, end);
    works.push(working);
  });
  const [begun] = works;
  if (begun === undefined) throw new Error('no time was measured');
  return { load: load as OpenResult, done: await begun };
};
