// SIGKILL at named points of the server's work: what must hold after each restart.

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { pathsOf } from '../../actors/folder/folder.js';
import { openSqlite } from '../../storage/database/sqlite.js';
import { within } from '../support/guard.js';
import { SeededRandom } from '../support/lives/random.js';
import { RUN } from '../support/run.js';
import { ServerProcess, type StartOptions } from '../support/server-process.js';
import type { Assert } from '../support/trader.js';
import { DeskLoad, gone } from './desk-load.js';
import { OrderLoad } from './order-load.js';
import { KILLED, recover } from './recovery.js';

const LOAD = { traders: 2, underWay: 16 };
const ARGS = ['--trade-rate', '0'] as const;
/** The demo platform's trader and what it was given. */
const DEMO_LOGIN = 1001;
const DEMO_BALANCE = '10000.00';

/** Each command is a batch of its own: between any two there is a commit, and a point. */
const SMALL_BATCHES = { BROKERD_BATCH_EVENTS: '1' } as const;

/** A point, and between which passings of it the kill comes. */
type Point = readonly [name: string, min: number, max: number];

/**
 * Points of a folder's first start, each in the start that follows: the log's first file is whole,
 * it bears its name; the platform is decided, it is written; so is the deposit of its trader.
 */
const AT_FIRST: readonly string[] = [
  'log.file:1',
  'log.file:2',
  'log.commit.before:1',
  'log.commit.after:1',
  'log.commit.before:1',
  'log.commit.after:1',
];

/** The first point under load: the load is prepared before it. */
const IN_FIRST_LOAD: Point = ['answers.after', 100, 200];

/** Points that are passed under load. */
const UNDER_LOAD: readonly Point[] = [
  ['log.announced', 20, 100],
  ['answer.before', 20, 400],
  ['projection.slice', 2, 4],
  ['projection.committed', 2, 4],
  ['log.commit.before', 20, 100],
  ['log.commit.after', 20, 100],
];

/** Points of the log's passage to its next file, behind that of the start; it comes early then. */
const ROTATION: readonly string[] = ['log.file:3', 'log.file:4'];
const SMALL_FILES = ['--log-file-size', '1'] as const;

/** Of these so many by each change, else all. */
const some = <T>(points: readonly T[], byTest: number): readonly T[] =>
  points.slice(0, RUN === 'test' ? byTest : points.length);

/** Just behind a commit: what it holds is in the log alone. The load is prepared before it. */
const BEHIND_COMMIT: Point = ['log.commit.after', 100, 150];

/** Points of the start that makes a database of an earlier version again, and of those after it. */
const MIGRATION: readonly string[] = [
  'shard.replay:20',
  'projection.slice:1',
  'projection.committed:1',
];

/** Makes a stopped server's database one of an earlier version. */
const makeOutdated = (data: string): void => {
  const db = openSqlite(pathsOf(data).database, {});
  db.pragma('user_version = 0');
  db.close();
};

const passing = ([name, min, max]: Point, random: SeededRandom): string =>
  `${name}:${random.within(min, max)}`;

/** A folder under load whose server is killed again and again. */
class KilledServer {
  readonly #options: StartOptions & { readonly data: string };

  private constructor(
    private readonly t: Assert,
    public server: ServerProcess,
    private readonly load: OrderLoad,
    private readonly desk: DeskLoad,
  ) {
    this.#options = { data: server.data, args: ARGS };
  }

  /** Starts a server with a point armed that is passed so often only under load. */
  static async start(t: Assert, data: string, point: string): Promise<KilledServer> {
    const env = { ...SMALL_BATCHES, BROKERD_KILLPOINT: point };
    const server = await ServerProcess.start({ data, args: ARGS, env });
    const load = await OrderLoad.start(server, LOAD);
    const desk = await DeskLoad.start(server, load.history);
    return new KilledServer(t, server, load, desk);
  }

  /** Has it work until its point kills it. */
  async work(): Promise<void> {
    await this.load.price().catch(gone);
    await Promise.all([this.load.run(), this.desk.work()]);
    this.t.same(await this.server.ended, KILLED, 'it is killed at its point');
  }

  /** Starts it again with a point armed, and has it work until that kills it. */
  async killAt(point: string, flags: readonly string[] = []): Promise<void> {
    await this.server.kill();
    const env = { ...SMALL_BATCHES, BROKERD_KILLPOINT: point };
    const args = [...ARGS, ...flags];
    this.server = await ServerProcess.start({ ...this.#options, args, env });
    await this.load.connect(this.server);
    await this.work();
  }

  /** Starts it again with a point of its start armed; false = it was not reached. */
  async killInStart(point: string): Promise<boolean> {
    this.server = ServerProcess.launch({ ...this.#options, env: { BROKERD_KILLPOINT: point } });
    const listening = this.server.record('listening').then(() => undefined);
    const ending = await Promise.race([this.server.ended, listening]);
    return ending?.signal === KILLED.signal;
  }

  /** Starts it again, and asserts that all is there. */
  async recover(): Promise<void> {
    this.server = await recover(this.t, this.#options, this.load, this.desk);
  }

  /** Kills the starts that follow one after the other until the database is made again. */
  async migrate(): Promise<void> {
    await this.server.kill();
    makeOutdated(this.#options.data);
    for (const point of MIGRATION) {
      const env = { BROKERD_KILLPOINT: point };
      this.server = ServerProcess.launch({ ...this.#options, env });
      this.t.same(await within(this.server.ended, 'kill'), KILLED, `${point} of a migration`);
    }
  }
}

/** Has a server in a new folder work until a point, and do what follows; all is there then. */
const inFolder = async (
  t: Test,
  round: number,
  prepare: (data: string) => Promise<KilledServer>,
  use: (server: KilledServer) => Promise<void>,
): Promise<void> => {
  const data = join(round === 0 ? t.testdir({}) : t.testdirName, String(round));
  mkdirSync(data);
  const killed = await prepare(data);
  t.teardown(() => killed.server.kill());
  await killed.work();
  await use(killed);
  await killed.recover();
  t.equal((await killed.server.stop()).code, 0);
  rmSync(data, { recursive: true });
};

/**
 * Kills just behind a commit, so often: what it holds is in the log alone, and the next start
 * brings it, though those before were killed at its first event and at one in its middle.
 */
export const killBehindCommit = async (t: Test, rounds: number, seed: number): Promise<void> => {
  const random = new SeededRandom(seed);
  for (let round = 0; round < rounds; round += 1) {
    const start = (data: string) => KilledServer.start(t, data, passing(BEHIND_COMMIT, random));
    await inFolder(t, round, start, async (killed) => {
      t.ok(await killed.killInStart('shard.replay:1'), 'the log has a tail');
      // A tail may be too short for a point in its middle: then there is another kill before it.
      while (!(await killed.killInStart(`shard.replay:${random.within(4, 12)}`))) {
        await killed.killAt(passing(BEHIND_COMMIT, random));
      }
    });
  }
};

/**
 * Kills the first starts of a folder, of which the next one makes all of the demo platform or
 * none, and servers at each point of the work, of the log's next file and of a migration; so often.
 * By each change each point is passed once, whether in a first start or under load.
 */
export const killAtPoints = async (t: Test, rounds: number, seed: number): Promise<void> => {
  const random = new SeededRandom(seed);
  for (let round = 0; round < rounds; round += 1) {
    const start = async (data: string): Promise<KilledServer> => {
      for (const point of some(AT_FIRST, 4)) {
        const server = ServerProcess.launch({ data, env: { BROKERD_KILLPOINT: point } });
        t.same(await within(server.ended, 'kill'), KILLED, `${point} of a first start`);
      }
      const killed = await KilledServer.start(t, data, passing(IN_FIRST_LOAD, random));
      const staff = await killed.server.staff();
      const account = await staff.get<{ balance: string }>(`/accounts/${DEMO_LOGIN}`);
      t.equal(account.data.balance, DEMO_BALANCE, 'the platform is whole');
      return killed;
    };
    await inFolder(t, round, start, async (killed) => {
      for (const point of some(UNDER_LOAD, 4)) await killed.killAt(passing(point, random));
      if (RUN === 'test') return;
      for (const point of ROTATION) await killed.killAt(point, SMALL_FILES);
      await killed.recover();
      await killed.migrate();
    });
  }
};
