// Threads that are silent: a query that never ends is ended, a process that was stopped goes on.

import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { readMetrics } from '../../bench/metrics.js';
import { throwIn } from '../client/staff.js';
import { signInStaff, Trader } from '../e2e/stage.js';
import { TestServer } from '../server.js';
import { journalOf } from './journal.js';

/** Longer than a thread may be silent here. */
const STOPPED_MS = 2500;
const POLL_MS = 20;

const buy = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

const failures = ({ records }: TestServer): string[] =>
  records.map(({ msg = '' }) => msg).filter((msg) => msg.endsWith('failed'));

t.test('A process that was stopped for a while goes on with all its threads', async (t) => {
  const server = await TestServer.start({ env: { BROKERD_FAILPOINT: 'none:1:loop' } });
  t.teardown(() => server.kill());
  const staff = await signInStaff(server);
  const trader = await Trader.enter(server, staff);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  server.process.kill('SIGSTOP');
  await sleep(STOPPED_MS);
  server.process.kill('SIGCONT');
  t.equal((await trader.trade(buy)).code, 'ok');
  t.equal((await staff.get(`/accounts/${trader.login}`)).code, 'ok');
  // The threads' pulses have been looked at meanwhile.
  await sleep(STOPPED_MS);
  t.same(failures(server), []);
  t.equal((await server.stop()).code, 0);
});

t.test('A query that never ends is ended with its thread; the next is answered', async (t) => {
  const server = await TestServer.start({ env: { BROKERD_FAILPOINT: 'reader.query:5:loop' } });
  t.teardown(() => server.kill());
  const staff = await signInStaff(server);
  const trader = await Trader.enter(server, staff);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  const ask = async (): Promise<string> => (await staff.get(`/accounts/${trader.login}`)).code;
  const codes: string[] = [];
  while (codes.at(-1) !== 'internal' && codes.length < 5) {
    const [code, { code: traded }] = await Promise.all([ask(), trader.trade(buy)]);
    codes.push(code);
    t.equal(traded, 'ok', 'trading does not wait for it');
  }
  t.equal(codes.at(-1), 'internal', 'it is answered');
  t.equal(await ask(), 'ok', 'and so is the next');
  t.equal((await readMetrics(server)).get('brokerd_endless_loops_total'), 1);
  let noted: string[] = [];
  for (; noted.length === 0; await sleep(POLL_MS)) noted = journalOf(server.data, '%endless loop%');
  t.same(noted, ['the reader thread was in an endless loop and has been ended']);
  t.equal((await server.stop()).code, 0);
});
