// Drill cases of crashes: a working server is killed; after a restart it must have everything that
// it acknowledged.

import { setTimeout as sleep } from 'node:timers/promises';
import { pathsOf } from '../folder/folder.js';
import { halvesIn } from './order-pairs.js';
import { endedBy, KILL, type QuestionedChild } from './questioned-child.js';
import { type SeededRandom, seededRandom } from './seeded-random.js';
import {
  type Acknowledged,
  type Complaint,
  order,
  type Recovered,
  type ServerWork,
  type State,
  serverChild,
} from './servers.js';
import { type CaseResult, onCopy, type TestFolder } from './test-folder.js';

/** Range of the time between the start of the work and the kill. */
const WORK_MS = { min: 100, max: 800 };
/** Time within which a point must be reached. */
const POINT_MS = 3000;
/** Most reports of half-done operations. */
const REPORTED_MAX = 5;
/** A failpoint of the start, passed for each event that must be replayed. */
const IN_REPLAY = 'shard.replay';

/** A failpoint of the server, and the range of its passings at which it triggers. */
type Point = readonly [name: string, from: number, to: number];

/** Makes a shard fail in the middle of the requests of one turn. */
const FAILURE: Point = ['shard.0.request', 150, 400];
/** Makes each command a batch of its own in the log, so that a kill can happen between any two. */
const SMALL_BATCHES = { BROKERD_BATCH_EVENTS: '1' } as const;

/** The failpoints at which a server is killed. */
const POINTS: readonly Point[] = [
  ['log.commit.before', 60, 160],
  ['log.commit.after', 60, 160],
  ['log.announced', 15, 60],
  ['answer.before', 20, 200],
  ['answers.after', 15, 60],
  ['projection.slice', 4, 8],
  ['projection.committed', 4, 8],
  [IN_REPLAY, 1, 4],
];

/** The number of tries of each kind of crash. */
interface Crashes {
  readonly kills: number;
  readonly points: number;
  readonly failures: number;
}

/**
 * Checks how a working server ended; undefined = as expected. It may be killed only by this
 * process, when it is late, or by its failpoint.
 */
export const wrongEnd = (
  how: string | undefined,
  isLate: boolean,
  point: string | undefined,
): string | undefined => {
  const mayBeKilled = isLate || point !== undefined;
  return how === KILL && mayBeKilled ? undefined : `the server ended by itself: ${how}`;
};

/** The tried operation in words. */
const said = ({ point, fails }: Crash, isReached: boolean): string => {
  const place = point ?? fails;
  if (place === undefined) return 'kill -9';
  if (!isReached) return `kill -9, ${place} was not reached,`;
  return fails === undefined ? `kill -9 at ${place}` : `failure at ${fails}, then kill -9`;
};

/** How a server is made to fail. */
interface Crash {
  /**
   * It is killed at the n-th passing of this failpoint, `name:n`; without one at a random moment.
   */
  readonly point?: string;
  /** Its shard fails at the n-th passing of this failpoint, and is restarted before the kill. */
  readonly fails?: string;
}

/** Runs servers on a folder, one after the other. */
class CrashRun {
  readonly acknowledged: Acknowledged[] = [];
  readonly wrong: string[] = [];
  traded = false;
  #isBack: () => void = () => {};

  constructor(
    private readonly data: string,
    private readonly folder: TestFolder,
    private readonly random: SeededRandom,
  ) {}

  /** Starts a server, makes it work and kills it; false = it did not reach the failpoint. */
  async crash({ point, fails }: Crash): Promise<boolean> {
    const back = new Promise<true>((resolve) => {
      this.#isBack = () => resolve(true);
    });
    const server = serverChild({
      env: {
        ...(point !== undefined && { ...SMALL_BATCHES, BROKERD_KILLPOINT: point }),
        ...(fails !== undefined && { ...SMALL_BATCHES, BROKERD_FAILPOINT: fails }),
      },
      reported: (what) => this.#take(what as Acknowledged | Complaint | Recovered),
    });
    try {
      const { data } = this;
      const opened = await order(server, { op: 'open', data, keyFile: this.folder.keyFile });
      // A failpoint of the start kills it there.
      if (typeof opened === 'string') return this.#early(opened, point);
      const work = await order<ServerWork>(server, { op: 'work' });
      if (typeof work === 'string') return this.#early(work, point);
      if (work.accounts === 0) this.wrong.push('no group takes an account: nothing was put in');
      this.traded ||= work.traded;
      const late = (ms: number): Promise<false> => sleep(ms, false, { ref: false });
      const isReached = fails === undefined || (await Promise.race([back, late(POINT_MS)]));
      const workMs = WORK_MS.min + this.random(WORK_MS.max - WORK_MS.min);
      const isKilled = await this.#killed(server, late(point ? POINT_MS : workMs), point);
      return isReached && (point === undefined || isKilled);
    } finally {
      await server.kill();
    }
  }

  /** The pairs of orders that a kill after another commit would have left half done. */
  #halves(): string[] {
    const logins = new Set(this.acknowledged.map(({ login }) => login));
    return halvesIn(pathsOf(this.data).log, this.folder.known.seq, logins).slice(0, REPORTED_MAX);
  }

  /** Starts the server once more and checks that everything is there. */
  async recover(): Promise<void> {
    const server = serverChild();
    try {
      const { data, acknowledged } = this;
      const opened = await order(server, { op: 'open', data, keyFile: this.folder.keyFile });
      if (typeof opened === 'string') return void this.wrong.push(`it does not start: ${opened}`);
      const found = await order<{ lost: string[] }>(server, { op: 'lost', acknowledged });
      this.wrong.push(...(typeof found === 'string' ? [found] : found.lost));
      const state = await order<State>(server, { op: 'state' });
      this.wrong.push(...(typeof state === 'string' ? [state] : state.wrong));
    } finally {
      await server.kill();
      this.wrong.push(...this.#halves());
    }
  }

  #take(what: Acknowledged | Complaint | Recovered): void {
    if ('said' in what) this.wrong.push(`the server said ${what.said}`);
    else if ('back' in what) this.#isBack();
    else this.acknowledged.push(what);
  }

  /** Handles a server that ended before it worked, which only a failpoint may cause. */
  #early(how: string, point: string | undefined): boolean {
    const isKilled = point !== undefined && how === endedBy(KILL);
    if (!isKilled) this.wrong.push(how);
    return isKilled;
  }

  /**
   * Kills the server when it is late, unless its failpoint did; true = the failpoint did. Otherwise
   * it fails.
   */
  async #killed(
    server: QuestionedChild,
    late: Promise<false>,
    point: string | undefined,
  ): Promise<boolean> {
    const first = await Promise.race([server.ended, late]);
    const isLate = first === false;
    const wrong = wrongEnd(isLate ? await server.kill() : first, isLate, point);
    if (wrong !== undefined) this.wrong.push(wrong);
    return !isLate && wrong === undefined;
  }
}

/** Kills servers on a copy of the folder, as each case says, with one recovery each. */
export const tryCrashes = (
  folder: TestFolder,
  { kills, points, failures }: Crashes,
): Promise<CaseResult[]> =>
  onCopy(folder, 'crashes', async (data) => {
    const random = seededRandom(folder.seed);
    const some = <T>(count: number, make: (n: number) => T): T[] =>
      Array.from({ length: count }, (_, n) => make(n));
    const passing = ([name, from, to]: Point): string => `${name}:${from + random(to - from + 1)}`;
    const crashes: Crash[] = [
      ...some(kills, () => ({})),
      ...some(points, (n) => ({ point: passing(POINTS[n % POINTS.length] as Point) })),
      ...some(failures, () => ({ fails: passing(FAILURE) })),
    ];
    const results: CaseResult[] = [];
    folder.progress.begin('crash', crashes.length);
    for (const crash of crashes) {
      const run = new CrashRun(data, folder, random);
      if (crash.point?.startsWith(IN_REPLAY)) await run.crash({});
      const isReached = await run.crash(crash);
      await run.recover();
      const { acknowledged, traded, wrong } = run;
      const orders = traded ? 'payments and orders' : 'payments';
      const what = `${said(crash, isReached)} after ${acknowledged.length} ${orders}`;
      results.push(folder.progress.ended({ what, wrong }));
    }
    return results;
  });
