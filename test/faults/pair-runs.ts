// SIGKILL behind a commit while pairs of orders, of which one cancels the other, are filled at one
// tick: what each restart must find.

import type { Test } from 'tap';
import { verify } from '../../actors/commands/verify.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { publish } from '../support/client/staff.js';
import { within } from '../support/guard.js';
import { RUN } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';
import type { Trader } from '../support/trader.js';
import { gone } from './desk-load.js';
import { factsOf } from './log-facts.js';
import { KILLED } from './recovery.js';

/** As many as leave an account room for positions: it has 5,000 rows. */
const PAIRS_OF_AN_ACCOUNT = 2_000;
const PLACED_AT_ONCE = 100;
const SYMBOL = 'EURUSD';
const WISH = { kind: 'pending', symbol: SYMBOL, order_kind: 'stop', volume: '0.01' };
const BUY = { ...WISH, side: 'buy', price: '1.20000' };
const SELL = { ...WISH, side: 'sell', price: '1.00000' };
/** Few orders make no large batch: each account's are one of their own then. */
const SMALL_BATCHES = RUN === 'test' ? { BROKERD_BATCH_EVENTS: '1' } : {};

/** A session of staff ends after 15 minutes, which all kills may take on a busy machine. */
const KILLS_OF_A_SESSION = 20;

const placePairs = async (trader: Trader, pairs: number): Promise<void> => {
  for (let placed = 0; placed < pairs; placed += PLACED_AT_ONCE) {
    const some = Array.from({ length: Math.min(PLACED_AT_ONCE, pairs - placed) }, async () => {
      const {
        data: { order_id },
      } = await trader.trade(BUY);
      const { code } = await trader.trade({ ...SELL, oco_order_id: order_id });
      if (code !== 'ok') throw new Error(`a pair is refused: ${code}`);
    });
    await Promise.all(some);
  }
};

/** How many orders were filled, how many wait, and what is wrong, as the log tells it. */
const read = (data: string) => {
  const { orders, faults } = factsOf(pathsOf(data).log);
  const all = [...orders.values()];
  const filled = all.filter(({ state }) => state === 'filled').length;
  const waiting = all.filter(({ done_at }) => done_at === 0).length;
  return { filled, waiting, faults };
};

/** A session of staff, whose server has ended. */
const signedIn = async (options: Parameters<typeof ServerProcess.start>[0]) => {
  const server = await ServerProcess.start(options);
  const staff = await server.staff();
  await server.stop();
  return staff;
};

/**
 * Fills so many pairs at one tick, and kills the server behind its first commit, its second one,
 * and so on until the first fill is on disk, and then behind each until all are done: no fill is
 * there without its partner's end.
 */
export const killAtTick = async (t: Test, pairs: number): Promise<void> => {
  const options = { data: t.testdir({}), args: ['--trade-rate', '0'] };
  let server = await ServerProcess.start(options);
  t.teardown(() => server.kill());
  await server.quote(SYMBOL, '1.10000', '1.10010');
  for (let left = pairs; left > 0; left -= PAIRS_OF_AN_ACCOUNT) {
    const trader = await server.openAccount({ deposit: '100000000' });
    await placePairs(trader, Math.min(left, PAIRS_OF_AN_ACCOUNT));
  }
  await server.stop();
  t.same(read(options.data), { filled: 0, waiting: 2 * pairs, faults: [] });
  let staff = await signedIn(options);
  for (let at = 1, kills = 1, found = { filled: 0, waiting: 1 }; found.waiting > 0; kills += 1) {
    if (kills % KILLS_OF_A_SESSION === 0) staff = await signedIn(options);
    const env = { ...SMALL_BATCHES, BROKERD_KILLPOINT: `log.commit.after:${at}` };
    server = await ServerProcess.start({ ...options, env });
    staff.url = server.url('');
    await publish(staff, { symbol: SYMBOL, bid: '1.25000', ask: '1.25010' }).catch(gone);
    t.same(await within(server.ended, 'kill'), KILLED);
    const { faults, ...now } = read(options.data);
    t.same(faults, [], `the partners of ${now.filled} filled orders are over`);
    if (now.filled === 0) at += 1;
    found = now;
  }
  const log = verify(options.data);
  t.ok(log.ok && log.data.violations.length === 0, 'the log is whole');
};
