// Prices by audience: traders get the group's prices, staff the symbol's.

import type { ActorsClient, QuoteChange } from '../../../actors/client.js';
import type { SessionCopy } from '../../../wire/accounts/identity.js';
import { type BarSymbol, OWN_PRICES, showPrice } from '../../../wire/queries/shown-bar.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';

/** A symbol in a price list. */
export interface ListedSymbol extends BarSymbol {
  readonly id: number;
  readonly name: string;
}

/** A symbol at its own prices, without a group's markups. */
const ownOf = (symbol: SymbolRecord | undefined): ListedSymbol | undefined => {
  if (symbol === undefined) return undefined;
  const { id, name, digits } = symbol;
  return { id, name, digits, ...OWN_PRICES };
};

/** The symbols and prices of one audience, with the newest row of each as JSON. */
export class PriceList {
  readonly #rows = new Map<number, { quote: QuoteChange; text: string }>();

  constructor(
    private readonly client: ActorsClient /** Path of the group; undefined for staff. */,
    private readonly group: string | undefined,
  ) {}

  /** Finds a symbol by name, ignoring letter case; undefined = not offered. */
  named(name: string): ListedSymbol | undefined {
    if (this.group === undefined) return ownOf(this.client.symbols().named(name));
    return this.client.group(this.group)?.named(name);
  }

  /** Finds a symbol by id; undefined = not offered. */
  listed(id: number): ListedSymbol | undefined {
    if (this.group === undefined) return ownOf(this.client.symbols().byId(id));
    return this.client.group(this.group)?.byId(id);
  }

  /**
   * The row `["EURUSD","1.10000","1.10020",ms]`; undefined when the symbol is no longer offered.
   */
  row(quote: QuoteChange): string | undefined {
    const known = this.#rows.get(quote.symbol_id);
    if (known?.quote === quote) return known.text;
    const symbol = this.listed(quote.symbol_id);
    if (symbol === undefined) return undefined;
    const [bid, ask] = symbol.price(quote.bid, quote.ask);
    const { name, digits } = symbol;
    const prices = `"${showPrice(bid, digits)}","${showPrice(ask, digits)}"`;
    const text = `[${JSON.stringify(name)},${prices},${quote.time}]`;
    this.#rows.set(quote.symbol_id, { quote, text });
    return text;
  }

  /** A row of a snapshot: the same with the day's open, high and low; null where none is known. */
  dayRow(quote: QuoteChange): string | undefined {
    const row = this.row(quote);
    const symbol = this.listed(quote.symbol_id);
    if (row === undefined || symbol === undefined) return undefined;
    const { open, high, low } = this.client.quote(quote.symbol_id);
    const shown = [open, high, low].map((price) =>
      price === 0 ? 'null' : `"${showPrice(symbol.charted(price), symbol.digits)}"`,
    );
    return `${row.slice(0, -1)},${shown.join()}]`;
  }
}

/** The price lists in use, and the newest quote of each symbol. */
export class Prices {
  readonly #lists = new Map<string, PriceList>();
  readonly #newest = new Map<number, QuoteChange>();

  constructor(private readonly client: ActorsClient) {}

  keyOf({ audience, group }: SessionCopy): string {
    return audience === 'staff' ? '' : group;
  }

  list(key: string): PriceList {
    let list = this.#lists.get(key);
    if (list === undefined) {
      list = new PriceList(this.client, key === '' ? undefined : key);
      this.#lists.set(key, list);
    }
    return list;
  }

  update(quote: QuoteChange): void {
    this.#newest.set(quote.symbol_id, quote);
  }

  /** Drops the quotes: changes are not delivered any more, and the board has newer ones. */
  forget(): void {
    this.#newest.clear();
  }

  /** The newest quote of a symbol; undefined = none yet. */
  quote(symbolId: number): QuoteChange | undefined {
    const newest = this.#newest.get(symbolId);
    if (newest !== undefined) return newest;
    const { bid, ask, time } = this.client.quote(symbolId);
    if (time === 0) return undefined;
    const quote = { symbol_id: symbolId, bid, ask, time };
    this.#newest.set(symbolId, quote);
    return quote;
  }

  /**
   * Handles changed settings: names, digits and markups are read again, and groups may have been
   * deleted.
   */
  reset(): void {
    this.#lists.clear();
  }
}
