// The check of a trade before it is sent; that it tells what comes is shown with random lives too.

import t from 'tap';
import { checkTrade, roundAmount } from '../../../engine/engine.js';
import type { TradeCommand, TradeRequest } from '../../../wire/trading/commands.js';
import {
  EngineHarness,
  requestId,
  rule,
  type Setup,
  symbol,
  type Wish,
} from '../../support/engine-harness.js';
import { commission } from '../../support/settings-records.js';

const open: Wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.5' };
const quotes = { EURUSD: ['1.10000', '1.10010'] } as const;
const broker = (setup: Setup = {}) => new EngineHarness({ quotes, deposit: '10000', ...setup });

const commandOf = (wish: Wish): TradeCommand => ({
  op: 'trade',
  request: { request_id: requestId(), ...wish } as TradeRequest,
  source: 'client',
  dealer: 0,
  read_only: false,
  origin: { terminal: 'desktop', ip: '10.0.0.1', session: 's1' },
});

const check = (engine: EngineHarness, wish: Wish) =>
  checkTrade(engine.state, commandOf(wish), engine.ctx);

t.test('A check tells margin, free margin, commission and price, and does nothing', async (t) => {
  const engine = broker({ group: { commissions: [commission({}, { value: '7' })] } });
  const { result, effect, values } = check(engine, open);
  t.match(result, { code: 'ok', status: 'done' });
  t.match(effect, { price: 110_010_000, margin: 550_05, commission: -350 });
  t.match(effect?.money, { margin: 550_05, margin_free: 10_000_00 - 350 - 5_00 - 550_05 });
  t.equal(values && roundAmount(values.point, 8), 50_000_000, 'a point of half a lot is 0.50');
  t.equal(engine.positions.length + engine.orders.length, 0);
  t.equal(engine.events.length, 1, 'the deposit alone');
  engine.trade(open);
  t.same(engine.live, { ...effect?.money, calculated_at: engine.live.calculated_at });
  t.equal(engine.positions[0]?.id, 1, 'no id was taken');
});

t.test('It tells the code and the figures of a refusal', async (t) => {
  const engine = broker({ deposit: '100' });
  const { result, effect, figures, values } = check(engine, open);
  t.match(result, { code: 'trade.no_money', status: 'rejected' });
  t.equal(effect, null);
  t.match(figures, { required: '550.05', free: '100.00' });
  t.ok(values, 'the value of a point is told at any rate');
  t.match(check(engine, { ...open, symbol: 'NOTHING' }), {
    result: { code: 'trade.symbol_not_found' },
    symbol: null,
    values: null,
  });
  const rejecting = broker({ rules: [{ action: 'reject', action_value: 'not today' }] });
  t.match(check(rejecting, open).result, { code: 'trade.rejected', message: 'not today' });
});

t.test('What would wait is looked at as if it were confirmed now', async (t) => {
  const engine = broker({ rules: [{ action: 'dealer', dealers: [7] }] });
  engine.online.add(7);
  t.match(check(engine, open), {
    result: { code: 'ok', status: 'queued' },
    effect: { price: 110_010_000, margin: 550_05 },
  });
  const limit: Wish = { ...open, kind: 'pending', order_kind: 'limit', price: '1.05000' };
  t.match(check(engine, limit).effect, { price: 105_000_000, margin: 0 });
  t.equal(engine.queue.length, 0);
  const sent = broker({ rules: [{ action: 'delay', action_value: '500' }, {}] });
  t.match(check(sent, open), { result: { status: 'queued' }, effect: { margin: 550_05 } });
});

t.test('A close tells what it realises and frees', async (t) => {
  const engine = broker();
  engine.trade(open);
  engine.quote('EURUSD', '1.10110', '1.10120');
  const { effect, result } = check(engine, { kind: 'close', position_id: 1, volume: '0.2' });
  t.equal(result.status, 'done');
  t.match(effect, { price: 110_110_000, profit: 20_00, margin: -220_02 });
});

t.test('The value of a point is in the currency of the account', async (t) => {
  const symbols = [
    symbol('EURUSD'),
    symbol('USDJPY', { digits: 3, currency_base: 'USD', currency_profit: 'JPY' }),
    symbol('FUT', {
      digits: 2,
      calc_mode: 'futures',
      tick_size: '0.25',
      tick_value: '12.5',
      margin_initial: '1000',
      ...{ currency_base: 'USD', currency_profit: 'USD', currency_margin: 'USD' },
    }),
  ];
  const engine = broker({ symbols });
  engine.quote('USDJPY', '150.000', '150.010');
  engine.quote('FUT', '5000.00', '5000.25');
  const valuesOf = (name: string) => {
    const { values } = check(engine, { ...open, symbol: name, volume: '0.01' });
    return values && [roundAmount(values.point, 8), roundAmount(values.tick, 8)];
  };
  t.same(valuesOf('USDJPY'), [666_667, 666_667], '1 yen is 0.00666667 dollars');
  t.same(valuesOf('FUT'), [500_000, 12_500_000]);
});

t.test('A check of a request with price and deviation tells what they allow', async (t) => {
  const wish = { ...open, price: '1.10010', deviation_pts: 5 } as Wish;
  const moved = { EURUSD: ['1.10010', '1.10020'] } as const;
  t.match(check(broker({ quotes: moved }), wish), {
    result: { code: 'trade.requote' },
    effect: null,
  });
  const desk = [rule({ action: 'online_dealers' })];
  const waits = check(broker({ quotes: moved, routing: desk }), wish);
  t.match(waits, { result: { status: 'queued' }, effect: { price: 110_015_000 } });
});
