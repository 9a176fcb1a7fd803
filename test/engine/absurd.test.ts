// Absurd stories: prices, rates, volumes, charges and swaps without measure, and all stays exact.
//
// They are no lives of `support/lives`: no world there is without measure, and the model and the
// invariants hold only where no sum is cut off at the largest amount.

import fc from 'fast-check';
import t from 'tap';
import { moneyOf, newAccount } from '../../engine/engine.js';
import { PRICE_MAX } from '../../engine/settings/quotes.js';
import { MONEY_MAX } from '../../wire/base/amounts.js';
import { formatExact, PRICE_EXTRA } from '../../wire/base/scale.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import type { Deal } from '../../wire/trading/records.js';
import { EngineHarness } from '../support/engine-harness.js';
import { Sums } from '../support/exactness.js';
import { Replay } from '../support/lives/oracle.js';
import { countOf } from '../support/run.js';
import { commission, IN_DOLLARS, symbol } from '../support/settings-records.js';
import { open } from './waiting.js';

const LARGE = { volume_min: '0.00000001', volume_max: '90000000', volume_step: '0.00000001' };
const SWAPS = { swap_mode: 'points', swap_long: '-999999999999', swap_short: '999999999' } as const;
const MARGIN = { margin_hedged: '100000', margin_recalc_rates: true };

const SYMBOLS: readonly SymbolRecord[] = [
  symbol('EURUSD', { ...LARGE, ...SWAPS, ...MARGIN }),
  symbol('EURJPY', { ...LARGE, ...MARGIN, digits: 3, profit_conversion: 'by_market' }),
  symbol('USDJPY', { ...LARGE, ...SWAPS, digits: 3, swap_mode: 'reopen_close' }),
  symbol('BTCUSD', { ...LARGE, ...SWAPS, digits: 2, contract_size: '1' }),
  symbol('XAUUSD', { ...LARGE, ...SWAPS, calc_mode: 'cfd', currency_margin: 'USD' }),
  symbol('SPFUTR', {
    ...LARGE,
    digits: 0,
    calc_mode: 'futures',
    ...IN_DOLLARS,
    tick_size: '1',
    tick_value: '90000000',
    margin_initial: '1000000000',
    margin_hedged: '300',
  }),
];
/** In price units: a point, and up to the highest price that is dealt in; 0 stands for 1. */
const PRICES = [1_000, 0, 0, 150_000, 1e9, 1e12, 1e15, PRICE_MAX];
const VOLUMES = ['0.00000001', '0.01', '1', '1000', '1000000', '90000000'];
const SUMS = ['1000000000000', '-1000000000000', '0.01', '-0.01', '45000000'];

/** A price of PRICES as a symbol's text. */
const textOfPrice = (symbol: SymbolRecord, units: number): string => {
  const scale = symbol.digits + PRICE_EXTRA;
  return units === 0 ? '1' : formatExact(units, scale, scale);
};

/** Two prices as Bid and Ask. */
const pricesOf = (symbol: SymbolRecord, one: number, other: number): readonly [string, string] => {
  const [a, b] = [textOfPrice(symbol, one), textOfPrice(symbol, other)];
  return Number(a) <= Number(b) ? [a, b] : [b, a];
};

/** A broker of one account without measure. */
const absurd = (currency: string, currency_digits: number, netting: boolean): EngineHarness => {
  const engine = new EngineHarness({
    symbols: SYMBOLS,
    group: {
      currency,
      currency_digits,
      margin_mode: netting ? 'netting' : 'hedging',
      profit_blocked_till_eod: netting,
      stopout_close: 'partial',
      stop_out: '20',
      so_hedged: true,
      so_compensation: true,
      interest_rate: '999999999',
      commissions: [
        commission({}, { value: '99999999999' }),
        commission({ kind: 'fee', name: 'part' }, { mode: 'percent', value: '100' }),
        commission({ charge: 'daily', name: 'turnover', range: 'turnover_volume' }),
        commission(
          { charge: 'monthly', name: 'money', range: 'turnover_money' },
          { mode: 'percent', value: '1000000' },
        ),
      ],
    },
  });
  for (const { name } of SYMBOLS) engine.quote(name, '1', '1');
  return engine;
};

/** What happens is chosen by four numbers: mostly trades, and prices out of all bounds. */
const happen = (engine: EngineHarness, [a = 0, b = 0, c = 0, d = 0]: readonly number[]): void => {
  const pick = <T>(list: readonly T[], die: number): T => list[die % list.length] as T;
  const symbol = pick(SYMBOLS, b);
  const { name } = symbol;
  const { positions } = engine;
  const position = positions.length === 0 ? undefined : pick(positions, b);
  const side = d % 2 === 0 ? 'buy' : 'sell';
  const skip = { skip_margin_check: true };
  const volume = pick(VOLUMES, c);
  const close = { kind: 'close', position_id: position?.id ?? 0 } as const;
  switch (a % 12) {
    case 0:
    case 1:
    case 2:
      engine.tick(name, ...pricesOf(symbol, pick(PRICES, c), pick(PRICES, d)));
      return;
    case 3:
      engine.tick(name, '1', '1');
      return;
    case 4:
      engine.deposit(pick(SUMS, b), { ...skip, action: c % 4 === 0 ? 'credit' : 'balance' });
      return;
    case 5:
      if (position === undefined) return;
      engine.deal({ ...close, ...(c % 2 ? { volume } : {}), ...skip });
      return;
    case 6: {
      const by = positions.find((one) => one.symbol === name && one.side !== position?.side);
      if (position === undefined || by === undefined) return;
      engine.deal({ kind: 'close_by', position_id: position.id, by_position_id: by.id, ...skip });
      return;
    }
    case 7:
      engine.now += 86_400_000;
      engine.endDays();
      for (const one of SYMBOLS) engine.tick(one.name, '1', '1');
      return;
    case 8:
      bustOne(engine, b);
      return;
    default:
      engine.deal({ ...open, symbol: name, side, volume, ...skip });
  }
};

/** Takes a deal of an account back. */
const bustOne = (engine: EngineHarness, die: number): void => {
  const rows = new Map<number, Deal>(engine.deals.map((deal) => [deal.id, deal]));
  const trades = [...rows.values()].filter(({ action }) => action === 'buy' || action === 'sell');
  const deal = trades[die % Math.max(1, trades.length)];
  if (deal === undefined) return;
  const deals = trades.filter(({ position_id }) => position_id === deal.position_id);
  engine.bust(deal, deals);
};

/** What is broken in the account as it stands: live money is that of the rows. */
const standing = (engine: EngineHarness): readonly string[] => {
  const { switches, ledger, positions, orders } = engine.state;
  const rows = [[...positions.values()], [...orders.values()]] as const;
  const kept = JSON.stringify(moneyOf(engine.state, engine.ctx));
  const fresh = JSON.stringify(moneyOf(newAccount(switches, ledger, ...rows), engine.ctx));
  return kept === fresh ? [] : [`${kept} kept, ${fresh} of the rows`];
};

const die = fc.integer({ min: 0, max: 9_999 });
const story = fc.array(fc.tuple(die, die, die, die), { minLength: 60, maxLength: 60 });

for (const [currency, digits] of [
  ['USD', 2],
  ['JPY', 0],
  ['BTC', 8],
] as const) {
  t.test(`an account in ${currency} stays exact whatever befalls it`, async (t) => {
    const seen = { notes: 0, most: 0, least: 0, floating: 0 };
    const goThrough = (netting: boolean, steps: readonly (readonly number[])[]): void => {
      const engine = absurd(currency, digits, netting);
      const sums = new Sums();
      const replay = new Replay(engine.state.switches);
      const faults: string[] = [];
      let followed = 0;
      for (const step of steps) {
        happen(engine, step);
        for (const event of engine.events.slice(followed)) {
          faults.push(...sums.follow(event), ...replay.emitted(event));
          seen.notes += event.journal.length;
          if (event.ledger.balance === MONEY_MAX) seen.most += 1;
          if (event.ledger.balance === -MONEY_MAX) seen.least += 1;
          if (Math.abs(event.money.profit) === MONEY_MAX) seen.floating += 1;
        }
        followed = engine.events.length;
        faults.push(...standing(engine));
        if (faults.length > 0) throw new Error(`${step}: ${faults.slice(0, 3).join('; ')}`);
      }
      const [folded] = replay.looked(engine.state);
      if (folded !== undefined) throw new Error(folded);
    };
    for (const netting of [false, true]) {
      const check = fc.check(
        fc.property(story, (steps) => goThrough(netting, steps)),
        { numRuns: countOf({ test: 12, deep: 25, soak: 250 }), seed: 53 },
      );
      const { errorInstance } = check;
      t.notOk(check.failed, errorInstance instanceof Error ? errorInstance.message : 'exact');
    }
    for (const [what, times] of Object.entries(seen)) t.ok(times > 0, `${what}: ${times}`);
  });
}
