// A shard: its accounts' actors, the quotes they trade at, and the turn of its work.

import type { AccountState, Context, QuoteTest } from '../../engine/account/types.js';
import {
  AccountIndex,
  apply,
  type EventRows,
  execute,
  leave,
  newAccount,
  onTick,
} from '../../engine/engine.js';
import type { Quote } from '../../engine/settings/quotes.js';
import type { ChangedSettings, EngineSettings } from '../../engine/settings/settings.js';
import type { SeqSpan, StoredRequest } from '../../storage/read/queries.js';
import type { AccountSwitches } from '../../wire/settings/config.js';
import type { AccountEvent, DerivedCommand } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Ledger, Order, Position } from '../../wire/trading/records.js';
import { markAlive } from '../shared/heartbeat.js';
import { Accounts } from './accounts/accounts.js';
import { RequestIndex } from './accounts/request-index.js';
import { CommitQueue } from './commit-queue.js';
import { EndOfDay } from './end-of-day.js';
import { NewestQuotes } from './quotes.js';
import type { ShardOutput } from './shard-output.js';

/** Ids of rows that ended. */
export interface GoneIds {
  readonly orders: readonly number[];
  readonly positions: readonly number[];
}

/** The services of a shard. */
interface ShardDeps {
  readonly output: ShardOutput;
  /** ms since 1970; never falls. */
  now(): number;
  /** There is an event of that time: `now` is not before it. */
  notBefore(time: number): void;
  /** ms from some moment on, whatever the time of day is set to: for waits and rates. */
  elapsed(): number;
  nextOrderId(): number;
  nextDealId(): number;
  /** Reads a remembered request from the database. */
  stored(login: number, requestId: string, spans: readonly SeqSpan[]): StoredRequest | null;
  /** Does the database know of a position or order of that id and login? */
  known(login: number, what: 'position' | 'order', id: number): boolean;
  /** How far the database's checkpoint is. */
  checkpoint(): number;
  /** A seq not below that of any of this shard's committed events. */
  committedSeq(): number;
  /** Hands a derived command to the shard of its account. */
  forward(command: DerivedCommand): void;
  /** Runs work now, or when the hash of the state has been taken. */
  whenThawed(work: () => void): void;
  /** Tells the operator what was done. */
  tell(msg: string, details: Readonly<Record<string, unknown>>): void;
  /** Tells the operator of something that should not be. */
  warn(msg: string, details: Readonly<Record<string, unknown>>): void;
  /** Can positions only be closed, on the whole server? */
  closeOnly(): boolean;
  /** Trade requests a second for one account; 0 = no limit. */
  readonly tradeRate: number;
}

/** The accounts of one thread. */
export class Shard implements Context {
  readonly accounts = new Accounts();
  readonly index: RequestIndex;
  readonly #book = new AccountIndex((login) => this.accounts.get(login)?.state);
  readonly endOfDay = new EndOfDay(this);
  /** Ticks so far: positions may be worth something else after each. */
  ticks = 0;
  /**
   * Changes of settings so far that concern accounts: resting accounts may be worth other money.
   */
  terms = 0;
  readonly #quotes = new NewestQuotes();
  #lastQuotes = new Map<number, Quote>();
  readonly #derived = new CommitQueue<DerivedCommand>();
  /** Work that runs once all events up to a count are committed. */
  readonly #afterwards = new CommitQueue<() => void>();
  #settings: EngineSettings;
  /** Are all accounts loaded, so that the account index tracks them? */
  #opened = false;

  constructor(
    settings: EngineSettings,
    readonly deps: ShardDeps,
  ) {
    this.#settings = settings;
    this.index = new RequestIndex(
      () => deps.committedSeq(),
      () => deps.checkpoint(),
    );
  }

  /** Event time: never falls. */
  get now(): number {
    return this.deps.now();
  }

  /** For waits and rates; see `ShardDeps`. */
  get elapsed(): number {
    return this.deps.elapsed();
  }

  get closeOnly(): boolean {
    return this.deps.closeOnly();
  }

  get settings(): EngineSettings {
    return this.#settings;
  }

  quote(symbolId: number): Quote {
    return this.#quotes.quote(symbolId);
  }

  lastQuote(symbolId: number): Quote {
    const live = this.#quotes.quote(symbolId);
    return live.time > 0 ? live : (this.#lastQuotes.get(symbolId) ?? live);
  }

  /** Quotes of before the start, by symbol: conversions and ends of days use them until newer. */
  useLastQuotes(last: Map<number, Quote>): void {
    this.#lastQuotes = last;
  }

  inStream(symbolId: number, fits: QuoteTest, since: number): boolean {
    return this.#quotes.inStream(symbolId, fits, since);
  }

  known(login: number, what: 'position' | 'order', id: number): boolean {
    return this.deps.known(login, what, id);
  }

  // Not reachable yet: nobody is online before there are the dealing desk and the gateway actor.

  dealerOnline(): boolean {
    return false;
  }

  anyDealerOnline(): boolean {
    return false;
  }

  gatewayOnline(): boolean {
    return false;
  }

  nextOrderId(): number {
    return this.deps.nextOrderId();
  }

  nextDealId(): number {
    return this.deps.nextDealId();
  }

  /** Takes in an account with its rows; without a ledger it is new. */
  load(
    switches: AccountSwitches,
    ledger: Ledger | null,
    positions: readonly Position[],
    orders: readonly Order[],
    queue: readonly Queued[] = [],
  ): void {
    this.accounts.add(newAccount(switches, ledger ?? undefined, positions, orders, queue));
  }

  /** Takes in the switches of a new or changed account; older versions change nothing. */
  switched(switches: AccountSwitches): void {
    markAlive();
    const { login, version } = switches;
    if (!this.accounts.has(login)) this.load(switches, null, [], []);
    else if (version <= this.accounts.glance(login).switches.version) return;
    // Accounts loaded at start stay packed. Later ones are unpacked, so that followers of their
    // money are notified.
    if (this.#opened) this.accounts.get(login);
    this.accounts.visit(login, (state) => {
      this.accounts.moves(state.switches.group, switches.group);
      state.switches = switches;
      if (this.#opened) this.#book.track(state, this);
    });
  }

  /** Where positions and orders are; to be read only. */
  get rows(): Pick<AccountIndex, 'holdersOf' | 'holdersIn' | 'isAwaited'> {
    return this.#book;
  }

  /**
   * Stores the newest rows of an account that the log's tail holds, and the ids of rows that began
   * and ended within it; time does not fall again.
   */
  restore(login: number, rows: EventRows, gone: GoneIds): void {
    this.accounts.visit(login, (state) => {
      for (const id of gone.orders) leave(state, 'orders', id);
      for (const id of gone.positions) leave(state, 'positions', id);
      apply(state, rows);
    });
    this.deps.notBefore(rows.ledger.updated_at);
  }

  /** Owes a derived command that has no result yet. */
  owe(command: DerivedCommand): void {
    this.#derived.add(0, command);
  }

  /** All accounts are loaded: takes the settings and indexes what ticks must look at. */
  open(settings: EngineSettings): void {
    this.#settings = settings;
    this.#opened = true;
    this.#book.reconfigure(this.accounts.states(), this);
  }

  /** Takes over other settings altogether. */
  configure(settings: EngineSettings): void {
    this.#forget(settings.unquotedSince(this.#settings));
    this.#settings = settings;
    this.terms += 1;
    this.endOfDay.configured();
    this.#book.reconfigure(this.accounts.states(), this);
  }

  /** Takes over changed settings; the accounts that they concern are gone through by `revise`. */
  change({ settings, effect }: ChangedSettings): void {
    const { calendar } = this.#settings;
    this.#settings = settings;
    this.#forget(effect.unquoted);
    if (settings.calendar !== calendar) this.endOfDay.configured();
    this.#book.change(effect, this);
    if (effect.groups.size > 0 || this.#book.outdated.size > 0) this.terms += 1;
  }

  /** Drops the prices of symbols without quotes, those from before the start included. */
  #forget(symbols: readonly number[]): void {
    for (const id of symbols) {
      this.#quotes.forget(id);
      this.#lastQuotes.delete(id);
    }
  }

  /** Follows accounts as changed settings have them, for a while; false when some are left. */
  revise(untilMs: number): boolean {
    if (this.#book.outdated.size === 0) return true;
    for (const login of this.#book.outdated) {
      if (performance.now() >= untilMs) return false;
      markAlive();
      this.accounts.visit(login, (state) => this.#book.track(state, this));
    }
    this.#book.tidy(this);
    return true;
  }

  /** One tick: every account that it may concern settles, in the order of its rules. */
  tick(symbolId: number, bid: number, ask: number, time: number, last = 0): void {
    this.#quotes.tick(symbolId, bid, ask, time, last);
    this.ticks += 1;
    for (const login of this.#book.onTick(symbolId, this)) this.#settle(login, symbolId);
  }

  /** Due expiries, and work that waited for a commit. */
  timers(): void {
    if (this.deps.output.open()) {
      for (const login of this.#book.due(this)) this.#timer(login);
    }
    const committed = this.deps.output.committedCount();
    for (const command of this.#derived.take(committed)) this.deps.forward(command);
    for (const run of this.#afterwards.take(committed)) run();
  }

  /** When `timers` has something to do next, ms; Infinity = not by time alone. */
  get nextDue(): number {
    return this.#book.nextDue;
  }

  /** Runs something when every event written so far is committed. */
  whenCommitted(run: () => void): void {
    this.#afterwards.add(this.deps.output.emitted, run);
  }

  /** Is work left that only waits for room or a commit? */
  get owing(): boolean {
    return this.#derived.size > 0 || this.#afterwards.size > 0;
  }

  /** Stores what one command did to an account: log, outcome, derived commands, indexes. */
  record(state: AccountState, events: readonly AccountEvent[]): number {
    let remembered = 0;
    for (const [at, event] of events.entries()) {
      const count = this.deps.output.event(event, at < events.length - 1);
      if (event.remembered !== null) {
        this.index.remember(state.login, { remembered: event.remembered, count, seq: 0 });
        remembered = count;
      }
      for (const command of event.derived) this.#derived.add(count, command);
      this.#book.changed(state, event, this);
    }
    return remembered;
  }

  /** Settles an account, locked or not: a lock holds requests back, and nothing is half done. */
  #settle(login: number, symbolId: number): void {
    markAlive();
    const state = this.accounts.get(login)?.state;
    if (state !== undefined) this.record(state, onTick(state, this, symbolId));
  }

  /** Tells an account, locked or not, that time has come. */
  #timer(login: number): void {
    markAlive();
    const state = this.accounts.get(login)?.state;
    if (state === undefined) return;
    const execution = execute(state, { op: 'timer' }, this);
    if (execution.ok) this.record(state, execution.events);
  }
}
