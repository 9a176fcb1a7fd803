// What a real server watches for a trader: a trailing stop, a pair of orders, lifetimes.

import t from 'tap';
import type { Execution } from '../support/client/shapes.js';
import { throwIn } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';

const EURUSD = { symbol: 'EURUSD', side: 'buy', volume: '0.10' };

const server = await ServerProcess.start();
t.teardown(() => server.kill());
const staff = await signInStaff(server);
const price = (bid: string, ask: string) => throwIn(staff, 'EURUSD', bid, ask);
const enter = async (): Promise<Trader> => {
  await price('1.10000', '1.10010');
  return Trader.enter(server, staff, { deposit: '10000' });
};

t.test('A trailing stop follows the market and closes where it stands', async (t) => {
  const trader = await enter();
  const { data: opened } = await trader.trade({ kind: 'open', ...EURUSD, trail_pts: 50 });
  t.match((await trader.picture()).positions, [{ sl: '1.09950', trail_pts: 50 }]);
  await price('1.10100', '1.10110');
  const moved = await trader.socket.take<Execution>(
    'position',
    ({ data }) => data.cause.kind === 'trail',
  );
  t.match(moved.data.positions, [{ id: opened.position_id, sl: '1.10050', trail_pts: 50 }]);
  await price('1.10060', '1.10070');
  t.match((await trader.picture()).positions, [{ sl: '1.10050' }], 'it does not go back');
  await price('1.10045', '1.10055');
  const closed = await trader.dealt('sl');
  t.match(closed.data.deals, [{ position_id: opened.position_id, comment: 'sl 1.10050' }]);
  t.same((await trader.picture()).positions, []);
});

t.test('Of a pair of orders one cancels the other, over REST and sockets', async (t) => {
  const trader = await enter();
  const stop = { kind: 'pending', ...EURUSD, order_kind: 'stop', price: '1.10100' };
  const { data: above } = await trader.trade(stop);
  const below = { ...stop, side: 'sell', price: '1.09900', oco_order_id: above.order_id };
  const { data: other } = await trader.trade(below);
  t.match((await trader.picture()).orders, [
    { id: above.order_id, oco_order_id: other.order_id },
    { id: other.order_id, oco_order_id: above.order_id },
  ]);
  t.equal((await trader.trade(below)).code, 'trade.order_changed', 'a pair is of two');
  await price('1.10090', '1.10100');
  await trader.dealt('client');
  const ended = await trader.socket.take<Execution>(
    'order',
    ({ data }) => data.cause.kind === 'oco',
  );
  t.match(ended.data.orders, [{ id: other.order_id, state: 'canceled' }]);
  t.same((await trader.picture()).orders, []);
  t.same(trader.socket.gaps, []);
});

t.test('A lifetime ends within milliseconds of its time', async (t) => {
  const trader = await enter();
  const late: number[] = [];
  const limit = { kind: 'pending', ...EURUSD, order_kind: 'limit', price: '1.05000' };
  for (let count = 0; count < 10; count += 1) {
    const at = Date.now() + 120 + 7 * count;
    const expires_at = new Date(at).toISOString();
    await trader.trade({ ...limit, expiration: 'specified', expires_at });
    const ended = await trader.socket.take<Execution>(
      'order',
      ({ data }) => data.cause.kind === 'expiration',
    );
    late.push(Date.parse(ended.data.orders[0]?.done_at ?? '') - at);
  }
  const soon = late.filter((ms) => ms >= 0 && ms < 10);
  t.ok(soon.length >= 5, `most of them: ${late.join(', ')} ms`);
});
