// The crash cases: a server at work is killed, and started again it has all that it acknowledged.

import { setTimeout as sleep } from 'node:timers/promises';
import { type AskedChild, endedBy, KILL } from './asked.js';
import { type Dice, diceOf } from './dice.js';
import { type Ground, onCopy, type Tried } from './ground.js';
import {
  type Acknowledged,
  type Complaint,
  order,
  type State,
  serverChild,
  type Work,
} from './servers.js';

/** The kill comes so long after the work began. */
const WORK_MS = { min: 100, max: 800 };
/** A point that is not reached by then is not waited for. */
const POINT_MS = 3000;
/** A point of the start: it is passed for each event that the start before has left. */
const IN_REPLAY = 'shard.replay';

/** Where a server is killed, and at which passing. */
const POINTS: readonly (readonly [name: string, from: number, to: number])[] = [
  ['log.commit.before', 15, 60],
  ['log.commit.after', 15, 60],
  ['log.announced', 15, 60],
  ['answer.before', 20, 200],
  ['answers.after', 15, 60],
  ['projection.slice', 4, 8],
  ['projection.committed', 4, 8],
  [IN_REPLAY, 1, 4],
];

/** How often each kind of crash is tried. */
export interface Crashes {
  readonly kills: number;
  readonly points: number;
}

/**
 * What is wrong with how a server at work ended; undefined = nothing. Only we may kill it, when it
 * is late, or its point.
 */
export const wrongEnd = (
  how: string | undefined,
  isLate: boolean,
  point: string | undefined,
): string | undefined => {
  const mayBeKilled = isLate || point !== undefined;
  return how === KILL && mayBeKilled ? undefined : `the server ended by itself: ${how}`;
};

/** One server after the other on a folder. */
class Crasher {
  readonly acknowledged: Acknowledged[] = [];
  readonly wrong: string[] = [];
  traded = false;

  constructor(
    private readonly data: string,
    private readonly keyFile: string,
  ) {}

  /** Puts a server to work and kills it, or has a point of its own do so: false = it did not. */
  async crash(dice: Dice, point: string | undefined): Promise<boolean> {
    const server = serverChild({
      env: point === undefined ? {} : { BROKERD_KILLPOINT: point },
      told: (what) => this.#told(what as Acknowledged | Complaint),
    });
    try {
      const { data, keyFile } = this;
      const opened = await order(server, { op: 'open', data, keyFile });
      // A point of the start kills it there.
      if (typeof opened === 'string') return this.#early(opened, point);
      const work = await order<Work>(server, { op: 'work' });
      if (typeof work === 'string') return this.#early(work, point);
      if (work.accounts === 0) this.wrong.push('no group takes an account: nothing was put in');
      this.traded ||= work.traded;
      const workMs = WORK_MS.min + dice(WORK_MS.max - WORK_MS.min);
      const late = sleep(point === undefined ? workMs : POINT_MS, 'late' as const, { ref: false });
      return await this.#killed(server, late, point);
    } finally {
      await server.kill();
    }
  }

  /** Starts once more and looks whether all is there. */
  async recover(): Promise<void> {
    const server = serverChild();
    try {
      const { data, keyFile, acknowledged } = this;
      const opened = await order(server, { op: 'open', data, keyFile });
      if (typeof opened === 'string') return void this.wrong.push(`it does not start: ${opened}`);
      const found = await order<{ lost: string[] }>(server, { op: 'lost', acknowledged });
      this.wrong.push(...(typeof found === 'string' ? [found] : found.lost));
      const state = await order<State>(server, { op: 'state' });
      this.wrong.push(...(typeof state === 'string' ? [state] : state.wrong));
    } finally {
      await server.kill();
    }
  }

  #told(what: Acknowledged | Complaint): void {
    if ('said' in what) this.wrong.push(`the server said ${what.said}`);
    else this.acknowledged.push(what);
  }

  /** The server was gone before it worked: that is for a point alone to do. */
  #early(how: string, point: string | undefined): boolean {
    const isKilled = point !== undefined && how === endedBy(KILL);
    if (!isKilled) this.wrong.push(how);
    return isKilled;
  }

  /** Kills it when it is late, unless its point has done so: true = it has. Else it fails. */
  async #killed(
    server: AskedChild,
    late: Promise<'late'>,
    point: string | undefined,
  ): Promise<boolean> {
    const first = await Promise.race([server.ended, late]);
    const isLate = first === 'late';
    const wrong = wrongEnd(isLate ? await server.kill() : first, isLate, point);
    if (wrong !== undefined) this.wrong.push(wrong);
    return !isLate && wrong === undefined;
  }
}

/** Kills servers on a copy of the folder, at any moment and at named points; one recovery each. */
export const tryCrashes = (ground: Ground, { kills, points }: Crashes): Promise<Tried[]> =>
  onCopy(ground, 'crashes', async (data) => {
    const dice = diceOf(ground.seed);
    const tried: Tried[] = [];
    const named = Array.from({ length: points }, (_, n) => POINTS[n % POINTS.length]);
    for (const chosen of [...Array<undefined>(kills).fill(undefined), ...named]) {
      const [name = '', from = 1, to = 1] = chosen ?? [];
      const point = chosen && `${name}:${from + dice(to - from + 1)}`;
      const crasher = new Crasher(data, ground.keyFile);
      if (name === IN_REPLAY) await crasher.crash(dice, undefined);
      const isReached = await crasher.crash(dice, point);
      await crasher.recover();
      const { acknowledged, traded, wrong } = crasher;
      const orders = traded ? 'payments and orders' : 'payments';
      const where = isReached ? ` at ${point}` : `, ${point} was not reached,`;
      const how = point === undefined ? 'kill -9' : `kill -9${where}`;
      tried.push({ what: `${how} after ${acknowledged.length} ${orders}`, wrong });
    }
    return tried;
  });
