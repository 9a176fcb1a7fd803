// A small broker without threads: settings, a clock, prices and accounts given by hand.

import {
  type AccountState,
  type Context,
  changeSettings,
  compileSettings,
  type EngineSettings,
  type Execution,
  endsOfDayBetween,
  execute,
  isRunOpen,
  newAccount,
  type Quote,
  type SettingsEffect,
  settle,
} from '../../engine/engine.js';
import type {
  BalanceCommand,
  DealerCommand,
  GatewayCommand,
  TradeCommand,
  TradeRequest,
} from '../../wire/commands.js';
import {
  type AccountSwitches,
  HolidayRecord,
  PlatformRecord,
  type Settings,
} from '../../wire/config.js';
import type { GatewayRecord } from '../../wire/connections.js';
import type { AccountEvent } from '../../wire/events.js';
import { type CommissionRule, GroupRecord, type GroupSymbol } from '../../wire/groups.js';
import type { LeverageProfileRecord } from '../../wire/leverage.js';
import { RoutingRecord } from '../../wire/routing.js';
import { formatExact, parseScaled } from '../../wire/scale.js';
import { SymbolRecord } from '../../wire/symbols.js';
import { deltaBetween } from './settings-delta.js';

/** The account's ends of days that are due at a time and not run, in order. */
export const daysDue = (
  account: AccountState,
  settings: EngineSettings,
  now: number,
): readonly number[] =>
  endsOfDayBetween(
    settings,
    account.ledger.day_ended_at || account.switches.created_at,
    now,
  ).filter((at) => isRunOpen(account, settings.calendar, at));

type Fields = Readonly<Record<string, { readonly default?: unknown }>>;

/** The defaults of a record's schema. */
export const defaultsOf = (schema: { readonly properties: unknown }): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties as Fields)
      .filter(([, field]) => 'default' in field)
      .map(([name, field]) => [name, structuredClone(field.default)]),
  );

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

/** What a broker is set up with. */
export interface Setup {
  readonly symbols?: readonly SymbolRecord[];
  readonly group?: Partial<GroupRecord>;
  readonly routing?: readonly RoutingRecord[];
  readonly platform?: Partial<PlatformRecord>;
  readonly switches?: Partial<AccountSwitches>;
  readonly holidays?: readonly HolidayRecord[];
  readonly profiles?: readonly LeverageProfileRecord[];
  readonly gateways?: readonly GatewayRecord[];
  readonly now?: number;
}

/** Wednesday, 12 March 2025, 10:00 UTC. */
export const NOON = Date.UTC(2025, 2, 12, 10);

let requests = 0;

/** A fresh request id. */
export const requestId = (): string => {
  requests += 1;
  return `00000000-0000-4000-8000-${String(requests).padStart(12, '0')}`;
};

type Bare<T> = T extends unknown ? Omit<T, 'request_id'> & { request_id?: string } : never;

/** A trade request without its id. */
export type Wish = Bare<TradeRequest>;

/** One account with its broker. */
export class EngineHarness {
  now: number;
  settings: Settings;
  state: AccountState;
  /** Every event so far. */
  readonly events: AccountEvent[] = [];
  /** The recent stream at symbol level; null = every price was in it. */
  streamed: readonly (readonly [bid: string, ask: string])[] | null = null;
  /** What history has of the account: `order 1`, `position 1`. */
  readonly past = new Set<string>();
  /** Can positions only be closed, on the whole server? */
  closeOnly = false;
  /** Dealers and gateways that are on line. */
  readonly online = new Set<number>();
  readonly connected = new Set<number>();
  private compiled;
  private readonly quotes = new Map<number, Quote>();
  private orderId = 0;
  private dealId = 0;

  constructor(setup: Setup = {}) {
    this.now = setup.now ?? NOON;
    const symbols = setup.symbols ?? [symbol('EURUSD')];
    this.settings = {
      version: 1,
      symbol: symbols.map((record, at) => ({ ...record, id: record.id || at + 1 })),
      group: [group(setup.group)],
      routing: setup.routing ?? [rule()],
      datafeed: [],
      platform: [{ ...(defaultsOf(PlatformRecord) as PlatformRecord), ...setup.platform }],
      holiday: setup.holidays ?? [],
      leverage_profile: setup.profiles ?? [],
      gateway: setup.gateways ?? [],
      logical_server: [],
    };
    this.compiled = compileSettings(this.settings);
    this.state = newAccount({
      login: 1001,
      version: 1,
      group: this.settings.group[0]?.path ?? '',
      name: '',
      enabled: true,
      trading_enabled: true,
      api_enabled: false,
      leverage_own: 0,
      limit_orders: 0,
      limit_positions: 0,
      agent: 0,
      created_at: this.now,
      archived: false,
      hidden: false,
      ...setup.switches,
    });
  }

  get ctx(): Context {
    return {
      now: this.now,
      settings: this.compiled,
      closeOnly: this.closeOnly,
      quote: (id) => this.quotes.get(id) ?? { bid: 0, ask: 0, time: 0, last: 0 },
      lastQuote: (id) => this.quotes.get(id) ?? { bid: 0, ask: 0, time: 0, last: 0 },
      inStream: (id, fits) => {
        const { digits } = this.settings.symbol.find((one) => one.id === id) ?? { digits: 5 };
        const scaled = (text: string): number => parseScaled(text, digits + 3) as number;
        return this.streamed?.some(([bid, ask]) => fits(scaled(bid), scaled(ask))) ?? true;
      },
      known: (_login, what, id) => this.past.has(`${what} ${id}`),
      dealerOnline: (login) => this.online.has(login),
      anyDealerOnline: (_group, but = []) => [...this.online].some((one) => !but.includes(one)),
      gatewayOnline: (id) => this.connected.has(id),
      nextOrderId: () => {
        this.orderId += 1;
        return this.orderId;
      },
      nextDealId: () => {
        this.dealId += 1;
        return this.dealId;
      },
    };
  }

  /** The next order gets this id. */
  nextOrder(id: number): void {
    this.orderId = id - 1;
  }

  /** Replaces settings, as a change of them does. */
  configure(change: (settings: Settings) => Partial<Settings>): SettingsEffect {
    const version = this.settings.version + 1;
    const before = this.settings;
    this.settings = { ...before, ...change(before), version };
    const delta = deltaBetween(before, this.settings);
    const { settings, effect } = changeSettings(this.compiled, this.settings, delta);
    this.compiled = settings;
    return effect;
  }

  /** A symbol as the account's group sees it. */
  symbol(name: string) {
    const found = this.compiled.group(this.state.switches.group)?.held(name);
    if (found === undefined) throw new Error(`no symbol ${name}`);
    return found;
  }

  /** Sets a quote without settling. */
  quote(name: string, bid: string, ask: string, last = '0'): void {
    const { id, digits } = this.symbol(name);
    this.quotes.set(id, {
      bid: parseScaled(bid, digits + 3) as number,
      ask: parseScaled(ask, digits + 3) as number,
      time: this.now,
      last: parseScaled(last, digits + 3) as number,
    });
  }

  /** A tick: the quote, then the account settles. */
  tick(name: string, bid: string, ask: string, last?: string): readonly AccountEvent[] {
    this.quote(name, bid, ask, last);
    return this.keep(settle(this.state, this.ctx, this.symbol(name).id));
  }

  /** A timer of the account. */
  timer(now: number): readonly AccountEvent[] {
    this.now = now;
    const execution = this.run({ op: 'timer' });
    return execution.ok ? execution.events : [];
  }

  /** Runs the ends of days that are due, one by one. */
  endDays(): void {
    for (const at of daysDue(this.state, this.compiled, this.now)) {
      this.run({ op: 'end_of_day', at });
    }
  }

  /** Moves the time to a planned end of day and runs it: `2025-03-12T23:59:59` by default. */
  endDay(text = '2025-03-12T23:59:59'): AccountEvent {
    this.now = Date.parse(`${text}Z`);
    this.run({ op: 'end_of_day', at: this.now });
    const event = this.events.findLast(({ cause }) => cause.kind === 'end_of_day');
    if (event === undefined) throw new Error('no day has ended');
    return event;
  }

  /** A client's trade request; `command` changes who sends it. */
  trade(wish: Wish, command: Partial<TradeCommand> = {}): Execution {
    return this.run({
      op: 'trade',
      request: { request_id: requestId(), ...wish } as TradeRequest,
      source: 'client',
      dealer: 0,
      read_only: false,
      origin: { terminal: 'desktop', ip: '10.0.0.1', session: 's1' },
      ...command,
    });
  }

  /** A staff member's request for the client. */
  deal(wish: Wish): Execution {
    return this.trade(wish, { source: 'dealer', dealer: 7 });
  }

  /** A money operation of staff. */
  pay(amount: string, more: Partial<BalanceCommand> = {}): Execution {
    return this.run({
      op: 'balance',
      request_id: requestId(),
      action: 'balance',
      amount,
      comment: '',
      skip_margin_check: false,
      source: 'dealer',
      dealer: 7,
      ...more,
    });
  }

  /** A dealer's word on a waiting request. */
  says(action: DealerCommand['action'], id: number, more: Partial<DealerCommand> = {}): Execution {
    return this.run({ op: 'dealer', action, id, dealer: 7, ...more });
  }

  /** A provider's report of an order that gateway 5 sent. */
  reports(report: GatewayCommand['report'], id: number, more: Partial<GatewayCommand> = {}) {
    const common = { op: 'gateway', request_id: requestId(), gateway_id: 5 } as const;
    return this.run({ ...common, order_id: id, report, external_id: 'X1', ...more });
  }

  run(command: Parameters<typeof execute>[1]): Execution {
    const execution = execute(this.state, command, this.ctx);
    if (execution.ok) this.keep(execution.events);
    return execution;
  }

  /** Money in units of the currency as text. */
  money(amount: number): string {
    const digits = this.settings.group[0]?.currency_digits ?? 2;
    return formatExact(amount, digits, digits);
  }

  private keep(events: readonly AccountEvent[]): readonly AccountEvent[] {
    this.events.push(...events);
    return events;
  }
}

/** The code that an execution answers: of the refusal or of the result. */
export const codeOf = (execution: Execution): string =>
  execution.ok ? (execution.result?.code ?? 'ok') : execution.code;
