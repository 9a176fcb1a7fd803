// Settings compiled for execution: decimals as scaled integers, masks resolved, rules sorted.

import { isDemoGroup } from '../../wire/accounts/group-kinds.js';
import { picker } from '../../wire/base/field-table.js';
import { maskListFits } from '../../wire/base/mask.js';
import type {
  HolidayRecord,
  PlatformModeStep,
  Settings,
  SettingsKind,
} from '../../wire/settings/config.js';
import type { CommissionRule, GroupRecord } from '../../wire/settings/groups.js';
import type { LeverageProfileRecord } from '../../wire/settings/leverage.js';
import type { SettingsDelta } from '../../wire/settings/settings-delta.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import { type ServerClock, UTC } from '../calendar/clock.js';
import { holidaysOf, isHolidayOf } from '../calendar/holidays.js';
import { DayCalendar } from '../calendar/trading-day.js';
import { type CommissionPlan, commissionKeys, compileCommission } from './commission-plan.js';
import {
  type Converter,
  Converters,
  type Couple,
  isForex,
  ownPair,
  type Pair,
  suffixOf,
  type ValueLink,
} from './conversion.js';
import { compileGateways, type EngineGateway, withGateways } from './gateway-plan.js';
import { compileProfile, type LeverageRule } from './leverage-plan.js';
import { compileRouting, type RoutingRule } from './routing.js';
import { SymbolCatalogue } from './symbol-catalogue.js';
import { compileSymbol, type EngineSymbol, settingDecimal } from './symbols.js';

const NO_SPREAD = { spread_diff: 0, spread_diff_bid: 0 };

/** The group's row for a symbol: the first whose mask matches (trading-rules §1.2). */
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

/** A compiled group with its symbols; symbols are compiled at their first use. */
export class EngineGroup {
  readonly record: Readonly<Pick<GroupRecord, KeptGroup>>;
  readonly netting: boolean;
  /** Accounts that are not demo close netting positions in steps of at most `volume_max`. */
  readonly demo: boolean;
  /** Level ×10^2 in percent mode, units of the currency in money mode. */
  readonly margin_call: number;
  readonly stop_out: number;
  /** The rules of its leverage profile; empty = no profile (trading-rules §3.7). */
  readonly leverage: readonly LeverageRule[];
  private readonly converters: Converters;
  private readonly keys: readonly string[];
  private readonly compiled = new Map<number, EngineSymbol>();
  /** Pairs with the group's markup, by id. */
  private readonly pairs = new Map<number, Pair>();
  private readonly names = new Map<string, EngineSymbol>();

  constructor(
    private readonly source: GroupRecord,
    private readonly catalogue: SymbolCatalogue,
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
    this.converters = new Converters({
      couple: (one, other) => catalogue.couple(one, other),
      pairOf: (symbol) => this.pairOf(symbol),
    });
  }

  /** A symbol that the group is offered, by name; letter case is ignored. */
  symbol(name: string): EngineSymbol | undefined {
    const symbol = this.held(name);
    return symbol?.offered ? symbol : undefined;
  }

  /** A symbol that the group is offered, by its id. */
  symbolById(id: number): EngineSymbol | undefined {
    const record = this.catalogue.byId(id);
    return record === undefined ? undefined : this.symbol(record.name);
  }

  /** A symbol even if it is not offered, to value positions in it. */
  held(name: string): EngineSymbol | undefined {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const record = this.catalogue.byName(name);
    if (record === undefined) return undefined;
    const symbol = this.compiled.get(record.id) ?? this.compile(record);
    if (name === record.name || name === record.name.toUpperCase()) this.names.set(name, symbol);
    return symbol;
  }

  /** Converts a currency to the deposit currency, independent of a symbol (§3.2). */
  toDeposit(currency: string): Converter {
    return this.converters.between(currency, this.source.currency, null);
  }

  /** Drops a symbol that was changed or deleted; it is compiled again at its next use. */
  forget({ id, name }: Pick<SymbolRecord, 'id' | 'name'>): void {
    if (!this.compiled.delete(id)) return;
    this.names.delete(name);
    this.names.delete(name.toUpperCase());
  }

  inUse(): Iterable<EngineSymbol> {
    return this.compiled.values();
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

  /** Converts a deal's value to the currency of a rule's turnover (trading-rules §3.9). */
  private turnoverOf({ turnover_currency: to }: CommissionRule, record: SymbolRecord) {
    if (to === '' || to === this.source.currency) return null;
    const forex = isForex(record.calc_mode);
    const from = forex ? record.currency_base : record.currency_profit;
    const converter = this.converters.between(from, to, forex ? suffixOf(record) : null);
    return { own: ownPair(record, from, to), to: converter } satisfies ValueLink;
  }

  private pairOf(symbol: SymbolRecord): Pair {
    const known = this.pairs.get(symbol.id);
    if (known?.symbol === symbol) return known;
    const row = rowOf(this.source, symbol);
    const pair = { symbol, spread: row ?? NO_SPREAD, offered: row !== null };
    this.pairs.set(symbol.id, pair);
    return pair;
  }
}

/** The effects of a change of settings, other than on values that are read each time. */
export interface SettingsEffect {
  /** Paths of changed or deleted groups. */
  readonly groups: ReadonlySet<string>;
  /** Names of symbols that existed before and were changed or deleted. */
  readonly symbols: ReadonlySet<string>;
  /** Couples whose rates now come from other symbols; new couples are not included. */
  readonly couples: ReadonlySet<Couple>;
  /** Ids of symbols whose quotes became invalid, because they were deleted or have other digits. */
  readonly unquoted: readonly number[];
  /** Did the server clock change? */
  readonly clock: boolean;
}

interface Effects {
  readonly groups: Set<string>;
  readonly symbols: Set<string>;
  readonly couples: Set<Couple>;
  readonly unquoted: number[];
}

/** Records that are in only one of two lists. */
const different = <R>(before: readonly R[], after: readonly R[]): readonly R[] => {
  if (before === after) return [];
  const old = new Set(before);
  const now = new Set(after);
  return [...before.filter((one) => !now.has(one)), ...after.filter((one) => !old.has(one))];
};

/** All settings of one version, compiled. */
export class EngineSettings {
  readonly version: number;
  readonly clock: ServerClock;
  readonly calendar: DayCalendar;
  readonly routing: readonly RoutingRule[];
  /** The changes of the platform mode, by time. */
  readonly modes: readonly PlatformModeStep[];
  /** Gateways that are enabled, by id. */
  readonly gateways: ReadonlyMap<number, EngineGateway>;
  private readonly catalogue: SymbolCatalogue;
  private readonly records: Map<string, GroupRecord>;
  private readonly groups: Map<string, EngineGroup>;
  /** Null = newer settings have been made from these. */
  private source: Settings | null;

  /** With settings `before`, unchanged parts are shared with them: see `changeSettings`. */
  constructor(settings: Settings, before?: EngineSettings) {
    const source = before?.current();
    const isSame = (kind: SettingsKind): boolean => source?.[kind] === settings[kind];
    const [platform] = settings.platform;
    this.source = settings;
    this.version = settings.version;
    this.clock = before && isSame('platform') ? before.clock : (platform ?? UTC);
    this.calendar =
      before && isSame('platform') ? before.calendar : new DayCalendar(this.clock, platform);
    this.modes = platform?.modes ?? [];
    this.routing =
      before && isSame('routing') && isSame('gateway')
        ? before.routing
        : compileRouting(withGateways(settings.routing, settings.gateway));
    this.gateways =
      before && isSame('gateway') ? before.gateways : compileGateways(settings.gateway);
    this.catalogue = before?.catalogue ?? new SymbolCatalogue(settings.symbol, settings.holiday);
    this.records = before?.records ?? new Map(settings.group.map((one) => [one.path, one]));
    this.groups = before?.groups ?? new Map();
  }

  /** A group by path; undefined = unknown. Compiled at its first use. */
  group(path: string): EngineGroup | undefined {
    const { leverage_profile } = this.current();
    const known = this.groups.get(path);
    if (known !== undefined) return known;
    const record = this.records.get(path);
    if (record === undefined) return undefined;
    const group = new EngineGroup(record, this.catalogue, leverage_profile);
    this.groups.set(path, group);
    return group;
  }

  /** The id of a symbol by name; letter case is ignored; 0 = unknown. */
  symbolId(name: string): number {
    return this.catalogue.byName(name)?.id ?? 0;
  }

  /** Ids of symbols in `before` whose quotes are invalid under these settings: see `unquoted`. */
  unquotedSince(before: EngineSettings): readonly number[] {
    return before
      .current()
      .symbol.filter(({ id, digits }) => this.catalogue.byId(id)?.digits !== digits)
      .map(({ id }) => id);
  }

  /** The couple to which a symbol belongs; undefined = it is not a currency pair. */
  coupleOf(symbolId: number): Couple | undefined {
    return this.catalogue.coupleOf(symbolId);
  }

  /** Takes the shared parts from `before`, changes them, and returns the change's effect. */
  replace(before: EngineSettings, { changes }: SettingsDelta): SettingsEffect {
    const source = before.current();
    const settings = this.current();
    before.source = null;
    const effects: Effects = {
      groups: new Set(),
      symbols: new Set(),
      couples: new Set(),
      unquoted: [],
    };
    for (const { kind, key, record } of changes) {
      if (kind === 'symbol') this.changeSymbol(Number(key), record, effects);
      else if (kind === 'group') this.changeGroup(key, record, effects);
    }
    const profiles = different(source.leverage_profile, settings.leverage_profile);
    if (profiles.length > 0) this.changeProfiles(profiles, effects);
    this.catalogue.holidays = settings.holiday;
    this.changeHolidays(different(source.holiday, settings.holiday), effects);
    const isClockSame =
      before.clock.utc_offset_min === this.clock.utc_offset_min &&
      before.clock.daylight_saving === this.clock.daylight_saving;
    return { ...effects, clock: !isClockSame };
  }

  private changeSymbol(id: number, after: SymbolRecord | null, effects: Effects): void {
    const before = this.catalogue.byId(id);
    const couple = this.catalogue.change(id, after);
    if (before === undefined) return;
    effects.symbols.add(before.name);
    if (couple !== undefined) effects.couples.add(couple);
    if (after?.digits !== before.digits) effects.unquoted.push(id);
    for (const group of this.groups.values()) group.forget(before);
  }

  private changeGroup(path: string, after: GroupRecord | null, { groups }: Effects): void {
    if (after === null) this.records.delete(path);
    else this.records.set(path, after);
    this.groups.delete(path);
    groups.add(path);
  }

  private changeProfiles(changed: readonly LeverageProfileRecord[], { groups }: Effects): void {
    const ids = new Set(changed.map(({ id }) => id));
    for (const [path, { leverage_profile_id: id }] of this.records) {
      if (id === null || !ids.has(id)) continue;
      this.groups.delete(path);
      groups.add(path);
    }
  }

  private changeHolidays(changed: readonly HolidayRecord[], { symbols }: Effects): void {
    for (const group of this.groups.values()) {
      for (const symbol of group.inUse()) {
        if (!changed.some((holiday) => isHolidayOf(holiday, symbol))) continue;
        group.forget(symbol);
        symbols.add(symbol.name);
      }
    }
  }

  /** Throws if newer settings have been made from these: shared parts have changed. */
  private current(): Settings {
    if (this.source === null) throw new Error('settings are used that others were made of');
    return this.source;
  }
}

/**
 * Compiles settings. Throws on records that violate their schema, which were validated on input.
 */
export const compileSettings = (settings: Settings): EngineSettings => new EngineSettings(settings);

/** Settings of a new version, and the effect of the change. */
export interface ChangedSettings {
  readonly settings: EngineSettings;
  readonly effect: SettingsEffect;
}

/**
 * Compiles settings that differ from older ones by a delta. Unaffected parts are shared, including
 * groups and their symbols; affected parts are changed in place. The old settings must not be used
 * any more, and throw if they are.
 */
export const changeSettings = (
  before: EngineSettings,
  settings: Settings,
  delta: SettingsDelta,
): ChangedSettings => {
  const changed = new EngineSettings(settings, before);
  return { settings: changed, effect: changed.replace(before, delta) };
};
