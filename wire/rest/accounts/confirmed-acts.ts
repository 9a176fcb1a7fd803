// The acts that holders of `confirm_actions` confirm, with the route that leads to each.

import type { SettingKind } from '../../settings/kinds.js';

interface ConfirmedAct {
  /** The name of the route that does it; its body has the members of `confirmFields`. */
  readonly route: string;
  /** Members of the body; a request that names none of them needs no confirmation. */
  readonly fields?: readonly string[];
  /** A boolean of the body that makes the request a preview, which needs no confirmation. */
  readonly unless?: string;
  /** Is a request that leaves `unless` out a preview? Default: no. */
  readonly previews?: true;
  /**
   * The type of settings whose `fields` the request changes. A file of settings does not change
   * these fields for holders of `confirm_actions`; such users call the route that `by` names.
   */
  readonly setting?: { readonly kind: SettingKind; readonly by: string };
}

/**
 * Fields of datafeeds and gateways: where prices come from and orders go to, which symbols and
 * groups a connection serves, the markups, and which connection comes first.
 */
const CONNECTION_FIELDS = [
  'enabled',
  'module',
  'server',
  'params',
  'priority',
  'symbols',
  'translates',
] as const;

/**
 * The fields of each type of settings that move prices of clients, or book money. Fields that are
 * fixed while a symbol has positions or orders (`contract_size`, `digits`) are none of them.
 */
export const MONEY_FIELDS = {
  symbol: [
    'source_symbol_id',
    'spread',
    'spread_balance_bid',
    'spread_balance_ask',
    'manual_quote_pts',
    'tick_size',
    'tick_value',
    'profit_conversion',
    'swap_mode',
    'swap_long',
    'swap_short',
    'swap_triple_day',
    'swap_multipliers',
    'swap_days_in_year',
    'swap_holidays',
  ],
  group: [
    'symbols',
    'commissions',
    'swaps_enabled',
    'interest_rate',
    'interest_days',
    'so_compensation',
    'so_compensation_credit',
    'demo_deposit',
  ],
  datafeed: [...CONNECTION_FIELDS, 'quotes_enabled'],
  gateway: [...CONNECTION_FIELDS, 'mode', 'groups', 'fill_deviation_max'],
  platform: ['utc_offset_min', 'daylight_saving', 'eod_time'],
} as const satisfies Partial<Record<SettingKind, readonly string[]>>;

/**
 * All acts that are confirmed, by the action that a confirmation names. They move money by amounts
 * or prices that the user chooses, or act on many accounts at once: so do the platform mode and the
 * server clock, which says when trading days end and swaps are charged. A route with a right that
 * moves money has a row here, or a reason in `test/http/routes/confirmed-acts.test.ts`.
 */
export const CONFIRMED_ACTS = {
  'accounts.balance': { route: 'accounts.balance' },
  'accounts.bulk_balance': { route: 'accounts.bulk_balance' },
  'accounts.bulk_change': { route: 'accounts.bulk_change' },
  'accounts.group_balance': { route: 'accounts.group_balance', unless: 'dry_run' },
  'accounts.held_fills': { route: 'accounts.held_fills' },
  'accounts.import': { route: 'accounts.import', unless: 'dry_run' },
  'datafeeds.change': {
    route: 'datafeeds.change',
    fields: MONEY_FIELDS.datafeed,
    setting: { kind: 'datafeed', by: 'PATCH /admin/v1/datafeeds/{id}' },
  },
  'datafeeds.create': { route: 'datafeeds.create' },
  'datafeeds.order': { route: 'datafeeds.order' },
  'deals.bust': { route: 'deals.bust' },
  'gateways.change': {
    route: 'gateways.change',
    fields: MONEY_FIELDS.gateway,
    setting: { kind: 'gateway', by: 'PATCH /admin/v1/gateways/{id}' },
  },
  'gateways.create': { route: 'gateways.create' },
  'gateways.order': { route: 'gateways.order' },
  'gateways.import_accounts': { route: 'gateways.import_accounts', unless: 'dry_run' },
  'groups.change': {
    route: 'groups.change',
    fields: MONEY_FIELDS.group,
    setting: { kind: 'group', by: 'PATCH /admin/v1/groups/{id}' },
  },
  'platform.clock': {
    route: 'platform.settings.change',
    fields: MONEY_FIELDS.platform,
    setting: { kind: 'platform', by: 'PATCH /admin/v1/platform/settings' },
  },
  'platform.mode': { route: 'platform.mode' },
  'positions.change': { route: 'positions.change', fields: ['price_open', 'volume'] },
  'positions.close': { route: 'positions.bulk_close', unless: 'preview' },
  'positions.payments': { route: 'positions.payments' },
  'quotes.publish': { route: 'quotes.publish' },
  'symbols.change': {
    route: 'config.symbols.change',
    fields: MONEY_FIELDS.symbol,
    setting: { kind: 'symbol', by: 'PATCH /admin/v1/symbols/{id}' },
  },
  'symbols.delete': { route: 'config.symbols.delete' },
  'symbols.quick': {
    route: 'config.symbols.quick',
    fields: ['spread', 'swap_long', 'swap_short', 'swap_triple_day'],
  },
  'transfer.delete': { route: 'transfer.delete', unless: 'dry_run', previews: true },
} satisfies Readonly<Record<string, ConfirmedAct>>;

/** The name of an act that is confirmed. */
export type ConfirmedAction = keyof typeof CONFIRMED_ACTS;
/** The names of all acts that are confirmed. */
export const CONFIRMED_ACTIONS = Object.keys(CONFIRMED_ACTS) as readonly ConfirmedAction[];

/** An act that is confirmed, with its name. */
export interface Confirm extends ConfirmedAct {
  readonly action: ConfirmedAction;
}

const BY_ROUTE: ReadonlyMap<string, Confirm> = new Map(
  CONFIRMED_ACTIONS.map((action) => {
    const act: ConfirmedAct = CONFIRMED_ACTS[action];
    return [act.route, { ...act, action }];
  }),
);

/** Fields of a type of settings whose change a code confirms, and the route that takes it. */
interface ConfirmedFields {
  readonly fields: readonly string[];
  readonly by: string;
}

/** The fields that a file of settings does not change for a holder of `confirm_actions`. */
export const confirmedFieldsOf = (kind: SettingKind): ConfirmedFields | undefined => {
  for (const { fields = [], setting } of BY_ROUTE.values()) {
    if (setting?.kind === kind) return { fields, by: setting.by };
  }
  return undefined;
};

/** The act that requests of a route do; undefined = they are not confirmed. */
export const confirmedActOf = (route: string): Confirm | undefined => BY_ROUTE.get(route);
