// Lives of positions in hedging and netting: opened, grown, reduced, reversed, closed, modified.

import t from 'tap';
import { leave } from '../../../engine/engine.js';
import { formatExact } from '../../../wire/base/scale.js';
import { type EngineHarness, openAccount, type Wish } from '../../support/engine-harness.js';
import { open } from '../waiting.js';

const made = (group: object = {}, more: object = {}): EngineHarness =>
  openAccount({ symbol: more, group, deposit: '100000' });
const order = (side: 'buy' | 'sell', volume: string, stops: object = {}): Wish => ({
  ...{ ...open, side, volume, ...stops },
});

t.test('a deal tells who asked for it, and what it is worth', async (t) => {
  const engine = made();
  engine.trade({ ...order('buy', '1'), comment: 'first', expert_id: 5 } as Wish);
  const event = engine.events.at(-1);
  const [row] = event?.orders ?? [];
  t.match(row, { reason: 'expert', expert_id: 5, comment: 'first', state: 'filled' });
  t.match(row?.origin, { terminal: 'desktop', session: 's1' });
  t.equal(formatExact(event?.deals[0]?.value ?? 0, 2, 2), '110010.00');
  engine.deal(order('buy', '1'));
  const staff = engine.events.at(-1);
  t.match(staff?.cause, { kind: 'dealer_open', source: 'dealer', dealer: 7 });
  t.match(staff?.orders[0], { reason: 'dealer', dealer: 7 });
});

t.test('A row that is gone is told from one that never was', async (t) => {
  const made = openAccount();
  const position_id = made.trade(order('buy', '1')).result?.position_id ?? 0;
  t.equal(made.code({ kind: 'close', position_id: 77 }), 'trade.position_not_found');
  t.equal(made.code({ kind: 'close', position_id }), 'ok');
  t.equal(made.code({ kind: 'close', position_id }), 'trade.position_closed');
  const cancel = (order_id: number) => made.code({ kind: 'pending_cancel', order_id });
  t.equal(cancel(78), 'trade.order_not_found');
  t.equal(cancel(position_id), 'trade.order_changed', 'the market order that opened it is filled');
});

t.test('What is long gone, or was so before a restart, is known from history', async (t) => {
  const made = openAccount();
  const position_id = made.trade(order('buy', '1')).result?.position_id ?? 0;
  made.trade({ kind: 'close', position_id });
  const asked = () => [
    made.code({ kind: 'close', position_id }),
    made.code({ kind: 'pending_cancel', order_id: position_id }),
  ];
  const gone = ['trade.position_closed', 'trade.order_changed'];
  t.same(asked(), gone);
  made.give({});
  t.same(asked(), ['trade.position_not_found', 'trade.order_not_found'], 'nobody knows');
  made.past.add(`position ${position_id}`).add(`order ${position_id}`);
  t.same(asked(), gone);
  made.give({});
  made.past.clear();
  leave(made.state, 'positions', position_id);
  leave(made.state, 'orders', position_id);
  t.same(asked(), gone, 'the end of the log knows what history does not have yet');
});
