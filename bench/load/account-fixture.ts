// Accounts of the demo group in a shard's index, and ticks for them.

import { NewestQuotes } from '../../actors/shard/quotes.js';
import type { Context } from '../../engine/account/types.js';
import {
  AccountIndex,
  type AccountState,
  compileSettings,
  moneyOf,
  newAccount,
  onTick,
  TickProgress,
} from '../../engine/engine.js';
import { buildLedger, buildOrder, buildPosition } from '../../test/support/build.js';
import { group, rule, symbol } from '../../test/support/engine-harness.js';
import { switches } from '../../test/support/shard-harness.js';
import { NO_SETTINGS } from '../../wire/settings/config.js';
import type { GroupRecord } from '../../wire/settings/groups.js';
import type { LeverageProfileRecord } from '../../wire/settings/leverage.js';
import type { Order, Position } from '../../wire/trading/records.js';
import { Desk } from './desk.js';

/** Symbols by their ids. */
export const SYMBOLS = { EURUSD: 1, GBPUSD: 2 } as const;
/** A point of a price, and the spread in points. */
export const POINT = 1000;
export const SPREAD = 2 * POINT;
/** The initial Bid. */
export const START = 110_000 * POINT;
/** ×10^8 */
export const LOT = 1e8;

const RATE_ONE = 10n ** 12n;
const FIRST_LOGIN = 500_000;
/** The values of the demo platform. */
const DEMO: Partial<GroupRecord> = {
  path: 'demo\\standard',
  leverage_default: 100,
  margin_call: '100',
  stop_out: '50',
};

/** An account: its balance in cents, and rows with the fields that differ from the defaults. */
export interface Means {
  readonly balance: number;
  readonly positions?: readonly Partial<Position>[];
  readonly orders?: readonly Partial<Order>[];
}

/** The group's stop-out level in hundredths of a percent, the unit of margin levels. */
const STOP_OUT_LEVEL = 5_000;

/** Accounts and their prices. */
export class AccountFixture {
  readonly #states = new Map<number, AccountState>();
  readonly #book = new AccountIndex((login) => this.#states.get(login));
  readonly #quotes = new NewestQuotes();
  readonly #ctx: Context;
  #lastId = 0;

  /** With a leverage profile, the group uses it. */
  constructor(profiles: readonly LeverageProfileRecord[] = []) {
    const settings = compileSettings({
      ...NO_SETTINGS,
      symbol: Object.entries(SYMBOLS).map(([name, id]) => symbol(name, { id })),
      group: [group({ ...DEMO, leverage_profile_id: profiles[0]?.id ?? 0 })],
      routing: [rule()],
      leverage_profile: profiles,
    });
    this.#ctx = new Desk(settings, (id) => this.#quotes.quote(id));
    for (const id of Object.values(SYMBOLS)) this.#quote(id, START);
  }

  /** Adds an account, like a shard at its start. */
  add({ balance, positions = [], orders = [] }: Means): void {
    const login = FIRST_LOGIN + this.#states.size;
    const rates = { rate_profit: RATE_ONE, rate_margin: RATE_ONE };
    const state = newAccount(
      switches(login, { group: 'demo\\standard' }),
      buildLedger({ login, balance }),
      positions.map((row) => buildPosition({ login, id: this.#nextId(), ...rates, ...row })),
      orders.map((row) =>
        buildOrder({ login, id: this.#nextId(), state: 'placed', ...rates, ...row }),
      ),
    );
    this.#states.set(login, state);
    this.#book.track(state, this.#ctx);
  }

  /** A tick of EURUSD, as in a shard: the logins that it concerns. */
  tick(bid: number): readonly number[] {
    this.#quote(SYMBOLS.EURUSD, bid);
    return this.#book.onTick(SYMBOLS.EURUSD, this.#ctx);
  }

  /** Of these logins, the ones whose exact margin level is at the stop-out level or below. */
  fallen(logins: readonly number[]): number[] {
    return logins.filter((login) => {
      const { margin, margin_level } = moneyOf(this.#states.get(login) as AccountState, this.#ctx);
      return margin > 0 && margin_level <= STOP_OUT_LEVEL;
    });
  }

  /** Processes the accounts of a tick; returns the number of stop-outs. */
  settle(logins: readonly number[]): number {
    let stopped = 0;
    for (const login of logins) {
      const state = this.#states.get(login) as AccountState;
      const events = onTick(state, this.#ctx, SYMBOLS.EURUSD);
      for (const event of events) this.#book.changed(state, event, this.#ctx);
      if (events.some(({ cause }) => cause.kind === 'stopout_position')) stopped += 1;
    }
    return stopped;
  }

  /** Processes an account of a tick in slices of so many events; returns the time of each in ms. */
  slices(login: number, most: number): readonly number[] {
    const state = this.#states.get(login) as AccountState;
    const progress = new TickProgress();
    const times: number[] = [];
    for (let events = most; events >= most; ) {
      const begun = performance.now();
      const done = onTick(state, this.#ctx, SYMBOLS.EURUSD, progress, most);
      for (const event of done) this.#book.changed(state, event, this.#ctx);
      times.push(performance.now() - begun);
      events = done.length;
    }
    return times;
  }

  #quote(id: number, bid: number): void {
    this.#quotes.tick(id, bid, bid + SPREAD, this.#ctx.now);
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

/** Bids that move by at most 3 points a tick, and at most `reach` points from the start. */
export const wander = (reach: number): (() => number) => {
  let seed = 1;
  let points = 0;
  return () => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    points += (seed % 7) - 3;
    points = Math.max(-reach, Math.min(reach, points));
    return START + points * POINT;
  };
};
