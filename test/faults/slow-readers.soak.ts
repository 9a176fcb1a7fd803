// Clients that do not read what comes, again and again: they are let go, and others hardly notice.

import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { readMetrics } from '../../bench/metrics.js';
import { SOCKET_LIMITS } from '../../http/socket-clock.js';
import { countWaits } from '../e2e/processor-wait.js';
import { throwIn } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';

const ROUNDS = 10;
const SLOW = 4;
const OTHERS = 4;
/** Orders of each of the others before anybody is slow, by which those after it are measured. */
const CALM = 500;
/** What the busy account keeps under way: its events are what the slow do not read. */
const UNDER_WAY = 20;
const RATIO_MAX = 2;
const LOOK_MS = 50;
const MIB = 2 ** 20;

const wish = { symbol: 'EURUSD', side: 'buy', volume: '0.01' };

/** Opens and closes until it is over; calls `told` with what each took, in ms. */
const work = async (trader: Trader, isOver: () => boolean, told: (ms: number) => void) => {
  const done = async (request: Record<string, unknown>): Promise<number> => {
    const asked = performance.now();
    const { success, code, data } = await trader.trade(request);
    if (!success) throw new Error(code);
    told(performance.now() - asked);
    return data.position_id;
  };
  while (!isOver()) {
    const position_id = await done({ kind: 'open', ...wish });
    await done({ kind: 'close', position_id });
  }
};

const p99Of = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(0.99 * times.length) - 1] as number;

t.test('Who does not read is closed and told why; others wait at most twice as long', async (t) => {
  const args = ['--trade-rate', '0', '--sockets-per-account', '100'];
  const server = await ServerProcess.start({ args });
  t.teardown(() => server.kill());
  const staff = await signInStaff(server);
  await throwIn(staff, wish.symbol, '1.10000', '1.10010');
  const busy = await Trader.enter(server, staff, { deposit: '1000000' });
  const others: Trader[] = [];
  while (others.length < OTHERS) others.push(await Trader.enter(server, staff));
  const figure = async (name: string) => (await readMetrics(server)).get(name) ?? 0;
  const open = await figure('brokerd_sockets');

  for (let round = 1; round <= ROUNDS; round += 1) {
    let isOver = false;
    let times: number[] = [];
    const working = Promise.all([
      ...Array.from({ length: UNDER_WAY }, () =>
        work(
          busy,
          () => isOver,
          () => {},
        ),
      ),
      ...others.map((trader) =>
        work(
          trader,
          () => isOver,
          (ms) => void times.push(ms),
        ),
      ),
    ]);
    /** The 99th percentile of the others' orders until that has come, and what waits add to it. */
    const measured = async (hasCome: () => Promise<boolean>): Promise<[number, number]> => {
      const waits = countWaits(server.process.pid as number);
      times = [];
      while (!(await hasCome())) await Promise.race([working, sleep(LOOK_MS)]);
      return [p99Of(times), waits()];
    };
    const [calmMs] = await measured(async () => times.length >= CALM * OTHERS);
    const signIn = () => Trader.signIn(server, busy.login, busy.password);
    const slow = await Promise.all(Array.from({ length: SLOW }, signIn));
    for (const { socket } of slow) socket.stall();
    let kept = 0;
    const [slowMs, waitedMs] = await measured(async () => {
      kept = Math.max(kept, await figure('brokerd_sockets_bytes'));
      return (await figure('brokerd_sockets')) <= open;
    });
    isOver = true;
    await working;
    const shown = `${slowMs.toFixed(1)} ms, ${calmMs.toFixed(1)} before`;
    t.ok(slowMs <= RATIO_MAX * calmMs + waitedMs, `round ${round}: ${shown}`);
    const most = SLOW * (SOCKET_LIMITS.unsentBytes + SOCKET_LIMITS.conflateBytes);
    t.ok(kept <= most, `${(kept / MIB).toFixed(1)} MiB were kept for them`);
    for (const { socket } of slow) socket.wake();
    const codes = await Promise.all(slow.map(async ({ socket }) => (await socket.closed).code));
    t.same(new Set(codes), new Set([4009]), 'they are told why');
  }
  t.equal((await server.stop()).code, 0);
});
