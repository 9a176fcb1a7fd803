// The groups of the simulated world, and the rules by which their requests are decided.

import type { HolidayRecord } from '../../wire/config.js';
import type { GatewayRecord } from '../../wire/connections.js';
import type { CommissionRule, GroupRecord } from '../../wire/groups.js';
import type { LeverageProfileRecord } from '../../wire/leverage.js';
import type { RoutingRecord } from '../../wire/routing.js';
import { gatewayOf } from '../support/connections.js';
import { commission, group, row, rule } from '../support/engine-harness.js';

const all = (more: Partial<GroupRecord>): GroupRecord =>
  group({
    leverage_default: 200,
    so_hedged: true,
    symbols: [row('!CHFSEK,!XAGUSD,*')],
    ...more,
  });

const lots = commission({ name: 'lots', mask: '!XAUUSD,*' }, { value: '3.5' });
const value = commission(
  { name: 'value', mask: 'XAUUSD', entry: 'out', kind: 'fee' },
  { mode: 'percent', value: '0.01', min: '0.5', max: '25' },
);
const agent = commission({ name: 'agent', kind: 'agent', mask: '*' }, { value: '1.2' });
const gains = commission(
  { name: 'gains', range: 'profit', profit_filter: 'profit', entry: 'out' },
  { mode: 'profit_percent', type: 'per_deal', value: '0.5' },
);

/** Reasons whose deals pay no commission. */
export const FREE: ReadonlySet<string> = new Set([
  'rollover',
  'external_service',
  'sync',
  'split',
  'corporate_action',
  'correction',
]);

/** What a lot costs when the period's turnover is at most so much. */
interface TurnoverTier {
  /** Volume ×10^8; 0 = open. */
  readonly to: number;
  readonly cents: number;
}

/** A charge a lot by the turnover of a period; the final tier prices the whole of it. */
export interface TurnoverRule {
  readonly name: string;
  readonly charge: 'daily' | 'monthly';
  readonly tiers: readonly TurnoverTier[];
}

/** Turnover rules: simple enough to be reckoned again from the deals alone. */
export const TURNOVER: Readonly<Record<'daily' | 'monthly', TurnoverRule>> = {
  daily: {
    name: 'day',
    charge: 'daily',
    tiers: [
      { to: 5e8, cents: 80 },
      { to: 0, cents: 55 },
    ],
  },
  monthly: {
    name: 'month',
    charge: 'monthly',
    tiers: [
      { to: 30e8, cents: 30 },
      { to: 0, cents: 20 },
    ],
  },
};

const turnoverRule = ({ name, charge, tiers }: TurnoverRule): CommissionRule => {
  const [base] = lots.tiers as [CommissionRule['tiers'][number]];
  return {
    ...commission({ name, charge, range: 'turnover_volume' }),
    tiers: tiers.map(({ to, cents }, at) => ({
      ...base,
      range_from: String((tiers[at - 1]?.to ?? 0) / 1e8),
      range_to: String(to / 1e8),
      value: String(cents / 100),
    })),
  };
};

const turnover = [turnoverRule(TURNOVER.daily), turnoverRule(TURNOVER.monthly)];

/** Every group, by what is peculiar to it. */
export const GROUPS: readonly GroupRecord[] = [
  all({ path: 'real\\std', commissions: [lots, value], so_compensation: true }),
  all({ path: 'real\\net', margin_mode: 'netting', commissions: [lots, gains] }),
  all({
    path: 'real\\eur',
    currency: 'EUR',
    commissions: [lots, value, agent],
    free_margin_mode: 'loss_only',
    symbols: [row('EURUSD', { spread_diff: 4, spread_diff_bid: 1 }), row('!CHFSEK,*')],
  }),
  all({
    path: 'real\\jpy',
    currency: 'JPY',
    currency_digits: 0,
    margin_mode: 'netting',
    stopout_mode: 'money',
    margin_call: '60000',
    stop_out: '30000',
    so_compensation: true,
    commissions: [commission({ name: 'yen' }, { value: '350' })],
  }),
  all({ path: 'real\\fifo', fifo_close: true, free_margin_mode: 'not_use' }),
  all({ path: 'real\\oneway', hedge_prohibited: true, free_margin_mode: 'profit_only' }),
  all({
    path: 'real\\limits',
    limit_orders: 3,
    limit_positions: 6,
    limit_symbols: 3,
    expiration_enabled: false,
    symbols: [row('CHFSEK'), row('ZARMXN'), row('Forex\\*', { volume_limit: '3' })],
  }),
  all({ path: 'real\\vip', leverage_profile_id: 1, leverage_default: 500, commissions: [agent] }),
  all({
    path: 'real\\blocked',
    margin_mode: 'netting',
    profit_blocked_till_eod: true,
    commissions: turnover,
  }),
  all({ path: 'real\\turnover', commissions: [...turnover, lots] }),
  all({
    path: 'real\\comp',
    so_compensation: true,
    so_compensation_credit: true,
    stop_out: '90',
    margin_call: '120',
  }),
  all({ path: 'real\\partial', currency: 'EUR', stopout_close: 'partial', commissions: [lots] }),
  all({ path: 'real\\interest', interest_rate: '3', interest_days: 360, swaps_enabled: false }),
  all({ path: 'real\\desk', commissions: [lots] }),
  all({ path: 'real\\stp', commissions: [lots] }),
  all({ path: 'real\\slow', margin_mode: 'netting', leverage_profile_id: 2 }),
  all({ path: 'demo\\std', margin_mode: 'netting', leverage_default: 1000, interest_rate: '1' }),
];

const when = (field: 'group' | 'symbol' | 'comment' | 'volume' | 'kind', value: string) =>
  ({ field, op: 'eq', value }) as const;

/** Logins of dealers; the last is named by no rule. */
export const DEALERS = [7, 8, 9] as const;

/** Providers: one for pairs that holds limits itself, one for everything, one for stocks. */
export const GATEWAYS: readonly GatewayRecord[] = [
  gatewayOf(
    4,
    { 'FIX Quantity Mode': 'Lots', 'Limit Orders Coverage Mode': 'Gateway' },
    {
      symbols: ['Forex\\*'],
      translates: [
        {
          symbol_id: 1,
          source: 'EUR/USD',
          source_digits: 5,
          ask_markup_pts: 3,
          bid_markup_pts: -2,
        },
      ],
    },
  ),
  gatewayOf(5, { 'Limit Orders Coverage Mode': 'Market', 'Order Placement Timeout': '7' }),
  gatewayOf(6, {}, { symbols: ['Stocks\\*'] }),
];

/** The rules, in the order of the walk. Switches of the run turn some of them off and on. */
export const ROUTING: readonly RoutingRecord[] = [
  rule({ name: 'no stops', action: 'clear_stops', conditions: [when('comment', 'bare')] }),
  rule({
    name: 'never',
    action: 'reject',
    action_value: 'not today',
    conditions: [when('comment', 'never')],
  }),
  rule({ name: 'again', action: 'requote', conditions: [when('comment', 'again')] }),
  rule({
    name: 'later',
    action: 'delay',
    action_value: '1500',
    conditions: [when('group', 'real\\slow,real\\partial')],
  }),
  rule({
    name: 'desk',
    action: 'dealer',
    dealers: [7, 8],
    conditions: [when('group', 'real\\desk')],
  }),
  rule({
    name: 'open desk',
    action: 'online_dealers',
    conditions: [when('symbol', 'EURJPY,XAUUSD'), when('group', 'real\\*')],
    skip_no_dealer: true,
  }),
  rule({
    name: 'straight through',
    action: 'gateway',
    dealers: [4, 5],
    conditions: [when('group', 'real\\stp')],
  }),
  rule({
    name: 'exchange',
    action: 'gateway',
    dealers: [6],
    conditions: [when('symbol', 'SAP')],
  }),
  rule({
    name: 'exact',
    action: 'confirm_request_price',
    conditions: [when('group', 'real\\vip')],
  }),
  rule({
    name: 'no new orders of nine lots',
    action: 'reject',
    conditions: [when('volume', '9')],
    request_kinds: ['open', 'pending'],
  }),
  rule({ name: 'rest', action: 'confirm_market_price' }),
].map((record, at) => ({ ...record, id: at + 1, position: at + 1 }));

const tier = (range_from: string, range_to: string, initial: string, maintenance: string) => ({
  range_from,
  range_to,
  initial,
  maintenance,
});

/** Floating leverage: by lots over all symbols, and by value a symbol. */
export const PROFILES: readonly LeverageProfileRecord[] = [
  {
    id: 1,
    name: 'lots',
    enabled: true,
    rules: [
      {
        name: 'all',
        mask: '*',
        range_basis: 'volume',
        currency: '',
        description: '',
        tiers: [tier('0', '2', '1', '1'), tier('2', '6', '2', '1.5'), tier('6', '0', '3', '2')],
      },
    ],
  },
  {
    id: 2,
    name: 'value',
    enabled: true,
    rules: [
      {
        name: 'pairs',
        mask: 'Forex\\*',
        range_basis: 'value_per_symbol',
        currency: 'USD',
        description: '',
        tiers: [tier('0', '100000', '0.5', '0.5'), tier('100000', '0', '1', '1')],
      },
    ],
  },
];

const holiday = (id: number, month: number, day: number, more: Partial<HolidayRecord>) =>
  ({
    id,
    year: 2025,
    month,
    day,
    description: '',
    enabled: true,
    from_min: 0,
    to_min: 1440,
    position: id,
    symbols: ['*'],
    ...more,
  }) satisfies HolidayRecord;

/** Days off: one for pairs, half a day for stocks, one every year for everything. */
export const HOLIDAYS: readonly HolidayRecord[] = [
  holiday(1, 3, 19, { symbols: ['Forex\\*', '!EURUSD'] }),
  holiday(2, 3, 25, { symbols: ['Stocks\\*'], from_min: 1080 }),
  holiday(3, 5, 1, { year: 0 }),
];
