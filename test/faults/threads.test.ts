// Threads that fail: the desk and the market come back, and nobody has to sign in again.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { pathsOf } from '../../actors/tools/folder.js';
import { openProjection } from '../../storage/schema.js';
import { openAccount, throwIn } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';

const start = (failpoint: string): Promise<ServerProcess> =>
  ServerProcess.start({ env: { BROKERD_FAILPOINT: failpoint } });

const isReady = async (server: ServerProcess): Promise<boolean> =>
  (await fetch(server.url('/readyz'))).status === 200;

/** Waits until a server has told so many failures of its desk; throws when it ended instead. */
const failures = (server: ServerProcess, count: number): Promise<unknown> =>
  server.record('the desk thread failed', { nth: count });

/** Does something again and again until what is awaited has come; throws when it does not. */
const during = async (awaited: Promise<unknown>, act: () => Promise<unknown>): Promise<void> => {
  let over = false;
  const settled = awaited.finally(() => {
    over = true;
  });
  // An act fails when the server has ended: what is awaited tells why.
  while (!over) await act().catch(() => settled);
  await settled;
};

const buy = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

t.test('a desk that fails comes back with its sessions, accounts and settings', async (t) => {
  const server = await start('desk.op:12');
  t.teardown(() => server.kill());
  const staff = await signInStaff(server);
  const trader = await Trader.enter(server, staff);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  t.ok(await isReady(server));
  await during(failures(server, 1), () => staff.get(`/accounts/${trader.login}`));
  const { stack } = await server.record('the desk thread failed');
  t.match(stack, /desk.*\.ts:\d+/, 'the failure names its places in the source');
  t.notOk(await isReady(server), 'while it is away the server is not ready');
  t.equal((await trader.trade(buy)).code, 'ok', 'trading does not wait for the desk');
  await server.record('the desk thread is back');
  const account = await staff.get<{ login: number }>(`/accounts/${trader.login}`);
  t.equal(account.data?.login, trader.login, 'the staff session is in force');
  t.equal((await trader.rest.get('/auth/me')).code, 'ok', 'and so is the trader session');
  await throwIn(staff, 'EURUSD', '1.20000', '1.20010');
  const { data } = await trader.trade(buy);
  t.equal(data.price, '1.20010', 'prices go on');
  const other = await Trader.enter(server, await signInStaff(server));
  t.equal((await other.trade(buy)).code, 'ok', 'new accounts are opened and trade');
});

t.test('a server whose desk fails again and again is not ready until that ends', async (t) => {
  const server = await ServerProcess.start();
  t.teardown(() => server.kill());
  const staff = await signInStaff(server);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  const db = openProjection(pathsOf(server.data).database);
  t.teardown(() => db.close());
  db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON deals BEGIN SELECT RAISE(ABORT, 'full'); END`);
  await openAccount(staff, 'demo\\standard', '1000');
  await failures(server, 3);
  const seen: boolean[] = [];
  await during(failures(server, 5), async () => {
    seen.push(await isReady(server));
    await sleep(2);
  });
  t.ok(seen.length > 50);
  t.notOk(seen.includes(true), 'not between two failures either');
  db.exec('DROP TRIGGER refuse');
  const deadline = Date.now() + 30_000;
  while (!(await isReady(server)) && Date.now() < deadline) await sleep(50);
  t.ok(await isReady(server), 'ready once it lives again');
});

t.test('a market that fails comes back, and prices reach the accounts again', async (t) => {
  const server = await start('market.quote:2');
  t.teardown(() => server.kill());
  const staff = await signInStaff(server);
  const trader = await Trader.enter(server, staff);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  const isBack = server.record('the market thread is back');
  const price = { symbol: 'EURUSD', bid: '1.30000', ask: '1.30010' };
  const lost = await staff.post('/quotes', price);
  t.equal(lost.success, false, 'what it was asked is answered');
  const { data } = await trader.trade(buy);
  t.equal(data.price, '1.10010', 'the last price stands');
  await isBack;
  await throwIn(staff, 'EURUSD', '1.20000', '1.20010');
  t.equal((await trader.trade(buy)).data.price, '1.20010');
});

t.test('a stop that comes while a thread is started again ends that one, too', async (t) => {
  const fail = {
    'desk.op:1': async (server: ServerProcess) => void (await signInStaff(server).catch(() => {})),
    'market.quote:1': async (server: ServerProcess) => {
      await throwIn(await signInStaff(server), 'EURUSD', '1.10000', '1.10010').catch(() => {});
    },
  };
  for (const [failpoint, act] of Object.entries(fail)) {
    const server = await start(failpoint);
    t.teardown(() => server.kill());
    const failed = server.record(`the ${failpoint.split('.')[0]} thread failed`);
    const acted = act(server);
    await failed;
    // It is started again after 50 ms, and takes longer than that.
    await sleep(100);
    t.equal((await server.stop()).code, 0, failpoint);
    await acted;
  }
});

t.test('an account that was opened just before a kill lives on one shard alone', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'brokerd-threads-'));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  const options = { data, args: ['--shards', '2'] };
  const first = await ServerProcess.start(options);
  const staff = await signInStaff(first);
  const open = () => openAccount(staff, 'demo\\standard', '1');
  const opened = await Promise.all(Array.from({ length: 12 }, open));
  await first.kill();
  const second = await ServerProcess.start(options);
  t.teardown(() => second.kill());
  const metrics = await (await fetch(second.url('/metrics'))).text();
  const held = [...metrics.matchAll(/^brokerd_shard_\d_accounts (\d+)$/gm)];
  t.equal(held.length, 2);
  const accounts = held.reduce((sum, [, count]) => sum + Number(count), 0);
  t.equal(accounts, opened.length + 2, 'with the two of the demo platform');
});
