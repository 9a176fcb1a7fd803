// Bench `triggers`: the cost of a tick that fires none of the symbol's resting orders and stops.
//
// The yardstick is a tick of a symbol without any.

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

/** Runs the bench; returns its result line. */
export const triggers = async (): Promise<Record<string, unknown>> => ({
  per_account: PER_ACCOUNT,
  rounds: ROUNDS,
  orders: measure(orders),
  stops: measure(stops),
});
