// Margin sentence by sentence: bases, prices, rates, components, and what each check counts.

import t from 'tap';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { EngineHarness } from '../../support/engine-harness.js';
import type { HeldSketch } from '../../support/engine-rows.js';
import { marginRate } from '../../support/settings-records.js';
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

const hold = (engine: EngineHarness, ...held: readonly HeldSketch[]): EngineHarness => {
  engine.give({ held });
  return engine;
};

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
