// Closed positions: each trade of a position, from flat to flat or to a reversal, out of its deals.

import { limitedSumOf } from '../../wire/base/amounts.js';
import type { ClosedPosition, Deal } from '../../wire/trading/records.js';

/** The fields that a trade needs of each of its deals. */
export const TRADE_DEAL = [
  'id',
  'order_id',
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
] as const;

/** The fields that a trade needs of each of its deals. */
export type TradeDeal = Pick<Deal, (typeof TRADE_DEAL)[number]>;

/** Was the trade cancelled by a bust? Then the closed positions that it was part of are removed. */
export const isCanceled = ({ action }: TradeDeal): boolean =>
  action === 'buy_canceled' || action === 'sell_canceled';

/** The volume by which a deal counts in the mean of the opening prices. */
const openedBy = ({ id, entry, volume, volume_closed }: TradeDeal, after: number): number => {
  if (id === after) return entry === 'inout' ? volume - volume_closed : 0;
  return entry === 'in' ? volume : 0;
};

/** The volume by which a deal counts in the mean of the closing prices. */
const closedBy = ({ id, entry, volume, volume_closed }: TradeDeal, after: number): number => {
  if (id === after || entry === 'in') return 0;
  return entry === 'inout' ? volume_closed : volume;
};

type VolumeOf = typeof openedBy;

/** The volume-weighted mean price, rounded half away from zero. */
const meanPrice = (deals: readonly TradeDeal[], after: number, volumeOf: VolumeOf): number => {
  let parts = 0;
  let price = 0;
  for (const deal of deals) {
    if (volumeOf(deal, after) === 0) continue;
    parts += 1;
    price = deal.price;
  }
  return parts <= 1 ? price : exactMean(deals, after, volumeOf);
};

const exactMean = (deals: readonly TradeDeal[], after: number, volumeOf: VolumeOf): number => {
  let volume = 0n;
  let value = 0n;
  for (const deal of deals) {
    const part = BigInt(volumeOf(deal, after));
    volume += part;
    value += BigInt(deal.price) * part;
  }
  const half = value < 0n ? -volume / 2n : volume / 2n;
  return Number((value + half) / volume);
};

const volumeClosed = (deals: readonly TradeDeal[], after: number): number => {
  let volume = 0;
  for (const deal of deals) volume += closedBy(deal, after);
  return Math.min(volume, Number.MAX_SAFE_INTEGER);
};

/** The deals that belong to the trade alone: the deal that ended the one before is the first. */
const ownDeals = (deals: readonly TradeDeal[], after: number): readonly TradeDeal[] =>
  deals[0]?.id === after ? deals.slice(1) : deals;

/** The deal that a trade begins with. */
const firstOf = (deals: readonly TradeDeal[], after: number): TradeDeal | undefined => {
  const [first] = deals;
  return first?.id === after && first.entry !== 'inout' ? deals[1] : first;
};

const profitOf = ({ profit }: TradeDeal): number => profit;
const swapOf = ({ swap }: TradeDeal): number => swap;
const commissionOf = ({ commission }: TradeDeal): number => commission;
const feeOf = ({ fee }: TradeDeal): number => fee;

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
  const own = ownDeals(deals, after);
  const volume = volumeClosed(own, after);
  const first = firstOf(deals, after);
  const last = own[own.length - 1];
  if (first === undefined || last === undefined || volume === 0) return undefined;
  return {
    id: last.id,
    position_id: last.position_id,
    login: last.login,
    group,
    symbol: last.symbol,
    side: first.action === 'sell' ? 'sell' : 'buy',
    volume,
    price_open: meanPrice(deals, after, openedBy),
    price_close: meanPrice(own, after, closedBy),
    profit: limitedSumOf(own, profitOf),
    swap: limitedSumOf(own, swapOf),
    commission: limitedSumOf(own, commissionOf),
    fee: limitedSumOf(own, feeOf),
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
