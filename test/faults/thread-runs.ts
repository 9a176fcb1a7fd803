// Threads that die in one of the ways in which they can: the others serve, and they come back.

import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import { shardOf } from '../../actors/shared/shard-of.js';
import { readMetrics } from '../../bench/measure/metrics.js';
import type { RestClient } from '../support/client/rest.js';
import { openAccount, publish } from '../support/client/staff.js';
import { during, until, within } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';
import { toEnd } from './history.js';
import { Holds } from './hold.js';
import { isEnd, OrderLoad } from './order-load.js';
import { assertWhole, recover } from './recovery.js';
import { figure, journalOf } from './said.js';

/** What a thread does at its failpoint. */
type Way = 'throw' | 'exit' | 'memory' | 'loop';

/** Where threads fail that are started again: after some requests, or at one of their own. */
const POINTS = {
  'shard 0': 'shard.0.request:150',
  desk: 'desk.op:60',
  market: 'market.quote:4',
} as const;
type Name = keyof typeof POINTS;
const NAMES = Object.keys(POINTS) as Name[];
/** Those that end the process. */
const LAST_POINTS = { log: 'log.batch:100', main: 'front.answer:300' } as const;

type Ways = Readonly<Record<Name, Way>>;
const all = (way: Way): Ways => ({ 'shard 0': way, desk: way, market: way });
/** How threads fail, in turn. */
const WAYS: readonly Ways[] = [
  { 'shard 0': 'loop', desk: 'exit', market: 'throw' },
  all('throw'),
  all('memory'),
  all('exit'),
  all('loop'),
];
/** How the process ends, in turn, and what it says. */
const ENDINGS: readonly (readonly [keyof typeof LAST_POINTS, Way, RegExp])[] = [
  ['log', 'memory', /^the log thread failed: ./],
  ['log', 'throw', /^the log thread failed: ./],
  ['log', 'exit', /^the log thread failed: ./],
  ['log', 'loop', /^the log thread is in an endless loop/],
  ['main', 'loop', /^the main thread is in an endless loop/],
  ['main', 'throw', /^failpoint front.answer/],
];

const SHARDS = 2;
const TRADERS = 4;
/** The restarted shard waits here until the other has done so many orders meanwhile. */
const START = 'shard.0.start';
const MEANWHILE = 20;
const ENDS = ['trade.timeout', 'trade.too_many_requests'];
/** Accounts that are opened while the server ends; the demo platform has two more. */
const OPENED = 4;
const DEMO_ACCOUNTS = 2;

const wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
const price = { symbol: 'EURUSD', bid: '1.10000', ask: '1.10010' };

/** A server with two shards under load. */
class LoadedServer {
  /** Accounts that are there for sure. */
  opened = TRADERS;
  /** Orders of the other shard that were acknowledged. */
  #elsewhere = 0;

  private constructor(
    readonly server: ServerProcess,
    readonly load: OrderLoad,
    readonly staff: RestClient,
  ) {}

  static async start(env: Readonly<Record<string, string>>): Promise<LoadedServer> {
    const server = await ServerProcess.start({ args: ARGS, env });
    const load = await OrderLoad.start(server, { traders: TRADERS });
    return new LoadedServer(server, load, await server.staff());
  }

  /** Until `end` has come a trader of each shard opens positions one by one, and staff work. */
  async workUntil(end: Promise<unknown>, staffWork: () => Promise<void>): Promise<void> {
    let isOver = false;
    const traders = this.#oneOfEach().map((trader) => this.#trade(trader, () => isOver));
    const work = Promise.all([...traders, staffWork()]);
    await Promise.race([within(end, 'end of the failures'), work]);
    isOver = true;
    await work;
  }

  /** Staff look and throw prices in until that has come. */
  async lookAndPrice(end: Promise<unknown>): Promise<void> {
    await during(end, async () => {
      await this.staff.get('/accounts/1001');
      await publish(this.staff, price).catch(() => {});
    });
  }

  /** Staff open accounts; how many are opened for sure before the server ends. */
  async openAccounts(): Promise<void> {
    const open = async (): Promise<boolean> => {
      const opened = await openAccount(this.staff, 'demo\\standard', '1').catch(() => undefined);
      if (opened !== undefined) this.opened += 1;
      return opened !== undefined;
    };
    for (let n = 0; n < OPENED && (await open()); n += 1);
  }

  /** A trader of each shard. */
  #oneOfEach(): OrderLoad['traders'] {
    return Array.from({ length: SHARDS }, (_, shard) => {
      const trader = this.load.traders.find(({ login }) => shardOf(login, SHARDS) === shard);
      if (trader === undefined) throw new Error(`no trader of shard ${shard}`);
      return trader;
    });
  }

  /** Resolves when the other shard has done so many orders more. */
  async elsewhere(count: number): Promise<void> {
    const enough = this.#elsewhere + count;
    await until(`${count} orders of the other shard`, () => this.#elsewhere >= enough);
  }

  /** What an order of shard 0 is answered, and at which price. */
  async order(): Promise<readonly [code: string, price: string | undefined]> {
    const [trader] = this.#oneOfEach() as [OrderLoad['traders'][number]];
    const request = { request_id: randomUUID(), ...wish };
    const { code, data } = await toEnd(() => trader.bySocket(request));
    return [code, data?.price];
  }

  async #trade(trader: OrderLoad['traders'][number], isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const asked = trader.bySocket({ request_id: randomUUID(), ...wish });
      const answer = await asked.catch((error: Error) => {
        if (!isEnd(error)) throw error;
      });
      // A server that has ended answers no more.
      if (answer === undefined) return;
      if (answer.success) this.#elsewhere += Number(shardOf(trader.login, SHARDS) !== 0);
      else if (!ENDS.includes(answer.code)) throw new Error(answer.code);
    }
  }
}

const ARGS = ['--trade-rate', '0', '--shards', String(SHARDS)];

/** Asserts that those that were in an endless loop are counted, and told in the journal. */
const assertReported = async (t: Test, { server }: LoadedServer, loops: readonly Name[]) => {
  t.equal(await figure(server, 'endless_loops_total'), loops.length, 'loops are counted');
  const noted = await until('lines of the journal', () => {
    const lines = journalOf(server.data, '%endless loop%');
    return lines.length >= loops.length && lines;
  });
  const lines = loops.map((name) => `the ${name} thread was in an endless loop and has been ended`);
  t.same(noted.sort(), lines.sort(), 'and stand in the journal');
};

/** Asserts that accounts are on one shard each, also those that were opened just before the end. */
const assertOpenedOnce = async (t: Test, server: ServerProcess, opened: number): Promise<void> => {
  const held = [...(await readMetrics(server))].filter(([name]) =>
    /^brokerd_shard_accounts\{/.test(name),
  );
  t.equal(held.length, SHARDS);
  const accounts = held.reduce((sum, [, count]) => sum + count, 0) - DEMO_ACCOUNTS;
  // One may have been opened that was not answered any more.
  t.ok([opened, opened + 1].includes(accounts), `${accounts} accounts, ${opened} of them for sure`);
};

const failThreadsBy = async (t: Test, ways: Ways): Promise<void> => {
  const failpoints = NAMES.map((name) => `${POINTS[name]}:${ways[name]}`);
  const holds = new Holds([START]);
  const BROKERD_FAILPOINT = [...failpoints, holds.env.BROKERD_FAILPOINT].join();
  const loaded = await LoadedServer.start({ ...holds.env, BROKERD_FAILPOINT });
  const { server, load } = loaded;
  t.teardown(() => server.kill());
  t.teardown(() => holds.clear());
  holds.on(START);
  const trading = async (): Promise<void> => {
    await server.record('the shard 0 thread failed');
    await holds.held(START);
    await loaded.elsewhere(MEANWHILE);
    holds.off(START);
  };
  const back = NAMES.map((name) => server.record(`the ${name} thread is back`));
  const failed = NAMES.map((name) => server.record(`the ${name} thread failed`));
  const staffWork = () => loaded.lookAndPrice(Promise.all(failed.slice(1)));
  await loaded.workUntil(Promise.all([trading(), ...back]), staffWork);
  await loaded.server.quote('EURUSD', '1.20000', '1.20010');
  t.same(await loaded.order(), ['ok', '1.20010'], 'shard 0 trades again, at new prices');
  await load.repeat();
  await load.settle();
  await assertWhole(t, server.data, load.history);
  const loops = NAMES.filter((name) => ways[name] === 'loop');
  await assertReported(t, loaded, loops);
  t.equal((await server.stop()).code, 0);
};

/** Fails threads under load, each once: they come back, others trade on, and nothing is lost. */
export const failThreads = async (t: Test, times: number): Promise<void> => {
  for (let n = 0; n < times; n += 1) await failThreadsBy(t, WAYS[n % WAYS.length] as Ways);
};

const failServerBy = async (t: Test, [name, way, why]: (typeof ENDINGS)[number]): Promise<void> => {
  const loaded = await LoadedServer.start({ BROKERD_FAILPOINT: `${LAST_POINTS[name]}:${way}` });
  const { server, load } = loaded;
  t.teardown(() => server.kill());
  await loaded.workUntil(server.ended, () => loaded.openAccounts());
  t.same(await server.ended, { code: 1, signal: null }, 'it ends, and not with 0');
  const said = server.records.filter(({ level }) => level === 'fatal');
  t.equal(said.length, 1);
  t.match(said[0]?.error, why);
  const again = await recover(t, { data: server.data, args: ARGS }, load);
  await assertOpenedOnce(t, again, loaded.opened);
  t.equal((await again.stop()).code, 0);
};

/** Fails a thread under load without which there is no server: it ends, and the next has all. */
export const failServer = async (t: Test, times: number): Promise<void> => {
  for (let n = 0; n < times; n += 1) {
    await failServerBy(t, ENDINGS[n % ENDINGS.length] as (typeof ENDINGS)[number]);
  }
};
