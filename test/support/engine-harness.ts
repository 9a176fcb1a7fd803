// A small broker without threads; the test sets settings, clock, prices and accounts.

import type { Context, Execution } from '../../engine/account/types.js';
import {
  AccountIndex,
  type AccountState,
  changeSettings,
  compileSettings,
  execute,
  isRunOpen,
  moneyOf,
  newAccount,
  onTick,
} from '../../engine/engine.js';
import type { Quote } from '../../engine/settings/quotes.js';
import type { EngineSettings, SettingsEffect } from '../../engine/settings/settings.js';
import { emptyRow } from '../../wire/base/field-table.js';
import { formatExact, parseScaled } from '../../wire/base/scale.js';
import {
  type AccountSwitches,
  type HolidayRecord,
  NO_SETTINGS,
  PlatformRecord,
  type Settings,
} from '../../wire/settings/config.js';
import type { GatewayRecord } from '../../wire/settings/connections.js';
import type { GroupRecord } from '../../wire/settings/groups.js';
import type { LeverageProfileRecord } from '../../wire/settings/leverage.js';
import type { RoutingRecord } from '../../wire/settings/routing.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import { bustId } from '../../wire/trading/bust-ids.js';
import type {
  BalanceCommand,
  DealerCommand,
  GatewayCommand,
  TradeCommand,
  TradeRequest,
} from '../../wire/trading/commands.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import {
  type Deal,
  LEDGER,
  type Money,
  type Order,
  type Position,
} from '../../wire/trading/records.js';
import { heldPosition, type Rows, restingOrder } from './engine-rows.js';
import { deltaBetween } from './settings-delta.js';
import { accountSwitches, defaultsOf, group, rule, symbol } from './settings-records.js';

export * from './settings-records.js';

/** The account's ends of days that are due at a time and not run, in order. */
export const daysDue = (
  account: AccountState,
  settings: EngineSettings,
  now: number,
): readonly number[] =>
  settings.calendar
    .after(settings.calendar.endedDay(account), now)
    .filter((at) => isRunOpen(account, settings.calendar, at));

/** What a broker is set up with, and what its client has. */
export interface Setup extends Rows {
  /** EURUSD alone, with these fields, where `symbols` are not given. */
  readonly symbol?: Partial<SymbolRecord>;
  readonly symbols?: readonly SymbolRecord[];
  readonly group?: Partial<GroupRecord>;
  readonly routing?: readonly RoutingRecord[];
  /** Rules in their order, where `routing` is not given. */
  readonly rules?: readonly Partial<RoutingRecord>[];
  readonly platform?: Partial<PlatformRecord>;
  readonly switches?: Partial<AccountSwitches>;
  readonly holidays?: readonly HolidayRecord[];
  readonly profiles?: readonly LeverageProfileRecord[];
  readonly gateways?: readonly GatewayRecord[];
  readonly now?: number;
  /** Bid and Ask by symbol, maybe with the last trade. */
  readonly quotes?: Readonly<Record<string, readonly [bid: string, ask?: string, last?: string]>>;
  /** What the client pays in at first. */
  readonly deposit?: string;
  /** In place of what is above but switches and now, with what they are compiled to. */
  readonly settings?: Settings;
  readonly compiled?: EngineSettings;
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
  /** The book of the account; it knows the account from `track` on. */
  readonly book = new AccountIndex(() => this.state);
  protected compiled: EngineSettings;
  protected readonly quotes = new Map<number, Quote>();
  private orderId = 0;
  private dealId = 0;

  constructor(setup: Setup = {}) {
    this.now = setup.now ?? NOON;
    const symbols = setup.symbols ?? [symbol('EURUSD', setup.symbol)];
    const rules = setup.rules?.map((one, at) => rule({ id: at + 1, position: at + 1, ...one }));
    this.settings = setup.settings ?? {
      ...NO_SETTINGS,
      version: 1,
      symbol: symbols.map((record, at) => ({ ...record, id: record.id || at + 1 })),
      group: [group(setup.group)],
      routing: setup.routing ?? rules ?? [rule()],
      platform: [{ ...(defaultsOf(PlatformRecord) as PlatformRecord), ...setup.platform }],
      holiday: setup.holidays ?? [],
      leverage_profile: setup.profiles ?? [],
      gateway: setup.gateways ?? [],
    };
    this.compiled = setup.compiled ?? compileSettings(this.settings);
    this.state = newAccount(
      accountSwitches(1001, {
        group: this.settings.group[0]?.path ?? '',
        created_at: this.now,
        ...setup.switches,
      }),
    );
    for (const [name, prices] of Object.entries(setup.quotes ?? {})) this.quote(name, ...prices);
    if (setup.deposit !== undefined) this.deposit(setup.deposit);
    if (ROWS.some((name) => name in setup)) this.give(setup);
  }

  /** The account's rows, oldest first. */
  get positions(): readonly Position[] {
    return [...this.state.positions.values()];
  }

  get orders(): readonly Order[] {
    return [...this.state.orders.values()];
  }

  get queue(): readonly Queued[] {
    return [...this.state.queue.values()];
  }

  /** Every deal so far. */
  get deals(): readonly Deal[] {
    return this.events.flatMap((event) => event.deals);
  }

  /** The newest deal. Throws when there is none. */
  get lastDeal(): Deal {
    const deal = this.deals.at(-1);
    if (deal === undefined) throw new Error('no deal');
    return deal;
  }

  /** The account's live money. */
  get live(): Money {
    return moneyOf(this.state, this.ctx);
  }

  /** The live margin as text. */
  get margin(): string {
    return this.money(this.live.margin);
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
      nextOrderId: () => (this.orderId += 1),
      nextDealId: () => (this.dealId += 1),
    };
  }

  /** Has the book follow the account as it stands. */
  track(): void {
    this.book.track(this.state, this.ctx);
  }

  /** Whom a quote concerns by the book. */
  asked(name: string, bid: string, ask = bid, last = '0'): readonly number[] {
    this.quote(name, bid, ask, last);
    return this.book.onTick(this.symbol(name).id, this.ctx);
  }

  /** Tells the book what events changed. Throws when the command was refused. */
  bookChanged(done: Execution | readonly AccountEvent[]): void {
    if ('ok' in done && !done.ok) throw new Error(done.code);
    const events = 'ok' in done ? done.events : done;
    for (const event of events) this.book.changed(this.state, event, this.ctx);
  }

  /** The next order gets this id. */
  nextOrder(id: number): void {
    this.orderId = id - 1;
  }

  /** Gives the account money and rows. */
  give(rows: Rows): void {
    const { switches, ledger: old, positions, orders } = this.state;
    const digits = this.settings.group[0]?.currency_digits ?? 2;
    const scaled = (text: string | undefined, kept: number): number =>
      text === undefined ? kept : (parseScaled(text, digits) as number);
    const ledger = {
      ...(old.login === 0 ? emptyRow(LEDGER) : old),
      balance: scaled(rows.balance, old.balance),
      credit: scaled(rows.credit, old.credit),
      commission_blocked: scaled(rows.blocked, old.commission_blocked),
    };
    const held = rows.held?.map((one, at) =>
      heldPosition(this, one.name ?? 'EURUSD', { id: at + 1, ...one }),
    );
    const resting = rows.resting?.map((one, at) =>
      restingOrder(this, one.name ?? 'EURUSD', { id: at + 501, ...one }),
    );
    const now = {
      positions: rows.positions ?? held ?? [...positions.values()],
      orders: rows.orders ?? resting ?? [...orders.values()],
    };
    this.state = newAccount(switches, ledger, now.positions, now.orders);
    this.nextOrder(Math.max(1000, ...now.positions.map((row) => row.id + 1)));
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
  quote(name: string, bid: string, ask = bid, last = '0'): void {
    const { id, digits } = this.symbol(name);
    const scaled = (text: string): number => parseScaled(text, digits + 3) as number;
    this.quotes.set(id, { bid: scaled(bid), ask: scaled(ask), time: this.now, last: scaled(last) });
  }

  /** A tick: the quote, then the account settles. */
  tick(name: string, bid: string, ask = bid, last?: string): readonly AccountEvent[] {
    this.quote(name, bid, ask, last);
    return this.keep(onTick(this.state, this.ctx, this.symbol(name).id));
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

  /** The code that a client's request is answered with. */
  code(wish: Wish, command: Partial<TradeCommand> = {}): string {
    return codeOf(this.trade(wish, command));
  }

  /** A staff member's request for the client. */
  deal(wish: Wish): Execution {
    return this.trade(wish, { source: 'dealer', dealer: 7 });
  }

  /** A money operation of staff: a deposit, or a withdrawal where the amount is negative. */
  deposit(amount: string, more: Partial<BalanceCommand> = {}): Execution {
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

  /** Staff takes a deal back; `deals` are those of its position. */
  bust(
    deal: Deal | undefined,
    deals: readonly Deal[],
    request_id = bustId(deal?.id ?? 0),
    source: 'dealer' | 'gateway' = 'dealer',
  ) {
    if (deal === undefined) throw new Error('no deal');
    const { account_seq } = this.state.ledger;
    const dealer = source === 'dealer' ? 7 : 0;
    return this.run({ op: 'bust', request_id, source, dealer, deal, deals, account_seq });
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

  protected keep(events: readonly AccountEvent[]): readonly AccountEvent[] {
    this.events.push(...events);
    return events;
  }
}

const ROWS = ['balance', 'credit', 'blocked', 'positions', 'orders', 'held', 'resting'];

/** A client of a broker of EURUSD at 1.10000/1.10010 who has paid in 10,000 USD at first. */
export const openAccount = (setup: Setup = {}): EngineHarness =>
  new EngineHarness({
    quotes: { EURUSD: ['1.10000', '1.10010'] },
    ...('balance' in setup ? {} : { deposit: '10000' }),
    ...setup,
  });

/** The code that an execution answers: of the refusal or of the result. */
export const codeOf = (execution: Execution): string =>
  execution.ok ? (execution.result?.code ?? 'ok') : execution.code;
