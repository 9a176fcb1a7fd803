// A shard: its accounts' actors, their quotes, and the order of its work.

import type { AccountState, Context, QuoteTest } from '../../engine/account/types.js';
import {
  AccountIndex,
  apply,
  type EventRows,
  execute,
  leave,
  newAccount,
} from '../../engine/engine.js';
import type { Quote } from '../../engine/settings/quotes.js';
import type { SeenAccount } from '../../engine/settings/routing.js';
import type { ChangedSettings, EngineSettings } from '../../engine/settings/settings.js';
import type { SeqSpan, StoredRequest } from '../../storage/read/queries.js';
import type { AccountSwitches } from '../../wire/settings/config.js';
import { type AccountNews, isDeleted } from '../../wire/settings/switches.js';
import type { DealerGoneCommand, DisconnectedCommand } from '../../wire/trading/commands.js';
import type { AccountEvent, DerivedCommand } from '../../wire/trading/events.js';
import type { Ledger, Order, Position } from '../../wire/trading/records.js';
import { markAlive } from '../shared/heartbeat.js';
import { Accounts } from './accounts/accounts.js';
import { type IndexSizes, RequestIndex } from './accounts/request-index.js';
import { Backlog } from './backlog.js';
import { CommitQueue } from './commit-queue.js';
import { ShardDealing } from './dealing.js';
import { EndOfDay } from './end-of-day.js';
import { NewestQuotes } from './quotes.js';
import { ShardSending } from './sending.js';
import { Settling, SLICE_WORK } from './settling.js';
import type { ShardOutput } from './shard-output.js';

/** Ids of rows that ended. */
export interface GoneIds {
  readonly orders: readonly number[];
  readonly positions: readonly number[];
}

/** The services of a shard. */
interface ShardDeps {
  readonly output: ShardOutput;
  /** ms since 1970; never decreases. */
  now(): number;
  /** Makes `now` not earlier than the time of an existing event. */
  notBefore(time: number): void;
  /** Monotonic ms, independent of the time of day: for waits and rates. */
  elapsed(): number;
  nextOrderId(): number;
  nextDealId(): number;
  /** Reads a stored request result from the database. */
  stored(login: number, requestId: string, spans: readonly SeqSpan[]): StoredRequest | null;
  /** Does the database know a position or order of this id and login? */
  known(login: number, what: 'position' | 'order', id: number): boolean;
  /** The database's checkpoint. */
  checkpoint(): number;
  /** A seq at least as high as the seqs of this shard's committed events. */
  committedSeq(): number;
  /** Number of committed events that the database does not show. */
  projectionLag(): number;
  /** Sends a derived command to the shard of its account. */
  forward(command: DerivedCommand): void;
  /** Runs work now, or after the state was hashed. */
  whenThawed(work: () => void): void;
  /** Reports an action to the operator. */
  log(msg: string, details: Readonly<Record<string, unknown>>): void;
  /** Writes a line of the journal, for what staff have to settle by hand. */
  note(text: string): void;
  /** Reports an unexpected condition to the operator. */
  warn(msg: string, details: Readonly<Record<string, unknown>>): void;
  /** Can positions only be closed, on the whole server? */
  closeOnly(): boolean;
  /** Trade requests of one account in a second; 0 = no limit. */
  readonly tradeRate: number;
  /** Where the file with the filters of older request ids is made, if it is needed. */
  readonly filterPath: string;
  /** How much of request ids is in memory, if not as much as a server has. */
  readonly indexSizes?: IndexSizes;
}

/** The accounts of one thread. */
export class Shard implements Context {
  readonly accounts = new Accounts();
  readonly index: RequestIndex;
  readonly backlog: Backlog;
  readonly #book = new AccountIndex((login) => this.accounts.get(login)?.state);
  readonly endOfDay = new EndOfDay(this);
  readonly settling = new Settling(this);
  readonly dealing = new ShardDealing(this);
  readonly sending = new ShardSending(this);
  /** Number of ticks; each may change the value of positions. */
  ticks = 0;
  /**
   * Number of settings changes that affect accounts; each may change the money of idle accounts.
   */
  terms = 0;
  readonly #quotes = new NewestQuotes();
  #lastQuotes = new Map<number, Quote>();
  readonly #derived = new CommitQueue<DerivedCommand>();
  /** Work that runs when the events up to a count are committed. */
  readonly #afterwards = new CommitQueue<() => void>();
  #settings: EngineSettings;
  /** Are all accounts loaded and indexed? */
  #opened = false;

  constructor(
    settings: EngineSettings,
    readonly deps: ShardDeps,
  ) {
    this.#settings = settings;
    this.backlog = new Backlog(deps.output, () => deps.projectionLag());
    this.index = new RequestIndex(
      () => deps.committedSeq(),
      () => deps.checkpoint(),
      {
        path: deps.filterPath,
        failed: ({ message }) =>
          deps.warn('the filters of older request ids cannot be used: orders get slower', {
            error: message,
          }),
      },
      deps.indexSizes,
    );
  }

  /** Event time, which never decreases. */
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

  /**
   * Sets quotes from before the start by symbol: conversions and ends of days use them until newer
   * ones come.
   */
  useLastQuotes(last: Map<number, Quote>): void {
    this.#lastQuotes = last;
  }

  inStream(symbolId: number, fits: QuoteTest, since: number): boolean {
    return this.#quotes.inStream(symbolId, fits, since);
  }

  known(login: number, what: 'position' | 'order', id: number): boolean {
    return this.deps.known(login, what, id);
  }

  dealerOnline(login: number, account: SeenAccount): boolean {
    return this.dealing.dealers.online(login, account);
  }

  anyDealerOnline(account: SeenAccount, but?: readonly number[]): boolean {
    return this.dealing.dealers.anyOnline(account, but);
  }

  gatewayOnline(id: number): boolean {
    return this.sending.isOnline(id);
  }

  nextOrderId(): number {
    return this.deps.nextOrderId();
  }

  nextDealId(): number {
    return this.deps.nextDealId();
  }

  /** Adds an account with its rows; without a ledger it is new. */
  load(
    switches: AccountSwitches,
    ledger: Ledger | null,
    positions: readonly Position[],
    orders: readonly Order[],
  ): void {
    this.accounts.add(newAccount(switches, ledger ?? undefined, positions, orders));
  }

  /** Stores the switches of a new or changed account; older versions are ignored. */
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
      if (!this.#opened) return;
      this.#book.track(state, this);
      this.dealing.moved(state.queue.values());
    });
  }

  /** Takes in a new, changed or deleted account. */
  takeAccount(news: AccountNews): void {
    if (isDeleted(news)) this.#deleted(news.login);
    else this.switched(news);
  }

  #deleted(login: number): void {
    if (!this.accounts.has(login)) return;
    if (this.#opened) this.accounts.visit(login, (state) => this.#book.untrack(state, this));
    this.accounts.delete(login);
  }

  /** The index of positions and orders, for reading only. */
  get rows(): Pick<
    AccountIndex,
    'awaitsTicks' | 'holdersOf' | 'holdersIn' | 'isAwaited' | 'useOfGateway' | 'waiting'
  > {
    return this.#book;
  }

  /**
   * Stores the newest rows of an account from the log's tail, and the ids of rows that began and
   * ended within it; sets the minimum time.
   */
  restore(login: number, rows: EventRows, gone: GoneIds): void {
    this.accounts.visit(login, (state) => {
      for (const id of gone.orders) leave(state, 'orders', id);
      for (const id of gone.positions) leave(state, 'positions', id);
      apply(state, rows);
    });
    this.deps.notBefore(rows.ledger.updated_at);
  }

  /** Adds a derived command without a result. */
  owe(command: DerivedCommand): void {
    this.#derived.add(0, command);
  }

  /** Derived commands that are not forwarded yet. */
  get owed(): readonly DerivedCommand[] {
    return this.#derived.items;
  }

  /** Sets the settings and indexes all accounts; called when they are loaded. */
  open(settings: EngineSettings): void {
    this.#settings = settings;
    this.#opened = true;
    this.#book.reconfigure(this.accounts.busyStates(), this);
  }

  /** Replaces all settings. */
  configure(settings: EngineSettings): void {
    this.#forget(settings.unquotedSince(this.#settings));
    this.#settings = settings;
    this.terms += 1;
    this.endOfDay.configured();
    this.#book.reconfigure(this.accounts.busyStates(), this);
  }

  /** Applies changed settings; `revise` then processes the affected accounts. */
  change({ settings, effect }: ChangedSettings): void {
    const { calendar } = this.#settings;
    this.#settings = settings;
    this.#forget(effect.unquoted);
    if (settings.calendar !== calendar) this.endOfDay.configured();
    this.#book.change(effect, this);
    if (effect.groups.size > 0 || !this.#book.outdated.isEmpty) this.terms += 1;
  }

  /** Drops the prices of symbols without valid quotes, including those from before the start. */
  #forget(symbols: readonly number[]): void {
    for (const id of symbols) {
      this.#quotes.forget(id);
      this.#lastQuotes.delete(id);
    }
  }

  /** Updates accounts for changed settings, for a limited time; false when some are left. */
  revise(untilMs: number): boolean {
    const { outdated } = this.#book;
    if (outdated.isEmpty) return true;
    while (performance.now() < untilMs) {
      const login = outdated.take();
      if (login === undefined) break;
      markAlive();
      this.#book.track(this.accounts.look(login), this);
    }
    if (!outdated.isEmpty) return false;
    this.#book.tidy(this);
    return true;
  }

  /**
   * Takes a tick when the accounts of the one before have settled, and processes the first slice of
   * the accounts that it may concern.
   */
  tick(symbolId: number, bid: number, ask: number, time: number, last = 0): void {
    while (!this.settling.isDone) this.settling.slice();
    this.#quotes.tick(symbolId, bid, ask, time, last);
    this.ticks += 1;
    const logins = this.#book.onTick(symbolId, this);
    if (logins.length === 0) return;
    this.settling.begin(logins, symbolId);
    this.settling.slice();
  }

  /** Processes a slice of the accounts that are due, and work that waited for a commit. */
  timers(): void {
    if (this.deps.output.open()) {
      if (this.settling.isDone) this.settling.begin(this.#book.due(this, SLICE_WORK), null);
      this.settling.slice();
    }
    const committed = this.deps.output.committedCount();
    for (const command of this.#derived.take(committed)) this.deps.forward(command);
    for (const run of this.#afterwards.take(committed)) run();
  }

  /** The time at which `timers` is next needed, ms; Infinity = not by time alone. */
  get nextDue(): number {
    return this.settling.isDone ? this.#book.nextDue : this.now;
  }

  /** Calls `run` when every event written so far is committed. */
  whenCommitted(run: () => void): void {
    const { output } = this.deps;
    if (output.committedCount() >= output.emitted) run();
    else this.#afterwards.add(output.emitted, run);
  }

  /** Is there work that waits only for room or a commit? */
  get owing(): boolean {
    return this.#derived.size > 0 || this.#afterwards.size > 0;
  }

  /** Executes a command of the server itself; false = the account's mailbox is full. */
  command(login: number, command: DisconnectedCommand | DealerGoneCommand): boolean {
    const actor = this.accounts.get(login);
    if (actor === undefined) return true;
    return actor.run(() => {
      const execution = execute(actor.state, command, this);
      if (execution.ok) this.record(actor.state, execution.events);
    });
  }

  /**
   * Stores the events of a command: log, outcome, derived commands, indexes. `token`: the
   * connection whose answer shows what they changed; 0 = none.
   */
  record(state: AccountState, events: readonly AccountEvent[], token = 0): number {
    let remembered = 0;
    for (let at = 0; at < events.length; at += 1) {
      const event = events[at] as AccountEvent;
      const count = this.deps.output.event(event, at < events.length - 1, token);
      if (event.remembered !== null) {
        const { request_id } = event.remembered;
        this.index.remember(state.login, request_id, this.deps.output.packed, count, 0);
        remembered = count;
      }
      for (const command of event.derived) this.#derived.add(count, command);
      if (event.queued.length > 0) {
        this.dealing.changed(event.queued);
        this.sending.changed(state, event);
      }
      this.#book.changed(state, event, this);
    }
    return remembered;
  }
}
