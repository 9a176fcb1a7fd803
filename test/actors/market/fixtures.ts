// What the market's tests share: settings, a clock that is turned by hand, an output that is kept.

import { Value } from '@sinclair/typebox/value';
import type { BarChange, CorrectedSpan, QuoteChange } from '../../../actors/client.js';
import type { LogRecord, MarketEnv } from '../../../actors/market/feeds/feed.js';
import { Market, type MarketOptions, modulesOf } from '../../../actors/market/market.js';
import type { BarsMemory } from '../../../actors/market/pricing/bars.js';
import type { ManualQuoteResult } from '../../../actors/market/pricing/price-messages.js';
import { recordCipher } from '../../../actors/secrets/record-cipher.js';
import { keyOf } from '../../../actors/secrets/seal.js';
import { Board } from '../../../actors/shared/board.js';
import { NO_SETTINGS, PlatformRecord, type Settings } from '../../../wire/settings/config.js';
import { DatafeedRecord } from '../../../wire/settings/connections.js';
import { MANUAL_QUOTE_PTS_MAX, SymbolRecord } from '../../../wire/settings/symbols.js';

/** A symbol with the fields given; the rest at their defaults. */
export const symbolOf = (
  id: number,
  name: string,
  more: Partial<SymbolRecord> = {},
): SymbolRecord =>
  Value.Default(SymbolRecord, {
    id,
    name,
    path: `Forex\\${name}`,
    currency_base: name.slice(0, 3),
    currency_profit: name.slice(3, 6),
    currency_margin: name.slice(0, 3),
    digits: 5,
    manual_quote_pts: MANUAL_QUOTE_PTS_MAX,
    ...more,
  }) as SymbolRecord;

/** A datafeed with the fields given; the rest at their defaults. */
export const feedOf = (id: number, more: Partial<DatafeedRecord> = {}): DatafeedRecord =>
  Value.Default(DatafeedRecord, {
    id,
    name: `Feed ${id}`,
    module: 'demo',
    server: 'local',
    ...more,
  }) as DatafeedRecord;

/** Settings of the records given. */
export const settingsOf = (
  symbol: readonly SymbolRecord[],
  datafeed: readonly DatafeedRecord[] = [],
  platform: Partial<PlatformRecord> = {},
): Settings => ({
  ...NO_SETTINGS,
  version: 1,
  symbol,
  datafeed,
  platform: [Value.Default(PlatformRecord, { ...platform }) as PlatformRecord],
});

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** An environment whose clock stands until it is moved on. */
export class HandClock implements MarketEnv {
  readonly logged: LogRecord[] = [];
  #time: number;
  readonly #timers = new Set<Timer>();

  constructor(time: number) {
    this.#time = time;
  }

  now(): number {
    return this.#time;
  }

  elapsed(): number {
    return this.#time;
  }

  setTimer(run: () => void, ms: number): Timer {
    const timer = { at: this.#time + Math.max(0, ms), run };
    this.#timers.add(timer);
    return timer;
  }

  clearTimer(timer: unknown): void {
    this.#timers.delete(timer as Timer);
  }

  log(_level: string, record: LogRecord): void {
    this.logged.push(record);
  }

  /** Timers that are set. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves the clock on, running what falls due on the way in its order. */
  move(ms: number): void {
    const end = this.#time + ms;
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#time = Math.max(this.#time, due.at);
      due.run();
    }
    this.#time = end;
  }
}

/** The cipher of a server in tests. */
export const CIPHER = recordCipher([keyOf(Buffer.alloc(32, 7))]);

/** Bars that nobody keeps. */
export const NO_BARS: BarsMemory = {
  save: () => undefined,
  running: () => [],
  read: () => undefined,
  before: () => undefined,
  from: () => undefined,
  between: () => [],
  forget: () => undefined,
};

/** A market on a clock that is turned by hand, with all that it put out. */
export const marketOf = <Env extends MarketEnv = HandClock>(
  settings: Settings,
  more: Partial<MarketOptions> = {},
  env: Env = new HandClock(Date.UTC(2026, 10, 18, 12)) as MarketEnv as Env,
) => {
  const board = Board.create();
  const ticks: QuoteChange[] = [];
  const bars: BarChange[] = [];
  const lasts: number[] = [];
  const corrected: CorrectedSpan[] = [];
  const out = {
    tick: (symbol_id: number, bid: number, ask: number, time: number, last: number) => {
      ticks.push({ symbol_id, bid, ask, time });
      lasts.push(last);
    },
    flush: () => true,
    bar: (change: BarChange) => {
      bars.push(change);
    },
    corrected: (_symbolId: number, spans: readonly CorrectedSpan[]) => {
      corrected.push(...spans);
    },
    news: () => undefined,
  };
  const modules = modulesOf(CIPHER);
  const market = new Market({ board, settings, out, bars: NO_BARS, env, modules, ...more });
  return { market, env, board, ticks, lasts, bars, corrected };
};

/** Staff publish a price of a symbol, ×10^(digits+3). */
export const publishByHand = (
  market: Market,
  symbolId: number,
  bid: number,
  ask: number,
  last = 0,
): ManualQuoteResult => market.publishManualQuote({ symbolId, bid, ask, last, dryRun: false });
