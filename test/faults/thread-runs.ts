// Threads that die in one of the ways in which they can: the others serve, and they come back.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shardOf } from '../../actors/shard-of.js';
import { readMetrics } from '../../bench/metrics.js';
import { countWaits } from '../e2e/processor-wait.js';
import type { RestClient } from '../support/client/rest.js';
import { within } from '../support/guard.js';
import { type LogRecord, ServerProcess } from '../support/server-process.js';
import { type Assert, signInStaff } from '../support/trader.js';
import { History } from './history.js';
import { journalOf } from './journal.js';
import { OrderLoad } from './order-load.js';
import { assertWhole, recover } from './recovery.js';

/** What a thread does at its failpoint. */
export type Way = 'throw' | 'exit' | 'memory' | 'loop';

/** Where threads fail that are started again: after some requests, or at one of their own. */
const POINTS = {
  'shard 0': 'shard.0.request:300',
  desk: 'desk.op:60',
  market: 'market.quote:4',
  shadow: 'shadow.sync:2',
} as const;
type Name = keyof typeof POINTS;
/** Those that end the process. */
const LAST_POINTS = { log: 'log.batch:100', main: 'front.answer:300' } as const;

/** How threads fail, shard 0 among them. */
export type Ways = Readonly<Partial<Record<Name, Way>> & Record<'shard 0', Way>>;

const SHARDS = 2;
const TRADERS = 6;
/** A shard is back within this, but for what it waits in line for a processor. */
const BACK_MS = 2000;
const PAUSE_MS = 10;
const ENDS = ['trade.timeout', 'trade.too_many_requests'];
const POLL_MS = 20;

const wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
const price = { symbol: 'EURUSD', bid: '1.10000', ask: '1.10010' };

const timeOf = ({ time }: LogRecord): number => Date.parse(String(time));

/** A server with two shards under load. */
class Stage {
  #isOver = false;
  /** When orders were acknowledged, and how long they took. */
  readonly #acknowledged: { readonly shard: number; readonly at: number; readonly ms: number }[] =
    [];

  private constructor(
    readonly data: string,
    readonly server: ServerProcess,
    readonly load: OrderLoad,
    private readonly staff: RestClient,
  ) {}

  static async open(failpoint: string): Promise<Stage> {
    const data = mkdtempSync(join(tmpdir(), 'brokerd-threads-'));
    const args = ['--trade-rate', '0', '--shards', String(SHARDS)];
    const server = await ServerProcess.start({ data, args, env: { BROKERD_FAILPOINT: failpoint } });
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

  /** When the last order of shard 0 was acknowledged before a time. */
  lastBefore(time: number): number {
    const here = this.#acknowledged.filter(({ shard, at }) => shard === 0 && at <= time);
    return Math.max(...here.map(({ at }) => at));
  }

  /** How long the orders of the other shard took that were acknowledged in a span of time. */
  elsewhere(from: number, to: number): number[] {
    const meanwhile = this.#acknowledged.filter(({ at }) => at >= from && at <= to);
    return meanwhile.flatMap(({ shard, ms }) => (shard === 0 ? [] : [ms]));
  }

  /** What an order of shard 0 is answered. */
  async order(): Promise<string> {
    const trader = this.load.traders.find(({ login }) => shardOf(login, SHARDS) === 0);
    return (await trader?.bySocket({ request_id: randomUUID(), ...wish }))?.code ?? 'no trader';
  }

  async close(): Promise<void> {
    await this.server.kill();
    rmSync(this.data, { recursive: true, force: true });
  }

  async #trade(nth: number): Promise<void> {
    const trader = this.load.traders[nth];
    while (trader !== undefined && !this.#isOver) {
      const asked = Date.now();
      const answer = await trader.bySocket({ request_id: randomUUID(), ...wish }).catch(() => {});
      // A server that has ended answers no more.
      if (answer === undefined) return;
      const at = Date.now();
      const shard = shardOf(trader.login, SHARDS);
      if (answer.success) this.#acknowledged.push({ shard, at, ms: at - asked });
      else if (!ENDS.includes(answer.code)) throw new Error(answer.code);
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

/** Asserts that those that were in an endless loop are counted, and told in the journal. */
const assertTold = async (t: Assert, { server, data }: Stage, loops: readonly Name[]) => {
  const metrics = await readMetrics(server);
  t.equal(metrics.get('brokerd_endless_loops_total'), loops.length, 'loops are counted');
  let noted: string[] = [];
  while (noted.length < loops.length) {
    await sleep(POLL_MS);
    noted = journalOf(data, '%endless loop%');
  }
  const lines = loops.map((name) => `the ${name} thread was in an endless loop and has been ended`);
  t.same(noted.sort(), lines.sort(), 'and stand in the journal');
};

/** Fails threads under load, each once: they come back, others trade on, and nothing is lost. */
export const failThreads = async (t: Assert, ways: Ways): Promise<void> => {
  const names = Object.keys(ways) as Name[];
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
    const failed = timeOf(await server.record('the shard 0 thread failed'));
    const to = timeOf(await shardBack);
    const goneMs = to - failed - waitedMs;
    t.ok(goneMs <= BACK_MS, `shard 0 was gone for ${Math.round(goneMs)} ms`);
    const from = stage.lastBefore(failed);
    const meanwhile = stage.elsewhere(from, to);
    t.ok(meanwhile.length > 0, `${meanwhile.length} orders of the other shard were executed`);
    const slowest = Math.max(...meanwhile);
    const told = `the slowest took ${slowest} ms of the ${to - from} ms without shard 0`;
    t.ok(ways['shard 0'] !== 'loop' || slowest < (to - from) / 2, told);
    t.equal(await stage.order(), 'ok', 'and so are those of shard 0 again');
    await load.repeat();
    await load.settle();
    await assertWhole(t, data, load.history);
    const loops = names.filter((name) => ways[name] === 'loop');
    await assertTold(t, stage, loops);
    t.equal((await server.stop()).code, 0);
  } finally {
    await stage.close();
  }
};

/** What threads that are in a loop cannot be asked for: an exit. */
const KILLED = { code: null, signal: 'SIGKILL' };

/** Fails a thread under load without which there is no server: it ends, and the next has all. */
export const failServer = async (
  t: Assert,
  name: keyof typeof LAST_POINTS,
  way: Way,
): Promise<void> => {
  const stage = await Stage.open(`${LAST_POINTS[name]}:${way}`);
  const { server, data, load } = stage;
  try {
    await stage.workUntil(server.ended);
    const ending = way === 'loop' ? KILLED : { code: 1, signal: null };
    t.same(await server.ended, ending, 'it ends, and not with 0');
    const said = server.records.filter(({ level }) => level === 'fatal');
    t.equal(said.length, 1);
    const why = way === 'loop' ? 'is in an endless loop' : 'failed: .';
    t.match(said[0]?.error, new RegExp(`^the ${name} thread ${why}`));
    const again = await recover(t, { data, args: ['--trade-rate', '0'] }, load);
    t.equal((await again.stop()).code, 0);
  } finally {
    await stage.close();
  }
};
