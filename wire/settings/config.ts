// Setting records: the settings of staff, as they are stored and sent to threads; the engine
// compiles them.

import { type Static, Type } from '@sinclair/typebox';
import { WATCHED_MAX } from '../accounts/watchlists.js';
import { fields, type Row } from '../base/field-table.js';
import { Named, refersTo, Time, Words } from '../base/schema.js';
import {
  Bool,
  Choice,
  DayMinute,
  DayTime,
  Int,
  Masks,
  Text,
  Weekday,
} from '../base/setting-fields.js';
import { parseTime } from '../base/time.js';
import { section } from '../fields/words.js';
import type { DatafeedRecord, GatewayRecord } from './connections.js';
import type { GroupRecord } from './groups.js';
import type { LeverageProfileRecord } from './leverage.js';
import type { RoutingRecord } from './routing.js';
import type { LogicalServerRecord } from './servers.js';
import { SymbolName, type SymbolRecord } from './symbols.js';

const day = section('Day');
const symbols = section('Symbols');
const mode = section('Mode');
const clock = section('Clock');
const prices = section('Prices');
const modes = section('Modes');

/** A day, or part of one, on which symbols do not trade (trading-rules §4.1). */
export const HolidayRecord = Named('Holiday', {
  id: Int(1),
  year: day('Year', 'Calendar year; 0 = every year.', Int(0, 9999), 'number'),
  month: day('Month', 'Month, 1 to 12.', Type.Integer({ minimum: 1, maximum: 12 }), 'number'),
  day: day('Day', 'Day of the month.', Type.Integer({ minimum: 1, maximum: 31 }), 'number'),
  description: Text(128),
  enabled: Bool(true),
  from_min: day(
    'From',
    'Minute of the day, on the server clock, at which the session starts.',
    DayMinute(0),
  ),
  to_min: day('To', 'Minute of the day at which the session ends, exclusive.', DayMinute(1440)),
  position: Int(1),
  symbols: symbols(
    'Symbols',
    'Masks of names or paths; `!` excludes.',
    Type.Array(refersTo('symbol', 'mask', Masks()), { maxItems: 512, default: ['*'] }),
  ),
});
export type HolidayRecord = Static<typeof HolidayRecord>;

/**
 * The modes. In `close_only` traders open and increase nothing; in `closed` they cannot trade at
 * all and have no sockets. Staff go on in each.
 */
export const PLATFORM_MODES = ['open', 'close_only', 'closed'] as const;
export type PlatformMode = (typeof PLATFORM_MODES)[number];

/** Most changes of the mode that are stored: the present one and those that are planned. */
export const MODE_STEPS_MAX = 16;

/** A change of the mode, at its time. */
export const PlatformModeStep = Named('PlatformModeStep', {
  mode: mode('Mode', 'May traders trade, close only, or neither?', Words(PLATFORM_MODES)),
  at: mode('From', 'Beginning.', Time()),
  text: mode('Text', 'Text that terminals show; empty = none.', Text(256)),
});
export type PlatformModeStep = Static<typeof PlatformModeStep>;

/** The mode where none was ever set. */
const OPEN: PlatformModeStep = { mode: 'open', at: new Date(0).toISOString(), text: '' };

/** The newest change of the mode that is due, of changes sorted by time. */
export const modeStepAt = (
  steps: readonly PlatformModeStep[] | undefined,
  now: number,
): PlatformModeStep => steps?.findLast(({ at }) => parseTime(at) <= now) ?? OPEN;

/** The mode at a time, ms since 1970. */
export const modeAt = (steps: readonly PlatformModeStep[] | undefined, now: number): PlatformMode =>
  modeStepAt(steps, now).mode;

/** The changes of the mode that are still to come. */
export const modeStepsAfter = (
  steps: readonly PlatformModeStep[] | undefined,
  now: number,
): readonly PlatformModeStep[] => (steps ?? []).filter(({ at }) => parseTime(at) > now);

/** Platform-wide settings, one record with the key `platform`. */
export const PlatformRecord = Named('PlatformSettings', {
  utc_offset_min: clock(
    'UTC offset',
    'Server clock from UTC, without summer time.',
    Int(-720, 840, 0),
  ),
  daylight_saving: clock(
    'Summer time',
    'Rule by which the server clock has summer time.',
    Choice(['none', 'europe', 'usa'] as const, 'none'),
  ),
  eod_time: clock('End of day', 'Time of the server clock at which the trading day ends, HH:MM.', {
    ...DayTime(),
    default: '23:59',
  }),
  eod_weekdays: clock(
    'Weekdays',
    'Weekdays with an end of day, 0 = Sunday; the last day of a month always has an end ' +
      'of day.',
    Type.Array(Weekday(), {
      uniqueItems: true,
      default: [1, 2, 3, 4, 5],
    }),
    'number',
  ),
  default_symbols: prices(
    'Watchlist',
    'Default watchlist where a brand has none.',
    Type.Array(refersTo('symbol', 'name', SymbolName()), {
      maxItems: WATCHED_MAX,
      uniqueItems: true,
      default: [],
    }),
  ),
  /** The changes of the platform mode, by time: the newest one that is due, and those planned. */
  modes: modes(
    'Modes',
    'The mode, and the planned changes of the mode.',
    Type.Array(PlatformModeStep, { maxItems: MODE_STEPS_MAX, default: [] }),
  ),
});
export type PlatformRecord = Static<typeof PlatformRecord>;

/** The types of settings that every thread has a copy of, with their record types. */
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

/** All settings at one version, as the desk sends them to shards, front and market. */
export type Settings = {
  readonly [K in SettingsKind]: readonly SettingsKinds[K][];
} & { readonly version: number };

/** The settings of a thread until the desk sends some. */
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

/** The copy of an account in its shard and in the front: name, group and switches. */
export const SWITCHES = fields({
  login: 'int',
  version: 'int',
  group: 'text',
  name: 'text',
  enabled: 'bool',
  trading_enabled: 'bool',
  api_enabled: 'bool',
  /** 0 = the group's default. */
  leverage_own: 'int',
  limit_orders: 'int',
  limit_positions: 'int',
  /** The login that receives agent commission; 0 = none. */
  agent: 'int',
  /** The opening of the account; earlier days have no daily row. */
  created_at: 'time',
  /** An archived account takes no further bookings. */
  archived: 'bool',
  /** Shown to staff with the right `accounts.hidden` alone. */
  hidden: 'bool',
});
export type AccountSwitches = Row<typeof SWITCHES>;
