// Readings of the rules that the second implementation brought to light, each by an example.

import t from 'tap';
import { Broker, codeOf, commission, row, symbol } from './fixture.js';

t.test('A commission in a currency converts by the pair of the traded suffix', async (t) => {
  const broker = new Broker({
    symbols: [symbol('EURUSD'), symbol('EURUSD.m', { currency_profit: 'USD' })],
    group: { commissions: [commission({}, { mode: 'base', value: '2' })] },
  });
  broker.quote('EURUSD', '1.10000', '1.10010');
  broker.quote('EURUSD.m', '1.20000', '1.20010');
  broker.pay('10000');
  broker.trade({ kind: 'open', symbol: 'EURUSD.m', side: 'buy', volume: '1' });
  const deal = broker.events.at(-1)?.deals[0];
  t.equal(broker.money(deal?.commission ?? 0), '-2.40', '2 EUR at Ask 1.20010');
});

t.test('In netting a pending order in a new symbol counts towards limit_positions', async (t) => {
  const broker = new Broker({
    symbols: [symbol('EURUSD'), symbol('GBPUSD')],
    group: { margin_mode: 'netting', limit_positions: 1, symbols: [row('*')] },
  });
  broker.quote('EURUSD', '1.10000', '1.10010');
  broker.quote('GBPUSD', '1.27000', '1.27010');
  broker.pay('10000');
  broker.trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' });
  const place = (name: string, price: string): string =>
    codeOf(
      broker.trade({
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
