// A random life of one account in the engine, checked at every step by the named oracles.

import type { Context } from '../../../engine/account/types.js';
import {
  changeSettings,
  compileSettings,
  moneyOf,
  onTick,
  TickProgress,
} from '../../../engine/engine.js';
import type { Quote } from '../../../engine/settings/quotes.js';
import type { EngineSettings } from '../../../engine/settings/settings.js';
import { parseScaled } from '../../../wire/base/scale.js';
import type { AccountSwitches, Settings } from '../../../wire/settings/config.js';
import type { BalanceCommand, Command, TradeCommand } from '../../../wire/trading/commands.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Prices } from '../../model/account.js';
import { codeOf, daysDue, EngineHarness } from '../engine-harness.js';
import { deltaBetween } from '../settings-delta.js';
import type { Faults, OracleKind } from './oracle.js';
import { requestOf } from './requests.js';
import type { Seen } from './seen.js';
import type { Scope } from './settings.js';
import type { Instrument } from './symbols.js';
import { Watch } from './watch.js';
import { World } from './world.js';

/** A life: the world's seed, and one seed for each step; null = nothing happens. */
export interface Life {
  readonly world: number;
  readonly steps: readonly (number | null)[];
}

/** In one of so many worlds the engine compiles new settings as changes of those before. */
const CHANGED_WORLDS = 4;

/** Settings as the engine takes them: worlds are lived in more than once. */
const compiled = new WeakMap<Settings, EngineSettings>();

const compiledOf = (settings: Settings): EngineSettings => {
  const known = compiled.get(settings) ?? compileSettings(settings);
  compiled.set(settings, known);
  return known;
};

/** The account in its world: every quote of it is remembered. */
class LifeAccount extends EngineHarness {
  private readonly streams = new Map<number, Quote[]>();

  constructor(
    settings: Settings,
    switches: AccountSwitches,
    /** Are settings compiled as changes of those before? Then no other account has them. */
    private readonly changes: boolean,
  ) {
    super({
      settings,
      compiled: changes ? compileSettings(settings) : compiledOf(settings),
      switches,
      now: switches.created_at,
    });
  }

  override get ctx(): Context {
    const ctx = super.ctx as { -readonly [name in keyof Context]: Context[name] };
    ctx.inStream = (id, fits, since) => {
      const stream = this.streams.get(id) ?? [];
      return stream.some(
        ({ time, bid, ask }, at) => (time >= since || at === stream.length - 1) && fits(bid, ask),
      );
    };
    return ctx;
  }

  /** A quote of a symbol, offered to the account's group or not. */
  quoteOf({ record: { id, digits } }: Instrument, [bid, ask, last]: Prices): void {
    const scaled = (text: string): number => parseScaled(text, digits + 3) as number;
    const quote = { bid: scaled(bid), ask: scaled(ask), time: this.now, last: scaled(last) };
    this.quotes.set(id, quote);
    const stream = this.streams.get(id) ?? [];
    stream.push(quote);
    this.streams.set(id, stream);
  }

  /** A tick of a symbol, in parts of at most so many events or a few more. */
  settle(id: number, most: number): void {
    const progress = new TickProgress();
    while (this.keep(onTick(this.state, this.ctx, id, progress, most)).length >= most);
  }

  /** Settings and switches are others. */
  adopt(settings: Settings, switches: AccountSwitches): void {
    const before = this.settings;
    this.settings = settings;
    this.state.switches = switches;
    this.compiled = this.changes
      ? changeSettings(this.compiled, settings, deltaBetween(before, settings)).settings
      : compiledOf(settings);
  }

  /** Keeps what has happened; history knows of it at once. */
  protected override keep(events: readonly AccountEvent[]): readonly AccountEvent[] {
    for (const { orders, positions } of events) {
      for (const { id } of orders) this.past.add(`order ${id}`);
      for (const { id } of positions) this.past.add(`position ${id}`);
    }
    return super.keep(events);
  }
}

/** An account, its world and its oracles. */
class AccountLife {
  private readonly account: LifeAccount;
  private readonly world: World;
  private readonly watch: Watch;
  private requests = 0;
  private followed = 0;
  private stopOutWaits = false;

  constructor(
    { world }: Life,
    scope: Scope,
    private readonly seen: Seen,
    kinds: readonly OracleKind[],
  ) {
    this.world = new World(world, scope);
    const { settings, switches, random, instruments } = this.world;
    this.account = new LifeAccount(settings, switches, world % CHANGED_WORLDS === 0);
    const groupOf = (path: string) => this.world.group(path);
    const watched = { world, settings, switches, isAlone: true, isModelled: true, groupOf };
    this.watch = new Watch(kinds, [watched], groupOf);
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

  /** Settings and switches change; a timer tests the account's levels anew. */
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

  /** One step; what is wrong after it. */
  step(seed: number): Faults {
    const { random, active, instruments } = this.world;
    random.reseed(seed);
    const what = random.next();
    const ended = random.chance(0.9) ? this.endDays() : [];
    if (ended.length > 0) return ended;
    let faults: Faults = [];
    if (this.stopOutWaits && what < 0.6) faults = this.wait();
    else if (what < 0.4) this.tick(random.pick(random.chance(0.85) ? active : instruments));
    else if (what < 0.88) faults = this.run(this.trade());
    else if (what < 0.94) faults = this.pay();
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
    for (const { symbol } of event.deals) {
      if (symbol === '') continue;
      const { calc_mode, chart_mode } = this.world.instrument(symbol).record;
      this.seen.note(`deal ${calc_mode}`);
      if (chart_mode === 'last') this.seen.note('deal of a symbol by trades');
    }
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
  const begun = account.begin();
  if (begun.length > 0) return begun.map((fault) => `at the start: ${fault}`);
  for (const [at, seed] of life.steps.entries()) {
    if (seed === null) continue;
    const faults = account.step(seed);
    if (faults.length > 0) return faults.map((fault) => `step ${at}: ${fault}`);
  }
  return [];
};
