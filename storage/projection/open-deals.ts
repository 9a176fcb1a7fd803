// Open trades: deals of trades under way, so that a trade's end need not read them back.

import type { Mutable } from '../../wire/base/object.js';
import type { Position } from '../../wire/trading/records.js';
import { isCanceled, TRADE_DEAL, type TradeDeal } from './closed-positions.js';

/** Most positions in the cache; deals of others are read from the table. */
export const POSITIONS_MAX = 16_384;
/** Most deals of a position in the cache; a position with more is read from the table. */
const DEALS_MAX = 8;
/** Most trades and deals that are kept for reuse. */
const SPARE_MAX = 1024;

const EMPTY: TradeDeal = {
  id: 0,
  order_id: 0,
  position_id: 0,
  login: 0,
  symbol: '',
  action: 'buy',
  entry: 'in',
  volume: 0,
  volume_closed: 0,
  price: 0,
  profit: 0,
  swap: 0,
  commission: 0,
  fee: 0,
  reason: 'client',
  dealer: 0,
  contract_size: 0,
  digits: 0,
  currency_digits: 0,
  comment: '',
  created_at: 0,
};

/** Makes a deal for reuse. */
export const newTradeDeal = (): Mutable<TradeDeal> => ({ ...EMPTY });

const copies = TRADE_DEAL.map((name) => `into.${name} = deal.${name};`);
const copyInto = new Function('deal', 'into', copies.join('\n')) as (
  deal: TradeDeal,
  into: Mutable<TradeDeal>,
) => void;

/** The trade of a position that is under way. */
export interface OpenTrade {
  /** The deal that ended the trade before, which may be the first of `deals`; 0 = none. */
  readonly after: number;
  /** The deals from `after` on, oldest first. */
  readonly deals: readonly TradeDeal[];
}

interface ReusedTrade {
  after: number;
  readonly deals: Mutable<TradeDeal>[];
}

/** Trades of positions that were opened since the start; they hold copies of their deals. */
export class OpenTrades {
  readonly #trades = new Map<number, ReusedTrade>();
  readonly #spareTrades: ReusedTrade[] = [];
  readonly #spareDeals: Mutable<TradeDeal>[] = [];

  /** The trade of a position; undefined where it is not kept. */
  get(positionId: number): OpenTrade | undefined {
    return this.#trades.get(positionId);
  }

  /** Begins the trade of a position that its first deal has opened. */
  open(deal: TradeDeal): void {
    this.#keep(this.#begin(deal.position_id, 0), deal);
  }

  #begin(positionId: number, after: number): ReusedTrade {
    this.drop(positionId);
    this.#makeRoom();
    const trade = this.#spareTrades.pop() ?? { after, deals: [] };
    trade.after = after;
    this.#trades.set(positionId, trade);
    return trade;
  }

  #keep({ deals }: ReusedTrade, deal: TradeDeal): void {
    const kept = this.#spareDeals.pop() ?? newTradeDeal();
    copyInto(deal, kept);
    deals.push(kept);
  }

  #makeRoom(): void {
    if (this.#trades.size < POSITIONS_MAX) return;
    for (const oldest of this.#trades.keys()) return this.drop(oldest);
  }

  /** Takes a trade that was read: the next one begins with the deal that ended it. */
  put(positionId: number, { after, deals }: OpenTrade): void {
    const trade = this.#begin(positionId, after);
    for (const deal of deals) this.#keep(trade, deal);
  }

  add(deal: TradeDeal): void {
    const trade = this.#trades.get(deal.position_id);
    if (trade === undefined) return;
    if (trade.deals.length >= DEALS_MAX) this.drop(deal.position_id);
    else this.#keep(trade, deal);
  }

  /** The trade has ended with its newest deal, and the next one begins. */
  next(positionId: number): void {
    const trade = this.#trades.get(positionId);
    const last = trade?.deals.pop();
    if (trade === undefined || last === undefined) return;
    this.#spare(trade.deals);
    trade.after = last.id;
    trade.deals.push(last);
  }

  /** Removes a position that was deleted, or whose deals have changed. */
  drop(positionId: number): void {
    const trade = this.#trades.get(positionId);
    if (trade === undefined) return;
    this.#trades.delete(positionId);
    this.#spare(trade.deals);
    if (this.#spareTrades.length < SPARE_MAX) this.#spareTrades.push(trade);
  }

  /** Empties a list of deals; they are reused. */
  #spare(deals: Mutable<TradeDeal>[]): void {
    for (;;) {
      const deal = deals.pop();
      if (deal === undefined) return;
      if (this.#spareDeals.length < SPARE_MAX) this.#spareDeals.push(deal);
    }
  }

  clear(): void {
    this.#trades.clear();
  }
}

/** The deal that opened a position, if no other deal came before or with it. */
export const openingDeal = (
  deals: readonly TradeDeal[],
  { id, volume }: Pick<Position, 'id' | 'volume'>,
): TradeDeal | undefined => {
  let found: TradeDeal | undefined;
  for (const deal of deals) {
    if (deal.position_id !== id || isCanceled(deal)) continue;
    if (found !== undefined) return undefined;
    found = deal;
  }
  return found?.entry === 'in' && found.volume === volume ? found : undefined;
};
