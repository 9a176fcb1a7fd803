// Settings that change while threads fail: each copy is right again, and nobody deals by old ones.

import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import { shardOf } from '../../actors/shared/shard-of.js';
import type { RestClient } from '../support/client/rest.js';
import { changeRow, publish } from '../support/client/staff.js';
import { during } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';
import { type Trader, traderOfEach } from '../support/trader.js';
import { toEnd } from './history.js';

const SHARDS = 2;
const buy = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

/** Widens the spread of the traders' group by so many points. */
const widen = (staff: RestClient, points: number): Promise<void> =>
  changeRow(staff, 'groups', 'demo\\standard', {
    symbols: [{ mask: '*', spread_diff: points, spread_diff_bid: 0 }],
  });

/** The price at which a trader buys, however long that takes. */
const dealtAt = async (trader: Trader): Promise<string> => {
  const request_id = randomUUID();
  return (await toEnd(() => trader.trade({ ...buy, request_id }))).data.price;
};

/** Threads fail while settings change: each deals and shows by the settings of now. */
export const changeSettings = async (t: Test): Promise<void> => {
  const server = await ServerProcess.start({
    args: ['--shards', String(SHARDS)],
    env: { BROKERD_FAILPOINT: 'shard.0.request:20,shard.1.request:25,market.quote:4' },
  });
  t.teardown(() => server.kill());
  const staff = await server.staff();
  const both = await traderOfEach(server, SHARDS);
  await server.quote('EURUSD', '1.10000', '1.10010');
  const loaded = ['shard 0', 'shard 1', 'market'].flatMap((name) =>
    ['failed', 'is back'].map((what) => server.record(`the ${name} thread ${what}`)),
  );
  let points = 0;
  await during(Promise.all(loaded), async () => {
    points += 1;
    await widen(staff, points);
    // What a thread that fails was asked may be answered by nothing but a timeout.
    for (const trader of both) void trader.trade(buy).catch(() => {});
    await publish(staff, { symbol: 'EURUSD', bid: '1.10000', ask: '1.10010' });
  });
  await widen(staff, 7);
  await server.quote('EURUSD', '1.20000', '1.20010');
  for (const trader of both) {
    t.equal(await dealtAt(trader), '1.20017', `shard ${shardOf(trader.login, SHARDS)}`);
    const quotes = await trader.rest.get<{ ask: string }[]>('/quotes?symbols=EURUSD');
    t.equal(quotes.data?.[0]?.ask, '1.20017', 'the front shows what is dealt at');
  }
  await widen(staff, 3);
  for (const trader of both) t.equal(await dealtAt(trader), '1.20013');
};
