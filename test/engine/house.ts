// A few accounts of two groups that trade while settings change, and the book that follows them.

import {
  type AccountState,
  Book,
  type Context,
  changeSettings,
  compileSettings,
  execute,
  newAccount,
  type Quote,
  settle,
} from '../../engine/engine.js';
import type { Settings } from '../../wire/config.js';
import type { AccountEvent } from '../../wire/events.js';
import { parseScaled } from '../../wire/scale.js';
import { settingsWith } from '../../wire/settings-delta.js';
import {
  EngineHarness,
  group,
  NOON,
  requestId,
  row,
  rule,
  symbol,
} from '../support/engine-harness.js';
import { deltaBetween } from '../support/settings-delta.js';
import type { Dice } from './model-dice.js';
import { leverageRule, profile, tiers } from './profiles.js';

const NAMES = ['EURUSD', 'GBPUSD', 'USDJPY', 'EURJPY', 'EURGBP'] as const;
const GROUPS = ['real\\a', 'real\\b'] as const;
const MIDDLE: Readonly<Record<string, number>> = {
  EURUSD: 1.1,
  GBPUSD: 1.3,
  USDJPY: 150,
  EURJPY: 165,
  EURGBP: 0.85,
};
const ACCOUNTS = 12;

const symbolOf = (dice: Dice, at: number) => {
  const name = NAMES[at] as string;
  return symbol(name, {
    id: at + 1,
    digits: name.endsWith('JPY') ? 3 : 5,
    contract_size: dice.pick(['100000', '90000']),
    tick_size: dice.pick(['0', '0.001']),
    margin_rates: dice.chance(0.5)
      ? []
      : [{ side: 'buy', order_kind: 'limit', initial: '1', maintenance: '1' }],
  });
};

const groupOf = (dice: Dice, path: string) =>
  group({
    path,
    currency: path === 'real\\a' ? 'USD' : 'EUR',
    leverage_default: dice.pick([50, 100, 400]),
    leverage_profile_id: dice.pick([null, 1]),
    margin_call: dice.pick(['100', '150']),
    stop_out: dice.pick(['50', '80']),
    symbols: [
      row(dice.pick(['EUR*', '*']), {
        spread_diff: dice.int(0, 60),
        spread_diff_bid: dice.int(0, 30),
      }),
      row('*'),
    ],
  });

const profileOf = (dice: Dice) =>
  profile([leverageRule('value', tiers(['100000', '1'], ['0', dice.pick(['2', '4'])]))]);

/** Some accounts of two groups, their settings and their book. */
export class House {
  readonly states = new Map<number, AccountState>();
  readonly book = new Book((login) => this.states.get(login));
  readonly quotes = new Map<number, Quote>();
  settings: Settings;
  compiled;
  now = NOON;
  ids = 0;

  constructor(readonly dice: Dice) {
    this.settings = {
      ...new EngineHarness().settings,
      symbol: NAMES.map((_, at) => symbolOf(dice, at)),
      group: GROUPS.map((path) => groupOf(dice, path)),
      leverage_profile: [profileOf(dice)],
      routing: [rule()],
    };
    this.compiled = compileSettings(this.settings);
    for (const name of NAMES) this.move(name);
    const { switches, ledger } = new EngineHarness().state;
    for (let at = 0; at < ACCOUNTS; at += 1) {
      const login = 2000 + at;
      const path = GROUPS[at % 2] as string;
      const state = newAccount(
        { ...switches, login, group: path },
        { ...ledger, login, balance: 3_000_00 },
      );
      this.states.set(login, state);
      this.book.track(state, this.ctx);
    }
  }

  get ctx(): Context {
    const quote = (id: number): Quote =>
      this.quotes.get(id) ?? { bid: 0, ask: 0, time: 0, last: 0 };
    return {
      now: this.now,
      settings: this.compiled,
      quote,
      lastQuote: quote,
      inStream: () => true,
      known: () => false,
      dealerOnline: () => false,
      anyDealerOnline: () => false,
      gatewayOnline: () => false,
      nextOrderId: () => ++this.ids,
      nextDealId: () => ++this.ids,
    };
  }

  /** A new quote of a symbol; answers its id. */
  move(name: string): number {
    const { id, digits } = this.settings.symbol.find((one) => one.name === name) ?? {
      id: 0,
      digits: 5,
    };
    const middle = (MIDDLE[name] as number) * (0.96 + 0.08 * this.dice.next());
    const bid = parseScaled(middle.toFixed(digits), digits + 3) as number;
    this.now += 1000;
    this.quotes.set(id, { bid, ask: bid + 10_000, time: this.now, last: 0 });
    return id;
  }

  follow(state: AccountState, events: readonly AccountEvent[]): void {
    for (const event of events) this.book.changed(state, event, this.ctx);
  }

  trade(): void {
    const { dice } = this;
    const login = 2000 + dice.int(0, ACCOUNTS - 1);
    const state = this.states.get(login) as AccountState;
    const name = dice.pick(NAMES);
    const digits = name.endsWith('JPY') ? 3 : 5;
    const at = (share: number): string => ((MIDDLE[name] as number) * share).toFixed(digits);
    const volume = dice.pick(['0.1', '0.5', '1', '2']);
    const position = dice.any([...state.positions.keys()]);
    const order = dice.any([...state.orders.keys()]);
    const wish = dice.pick([
      { kind: 'open', symbol: name, side: 'buy', volume, sl: at(0.93), tp: at(1.07) },
      { kind: 'open', symbol: name, side: 'sell', volume },
      { kind: 'pending', symbol: name, side: 'buy', order_kind: 'limit', volume, price: at(0.97) },
      { kind: 'pending', symbol: name, side: 'sell', order_kind: 'stop', volume, price: at(0.98) },
      { kind: 'close', position_id: position ?? 0 },
      { kind: 'pending_cancel', order_id: order ?? 0 },
    ]);
    const execution = execute(
      state,
      {
        op: 'trade',
        request: { request_id: requestId(), ...wish } as never,
        source: 'client',
        dealer: 0,
        read_only: false,
        digest: '',
        origin: { login, ip: '', session: '', terminal: 'desktop' },
      } as never,
      this.ctx,
    );
    if (execution.ok) this.follow(state, execution.events);
  }

  /** One record is changed; nobody's rows are. */
  change(): void {
    const { dice, settings } = this;
    const place = dice.int(0, NAMES.length - 1);
    const path = dice.pick(GROUPS);
    const extra = symbol(`EURUSD.${dice.int(1, 3)}`, {
      id: 20 + dice.int(1, 3),
      currency_base: 'EUR',
      currency_profit: 'USD',
      currency_margin: 'EUR',
    });
    const others = settings.symbol.filter(({ id }) => id !== extra.id && id > 5);
    const first = settings.symbol.slice(0, NAMES.length);
    const part: Partial<Settings> = dice.pick([
      {
        symbol: settings.symbol.map((one, at) => (at === place ? symbolOf(dice, at) : one)),
      },
      { group: settings.group.map((one) => (one.path === path ? groupOf(dice, path) : one)) },
      { leverage_profile: [profileOf(dice)] },
      { symbol: [...first, ...others, ...(dice.chance(0.5) ? [extra] : [])] },
    ]);
    const after = { ...settings, ...part, version: settings.version + 1 };
    const delta = deltaBetween(settings, after);
    this.settings = settingsWith(settings, delta);
    const changed = changeSettings(this.compiled, this.settings, delta);
    this.compiled = changed.settings;
    this.book.change(changed.effect, this.ctx);
    if (dice.chance(0.7)) this.revise(Number.POSITIVE_INFINITY);
  }

  revise(most: number): void {
    let left = most;
    for (const login of this.book.outdated) {
      if (left === 0) return;
      left -= 1;
      this.book.track(this.states.get(login) as AccountState, this.ctx);
    }
    this.book.tidy(this.ctx);
  }

  /** Time: levels that were crossed by a change are acted on. */
  time(): void {
    for (const login of this.book.due(this.ctx)) {
      const state = this.states.get(login) as AccountState;
      const execution = execute(state, { op: 'timer' }, this.ctx);
      if (execution.ok) this.follow(state, execution.events);
    }
  }

  /** A tick settles whom the book names; who is not named, and whom it would have concerned. */
  tick(): string[] {
    const name = this.dice.pick(NAMES);
    const id = this.move(name);
    const found = new Set(this.book.onTick(id, this.ctx));
    const missed: string[] = [];
    for (const [login, state] of this.states) {
      const events = settle(state, this.ctx, id);
      if (events.length > 0 && !found.has(login)) {
        missed.push(`${login} at ${name}: ${events.map(({ cause }) => cause.kind)}`);
      }
      this.follow(state, events);
    }
    return missed;
  }
}
