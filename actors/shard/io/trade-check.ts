// The answer to `trade_check`: the expected result of a trade, as JSON.

import { type MoveValue, roundAmount, type TradeCheck } from '../../../engine/engine.js';
import { formatExact, formatShortest, shownPrice, VOLUME_SCALE } from '../../../wire/base/scale.js';

/** Decimals of the value of a move: for a small volume the value is less than a cent. */
const VALUE_DIGITS = 8;

const LEVEL_DIGITS = 2;

const valueText = (amount: MoveValue | undefined): string | null =>
  amount === undefined ? null : formatShortest(roundAmount(amount, VALUE_DIGITS), VALUE_DIGITS);

/** The data of the answer; members are null where the trade has no effect or no symbol. */
export const checkText = (check: TradeCheck): string => {
  const { result, figures, effect, values, symbol, currency, currency_digits: digits } = check;
  const price = (value = 0): string | null => shownPrice(value, result.digits);
  const money = (amount: number | undefined): string | null =>
    amount === undefined ? null : formatExact(amount, digits, digits);
  const level = effect?.money.margin_level;
  const { code, message, status, bid, ask } = result;
  return JSON.stringify({
    code,
    message,
    status,
    symbol: symbol?.name ?? null,
    volume: result.volume === 0 ? null : formatShortest(result.volume, VOLUME_SCALE),
    price: price(effect?.price),
    bid: price(bid),
    ask: price(ask),
    currency,
    margin: money(effect?.margin),
    margin_after: money(effect?.money.margin),
    margin_free_after: money(effect?.money.margin_free),
    margin_level_after: level === undefined ? null : formatExact(level, LEVEL_DIGITS, LEVEL_DIGITS),
    equity_after: money(effect?.money.equity),
    profit: money(effect?.profit),
    swap: money(effect?.swap),
    commission: money(effect?.commission),
    fee: money(effect?.fee),
    commission_blocked: money(effect?.commission_blocked),
    point_value: valueText(values?.point),
    tick_value: valueText(values?.tick),
    ...figures,
  });
};
