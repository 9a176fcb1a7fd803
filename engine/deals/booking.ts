// Booking: what a deal moves on balance or credit, cut where it would leave the room of amounts.

import { limited, limitedSum, MONEY_MAX } from '../../wire/base/amounts.js';
import type { Mutable } from '../../wire/base/object.js';
import { formatExact } from '../../wire/base/scale.js';
import type { Deal } from '../../wire/trading/records.js';
import type { Turn } from '../account/types.js';

/** The amounts that a deal moves, in the order in which they are cut. */
const PARTS = ['profit', 'swap', 'commission', 'fee'] as const;
type Moving = Pick<Mutable<Deal>, (typeof PARTS)[number]>;

/**
 * The part of an amount that a deal may move without leaving the room of amounts; the sign never
 * changes.
 */
const mayMove = (from: number, moved: number): number => {
  if (moved > 0) return Math.min(moved, Math.max(0, MONEY_MAX - from));
  return Math.max(moved, Math.min(0, -MONEY_MAX - from));
};

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** Takes so much off the parts of a deal that have its sign. */
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
 * Cuts a deal to the amounts that may be booked, tells staff about the lost part, and returns the
 * amounts that it moves.
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
 * Balance or credit after a deal, which is the turn's own: nobody has seen it yet. A deal moves at
 * most what the room of amounts holds, and never out of it; what is more is cut from its profit,
 * swap, commission and fee, so that balance and credit are what their deals say
 * (supplement §15).
 */
export const booked = (turn: Turn, from: number, deal: Mutable<Deal>): number => {
  const { profit, swap, commission, fee } = deal;
  const size = Math.abs(profit) + Math.abs(swap) + Math.abs(commission) + Math.abs(fee);
  if (Math.abs(from) + size <= MONEY_MAX) return from + profit + swap + commission + fee;
  return from + cut(turn, from, deal);
};

/** The amounts that a stored deal has moved (trading-rules §3.14). */
export const movedBy = ({ profit, swap, commission, fee }: Moving): number =>
  limitedSum([profit, swap, commission, fee]);
