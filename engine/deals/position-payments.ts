// Position payments: dividends, taxes and the like for the lots that an account holds.
// Not reachable yet: needs the family that pays dividends.

import { parseScaledBig, RATE_SCALE, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { POSITION_PAYMENT_ACTIONS } from '../../wire/trading/commands.js';
import type { Position, Side } from '../../wire/trading/records.js';
import { limitedQuotient, TENN } from '../numbers/exact.js';

/** Decimals of `amount_per_lot` and of `tax_percent`. */
const AMOUNT_SCALE = 8;
const PERCENT_SCALE = 2;
const HUNDRED = 10_000n;

/** The payment for the lots of one side. */
export interface PaymentTerms {
  readonly action: (typeof POSITION_PAYMENT_ACTIONS)[number];
  readonly comment: string;
  /** Signed, in the side's currency. */
  readonly amount_per_lot: string;
  /** 0 to 100 */
  readonly tax_percent: string;
  /** From the side's currency to the deposit currency, ×10^12; 0 = unknown. */
  readonly rate: bigint;
}

/** One payment to an account. */
interface PositionPayment {
  readonly side: Side;
  /** ×10^8 */
  readonly lots: number;
  /** In units of the deposit currency. */
  readonly amount: number;
  readonly terms: PaymentTerms;
}

/**
 * Limited `R(lots · amount_per_lot · (1 − tax_percent/100) · rate, digits)` in units of the deposit
 * currency (supplement §5.2); undefined when the terms are invalid.
 */
export const positionAmount = (
  lots: number,
  { amount_per_lot, tax_percent, rate }: PaymentTerms,
  digits: number,
): number | undefined => {
  const each = parseScaledBig(amount_per_lot, AMOUNT_SCALE);
  const tax = parseScaledBig(tax_percent, PERCENT_SCALE);
  if (each === undefined || tax === undefined || tax < 0n || tax > HUNDRED) return undefined;
  const exact = BigInt(lots) * each * (HUNDRED - tax) * rate;
  const power = VOLUME_SCALE + AMOUNT_SCALE + PERCENT_SCALE + 2 + RATE_SCALE - digits;
  return limitedQuotient(exact, TENN[power] as bigint);
};

/** The lots of both sides, or the net lots on the larger side (supplement §5.3). */
const lotsOf = (positions: Iterable<Position>, net: boolean): Readonly<Record<Side, number>> => {
  const lots = { buy: 0, sell: 0 };
  for (const { side, volume } of positions) lots[side] += volume;
  if (!net) return lots;
  const covered = Math.min(lots.buy, lots.sell);
  return { buy: lots.buy - covered, sell: lots.sell - covered };
};

/**
 * The payments for the given positions of an account. Sides without terms, lots or a rate, and
 * amounts of 0, get none (supplement §5).
 */
export const positionPayments = (
  positions: Iterable<Position>,
  terms: Readonly<Partial<Record<Side, PaymentTerms>>>,
  net: boolean,
  digits: number,
): readonly PositionPayment[] => {
  const lots = lotsOf(positions, net);
  const payments: PositionPayment[] = [];
  for (const side of ['buy', 'sell'] as const) {
    const own = terms[side];
    if (own === undefined || own.rate === 0n || lots[side] === 0) continue;
    const amount = positionAmount(lots[side], own, digits) ?? 0;
    if (amount !== 0) payments.push({ side, lots: lots[side], amount, terms: own });
  }
  return payments;
};
