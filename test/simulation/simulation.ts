// A simulation: one operation after another out of a seed, and what is checked after each.

import { hashedRows } from '../../actors/state-hash.js';
import { accountHash } from '../../storage/state-hash.js';
import type { BalanceAction, Command } from '../../wire/commands.js';
import type { AccountSwitches } from '../../wire/config.js';
import type { Caller } from '../../wire/desk.js';
import type { AccountEvent } from '../../wire/events.js';
import type { Deal } from '../../wire/records.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { AccountBook } from './account-book.js';
import { callersOf, DEALER } from './callers.js';
import { Days } from './days.js';
import { Dice } from './dice.js';
import { Ground } from './ground.js';
import { DEALERS, GATEWAYS } from './groups.js';
import { House, type Listener } from './house.js';
import { hold } from './invariants.js';
import { Market, type Tick } from './market.js';
import { Past } from './past.js';
import { Requests, type Sent } from './requests.js';
import { Seen } from './seen.js';
import { Standing } from './standing.js';
import { type Operation, TABLE } from './table.js';
import type { Snapshot, Tape } from './tape.js';
import { BEGINNING, World } from './world.js';

/** Operations between two looks at everything. */
export const CHECK_EVERY = 5_000;
/** Of operations on accounts, one in so many is followed by a look at the account as it stands. */
const STANDING_ONE_IN = 16;
/** Of operations, one in so many has the account's hash taken before it. */
const HASH_ONE_IN = 64;
const STEP_MS = 900;

/** What a simulation is made of. */
export interface Plan {
  readonly seed: number;
  readonly shards?: number;
  /** Each account is looked at, and its hash taken, at every operation on it. */
  readonly exact?: boolean;
  /** Everything is looked at after every operation from this one on; default: never. */
  readonly everythingFrom?: number;
  /** Accounts of these groups alone; default: all. */
  readonly groups?: readonly string[];
  /** Is told what the log holds. */
  readonly tape?: Tape;
}

const TOTAL = TABLE.reduce((sum, { weight }) => sum + weight, 0);

const operationAt = (throwed: number): Operation => {
  let left = throwed;
  for (const operation of TABLE) {
    if (left < operation.weight) return operation;
    left -= operation.weight;
  }
  throw new Error('the weights do not add up');
};

/** A house under operations. */
export class Simulation {
  readonly dice: Dice;
  readonly world: World;
  readonly market = new Market();
  readonly requests = new Requests();
  readonly seen = new Seen();
  readonly dealer: Caller = DEALER;
  house: House;
  /** Accounts that are switched off, longest first. */
  readonly closedLogins = new Set<number>();
  /** Dealers who are on line. */
  readonly dealers = new Set<number>(DEALERS);
  /** Providers that are on line. */
  readonly gateways = new Set<number>(GATEWAYS.map(({ id }) => id));
  /** Accounts by a request of theirs that waits for a dealer, or is at a provider. */
  readonly waiting = new Map<number, number>();
  readonly sent = new Map<number, number>();
  /** The report of a provider that took effect last. */
  lastReport: { readonly login: number; readonly command: Command } | undefined;
  /** Operations so far, and the one under way. */
  operation = 0;
  name = '';
  readonly #ground: Ground;
  readonly #books: ReadonlyMap<number, AccountBook>;
  readonly #days: Days;
  #standing: Standing;
  /** What the operation under way came to. */
  #events: AccountEvent[] = [];
  #text = '';
  #lastId = 1;
  readonly past = new Past();

  constructor(private readonly plan: Plan) {
    this.dice = new Dice(plan.seed);
    this.world = new World(plan.groups);
    this.#ground = new Ground(this.world);
    this.#days = new Days(this);
    this.#books = new Map(
      this.world.logins.map((login) => [login, new AccountBook(login, this.#ground)]),
    );
    this.house = this.#build(BEGINNING, plan.shards ?? 1, this.requests, this.past);
    this.#standing = new Standing(this.world, this.house, this.#ground, this.#books);
    for (const account of this.world.accounts.values()) plan.tape?.account(account);
    this.house.begin();
    for (const name of this.market.names) this.tick(this.market.again(name));
    for (const login of this.world.logins) {
      this.pay(login, 'balance', this.sum(login, 5_000, 30_000));
    }
  }

  /** Runs so many operations more. */
  run(operations: number): void {
    for (let n = 0; n < operations; n += 1) this.#step();
  }

  /** The hash of all that is stored. */
  hash(): string {
    return this.house.hash();
  }

  /** Where the simulation is. */
  get here(): { readonly at: number; readonly name: string } {
    return { at: this.operation, name: this.name };
  }

  /** Goes on in a house restored from the tape, as after a crash. */
  async restart(projected: number): Promise<Snapshot> {
    const { tape } = this.plan;
    if (tape === undefined) throw new Error('nothing was taped');
    const snapshot = tape.project(projected);
    this.past.restarted();
    const past: Pick<Listener, 'known'> = {
      known: (...row) => snapshot.store.known(...row) || this.past.known(...row),
    };
    this.house = this.#build(this.house.now, 1, snapshot.store, past);
    await tape.load(this.house, snapshot);
    this.house.open();
    this.#standing = new Standing(this.world, this.house, this.#ground, this.#books);
    return snapshot;
  }

  /** Takes over switches of an account. */
  switched(switches: AccountSwitches): void {
    this.plan.tape?.account(switches);
    this.house.switched(switches);
  }

  /** Looks at everything now: days are ended, and prices told again, as settings may be new. */
  check(): void {
    this.#days.finish();
    for (const name of this.market.names) this.tick(this.market.again(name));
    this.#standing.everything();
    this.#standing.settled();
  }

  /** Some account. */
  someLogin(): number {
    return this.dice.pick(this.world.logins);
  }

  /** Some symbol that is quoted. */
  someSymbol(): SymbolRecord {
    return this.world.symbol(this.dice.pick(this.market.wanted));
  }

  /** An id that names nothing of the account, at times a row that it had until a while ago. */
  someGoneId(login = 0): number {
    const gone = this.past.last(login);
    if (gone !== undefined && this.dice.oneIn(2)) return gone;
    return Math.max(1, this.#lastId - this.dice.below(200));
  }

  /** The deals of some position of the account, of one that closed a while ago too. */
  someDeals(login: number): readonly Deal[] | undefined {
    const { held, closed } = this.#books.get(login) as AccountBook;
    const position = this.dice.pickValue(this.dice.oneIn(3) ? closed : held);
    return position === undefined || position.deals.length === 0 ? undefined : [...position.deals];
  }

  /** A caller of the account: one of its terminals, or an investor. */
  caller(login: number): Caller {
    return this.dice.pick(callersOf(login));
  }

  /** A sum of the account's currency as text, between bounds in dollars or so. */
  sum(login: number, from: number, to: number): string {
    const { currency_digits } = this.world.group(this.house.state(login).switches.group);
    if (currency_digits === 0) return String(150 * this.dice.within(from, to));
    return (this.dice.within(100 * from, 100 * to) / 100).toFixed(currency_digits);
  }

  /** Nothing happens. */
  idle(): void {}

  /** Time goes on; of days that end meanwhile only the last may be left to be ended. */
  pass(ms: number): void {
    this.#days.finish();
    const until = this.house.now + ms;
    for (let end = this.#days.before(until); end !== undefined; end = this.#days.before(until)) {
      this.house.now = end;
      this.house.turn();
      this.#days.finish();
    }
    this.house.now = until;
    this.house.turn();
    this.#follow();
  }

  /** A command of the house's own; refused it changes nothing. */
  command(login: number, command: Command): void {
    const before = this.house.state(login).ledger;
    const hashed = this.plan.exact ? this.#hashOf(login) : undefined;
    const code = this.house.command(login, command);
    this.seen.note('command', `${command.op} ${code}`);
    if (this.#events.length > 0) {
      if (command.op === 'gateway') this.lastReport = { login, command };
      return this.#follow();
    }
    const same = hashed === undefined || hashed === this.#hashOf(login);
    const kept = same && this.house.state(login).ledger === before;
    hold(kept, 11, login, () => `${command.op} answered ${code} and changed something`);
  }

  /** Ends every trading day that is due. */
  endDays(): void {
    this.house.endDays();
    this.#follow();
  }

  tick(tick: Tick): void {
    this.house.tick(tick);
    this.#follow();
  }

  /** A money operation of staff. */
  pay(login: number, action: BalanceAction, amount: string): void {
    const data = {
      request_id: this.requests.fresh(),
      action,
      amount,
      ...(this.dice.oneIn(10) ? { skip_margin_check: true } : {}),
    };
    this.send(login, 'balance', data, DEALER);
  }

  /** An operation on an account; the text of its answer. */
  send(login: number, op: string, data: object, caller: Caller): string {
    const { house, dice } = this;
    const before = house.state(login).ledger;
    const { exact = false } = this.plan;
    const hashed = exact || dice.oneIn(HASH_ONE_IN) ? this.#hashOf(login) : undefined;
    const seq = house.seq;
    house.handle(login, op, data, caller);
    const answer = this.#text;
    this.#code(answer);
    if (this.#events.length === 0) {
      const kept = house.state(login).ledger === before;
      hold(kept, 11, login, () => `${op} answered ${answer} and changed something`);
      const same = hashed === undefined || hashed === this.#hashOf(login);
      hold(same, 11, login, () => `${op} answered ${answer} and changed rows`);
      return answer;
    }
    this.#accepted(login);
    const { request_id } = data as { request_id?: string };
    const at = this.#events.findIndex(({ remembered }) => remembered?.request_id === request_id);
    if (at >= 0) {
      const sent = { login, op, data: data as Sent['data'], caller, answer };
      this.requests.keep(sent, this.#events[at] as AccountEvent, seq + at + 1, dice);
    }
    this.#follow();
    if (exact || dice.oneIn(STANDING_ONE_IN)) this.#standing.account(login);
    return answer;
  }

  /** Sends a remembered request again: nothing happens, and the answer is the same. */
  repeat(sent: Sent): void {
    const { login, op, data, caller } = sent;
    const answer = this.send(login, op, data, caller);
    const dataOf = (text: string): string =>
      text
        .slice(text.indexOf('"data":'))
        .replace(/,"seq":"\d+"}}$/, '')
        .replace('"repeated":true', '"repeated":false');
    const waited = sent.answer.includes('"status":"queued"');
    const same = waited || dataOf(answer) === dataOf(sent.answer);
    hold(same, 11, login, () => `answered ${sent.answer}, then ${answer}`);
  }

  #step(): void {
    this.operation += 1;
    this.house.now += this.dice.below(STEP_MS);
    this.house.turn();
    this.#follow();
    this.#days.step();
    const operation = operationAt(this.dice.below(TOTAL));
    this.name = operation.name;
    this.seen.note('operation', operation.name);
    operation.run(this);
    this.#follow();
    const { everythingFrom = Number.POSITIVE_INFINITY } = this.plan;
    if (this.operation >= everythingFrom) this.#standing.everything();
    if (this.operation % CHECK_EVERY === 0) this.check();
  }

  #build(
    now: number,
    shards: number,
    requests: Pick<Listener, 'stored'>,
    past: Pick<Listener, 'known'>,
  ): House {
    const listener: Listener = {
      event: (event) => this.#events.push(event),
      answer: (_status, text) => {
        this.#text = text;
      },
      logged: (login, bytes) => this.plan.tape?.add(login, bytes),
      warn: (msg, details) => {
        throw new Error(`${msg}: ${JSON.stringify(details)}`);
      },
      stored: (...of) => requests.stored(...of),
      known: (...row) => past.known(...row),
    };
    const accounts = [...this.world.accounts.values()];
    const { dealers, gateways } = this;
    const settings = this.world.compiled;
    return new House({ shards, accounts, settings, now, listener, dealers, gateways });
  }

  #hashOf(login: number): bigint {
    return accountHash(hashedRows(this.house.state(login)));
  }

  #code(answer: string): void {
    const at = answer.indexOf('"code":"') + 8;
    this.seen.note('code', answer.slice(at, answer.indexOf('"', at)));
  }

  /** A request was accepted: the account was not switched off. */
  #accepted(login: number): void {
    const { enabled, trading_enabled } = this.house.state(login).switches;
    for (const { cause, login: of } of this.#events) {
      if (of !== login || cause.source !== 'client') continue;
      hold(enabled && trading_enabled, 20, login, () => `${cause.kind} was accepted`);
    }
  }

  /** An order that was reached opened something: account and group were open for trade. */
  #activated({ cause, deals, login }: AccountEvent): void {
    if (cause.kind !== 'activate' || cause.source === 'gateway') return;
    if (deals.every(({ entry }) => entry === 'out')) return;
    const { enabled, trading_enabled, group } = this.house.state(login).switches;
    const open = enabled && trading_enabled && this.world.group(group).trading_enabled;
    hold(open, 20, login, () => 'an order opened a position');
  }

  /** Follows what has happened since the last time. */
  #follow(): void {
    if (this.#events.length === 0) return;
    const events = this.#events;
    this.#events = [];
    for (const event of events) {
      this.seen.event(event);
      (this.#books.get(event.login) as AccountBook).follow(event);
      this.#ground.derived(event);
      this.#activated(event);
      for (const { id, done_at } of event.orders) {
        if (id > this.#lastId) this.#lastId = id;
        if (done_at > 0) this.past.add(event.login, 'order', id);
      }
      for (const { id, state } of event.queued) {
        if (state === 'queued' || state === 'taken') this.waiting.set(id, event.login);
        else this.waiting.delete(id);
        if (state === 'sent') this.sent.set(id, event.login);
        else this.sent.delete(id);
      }
      for (const { id, closed } of event.positions) {
        if (closed) this.past.add(event.login, 'position', id);
      }
      const { remembered, login } = event;
      if (remembered === null) continue;
      const first = this.requests.takeEffect(event);
      hold(first, 11, login, () => `request ${remembered.request_id} takes effect again`);
    }
  }
}
