// Booking: the amounts that a deal moves on balance or credit, cut at the range of amounts.

import { limited, limitedSum, MONEY_MAX } from '../../wire/base/amounts.js';
import type { Mutable } from '../../wire/base/object.js';
import { formatExact } from '../../wire/base/scale.js';
import type { Deal } from '../../wire/trading/records.js';
import type { Turn } from '../account/types.js';

/** The amounts of a deal, in the order in which they are cut. */
const PARTS = ['profit', 'swap', 'commission', 'fee'] as const;
type Moving = Pick<Mutable<Deal>, (typeof PARTS)[number]>;

/** The part of an amount that can be booked within the range of amounts; the sign never changes. */
const mayMove = (from: number, moved: number): number => {
  if (moved > 0) return Math.min(moved, Math.max(0, MONEY_MAX - from));
  return Math.max(moved, Math.min(0, -MONEY_MAX - from));
};

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** Reduces the amounts of a deal that have the sign of `excess` by `excess` in all. */
const takeOff = (deal: Moving, excess: bigint): void => {
  let left = excess;
  for (const part of PARTS) {
    const amount = BigInt(deal[part]);
    if (amount * left <= 0n) continue;
    const taken = sizeOf(amount) < sizeOf(left) ? amount : left;
    deal[part] = Number(amount - taken);
    left -= taken;
  }
};

/**
 * Cuts a deal to the amounts that can be booked, adds a journal line about the lost part, and
 * returns the booked amounts.
 */
const cut = ({ notes, state }: Turn, from: number, deal: Mutable<Deal>): number => {
  const whole = PARTS.reduce((sum, part) => sum + BigInt(deal[part]), 0n);
  const moves = mayMove(from, limited(Number(whole)));
  const excess = whole - BigInt(moves);
  if (excess === 0n) return moves;
  takeOff(deal, excess);
  const lost = formatExact(excess, deal.currency_digits, deal.currency_digits);
  const text = `deal #${deal.id}: ${lost} is more than the account can hold and was not booked`;
  notes.push({ kind: 'trade', login: state.login, text });
  return moves;
};

/**
 * Balance or credit after a deal that is not committed yet. The deal is changed in place: an amount
 * that would leave the range is cut from its profit, swap, commission and fee, so that balance and
 * credit stay equal to the sum of their deals (§0.3).
 */
export const booked = (turn: Turn, from: number, deal: Mutable<Deal>): number => {
  const { profit, swap, commission, fee } = deal;
  const size = Math.abs(profit) + Math.abs(swap) + Math.abs(commission) + Math.abs(fee);
  if (Math.abs(from) + size <= MONEY_MAX) return from + profit + swap + commission + fee;
  return from + cut(turn, from, deal);
};

/** The amounts that a stored deal moved (trading-rules §3.14). */
export const movedBy = ({ profit, swap, commission, fee }: Moving): number =>
  limitedSum([profit, swap, commission, fee]);
