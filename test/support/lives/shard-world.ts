// The random world of many accounts: changing settings, accounts, prices.

import {
  type ChangedSettings,
  changeSettings,
  compileSettings,
} from '../../../engine/settings/settings.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { AccountSwitches, Settings } from '../../../wire/settings/config.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import type { RoutingRecord } from '../../../wire/settings/routing.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { gatewayOf } from '../connections.js';
import { deltaBetween } from '../settings-delta.js';
import { commission, row, rule } from '../settings-records.js';
import { caller, switches } from '../shard-harness.js';
import { Market } from './market.js';
import { SeededRandom } from './random.js';
import { changedGroup, groupOf, LATER, settingsOf } from './settings.js';
import { changedSymbol, type Instrument, instrumentsOf } from './symbols.js';

/** Monday, 10 March 2025, 07:00 UTC: lives begin. */
export const BEGINNING = Date.UTC(2025, 2, 10, 7);

const FIRST_LOGIN = 1001;
/** Prices mostly move a little, at times by a gap. */
const CALM = [...Array<number>(60).fill(0.0004), 0.01] as const;

const later = (kind: 'standard' | 'agent') => LATER.filter((one) => one.kind === kind);
const agents = commission({ name: 'f', kind: 'agent' }, { value: '1.25' });
const USD = { currency: 'USD', currency_digits: 2 } as const;

/** Groups by what is peculiar to each; the rest of them is drawn. */
const GROUPS: readonly Partial<GroupRecord>[] = [
  { path: 'real\\std', ...USD, margin_mode: 'hedging', so_compensation: true },
  { path: 'real\\net', ...USD, margin_mode: 'netting', commissions: [agents] },
  { path: 'real\\eur', currency: 'EUR', currency_digits: 2, commissions: [agents] },
  { path: 'real\\jpy', currency: 'JPY', currency_digits: 0, margin_mode: 'netting' },
  { path: 'real\\fifo', ...USD, margin_mode: 'hedging', fifo_close: true },
  { path: 'real\\oneway', ...USD, margin_mode: 'hedging', hedge_prohibited: true },
  {
    path: 'real\\limits',
    ...USD,
    limit_orders: 3,
    limit_positions: 6,
    limit_symbols: 3,
    expiration_enabled: false,
    symbols: [
      row('XAUUSD,DE40', { trade_access: 'short_only' }),
      row('OILJPY,ES', { trade_access: 'long_only' }),
      row('*USD', { volume_limit: '0.6' }),
      row('*'),
    ],
  },
  { path: 'real\\turnover', ...USD, commissions: [...later('standard'), ...later('agent')] },
  {
    path: 'real\\blocked',
    ...USD,
    margin_mode: 'netting',
    profit_blocked_till_eod: true,
    commissions: later('standard'),
  },
  {
    path: 'real\\comp',
    ...USD,
    so_compensation: true,
    so_compensation_credit: true,
    stopout_mode: 'percent',
    stop_out: '90',
    margin_call: '120',
  },
  { path: 'real\\partial', ...USD, stopout_close: 'partial', interest_rate: '3' },
  { path: 'real\\desk', ...USD, margin_mode: 'hedging' },
  { path: 'real\\stp', ...USD, margin_mode: 'hedging' },
  { path: 'real\\slow', ...USD, margin_mode: 'netting' },
  { path: 'real\\plain', currency: 'EUR', currency_digits: 2, margin_mode: 'hedging' },
  { path: 'real\\flat', ...USD, margin_mode: 'netting' },
];
/** Groups whose requests nobody but the market decides: the model knows all that befalls them. */
const MODELLED: readonly string[] = ['real\\plain', 'real\\flat'];
/** Accounts of each that the model follows. */
const MODELLED_MAX = 2;

/** What is peculiar to symbols: modes of execution that one account alone does not meet, dates. */
const SYMBOLS: Readonly<Record<string, Partial<SymbolRecord>>> = {
  GBPUSD: { execution_mode: 'instant', instant_price_age_sec: 20 },
  EURJPY: { execution_mode: 'request', request_timeout_sec: 10 },
  XAUUSD: { execution_mode: 'instant', instant_max_volume: '0.3' },
  SAP: { execution_mode: 'exchange' },
  AUDUSD: { volume_limit: '4' },
  AUDCHF: { margin_check_process: true },
  OIL: { starts_at: '2025-04-10T00:00:00Z' },
};
/** What has no price. */
const QUIET = 'ADR';

/** A staff member who trades and pays for clients. */
export const DEALER: Caller = caller(7, { audience: 'staff', terminal: 'manager' });

/** Logins of dealers; the last is named by no rule. */
export const DEALERS = [7, 8, 9] as const;

/** Providers: one for pairs that holds limits itself, one for everything, one for stocks. */
export const GATEWAYS = [
  gatewayOf(
    4,
    { 'FIX Quantity Mode': 'Lots', 'Limit Orders Coverage Mode': 'Gateway' },
    {
      symbols: ['*USD', 'USD*'],
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
  gatewayOf(6, {}, { symbols: ['SAP'] }),
];

const when = (field: 'group' | 'symbol' | 'comment' | 'volume', value: string) =>
  ({ field, op: 'eq', value }) as const;

type RuleSketch = readonly [
  name: string,
  action: RoutingRecord['action'],
  conditions?: RoutingRecord['conditions'],
  more?: Partial<RoutingRecord>,
];

const RULES: readonly RuleSketch[] = [
  ['no stops', 'clear_stops', [when('volume', '0.5')]],
  ['never', 'reject', [when('comment', 'no*')]],
  ['again', 'requote', [when('comment', 're*')]],
  ['plain', 'confirm_market_price', [when('group', MODELLED.join(','))]],
  ['later', 'delay', [when('group', 'real\\slow,real\\partial')], { action_value: '1500' }],
  ['desk', 'dealer', [when('group', 'real\\desk')], { dealers: [7, 8] }],
  [
    'open desk',
    'online_dealers',
    [when('symbol', 'EURJPY,XAUUSD'), when('group', 'real\\*')],
    { skip_no_dealer: true },
  ],
  [
    'changes',
    'dealer',
    [when('group', 'real\\stp'), when('symbol', 'EURUSD,GBPUSD')],
    { dealers: [7, 8], request_kinds: ['pending_modify', 'pending_cancel', 'close'] },
  ],
  ['straight through', 'gateway', [when('group', 'real\\stp')], { dealers: [4, 5] }],
  ['exchange', 'gateway', [when('symbol', 'SAP')], { dealers: [6] }],
  ['exact', 'confirm_request_price', [when('group', 'real\\std')]],
  ['rest', 'confirm_market_price'],
];

/** The rules, in the order of the walk. */
const ROUTING = RULES.map(([name, action, conditions = [], more], at) =>
  rule({ name, action, conditions, ...more, id: at + 1, position: at + 1 }),
);

/** What the world is made with. */
export interface WorldPlan {
  readonly seed: number;
  /** Accounts of these groups alone; default: all. */
  readonly groups?: readonly string[];
  readonly accountsAGroup?: number;
  /** Do prices move far? */
  readonly wild?: boolean;
  /** Only so many symbols are traded and changed; default: all. */
  readonly traded?: number;
}

const instrumentsWith = (random: SeededRandom): Instrument[] =>
  instrumentsOf(random).map((one) => ({
    ...one,
    record: { ...one.record, ...SYMBOLS[one.name] },
  }));

/** The records, one of them replaced. */
const replaced = <T>(records: readonly T[], old: T, by: T): readonly T[] =>
  records.map((one) => (one === old ? by : one));

/** Settings and switches that stand, and prices. */
export class ShardWorld extends Market {
  readonly seed: number;
  settings: Settings;
  compiled;
  /** Accounts by login, in the order of their logins; those of a group stand together. */
  readonly accounts = new Map<number, AccountSwitches>();
  readonly logins: readonly number[];
  /** What is quoted. */
  readonly quoted: readonly Instrument[];
  /** Logins of accounts that the model can follow, and the market that they deal in. */
  readonly modelled: ReadonlySet<number>;
  readonly plain: Market;
  private readonly paths: readonly string[];
  /** What records may become, and become again. */
  private readonly groups: ReadonlyMap<string, readonly GroupRecord[]>;
  private readonly symbols: ReadonlyMap<string, readonly SymbolRecord[]>;

  constructor({ seed, groups = [], accountsAGroup = 12, wild = false, traded }: WorldPlan) {
    const random = new SeededRandom(seed);
    const instruments = instrumentsWith(random);
    const active = instruments.slice(0, traded);
    super(random, instruments, active, BEGINNING, wild ? undefined : CALM);
    this.seed = seed;
    this.quoted = instruments.filter(({ name }) => name !== QUIET);
    const records = GROUPS.map((fixed) => groupOf(random, true, fixed));
    const settings = settingsOf(random, instruments, { profiles: true });
    this.settings = { ...settings, group: records, routing: ROUTING, gateway: GATEWAYS };
    this.compiled = compileSettings(this.settings);
    const variants = <T>(of: T, changed: () => T): readonly T[] => [of, changed(), changed()];
    this.groups = new Map(
      records.map((one) => [one.path, variants(one, () => changedGroup(random, one, true))]),
    );
    this.symbols = new Map(
      instruments.map(({ name, record }) => [
        name,
        variants(record, () => ({
          ...record,
          ...changedSymbol(random, record),
          contract_size: random.pick([
            record.contract_size,
            String(Number(record.contract_size) * 2),
          ]),
          spread: random.pick([0, 10, 40]),
          trade_access: random.pick(['full', 'full', 'disabled'] as const),
        })),
      ]),
    );
    this.paths = groups.length === 0 ? GROUPS.map(({ path }) => path as string) : groups;
    const yen = this.paths.indexOf('real\\jpy');
    for (const path of this.paths) this.#open(path, yen, accountsAGroup);
    this.logins = [...this.accounts.keys()];
    // The first one of a group is an agent, who is paid by others.
    const followed = MODELLED.flatMap((path) =>
      this.logins
        .filter((login) => this.accounts.get(login)?.group === path)
        .slice(1, 1 + MODELLED_MAX),
    );
    this.modelled = new Set(followed);
    const plain = active.filter(
      ({ name, record }) =>
        record.execution_mode === 'market' && name !== QUIET && SYMBOLS[name] === undefined,
    );
    this.plain = Object.create(this, { active: { value: plain }, instruments: { value: plain } });
  }

  /** The first account of a group is the agent of the others, for some one in yen is. */
  #open(group: string, yen: number, count: number): void {
    const first = FIRST_LOGIN + this.accounts.size;
    for (let at = 0; at < count; at += 1) {
      const agent = at % 3 === 2 && yen >= 0 ? FIRST_LOGIN + yen * count : first;
      const login = first + at;
      this.accounts.set(
        login,
        switches(login, {
          group,
          name: `Client ${login}`,
          api_enabled: at % 3 === 0,
          leverage_own: at % 7 === 3 ? 50 : 0,
          limit_orders: at % 11 === 6 ? 1 : 0,
          limit_positions: at % 11 === 5 ? 8 : 0,
          agent: at === 0 ? 0 : agent,
          created_at: BEGINNING,
        }),
      );
    }
  }

  group(path: string): GroupRecord {
    const group = this.settings.group.find((one) => one.path === path);
    if (group === undefined) throw new Error(`no group ${path}`);
    return group;
  }

  /** One record becomes another one that it may be, or a rule is switched. */
  change(): ChangedSettings {
    const { random, settings: before } = this;
    const what = random.below(5);
    let part: Partial<Settings>;
    if (what < 2) {
      const old = this.group(random.pick(this.paths));
      const by = random.pick(this.groups.get(old.path) as readonly GroupRecord[]);
      part = { group: replaced(before.group, old, by) };
    } else if (what < 4) {
      const { name } = random.pick(this.active);
      const old = before.symbol.find((one) => one.name === name) as SymbolRecord;
      const by = random.pick(this.symbols.get(name) as readonly SymbolRecord[]);
      part = { symbol: replaced(before.symbol, old, by) };
    } else {
      const old = random.pick(before.routing.slice(0, 3));
      part = { routing: replaced(before.routing, old, { ...old, enabled: !old.enabled }) };
    }
    this.settings = { ...before, ...part, version: before.version + 1 };
    const delta = deltaBetween(before, this.settings);
    const changed = changeSettings(this.compiled, this.settings, delta);
    this.compiled = changed.settings;
    return changed;
  }

  /** Puts new switches of an account in the place of the old ones. */
  switch(login: number, change: Partial<AccountSwitches>): AccountSwitches {
    const old = this.accounts.get(login);
    if (old === undefined) throw new Error(`no account ${login}`);
    const after = { ...old, ...change, version: old.version + 1 };
    this.accounts.set(login, after);
    return after;
  }

  /** Logins of the accounts that are in a group; all where there are none. */
  loginsOf(path: string): readonly number[] {
    const some = this.logins.filter((login) => this.accounts.get(login)?.group === path);
    return some.length === 0 ? this.logins : some;
  }
}
