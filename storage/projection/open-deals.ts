// Open trades: deals of trades under way, so that a trade's end need not read them back.

import type { Position } from '../../wire/trading/records.js';
import type { TradeDeal } from './closed-positions.js';

/** Most positions in the cache; deals of others are read from the table. */
export const POSITIONS_MAX = 16_384;
/** Most deals of a position in the cache; a position with more is read from the table. */
const DEALS_MAX = 8;

/** The trade of a position that is under way. */
export interface OpenTrade {
  /** The deal that ended the trade before, which may be the first of `deals`; 0 = none. */
  readonly after: number;
  /** The deals from `after` on, oldest first. */
  readonly deals: readonly TradeDeal[];
}

/** Trades of positions that were opened since the start. */
export class OpenTrades {
  readonly #trades = new Map<number, { after: number; deals: TradeDeal[] }>();

  /** The trade of a position; undefined where it is not kept. */
  get(positionId: number): OpenTrade | undefined {
    return this.#trades.get(positionId);
  }

  /** Begins the trade of a position that its first deal has opened. */
  open(deal: TradeDeal): void {
    this.#makeRoom();
    this.#trades.set(deal.position_id, { after: 0, deals: [deal] });
  }

  #makeRoom(): void {
    if (this.#trades.size < POSITIONS_MAX) return;
    for (const oldest of this.#trades.keys()) {
      this.#trades.delete(oldest);
      return;
    }
  }

  /** Takes a trade that was read: the next one begins with the deal that ended it. */
  put(positionId: number, { after, deals }: OpenTrade): void {
    this.#makeRoom();
    this.#trades.set(positionId, { after, deals: [...deals] });
  }

  /** Adds a deal to its trade. */
  add(deal: TradeDeal): void {
    const trade = this.#trades.get(deal.position_id);
    if (trade === undefined) return;
    if (trade.deals.length >= DEALS_MAX) this.#trades.delete(deal.position_id);
    else trade.deals.push(deal);
  }

  /** The trade has ended with its newest deal, and the next one begins. */
  next(positionId: number): void {
    const trade = this.#trades.get(positionId);
    const last = trade?.deals.at(-1);
    if (trade === undefined || last === undefined) return;
    trade.after = last.id;
    trade.deals = [last];
  }

  /** Removes a position that was deleted, or whose deals have changed. */
  drop(positionId: number): void {
    this.#trades.delete(positionId);
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
    if (deal.position_id !== id) continue;
    if (found !== undefined) return undefined;
    found = deal;
  }
  return found?.entry === 'in' && found.volume === volume ? found : undefined;
};
