// Why a check failed: the sentence and the figures that its code alone does not tell.

import type { Code } from '../../wire/base/codes.js';
import { formatExact, formatShortest, PRICE_EXTRA, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { CheckReport, Turn } from './types.js';

/**
 * Notes why a check failed, and answers its code. `tell` runs when the request is refused to
 * somebody: checks of the server's own actions fail at every tick.
 */
export const fail = <C extends Code>(turn: Turn, code: C, tell: () => CheckReport): C => {
  turn.failed = { code, tell };
  return code;
};

/**
 * The same with figures that are made already. Checks that pass have no closure of their own then,
 * for which V8 would make room at each of their calls.
 */
export const failWith = <C extends Code>(turn: Turn, code: C, figures: CheckReport['figures']): C =>
  fail(turn, code, () => ({ figures }));

/** A volume ×10^8 in lots. */
export const lotsText = (volume: number): string => formatShortest(volume, VOLUME_SCALE);

/** A price ×10^(digits+3). */
export const priceText = (price: number, { digits }: { readonly digits: number }): string =>
  formatExact(price, digits + PRICE_EXTRA, digits);

/** An amount in units of the account's currency. */
const moneyText = ({ basis }: Turn, amount: number): string => {
  const { currency_digits } = basis.group.record;
  return formatExact(amount, currency_digits, currency_digits);
};

/** Refuses for money that there is not: what is needed, what is there, and by which rule. */
export const noMoney = (
  turn: Turn,
  required: number,
  free: number,
  rule: 'margin_free' | 'balance' | 'credit',
): 'trade.no_money' =>
  fail(turn, 'trade.no_money', () => {
    const { currency } = turn.basis.group.record;
    const figures = { required: moneyText(turn, required), free: moneyText(turn, free) };
    const short = `${figures.required} ${currency} are required, ${figures.free} are there`;
    return { message: `${short} (${rule}).`, figures: { ...figures, currency, rule } };
  });

/** Refuses for a conversion rate that is not there; `rule` is the commission rule that needs it. */
export const noRate = (turn: Turn, from: string, to: string, rule?: string): 'trade.off_quotes' =>
  fail(turn, 'trade.off_quotes', () => {
    const why = rule === undefined ? '' : `, which the commission rule ${rule} needs`;
    const message = `There is no conversion rate from ${from} to ${to}${why}.`;
    return { message, figures: { from, to, ...(rule === undefined ? {} : { rule }) } };
  });

/** Refuses for a field that the request should have. */
export const missing = (turn: Turn, field: string, why: string): 'trade.invalid_request' =>
  fail(turn, 'trade.invalid_request', () => ({
    message: `${field}: required ${why}`,
    figures: { field },
  }));
