// Symbols that go by trades: values, pending orders and the stop-out look at the last trade.

import t from 'tap';
import { Book, moneyOf } from '../../engine/engine.js';
import { Broker, symbol } from './fixture.js';

const share = (more = {}) =>
  symbol('ACME', {
    calc_mode: 'exchange_stocks',
    chart_mode: 'last',
    contract_size: '1',
    digits: 2,
    currency_base: 'USD',
    currency_profit: 'USD',
    currency_margin: 'USD',
    volume_step: '1',
    volume_min: '1',
    volume_max: '1000',
    ...more,
  });

const floating = (broker: Broker): string => broker.money(moneyOf(broker.state, broker.ctx).profit);

const holding = (more = {}): Broker => {
  const broker = new Broker({ symbols: [share(more)] });
  broker.pay('100000');
  broker.quote('ACME', '187.30', '187.34');
  broker.trade({ kind: 'open', symbol: 'ACME', side: 'buy', volume: '100' });
  return broker;
};

t.test('floating profit goes by the last trade, a deal by Bid and Ask', async (t) => {
  const broker = holding();
  t.equal(floating(broker), '-4.00', 'Bid, as long as no trade is known');
  broker.tick('ACME', '187.30', '187.34', '190.34');
  t.equal(floating(broker), '300.00');
  broker.trade({ kind: 'close', position_id: 1 });
  t.equal(broker.money(broker.events.at(-1)?.deals[0]?.profit ?? 0), '-4.00');
});

t.test('a symbol charted by Bid does not look at trades', async (t) => {
  const broker = holding({ chart_mode: 'bid' });
  broker.tick('ACME', '187.30', '187.34', '190.34');
  t.equal(floating(broker), '-4.00');
});

t.test('a pending order is reached by the last trade, and filled at Ask', async (t) => {
  const broker = new Broker({ symbols: [share()] });
  broker.pay('100000');
  broker.quote('ACME', '187.30', '187.34', '187.32');
  const order = { order_kind: 'stop', side: 'buy', volume: '10', price: '187.50' } as const;
  broker.trade({ kind: 'pending', symbol: 'ACME', ...order });
  const book = new Book(() => broker.state);
  book.track(broker.state, broker.ctx);
  const found = (bid: string, ask: string, last: string): readonly number[] => {
    broker.quote('ACME', bid, ask, last);
    return book.onTick(1, broker.ctx);
  };
  t.same(found('187.40', '187.60', '187.45'), [], 'Ask has passed it, no trade has');
  t.same(broker.tick('ACME', '187.40', '187.60', '187.45'), []);
  t.same(found('187.40', '187.60', '187.50'), [1001]);
  const [event] = broker.tick('ACME', '187.40', '187.60', '187.50');
  t.equal(event?.deals[0]?.price, 187_600 * 100, 'dealt at Ask');
});

t.test('the margin call goes by the value at the last trade, the screen with it', async (t) => {
  const broker = new Broker({ symbols: [share()], group: { margin_call: '100', stop_out: '0' } });
  broker.pay('10000');
  broker.quote('ACME', '100.00', '100.00', '100.00');
  broker.trade({ kind: 'open', symbol: 'ACME', side: 'buy', volume: '60' });
  const book = new Book(() => broker.state);
  book.track(broker.state, broker.ctx);
  broker.quote('ACME', '99.00', '101.00', '33.34');
  t.same(book.onTick(1, broker.ctx), [], 'equity 6000.40 is above the margin of 6000.00');
  broker.quote('ACME', '99.00', '101.00', '33.33');
  t.same(book.onTick(1, broker.ctx), [1001]);
  t.equal(broker.tick('ACME', '99.00', '101.00', '33.33')[0]?.kind, 'margin_call');
});
