// The symbols as a group of accounts sees them: which are offered, with their values and prices.

import { groupPrice } from '../../engine/engine.js';
import { maskListFits } from '../../wire/base/mask.js';
import type { Settings } from '../../wire/settings/config.js';
import type { GroupRecord, GroupSymbol } from '../../wire/settings/groups.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import type { GroupSymbolView, GroupView, SymbolTable } from '../client.js';
import type { TakenSettings } from '../shared/settings-copy.js';

/** Fields of a symbol that only the server uses. */
const HIDDEN: readonly string[] = [
  'source_symbol_id',
  'spread_balance_bid',
  'spread_balance_ask',
  'quote_max_delay_sec',
  'manual_quote_pts',
  'version',
  'created_at',
  'updated_at',
];

const shownOf = (symbol: SymbolRecord, row: GroupSymbol): Record<string, unknown> => {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(symbol)) {
    if (!HIDDEN.includes(name)) shown[name] = value;
  }
  for (const [name, value] of Object.entries(row)) {
    if (name in shown && value !== null && value !== undefined) shown[name] = value;
  }
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

/** An offered symbol of a group. */
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

  get shown(): Readonly<Record<string, unknown>> {
    return shownOf(this.record, this.row);
  }

  price(bid: number, ask: number): readonly [number, number] {
    return groupPrice(this.row, bid, ask);
  }
}

/** Most bytes of cached lists, without the newest. */
const LISTS_BYTES_MAX = 128 << 20;

/** A cache of groups' symbol lists as JSON. */
class Lists {
  readonly #made = new Map<OfferedSymbols, Uint8Array<ArrayBuffer>>();
  #bytes = 0;

  /** The list of a view, serialised if it is not cached. */
  of(view: OfferedSymbols): Uint8Array<ArrayBuffer> {
    const known = this.#made.get(view);
    if (known !== undefined) return known;
    const made = Buffer.from(JSON.stringify(Array.from(view.all(), listed)));
    for (const [oldest] of this.#made) {
      if (this.#bytes + made.length <= LISTS_BYTES_MAX) break;
      this.drop(oldest);
    }
    this.#made.set(view, made);
    this.#bytes += made.length;
    return made;
  }

  /** Drops the list of a view that changed or was deleted. */
  drop(view: OfferedSymbols): void {
    this.#bytes -= this.#made.get(view)?.length ?? 0;
    this.#made.delete(view);
  }
}

const listed = ({ shown, id, name, path, digits }: GroupSymbolView) => ({
  ...shown,
  id,
  name,
  path,
  digits,
});

/** The offers of a group; each symbol is computed at its first use. */
class OfferedSymbols implements GroupView {
  /** By symbol id; null = not offered. */
  readonly #views = new Map<number, OfferedSymbol | null>();

  constructor(
    private readonly group: GroupRecord,
    private readonly table: Symbols,
    /** All present symbols. */
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

  *all(): Iterable<GroupSymbolView> {
    for (const symbol of this.symbols()) {
      const view = this.#viewOf(symbol);
      if (view !== undefined) yield view;
    }
  }

  json(): Uint8Array<ArrayBuffer> {
    return this.lists.of(this);
  }

  #viewOf(symbol: SymbolRecord): GroupSymbolView | undefined {
    const known = this.#views.get(symbol.id);
    if (known !== undefined && (known === null || known.record === symbol)) {
      return known ?? undefined;
    }
    const { name, path } = symbol;
    const row = this.group.symbols.find(({ mask }) => maskListFits(mask, name, path));
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
  #settings: Settings;
  #symbols: Symbols;
  readonly #groups = new Map<string, OfferedSymbols>();
  #lists = new Lists();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#symbols = new Symbols(settings.symbol);
  }

  get symbols(): SymbolTable {
    return this.#symbols;
  }

  /** The view of a group; undefined = no such group. */
  group(path: string): GroupView | undefined {
    const known = this.#groups.get(path);
    if (known !== undefined) return known;
    const record = this.#settings.group.find((one) => one.path === path);
    if (record === undefined) return undefined;
    const view = new OfferedSymbols(
      record,
      this.#symbols,
      () => this.#settings.symbol,
      this.#lists,
    );
    this.#groups.set(path, view);
    return view;
  }

  /** Applies settings: views that the change does not affect are kept. */
  take({ settings, delta }: TakenSettings): void {
    this.#settings = settings;
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
