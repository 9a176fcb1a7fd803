// Failed checks: the sentence and the figures that their code alone does not give.

import type { Code } from '../../wire/base/codes.js';
import { formatExact, formatShortest, PRICE_EXTRA, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { CheckReport, Turn } from './types.js';

/**
 * Stores the reason of a failed check, and returns its code. `report` runs only when a client gets
 * the refusal, because checks of the server's own actions fail at every tick.
 */
export const fail = <C extends Code>(turn: Turn, code: C, report: () => CheckReport): C => {
  turn.failed = { code, report };
  return code;
};

/**
 * The same with existing figures. Checks that pass then need no closure, for which V8 would
 * allocate memory at each call.
 */
export const failWith = <C extends Code>(turn: Turn, code: C, figures: CheckReport['figures']): C =>
  fail(turn, code, () => ({ figures }));

/** A volume ×10^8 in lots. */
export const lotsText = (volume: number): string => formatShortest(volume, VOLUME_SCALE);

/** A price ×10^(digits+3). */
export const priceText = (price: number, { digits }: { readonly digits: number }): string =>
  formatExact(price, digits + PRICE_EXTRA, digits);

/** An amount in units of the account's currency. */
export const moneyText = ({ basis }: Turn, amount: number): string => {
  const { currency_digits } = basis.group.record;
  return formatExact(amount, currency_digits, currency_digits);
};

/**
 * Refuses for lack of money: the required amount, the free amount, and the rule. Where free margin
 * is negative already, the sentence says that it must not be.
 */
export const noMoney = (
  turn: Turn,
  required: number,
  free: number,
  rule: 'margin_free' | 'balance' | 'credit',
): 'trade.no_money' =>
  fail(turn, 'trade.no_money', () => {
    const { currency } = turn.basis.group.record;
    const figures = { required: moneyText(turn, required), free: moneyText(turn, free) };
    const isNegative = free < 0 && rule === 'margin_free';
    const short = isNegative
      ? `Free margin must not be negative: it is ${figures.free} ${currency} before and ` +
        `${moneyText(turn, free - required)} ${currency} after the request`
      : `${figures.required} ${currency} are required, ${figures.free} are there`;
    return { message: `${short} (${rule}).`, figures: { ...figures, currency, rule } };
  });

/** Refuses for a missing conversion rate; `rule` is the commission rule that needs it. */
export const noRate = (turn: Turn, from: string, to: string, rule?: string): 'trade.off_quotes' =>
  fail(turn, 'trade.off_quotes', () => {
    const why = rule === undefined ? '' : `, which the commission rule ${rule} needs`;
    const message = `There is no conversion rate from ${from} to ${to}${why}.`;
    return { message, figures: { from, to, ...(rule === undefined ? {} : { rule }) } };
  });

/** Refuses a value; `why` completes the sentence that begins with the field. */
export const wrong = (turn: Turn, field: string, why: string): 'trade.invalid_request' =>
  fail(turn, 'trade.invalid_request', () => ({
    message: `${field}: ${why}`,
    figures: { field },
  }));

/** Refuses for a missing field. */
export const missing = (turn: Turn, field: string, why: string): 'trade.invalid_request' =>
  wrong(turn, field, `required ${why}`);
