// Swaps beyond the worked examples: modes, sides, multipliers, holidays and reopens.

import t from 'tap';
import type { HolidayRecord, PlatformRecord } from '../../../wire/settings/config.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { EngineHarness, type Setup } from '../../support/engine-harness.js';
import { type HeldSketch, heldPosition, price } from '../../support/engine-rows.js';
import { holiday, IN_DOLLARS, row, symbol } from '../../support/settings-records.js';

const THURSDAY = '2025-03-13T23:59:59';

type Sketch = Partial<HeldSketch>;

/** An account that holds one position of EURUSD. */
const made = (
  fields: Partial<SymbolRecord>,
  sketch: Sketch = {},
  more: Setup = {},
): EngineHarness =>
  new EngineHarness({
    symbol: fields,
    ...more,
    quotes: { EURUSD: ['1.08930', '1.08950'] },
    balance: '100000',
    held: [{ id: 5, price_open: '1.10000', ...sketch }],
  });

const swapOf = (engine: EngineHarness): string =>
  engine.money(engine.state.positions.get(5)?.swap ?? 0);

/** The swap after one night. */
const nightly = (...account: Parameters<typeof made>): string => {
  const engine = made(...account);
  engine.endDay(THURSDAY);
  return swapOf(engine);
};

/** What days of March pay, in units of the currency. */
const paidOn = (engine: EngineHarness, days: readonly number[]): number[] =>
  days.map((day) => {
    const before = engine.state.positions.get(5)?.swap ?? 0;
    engine.endDay(`2025-03-${String(day).padStart(2, '0')}T23:59:59`);
    return ((engine.state.positions.get(5)?.swap ?? 0) - before) / 100;
  });

t.test('each money mode pays in its own currency', async (t) => {
  const money = { swap_long: '-10', swap_short: '10' };
  t.equal(nightly({ ...money, swap_mode: 'money_base' }), '-10.90', 'Ask: 10.895');
  t.equal(nightly({ ...money, swap_mode: 'money_margin' }), '-10.90');
  t.equal(nightly({ ...money, swap_mode: 'money_profit' }), '-10.00');
  t.equal(nightly({ ...money, swap_mode: 'money_deposit' }, { volume: '0.25' }), '-2.50');
  t.equal(nightly({ ...money, swap_mode: 'money_base' }, { side: 'sell' }), '10.89', 'Bid');
  t.equal(nightly({ ...money, swap_mode: 'disabled' }), '0.00');
});

t.test('points and percent of futures go by their ticks', async (t) => {
  const future = { ...IN_DOLLARS, calc_mode: 'futures', tick_size: '0.00025' } as const;
  const points = { ...future, tick_value: '12.5', swap_mode: 'points', swap_long: '-10' } as const;
  t.equal(nightly(points, { volume: '3' }), '-15.00', '10 points are 0.4 ticks of 12.50, 3 lots');
  const percent = { swap_mode: 'percent_open', swap_long: '-3.6' } as const;
  const fields = { ...future, ...percent, tick_value: '0.5', contract_size: '2' };
  t.equal(nightly(fields, { price_open: '1.10000' }), '-0.44', '2·1.1·2000·3.6 %/360');
});

t.test('percent goes by the close-side price, and by the open price without a quote', async (t) => {
  const fields: Partial<SymbolRecord> = {
    ...{ ...IN_DOLLARS, calc_mode: 'cfd', swap_mode: 'percent_current' },
    swap_long: '-3.6',
    swap_short: '-3.6',
  };
  t.equal(nightly(fields), '-10.89');
  t.equal(nightly(fields, { side: 'sell' }), '-10.90', '10.895');
  const silent = new EngineHarness({ symbol: fields, held: [{ id: 5, price_open: '1.10000' }] });
  silent.endDay(THURSDAY);
  t.equal(swapOf(silent), '-11.00');
});

t.test("without a conversion rate the position's own stands in, or nothing", async (t) => {
  const unquoted = (swap_mode: SymbolRecord['swap_mode']): string => {
    const engine = new EngineHarness({
      symbols: [symbol('EURGBP', { swap_mode, swap_long: '-10', currency_margin: 'CHF' })],
    });
    const position = heldPosition(engine, 'EURGBP', {
      id: 5,
      price_open: '0.85',
      rate_margin: '2',
    });
    engine.give({ positions: [{ ...position, rate_profit: 1_250_000_000_000n }] });
    engine.endDay(THURSDAY);
    return swapOf(engine);
  };
  t.equal(unquoted('money_profit'), '-12.50');
  t.equal(unquoted('money_margin'), '-20.00');
  t.equal(unquoted('money_base'), '0.00');
});

t.test('own multipliers override the triple day; weekends pay nothing by default', async (t) => {
  const all = { eod_weekdays: [0, 1, 2, 3, 4, 5, 6] };
  const week = (fields: Partial<SymbolRecord>): number[] => {
    const engine = made(
      { swap_mode: 'money_deposit', swap_long: '1', ...fields },
      {},
      { platform: all, now: Date.UTC(2025, 2, 9) },
    );
    return paidOn(engine, [9, 10, 11, 12, 13, 14, 15]);
  };
  t.same(week({}), [0, 1, 1, 3, 1, 1, 0]);
  t.same(week({ swap_triple_day: 'friday' }), [0, 1, 1, 1, 1, 3, 0]);
  t.same(week({ swap_triple_day: 'none' }), [0, 1, 1, 1, 1, 1, 0]);
  t.same(
    week({ swap_multipliers: ['1', '1.5', '0', '1', '1', '1', '2'] }),
    [1, 1.5, 0, 1, 1, 1, 2],
  );
});

t.test('swaps of holidays go to the nearest earlier day that runs and is none', async (t) => {
  const paid = (
    holidays: readonly HolidayRecord[],
    days: readonly number[],
    platform: Partial<PlatformRecord> = {},
  ): number[] => {
    const engine = made(
      { swap_mode: 'money_deposit', swap_long: '1', swap_holidays: true },
      {},
      { holidays, platform, now: Date.UTC(2025, 2, 6) },
    );
    return paidOn(engine, days);
  };
  const off = (day: number, more: Partial<HolidayRecord> = {}): HolidayRecord =>
    holiday({ year: 2025, month: 3, day, ...more });
  t.same(paid([off(10)], [7, 10, 11]), [2, 0, 1], 'Monday is paid on Friday');
  t.same(
    paid([off(11), off(12)], [10, 11, 12, 13]),
    [5, 0, 0, 1],
    'two holidays running are paid on the day before both',
  );
  t.same(paid([off(8)], [7, 10]), [1, 1], 'a Saturday that never runs has nothing to move');
  t.same(paid([off(12, { to_min: 720 })], [11, 12]), [1, 3], 'half a day pays as ever');
  t.same(paid([off(12, { symbols: ['XAU*'] })], [11, 12]), [1, 3], 'of another symbol');
});

t.test('a symbol that ignores holidays pays on them', async (t) => {
  const holidays = [holiday({ year: 2025, month: 3, day: 13 })];
  t.equal(nightly({ swap_mode: 'money_deposit', swap_long: '1' }, {}, { holidays }), '1.00');
});

t.test('a group without swaps pays none, and an override of the group decides', async (t) => {
  const fields: Partial<SymbolRecord> = { swap_mode: 'money_deposit', swap_long: '-1' };
  t.equal(nightly(fields, {}, { group: { swaps_enabled: false } }), '0.00');
  const symbols = [row('*', { swap_long: '-2.5' })];
  t.equal(nightly(fields, {}, { group: { symbols } }), '-2.50');
});

t.test('swaps add up over nights', async (t) => {
  const engine = made({ swap_mode: 'money_deposit', swap_long: '-1' });
  t.same(paidOn(engine, [13, 14]), [-1, -1]);
  t.equal(swapOf(engine), '-2.00');
});

const reopened = (fields: Partial<SymbolRecord>, sketch: Sketch = {}, at = THURSDAY) => {
  const engine = made({ swap_mode: 'reopen_close', swap_long: '-5', ...fields }, sketch);
  const event = engine.endDay(at);
  return { engine, event, position: engine.state.positions.get(5) };
};

t.test('a reopen closes and opens under the same id, with deals of its own', async (t) => {
  const { engine, event, position } = reopened({}, { swap: '-3.10', sl: '1.00000' });
  t.match(event.deals, [
    {
      action: 'sell',
      entry: 'out',
      position_id: 5,
      price: price('1.08930'),
      profit: -107_000,
      swap: -310,
      commission: 0,
      reason: 'rollover',
    },
    { action: 'buy', entry: 'in', position_id: 5, price: price('1.08935'), profit: 0, swap: 0 },
  ]);
  t.match(event.orders, [
    { state: 'filled', reason: 'rollover', side: 'sell', position_id: 5 },
    { state: 'filled', reason: 'rollover', side: 'buy', position_id: 5, sl: price('1') },
  ]);
  t.match(position, { price_open: price('1.08935'), swap: 0, sl: price('1'), closed: false });
  t.equal(position?.rate_margin, 1_089_350_000_000n, 'the margin rate is written again');
  t.equal(engine.money(engine.state.ledger.balance), '98926.90');
});

t.test('a reopen goes by Bid where the mode says so, and on either side', async (t) => {
  const sold: Sketch = { side: 'sell' };
  const openOf = (fields: Partial<SymbolRecord>, sketch: Sketch): number | undefined =>
    reopened(fields, sketch).position?.price_open;
  t.equal(openOf({ swap_short: '-2' }, sold), price('1.08948'), 'from Ask, 2 points worse');
  t.equal(openOf({ swap_short: '-2', swap_mode: 'reopen_bid' }, sold), price('1.08928'));
  t.equal(openOf({ swap_long: '3', swap_mode: 'reopen_bid' }, {}), price('1.08927'));
});

t.test('points of a reopen are multiplied, and 0 reopens nothing', async (t) => {
  const triple = reopened({}, {}, '2025-03-12T23:59:59');
  t.equal(triple.position?.price_open, price('1.08945'), 'Wednesday: 15 points');
  t.equal(reopened({ swap_long: '-0.5' }).position?.price_open, price('1.08931'), 'R to digits');
  t.same(reopened({ swap_long: '0' }).event.deals, []);
  t.same(reopened({ swap_multipliers: ['0', '0', '0', '0', '0', '0', '0'] }).event.deals, []);
});

t.test('a position without a price is not reopened', async (t) => {
  const engine = new EngineHarness({
    symbol: { swap_mode: 'reopen_close', swap_long: '-5' },
    held: [{ id: 5, price_open: '1.10000' }],
  });
  t.same(engine.endDay(THURSDAY).deals, []);
  t.equal(engine.state.positions.get(5)?.price_open, price('1.10000'));
});

t.test('part of a close takes its share of the swap', async (t) => {
  const engine = made({ swap_mode: 'money_deposit', swap_long: '-10.01' });
  engine.endDay(THURSDAY);
  engine.now += 60_000;
  engine.trade({ kind: 'close', position_id: 5, volume: '0.33' });
  t.equal(engine.money(engine.lastDeal.swap), '-3.30');
  t.equal(swapOf(engine), '-6.71');
});
