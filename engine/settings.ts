// Settings compiled for execution: decimals as scaled integers, masks resolved, rules in order.

import type {
  CommissionRule,
  GroupRecord,
  HolidayRecord,
  Settings,
  SymbolRecord,
} from '../wire/config.js';
import { picker } from '../wire/fields.js';
import type { LeverageProfileRecord } from '../wire/leverage.js';
import { isDemoGroup, maskListFits } from '../wire/mask.js';
import { type ServerClock, UTC } from './clock.js';
import { type CommissionPlan, commissionKeys, compileCommission } from './commission-plan.js';
import {
  type Converter,
  Converters,
  isForex,
  ownPair,
  type Pair,
  suffixOf,
  type ValueLink,
} from './conversion.js';
import { compileGateways, type EngineGateway } from './gateway-choice.js';
import { holidaysOf } from './holidays.js';
import { compileProfile, type LeverageRule } from './leverage-plan.js';
import { compileRouting, type RoutingRule } from './routing.js';
import { compileSymbol, type EngineSymbol, settingDecimal } from './symbols.js';
import { DayCalendar } from './trading-day.js';

const NO_SPREAD = { spread_diff: 0, spread_diff_bid: 0 };

/** Symbols by id and by upper-case name, as the records hold them. */
interface Catalogue {
  readonly byId: ReadonlyMap<number, SymbolRecord>;
  readonly byName: ReadonlyMap<string, SymbolRecord>;
  /** Currency pairs in name order. */
  readonly pairs: readonly SymbolRecord[];
  readonly holidays: readonly HolidayRecord[];
}

const catalogueOf = (
  symbols: readonly SymbolRecord[],
  holidays: readonly HolidayRecord[],
): Catalogue => ({
  byId: new Map(symbols.map((symbol) => [symbol.id, symbol])),
  byName: new Map(symbols.map((symbol) => [symbol.name.toUpperCase(), symbol])),
  pairs: symbols
    .filter((symbol) => isForex(symbol.calc_mode))
    .sort((a, b) => (a.name < b.name ? -1 : 1)),
  holidays,
});

/** The group's row that decides about a symbol: the first whose mask fits (trading-rules §1.2). */
const rowOf = (record: GroupRecord, symbol: SymbolRecord) =>
  record.symbols.find((row) => maskListFits(row.mask, symbol.name, symbol.path)) ?? null;

const KEPT_OF_GROUP = [
  'path',
  'company',
  'currency',
  'currency_digits',
  'stopout_mode',
  'stopout_close',
  'so_hedged',
  'so_compensation',
  'so_compensation_credit',
  'free_margin_mode',
  'profit_blocked_till_eod',
  'leverage_default',
  'limit_orders',
  'limit_positions',
  'limit_symbols',
  'trading_enabled',
  'expiration_enabled',
  'swaps_enabled',
  'interest_rate',
  'interest_days',
  'hedge_prohibited',
  'fifo_close',
] as const;

type KeptGroup = (typeof KEPT_OF_GROUP)[number];

const keptOf = picker<GroupRecord, KeptGroup>(KEPT_OF_GROUP);

/** A group compiled, with its symbols as it sees them; symbols are compiled at their first use. */
export class EngineGroup {
  readonly record: Readonly<Pick<GroupRecord, KeptGroup>>;
  readonly netting: boolean;
  /** Real accounts close netting positions at most `volume_max` at a time. */
  readonly demo: boolean;
  /** Level ×10^2 in percent mode, money in units of the currency in money mode. */
  readonly margin_call: number;
  readonly stop_out: number;
  /** The rules of its leverage profile; none = margin as it is (trading-rules §3.7). */
  readonly leverage: readonly LeverageRule[];
  private readonly converters: Converters;
  private readonly keys: readonly string[];
  private readonly compiled = new Map<number, EngineSymbol>();
  private readonly names = new Map<string, EngineSymbol>();

  constructor(
    private readonly source: GroupRecord,
    private readonly catalogue: Catalogue,
    profiles: readonly LeverageProfileRecord[],
  ) {
    this.record = keptOf(source);
    this.netting = source.margin_mode === 'netting';
    this.demo = isDemoGroup(source.path);
    const digits = source.stopout_mode === 'percent' ? 2 : source.currency_digits;
    this.margin_call = settingDecimal(source.margin_call, digits);
    this.stop_out = settingDecimal(source.stop_out, digits);
    this.keys = commissionKeys(source.commissions);
    this.leverage = compileProfile(profiles, source.leverage_profile_id);
    this.converters = new Converters(catalogue.pairs.map((symbol) => this.pairOf(symbol)));
  }

  /** A symbol that the group is offered, by its name in any letter case. */
  symbol(name: string): EngineSymbol | undefined {
    const symbol = this.held(name);
    return symbol?.offered ? symbol : undefined;
  }

  /** A symbol that the group is offered, by its id. */
  symbolById(id: number): EngineSymbol | undefined {
    const record = this.catalogue.byId.get(id);
    return record === undefined ? undefined : this.symbol(record.name);
  }

  /** A symbol whether it is offered or not, to value what is held of it. */
  held(name: string): EngineSymbol | undefined {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const record = this.catalogue.byName.get(name.toUpperCase());
    if (record === undefined) return undefined;
    const symbol = this.compiled.get(record.id) ?? this.compile(record);
    if (name === record.name || name === record.name.toUpperCase()) this.names.set(name, symbol);
    return symbol;
  }

  /** What converts a currency to the deposit currency, on behalf of no symbol (§3.2). */
  toDeposit(currency: string): Converter {
    return this.converters.between(currency, this.source.currency, null);
  }

  private compile(record: SymbolRecord): EngineSymbol {
    const row = rowOf(this.source, record);
    const { currency } = this.source;
    const holidays = holidaysOf(this.catalogue.holidays, record);
    const commissions = this.commissionsOf(record);
    const { converters, leverage } = this;
    const symbol = compileSymbol(
      record,
      row,
      currency,
      converters,
      commissions,
      holidays,
      leverage,
    );
    this.compiled.set(record.id, symbol);
    return symbol;
  }

  private commissionsOf(record: SymbolRecord): readonly CommissionPlan[] {
    const { currency: deposit, commissions } = this.source;
    const { currency_base: base, currency_profit: profit, currency_margin: margin } = record;
    const suffix = isForex(record.calc_mode) ? suffixOf(record) : null;
    return commissions.flatMap((rule, position) => {
      if (!maskListFits(rule.mask, record.name, record.path)) return [];
      const plan = compileCommission(rule, {
        position,
        key: this.keys[position] as string,
        currencies: { base, profit, margin },
        deposit,
        turnover: this.turnoverOf(rule, record),
        converterOf: (from) => this.converters.between(from, deposit, suffix),
      });
      return [plan];
    });
  }

  /** How a deal's value becomes the currency of a rule's turnover (trading-rules §3.9, §9.7). */
  private turnoverOf({ turnover_currency: to }: CommissionRule, record: SymbolRecord) {
    if (to === '' || to === this.source.currency) return null;
    const forex = isForex(record.calc_mode);
    const from = forex ? record.currency_base : record.currency_profit;
    const converter = this.converters.between(from, to, forex ? suffixOf(record) : null);
    return { own: ownPair(record, from, to), to: converter } satisfies ValueLink;
  }

  private pairOf(symbol: SymbolRecord): Pair {
    const row = rowOf(this.source, symbol);
    const { id, name, digits, currency_base, currency_profit } = symbol;
    const offered = row !== null;
    return { id, name, digits, currency_base, currency_profit, spread: row ?? NO_SPREAD, offered };
  }
}

/** All settings, compiled once for each version. */
export class EngineSettings {
  readonly version: number;
  readonly clock: ServerClock;
  readonly calendar: DayCalendar;
  readonly routing: readonly RoutingRule[];
  /** Gateways that are enabled, by id. */
  readonly gateways: ReadonlyMap<number, EngineGateway>;
  private readonly catalogue: Catalogue;
  private readonly records: ReadonlyMap<string, GroupRecord>;
  private readonly profiles: readonly LeverageProfileRecord[];
  private readonly groups = new Map<string, EngineGroup>();

  constructor(settings: Settings) {
    this.version = settings.version;
    this.clock = settings.platform[0] ?? UTC;
    this.calendar = new DayCalendar(this.clock, settings.platform[0]);
    this.routing = compileRouting(settings.routing);
    this.gateways = compileGateways(settings.gateway);
    this.catalogue = catalogueOf(settings.symbol, settings.holiday);
    this.profiles = settings.leverage_profile;
    this.records = new Map(settings.group.map((group) => [group.path, group]));
  }

  /** A group by its path; undefined = no such group. Compiled at its first use. */
  group(path: string): EngineGroup | undefined {
    const known = this.groups.get(path);
    if (known !== undefined) return known;
    const record = this.records.get(path);
    if (record === undefined) return undefined;
    const group = new EngineGroup(record, this.catalogue, this.profiles);
    this.groups.set(path, group);
    return group;
  }

  /** The id of a symbol by its name in any letter case; 0 = unknown. */
  symbolId(name: string): number {
    return this.catalogue.byName.get(name.toUpperCase())?.id ?? 0;
  }
}

/** Compiles settings. Throws on records that break their schema: they are checked on entry. */
export const compileSettings = (settings: Settings): EngineSettings => new EngineSettings(settings);
