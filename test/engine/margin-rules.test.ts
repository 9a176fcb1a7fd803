// Margin sentence by sentence: bases, prices, rates, components, and what each check counts.

import t from 'tap';
import type { GroupRecord } from '../../wire/groups.js';
import type { OrderKind, Side } from '../../wire/records.js';
import { formatShortest } from '../../wire/scale.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { lastDeal, needsExactly } from './examples.js';
import { Broker, codeOf, commission, symbol, type Wish } from './fixture.js';
import { heldPosition, money, restingOrder, withRows } from './rows.js';

const rateOf = (side: Side, order_kind: OrderKind, initial: string, maintenance = initial) => ({
  side,
  order_kind: order_kind as 'market',
  initial,
  maintenance,
});

/** A broker of EURUSD with these fields at 1:100, quoted at 1. */
const made = (more: Partial<SymbolRecord> = {}, group: Partial<GroupRecord> = {}): Broker => {
  const broker = new Broker({
    symbols: [symbol('EURUSD', more)],
    group: { margin_call: '0', stop_out: '0', ...group },
  });
  broker.quote('EURUSD', '1.00000', '1.00000');
  withRows(broker, { balance: '1000000' });
  return broker;
};

const marginOf = (broker: Broker): string => broker.money(money(broker).margin);

const open = (side: Side, volume: string): Wish => ({
  kind: 'open',
  symbol: 'EURUSD',
  side,
  volume,
});
const send = (broker: Broker, wish: Wish): string => codeOf(broker.trade(wish));

const hold = (
  broker: Broker,
  ...rows: readonly (Parameters<typeof heldPosition>[2] & { price_open: string })[]
): Broker => {
  withRows(broker, { positions: rows.map((row) => heldPosition(broker, 'EURUSD', row)) });
  return broker;
};

const rest = (broker: Broker, ...rows: readonly Parameters<typeof restingOrder>[2][]): Broker => {
  withRows(broker, { orders: rows.map((row) => restingOrder(broker, 'EURUSD', row)) });
  return broker;
};

t.test('fixed margin is divided by the leverage for forex and leveraged contracts', async (t) => {
  const margin = (calc_mode: SymbolRecord['calc_mode']): string =>
    marginOf(hold(made({ calc_mode, margin_initial: '5000' }), { price_open: '2' }));
  t.equal(margin('forex'), '50.00');
  t.equal(margin('cfd_leverage'), '50.00');
  t.equal(margin('forex_no_leverage'), '5000.00');
  t.equal(margin('cfd'), '5000.00');
  t.equal(margin('cfd_index'), '5000.00');
  t.equal(margin('futures'), '5000.00');
});

t.test('held fixed margin is the maintenance; 0 is the initial one', async (t) => {
  const margin = (margin_maintenance: string): string => {
    const more = { calc_mode: 'futures', margin_initial: '5000', margin_maintenance } as const;
    return marginOf(hold(made(more), { price_open: '2' }));
  };
  t.equal(margin('4000'), '4000.00');
  t.equal(margin('0'), '5000.00');
});

t.test('margin of an order is priced at Ask for a buy and Bid for a sell', async (t) => {
  const make = () => {
    const broker = made({ calc_mode: 'cfd', contract_size: '100', currency_margin: 'USD' });
    broker.quote('EURUSD', '80.00000', '80.50000');
    return broker;
  };
  const bought = needsExactly(t, make, '8050', (broker) => send(broker, open('buy', '1')));
  t.equal(marginOf(bought), '8050.00');
  needsExactly(t, make, '8000', (broker) => send(broker, open('sell', '1')));
});

t.test('a pending order is priced at its price, a stop-limit at its limit', async (t) => {
  const kinds = ['limit', 'stop_limit'] as const;
  const margin_rates = kinds.map((kind) => rateOf('buy', kind, '1'));
  const more = { calc_mode: 'cfd', currency_margin: 'USD', contract_size: '100' } as const;
  const placed = (wish: Partial<Wish>): string => {
    const broker = made({ ...more, margin_rates });
    const order = { kind: 'pending', symbol: 'EURUSD', side: 'buy', volume: '1' } as const;
    t.equal(send(broker, { ...order, ...wish } as Wish), 'ok');
    return marginOf(broker);
  };
  t.equal(placed({ order_kind: 'limit', price: '0.90000' } as Partial<Wish>), '90.00');
  const limit = { order_kind: 'stop_limit', price: '1.20000', price_stop_limit: '1.10000' };
  t.equal(placed(limit as Partial<Wish>), '110.00');
});

t.test("an order's rate is set at placing and again when its price changes", async (t) => {
  const broker = made();
  const order = { kind: 'pending', symbol: 'EURUSD', side: 'buy', volume: '1' } as const;
  const stored = (): string[] =>
    [...broker.state.orders.values()].map((row) => formatShortest(row.rate_margin, 12));
  broker.trade({ ...order, order_kind: 'limit', price: '0.90000' });
  broker.trade({
    ...order,
    order_kind: 'stop_limit',
    price: '1.20000',
    price_stop_limit: '1.10000',
  });
  t.same(stored(), ['0.9', '1.1'], 'the own pair converts at the price of the order');
  const [first] = [...broker.state.orders.keys()];
  broker.trade({ kind: 'pending_modify', order_id: first ?? 0, price: '0.80000' });
  t.same(stored(), ['0.8', '1.1']);
});

t.test('a rate of another pair is Ask for a buy and Bid for a sell', async (t) => {
  const pairs = [symbol('EURGBP'), symbol('EURUSD'), symbol('GBPUSD')];
  const stored = (side: Side): string => {
    const broker = new Broker({ symbols: pairs });
    broker.quote('EURGBP', '0.85000', '0.85010');
    broker.quote('EURUSD', '1.10000', '1.20000');
    broker.quote('GBPUSD', '1.30000', '1.30010');
    broker.pay('100000');
    broker.trade({ kind: 'open', symbol: 'EURGBP', side, volume: '1' });
    return formatShortest(lastDeal(broker).rate_margin, 12);
  };
  t.same([stored('buy'), stored('sell')], ['1.2', '1.1']);
});

t.test('the rate of margin stays as a position shrinks', async (t) => {
  const broker = made();
  broker.trade(open('buy', '2'));
  const [position] = [...broker.state.positions.values()];
  broker.quote('EURUSD', '1.50000', '1.50000');
  broker.trade({ kind: 'close', position_id: position?.id ?? 0, volume: '1' });
  const [left] = [...broker.state.positions.values()];
  t.equal(formatShortest(left?.rate_margin ?? 0n, 12), '1');
  t.equal(marginOf(broker), '1000.00');
});

t.test('pending orders take the initial rate of their kind and side', async (t) => {
  const margin_rates = [
    rateOf('buy', 'limit', '0.25', '9'),
    rateOf('sell', 'limit', '0.5', '9'),
    rateOf('buy', 'stop', '0.75', '9'),
  ];
  const orders = [
    { kind: 'limit', side: 'buy' },
    { kind: 'limit', side: 'sell' },
    { kind: 'stop', side: 'buy' },
    { kind: 'stop', side: 'sell' },
  ] as const;
  const broker = rest(made({ margin_rates }), ...orders.map((o) => ({ ...o, price_order: '1' })));
  t.equal(marginOf(broker), '1500.00', 'without a rate of its own a kind reserves nothing');
});

t.test('orders of a kind and side are one component: it is rounded once', async (t) => {
  const margin_rates = [rateOf('buy', 'limit', '1'), rateOf('buy', 'stop', '1')];
  const small = { volume: '0.01', price_order: '1', rate_margin: '0.00045' } as const;
  const broker = made({ margin_rates });
  rest(broker, { ...small, kind: 'limit' }, { ...small, kind: 'limit' });
  t.equal(marginOf(broker), '0.01', 'two of 0.0045 are 0.009');
  rest(broker, { ...small, kind: 'limit' }, { ...small, kind: 'stop' });
  t.equal(marginOf(broker), '0.00', 'each by itself is nothing');
});

t.test('covered lots of fixed margin take hedged money a lot', async (t) => {
  const more = { calc_mode: 'futures', margin_initial: '1000', margin_hedged: '300' } as const;
  const pair = [
    { side: 'buy', volume: '3', price_open: '1' },
    { side: 'sell', volume: '2', price_open: '1' },
  ] as const;
  t.equal(marginOf(hold(made(more), ...pair)), '1600.00');
});

t.test('stops against a netting position are free in the order of their ids', async (t) => {
  const margin_rates = [rateOf('sell', 'stop', '1'), rateOf('sell', 'stop_limit', '1')];
  const broker = made({ margin_rates }, { margin_mode: 'netting' });
  hold(broker, { volume: '2', price_open: '1' });
  const sell = { side: 'sell', price_order: '1', volume: '1.5' } as const;
  rest(
    broker,
    { ...sell, id: 50, kind: 'stop', rate_margin: '2' },
    { ...sell, id: 51, kind: 'stop_limit', rate_margin: '3' },
    { side: 'buy', price_order: '1', id: 49, kind: 'stop', volume: '9' },
  );
  // All of 50 and 0.5 of 51 are free: 1 lot of 51 is left.
  t.equal(marginOf(broker), '5000.00');
  rest(
    broker,
    { ...sell, id: 51, kind: 'stop', rate_margin: '2' },
    { ...sell, id: 50, kind: 'stop_limit', rate_margin: '3' },
  );
  t.equal(marginOf(broker), '4000.00');
});

t.test('a leg of held and new lots is one component, its rate the weighted mean', async (t) => {
  const margin_rates = [rateOf('buy', 'market', '1', '0.5')];
  const make = () => {
    const broker = hold(made({ margin_rates }), { price_open: '1', rate_margin: '1' });
    broker.quote('EURUSD', '1.20000', '1.20000');
    // The held lot has gained 20000.
    withRows(broker, { credit: '0', blocked: '20000' });
    return broker;
  };
  t.equal(marginOf(make()), '500.00');
  // 2 lots · 1000 · (0.5 + 1)/2 · (1 + 1.2)/2
  needsExactly(t, make, '1650', (broker) => send(broker, open('buy', '1')));
});

t.test('in netting fixed margin follows the general rule', async (t) => {
  const more = {
    calc_mode: 'futures',
    currency_margin: 'USD',
    margin_initial: '1000',
    margin_maintenance: '500',
    margin_hedged: '900',
  } as const;
  const make = () => hold(made(more, { margin_mode: 'netting' }), { price_open: '1' });
  // After a reversal by 3: 2 new lots of 1000.
  const rich = needsExactly(t, make, '2000', (broker) => send(broker, open('sell', '3')));
  t.equal(marginOf(rich), '1000.00');
});

t.test('an opening must bear commission and fee, not what the agent gets', async (t) => {
  const commissions = [
    commission({}, { value: '10' }),
    commission({ kind: 'fee' }, { value: '5' }),
    commission({ kind: 'agent' }, { value: '99' }),
  ];
  const make = () => {
    const broker = new Broker({
      group: { commissions, margin_call: '0', stop_out: '0' },
      switches: { agent: 2001 },
    });
    broker.quote('EURUSD', '1.00000', '1.00000');
    return broker;
  };
  needsExactly(t, make, '1015', (broker) => send(broker, open('buy', '1')));
});

t.test('a placed order must bear its reserve, without commission', async (t) => {
  const make = () =>
    made(
      { margin_rates: [rateOf('buy', 'limit', '1')] },
      { commissions: [commission({}, { value: '10' })] },
    );
  const wish = { kind: 'pending', symbol: 'EURUSD', side: 'buy', volume: '1' } as const;
  needsExactly(t, make, '900', (broker) =>
    send(broker, { ...wish, order_kind: 'limit', price: '0.90000' }),
  );
});

t.test('in netting an order that only reduces is placed and moved without money', async (t) => {
  const rates = { margin_rates: [rateOf('sell', 'limit', '3')] };
  const place = (volume: string, margin_mode: 'netting' | 'hedging' = 'netting') => {
    const broker = made(rates, { margin_mode, margin_call: '0', stop_out: '0' });
    hold(broker, { id: 1, side: 'buy', price_open: '1' });
    broker.nextOrder(2);
    withRows(broker, { balance: '1500' });
    const wish = { kind: 'pending', symbol: 'EURUSD', side: 'sell', order_kind: 'limit' } as const;
    return { broker, code: send(broker, { ...wish, volume, price: '1.20000' }) };
  };
  t.equal(place('1.01').code, 'trade.no_money', 'this one opens');
  t.equal(place('1', 'hedging').code, 'trade.no_money');
  const { broker, code } = place('1');
  t.equal(code, 'ok');
  t.match(broker.events.at(-1)?.orders, [{ state: 'placed' }]);
  const [order_id = 0] = broker.state.orders.keys();
  const moved = send(broker, { kind: 'pending_modify', order_id, price: '1.30000' });
  t.equal(moved, 'ok');
});

t.test('stop loss and stop-out ask for no margin, unless the symbol says so', async (t) => {
  const closed = (margin_check_sltp: boolean): boolean => {
    const broker = made({ margin_check_sltp });
    hold(
      broker,
      { id: 1, side: 'buy', price_open: '1', sl: '0.99000' },
      { id: 2, side: 'sell', price_open: '1' },
    );
    withRows(broker, { balance: '100' });
    broker.tick('EURUSD', '0.98000', '0.98000');
    return !broker.state.positions.has(1);
  };
  t.equal(closed(false), true);
  t.equal(closed(true), false, 'it stays, and triggers again');
});

t.test('a close that uncovers a leg counts what it realises', async (t) => {
  const make = () => {
    const broker = hold(
      made(),
      { id: 1, side: 'buy', price_open: '1', rate_margin: '1', swap: '-40' },
      { id: 2, side: 'sell', price_open: '1', rate_margin: '1' },
    );
    broker.quote('EURUSD', '0.99000', '0.99000');
    return broker;
  };
  // Closing the buy: −1000 and −40 are realised, the sell floats +1000 and needs 1000.
  needsExactly(t, make, '1040', (broker) => send(broker, { kind: 'close', position_id: 1 }));
});

t.test('a close by an opposite position is tested too', async (t) => {
  const make = () =>
    hold(
      made(),
      { id: 1, side: 'buy', price_open: '1', rate_margin: '0.5' },
      { id: 2, side: 'buy', price_open: '1', rate_margin: '1.5' },
      { id: 3, side: 'sell', price_open: '1', rate_margin: '1' },
    );
  t.equal(marginOf(make()), '1000.00', 'one lot uncovered, at the mean of the buys');
  const wish: Wish = { kind: 'close_by', position_id: 1, by_position_id: 3 };
  const rich = needsExactly(t, make, '1500', (broker) => send(broker, wish));
  t.equal(marginOf(rich), '1500.00');
});

t.test('without margin the level is shown as 0', async (t) => {
  t.equal(money(made()).margin_level, 0);
  t.equal(money(hold(made(), { price_open: '1' })).margin_level, 10_000_000);
});

t.test(
  'stop-out gives up the lowest profit, swap not counted, the lowest id of equals',
  async (t) => {
    const broker = made({}, { stop_out: '100' });
    hold(
      broker,
      { id: 7, volume: '1', price_open: '1.00100' },
      { id: 8, volume: '1', price_open: '1.00200', swap: '-50' },
      { id: 9, volume: '1', price_open: '1.00200', swap: '-900' },
    );
    withRows(broker, { balance: '4000' });
    broker.tick('EURUSD', '0.99700', '0.99700');
    const given = broker.events.flatMap((event) => event.deals).map((deal) => deal.position_id);
    t.same(given[0], 8);
  },
);
