// Threads that are away or go round in circles, one after the other on one server: what others are
// answered meanwhile, and what there is when they are back. And healthy threads that are silent for
// long: no processor to be had, and much to do in one go.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Test } from 'tap';
import { stateHash } from '../../actors/commands/state-hash.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { openProjection } from '../../storage/database/schema.js';
import type { RestClient } from '../support/client/rest.js';
import { publish } from '../support/client/staff.js';
import { until } from '../support/guard.js';
import { seed } from '../support/seed.js';
import { ServerProcess } from '../support/server-process.js';
import type { Trader } from '../support/trader.js';
import { toEnd } from './history.js';
import { Holds } from './hold.js';
import { OrderLoad } from './order-load.js';
import { figure, journalOf } from './said.js';

/** At this query its thread is in a loop, and at this password its thread ends. */
const ENDLESS = 5;
const LAST_HASHED = 8;
/** More operations of the desk than are asked of it before it is to fail. */
const LAST_OP = 60;
/** How often the desk fails in a row, at the least. */
const ROW = 3;
const FAILPOINTS = [
  `reader.query:${ENDLESS}:loop`,
  `hashing.task:${LAST_HASHED}:exit`,
  `desk.op:${LAST_OP}`,
  'market.quote:2',
];
const DESK = 'desk.start';
const MARKET = 'market.start';
const DESK_BACK = 'the desk thread is back';

const buy = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

/** A server of which threads fail, with staff and a trader. */
class FailingServer {
  private constructor(
    readonly server: ServerProcess,
    readonly holds: Holds,
    readonly staff: RestClient,
    readonly trader: Trader,
  ) {}

  static async start(): Promise<FailingServer> {
    const holds = new Holds([DESK, MARKET]);
    const BROKERD_FAILPOINT = [...FAILPOINTS, holds.env.BROKERD_FAILPOINT].join();
    const server = await ServerProcess.start({
      env: { ...holds.env, BROKERD_FAILPOINT },
      // A database that does not follow the log is told.
      alarms: true,
      // With source maps, as its first line says.
      itself: true,
    });
    const trader = await server.openAccount();
    await server.quote('EURUSD', '1.10000', '1.10010');
    const staff = await server.staff();
    return new FailingServer(server, holds, staff, trader);
  }

  async isReady(): Promise<boolean> {
    return (await fetch(this.server.url('/readyz'))).status === 200;
  }

  async order(): Promise<string> {
    const request_id = randomUUID();
    return (await toEnd(() => this.trader.trade({ ...buy, request_id }))).code;
  }

  query = async (): Promise<string> =>
    (await this.staff.get(`/accounts/${this.trader.login}`)).code;

  signIn = async (): Promise<string> => {
    const { login, password } = this.trader;
    const stranger = this.server.client('trader');
    return (await stranger.post('/auth/login', { login, password, terminal: 'desktop' })).code;
  };

  /** Asks until that fails, and an order beside it each time; how all were answered. */
  async failOnce(ask: () => Promise<string>): Promise<{ asked: Set<string>; next: string }> {
    const asked = new Set<string>();
    while (!asked.has('internal')) {
      const [code, traded] = await Promise.all([ask(), this.order()]);
      asked.add(code).add(traded);
    }
    return { asked, next: await ask() };
  }

  /** How often the desk has failed. */
  get deskFailures(): number {
    return this.#countOf('the desk thread failed');
  }

  /** How often it has come back. */
  get deskReturns(): number {
    return this.#countOf(DESK_BACK);
  }

  #countOf(message: string): number {
    return this.server.records.filter(({ msg }) => msg === message).length;
  }
}

const ONCE_FAILED = new Set(['ok', 'internal']);

const endlessQuery = async (t: Test, failing: FailingServer): Promise<void> => {
  const { server, query } = failing;
  const said = await failing.failOnce(query);
  t.same(said, { asked: ONCE_FAILED, next: 'ok' }, 'it is ended, the next and orders are served');
  t.equal(await figure(server, 'endless_loops_total'), 1, 'it is counted');
  const noted = await until('line of the journal', () => {
    const lines = journalOf(server.data, '%endless loop%');
    return lines.length > 0 && lines;
  });
  t.same(noted, ['the reader thread was in an endless loop and has been ended'], 'and told');
};

const hashingEnds = async (t: Test, failing: FailingServer): Promise<void> => {
  const said = await failing.failOnce(failing.signIn);
  t.same(said, { asked: ONCE_FAILED, next: 'ok' }, 'it is refused, the next and orders are served');
  t.equal(await failing.query(), 'ok', 'staff are signed in as before');
};

const deskFails = async (t: Test, failing: FailingServer): Promise<void> => {
  const { server, holds, staff, trader } = failing;
  await until('ready server', () => failing.isReady());
  holds.on(DESK);
  // What is asked of it fails, too.
  while (failing.deskFailures === 0) await staff.get('/staff');
  const { stack } = await server.record('the desk thread failed');
  t.match(stack, /desk.*\.ts:\d+/, 'the failure names its places in the source');
  await holds.held(DESK);
  t.notOk(await failing.isReady(), 'while it is away the server is not ready');
  t.equal(await failing.order(), 'ok', 'trading does not wait for the desk');
  holds.off(DESK);
  await server.record(DESK_BACK);
  t.equal((await staff.get('/staff')).code, 'ok', 'the staff session is in force');
  t.equal((await trader.rest.get('/auth/me')).code, 'ok', 'and so is the trader session');
  await server.signInStaff();
  const other = await server.openAccount();
  t.equal((await other.trade(buy)).code, 'ok', 'new accounts are opened and trade');
};

/** While the database has this it cannot follow the log, and the desk fails. */
const REFUSE = `CREATE TRIGGER refuse BEFORE INSERT ON entries
  BEGIN SELECT RAISE(ABORT, 'full'); END`;

const deskFailsAgain = async (t: Test, failing: FailingServer): Promise<void> => {
  const { server, holds } = failing;
  const db = openProjection(pathsOf(server.data).database);
  await until('look at a desk that has only just come back', async () => {
    const before = failing.deskFailures;
    db.exec(REFUSE);
    t.equal(await failing.order(), 'ok');
    await until('row of failures', () => failing.deskFailures >= before + ROW);
    holds.on(DESK);
    await holds.held(DESK);
    t.notOk(await failing.isReady(), 'while it is away the server is not ready');
    db.exec('DROP TRIGGER refuse');
    const nth = failing.deskReturns + 1;
    holds.off(DESK);
    await server.record(DESK_BACK, { nth });
    // A look that comes after 2 s finds it ready, and says nothing: the desk fails once more.
    return !(await failing.isReady());
  });
  db.close();
  await until('ready server', () => failing.isReady());
};

const stopWhileStarting = async (t: Test, failing: FailingServer): Promise<void> => {
  const { server, holds, staff, trader } = failing;
  holds.on(MARKET);
  const lost = await publish(staff, { symbol: 'EURUSD', bid: '1.30000', ask: '1.30010' });
  t.equal(lost.success, false, 'what the market was asked is answered');
  await holds.held(MARKET);
  t.equal((await trader.trade(buy)).data.price, '1.10010', 'the last price stands');
  const ended = server.stop();
  await server.record('stopping');
  holds.off(MARKET);
  t.equal((await ended).code, 0, 'the thread that is being started is ended, too');
};

/** Fails the threads of a server one after the other. */
export const threadsAway = async (t: Test): Promise<void> => {
  const failing = await FailingServer.start();
  t.teardown(() => failing.server.kill());
  t.teardown(() => failing.holds.clear());
  await t.test('a query that never ends', (t) => endlessQuery(t, failing));
  await t.test('a sign-in whose thread ends', (t) => hashingEnds(t, failing));
  await t.test('a desk that fails', (t) => deskFails(t, failing));
  await t.test('a desk that fails again and again', (t) => deskFailsAgain(t, failing));
  await t.test('a market that fails, and a stop then', (t) => stopWhileStarting(t, failing));
};

const BUSY_PROCESSES = 30;

const failures = ({ records }: ServerProcess): unknown[] =>
  records.map(({ msg }) => msg).filter((msg) => msg?.endsWith('failed'));

/** Has so many orders done beside thirty busy processes, and asserts that no thread is ended. */
export const busyMachine = async (t: Test, orders: number): Promise<void> => {
  const server = await ServerProcess.start({ env: { BROKERD_FAILPOINT: 'none:1:loop' } });
  t.teardown(() => server.kill());
  const load = await OrderLoad.start(server, { traders: 6 });
  const busy = Array.from({ length: BUSY_PROCESSES }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const ended = busy.map((one) => once(one, 'exit'));
  try {
    await load.run(orders, () => load.cut());
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
  await Promise.all(ended);
  t.same(failures(server), []);
  t.equal((await server.stop()).code, 0);
};

/** Has settings taken over for so many accounts, and the state hashed: neither is a loop. */
export const manyAccounts = async (t: Test, accounts: number): Promise<void> => {
  const data = t.testdir({});
  await seed(data, { accounts, eventsAfter: 0 });
  // The desk hands the settings out again when it is back.
  const env = { BROKERD_FAILPOINT: 'desk.op:3,none:1:loop' };
  const server = await ServerProcess.start({ data, env });
  t.teardown(() => server.kill());
  const staff = await server.signInStaff();
  const back = server.record(DESK_BACK);
  for (let n = 0; n < 3; n += 1) await staff.get('/accounts/1001');
  await back;
  t.ok((await stateHash(data)).ok, 'all threads have answered');
  t.same(failures(server), ['the desk thread failed'], 'as it was to do');
  t.equal((await server.stop()).code, 0);
};
