// Settings that change while threads fail: each copy is right again, and nobody deals by old ones.

import type { Test } from 'tap';
import { shardOf } from '../../actors/shard-of.js';
import type { RestClient } from '../support/client/rest.js';
import { throwIn } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';

const SHARDS = 2;
const buy = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

interface Group {
  readonly id: number;
  readonly path: string;
  readonly version: number;
}

/** Widens the spread of the traders' group by so many points. */
const widen = async (staff: RestClient, points: number): Promise<void> => {
  const all = await staff.get<Group[]>('/groups');
  const group = all.data?.find(({ path }) => path === 'demo\\standard');
  const { id, version } = group as Group;
  const symbols = [{ mask: '*', spread_diff: points, spread_diff_bid: 0 }];
  const { code } = await staff.request('PATCH', `/groups/${id}`, { version, symbols });
  if (code !== 'ok') throw new Error(code);
};

/** A trader on each shard. */
const traders = async (server: ServerProcess, staff: RestClient): Promise<Trader[]> => {
  const found = new Map<number, Trader>();
  while (found.size < SHARDS) {
    const trader = await Trader.enter(server, staff);
    found.set(shardOf(trader.login, SHARDS), trader);
  }
  return [...found.values()];
};

/** Threads fail while settings change: each deals and shows by the settings of now. */
export const changeSettings = async (t: Test): Promise<void> => {
  const server = await ServerProcess.start({
    args: ['--shards', String(SHARDS)],
    env: { BROKERD_FAILPOINT: 'shard.0.request:6,shard.1.request:9,market.quote:4' },
  });
  t.teardown(() => server.kill());
  const staff = await signInStaff(server);
  const both = await traders(server, staff);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  const failed = ['shard 0', 'shard 1', 'market'].map((name) =>
    server.record(`the ${name} thread failed`),
  );
  const back = ['shard 0', 'shard 1', 'market'].map((name) =>
    server.record(`the ${name} thread is back`),
  );
  let over = false;
  const all = Promise.all([...failed, ...back]).finally(() => {
    over = true;
  });
  for (let points = 1; !over; points += 1) {
    await widen(staff, points);
    // What a thread that fails was asked may be answered by nothing but a timeout.
    for (const trader of both) void trader.trade(buy).catch(() => {});
    await staff.post('/quotes', { symbol: 'EURUSD', bid: '1.10000', ask: '1.10010' });
  }
  await all;
  await widen(staff, 7);
  await throwIn(staff, 'EURUSD', '1.20000', '1.20010');
  for (const trader of both) {
    t.equal(
      (await trader.trade(buy)).data.price,
      '1.20017',
      `shard ${shardOf(trader.login, SHARDS)}`,
    );
    const quotes = await trader.rest.get<{ ask: string }[]>('/quotes?symbols=EURUSD');
    t.equal(quotes.data?.[0]?.ask, '1.20017', 'the front shows what is dealt at');
  }
  await widen(staff, 3);
  for (const trader of both) t.equal((await trader.trade(buy)).data.price, '1.20013');
};
