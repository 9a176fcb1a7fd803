// A shard or the log that comes no further for a while: who asks then waits or is refused at once,
// and nothing that was accepted is lost.

import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import { until } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';
import type { Trader } from '../support/trader.js';
import { History, noted, settled } from './history.js';
import { Holds } from './hold.js';
import { assertWhole } from './recovery.js';

/** A thread that is held: how many orders one trader sends at once, and whom they hurt. */
interface Hold {
  readonly place: string;
  readonly flood: number;
  readonly hurts: 'the sender' | 'all';
}

/** Several times the orders of one trader that may wait for a shard: others have room. */
const SHARD: Hold = { place: 'shard.0.request', flood: 3_000, hurts: 'the sender' };
/** While nothing is written no more is executed, for anybody. */
const LOG: Hold = { place: 'log.batch', flood: 1, hurts: 'all' };
/** Other traders, and how many orders each sends when no more of the first one may wait. */
const OTHERS = 3;
const LATE = 100;

const wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
const REFUSED = 'trade.too_many_requests';

/** How often each code came. */
const countsOf = (codes: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

/** Traders on a server of which threads can be held. */
interface Held {
  readonly holds: Holds;
  readonly history: History;
  /** One who sends many orders, and others. */
  readonly first: Trader;
  readonly others: readonly Trader[];
}

/**
 * Sends orders over REST, each on a way of its own, until one is refused. The last of the codes
 * that they are answered with comes when nothing is held any more.
 */
const fill = async ({ history, first: { login, rest } }: Held): Promise<Promise<string>[]> => {
  const connection = history.connect();
  const codes: Promise<string>[] = [];
  let isRefused = false;
  await until('refusal', () => {
    const id = randomUUID();
    const of = { id, login, connection, request: { request_id: id, ...wish } };
    const asked = history.ask(of, (request) => rest.post<never>('/trades', request));
    const code = asked.then((answer) => {
      if (answer.code === REFUSED) isRefused = true;
      return answer.code;
    });
    codes.push(code);
    return isRefused;
  });
  return codes;
};

/** Others send orders now that no more of the first one may wait: the codes of their answers. */
const late = ({ history, others }: Held): Promise<string>[] =>
  others.flatMap((trader) => {
    const trade = noted(history, trader);
    return Array.from({ length: LATE }, async () => (await trade(wish)).code);
  });

/**
 * Holds a thread, floods the server by one trader, and asserts that while it is held nothing is
 * acknowledged, that only those are refused whom it hurts, and that what waited is done when it
 * goes on.
 */
const holdOnce = async (t: Test, held: Held, { place, flood, hurts }: Hold): Promise<void> => {
  const { holds, history, first } = held;
  const before = history.acknowledged;
  holds.on(place);
  const trade = noted(history, first);
  const sent = Array.from({ length: flood }, async () => (await trade(wish)).code);
  await holds.held(place);
  const filling = await fill(held);
  const orders = late(held);
  filling.push(...(await fill(held)));
  if (hurts === 'all') {
    t.same(countsOf(await Promise.all(orders)), { [REFUSED]: OTHERS * LATE }, 'all are refused');
  }
  t.equal(history.acknowledged, before, 'nothing is acknowledged that is not on disk');
  holds.off(place);
  const counts = countsOf(await Promise.all([...sent, ...filling]));
  const { ok = 0, [REFUSED]: refused = 0, ...more } = counts;
  t.ok(ok > 0, `${ok} that waited are done`);
  t.ok(refused > flood / 4, `${refused} were too many`);
  // The longest wait ends so: whoever waits for it asks again.
  delete more['trade.timeout'];
  t.same(more, {});
  if (hurts === 'the sender') {
    const { ok: done = 0, 'trade.timeout': _, ...failed } = countsOf(await Promise.all(orders));
    t.ok(done > 0, `${done} orders of others waited and are done`);
    t.same(failed, {}, 'none of the others is refused');
  }
  for (const trader of held.others) {
    t.equal((await settled(history, trader)(wish)).code, 'ok', 'orders are taken again');
  }
};

/** Holds a shard, and then the log, that many times each. */
export const holdThreads = async (t: Test, times: number): Promise<void> => {
  const holds = new Holds([SHARD.place, LOG.place]);
  const server = await ServerProcess.start({
    // Until one is refused as many requests are under way as were sent.
    args: ['--trade-rate', '0', '--connections-per-address', String(SHARD.flood)],
    env: holds.env,
  });
  t.teardown(() => server.kill());
  t.teardown(() => holds.clear());
  const traders: Trader[] = [];
  while (traders.length <= OTHERS) {
    traders.push(await server.openAccount({ deposit: '100000000' }));
  }
  await server.quote(wish.symbol, '1.10000', '1.10010');
  const [first, ...others] = traders as [Trader, ...Trader[]];
  const held = { holds, history: new History(), first, others };
  for (let n = 0; n < times; n += 1) {
    await t.test('a shard', (t) => holdOnce(t, held, SHARD));
    await t.test('the log', (t) => holdOnce(t, held, LOG));
  }
  await assertWhole(t, server.data, held.history);
  t.equal((await server.stop()).code, 0);
};
