// The messages between a bench and its load process.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Percentiles } from '../measure/measures.js';

/** Stands in a frame where the load writes the message's id: ten digits. */
export const ID_MARK = '1000000000';
/** Stands in a frame where the load writes a number that never comes twice: twelve digits. */
export const UNIQUE_MARK = '100000000000';

/** Where the load goes, and with what. */
export interface LoadTarget {
  readonly port: number;
  readonly path: string;
  /** Further header lines of each socket's upgrade, one entry a socket. */
  readonly headers: readonly string[];
  /** Frames that a socket sends in turn, with `ID_MARK` and perhaps `UNIQUE_MARK` in them. */
  readonly frames: readonly string[];
}

/** A closed loop: every socket keeps `depth` requests under way. */
export interface ClosedLoop extends LoadTarget {
  readonly depth: number;
  /** The server's process, to tell what a request costs it. */
  readonly pid?: number;
  readonly warmupMs: number;
  readonly measureMs: number;
}

/** An open loop: requests leave at planned times, whatever became of those before them. */
export interface OpenLoop extends LoadTarget {
  /** Requests a second in all, one after the other over the sockets. */
  readonly perSecond: number;
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
  /** Frames that were no answers. */
  readonly events: number;
  readonly answerBytes: number;
  readonly seconds: number;
  /** From sending to the answer; of an open loop from the planned time. */
  readonly ms: Percentiles;
  /** The same of those that were done, and of those that were refused. */
  readonly acceptedMs: Percentiles;
  readonly refusedMs: Percentiles;
}

/** The result of a closed loop. */
export interface ClosedResult extends LoadResult {
  /** Processor time of the server's process for each answer, in µs; 0 when none was given. */
  readonly serverUs: number;
}

/** An open loop counts the requests planned in the measured time, whenever they are answered. */
export interface OpenResult extends LoadResult {
  /** Answered after the measured time; they are among the answers. */
  readonly late: number;
  /** Never answered, and in the times with all the time that was waited for them. */
  readonly unanswered: number;
  /** How late the client itself sent; it is in `ms` too. */
  readonly sendingMs: Percentiles;
}

const LOAD = new URL('./load.js', import.meta.url);

/** Said by the process of an open loop when its measured time begins. */
export const BEGUN = 'begun';
/** Said to it: what it measured so far is all. */
export const ENOUGH = 'enough';

/** Starts a script, sends it a job and waits for its answer; `begun` is given what ends a loop. */
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

/** The same beside some work: it begins with the measured time, and ends it. Throws as it does. */
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
