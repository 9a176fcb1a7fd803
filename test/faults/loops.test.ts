// Threads that are silent, or end at their work: a process that was stopped goes on, a query that
// never ends is ended, and a sign-in is done by the next thread.

import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { LOOK_MS } from '../../actors/pulse-watch.js';
import { readMetrics } from '../../bench/metrics.js';
import { RestClient } from '../support/client/rest.js';
import { throwIn } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { type Assert, signInStaff, Trader } from '../support/trader.js';
import { journalOf } from './journal.js';

/** Each time for longer than a thread may be silent here; then its pulses are looked at. */
const STOPS = 4;
const STOPPED_MS = 1500;
const LOOKED_AT_MS = 2 * LOOK_MS;
const POLL_MS = 20;
/** At this query its thread is in a loop. */
const ENDLESS = 5;
/** With this password its thread ends: so many are hashed before. */
const LAST_HASHED = 8;

const server = await ServerProcess.start({
  env: { BROKERD_FAILPOINT: `reader.query:${ENDLESS}:loop,hashing.task:${LAST_HASHED}:exit` },
});
t.teardown(() => server.kill());
const staff = await signInStaff(server);
const trader = await Trader.enter(server, staff);
await throwIn(staff, 'EURUSD', '1.10000', '1.10010');

const order = async (): Promise<string> =>
  (await trader.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' })).code;
const query = async (): Promise<string> => (await staff.get(`/accounts/${trader.login}`)).code;
const signIn = async (): Promise<string> => {
  const { login, password } = trader;
  const stranger = new RestClient(server.url(''), 'trader');
  return (await stranger.post('/auth/login', { login, password, terminal: 'desktop' })).code;
};

/** Asks until that fails; trading does not wait for it, and the next is served. */
const failOnce = async (t: Assert, ask: () => Promise<string>, most: number): Promise<void> => {
  const codes: string[] = [];
  while (codes.at(-1) !== 'internal' && codes.length < most) {
    const [code, traded] = await Promise.all([ask(), order()]);
    codes.push(code);
    t.equal(traded, 'ok', 'trading does not wait for it');
  }
  t.equal(codes.at(-1), 'internal', 'it is answered');
  t.equal(await ask(), 'ok', 'and so is the next');
};

t.test('A process that was stopped for a while goes on with all its threads', async (t) => {
  for (let n = 0; n < STOPS; n += 1) {
    server.process.kill('SIGSTOP');
    await sleep(STOPPED_MS);
    server.process.kill('SIGCONT');
    t.equal(await order(), 'ok', 'it trades');
    await sleep(LOOKED_AT_MS);
  }
  t.equal(await query(), 'ok', 'it answers queries');
  const failed = server.records.filter(({ msg }) => msg?.endsWith('failed'));
  t.same(failed, [], 'no thread was ended');
});

t.test('A query that never ends is ended with its thread; the next is answered', async (t) => {
  await failOnce(t, query, ENDLESS);
  t.equal((await readMetrics(server)).get('brokerd_endless_loops_total'), 1, 'it is counted');
  let noted: string[] = [];
  for (; noted.length === 0; await sleep(POLL_MS)) noted = journalOf(server.data, '%endless loop%');
  t.same(noted, ['the reader thread was in an endless loop and has been ended'], 'and told');
});

t.test('A sign-in whose thread ends is refused, and the next is done', async (t) => {
  await failOnce(t, signIn, LAST_HASHED);
  t.equal(await query(), 'ok', 'staff are signed in as before');
  t.equal((await server.stop()).code, 0);
});
