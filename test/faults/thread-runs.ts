// Threads that die in one of the ways in which they can: the others serve, and they come back.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shardOf } from '../../actors/shard-of.js';
import { within } from '../client/deadline.js';
import type { RestClient } from '../client/rest.js';
import { countWaits } from '../e2e/processor-wait.js';
import { type Assert, signInStaff } from '../e2e/stage.js';
import { TestServer } from '../server.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';
import { assertWhole, recover } from './recovery.js';

/** What a thread does at its failpoint. */
export type Way = 'throw' | 'exit' | 'memory';

/** Where threads fail that are started again: after some requests, or at one of their own. */
const POINTS = {
  'shard 0': 'shard.0.request:300',
  desk: 'desk.op:60',
  market: 'market.quote:4',
  shadow: 'shadow.sync:2',
} as const;
/** The log's thread ends the process. */
const LOG_POINT = 'log.batch:100';

/** How each of the threads fails. */
export type Ways = Readonly<Record<keyof typeof POINTS, Way>>;

const SHARDS = 2;
const TRADERS = 6;
/** A shard is back within this, but for what it waits in line for a processor. */
const BACK_MS = 2000;
const PAUSE_MS = 10;
const ENDS = ['trade.timeout', 'trade.too_many_requests'];

const wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
const price = { symbol: 'EURUSD', bid: '1.10000', ask: '1.10010' };

/** A server with two shards under load. */
class Stage {
  #isOver = false;
  /** When orders of accounts were acknowledged that are not on shard 0. */
  readonly #elsewhere: number[] = [];

  private constructor(
    readonly data: string,
    readonly server: TestServer,
    readonly load: OrderLoad,
    private readonly staff: RestClient,
  ) {}

  static async open(failpoint: string): Promise<Stage> {
    const data = mkdtempSync(join(tmpdir(), 'brokerd-threads-'));
    const args = ['--trade-rate', '0', '--shards', String(SHARDS)];
    const server = await TestServer.start({ data, args, env: { BROKERD_FAILPOINT: failpoint } });
    const staff = await signInStaff(server);
    const load = await OrderLoad.prepare(server, staff, new History(), { traders: TRADERS });
    await load.connect(server);
    await load.price();
    return new Stage(data, server, load, staff);
  }

  /** Traders open positions, staff look and throw prices in, until `until` has come. */
  async workUntil(until: Promise<unknown>): Promise<void> {
    this.#isOver = false;
    const traders = this.load.traders.map((_, n) => this.#trade(n));
    const work = Promise.all([...traders, this.#staffWork()]);
    await Promise.race([within(until, 'end of the failures'), work]);
    this.#isOver = true;
    await work;
  }

  /** How many orders of the other shard were acknowledged in a span of time. */
  elsewhere(from: number, to: number): number {
    return this.#elsewhere.filter((at) => at >= from && at <= to).length;
  }

  async close(): Promise<void> {
    await this.server.kill();
    rmSync(this.data, { recursive: true, force: true });
  }

  async #trade(nth: number): Promise<void> {
    const trader = this.load.traders[nth];
    while (trader !== undefined && !this.#isOver) {
      const answer = await trader.bySocket({ request_id: randomUUID(), ...wish }).catch(() => {});
      // A server that has ended answers no more.
      if (answer === undefined) return;
      if (answer.success && shardOf(trader.login, SHARDS) > 0) this.#elsewhere.push(Date.now());
      else if (!answer.success && !ENDS.includes(answer.code)) throw new Error(answer.code);
    }
  }

  async #staffWork(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.staff.get('/accounts/1001');
        await this.staff.post('/quotes', price);
      } catch {
        return;
      }
      await sleep(PAUSE_MS);
    }
  }
}

/** Kills threads under load, each once: they come back, others trade on, and nothing is lost. */
export const failThreads = async (t: Assert, ways: Ways): Promise<void> => {
  const names = Object.keys(POINTS) as (keyof typeof POINTS)[];
  const stage = await Stage.open(names.map((name) => `${POINTS[name]}:${ways[name]}`).join());
  const { server, data, load } = stage;
  try {
    let waits = (): number => 0;
    void server.record('the shard 0 thread failed').then(() => {
      waits = countWaits(server.process.pid as number);
    });
    let waitedMs = 0;
    const shardBack = server.record('the shard 0 thread is back').then((record) => {
      waitedMs = waits();
      return record;
    });
    const back = Promise.all(names.map((name) => server.record(`the ${name} thread is back`)));
    await stage.workUntil(back);
    const failed = await server.record('the shard 0 thread failed');
    const [from, to] = [failed, await shardBack].map(({ time }) => Date.parse(String(time)));
    const goneMs = (to as number) - (from as number) - waitedMs;
    t.ok(goneMs <= BACK_MS, `shard 0 was gone for ${Math.round(goneMs)} ms`);
    const meanwhile = stage.elsewhere(from as number, to as number);
    t.ok(meanwhile > 0, `${meanwhile} orders of the other shard were executed meanwhile`);
    await load.repeat();
    await load.settle();
    await assertWhole(t, data, load.history);
    t.equal((await server.stop()).code, 0);
  } finally {
    await stage.close();
  }
};

/** Kills the log's thread under load: the process ends with its code, and the next has all. */
export const failLogThread = async (t: Assert, way: Way): Promise<void> => {
  const stage = await Stage.open(`${LOG_POINT}:${way}`);
  const { server, data, load } = stage;
  try {
    await stage.workUntil(server.ended);
    t.same(await server.ended, { code: 1, signal: null }, 'it ends with its code');
    const said = server.records.filter(({ level }) => level === 'fatal');
    t.equal(said.length, 1);
    t.match(said[0]?.error, /^the log thread failed: ./);
    const again = await recover(t, { data, args: ['--trade-rate', '0'] }, load);
    t.equal((await again.stop()).code, 0);
  } finally {
    await stage.close();
  }
};
