// Margin sentence by sentence: bases, prices, rates, components, and what each check counts.

import t from 'tap';
import { formatShortest } from '../../../wire/base/scale.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import type { Side } from '../../../wire/trading/records.js';
import { EngineHarness, type Wish } from '../../support/engine-harness.js';
import type { HeldSketch } from '../../support/engine-rows.js';
import { commission, marginRate, symbol } from '../../support/settings-records.js';
import { needsExactly } from '../examples.js';
import { limit, open } from '../waiting.js';

/** A broker of EURUSD with these fields at 1:100, quoted at 1. */
const made = (more: Partial<SymbolRecord> = {}, group: Partial<GroupRecord> = {}): EngineHarness =>
  new EngineHarness({
    symbol: more,
    group: { margin_call: '0', stop_out: '0', ...group },
    quotes: { EURUSD: ['1.00000'] },
    balance: '1000000',
  });

const STOP_LIMIT = {
  order_kind: 'stop_limit',
  price: '1.20000',
  price_stop_limit: '1.10000',
} as const;

const hold = (engine: EngineHarness, ...held: readonly HeldSketch[]): EngineHarness => {
  engine.give({ held });
  return engine;
};

t.test('fixed margin is divided by the leverage for forex and leveraged contracts', async (t) => {
  const margin = (calc_mode: SymbolRecord['calc_mode']): string =>
    hold(made({ calc_mode, margin_initial: '5000' }), { price_open: '2' }).margin;
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
    return hold(made(more), { price_open: '2' }).margin;
  };
  t.equal(margin('4000'), '4000.00');
  t.equal(margin('0'), '5000.00');
});

t.test('margin of an order is priced at Ask for a buy and Bid for a sell', async (t) => {
  const make = () => {
    const engine = made({ calc_mode: 'cfd', contract_size: '100', currency_margin: 'USD' });
    engine.quote('EURUSD', '80.00000', '80.50000');
    return engine;
  };
  const bought = needsExactly(t, make, '8050', (engine) => engine.code(open));
  t.equal(bought.margin, '8050.00');
  needsExactly(t, make, '8000', (engine) => engine.code({ ...open, side: 'sell' }));
});

t.test('a pending order is priced at its price, a stop-limit at its limit', async (t) => {
  const kinds = ['limit', 'stop_limit'] as const;
  const margin_rates = kinds.map((kind) => marginRate('buy', kind, '1'));
  const more = { calc_mode: 'cfd', currency_margin: 'USD', contract_size: '100' } as const;
  const placed = (wish: Wish): string => {
    const engine = made({ ...more, margin_rates });
    t.equal(engine.code(wish), 'ok');
    return engine.margin;
  };
  t.equal(placed(limit({ price: '0.90000' })), '90.00');
  t.equal(placed(limit(STOP_LIMIT)), '110.00');
});

t.test("an order's rate is set at placing and again when its price changes", async (t) => {
  const engine = made();
  const stored = (): string[] => engine.orders.map((row) => formatShortest(row.rate_margin, 12));
  engine.trade(limit({ price: '0.90000' }));
  engine.trade(limit(STOP_LIMIT));
  t.same(stored(), ['0.9', '1.1'], 'the own pair converts at the price of the order');
  const [first] = [...engine.state.orders.keys()];
  engine.trade({ kind: 'pending_modify', order_id: first ?? 0, price: '0.80000' });
  t.same(stored(), ['0.8', '1.1']);
});

t.test('a rate of another pair is Ask for a buy and Bid for a sell', async (t) => {
  const pairs = [symbol('EURGBP'), symbol('EURUSD'), symbol('GBPUSD')];
  const stored = (side: Side): string => {
    const engine = new EngineHarness({
      symbols: pairs,
      quotes: {
        EURGBP: ['0.85000', '0.85010'],
        EURUSD: ['1.10000', '1.20000'],
        GBPUSD: ['1.30000', '1.30010'],
      },
      deposit: '100000',
    });
    engine.trade({ ...open, symbol: 'EURGBP', side });
    return formatShortest(engine.lastDeal.rate_margin, 12);
  };
  t.same([stored('buy'), stored('sell')], ['1.2', '1.1']);
});

t.test('the rate of margin stays as a position shrinks', async (t) => {
  const engine = made();
  engine.trade({ ...open, volume: '2' });
  const [position] = engine.positions;
  engine.quote('EURUSD', '1.50000');
  engine.trade({ kind: 'close', position_id: position?.id ?? 0, volume: '1' });
  const [left] = engine.positions;
  t.equal(formatShortest(left?.rate_margin ?? 0n, 12), '1');
  t.equal(engine.margin, '1000.00');
});

t.test('pending orders take the initial rate of their kind and side', async (t) => {
  const margin_rates = [
    marginRate('buy', 'limit', '0.25', '9'),
    marginRate('sell', 'limit', '0.5', '9'),
    marginRate('buy', 'stop', '0.75', '9'),
  ];
  const orders = [
    { kind: 'limit', side: 'buy' },
    { kind: 'limit', side: 'sell' },
    { kind: 'stop', side: 'buy' },
    { kind: 'stop', side: 'sell' },
  ] as const;
  const engine = made({ margin_rates });
  engine.give({ resting: orders.map((one) => ({ ...one, price_order: '1' })) });
  t.equal(engine.margin, '1500.00', 'without a rate of its own a kind reserves nothing');
});

t.test('orders of a kind and side are one component: it is rounded once', async (t) => {
  const margin_rates = [marginRate('buy', 'limit', '1'), marginRate('buy', 'stop', '1')];
  const small = { volume: '0.01', price_order: '1', rate_margin: '0.00045' } as const;
  const engine = made({ margin_rates });
  const one = { ...small, kind: 'limit' } as const;
  engine.give({ resting: [one, one] });
  t.equal(engine.margin, '0.01', 'two of 0.0045 are 0.009');
  engine.give({ resting: [one, { ...small, kind: 'stop' }] });
  t.equal(engine.margin, '0.00', 'each by itself is nothing');
});

t.test('covered lots of fixed margin take hedged money a lot', async (t) => {
  const more = { calc_mode: 'futures', margin_initial: '1000', margin_hedged: '300' } as const;
  const pair = [
    { side: 'buy', volume: '3', price_open: '1' },
    { side: 'sell', volume: '2', price_open: '1' },
  ] as const;
  t.equal(hold(made(more), ...pair).margin, '1600.00');
});

t.test('stops against a netting position are free in the order of their ids', async (t) => {
  const margin_rates = [marginRate('sell', 'stop', '1'), marginRate('sell', 'stop_limit', '1')];
  const engine = made({ margin_rates }, { margin_mode: 'netting' });
  hold(engine, { volume: '2', price_open: '1' });
  const sell = { side: 'sell', price_order: '1', volume: '1.5' } as const;
  const resting = [
    { ...sell, id: 50, kind: 'stop', rate_margin: '2' },
    { ...sell, id: 51, kind: 'stop_limit', rate_margin: '3' },
    { side: 'buy', price_order: '1', id: 49, kind: 'stop', volume: '9' },
  ] as const;
  engine.give({ resting });
  // All of 50 and 0.5 of 51 are free: 1 lot of 51 is left.
  t.equal(engine.margin, '5000.00');
  engine.give({ resting: resting.slice(0, 2).map((one) => ({ ...one, id: 101 - one.id })) });
  t.equal(engine.margin, '4000.00');
});

t.test('a leg of held and new lots is one component, its rate the weighted mean', async (t) => {
  const margin_rates = [marginRate('buy', 'market', '1', '0.5')];
  const make = () => {
    const engine = hold(made({ margin_rates }), { price_open: '1', rate_margin: '1' });
    engine.quote('EURUSD', '1.20000');
    // The held lot has gained 20000.
    engine.give({ credit: '0', blocked: '20000' });
    return engine;
  };
  t.equal(make().margin, '500.00');
  // 2 lots · 1000 · (0.5 + 1)/2 · (1 + 1.2)/2
  needsExactly(t, make, '1650', (engine) => engine.code(open));
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
  const rich = needsExactly(t, make, '2000', (engine) =>
    engine.code({ ...open, side: 'sell', volume: '3' }),
  );
  t.equal(rich.margin, '1000.00');
});

t.test('an opening must bear commission and fee, not what the agent gets', async (t) => {
  const commissions = [
    commission({}, { value: '10' }),
    commission({ kind: 'fee' }, { value: '5' }),
    commission({ kind: 'agent' }, { value: '99' }),
  ];
  const make = () =>
    new EngineHarness({
      group: { commissions, margin_call: '0', stop_out: '0' },
      switches: { agent: 2001 },
      quotes: { EURUSD: ['1.00000'] },
    });
  needsExactly(t, make, '1015', (engine) => engine.code(open));
});

t.test('a placed order must bear its reserve, without commission', async (t) => {
  const make = () =>
    made(
      { margin_rates: [marginRate('buy', 'limit', '1')] },
      { commissions: [commission({}, { value: '10' })] },
    );
  needsExactly(t, make, '900', (engine) => engine.code(limit({ price: '0.90000' })));
});

t.test('in netting an order that only reduces is placed and moved without money', async (t) => {
  const rates = { margin_rates: [marginRate('sell', 'limit', '3')] };
  const place = (volume: string, margin_mode: 'netting' | 'hedging' = 'netting') => {
    const engine = made(rates, { margin_mode, margin_call: '0', stop_out: '0' });
    hold(engine, { id: 1, side: 'buy', price_open: '1' });
    engine.nextOrder(2);
    engine.give({ balance: '1500' });
    return { engine, code: engine.code(limit({ side: 'sell', volume, price: '1.20000' })) };
  };
  t.equal(place('1.01').code, 'trade.no_money', 'this one opens');
  t.equal(place('1', 'hedging').code, 'trade.no_money');
  const { engine, code } = place('1');
  t.equal(code, 'ok');
  t.match(engine.events.at(-1)?.orders, [{ state: 'placed' }]);
  const [order_id = 0] = engine.state.orders.keys();
  t.equal(engine.code({ kind: 'pending_modify', order_id, price: '1.30000' }), 'ok');
});

t.test('stop loss and stop-out ask for no margin, unless the symbol says so', async (t) => {
  const closed = (margin_check_sltp: boolean): boolean => {
    const engine = made({ margin_check_sltp });
    hold(
      engine,
      { id: 1, side: 'buy', price_open: '1', sl: '0.99000' },
      { id: 2, side: 'sell', price_open: '1' },
    );
    engine.give({ balance: '100' });
    engine.tick('EURUSD', '0.98000');
    return !engine.state.positions.has(1);
  };
  t.equal(closed(false), true);
  t.equal(closed(true), false, 'it stays, and triggers again');
});

t.test('a close that uncovers a leg counts what it realises', async (t) => {
  const make = () => {
    const engine = hold(
      made(),
      { id: 1, side: 'buy', price_open: '1', rate_margin: '1', swap: '-40' },
      { id: 2, side: 'sell', price_open: '1', rate_margin: '1' },
    );
    engine.quote('EURUSD', '0.99000');
    return engine;
  };
  // Closing the buy: −1000 and −40 are realised, the sell floats +1000 and needs 1000.
  needsExactly(t, make, '1040', (engine) => engine.code({ kind: 'close', position_id: 1 }));
});

t.test('a close by an opposite position is tested too', async (t) => {
  const make = () =>
    hold(
      made(),
      { id: 1, side: 'buy', price_open: '1', rate_margin: '0.5' },
      { id: 2, side: 'buy', price_open: '1', rate_margin: '1.5' },
      { id: 3, side: 'sell', price_open: '1', rate_margin: '1' },
    );
  t.equal(make().margin, '1000.00', 'one lot uncovered, at the mean of the buys');
  const wish: Wish = { kind: 'close_by', position_id: 1, by_position_id: 3 };
  const rich = needsExactly(t, make, '1500', (engine) => engine.code(wish));
  t.equal(rich.margin, '1500.00');
});

t.test('without margin the level is shown as 0', async (t) => {
  t.equal(made().live.margin_level, 0);
  t.equal(hold(made(), { price_open: '1' }).live.margin_level, 10_000_000);
});

t.test('stop-out gives up the lowest profit without swap, the lowest id of equals', async (t) => {
  const engine = made({}, { stop_out: '100' });
  hold(
    engine,
    { id: 7, volume: '1', price_open: '1.00100' },
    { id: 8, volume: '1', price_open: '1.00200', swap: '-50' },
    { id: 9, volume: '1', price_open: '1.00200', swap: '-900' },
  );
  engine.give({ balance: '4000' });
  engine.tick('EURUSD', '0.99700');
  const given = engine.deals.map((deal) => deal.position_id);
  t.same(given[0], 8);
});
