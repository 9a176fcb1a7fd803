// Bench `margin`: one tick of a symbol that 10,000 accounts hold, until the accounts to test for
// margin call and stop-out are listed, and until the exact test has selected the stop-outs.
//
// Every account holds three positions in two symbols (1:100, margin call at 100 %, stop-out at 50
// %); margin levels begin between 200 and 2,000 %. `tick_us` ends with the list of the accounts
// that the bounds of `engine/index/margin-filter.ts` cannot exclude, `tested_us` with the exact
// margin level of each; the stop-outs themselves are not included. `calm`: no account comes near a
// level. `falling`: prices fall by 5 % in steps of 5 points, the listed accounts are processed
// between two ticks, and a third of all accounts is stopped out. `crash`: one tick takes all 10,000
// at once. All times are processor time. The yardstick is the same sums over bare columns: equity
// of each account against a bound.

import { AccountFixture, LOT, POINT, SPREAD, START, wander } from './load/account-fixture.js';
import { median, rounded } from './measure/measures.js';
import { perSecond, spent } from './measure/processor.js';

const ACCOUNTS = 10_000;
const ROUNDS = 5;
const ROUND_MS = 200;
/**
 * Prices stay within this number of points of the start, so that no account comes near its levels.
 */
const REACH = 500;
/** A fall of 5 % in steps of 5 points, which stops out about every fifth account. */
const FALL_TICKS = 1_100;
const FALL_STEP = 5;
/** A price at which all accounts are beyond their level. */
const CRASH = START - 30_000 * POINT;

/**
 * Adds accounts with levels of 200 to 2,000 % at 1 lot and 1:100, and three positions in two
 * symbols.
 */
const fill = (crowd: AccountFixture, sides: 'both' | 'buy'): AccountFixture => {
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const side = sides === 'buy' || account % 2 === 0 ? 'buy' : 'sell';
    const row = { side, price_open: START } as const;
    crowd.add({
      balance: 2_400_00 + 2_00 * ((account * 7919) % ACCOUNTS),
      positions: [
        { ...row, volume: 0.6 * LOT },
        { ...row, volume: 0.4 * LOT },
        { ...row, volume: 0.1 * LOT, symbol: 'GBPUSD' },
      ],
    });
  }
  return crowd;
};

/** The equity of the same number of accounts against a bound, in columns. */
class Columns {
  readonly #fixed = Float64Array.from({ length: ACCOUNTS }, (_, at) => 2_400_00 + 2_00 * at);
  readonly #long = new Float64Array(ACCOUNTS).fill(0.5);
  readonly #longCost = new Float64Array(ACCOUNTS).fill(0.5 * START);
  readonly #short = new Float64Array(ACCOUNTS).fill(0.5);
  readonly #shortCost = new Float64Array(ACCOUNTS).fill(0.5 * START);
  readonly #bound = new Float64Array(ACCOUNTS).fill(1_100_00);

  /** The number of accounts at their bound or below. */
  tick(bid: number): number {
    let found = 0;
    for (let at = 0; at < ACCOUNTS; at += 1) {
      const long = (this.#long[at] as number) * bid - (this.#longCost[at] as number);
      const short = (this.#shortCost[at] as number) - (this.#short[at] as number) * (bid + SPREAD);
      const equity = (this.#fixed[at] as number) + (long + short) / POINT;
      if (equity <= (this.#bound[at] as number)) found += 1;
    }
    return found;
  }
}

/** Processor time of a tick in µs. */
const tickUs = (work: () => void): number => 1_000_000 / perSecond(ROUND_MS, 8, work);

const calm = () => {
  const crowd = fill(new AccountFixture(), 'both');
  const columns = new Columns();
  const bids = wander(REACH);
  const tick = (): void => {
    if (crowd.tick(bids()).length > 0) throw new Error('somebody is listed');
  };
  const bare = (): void => {
    if (columns.tick(bids()) > 0) throw new Error('somebody is listed');
  };
  const rounds = Array.from({ length: ROUNDS + 1 }, () => [tickUs(tick), tickUs(bare)] as const);
  const [tick_us, bare_us] = [0, 1].map((at) =>
    median(rounds.slice(1).map((costs) => costs[at] as number)),
  ) as [number, number];
  return { tick_us: rounded(tick_us, 1), bare_us: rounded(bare_us, 1) };
};

const at = (times: readonly number[], share: number): number =>
  rounded(times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0, 1);

/** Times of ticks in µs: until the accounts to test are known, and until they are tested. */
class Times {
  readonly #listing: number[] = [];
  readonly #testing: number[] = [];

  /** A tick; returns the listed accounts and the stop-outs. */
  tick(crowd: AccountFixture, bid: number) {
    const started = process.cpuUsage();
    const listed = crowd.tick(bid);
    this.#listing.push(1000 * spent(started));
    const fallen = crowd.fallen(listed);
    this.#testing.push(1000 * spent(started));
    return { listed, fallen };
  }

  /** Percentiles of the ticks after the first ones. */
  figures(shares: Readonly<Record<string, number>>, warmup = 0) {
    const of = (times: readonly number[]) =>
      Object.fromEntries(
        Object.entries(shares).map(([name, share]) => [name, at(times.slice(warmup), share)]),
      );
    return { tick_us: of(this.#listing), tested_us: of(this.#testing) };
  }
}

/**
 * Each tick stops out some accounts, which are processed before the next, outside the measured
 * time.
 */
const falling = () => {
  const crowd = fill(new AccountFixture(), 'buy');
  const times = new Times();
  let tested = 0;
  let stopped = 0;
  for (let n = 1; n <= FALL_TICKS; n += 1) {
    const { listed, fallen } = times.tick(crowd, START - n * FALL_STEP * POINT);
    tested += listed.length;
    const gone = crowd.settle(listed);
    if (gone !== fallen.length) throw new Error(`${gone} were stopped out of ${fallen.length}`);
    stopped += gone;
  }
  return { ...times.figures({ p50: 0.5, p99: 0.99 }), listed: tested, stopped_out: stopped };
};

/** One tick stops out all accounts; they are not processed, so that it can be repeated. */
const crash = () => {
  const crowd = fill(new AccountFixture(), 'buy');
  const times = new Times();
  for (let n = 0; n < 60; n += 1) {
    crowd.tick(START);
    const { fallen } = times.tick(crowd, CRASH);
    if (fallen.length !== ACCOUNTS) throw new Error(`${fallen.length} fall`);
  }
  return { ...times.figures({ p50: 0.5 }, 10), listed: ACCOUNTS };
};

/** Runs the bench; returns its result line. */
export const margin = async (): Promise<Record<string, unknown>> => ({
  accounts: ACCOUNTS,
  rounds: ROUNDS,
  calm: calm(),
  falling: falling(),
  crash: crash(),
});
