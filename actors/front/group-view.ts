// The symbols as a group of accounts sees them: which are offered, with their values and prices.

import { createHash } from 'node:crypto';
import { groupPrice } from '../../engine/engine.js';
import type { TaggedJson } from '../../wire/base/object.js';
import { SYMBOL_FIELDS, type SymbolField } from '../../wire/rest/trading/market.js';
import type { Settings } from '../../wire/settings/config.js';
import { type GroupRecord, type GroupSymbol, offerOf } from '../../wire/settings/groups.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import type { GroupSymbolView, GroupView, SymbolTable } from '../client.js';
import type { TakenSettings } from '../shared/settings-copy.js';

/** A symbol's fields with the group's values. */
const shownOf = (
  symbol: SymbolRecord,
  row: GroupSymbol,
  fields: readonly SymbolField[],
): Record<string, unknown> => {
  const values = row as Readonly<Partial<Record<SymbolField, unknown>>>;
  const shown: Record<string, unknown> = {};
  for (const name of fields) shown[name] = values[name] ?? symbol[name];
  return shown;
};

/** All symbols, with lookup by name. */
class Symbols implements SymbolTable {
  readonly #byId = new Map<number, SymbolRecord>();
  readonly #byName = new Map<string, SymbolRecord>();

  constructor(symbols: readonly SymbolRecord[]) {
    for (const symbol of symbols) this.#put(symbol);
  }

  byId(id: number): SymbolRecord | undefined {
    return this.#byId.get(id);
  }

  named(name: string): SymbolRecord | undefined {
    return this.#byName.get(name.toUpperCase());
  }

  /** Stores a new, changed or deleted symbol. */
  change(id: number, after: SymbolRecord | null): void {
    const before = this.#byId.get(id);
    if (before !== undefined) {
      this.#byId.delete(id);
      this.#byName.delete(before.name.toUpperCase());
    }
    if (after !== null) this.#put(after);
  }

  #put(symbol: SymbolRecord): void {
    this.#byId.set(symbol.id, symbol);
    this.#byName.set(symbol.name.toUpperCase(), symbol);
  }
}

class OfferedSymbol implements GroupSymbolView {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly digits: number;

  constructor(
    readonly record: SymbolRecord,
    private readonly row: GroupSymbol,
  ) {
    this.id = record.id;
    this.name = record.name;
    this.path = record.path;
    this.digits = record.digits;
  }

  /** The named fields, with the group's values. */
  showing(fields: readonly SymbolField[] = SYMBOL_FIELDS): Readonly<Record<string, unknown>> {
    return shownOf(this.record, this.row, fields);
  }

  price(bid: number, ask: number): readonly [number, number] {
    return groupPrice(this.row, bid, ask);
  }

  charted(price: number): number {
    return this.record.chart_mode === 'last' ? price : groupPrice(this.row, price, price)[0];
  }
}

/** Most bytes of cached lists, not counting the newest list; and most cached lists. */
const LISTS_BYTES_MAX = 128 << 20;
const LISTS_MAX = 1024;

/** A cached list, with its view and the names of its fields. */
interface List extends TaggedJson {
  readonly view: OfferedSymbols;
  readonly fields: string;
}

/**
 * Makes the list of a view. Its tag is weak, because the envelope around it differs with each
 * answer.
 */
const listOf = (view: OfferedSymbols, fields: readonly SymbolField[]): List => {
  const rows = Array.from(view.all(), (symbol) => symbol.showing(fields));
  const json = Buffer.from(JSON.stringify(rows));
  const etag = `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
  return { view, fields: fields.join(), json, etag };
};

/** A cache of groups' symbol lists as JSON. */
class Lists {
  /** Oldest first. */
  #made: readonly List[] = [];

  /** The list of a view with some fields; made if it is not cached. */
  of(view: OfferedSymbols, fields: readonly SymbolField[]): TaggedJson {
    const names = fields.join();
    const known = this.#made.find((one) => one.view === view && one.fields === names);
    if (known !== undefined) return known;
    const made = listOf(view, fields);
    let kept = [...this.#made, made].slice(-LISTS_MAX);
    let bytes = kept.reduce((sum, { json }) => sum + json.length, 0);
    while (kept.length > 1 && bytes > LISTS_BYTES_MAX) {
      bytes -= kept[0]?.json.length ?? 0;
      kept = kept.slice(1);
    }
    this.#made = kept;
    return made;
  }

  /** Drops the list of a view that changed or was deleted. */
  drop(view: OfferedSymbols): void {
    if (this.#made.length > 0) this.#made = this.#made.filter((one) => one.view !== view);
  }
}

/** The offers of a group; each symbol is computed at its first use. */
class OfferedSymbols implements GroupView {
  /** By symbol id; null = not offered. */
  readonly #views = new Map<number, OfferedSymbol | null>();

  constructor(
    private readonly group: GroupRecord,
    private readonly table: Symbols,
    private readonly symbols: () => readonly SymbolRecord[],
    private readonly lists: Lists,
  ) {}

  named(name: string): GroupSymbolView | undefined {
    const symbol = this.table.named(name);
    return symbol && this.#viewOf(symbol);
  }

  byId(id: number): GroupSymbolView | undefined {
    const symbol = this.table.byId(id);
    return symbol && this.#viewOf(symbol);
  }

  *all(): Iterable<OfferedSymbol> {
    for (const symbol of this.symbols()) {
      const view = this.#viewOf(symbol);
      if (view !== undefined) yield view;
    }
  }

  list(fields: readonly SymbolField[] = SYMBOL_FIELDS): TaggedJson {
    return this.lists.of(this, fields);
  }

  #viewOf(symbol: SymbolRecord): OfferedSymbol | undefined {
    const known = this.#views.get(symbol.id);
    if (known !== undefined && (known === null || known.record === symbol)) {
      return known ?? undefined;
    }
    const row = offerOf(this.group, symbol);
    const view = row === undefined ? null : new OfferedSymbol(symbol, row);
    this.#views.set(symbol.id, view);
    return view ?? undefined;
  }

  /** Drops a symbol that has changed. */
  forget(id: number): void {
    this.#views.delete(id);
    this.lists.drop(this);
  }
}

/** The views of all groups, kept up to date with the settings. */
export class GroupViews {
  #symbols: Symbols;
  readonly #groups = new Map<string, OfferedSymbols>();
  #lists = new Lists();

  constructor(private settings: Settings) {
    this.#symbols = new Symbols(settings.symbol);
  }

  get symbols(): SymbolTable {
    return this.#symbols;
  }

  /** The view of a group; undefined = no such group. */
  group(path: string): GroupView | undefined {
    const known = this.#groups.get(path);
    if (known !== undefined) return known;
    const record = this.settings.group.find((one) => one.path === path);
    if (record === undefined) return undefined;
    const view = new OfferedSymbols(record, this.#symbols, () => this.settings.symbol, this.#lists);
    this.#groups.set(path, view);
    return view;
  }

  /** Applies settings: views that the change does not affect are kept. */
  take({ settings, delta }: TakenSettings): void {
    this.settings = settings;
    if (delta === null) {
      this.#symbols = new Symbols(settings.symbol);
      this.#groups.clear();
      this.#lists = new Lists();
      return;
    }
    for (const { kind, key, record } of delta.changes) {
      if (kind === 'group') this.#forget(key);
      if (kind !== 'symbol') continue;
      const id = Number(key);
      this.#symbols.change(id, record);
      for (const group of this.#groups.values()) group.forget(id);
    }
  }

  #forget(path: string): void {
    const view = this.#groups.get(path);
    if (view !== undefined) this.#lists.drop(view);
    this.#groups.delete(path);
  }
}
