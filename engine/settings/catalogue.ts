// The catalogue: all symbols by id and name, the pairs between two currencies, and the holidays.

import type { HolidayRecord } from '../../wire/settings/config.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import { Couple, isForex } from './conversion.js';

const coupleKey = (one: string, other: string): string =>
  one < other ? `${one} ${other}` : `${other} ${one}`;

/** Do both say the same of the price of one currency in another? */
const isSamePair = (a: SymbolRecord, b: SymbolRecord): boolean =>
  a.name === b.name &&
  a.path === b.path &&
  a.digits === b.digits &&
  a.currency_base === b.currency_base &&
  a.currency_profit === b.currency_profit &&
  isForex(a.calc_mode) === isForex(b.calc_mode);

/** The symbols as the records hold them. It changes with the settings: see `EngineSettings`. */
export class Catalogue {
  private readonly ids = new Map<number, SymbolRecord>();
  /** By upper-case name. */
  private readonly names = new Map<string, SymbolRecord>();
  private readonly couples = new Map<string, Couple>();
  /** Of the symbols that are pairs. */
  private readonly pairs = new Map<number, Couple>();

  constructor(
    symbols: readonly SymbolRecord[],
    public holidays: readonly HolidayRecord[],
  ) {
    for (const symbol of symbols) this.enter(symbol);
    const pairs = symbols.filter(({ calc_mode }) => isForex(calc_mode));
    // In the order of couples nothing has to make room.
    for (const pair of pairs.sort((a, b) => (a.name < b.name ? -1 : 1))) this.link(pair);
  }

  byId(id: number): SymbolRecord | undefined {
    return this.ids.get(id);
  }

  /** In any letter case. */
  byName(name: string): SymbolRecord | undefined {
    return this.names.get(name.toUpperCase());
  }

  /** The pairs of two currencies. */
  couple(one: string, other: string): Couple {
    const key = coupleKey(one, other);
    const known = this.couples.get(key);
    if (known !== undefined) return known;
    const couple = new Couple();
    this.couples.set(key, couple);
    return couple;
  }

  /** The couple of currencies that a symbol is a pair of; undefined = it is no pair. */
  coupleOf(id: number): Couple | undefined {
    return this.pairs.get(id);
  }

  /**
   * Takes over a symbol, new or changed; null = it is deleted. Returns the pair of currencies whose
   * rates it gave before and does not give now, or gives otherwise.
   */
  change(id: number, after: SymbolRecord | null): Couple | undefined {
    const before = this.ids.get(id);
    const couple = this.pairs.get(id);
    if (before !== undefined && after !== null && isSamePair(before, after)) {
      this.ids.set(id, after);
      this.names.set(after.name.toUpperCase(), after);
      couple?.replace(before, after);
      return undefined;
    }
    if (before !== undefined) {
      this.ids.delete(id);
      this.pairs.delete(id);
      couple?.remove(before);
      const name = before.name.toUpperCase();
      if (this.names.get(name) === before) this.names.delete(name);
    }
    if (after !== null) this.enter(after);
    if (after !== null && isForex(after.calc_mode)) this.link(after);
    return couple;
  }

  private enter(symbol: SymbolRecord): void {
    this.ids.set(symbol.id, symbol);
    this.names.set(symbol.name.toUpperCase(), symbol);
  }

  private link(pair: SymbolRecord): void {
    const couple = this.couple(pair.currency_base, pair.currency_profit);
    couple.add(pair);
    this.pairs.set(pair.id, couple);
  }
}
