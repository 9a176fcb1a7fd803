// What has been is known over a restart of a real server, and to its account alone.

import t from 'tap';
import { throwIn } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';

const EURUSD = { symbol: 'EURUSD', side: 'buy', volume: '0.10' };

t.test('Closed positions and ended orders are told from what never was', async (t) => {
  const data = t.testdir();
  const first = await ServerProcess.start({ data });
  const staff = await signInStaff(first);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  const [trader, other] = [await Trader.enter(first, staff), await Trader.enter(first, staff)];
  const { data: opened } = await trader.trade({ kind: 'open', ...EURUSD });
  const position_id = opened.position_id;
  await trader.trade({ kind: 'close', position_id });
  const limit = { kind: 'pending', ...EURUSD, order_kind: 'limit', price: '1.05000' };
  const { data: placed } = await trader.trade(limit);
  const order_id = placed.order_id;
  await trader.trade({ kind: 'pending_cancel', order_id });

  const answers = async (one: Trader): Promise<string[]> => {
    const close = await one.trade({ kind: 'close', position_id });
    const cancel = await one.trade({ kind: 'pending_cancel', order_id });
    const market = await one.trade({ kind: 'pending_cancel', order_id: opened.order_id });
    const never = await one.trade({ kind: 'pending_cancel', order_id: 1_000_000 });
    return [close.code, cancel.code, market.code, never.code];
  };
  const gone = ['trade.position_closed', 'trade.order_changed', 'trade.order_changed'];
  const foreign = ['trade.position_not_found', 'trade.order_not_found', 'trade.order_not_found'];
  t.same(await answers(trader), [...gone, 'trade.order_not_found']);
  t.same(await answers(other), [...foreign, 'trade.order_not_found']);
  await first.kill();

  const second = await ServerProcess.start({ data });
  t.teardown(() => second.kill());
  await throwIn(await signInStaff(second), 'EURUSD', '1.10000', '1.10010');
  const again = async ({ login, password }: Trader): Promise<string[]> =>
    answers(await Trader.signIn(second, login, password));
  t.same(await again(trader), [...gone, 'trade.order_not_found']);
  t.same(await again(other), [...foreign, 'trade.order_not_found']);
});
