// Closed positions: each trade of a position, from flat to flat or to a reversal, out of its deals.

import { limitedSum } from '../../wire/base/amounts.js';
import type { ClosedPosition, Deal } from '../../wire/trading/records.js';

/** What a trade needs of each of its deals. */
export type TradeDeal = Pick<
  Deal,
  | 'id'
  | 'position_id'
  | 'login'
  | 'symbol'
  | 'action'
  | 'entry'
  | 'volume'
  | 'volume_closed'
  | 'price'
  | 'profit'
  | 'swap'
  | 'commission'
  | 'fee'
  | 'reason'
  | 'dealer'
  | 'contract_size'
  | 'digits'
  | 'currency_digits'
  | 'comment'
  | 'created_at'
>;

/** Deals with the volume by which each counts in a mean price. */
interface DealSum {
  readonly price: number;
  readonly volume: number;
}

const sumOf = (parts: readonly DealSum[]): bigint =>
  parts.reduce((sum, { volume }) => sum + BigInt(volume), 0n);

/** The volume-weighted mean price, rounded half away from zero. */
const average = (parts: readonly DealSum[]): number => {
  const [only] = parts;
  if (only === undefined) return 0;
  if (parts.length === 1 && only.volume !== 0) return only.price;
  const volume = sumOf(parts);
  if (volume === 0n) return 0;
  const value = parts.reduce((sum, part) => sum + BigInt(part.price) * BigInt(part.volume), 0n);
  const half = value < 0n ? -volume / 2n : volume / 2n;
  return Number((value + half) / volume);
};

/**
 * The closed trade that the deals of one position make up, oldest first, from the deal `after` on
 * that ended the trade before (0 = none): when that deal reversed the position, its opening part
 * begins this trade. Undefined when nothing was closed. An `inout` deal's profit, swap, commission
 * and fee belong to the trade that it closes.
 */
export const closedPosition = (
  group: string,
  deals: readonly TradeDeal[],
  after: number,
): ClosedPosition | undefined => {
  const opened: DealSum[] = [];
  const closed: DealSum[] = [];
  const own: TradeDeal[] = [];
  let first: TradeDeal | undefined;
  for (const deal of deals) {
    const { id, entry, price, volume, volume_closed } = deal;
    const reversed = id === after;
    if (reversed && entry !== 'inout') continue;
    first ??= deal;
    if (!reversed) own.push(deal);
    if (entry === 'in') opened.push({ price, volume });
    else if (reversed) opened.push({ price, volume: volume - volume_closed });
    else closed.push({ price, volume: entry === 'inout' ? volume_closed : volume });
  }
  const last = own.at(-1) ?? first;
  const volume = sumOf(closed);
  if (first === undefined || last === undefined || volume === 0n) return undefined;
  return {
    id: last.id,
    position_id: last.position_id,
    login: last.login,
    group,
    symbol: last.symbol,
    side: first.action === 'sell' ? 'sell' : 'buy',
    volume: Math.min(Number(volume), Number.MAX_SAFE_INTEGER),
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
