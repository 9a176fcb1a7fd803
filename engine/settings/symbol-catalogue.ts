// The catalogue: all symbols by id and name, the pairs between currencies, and the holidays.

import type { HolidayRecord } from '../../wire/settings/config.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import { Couple, isForex } from './conversion.js';

const coupleKey = (one: string, other: string): string =>
  one < other ? `${one} ${other}` : `${other} ${one}`;

/** Do both symbols give the same conversion rate? */
const isSamePair = (a: SymbolRecord, b: SymbolRecord): boolean =>
  a.name === b.name &&
  a.path === b.path &&
  a.digits === b.digits &&
  a.currency_base === b.currency_base &&
  a.currency_profit === b.currency_profit &&
  isForex(a.calc_mode) === isForex(b.calc_mode);

/** The symbols of the settings. It is changed in place with the settings: see `EngineSettings`. */
export class SymbolCatalogue {
  private readonly ids = new Map<number, SymbolRecord>();
  /** By upper-case name. */
  private readonly names = new Map<string, SymbolRecord>();
  private readonly couples = new Map<string, Couple>();
  /** The couple of each symbol that is a currency pair. */
  private readonly pairs = new Map<number, Couple>();

  constructor(
    symbols: readonly SymbolRecord[],
    public holidays: readonly HolidayRecord[],
  ) {
    for (const symbol of symbols) this.enter(symbol);
    const pairs = symbols.filter(({ calc_mode }) => isForex(calc_mode));
    // Sorted by name, so that each pair is appended to its couple.
    for (const pair of pairs.sort((a, b) => (a.name < b.name ? -1 : 1))) this.link(pair);
  }

  byId(id: number): SymbolRecord | undefined {
    return this.ids.get(id);
  }

  /** Finds a symbol by name; letter case is ignored. */
  byName(name: string): SymbolRecord | undefined {
    return this.names.get(name.toUpperCase());
  }

  /** The pairs between two currencies. */
  couple(one: string, other: string): Couple {
    const key = coupleKey(one, other);
    const known = this.couples.get(key);
    if (known !== undefined) return known;
    const couple = new Couple();
    this.couples.set(key, couple);
    return couple;
  }

  /** The couple to which a symbol belongs; undefined = it is not a currency pair. */
  coupleOf(id: number): Couple | undefined {
    return this.pairs.get(id);
  }

  /**
   * Stores a new or changed symbol; null = it was deleted. Returns the couple that loses or changes
   * its rates.
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
