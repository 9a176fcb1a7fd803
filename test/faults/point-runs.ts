// SIGKILL at named points of the server's work: what must hold after each restart.

import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { pathsOf } from '../../actors/tools/folder.js';
import { logFiles, nameOf, ROTATE_BYTES } from '../../storage/log.js';
import { openAccount } from '../support/client/staff.js';
import { ServerProcess, type StartOptions } from '../support/server-process.js';
import { type Assert, signInStaff } from '../support/trader.js';
import { DeskLoad, gone } from './desk-load.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';
import { assertWhole, recover } from './recovery.js';

const LOAD = { traders: 4 };
/** The demo platform's trader and what it was given. */
const DEMO_LOGIN = 1001;
const DEMO_BALANCE = '10000.00';
/** A tail may be too short for a point in its middle: then there is another crash before it. */
const TAILS_MAX = 5;

/** Points that are passed under load, and between which passings of them the kill comes. */
const UNDER_LOAD: readonly (readonly [name: string, min: number, max: number])[] = [
  ['log.commit.before', 20, 150],
  ['log.commit.after', 20, 150],
  ['log.announced', 20, 150],
  ['answer.before', 20, 400],
  ['answers.after', 40, 200],
  ['projection.slice', 2, 6],
  ['projection.committed', 2, 4],
];

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

/** Points of the log's passage to its next file: that is whole, and it bears its name. */
const ROTATION: readonly string[] = ['log.file:1', 'log.file:2'];

/** Points of the start that makes a database of an earlier version anew, and of those after it. */
const MIGRATION: readonly string[] = [
  'shard.replay:20',
  'projection.slice:1',
  'projection.committed:1',
];

/** Makes a stopped server's database one of an earlier version. */
const makeOutdated = (data: string): void => {
  const db = new BetterSqlite(pathsOf(data).database);
  db.pragma('user_version = 1');
  db.close();
};

const between = (min: number, max: number): number =>
  min + Math.floor(Math.random() * (max - min + 1));

const killed = { code: null, signal: 'SIGKILL' } as const;

/** A folder under load that is killed again and again. */
class Stage {
  readonly #t: Assert;
  readonly #options: StartOptions & { readonly data: string };
  readonly #load: OrderLoad;
  readonly #desk: DeskLoad;
  server: ServerProcess;

  private constructor(t: Assert, server: ServerProcess, load: OrderLoad, desk: DeskLoad) {
    this.#t = t;
    this.server = server;
    this.#options = { data: server.data, args: ['--trade-rate', '0'] };
    this.#load = load;
    this.#desk = desk;
  }

  static async open(t: Assert, data: string): Promise<Stage> {
    const server = await ServerProcess.start({ data });
    const staff = await signInStaff(server);
    const history = new History();
    const { login } = await openAccount(staff, 'demo\\standard', '1');
    const desk = new DeskLoad(staff, login, history);
    const load = await OrderLoad.prepare(server, staff, history, LOAD);
    await load.connect(server);
    return new Stage(t, server, load, desk);
  }

  /** Starts the server anew with a point armed, and has it work until that kills it. */
  async killAt(point: string): Promise<void> {
    await this.server.kill();
    const env = { BROKERD_KILLPOINT: point };
    this.server = await ServerProcess.start({ ...this.#options, env });
    await this.#load.connect(this.server);
    await this.#load.price().catch(gone);
    await Promise.all([this.#load.run(), this.#desk.work()]);
    this.#t.same(await this.server.ended, killed, point);
  }

  /** Starts the crashed server with a point of its start armed; false = it was not reached. */
  async killInStart(point: string): Promise<boolean> {
    this.server = ServerProcess.launch({ ...this.#options, env: { BROKERD_KILLPOINT: point } });
    const listening = this.server.record('listening').then(() => undefined);
    const ending = await Promise.race([this.server.ended, listening]);
    if (ending !== undefined) this.#t.same(ending, killed, point);
    return ending !== undefined;
  }

  /** Kills the starts that follow one after the other until the database is made anew. */
  async killInMigration(): Promise<void> {
    await this.server.kill();
    makeOutdated(this.#options.data);
    for (const point of MIGRATION) {
      const env = { BROKERD_KILLPOINT: point };
      this.server = ServerProcess.launch({ ...this.#options, env });
      this.#t.same(await this.server.ended, killed, `${point} of a migration`);
    }
  }

  async recover(): Promise<void> {
    this.server = await recover(this.#t, this.#options, this.#load, this.#desk);
  }

  /** Makes the log's newest file so large that the next batch begins another one. */
  async fillLog(): Promise<void> {
    await this.server.kill();
    const folder = pathsOf(this.#options.data).log;
    truncateSync(join(folder, nameOf(logFiles(folder).at(-1) as number)), ROTATE_BYTES);
  }
}

/** Makes a folder that is removed afterwards. */
const inFolder = async (use: (data: string) => Promise<void>): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-points-'));
  try {
    await use(data);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
};

/** Kills under load, and the start after that at the first event of the tail and in its middle. */
const killInReplay = async (t: Assert, stage: Stage): Promise<void> => {
  for (let tails = 1; tails <= TAILS_MAX; tails += 1) {
    await stage.killAt(`log.commit.after:${between(40, 120)}`);
    t.ok(await stage.killInStart('shard.replay:1'), 'the log has a tail');
    if (await stage.killInStart(`shard.replay:${between(8, 16)}`)) return;
  }
  throw new Error('the tail was never long enough');
};

/** Kills just behind a commit: what it holds is in the log alone, and the next start brings it. */
export const killBehindCommit = (t: Assert): Promise<void> =>
  inFolder(async (data) => {
    const stage = await Stage.open(t, data);
    try {
      await stage.killAt(`log.commit.after:${between(40, 120)}`);
      await stage.recover();
      t.equal((await stage.server.stop()).code, 0);
    } finally {
      await stage.server.kill();
    }
  });

/**
 * Kills at each point of the work, of the log's next file, of the replay and of a migration, in so
 * many rounds.
 */
export const killAtPoints = (t: Assert, rounds: number): Promise<void> =>
  inFolder(async (data) => {
    const stage = await Stage.open(t, data);
    try {
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, min, max] of UNDER_LOAD) {
          await stage.killAt(`${name}:${between(min, max)}`);
        }
        await stage.fillLog();
        for (const point of ROTATION) await stage.killAt(point);
        await killInReplay(t, stage);
        await stage.recover();
        await stage.killInMigration();
        await stage.recover();
      }
      t.equal((await stage.server.stop()).code, 0);
    } finally {
      await stage.server.kill();
    }
  });

/** Kills the first starts of a folder at one point after the other: the next one makes it good. */
export const killAtFirst = async (t: Assert, rounds: number): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    await inFolder(async (data) => {
      for (const point of AT_FIRST) {
        const server = ServerProcess.launch({ data, env: { BROKERD_KILLPOINT: point } });
        t.same(await server.ended, killed, point);
      }
      const server = await ServerProcess.start({ data });
      try {
        const staff = await signInStaff(server);
        const account = await staff.get<{ balance: string }>(`/accounts/${DEMO_LOGIN}`);
        t.equal(account.data.balance, DEMO_BALANCE, 'the platform is whole');
        await assertWhole(t, data);
      } finally {
        await server.kill();
      }
    });
  }
};
