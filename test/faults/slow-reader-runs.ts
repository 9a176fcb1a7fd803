// Clients that do not read what comes: they are let go, and others trade on.

import type { Test } from 'tap';
import { SOCKET_LIMITS } from '../../http/socket/connection/clock.js';
import { until } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';
import { Trader } from '../support/trader.js';
import { figure } from './said.js';

const SLOW = 4;
/** What the busy account keeps under way: its events are what the slow do not read. */
const UNDER_WAY = 20;
const MIB = 2 ** 20;

const wish = { symbol: 'EURUSD', side: 'buy', volume: '0.01' };

/** Opens and closes until it is over; how many requests are done. Throws when one is refused. */
const work = async (trader: Trader, isOver: () => boolean): Promise<number> => {
  const done = async (request: Record<string, unknown>): Promise<number> => {
    const { success, code, data } = await trader.trade(request);
    if (!success) throw new Error(code);
    return data.position_id;
  };
  let count = 0;
  do {
    const position_id = await done({ kind: 'open', ...wish });
    await done({ kind: 'close', position_id });
    count += 2;
  } while (!isOver());
  return count;
};

/** Has clients stall beside a busy account, that many times, and asserts that they are closed. */
export const slowReaders = async (t: Test, times: number): Promise<void> => {
  const args = ['--trade-rate', '0', '--sockets-per-account', '100'];
  const server = await ServerProcess.start({ args });
  t.teardown(() => server.kill());
  await server.quote(wish.symbol, '1.10000', '1.10010');
  const busy = await server.openAccount({ deposit: '1000000' });
  const other = await server.openAccount();
  const open = await figure(server, 'sockets');

  for (let round = 1; round <= times; round += 1) {
    const signIn = () => Trader.signIn(server, busy.login, busy.password);
    const slow = await Promise.all(Array.from({ length: SLOW }, signIn));
    for (const { socket } of slow) socket.stall();
    let isOver = false;
    const traders = [other, ...Array<Trader>(UNDER_WAY).fill(busy)];
    const working = Promise.all(traders.map((trader) => work(trader, () => isOver)));
    let kept = 0;
    await until('end of the slow', async () => {
      kept = Math.max(kept, await figure(server, 'sockets_bytes'));
      return (await figure(server, 'sockets')) <= open;
    });
    isOver = true;
    const [done = 0] = await working;
    t.ok(done > 0, `round ${round}: ${done} requests of another are done`);
    const most = SLOW * (SOCKET_LIMITS.unsentBytes + SOCKET_LIMITS.conflateBytes);
    t.ok(kept <= most, `${(kept / MIB).toFixed(1)} MiB were kept for them`);
    for (const { socket } of slow) socket.wake();
    const codes = await Promise.all(slow.map(async ({ socket }) => (await socket.closed).code));
    t.same(new Set(codes), new Set([4009]), 'they are told why');
  }
  t.equal((await server.stop()).code, 0);
};
