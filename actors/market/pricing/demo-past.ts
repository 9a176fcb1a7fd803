// The past of the demo market: bars of the days before the first start.
//
// Prices of the demo market are a function of the seed and the time, so the past is computed and
// ends at the price with which the feed begins. It is made when the file of bars is empty: at the
// first start, or after the file was moved away. The bars are stored as all others are. They are no
// part of the log, so a `rebuild` of the database leaves them as they are.
//
// Storing a bar takes 4 µs of a start's time. So timeframes from an hour on have 30 days, and of
// the shorter ones the newest 720 bars are stored, which are more than a chart shows at a time.

import {
  DAY_MS,
  inSession,
  MINUTE_MS,
  type ServerClock,
  UTC,
  weekOf,
} from '../../../engine/calendar/clock.js';
import { POINT, symbolPrice } from '../../../engine/settings/quotes.js';
import type { StoredBar } from '../../../storage/database/bar-tables.js';
import type { Settings } from '../../../wire/settings/config.js';
import { paramOf } from '../../../wire/settings/connections.js';
import { TIMEFRAMES } from '../../../wire/trading/timeframes.js';
import { DEMO_RATE, DemoAssets, DemoPrices } from '../feeds/demo-model.js';
import { type Instrument, instrumentsOf } from '../feeds/instruments.js';
import { noiseAt, seedOf } from '../feeds/noise.js';
import { DAY_FRAME, FRAMES, spanOf } from './timeframes.js';

const PAST_MS = 30 * DAY_MS;
/** Bars of a timeframe below an hour. */
const BARS_MAX = 720;
const HOUR_FRAME = FRAMES.indexOf('h1');
/** Prices that are computed within the shortest bar of a time. */
const SAMPLES = 3;
/** Half of the demo market's possible ticks occur; by the hour up to a tenth more or less. */
const TICKS_A_MINUTE = DEMO_RATE * 30;
const TICKS_VARY = 0.2;

/** The bars of a symbol: finished ones, and the newest of each timeframe. */
interface PastBars {
  readonly finished: readonly StoredBar[];
  readonly running: readonly StoredBar[];
}

const lengthOf = (frame: number): number => TIMEFRAMES[FRAMES[frame]!] * MINUTE_MS;

/**
 * When the bars of each timeframe begin. A timeframe begins with a bar of the next longer one, so
 * that each bar is the sum of shorter ones, or of computed prices.
 */
const beginnings = (end: number): readonly number[] =>
  FRAMES.map((_, frame) => {
    const grid = lengthOf(Math.min(frame + 1, DAY_FRAME));
    const from = end - (frame < HOUR_FRAME ? BARS_MAX * lengthOf(frame) : PAST_MS);
    return Math.floor(from / grid) * grid;
  });

/** A bar to which shorter ones are added. */
type GrowingBar = { -readonly [K in keyof StoredBar]: StoredBar[K] };

/** The bars of one symbol, made from the oldest on. */
class SymbolPast {
  /** The newest bar of each timeframe, and the time at which it ends. */
  readonly #growing: (GrowingBar | undefined)[] = FRAMES.map(() => undefined);
  readonly #ends: number[] = FRAMES.map(() => 0);
  readonly #finished: StoredBar[] = [];
  readonly #seed: number;

  constructor(
    private readonly instrument: Instrument,
    private readonly prices: DemoPrices,
    private readonly clock: ServerClock,
  ) {
    this.#seed = seedOf(instrument.symbol.name);
  }

  /** Makes the bars up to a time, at which a minute begins. */
  make(end: number): PastBars {
    const week = weekOf(this.instrument.symbol.quote_sessions);
    const begins = beginnings(end);
    for (let time = Math.min(...begins); time < end; ) {
      const shortest = begins.findIndex((begin) => begin <= time);
      const length = lengthOf(Math.min(shortest, DAY_FRAME));
      if (inSession(this.clock, week, time)) this.#add(shortest, time, length, begins);
      time += length;
    }
    return { finished: this.#finished, running: this.#growing.flatMap((bar) => bar ?? []) };
  }

  /** Computes the shortest bar that is stored of a time, and adds it to the longer ones. */
  #add(shortest: number, time: number, length: number, begins: readonly number[]): void {
    const { symbolId, symbol } = this.instrument;
    const last = time + length - 1;
    let [open, high, low, close] = [0, 0, Number.POSITIVE_INFINITY, 0];
    let spread = Number.POSITIVE_INFINITY;
    for (let n = 0; n <= SAMPLES; n += 1) {
      const [rawBid, rawAsk] = this.prices.quoteAt(time + Math.floor((n * (length - 1)) / SAMPLES));
      const [bid, ask] = symbolPrice(symbol, rawBid, rawAsk);
      if (n === 0) open = bid;
      if (bid > high) high = bid;
      if (bid < low) low = bid;
      close = bid;
      spread = Math.min(spread, Math.round((ask - bid) / POINT));
    }
    const minutes = length / MINUTE_MS;
    const share = 1 + (noiseAt(this.#seed, time / MINUTE_MS) - 0.5) * TICKS_VARY;
    const tick_volume = Math.round(minutes * TICKS_A_MINUTE * share);
    for (let frame = shortest; frame < FRAMES.length; frame += 1) {
      if (begins[frame]! > time) continue;
      const bar = this.#growing[frame];
      if (bar === undefined || time >= this.#ends[frame]!) {
        if (bar !== undefined) this.#finished.push(bar);
        const span = spanOf(FRAMES[frame]!, time, this.clock);
        this.#ends[frame] = span.to;
        // Spreading objects into it would take five times as long.
        this.#growing[frame] = {
          symbol_id: symbolId,
          frame,
          time: span.from,
          digits: symbol.digits,
          open,
          high,
          low,
          close,
          tick_volume,
          spread,
          first: time,
          last,
        };
        continue;
      }
      if (high > bar.high) bar.high = high;
      if (low < bar.low) bar.low = low;
      bar.close = close;
      bar.tick_volume += tick_volume;
      bar.spread = Math.min(bar.spread, spread);
      bar.last = last;
    }
  }
}

/** The bars before a time of all symbols that a demo market prices, one symbol after the other. */
export function* demoPast(settings: Settings, now: number): Iterable<PastBars> {
  const clock = settings.platform[0] ?? UTC;
  const end = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const made = new Set<number>();
  for (const feed of settings.datafeed) {
    if (feed.module !== 'demo' || !feed.enabled) continue;
    const seed = paramOf(feed, 'seed');
    const assets = new DemoAssets(seed);
    for (const instrument of instrumentsOf(feed, settings.symbol)) {
      if (made.has(instrument.symbolId)) continue;
      made.add(instrument.symbolId);
      const prices = new DemoPrices(instrument, seed, DEMO_RATE, assets);
      yield new SymbolPast(instrument, prices, clock).make(end);
    }
  }
}
