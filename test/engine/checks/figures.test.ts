// Refused trades: which figures and which sentence mend the request.

import t from 'tap';
import { DAY_MS, MINUTE_MS } from '../../../engine/calendar/clock.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import {
  EngineHarness,
  NOON,
  type Setup,
  symbol,
  type Wish,
} from '../../support/engine-harness.js';
import { commission } from '../../support/settings-records.js';

const open: Wish = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' };
const limit: Wish = { ...open, kind: 'pending', order_kind: 'limit', price: '1.05000' };
const quotes = { EURUSD: ['1.10000', '1.10010'] } as const;

const broker = (setup: Setup = {}) => new EngineHarness({ quotes, deposit: '10000', ...setup });

/** The refusal of a wish: its code, sentence and figures. */
const refusalOf = (engine: EngineHarness, wish: Wish) => {
  const answer = engine.trade(wish);
  if (answer.ok) throw new Error('it was not refused');
  return [answer.code, answer.message, answer.data];
};

t.test('A refused volume names the least, the most and the step', async (t) => {
  const engine = broker({ held: [{ side: 'buy', volume: '0.5', price_open: '1.10000' }] });
  const volume = { field: 'volume', min: '0.01', max: '100', step: '0.01' };
  const sentence = 'The volume must be from 0.01 to 100 lots in steps of 0.01.';
  for (const wrong of ['0.001', '0.015', '101']) {
    const refused = refusalOf(engine, { ...open, volume: wrong });
    t.same(refused, ['trade.invalid_volume', sentence, volume], wrong);
  }
  const close: Wish = { kind: 'close', position_id: 1, volume: '0.6' };
  t.same(refusalOf(engine, close).slice(1), [
    'The position holds 0.5 lots.',
    { field: 'volume', max: '0.5' },
  ]);
  t.same(refusalOf(engine, { ...close, volume: '0.015' })[2], { ...volume, max: '0.5' });
});

t.test('Refused prices and stops name the nearest that would do', async (t) => {
  const engine = broker({ symbol: { stops_level: 50, freeze_level: 20 } });
  const stop = { field: 'sl', max: '1.09950', step: '0.00001' };
  t.same(refusalOf(engine, { ...open, sl: '1.09980' })[2], stop);
  t.equal(engine.code({ ...open, sl: '1.09950', volume: '0.01' }), 'ok', 'it does');
  const target = { field: 'tp', min: '1.10050', step: '0.00001' };
  t.same(refusalOf(engine, { ...open, tp: '1.10049' })[2], target);
  const sell: Wish = { ...open, side: 'sell' };
  t.same(refusalOf(engine, { ...sell, sl: '1.10020' })[2], {
    field: 'sl',
    min: '1.10060',
    step: '0.00001',
  });
  t.same(refusalOf(engine, { ...open, trail_pts: 20 })[2], { field: 'trail_pts', min: '50' });
  const price = { field: 'price', max: '1.09960', step: '0.00001' };
  t.same(refusalOf(engine, { ...limit, price: '1.09970' })[2], price);
  t.equal(engine.code({ ...limit, price: '1.09960', volume: '0.01' }), 'ok', 'it does');
  t.match(refusalOf(engine, { ...limit, price: '1.059999' }), [
    'trade.invalid_price',
    'price: must be a price in steps of 0.00001.',
    { field: 'price', step: '0.00001' },
  ]);
});

t.test('Missing money is named with what there is, the currency and the rule', async (t) => {
  const engine = broker({ deposit: '1000' });
  t.same(refusalOf(engine, open), [
    'trade.no_money',
    '1100.10 USD are required, 1000.00 are there (margin_free).',
    { required: '1100.10', free: '1000.00', currency: 'USD', rule: 'margin_free' },
  ]);
  engine.trade({ ...open, volume: '0.9' });
  engine.quote('EURUSD', '1.08000', '1.08010');
  t.match(refusalOf(engine, { ...open, side: 'sell', volume: '0.9' }), [
    'trade.no_money',
    /^Free margin must not be negative: it is -[0-9.]+ USD before and -[0-9.]+ USD after the/,
    { required: '0.00', rule: 'margin_free' },
  ]);
  const pay = engine.deposit('-1000.01');
  t.match(pay, { code: 'trade.no_money', data: { required: '1000.01', rule: 'balance' } });
});

t.test('A payment and a close-by that cannot be are told field, digits and step', async (t) => {
  const engine = broker({ group: { currency: 'JPY', currency_digits: 0 } });
  t.match(engine.deposit('0.5'), {
    code: 'trade.invalid_request',
    message: 'amount: must be a multiple of 1 JPY (0 digits after the point), and not 0.',
    data: { field: 'amount', step: '1', currency: 'JPY' },
  });
  const held = broker({ held: [{ side: 'buy', volume: '0.5', price_open: '1.10000' }] });
  held.trade({ ...open, volume: '0.1' });
  const wish: Wish = { kind: 'close_by', position_id: 1, by_position_id: held.positions[1]?.id };
  t.same(refusalOf(held, wish), [
    'trade.invalid_request',
    'by_position_id: must be an opposite position of EURUSD.',
    { field: 'by_position_id' },
  ]);
});

t.test('No price and no conversion rate are told apart, each with its name', async (t) => {
  const symbols = [
    symbol('EURUSD'),
    symbol('EURCHF', { currency_profit: 'CHF', quote_max_delay_sec: 5 }),
  ];
  const engine = broker({ symbols });
  const swiss = { ...open, symbol: 'EURCHF' };
  t.same(refusalOf(engine, swiss), [
    'trade.off_quotes',
    'EURCHF: there is no price (at most 5 s).',
    { symbol: 'EURCHF' },
  ]);
  engine.quote('EURCHF', '0.95000', '0.95010');
  t.same(refusalOf(engine, swiss).slice(1), [
    'There is no conversion rate from CHF to USD.',
    { from: 'CHF', to: 'USD' },
  ]);
  engine.now += 6_000;
  t.match(refusalOf(engine, swiss)[1], /^EURCHF: the last price is too old/);
  const named = commission({}, { mode: 'specified', currency: 'JPY' });
  const paid = broker({ group: { commissions: [named] } });
  t.match(refusalOf(paid, open), [
    'trade.off_quotes',
    /JPY to USD.*commission rule lots/,
    { from: 'JPY', to: 'USD', rule: 'lots' },
  ]);
});

t.test('Limits name the most and what is used', async (t) => {
  const engine = broker({
    group: { limit_positions: 1 },
    symbol: { volume_limit: '2' },
    held: [{ side: 'buy', volume: '0.5', price_open: '1.10000' }],
  });
  t.same(refusalOf(engine, open)[2], { max: '1', used: '1' });
  const wide = broker({
    symbol: { volume_limit: '2' },
    held: [{ side: 'buy', volume: '1.5', price_open: '1.10000' }],
  });
  t.same(refusalOf(wide, open)[2], { symbol: 'EURUSD', max: '2', used: '1.5' });
  const choosy = broker({ symbol: { fill_flags: ['fok'], order_flags: ['market'] } });
  t.same(refusalOf(choosy, { ...open, fill: 'ioc' })[2], { field: 'fill', allowed: ['fok'] });
  t.same(refusalOf(choosy, limit)[2], { field: 'order_kind', allowed: ['market'] });
});

t.test('A missing field that a kind, a mode or a lifetime requires is named', async (t) => {
  const engine = broker({ symbol: { execution_mode: 'instant' } });
  const name = (wish: Wish) => refusalOf(engine, wish).slice(0, 2);
  t.same(name(open), ['trade.invalid_request', 'price: required in instant execution.']);
  t.same(name({ ...limit, order_kind: 'stop_limit' }), [
    'trade.invalid_request',
    'price_stop_limit: required in a stop_limit order.',
  ]);
  t.same(name({ ...limit, expiration: 'specified' }), [
    'trade.invalid_request',
    'expires_at: required with expiration specified, such as 2026-01-31T12:00:00.000Z.',
  ]);
  engine.give({ resting: [{ kind: 'limit', price_order: '1.05000', volume: '0.1' }] });
  const modify: Wish = { kind: 'pending_modify', order_id: 501, expiration: 'specified_day' };
  t.match(name(modify), ['trade.invalid_request', /^expires_at: required/]);
});

t.test('A symbol that only closes positions says since when, or from when not', async (t) => {
  const refused = (given: NonNullable<Setup['symbol']>): unknown[] =>
    refusalOf(broker({ symbol: given }), open);
  const since = 'Positions in EURUSD can only be closed';
  const figures = { symbol: 'EURUSD' };
  const [past, future] = ['2020-01-01T00:00:00.000Z', '2090-01-01T00:00:00.000Z'];
  const code = 'trade.close_only';
  t.same(refused({ ends_at: past }), [code, `${since} since its end at ${past}.`, figures]);
  t.same(refused({ starts_at: future }), [
    code,
    `${since} before its start at ${future}.`,
    figures,
  ]);
  t.same(refused({ trade_access: 'close_only' }), [code, `${since}.`, figures]);
});

t.test('A closed market says when it opens', async (t) => {
  const day = (new Date(NOON).getUTCDay() + 1) % 7;
  const refused = (trade_sessions: SymbolRecord['trade_sessions']): unknown[] =>
    refusalOf(broker({ symbol: { trade_sessions } }), open);
  const from_min = (NOON % DAY_MS) / MINUTE_MS;
  const opens_at = new Date(NOON + DAY_MS).toISOString();
  t.same(refused([{ day, from_min, to_min: from_min + 60 }]), [
    'trade.market_closed',
    `EURUSD is closed until ${opens_at}.`,
    { symbol: 'EURUSD', opens_at },
  ]);
});
