// The book of one symbol of a provider: the price levels of both sides, of which the best are the
// quote.
//
// An entry with an id is the level of this id. How an entry without an id is read is a state of the
// book, `hasLevels`:
//
// - false, at the beginning: the entry is its whole side, and replaces it. The state ends when a
//   snapshot has several prices of a side, when another message sets two prices of a side, or when
//   the provider deletes another price than the one that the side has.
// - true: the entry is the level of its price. The state ends with a fault when
//   UNDELETED_PRICES_MAX new prices have come and the provider has never deleted one: it does not
//   send levels, but newer prices. From then on, only a delete of another price begins it again.
//
// An entry with position 1 and without an id is the whole side in both states.

import type { Instrument } from './instruments.js';
import { type PriceLevel, PriceLevels } from './price-levels.js';

/** New prices without ids that a book takes as levels before the provider deletes any price. */
export const UNDELETED_PRICES_MAX = 10;

/** A side of the book. */
export type QuoteSide = 'bid' | 'ask';
/** Both sides. */
export const SIDES: readonly QuoteSide[] = ['bid', 'ask'];

/** A symbol of this server that a book prices; price units, 0 = none. `sent`: of the last tick. */
export interface BookLine {
  readonly instrument: Instrument;
  last: number;
  sentBid: number;
  sentAsk: number;
  sentLast: number;
}

/** An entry of a message. */
export interface BookEntry {
  /** The provider's id; empty = it has none. */
  readonly id: string;
  /** The provider's price; 0 = none. */
  readonly price: number;
  /** Is it, without an id, the level of its price? Else it is the whole side. */
  readonly isLevel: boolean;
  readonly isSnapshot: boolean;
  readonly message: number;
}

/** The book of one symbol of the provider. */
export class Book {
  readonly lines: BookLine[] = [];
  readonly levels = { bid: new PriceLevels(true), ask: new PriceLevels(false) };
  /** The id of its subscription; empty = it has none. */
  request = '';
  asksTrades = true;
  /** Time of the newest entry, ms. */
  time = 0;
  /** Does it wait for the end of the message? */
  isTouched = false;
  /** Did it have both sides after the last message? */
  isWhole = false;
  /** Has its subscription had no snapshot yet? */
  awaitsSnapshot = false;
  /** Are entries without ids levels of their prices? Else each is its whole side. */
  hasLevels = false;
  /** Has the provider deleted the price of a level? */
  #hasDeletes = false;
  /** Number of new prices that became levels while the provider had deleted none. */
  #undeletedPrices = 0;

  constructor(readonly name: string) {}

  /** Is the best price of a side unknown, because levels that were left out may be better? */
  get isUsedUp(): boolean {
    return SIDES.some((side) => this.levels[side].isUsedUp);
  }

  /** Was a side replaced as a whole by another message than this one? */
  wasReplacedBefore(message: number): boolean {
    return SIDES.some((side) => this.levels[side].wasReplacedBefore(message));
  }

  /** Has the provider shown that it sends newer prices instead of levels? */
  get #hasNoLevels(): boolean {
    return !this.#hasDeletes && this.#undeletedPrices >= UNDELETED_PRICES_MAX;
  }

  /** The snapshot is read: has a side several levels without ids? */
  endSnapshot(): void {
    const isDeep = SIDES.some((side) => this.levels[side].hasPlainLevels);
    if (isDeep && !this.#hasNoLevels) this.hasLevels = true;
  }

  /** Removes all levels. */
  clear(): void {
    for (const side of SIDES) this.levels[side].clear();
  }

  /** Takes the price of a trade, in the units of each line. */
  trade(units: readonly number[]): void {
    for (const [at, line] of this.lines.entries()) line.last = units[at] as number;
  }

  /**
   * Sets the level of an entry; `replaced` is the id of the entry that it replaces, if it is not
   * its own. False: the entry shows that `hasLevels` is wrong.
   */
  set(
    side: QuoteSide,
    entry: BookEntry & PriceLevel,
    replaced: string,
    isChange: boolean,
  ): boolean {
    const levels = this.levels[side];
    if (entry.id !== '') {
      levels.setId(entry, replaced, isChange);
      return true;
    }
    if (!entry.isLevel) return levels.replace(entry, this.hasLevels || this.#hasNoLevels);
    if (levels.setPrice(entry) && !entry.isSnapshot) this.#undeletedPrices += 1;
    return entry.isSnapshot || !this.#hasNoLevels;
  }

  /** The level of an entry has no price any more. */
  spoil(side: QuoteSide, { id, isLevel }: BookEntry): void {
    if (id !== '') this.levels[side].remove(id, 0);
    else if (!isLevel) this.levels[side].clear();
  }

  /**
   * Removes the level of an entry: that of its id, else that of its price, or the side where it has
   * neither. False: the entry shows that `hasLevels` is wrong.
   */
  remove(side: QuoteSide, { id, price }: BookEntry): boolean {
    const levels = this.levels[side];
    if (id === '' && price === 0) {
      levels.clear();
      return true;
    }
    const isHeld = levels.remove(id, price);
    const isOther = !isHeld && !this.hasLevels && id === '' && levels.size > 0;
    if (this.hasLevels || isOther) this.#hasDeletes = true;
    return !isOther;
  }

  /**
   * Removes the levels of a crossed book that a newer price has made impossible; the only level of
   * a side stays.
   */
  dropOutdated(): void {
    const { bid, ask } = this.levels;
    for (;;) {
      const [high, low] = [bid.best, ask.best];
      if (high === undefined || low === undefined || high.price <= low.price) return;
      const older = high.message < low.message ? bid : ask;
      if (high.message === low.message || older.size === 1) return;
      older.removeBest();
    }
  }
}
