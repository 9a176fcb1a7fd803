// Rows that the client makes whole: empty values are those of the description, and zeros have the
// format of their field.

import t from 'tap';
import { wholeResult, wholeRows } from '../../../client/socket/live-rows.js';
import { socketDescription } from '../../support/described-frames.js';

/** Zeros of decimals compare by value: a row has the zeros of its field's format. */
const plain = (value: unknown) => (/^0\.0+$/.test(String(value)) ? '0' : value);

t.test('The empty values of the client are those of the description', async (t) => {
  const { schemas } = socketDescription().components as {
    schemas: Record<string, { properties: Record<string, { default?: unknown }> }>;
  };
  const propertiesOf = (name: string) => schemas[name]?.properties ?? {};
  const described = (name: string) => {
    const fields = Object.entries(propertiesOf(name));
    return Object.fromEntries(
      fields.flatMap(([field, one]) => ('default' in one ? [[field, plain(one.default)]] : [])),
    );
  };
  const row = [{ id: 1 }];
  const money = { balance: '1.00', leverage: 100 };
  const whole = wholeRows({ money, deals: row, orders: row, positions: row }, '', undefined);
  for (const [name, [found]] of [
    ['EventDeal', whole.deals],
    ['EventOrder', whole.orders],
    ['EventPosition', whole.positions],
    ['EventMoney', [whole.money]],
  ] as const) {
    const empty = described(name);
    const told = Object.entries({ ...found }).filter(([field]) => field in empty);
    t.same(Object.fromEntries(told.map(([field, value]) => [field, plain(value)])), empty, name);
    t.same(Object.keys({ ...found }).sort(), Object.keys(propertiesOf(name)).sort(), name);
  }
  const usual = described('LiveTradeResult');
  const result = Object.entries(wholeResult('', {})).filter(([field]) => field in usual);
  const told = result.map(([field, value]) => [field, plain(value)]);
  t.same(Object.fromEntries(told), usual);
});

t.test('A zero that a frame leaves out has the format of its field', async (t) => {
  const money = { balance: '1.00', leverage: 100 };
  const rows = {
    deals: [{ id: 1 }, { id: 2, price: '150.010' }],
    orders: [{ id: 3, sl: '140.000' }, { id: 4 }, { id: 5, price_order: '0.00000' }],
    positions: [{ id: 6, price_open: '150.010000' }],
  };
  const whole = wholeRows({ money, ...rows }, '', { price: '1.10000' });
  const zeros = { profit: '0.00', volume_closed: '0' };
  t.match(whole.deals, [
    { ...zeros, price: '1.10000', sl: '0.00000', price_position: '0.00000000' },
    { ...zeros, price: '150.010', sl: '0.000', price_position: '0.000000' },
  ]);
  t.match(whole.orders, [
    { price_order: '0.000', price_filled: '150.010000' },
    { price_order: '0.000', tp: '0.000' },
    { tp: '0.00000', volume_held: '0' },
  ]);
  t.match(whole.positions, [{ sl: '0.000', swap: '0.00', price_dealt: '0.000000' }]);
  t.match(whole.money, { credit: '0.00', margin_level: '0.00', equity: '1.00' });
  const alone = wholeRows({ money, orders: [{ id: 1, price_order: '0.00000' }] }, '', undefined);
  t.match(alone.orders, [{ price_filled: '0.00000000', sl: '0.00000' }]);
  const { price, bid, ask } = wholeResult('', { price: '0.000' });
  t.same([price, bid, ask], ['0.000', '0.000', '0.000']);
});
