// Closed positions: each leg of a position, from flat to flat or to a reversal, out of its deals.

import { limitedSum } from '../wire/amounts.js';
import type { ClosedPosition, Deal } from '../wire/records.js';

/** What a leg is made of in each of its deals. */
export const LEG_FIELDS = [
  'id',
  'position_id',
  'login',
  'symbol',
  'action',
  'entry',
  'volume',
  'volume_closed',
  'price',
  'profit',
  'swap',
  'commission',
  'fee',
  'reason',
  'dealer',
  'contract_size',
  'digits',
  'currency_digits',
  'comment',
  'created_at',
] as const satisfies readonly (keyof Deal)[];
export type LegDeal = Pick<Deal, (typeof LEG_FIELDS)[number]>;

/** Prices of deals and what was dealt at them, to be averaged. */
interface Sum {
  volume: bigint;
  /** Σ price × volume */
  value: bigint;
}

const add = (sum: Sum, deal: LegDeal, volume: number): void => {
  sum.volume += BigInt(volume);
  sum.value += BigInt(deal.price) * BigInt(volume);
};

/** The volume weighted price, rounded half away from zero. */
const average = ({ volume, value }: Sum): number => {
  if (volume === 0n) return 0;
  const half = value < 0n ? -volume / 2n : volume / 2n;
  return Number((value + half) / volume);
};

/**
 * The closed leg that the deals of one position make up, oldest first, from the deal `after` on
 * that ended the leg before (0 = none): when that one reversed the position, what it opened begins
 * this leg. Undefined when nothing was closed. An `inout` deal's profit, swap, commission and fee
 * belong to the leg that it closes.
 */
export const closedLeg = (
  group: string,
  deals: readonly LegDeal[],
  after: number,
): ClosedPosition | undefined => {
  const opened: Sum = { volume: 0n, value: 0n };
  const closed: Sum = { volume: 0n, value: 0n };
  const leg = deals.filter((deal) => deal.id !== after || deal.entry === 'inout');
  for (const deal of leg) {
    const reversed = deal.id === after;
    if (deal.entry === 'in') add(opened, deal, deal.volume);
    else if (reversed) add(opened, deal, deal.volume - deal.volume_closed);
    else add(closed, deal, deal.entry === 'inout' ? deal.volume_closed : deal.volume);
  }
  const own = leg.filter(({ id }) => id !== after);
  const first = leg[0];
  const last = leg.at(-1);
  if (first === undefined || last === undefined || closed.volume === 0n) return undefined;
  return {
    id: last.id,
    position_id: last.position_id,
    login: last.login,
    group,
    symbol: last.symbol,
    side: first.action === 'sell' ? 'sell' : 'buy',
    volume: Math.min(Number(closed.volume), Number.MAX_SAFE_INTEGER),
    price_open: average(opened),
    price_close: average(closed),
    profit: limitedSum(own.map(({ profit }) => profit)),
    swap: limitedSum(own.map(({ swap }) => swap)),
    commission: limitedSum(own.map(({ commission }) => commission)),
    fee: limitedSum(own.map(({ fee }) => fee)),
    reason: last.reason,
    dealer: last.dealer,
    comment: last.comment,
    contract_size: last.contract_size,
    digits: last.digits,
    currency_digits: last.currency_digits,
    opened_at: first.created_at,
    closed_at: last.created_at,
  };
};
