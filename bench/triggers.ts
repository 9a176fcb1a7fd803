// Bench `triggers`: the cost of a tick that fires none of the symbol's resting orders and stops.
//
// The yardstick is a tick of a symbol without any. A tick goes through the index of a shard
// (`engine/index/account-index.ts`) and its quotes, without a thread. `orders` are limits and stops
// on both sides, 10 of each account. `stops` are the stop loss and the take profit of accounts with
// 5 positions each, so that a tick also moves the equity of 10,000 and of 100,000 accounts. Prices
// wander by at most 3 points a tick and reach nothing. Figures are medians of rounds that take
// turns, in µs of processor time.
//
// `one_account`: one tick concerns all 5,000 rows that an account can have: its stops, its limit
// orders, or its stop-out. A shard works them off in slices, between which it takes requests
// (`actors/shard/settling.ts`); `longest_ms` is the longest slice, by the clock.

import { SLICE_WORK } from '../actors/shard/settling.js';
import { ROWS_MAX } from '../engine/checks/checks.js';
import { AccountFixture, LOT, type Means, POINT, START, wander } from './load/account-fixture.js';
import { median, rounded } from './measure/measures.js';
import { perSecond } from './measure/processor.js';

const COUNTS = [100_000, 1_000_000] as const;
/** Orders of an account, or stops: 5 positions have a stop loss and a take profit each. */
const PER_ACCOUNT = 10;
const ROUNDS = 5;
const ROUND_MS = 200;
const SLICE = 64;
/** Prices stay within this number of points of the start; all triggers are beyond. */
const REACH = 500;

/** A distance that differs between neighbours, in price units. */
const away = (at: number): number => (2 * REACH + ((at * 7919) % 20_011)) * POINT;

/** Buys and sells, limits and stops, each with its own price and direction. */
const orders = (account: number): Means => ({
  balance: 100_000_00,
  orders: Array.from({ length: PER_ACCOUNT }, (_, at) => {
    const side = at % 4 < 2 ? 'buy' : 'sell';
    const kind = at % 2 === 0 ? 'limit' : 'stop';
    const below = (side === 'buy') === (kind === 'limit');
    const distance = away(account * PER_ACCOUNT + at);
    const price_order = START + (below ? -distance : distance);
    return { side, kind, price_order, volume_initial: LOT / 100, volume_current: LOT / 100 };
  }),
});

const stops = (account: number): Means => ({
  balance: 100_000_00,
  positions: Array.from({ length: PER_ACCOUNT / 2 }, (_, at) => {
    const distance = away(account * PER_ACCOUNT + at);
    const prices = { price_open: START, volume: LOT / 100 };
    return at % 2 === 0
      ? { side: 'buy', sl: START - distance, tp: START + distance, ...prices }
      : { side: 'sell', sl: START + distance, tp: START - distance, ...prices };
  }),
});

/** As many rows as an account can have. */
const rowsOf = <T>(row: T): readonly T[] => Array(ROWS_MAX).fill(row);

const crowdOf = (means: (account: number) => Means, count: number): AccountFixture => {
  const crowd = new AccountFixture();
  for (let account = 0; account < count / PER_ACCOUNT; account += 1) crowd.add(means(account));
  return crowd;
};

/** Processor time of a tick in µs. */
const tickCost = (crowd: AccountFixture): (() => number) => {
  const bids = wander(REACH);
  const tick = (): void => {
    if (crowd.tick(bids()).length > 0) throw new Error('something fired');
  };
  return () => 1_000_000 / perSecond(ROUND_MS, SLICE, tick);
};

const measure = (means: (account: number) => Means) => {
  const ticks = [0, ...COUNTS].map((count) => tickCost(crowdOf(means, count)));
  const rounds = Array.from({ length: ROUNDS + 1 }, () => ticks.map((cost) => cost()));
  const [none = 0, fewer = 0, more = 0] = ticks.map((_, at) =>
    median(rounds.slice(1).map((costs) => costs[at] as number)),
  );
  return {
    tick_us: { none: rounded(none, 3), 100000: rounded(fewer, 3), 1000000: rounded(more, 3) },
    ratio: rounded(more / fewer, 2),
  };
};

/** The rows of one account, of which the fall by 2,000 points concerns each. */
const CROWDS: Readonly<Record<string, Means>> = {
  stops: {
    balance: 1_000_000_00,
    positions: rowsOf({ side: 'buy', price_open: START, volume: LOT / 100, sl: START - REACH }),
  },
  orders: {
    balance: 1_000_000_00,
    orders: rowsOf({
      ...{ side: 'buy', kind: 'limit', price_order: START - REACH * POINT },
      ...{ volume_initial: LOT / 100, volume_current: LOT / 100 },
    }),
  },
  stop_out: {
    balance: ROWS_MAX * 12_00,
    positions: rowsOf({ side: 'buy', price_open: START, volume: LOT / 100 }),
  },
};

/** A tick that concerns as many rows of one account as it can have: the time of its slices. */
const crowded = (means: Means) => {
  const crowd = new AccountFixture();
  crowd.add(means);
  const [login] = crowd.tick(START - 4 * REACH * POINT);
  if (login === undefined) throw new Error('the tick concerns nobody');
  const times = crowd.slices(login, SLICE_WORK);
  const sum = times.reduce((before, ms) => before + ms, 0);
  return {
    slices: times.length,
    sum_ms: rounded(sum, 1),
    longest_ms: rounded(Math.max(...times), 1),
  };
};

/** Runs the bench; returns its result line. */
export const triggers = async (): Promise<Record<string, unknown>> => ({
  per_account: PER_ACCOUNT,
  rounds: ROUNDS,
  orders: measure(orders),
  stops: measure(stops),
  one_account: Object.fromEntries(
    Object.entries(CROWDS).map(([name, means]) => [name, crowded(means)]),
  ),
});
