// Worked examples of swaps, turnover commission and the daily row, run through the engine.

import t from 'tap';
import { formatExact } from '../../wire/base/scale.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import type { BalanceAction } from '../../wire/trading/commands.js';
import type { Daily } from '../../wire/trading/daily.js';
import type { Side } from '../../wire/trading/records.js';
import { EngineHarness } from '../support/engine-harness.js';
import { commission, holiday, symbol } from '../support/settings-records.js';
import { pairs, type QuoteMap, setQuotes, type TierSketch, tiered } from './examples.js';
import { allShown, example, vector } from './vectors.js';
import { open } from './waiting.js';

interface SwapInput {
  readonly symbol: Partial<SymbolRecord>;
  readonly position: { side: Side; volume: string; price_open: string };
  readonly price_current?: string;
  readonly price_close?: string;
  readonly multiplier: string;
  readonly quotes?: QuoteMap;
}

/** A broker whose account holds the example's position; the traded symbol is `name`. */
const swapBroker = (input: SwapInput, name: string): EngineHarness => {
  const { swap_days_in_year: days, ...fields } = input.symbol;
  const traded = symbol(name, {
    currency_margin: 'USD',
    ...fields,
    swap_triple_day: input.multiplier === '3' ? 'wednesday' : 'none',
    ...(days === undefined ? {} : { swap_days_in_year: Number(days) }),
  });
  const { [name]: _own, ...others } = input.quotes ?? {};
  const engine = new EngineHarness({
    symbols: [traded, ...pairs(others)],
    balance: '100000',
    held: [{ name, id: 5, ...input.position }],
  });
  const { price_current: at } = input;
  if (at !== undefined) engine.quote(name, at);
  setQuotes(engine, input.quotes);
  return engine;
};

const nameOf = ({ currency_base, currency_profit }: Partial<SymbolRecord>): string =>
  currency_base === currency_profit ? 'TRADED' : `${currency_base}${currency_profit}`;

example('S01 S02 S03 S04 S05 S06 S07 S08 S09', 'a night is charged', (t, id) => {
  const { input, expect } = vector<SwapInput, { swap: string }>(id);
  const engine = swapBroker(input, nameOf(input.symbol));
  engine.endDay();
  t.equal(engine.money(engine.state.positions.get(5)?.swap ?? 0), expect.swap);
});

example('S10', 'the swap of a holiday is paid on the day before', (t, id) => {
  const { input, expect } = vector<
    Pick<SymbolRecord, 'swap_triple_day' | 'swap_holidays'>,
    { multipliers: number[] }
  >(id);
  const engine = new EngineHarness({
    symbol: { ...input, swap_mode: 'money_deposit', swap_long: '1' },
    holidays: [holiday({ year: 2025, month: 3, day: 12 })],
    platform: { eod_weekdays: [0, 1, 2, 3, 4, 5, 6] },
    now: Date.UTC(2025, 2, 9),
    held: [{ price_open: '1.1' }],
  });
  const paid = Array.from({ length: 7 }, (_, weekday) => {
    const [before] = engine.positions;
    engine.endDay(`2025-03-${String(9 + weekday).padStart(2, '0')}T23:59:59`);
    const [after] = engine.positions;
    return ((after?.swap ?? 0) - (before?.swap ?? 0)) / 100;
  });
  t.same(paid, expect.multipliers);
});

example('S12', 'a position is opened again at a price moved by the swap', (t, id) => {
  const { input, expect } = vector<SwapInput, { price_open_new: string }>(id);
  const engine = swapBroker(input, 'EURUSD');
  const at = input.price_close as string;
  engine.quote('EURUSD', at);
  engine.endDay();
  const position = engine.state.positions.get(5);
  t.equal(formatExact(position?.price_open ?? 0, 8, 5), expect.price_open_new);
});

example('C07', 'the final tier prices the whole day', (t, id) => {
  const { input, expect } = vector<
    { deals_value: string[]; tiers: TierSketch[] },
    { commission: string }
  >(id);
  const more = { name: 'turnover', charge: 'daily', range: 'turnover_money' } as const;
  const engine = new EngineHarness({
    symbols: [symbol('USDCHF')],
    group: { commissions: [tiered(input.tiers, more)] },
    quotes: { USDCHF: ['0.90000'] },
    deposit: '100000',
  });
  for (const value of input.deals_value) {
    const volume = String(Number(value) / 100_000);
    engine.trade({ ...open, symbol: 'USDCHF', volume });
  }
  t.equal(engine.money(-engine.state.ledger.commission_blocked), expect.commission);
  const { deals, ledger, daily } = engine.endDay();
  t.match(deals, [{ action: 'commission_daily', comment: 'turnover' }]);
  t.equal(engine.money(deals[0]?.profit ?? 0), expect.commission);
  t.equal(engine.money(daily?.daily_commission_turnover ?? 0), expect.commission);
  t.same([ledger.commission_blocked, ledger.accruals], [0, {}]);
});

interface DayDeal {
  readonly action: string;
  readonly profit: string;
  readonly swap?: string;
}

/** A day of the example: the same deals by orders and payments of staff. */
const liveDay = (deals: readonly DayDeal[]): EngineHarness => {
  const each = { type: 'per_deal' } as const;
  const engine = new EngineHarness({
    group: {
      commissions: [
        commission({}, { ...each, value: '3.5' }),
        commission({ kind: 'fee' }, { ...each, value: '0.4' }),
        commission({ charge: 'daily' }, { ...each, value: '8.25' }),
      ],
    },
  });
  const swap = deals.find((deal) => Number(deal.swap ?? 0) !== 0)?.swap as string;
  engine.deposit('5000');
  engine.endDay('2025-03-12T23:59:59');
  engine.now += 60_000;
  for (const { action, profit } of deals) {
    if (action === 'buy') {
      engine.quote('EURUSD', '1.10000');
      engine.trade({ ...open, volume: '0.1' });
      const charged = { swap: Math.round(Number(swap) * 100) };
      engine.give({ positions: engine.positions.map((one) => ({ ...one, ...charged })) });
    } else if (action === 'sell') {
      const close = (1.1 + Number(profit) / 10_000).toFixed(5);
      engine.quote('EURUSD', close);
      const [position] = engine.positions;
      engine.trade({ kind: 'close', position_id: position?.id ?? 0 });
    } else if (action !== 'commission_daily') {
      engine.deposit(profit, { action: action as BalanceAction });
    }
  }
  return engine;
};

example('D01', 'the daily row splits every deal once', (t, id) => {
  const { input, expect } = vector<{ deals: DayDeal[] }, Record<string, string>>(id);
  const { daily } = liveDay(input.deals).endDay('2025-03-13T23:59:59');
  if (daily === null) throw new Error('no daily row');
  const shownAs = (name: string): string => formatExact(Number(daily[name as keyof Daily]), 2, 2);
  const shown = Object.fromEntries(Object.keys(expect).map((name) => [name, shownAs(name)]));
  t.same(shown, expect);
  t.equal(daily.balance_prev_day, 500_000);
  t.match(daily, { date: '2025-03-13', login: 1001, group: 'real\\std', currency: 'USD' });
});

allShown(t, 'rollover');
