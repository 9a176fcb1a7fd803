// A cache of the deals of open trades, so that the end of a trade need not read them back.

import type { Position } from '../../wire/trading/records.js';
import type { TradeDeal } from './closed-positions.js';

/** Most positions in the cache; deals of others are read from the table. */
export const POSITIONS_MAX = 16_384;
/** Most deals of a position in the cache; a position with more is read from the table. */
const DEALS_MAX = 8;

/** The open trade of a position. */
export interface OpenTrade {
  /** The deal that ended the trade before, which may be the first of `deals`; 0 = none. */
  readonly after: number;
  /** The deals from `after` on, oldest first. */
  readonly deals: readonly TradeDeal[];
}

/** Open trades of positions that were opened since the start. */
export class OpenTrades {
  readonly #legs = new Map<number, { after: number; deals: TradeDeal[] }>();

  /** The open trade of a position; undefined when it is not in the cache. */
  get(positionId: number): OpenTrade | undefined {
    return this.#legs.get(positionId);
  }

  /** Begins the trade of a position that its first deal opened. */
  open(deal: TradeDeal): void {
    this.#makeRoom();
    this.#legs.set(deal.position_id, { after: 0, deals: [deal] });
  }

  #makeRoom(): void {
    if (this.#legs.size < POSITIONS_MAX) return;
    for (const oldest of this.#legs.keys()) {
      this.#legs.delete(oldest);
      return;
    }
  }

  /** Adds a trade that was read from the table. */
  put(positionId: number, { after, deals }: OpenTrade): void {
    this.#makeRoom();
    this.#legs.set(positionId, { after, deals: [...deals] });
  }

  /** Adds a deal to its trade. */
  add(deal: TradeDeal): void {
    const leg = this.#legs.get(deal.position_id);
    if (leg === undefined) return;
    if (leg.deals.length >= DEALS_MAX) this.#legs.delete(deal.position_id);
    else leg.deals.push(deal);
  }

  /** Ends the trade with its newest deal, and begins the next one. */
  next(positionId: number): void {
    const leg = this.#legs.get(positionId);
    const last = leg?.deals.at(-1);
    if (leg === undefined || last === undefined) return;
    leg.after = last.id;
    leg.deals = [last];
  }

  /** Removes a position that was deleted, or whose deals have changed. */
  drop(positionId: number): void {
    this.#legs.delete(positionId);
  }

  clear(): void {
    this.#legs.clear();
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
