// Readings of the rules that the second implementation brought to light, each by an example.

import t from 'tap';
import { leave } from '../../engine/engine.js';
import {
  codeOf,
  commission,
  EngineHarness,
  openAccount,
  row,
  symbol,
  type Wish,
} from '../support/engine-harness.js';

t.test('A commission in a currency converts by the pair of the traded suffix', async (t) => {
  const engine = new EngineHarness({
    symbols: [symbol('EURUSD'), symbol('EURUSD.m', { currency_profit: 'USD' })],
    group: { commissions: [commission({}, { mode: 'base', value: '2' })] },
    quotes: { EURUSD: ['1.10000', '1.10010'], 'EURUSD.m': ['1.20000', '1.20010'] },
    deposit: '10000',
  });
  engine.trade({ kind: 'open', symbol: 'EURUSD.m', side: 'buy', volume: '1' });
  const deal = engine.events.at(-1)?.deals[0];
  t.equal(engine.money(deal?.commission ?? 0), '-2.40', '2 EUR at Ask 1.20010');
});

t.test('In netting a pending order in a new symbol counts towards limit_positions', async (t) => {
  const engine = new EngineHarness({
    symbols: [symbol('EURUSD'), symbol('GBPUSD')],
    group: { margin_mode: 'netting', limit_positions: 1, symbols: [row('*')] },
    quotes: { EURUSD: ['1.10000', '1.10010'], GBPUSD: ['1.27000', '1.27010'] },
    deposit: '10000',
  });
  engine.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' });
  const place = (name: string, price: string): string =>
    codeOf(
      engine.trade({
        kind: 'pending',
        symbol: name,
        side: 'buy',
        order_kind: 'limit',
        price,
        volume: '0.1',
      }),
    );
  t.equal(place('GBPUSD', '1.26000'), 'trade.limit_positions');
  t.equal(place('EURUSD', '1.09000'), 'ok', 'the symbol of a position is not new');
});

const open: Wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' };

/** A broker whose client can buy a lot. */
const quoted = (): EngineHarness => openAccount();

t.test('A row that is gone is told from one that never was', async (t) => {
  const made = quoted();
  const position_id = made.trade(open).result?.position_id ?? 0;
  t.equal(codeOf(made.trade({ kind: 'close', position_id: 77 })), 'trade.position_not_found');
  t.equal(codeOf(made.trade({ kind: 'close', position_id })), 'ok');
  t.equal(codeOf(made.trade({ kind: 'close', position_id })), 'trade.position_closed');
  const cancel = (order_id: number) => codeOf(made.trade({ kind: 'pending_cancel', order_id }));
  t.equal(cancel(78), 'trade.order_not_found');
  t.equal(cancel(position_id), 'trade.order_changed', 'the market order that opened it is filled');
});

t.test('What is long gone, or was so before a restart, is known from history', async (t) => {
  const made = quoted();
  const position_id = made.trade(open).result?.position_id ?? 0;
  made.trade({ kind: 'close', position_id });
  const asked = () => [
    codeOf(made.trade({ kind: 'close', position_id })),
    codeOf(made.trade({ kind: 'pending_cancel', order_id: position_id })),
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
