// The leg book: deals of legs under way, so that a leg's end need not read them back.

import type { Position } from '../../wire/trading/records.js';
import type { TradeDeal } from './closed-positions.js';

/** Positions whose deals are kept; of others they are read from the table. */
export const POSITIONS_MAX = 16_384;
/** Deals that are kept of a position; one with more of them is read from the table. */
const DEALS_MAX = 8;

/** The leg of a position that is under way. */
export interface OpenTrade {
  /** The deal that ended the leg before, which may be the first of `deals`; 0 = none. */
  readonly after: number;
  /** Those from `after` on, oldest first. */
  readonly deals: readonly TradeDeal[];
}

/** Legs of positions that were opened since the start. */
export class OpenTrades {
  readonly #legs = new Map<number, { after: number; deals: TradeDeal[] }>();

  /** The leg of a position; undefined where it is not kept. */
  get(positionId: number): OpenTrade | undefined {
    return this.#legs.get(positionId);
  }

  /** Begins the leg of a position that its first deal has opened. */
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

  /** Takes a leg that was read: the next leg of the position begins with the deal that ended it. */
  put(positionId: number, { after, deals }: OpenTrade): void {
    this.#makeRoom();
    this.#legs.set(positionId, { after, deals: [...deals] });
  }

  /** Notes a further deal. */
  add(deal: TradeDeal): void {
    const leg = this.#legs.get(deal.position_id);
    if (leg === undefined) return;
    if (leg.deals.length >= DEALS_MAX) this.#legs.delete(deal.position_id);
    else leg.deals.push(deal);
  }

  /** The leg has ended with its newest deal, and the next one begins. */
  next(positionId: number): void {
    const leg = this.#legs.get(positionId);
    const last = leg?.deals.at(-1);
    if (leg === undefined || last === undefined) return;
    leg.after = last.id;
    leg.deals = [last];
  }

  /** The position was deleted, or its deals have changed. */
  drop(positionId: number): void {
    this.#legs.delete(positionId);
  }

  clear(): void {
    this.#legs.clear();
  }
}

/** The deal that has opened a position, when nothing else has dealt in it before or with it. */
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
