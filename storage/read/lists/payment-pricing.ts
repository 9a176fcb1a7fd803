// Payments for lots: their amounts by the terms of a side (§4.14), and exact sums of them. The rule
// stands in storage, because a preview prices the lots of each account as it reads them, in the
// thread of a reader, and nothing else uses the rule: a payment is made with the amount given.

import { limited } from '../../../wire/base/amounts.js';
import { parseScaledBig, RATE_SCALE, VOLUME_SCALE } from '../../../wire/base/scale.js';
import type { PricedSide } from '../../../wire/rest/trading/payments.js';

const PERCENT = 100n * 10n ** BigInt(RATE_SCALE);
/** The decimals of lots, amount per lot, share after tax, and rate. */
const SCALE = VOLUME_SCALE + 3 * RATE_SCALE + 2;

/** A decimal of the terms ×10^12; 0 where none is given. */
export const scaledTerm = (text: string | undefined): bigint =>
  parseScaledBig(text ?? '0', RATE_SCALE) ?? 0n;

/** A quotient rounded half away from zero. */
const rounded = (value: bigint, by: bigint): bigint => {
  const half = value < 0n ? -by / 2n : by / 2n;
  return (value + half) / by;
};

/** An amount within those that a ledger can have (§0.3). */
export const inRange = (amount: bigint): number => limited(Number(amount));

/** The greatest common divisor of two numbers that are not negative, and not both 0. */
const common = (a: bigint, b: bigint): bigint => (b === 0n ? a : common(b, a % b));

/** The amount of lots ×10^8 in units of a currency. */
export type Pricing = (lots: number) => number;

/**
 * `R(lots · amount_per_lot · (1 − tax_percent/100) · rate, digits)` in units of a currency with
 * `digits` decimals, limited to the range of a ledger (§4.14.2).
 */
export const paymentPricing = (
  { amount_per_lot, tax_percent }: Pick<PricedSide, 'amount_per_lot' | 'tax_percent'>,
  rate: string,
  digits: number,
): Pricing => {
  const share = PERCENT - scaledTerm(tax_percent);
  const value = scaledTerm(amount_per_lot) * share * scaledTerm(rate) * 10n ** BigInt(digits);
  const unit = 10n ** BigInt(SCALE);
  // Most terms are short decimals, so that the numbers of each account become small ones.
  const factor = common(unit, value < 0n ? -value : value);
  const [of, by] = [value / factor, unit / factor];
  const exact: Pricing = (lots) => inRange(rounded(BigInt(lots) * of, by));
  const [multiplier, divisor] = [Math.abs(Number(of)), Number(by)];
  if (!Number.isSafeInteger(divisor)) return exact;
  const most = Number.MAX_SAFE_INTEGER / multiplier;
  const sign = of < 0n ? -1 : 1;
  return (lots) => {
    if (lots > most) return exact(lots);
    const product = lots * multiplier;
    const rest = product % divisor;
    return sign * limited((product - rest) / divisor + (2 * rest < divisor ? 0 : 1));
  };
};

/** An exact sum of integers, most of which are small. */
export class IntegerSum {
  #large = 0n;
  #small = 0;

  add(value: number): void {
    const sum = this.#small + value;
    if (Number.isSafeInteger(sum)) {
      this.#small = sum;
      return;
    }
    this.#large += BigInt(this.#small) + BigInt(value);
    this.#small = 0;
  }

  get total(): bigint {
    return this.#large + BigInt(this.#small);
  }
}
