// Amount limit: refuses deals whose result might exceed the range of amounts.

import { MONEY_MAX } from '../../wire/base/amounts.js';
import { formatExact, PRICE_EXTRA } from '../../wire/base/scale.js';
import { fail } from '../account/failed.js';
import type { Fault, Turn } from '../account/types.js';
import { LOT, ONE, TEN } from '../numbers/exact.js';
import type { EngineSymbol } from '../settings/symbols.js';

/** Largest value of a deal, in units of a currency's digits. */
const WORTH_MAX = MONEY_MAX / 1000;

/** Rates are ×10^12. */
const RATE_ONE = Number(ONE);

/**
 * Checks a deal's amount (§3.9: futures V·P·TV/TS, others V·CS·P), in the profit currency and in
 * the deposit currency: the ledger must be able to hold the result for every later price (§4.8).
 */
export const amountFault = (
  turn: Turn,
  symbol: EngineSymbol,
  volume: number,
  price: number,
): Fault => {
  const { calc_mode, tick_size, tick_value, contract_size, digits, profitTo } = symbol;
  const lots = volume / LOT;
  const dealt = price / (TEN[digits + PRICE_EXTRA] as number);
  const futures = calc_mode === 'futures';
  const units = lots * ((futures ? tick_value : contract_size) / LOT);
  const worth = units * (futures ? price / tick_size : dealt);
  const most = Math.max(worth, units) * (TEN[symbol.profit_digits] as number);
  if (most > WORTH_MAX) return tooMuch(turn, symbol.currency_profit, symbol.profit_digits);
  const rate = profitTo.same ? 1 : Number(profitTo.rate('ask', turn.ctx)) / RATE_ONE;
  const { currency, currency_digits } = turn.basis.group.record;
  const paid = worth * rate * (TEN[currency_digits] as number);
  return paid > WORTH_MAX ? tooMuch(turn, currency, currency_digits) : undefined;
};

const tooMuch = (turn: Turn, currency: string, digits: number): Fault =>
  fail(turn, 'trade.limit_money', () => {
    const max = formatExact(Math.floor(WORTH_MAX), digits, digits);
    const message = `volume: a deal may be worth at most ${max} ${currency}.`;
    return { message, figures: { field: 'volume', max, currency } };
  });
