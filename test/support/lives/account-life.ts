// A random life of one account in the engine, checked at every step by the named oracles.

import { moneyOf } from '../../../engine/engine.js';
import type { BalanceCommand, Command, TradeCommand } from '../../../wire/trading/commands.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { codeOf, daysDue } from '../engine-harness.js';
import { someIds } from './dealing.js';
import { LifeAccount } from './life-account.js';
import type { Faults, OracleKind } from './oracle.js';
import { PositionDeals } from './position-deals.js';
import { providerStep, waitingSymbol } from './provider-steps.js';
import { requestOf } from './requests.js';
import type { Seen } from './seen.js';
import { DESK, PROVIDER, type Scope } from './settings.js';
import type { Instrument } from './symbols.js';
import { Watch } from './watch.js';
import { World } from './world.js';

/** A life: the world's seed, and one seed for each step; null = nothing happens. */
export interface Life {
  readonly world: number;
  readonly steps: readonly (number | null)[];
}

/** Ticks of a symbol whose close waits, one after the other. */
const CHASE_TICKS = 6;

/** In one of so many worlds the engine compiles new settings as changes of those before. */
const CHANGED_WORLDS = 4;

/** An account, its world and its oracles. */
class AccountLife {
  private readonly account: LifeAccount;
  private readonly world: World;
  private readonly watch: Watch;
  private requests = 0;
  private followed = 0;
  private stopOutWaits = false;
  /** The deals of its positions, where there is a provider. */
  private readonly deals = new PositionDeals();

  constructor(
    { world }: Life,
    private readonly scope: Scope,
    private readonly seen: Seen,
    kinds: readonly OracleKind[],
  ) {
    this.world = new World(world, scope);
    const { settings, switches, random, instruments } = this.world;
    this.account = new LifeAccount(settings, switches, world % CHANGED_WORLDS === 0);
    const groupOf = (path: string) => this.world.group(path);
    const isModelled = scope.providers !== true;
    const watched = { world, settings, switches, isAlone: true, isModelled, groupOf };
    this.watch = new Watch(kinds, [watched], groupOf);
    if (scope.providers) {
      this.account.online.add(DESK);
      this.account.connected.add(PROVIDER);
    }
    const lacking = random.chance(0.1) ? random.pick(instruments) : undefined;
    for (const instrument of instruments) {
      if (instrument !== lacking) this.quote(instrument);
    }
  }

  private quote(instrument: Instrument): void {
    const prices = this.world.prices(instrument);
    this.account.now = this.world.now;
    this.account.quoteOf(instrument, prices);
    const { id } = instrument.record;
    this.watch.quoted(id, prices, this.world.now);
  }

  private requestId(): string {
    this.requests += 1;
    return `00000000-0000-4000-8000-${String(this.requests).padStart(12, '0')}`;
  }

  /** The account executes a command, and the oracles hear what it was answered. */
  private run(command: Command): Faults {
    const { account, seen, world } = this;
    account.now = world.now;
    const asked = this.watch.asked(command, account.state, account.ctx);
    if (asked.length > 0) return asked;
    const code = codeOf(account.run(command));
    seen.note(code);
    const skips = 'request' in command ? command.request.skip_margin_check : false;
    if (skips && code === 'ok' && moneyOf(account.state, account.ctx).margin_free < 0) {
      seen.note('margin overdrawn');
    }
    return this.watch.commanded(account.state.login, command, world.now, code);
  }

  /** A deposit to begin with. */
  begin(): Faults {
    const credit = this.world.random.chance(0.4) ? this.run(this.payment('300', 'credit')) : [];
    return [...credit, ...this.run(this.payment(this.world.deposit())), ...this.look()];
  }

  private payment(amount: string, action: BalanceCommand['action'] = 'balance'): BalanceCommand {
    return {
      op: 'balance',
      request_id: this.requestId(),
      action,
      amount,
      comment: '',
      skip_margin_check: this.world.random.chance(0.1),
      source: 'dealer',
      dealer: 7,
    };
  }

  private trade(): TradeCommand {
    const { random } = this.world;
    const { positions, orders } = this.account.state;
    const held = { positions: [...positions.values()], orders: [...orders.values()] };
    const dealer = random.chance(0.12);
    const request = requestOf(this.world, held, this.requestId());
    const skips = random.chance(dealer ? 0.3 : 0.005) ? { skip_margin_check: true } : {};
    return {
      op: 'trade',
      request: { ...request, ...skips },
      source: dealer ? 'dealer' : 'client',
      dealer: dealer ? 7 : 0,
      read_only: random.chance(0.005),
      origin: {
        terminal: random.pick(['desktop', 'web', 'ios', 'api']),
        ip: '10.0.0.1',
        session: 's1',
      },
    };
  }

  private tick(instrument: Instrument): void {
    const { world, account } = this;
    world.now += world.random.pick([0, 0, 1, 200, 1_500]);
    world.move(instrument);
    this.quote(instrument);
    const { id } = instrument.record;
    account.settle(id, world.random.pick([1, 2, Number.POSITIVE_INFINITY]));
    this.watch.ticked(id, world.now);
  }

  /** Ends the days that are due, one by one. */
  private endDays(): Faults {
    const { account, world } = this;
    for (const at of daysDue(account.state, account.ctx.settings, world.now)) {
      const faults = [...this.run({ op: 'end_of_day', at }), ...this.look()];
      if (faults.length > 0) return faults;
    }
    return [];
  }

  private wait(): Faults {
    this.world.now += this.world.random.pick([1, 10, 10, 45, 240, 700, 1_500]) * 60_000;
    return this.run({ op: 'timer' });
  }

  /** Settings and switches change; a timer tests the account's levels again. */
  private change(): Faults {
    this.world.change();
    const { settings, switches } = this.world;
    this.account.adopt(settings, switches);
    this.watch.configured(settings, switches);
    this.seen.note('settings changed');
    return this.run({ op: 'timer' });
  }

  private pay(): Faults {
    const { random, settings } = this.world;
    const yen = settings.group[0]?.currency === 'JPY';
    const amount = random.within(-4_000, 6_000) * (yen ? 100 : 1);
    const cents = yen || random.chance(0.5) ? '' : `.${random.within(10, 99)}`;
    const action = random.pick(['balance', 'balance', 'credit', 'bonus', 'charge', 'tax'] as const);
    const large = random.chance(0.02);
    return this.run(this.payment(large ? '2000000000000' : `${amount}${cents}`, action));
  }

  /** Staff delete some positions. */
  private remove(): Faults {
    const { random } = this.world;
    const { positions } = this.account.state;
    const position_ids = someIds(random, positions.keys(), random.anyOf(positions)?.id ?? 1);
    const request_id = this.requestId();
    return this.run({ op: 'position_delete', request_id, position_ids, dealer: 7 });
  }

  /** A provider, a dealer or staff act, a wait that ends is decided, or the server is restarted. */
  private provide(): Faults {
    const { account, deals, seen, world } = this;
    const what = world.random.next();
    if (what < 0.04) {
      account.restart();
      seen.note('restart');
      return [];
    }
    if (what < 0.2) {
      world.now += world.random.pick([500, 1_500, 16_000, 31_000]);
      return this.run({ op: 'timer' });
    }
    const { state } = account;
    const scene = { world, state, deals, requestId: () => this.requestId() };
    const symbol = what < 0.3 ? waitingSymbol(scene) : undefined;
    if (symbol !== undefined) {
      // Prices move while a close waits: a stop of its position may be reached first.
      for (let n = 0; n < CHASE_TICKS; n += 1) this.tick(world.instrument(symbol));
      return [];
    }
    const command = providerStep(scene);
    return command === undefined ? [] : this.run(command);
  }

  /** One step; what is wrong after it. */
  step(seed: number): Faults {
    const { random, active, instruments } = this.world;
    random.reseed(seed);
    const what = random.next();
    const ended = random.chance(0.9) ? this.endDays() : [];
    if (ended.length > 0) return ended;
    let faults: Faults = [];
    if (this.stopOutWaits && what < 0.6) faults = this.wait();
    else if (this.scope.providers && random.chance(0.6)) faults = this.provide();
    else if (what < 0.4) this.tick(random.pick(random.chance(0.85) ? active : instruments));
    else if (what < 0.88) faults = this.run(this.trade());
    else if (what < 0.935) faults = this.pay();
    else if (what < 0.94) faults = this.remove();
    else if (what < 0.96) faults = this.change();
    else faults = this.wait();
    return [...faults, ...this.look()];
  }

  /** Hands what has happened to the oracles, which then look at the account. */
  private look(): Faults {
    const { account, watch } = this;
    const fresh = account.events.slice(this.followed);
    this.followed = account.events.length;
    const faults = fresh.flatMap((event) => watch.emitted(event));
    faults.push(...watch.looked(account.state, account.ctx));
    for (const event of fresh) this.count(event);
    this.countStopOuts(fresh);
    return faults;
  }

  private count(event: AccountEvent): void {
    this.seen.event(event);
    if (this.scope.providers) this.countParts(event);
    for (const { symbol } of event.deals) {
      if (symbol === '') continue;
      const { calc_mode, chart_mode } = this.world.instrument(symbol).record;
      this.seen.note(`deal ${calc_mode}`);
      if (chart_mode === 'last') this.seen.note('deal of a symbol by trades');
    }
  }

  /** Parts at the provider, closes that find no position, and closes that come too late. */
  private countParts(event: AccountEvent): void {
    const { cause, deals, orders, remembered } = event;
    this.deals.emitted(event);
    if (remembered !== null) this.seen.note(`told ${remembered.result.code}`);
    if (cause.source !== 'gateway' || deals.length === 0 || cause.kind === 'bust') return;
    if (orders.some(({ state }) => state === 'partial')) this.seen.note('part at the provider');
    const closes = /close|sl|tp|stopout/.test(cause.kind);
    if (closes && deals.some(({ entry }) => entry !== 'out')) this.seen.note('close that opens');
  }

  /** What is left to be said when the life is over. */
  end(): Faults {
    return this.watch.ended();
  }

  /** Stop-outs that close a part, that wait for a session, and that go on after waiting. */
  private countStopOuts(fresh: readonly AccountEvent[]): void {
    const { ledger, positions } = this.account.state;
    const closed = fresh
      .flatMap(({ deals }) => deals)
      .filter(({ reason, entry }) => reason === 'so' && entry !== 'none');
    const inPart = this.world.settings.group[0]?.stopout_close === 'partial';
    const left = closed.some(({ position_id }) => positions.has(position_id));
    if (inPart && left) this.seen.note('stop-out of a part');
    if (closed.length > 0 && this.stopOutWaits) this.seen.note('stop-out after waiting');
    this.stopOutWaits = ledger.so_state === 'stop_out' && positions.size > 0;
    if (this.stopOutWaits) this.seen.note('stop-out that waits');
  }
}

/** Lives a life; what is wrong after the first step that shows it, each in words, or nothing. */
export const live = (
  life: Life,
  scope: Scope,
  seen: Seen,
  oracles: readonly OracleKind[],
): Faults => {
  const account = new AccountLife(life, scope, seen, oracles);
  try {
    const begun = account.begin();
    if (begun.length > 0) return begun.map((fault) => `at the start: ${fault}`);
    for (const [at, seed] of life.steps.entries()) {
      if (seed === null) continue;
      const faults = account.step(seed);
      if (faults.length > 0) return faults.map((fault) => `step ${at}: ${fault}`);
    }
    return [];
  } finally {
    account.end();
  }
};
