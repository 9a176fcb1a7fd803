// One side of a symbol's book at a provider: a bounded list of price levels, the best first.

/**
 * Most levels of a side. The worst ones beyond them are left out, and the provider is asked for the
 * book again once the levels that are kept are used up.
 */
export const LEVELS_MAX = 50;

/** One entry of a side. */
export interface PriceLevel {
  /** The provider's id of the entry; empty = it has none. */
  readonly id: string;
  /** The provider's price: order and key of the level. */
  readonly price: number;
  /** The price in price units, of each symbol that the book prices. */
  readonly units: number[];
  /** The number of the message that set the level. */
  readonly message: number;
}

/** The levels of a side. */
export class PriceLevels {
  #levels: PriceLevel[] = [];
  /** The best price that was left out; undefined = none was. */
  #leftOut: number | undefined;
  /** The side before the last replacement, with the numbers of the first and the last one. */
  #before: readonly PriceLevel[] = [];
  #firstReplaced = 0;
  #lastReplaced = 0;

  constructor(private readonly isBid: boolean) {}

  /** The level with the best price; undefined = the side is empty. */
  get best(): PriceLevel | undefined {
    return this.#levels[0];
  }

  get size(): number {
    return this.#levels.length;
  }

  /** Has the side several levels without an id? */
  get hasPlainLevels(): boolean {
    return this.#levels.filter(({ id }) => id === '').length > 1;
  }

  /** Is the best level unknown, because levels that were left out may be better? */
  get isUsedUp(): boolean {
    if (this.#leftOut === undefined) return false;
    return this.best === undefined || this.#isBetter(this.#leftOut, this.best.price);
  }

  /** Was the side replaced as a whole by another message than this one? */
  wasReplacedBefore(message: number): boolean {
    return this.#firstReplaced > 0 && this.#firstReplaced < message;
  }

  /** Removes all levels. */
  clear(): void {
    this.#levels = [];
    this.#leftOut = undefined;
    this.#before = [];
    this.#firstReplaced = 0;
    this.#lastReplaced = 0;
  }

  /**
   * Takes a level as the whole side, as a book of one level has it. False: the message has another
   * level of the side, so that the book has several; the side is then as before the message, with
   * both levels added. `isOnly`: another level of the message is an earlier one all the same.
   */
  replace(level: PriceLevel, isOnly: boolean): boolean {
    const [first] = this.#levels;
    const isSecond = this.#lastReplaced === level.message && first?.price !== level.price;
    if (isSecond && !isOnly && first !== undefined) {
      this.#levels = [...this.#before];
      this.setPrice(first);
      this.setPrice(level);
      return false;
    }
    if (this.#lastReplaced !== level.message) this.#before = this.#levels;
    this.#lastReplaced = level.message;
    this.#firstReplaced ||= level.message;
    this.#levels = [level];
    this.#leftOut = undefined;
    return true;
  }

  /** Adds or changes the level without an id at a price. True: the price is new. */
  setPrice(level: PriceLevel): boolean {
    const isKnown = this.#removeAt(this.#placeOf('', level.price));
    this.#insert(level);
    return !isKnown;
  }

  /**
   * Adds or changes the level of an id; `replaced` is the id of another level whose place it takes,
   * empty = none. A change of an unknown id is one of the only level of the side, if that has none.
   */
  setId(level: PriceLevel, replaced: string, isChange: boolean): void {
    const isKnown = this.#removeAt(this.#placeOf(level.id));
    if (replaced !== '') this.#removeAt(this.#placeOf(replaced));
    else if (!isKnown && isChange && this.size === 1 && this.best?.id === '') this.#removeAt(0);
    this.#insert(level);
  }

  /**
   * Removes the level of an id, else that without an id at a price (0 = none). False: there is no
   * such level.
   */
  remove(id: string, price: number): boolean {
    const place = id === '' ? -1 : this.#placeOf(id);
    return this.#removeAt(place < 0 ? this.#placeOf('', price) : place);
  }

  removeBest(): void {
    this.#removeAt(0);
  }

  /** Forgets the prices of a symbol that the book no longer prices. */
  dropSymbol(at: number): void {
    for (const { units } of this.#levels) units.splice(at, 1);
  }

  #isBetter(one: number, other: number): boolean {
    return this.isBid ? one > other : one < other;
  }

  #placeOf(id: string, price?: number): number {
    return this.#levels.findIndex(
      (level) => level.id === id && (price === undefined || level.price === price),
    );
  }

  #removeAt(place: number): boolean {
    if (place < 0) return false;
    this.#levels.splice(place, 1);
    return true;
  }

  #insert(level: PriceLevel): void {
    const behind = this.#levels.findIndex(({ price }) => this.#isBetter(level.price, price));
    this.#levels.splice(behind < 0 ? this.size : behind, 0, level);
    if (this.size <= LEVELS_MAX) return;
    const worst = this.#levels.pop()?.price as number;
    if (this.#leftOut === undefined || this.#isBetter(worst, this.#leftOut)) this.#leftOut = worst;
  }
}
