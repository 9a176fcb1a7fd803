// Settings records: what staff configure, as it is held and travels; the engine compiles it.

import { type Static, Type } from '@sinclair/typebox';
import { fields, type Row } from '../base/field-table.js';
import { Named, Strict } from '../base/schema.js';
import { Bool, Choice, Int, Masks, Text } from '../base/setting-fields.js';
import type { DatafeedRecord, GatewayRecord } from './connections.js';
import type { GroupRecord } from './groups.js';
import type { LeverageProfileRecord } from './leverage.js';
import type { RoutingRecord } from './routing.js';
import type { LogicalServerRecord } from './servers.js';
import type { SymbolRecord } from './symbols.js';

/** A day, or part of one, on which symbols do not trade (trading-rules §4.1). */
export const HolidayRecord = Named('Holiday', {
  id: Int(1),
  /** 0 = every year */
  year: Int(0, 9999),
  month: Type.Integer({ minimum: 1, maximum: 12 }),
  day: Type.Integer({ minimum: 1, maximum: 31 }),
  description: Text(128),
  enabled: Bool(true),
  /** Minutes of the day on the server clock, `[from_min, to_min)`. */
  from_min: Int(0, 1440),
  to_min: Int(0, 1440, 1440),
  position: Int(1),
  /** Masks of names or paths; `!` excludes. */
  symbols: Type.Array(Masks(), { maxItems: 512, default: ['*'] }),
});
export type HolidayRecord = Static<typeof HolidayRecord>;

/** Platform-wide settings, one record with the key `platform`. */
export const PlatformRecord = Strict({
  utc_offset_min: Int(-720, 840, 0),
  daylight_saving: Choice(['none', 'europe', 'usa'] as const, 'none'),
  eod_time: Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    default: '23:59',
  }),
  /** Weekdays whose end of day runs, 0 = Sunday; a month's last day always does. */
  eod_weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
    uniqueItems: true,
    default: [1, 2, 3, 4, 5],
  }),
  /** Server time of the weekly maintenance on Sunday, HH:MM; empty = none. */
  optimization_time: Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$', default: '' }),
  /** Life of demo accounts, null = no end. Mode 1: after the last connection, 2: after opening. */
  demo: Type.Union([Strict({ mode: Int(0, 2), period_days: Int(1, 36_500) }), Type.Null()], {
    default: null,
  }),
  datafeeds_timeout_sec: Int(1, 3600, 30),
});
export type PlatformRecord = Static<typeof PlatformRecord>;

/** The kinds of settings that every thread holds a copy of, with their record types. */
export interface SettingsKinds {
  symbol: SymbolRecord;
  group: GroupRecord;
  routing: RoutingRecord;
  datafeed: DatafeedRecord;
  platform: PlatformRecord;
  holiday: HolidayRecord;
  leverage_profile: LeverageProfileRecord;
  gateway: GatewayRecord;
  logical_server: LogicalServerRecord;
}
export type SettingsKind = keyof SettingsKinds;

/** All settings at one version: what the desk hands to shards, front and market. */
export type Settings = {
  readonly [K in SettingsKind]: readonly SettingsKinds[K][];
} & { readonly version: number };

/** The settings of a thread before the desk has sent it any. */
export const NO_SETTINGS: Settings = {
  symbol: [],
  group: [],
  routing: [],
  datafeed: [],
  platform: [],
  holiday: [],
  leverage_profile: [],
  gateway: [],
  logical_server: [],
  version: 0,
};

/**
 * The copy of an account that its shard and the front hold: its name and group, and its switches.
 */
export const SWITCHES = fields({
  login: 'int',
  version: 'int',
  group: 'text',
  name: 'text',
  enabled: 'bool',
  trading_enabled: 'bool',
  api_enabled: 'bool',
  /** 0 = follow the group's default. */
  leverage_own: 'int',
  limit_orders: 'int',
  limit_positions: 'int',
  /** Login that receives agent commission; 0 = none. */
  agent: 'int',
  /** Days before it are not the account's. */
  created_at: 'time',
  /** An archived account is history: nothing is booked on it any more. */
  archived: 'bool',
  /** Shown to staff with the right `accounts.hidden` alone. */
  hidden: 'bool',
});
export type AccountSwitches = Row<typeof SWITCHES>;
