// Random lives of many accounts on shards: one operation after another out of a seed, watched by
// the oracles that a test names.

import type { AccountState } from '../../../engine/account/types.js';
import { nextEndOfDay } from '../../../engine/engine.js';
import { parseScaled } from '../../../wire/base/scale.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { AccountSwitches } from '../../../wire/settings/config.js';
import type { BalanceAction, Command } from '../../../wire/trading/commands.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Deal } from '../../../wire/trading/records.js';
import type { Kill } from './cuts.js';
import { OPERATIONS, type Operation, sumOf } from './operations.js';
import type { Faults, OracleKind } from './oracle.js';
import type { SeededRandom } from './random.js';
import { RequestIds, type Sent, saysSame } from './request-ids.js';
import { KnownRows, Seen } from './seen.js';
import { gatewayFaults } from './shard-oracles.js';
import { ShardWatch } from './shard-watch.js';
import { BEGINNING, DEALER, DEALERS, GATEWAYS, ShardWorld, type WorldPlan } from './shard-world.js';
import { type Listener, Shards, type Tick } from './shards.js';
import type { Instrument } from './symbols.js';
import type { Snapshot, Tape } from './tape.js';

/** Operations between two looks at everything, and how many the models hear of: they are slow. */
const CHECK_EVERY = 5_000;
const MODELLED = 15_000;
const STEP_MS = 900;
const DEPOSITS = [5_000, 30_000] as const;
/** Accounts whose day is ended between two operations. */
const DAYS_A_STEP = 8;

/** What lives are made of. */
export interface ShardPlan extends WorldPlan {
  /** What the lives are held against. */
  readonly oracles: readonly OracleKind[];
  readonly shards?: number;
  /** What accounts begin with at least and at most, in dollars or so; default 5,000 to 30,000. */
  readonly deposits?: readonly [from: number, to: number];
  /** How often operations come, in place of their usual weights. */
  readonly weights?: Readonly<Record<string, number>>;
  /** Of operations on an account, one in so many is followed by a look at it; default 16. */
  readonly lookOneIn?: number;
  /** One tick in so many is tried with a copy of every account before; default 1,000. */
  readonly tryOneIn?: number;
  /** Is told what the log holds. */
  readonly tape?: Tape;
  /** At which event of a command the process is killed, if at any: then `restart` has to follow. */
  kill?(events: readonly AccountEvent[]): Kill | undefined;
}

/** Many accounts under operations. The first fault that an oracle finds is thrown. */
export class ShardLife {
  readonly world: ShardWorld;
  readonly random: SeededRandom;
  readonly requests = new RequestIds();
  readonly seen = new Seen();
  shards: Shards;
  /** Accounts that are switched off, longest first. */
  readonly closedLogins = new Set<number>();
  /** Dealers and providers that are on line. */
  readonly dealers = new Set<number>(DEALERS);
  readonly gateways = new Set<number>(GATEWAYS.map(({ id }) => id));
  readonly rows = new KnownRows();
  /** The report of a provider that took effect last. */
  lastReport: { readonly login: number; readonly command: Command } | undefined;
  /** Operations so far, and the one under way. */
  operation = 0;
  name = '';
  readonly #watch: ShardWatch;
  /** Can models follow? They do not know that prices of before a start are none after it. */
  #isModelled: boolean;
  readonly #operations: readonly Operation[];
  /** What the operation under way came to. */
  #events: AccountEvent[] = [];
  /** Those that are in the log's event of the one before. */
  readonly #joined = new WeakSet<AccountEvent>();
  #text = '';
  #revised = true;
  /** The end of day that is under way or comes next, and for how many accounts it has run. */
  #dayEnd: number;
  #daysEnded = 0;

  constructor(private readonly plan: ShardPlan) {
    const { weights = {}, tape } = plan;
    this.world = new ShardWorld(plan);
    const { world } = this;
    this.random = world.random;
    this.#operations = OPERATIONS.map((one) => ({
      ...one,
      weight: weights[one.name] ?? one.weight,
    }));
    this.#watch = new ShardWatch(world, plan.oracles);
    this.#isModelled = world.modelled.size > 0;
    this.#dayEnd = nextEndOfDay(world.compiled, BEGINNING);
    this.shards = this.#build(BEGINNING, plan.shards ?? 1, this.requests, new Set());
    for (const account of world.accounts.values()) tape?.account(account);
    this.shards.begin();
    this.quoteAll();
    const deposits = plan.deposits ?? DEPOSITS;
    for (const login of world.logins) this.pay(login, 'balance', sumOf(this, login, ...deposits));
  }

  /** Runs so many operations more. */
  run(operations: number): void {
    for (let n = 0; n < operations; n += 1) this.#step();
  }

  /** Where it is, for who wants to see a fault again. */
  get here(): string {
    return `operation ${this.operation} (${this.name}) of seed ${this.plan.seed}`;
  }

  /**
   * Goes on with one shard restored from the tape, as after a crash; so many of the events of the
   * operation under way were lost.
   */
  async restart(projected: number, lost = 0): Promise<Snapshot> {
    const { tape } = this.plan;
    if (tape === undefined) throw new Error('nothing was taped');
    this.#letModelsGo();
    for (let left = lost; left > 0; ) {
      const event = this.#events.pop();
      if (event === undefined) break;
      if (!this.#joined.has(event)) left -= 1;
    }
    this.#follow();
    const snapshot = tape.project(projected);
    this.rows.restarted();
    this.shards = this.#build(this.shards.now, 1, snapshot.store, snapshot.store);
    await tape.load(this.shards, snapshot);
    this.shards.open();
    this.#revised = true;
    this.#hold(this.#watch.changed(this.world.logins), 0);
    return snapshot;
  }

  /** Looks at everything now: days are ended, and prices told again, as settings may be new. */
  check(): void {
    this.#endDays();
    this.revise();
    this.quoteAll();
    for (const login of this.world.logins) this.#look(login);
    this.#hold(this.#watch.ended(), 0);
    for (const { id } of GATEWAYS) this.#hold(gatewayFaults(this.shards, id), 0);
  }

  state(login: number): AccountState {
    return this.shards.state(login);
  }

  /** Some account. */
  someLogin(): number {
    return this.random.pick(this.world.logins);
  }

  /** Some account of which the model need not know all. */
  otherLogin(): number {
    const login = this.someLogin();
    return this.world.modelled.has(login) ? (this.world.logins[0] as number) : login;
  }

  /** An id that names nothing of the account, at times a row that it had until a while ago. */
  someGoneId(login = 0): number {
    const gone = this.rows.lastGone.get(login);
    if (gone !== undefined && this.random.oneIn(2)) return gone;
    return Math.max(1, this.rows.lastId - this.random.below(200));
  }

  /** The deals of some position of the account, of one that closed a while ago too. */
  someDeals(login: number): readonly Deal[] | undefined {
    const which = this.random.oneIn(3) ? 'closed' : 'held';
    return this.random.any(this.rows.dealsOf(login, which));
  }

  /** Time goes on, then all symbols have new quotes; only the last day may be left to be ended. */
  wait(ms: number): void {
    this.#endDays();
    const until = this.world.now + ms;
    while (nextEndOfDay(this.world.compiled, this.#dayEnd) <= until) {
      this.#passTo(this.#dayEnd);
      this.#endDays();
    }
    this.#passTo(until);
    for (const instrument of this.world.quoted) this.tick(instrument);
  }

  /** A symbol's price moves. */
  tick(instrument: Instrument): void {
    this.revise();
    this.world.move(instrument);
    this.#quote(instrument);
  }

  /** All prices are told again. */
  quoteAll(): void {
    for (const instrument of this.world.quoted) this.#quote(instrument);
  }

  /** One record of the settings becomes another; at times its accounts are left for later. */
  change(): void {
    this.shards.change(this.world.change());
    this.#revised = false;
    if (this.#isModelled || this.random.chance(0.7)) this.revise();
  }

  /** What is left of a change is taken over. */
  revise(): void {
    if (this.#revised) return;
    this.#revised = true;
    this.shards.revise();
    this.#follow();
    this.#hold(this.#watch.changed(this.world.logins), 0);
  }

  /** Switches of an account change. */
  switched(login: number, change: Partial<AccountSwitches>): void {
    const switches = this.world.switch(login, change);
    if (switches.enabled && switches.trading_enabled) this.closedLogins.delete(login);
    else this.closedLogins.add(login);
    this.plan.tape?.account(switches);
    this.shards.switched(switches);
    this.#follow();
    this.#hold(this.#watch.changed([login]), login);
  }

  /** A command of the server's own. */
  command(login: number, command: Command): void {
    const code = this.shards.command(login, command);
    this.seen.note(`command ${command.op} ${code}`);
    if (this.#events.length > 0 && command.op === 'gateway') this.lastReport = { login, command };
    this.#follow();
    this.#hold(this.#watch.executed(login, command, code), login);
    this.#lookAt(login);
  }

  /** A money operation of staff. */
  pay(login: number, action: BalanceAction, amount: string): void {
    const skips = this.random.oneIn(10) ? { skip_margin_check: true } : {};
    const data = { request_id: this.requests.fresh(), action, amount, ...skips };
    this.send(login, 'balance', data, DEALER);
  }

  /** An operation on an account; the text of its answer. */
  send(login: number, op: string, data: object, by: Caller): string {
    const { seq } = this.shards;
    this.shards.handle(login, op, data, by);
    const answer = this.#text;
    const code = /"code":"([^"]*)"/.exec(answer)?.[1] ?? '';
    this.seen.note(code);
    const { request_id } = data as { request_id?: string };
    const at = this.#events.findIndex(({ remembered }) => remembered?.request_id === request_id);
    if (at >= 0) {
      const sent = { login, op, data: data as Sent['data'], caller: by, answer };
      this.requests.keep(sent, this.#events[at] as AccountEvent, seq + at + 1, this.random);
    }
    this.#accepted(login);
    this.#follow();
    this.#hold(this.#watch.answered(login, { op, data, by, answer, code }), login);
    this.#lookAt(login);
    return answer;
  }

  /** Sends a remembered request again: nothing happens, and the answer is the same. */
  repeat({ login, op, data, caller: by, answer: first }: Sent): void {
    const answer = this.send(login, op, data, by);
    const isSame = saysSame(first, answer);
    this.#hold(isSame ? [] : [`11: answered ${first}, then ${answer}`], login);
  }

  #step(): void {
    this.operation += 1;
    this.#passTo(this.world.now + this.random.below(STEP_MS));
    this.#dayStep();
    let left = this.random.below(this.#operations.reduce((sum, { weight }) => sum + weight, 0));
    const operation = this.#operations.find(({ weight }) => {
      left -= weight;
      return left < 0;
    }) as Operation;
    this.name = operation.name;
    this.seen.note(`operation ${this.name}`);
    operation.run(this);
    this.#follow();
    if (this.operation % CHECK_EVERY === 0) this.check();
    if (this.operation === MODELLED) this.#letModelsGo();
  }

  #passTo(time: number): void {
    this.world.now = time;
    this.shards.now = time;
    this.shards.turn();
    this.#follow();
    this.#hold(this.#watch.waited(), 0);
  }

  /** Ends the day of some accounts when it is due: of half one by one, then as shards do. */
  #dayStep(): void {
    if (this.world.now < this.#dayEnd) return;
    const { logins } = this.world;
    const until = this.#daysEnded + DAYS_A_STEP;
    if (until > logins.length / 2) return this.#endDays();
    for (; this.#daysEnded < until; this.#daysEnded += 1) {
      this.command(logins[this.#daysEnded] as number, { op: 'end_of_day', at: this.#dayEnd });
    }
  }

  /** Ends every day that is due, of all accounts. */
  #endDays(): void {
    if (this.world.now < this.#dayEnd) return;
    this.shards.endDays();
    this.#follow();
    this.#daysEnded = 0;
    while (this.world.now >= this.#dayEnd) {
      this.#hold(this.#watch.dayEnded(this.#dayEnd), 0);
      this.#dayEnd = nextEndOfDay(this.world.compiled, this.#dayEnd);
    }
  }

  #quote(instrument: Instrument): void {
    const { id, digits } = instrument.record;
    const prices = this.world.prices(instrument);
    const scaled = prices.map((text) => parseScaled(text, digits + 3) as number);
    const [bid = 0, ask = 0, last = 0] = scaled;
    const tick: Tick = { id, bid, ask, last };
    const { shards, plan } = this;
    if (this.random.oneIn(plan.tryOneIn ?? 1_000)) this.#tryTick(tick);
    else shards.tick(tick);
    shards.turn();
    this.#follow();
    this.#watch.tick(id, prices);
  }

  /** A tick of which oracles are told before: does it find everybody whom it concerns? */
  #tryTick(tick: Tick): void {
    const { shards } = this;
    const concerned = this.#watch.concernedBy(tick, shards);
    shards.tick(tick);
    this.#follow();
    for (const login of concerned) {
      this.seen.note('tick tried');
      this.#hold(this.#watch.settled(login), login);
    }
  }

  #letModelsGo(): void {
    this.#isModelled = false;
    this.#watch.letModelsGo();
  }

  #build(
    now: number,
    count: number,
    requests: Pick<Listener, 'stored'>,
    past: Pick<Listener, 'known'> | ReadonlySet<string>,
  ): Shards {
    const listener: Listener = {
      event: (event, isJoined = false) => {
        this.#events.push(event);
        if (isJoined) this.#joined.add(event);
      },
      answer: (_status, text) => {
        this.#text = text;
      },
      logged: (login, bytes) => this.plan.tape?.add(login, bytes),
      warn: (msg, details) => this.#hold([`${msg}: ${JSON.stringify(details)}`], 0),
      stored: (...of) => requests.stored(...of),
      ...(this.plan.kill && { kill: this.plan.kill }),
      known: (login, what, id) =>
        this.rows.has(login, what, id) || ('known' in past && past.known(login, what, id)),
    };
    const { world, dealers, gateways } = this;
    const accounts = [...world.accounts.values()];
    const made = { seed: world.seed, settings: world.compiled, dealers, gateways };
    return new Shards({ shards: count, accounts, now, listener, ...made });
  }

  #hold(faults: Faults, login: number): void {
    if (faults.length > 0) throw new Error(`${this.here}, account ${login}: ${faults.join('; ')}`);
  }

  #lookAt(login: number): void {
    if (this.random.oneIn(this.plan.lookOneIn ?? 16)) this.#look(login);
  }

  #look(login: number): void {
    this.#hold(this.#watch.looked(this.state(login), this.shards.shardOf(login)), login);
  }

  /** Follows what has happened since the last time. */
  #follow(): void {
    if (this.#events.length === 0) return;
    const events = this.#events;
    this.#events = [];
    for (const event of events) {
      const { login } = event;
      this.seen.event(event);
      this.#hold(this.#watch.emitted(event), login);
      this.rows.emitted(event);
      const once = this.requests.takeEffect(event);
      this.#hold(once ? [] : [`11: ${event.remembered?.request_id} takes effect again`], login);
    }
  }

  /** Where a client's request was accepted, the account was not switched off. */
  #accepted(login: number): void {
    const { enabled, trading_enabled } = this.state(login).switches;
    if (enabled && trading_enabled) return;
    const some = this.#events.find((one) => one.login === login && one.cause.source === 'client');
    this.#hold(some ? [`20: ${some.cause.kind} was accepted`] : [], login);
  }
}
