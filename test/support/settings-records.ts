// Setting records for tests: defaults of their schemas with the fields that a test sets.

import { emptyRow } from '../../wire/base/field-table.js';
import { type AccountSwitches, HolidayRecord, SWITCHES } from '../../wire/settings/config.js';
import { type CommissionRule, GroupRecord, type GroupSymbol } from '../../wire/settings/groups.js';
import { RoutingRecord } from '../../wire/settings/routing.js';
import { SymbolRecord } from '../../wire/settings/symbols.js';
import type { OrderKind, Side } from '../../wire/trading/records.js';

type Fields = Readonly<Record<string, { readonly default?: unknown }>>;

/** The defaults of a record's schema. */
export const defaultsOf = (schema: { readonly properties: unknown }): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties as Fields)
      .filter(([, field]) => 'default' in field)
      .map(([name, field]) => [name, structuredClone(field.default)]),
  );

/** An account of real\std that may trade; 1:100, without limits. */
export const accountSwitches = (
  login: number,
  more: Partial<AccountSwitches> = {},
): AccountSwitches => ({
  ...{ ...emptyRow(SWITCHES), login, version: 1, group: 'real\\std' },
  ...{ enabled: true, trading_enabled: true, ...more },
});

/** A forex symbol named after its pair; fields are the record's. */
export const symbol = (name: string, more: Partial<SymbolRecord> = {}): SymbolRecord =>
  ({
    ...defaultsOf(SymbolRecord),
    id: 0,
    path: `Forex\\${name}`,
    name,
    currency_base: name.slice(0, 3),
    currency_profit: name.slice(3, 6),
    currency_margin: name.slice(0, 3),
    digits: 5,
    contract_size: '100000',
    calc_mode: 'forex',
    fill_flags: ['fok', 'ioc'],
    order_flags: ['market', 'limit', 'stop', 'stop_limit', 'sl', 'tp', 'close_by'],
    expiration_flags: ['gtc', 'day', 'specified', 'specified_day'],
    ...more,
  }) as SymbolRecord;

/** Fields of a symbol of which all is counted in dollars. */
export const IN_DOLLARS = {
  currency_base: 'USD',
  currency_profit: 'USD',
  currency_margin: 'USD',
} as const;

/** A group that is offered every symbol. */
export const group = (more: Partial<GroupRecord> = {}): GroupRecord =>
  ({
    ...defaultsOf(GroupRecord),
    path: 'real\\std',
    currency: 'USD',
    currency_digits: 2,
    symbols: [row('*')],
    ...more,
  }) as GroupRecord;

/** A group's symbol row without overrides. */
export const row = (mask: string, more: Partial<GroupSymbol> = {}): GroupSymbol => ({
  mask,
  spread_diff: 0,
  spread_diff_bid: 0,
  ...more,
});

/** A routing rule; without more it confirms everything at the market. */
export const rule = (more: Partial<RoutingRecord> = {}): RoutingRecord =>
  ({
    ...defaultsOf(RoutingRecord),
    id: 1,
    name: 'rest',
    position: 1,
    action: 'confirm_market_price',
    ...more,
  }) as RoutingRecord;

/** A commission rule: 1.00 of the deposit currency a lot, charged at once. */
export const commission = (
  more: Partial<CommissionRule> = {},
  tier: Partial<CommissionRule['tiers'][number]> = {},
): CommissionRule => ({
  name: 'lots',
  description: '',
  mask: '*',
  kind: 'standard',
  charge: 'instant',
  range: 'volume',
  turnover_currency: '',
  entry: 'all',
  side: 'all',
  profit_filter: 'all',
  reasons: [],
  min_per: 'order',
  tiers: [
    {
      range_from: '0',
      range_to: '0',
      mode: 'deposit',
      currency: '',
      type: 'per_lot',
      value: '1',
      min: '0',
      max: '0',
      ...tier,
    },
  ],
  ...more,
});

/** A holiday of all symbols; the whole of Christmas Day unless it is said otherwise. */
export const holiday = (more: Partial<HolidayRecord> = {}): HolidayRecord =>
  ({
    ...defaultsOf(HolidayRecord),
    id: 1,
    year: 0,
    month: 12,
    day: 25,
    position: 1,
    ...more,
  }) as HolidayRecord;

/** What margin of a side and kind of order is multiplied by; maintenance is the initial rate. */
export const marginRate = (
  side: Side,
  order_kind: OrderKind,
  initial: string,
  maintenance = initial,
): SymbolRecord['margin_rates'][number] => ({
  side,
  order_kind: order_kind as 'market',
  initial,
  maintenance,
});

/** The same for all pending orders. */
export const reserving = (initial: string): SymbolRecord['margin_rates'] =>
  (['limit', 'stop', 'stop_limit'] as const).flatMap((kind) =>
    (['buy', 'sell'] as const).map((side) => marginRate(side, kind, initial)),
  );
