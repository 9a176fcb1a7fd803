// The book of one symbol of a provider: the price levels of both sides, of which the best are the
// quote.
//
// An entry with an id is the level of this id. Entries without ids are the one level of their side,
// which the next one replaces, until the provider shows that it sends several levels: then each
// price is a level.

import type { Instrument } from './instruments.js';
import { type PriceLevel, PriceLevels } from './price-levels.js';

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
  /** The number of its message. */
  readonly message: number;
}

/** The book of one symbol of the provider. */
export class Book {
  readonly name: string;
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

  constructor(name: string) {
    this.name = name;
  }

  /** Is the best price of a side unknown, because levels that were left out may be better? */
  get isUsedUp(): boolean {
    return SIDES.some((side) => this.levels[side].isUsedUp);
  }

  /** Was a side replaced as a whole by another message than this one? */
  wasReplacedBefore(message: number): boolean {
    return SIDES.some((side) => this.levels[side].wasReplacedBefore(message));
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
   * its own. False: the message shows that the provider sends several levels.
   */
  set(
    side: QuoteSide,
    entry: BookEntry & PriceLevel,
    replaced: string,
    isChange: boolean,
  ): boolean {
    const levels = this.levels[side];
    if (entry.id === '' && !entry.isLevel) return levels.replace(entry);
    if (entry.id === '') levels.setPrice(entry);
    else levels.setId(entry, replaced, isChange);
    return true;
  }

  /** The level of an entry has no price any more. */
  spoil(side: QuoteSide, { id, isLevel }: BookEntry): void {
    if (id !== '') this.levels[side].remove(id, 0);
    else if (!isLevel) this.levels[side].clear();
  }

  /**
   * Removes the level of an entry: that of its id, else that of its price, or the side where it has
   * neither. False: the entry is another than the only level of the side.
   */
  remove(side: QuoteSide, { id, price, isLevel }: BookEntry): boolean {
    const levels = this.levels[side];
    if (id === '' && price === 0) levels.clear();
    else if (!levels.remove(id, price)) return id !== '' || isLevel || levels.size === 0;
    return true;
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
