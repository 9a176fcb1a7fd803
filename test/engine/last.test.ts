// Symbols that go by trades: values, pending orders and the stop-out look at the last trade.

import t from 'tap';
import { Book, moneyOf } from '../../engine/engine.js';
import { EngineHarness, symbol } from '../support/engine-harness.js';

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

const floating = (engine: EngineHarness): string =>
  engine.money(moneyOf(engine.state, engine.ctx).profit);

const holding = (more = {}): EngineHarness => {
  const engine = new EngineHarness({
    symbols: [share(more)],
    quotes: { ACME: ['187.30', '187.34'] },
    deposit: '100000',
  });
  engine.trade({ kind: 'open', symbol: 'ACME', side: 'buy', volume: '100' });
  return engine;
};

t.test('floating profit goes by the last trade, a deal by Bid and Ask', async (t) => {
  const engine = holding();
  t.equal(floating(engine), '-4.00', 'Bid, as long as no trade is known');
  engine.tick('ACME', '187.30', '187.34', '190.34');
  t.equal(floating(engine), '300.00');
  engine.trade({ kind: 'close', position_id: 1 });
  t.equal(engine.money(engine.events.at(-1)?.deals[0]?.profit ?? 0), '-4.00');
});

t.test('a symbol charted by Bid does not look at trades', async (t) => {
  const engine = holding({ chart_mode: 'bid' });
  engine.tick('ACME', '187.30', '187.34', '190.34');
  t.equal(floating(engine), '-4.00');
});

t.test('a pending order is reached by the last trade, and filled at Ask', async (t) => {
  const engine = new EngineHarness({
    symbols: [share()],
    quotes: { ACME: ['187.30', '187.34', '187.32'] },
    deposit: '100000',
  });
  const order = { order_kind: 'stop', side: 'buy', volume: '10', price: '187.50' } as const;
  engine.trade({ kind: 'pending', symbol: 'ACME', ...order });
  const book = new Book(() => engine.state);
  book.track(engine.state, engine.ctx);
  const found = (bid: string, ask: string, last: string): readonly number[] => {
    engine.quote('ACME', bid, ask, last);
    return book.onTick(1, engine.ctx);
  };
  t.same(found('187.40', '187.60', '187.45'), [], 'Ask has passed it, no trade has');
  t.same(engine.tick('ACME', '187.40', '187.60', '187.45'), []);
  t.same(found('187.40', '187.60', '187.50'), [1001]);
  const [event] = engine.tick('ACME', '187.40', '187.60', '187.50');
  t.equal(event?.deals[0]?.price, 187_600 * 100, 'dealt at Ask');
});

t.test('the margin call goes by the value at the last trade, the screen with it', async (t) => {
  const engine = new EngineHarness({
    symbols: [share()],
    group: { margin_call: '100', stop_out: '0' },
    quotes: { ACME: ['100.00', '100.00', '100.00'] },
    deposit: '10000',
  });
  engine.trade({ kind: 'open', symbol: 'ACME', side: 'buy', volume: '60' });
  const book = new Book(() => engine.state);
  book.track(engine.state, engine.ctx);
  engine.quote('ACME', '99.00', '101.00', '33.34');
  t.same(book.onTick(1, engine.ctx), [], 'equity 6000.40 is above the margin of 6000.00');
  engine.quote('ACME', '99.00', '101.00', '33.33');
  t.same(book.onTick(1, engine.ctx), [1001]);
  t.equal(engine.tick('ACME', '99.00', '101.00', '33.33')[0]?.kind, 'margin_call');
});
