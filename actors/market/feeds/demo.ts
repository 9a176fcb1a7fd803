// The module `demo`: quotes of the demo market for the present time.

import { ok, refuse } from '../../../wire/base/codes.js';
import { paramOf } from '../../../wire/settings/connections.js';
import { DEMO_RATE, DemoAssets, DemoPrices } from './demo-model.js';
import type { MarketEnv, OpenSource, QuoteSource, SourceSink } from './feed.js';
import type { Instrument } from './instruments.js';

/** Interval at which due ticks are published. */
const DEMO_BEAT_MS = 20;
/** After a longer pause only the ticks of this last part are published. */
export const DEMO_CATCH_UP_MS = 1000;
/** The highest `rate` parameter, ticks of a symbol in a second. */
const RATE_MAX = 200;

interface DemoParams {
  readonly seed: string;
  readonly rate: number;
}

class DemoSource implements QuoteSource {
  readonly #assets: DemoAssets;
  /** By the symbol's id. */
  readonly #symbols = new Map<number, { instrument: Instrument; model: DemoPrices }>();
  #past: number;
  #timer: unknown;

  constructor(
    private readonly params: DemoParams,
    private readonly sink: SourceSink,
    private readonly env: MarketEnv,
  ) {
    this.#assets = new DemoAssets(params.seed);
    this.#past = env.now();
    this.#arm();
  }

  change(gone: readonly Instrument[], added: readonly Instrument[]): void {
    const { seed, rate } = this.params;
    for (const { symbolId } of gone) this.#symbols.delete(symbolId);
    for (const instrument of added) {
      const model = new DemoPrices(instrument, seed, rate, this.#assets);
      this.#symbols.set(instrument.symbolId, { instrument, model });
    }
  }

  close(): void {
    this.env.clearTimer(this.#timer);
  }

  #arm(): void {
    this.#timer = this.env.setTimer(() => this.#beat(), DEMO_BEAT_MS);
  }

  #beat(): void {
    this.#arm();
    const now = this.env.now();
    const from = Math.min(Math.max(this.#past, now - DEMO_CATCH_UP_MS), now);
    this.#past = now;
    this.sink.alive();
    for (const { instrument, model } of this.#symbols.values()) {
      model.ticks(from, now, (bid, ask, time) => this.sink.tick(instrument, bid, ask, time));
    }
    this.sink.flush();
  }
}

/**
 * Opens the demo market; parameters: `seed`, and `rate`, the most ticks of a symbol in a second.
 */
export const openDemo: OpenSource = (record, instruments, sink, env) => {
  const rate = Number(paramOf(record, 'rate') || DEMO_RATE);
  if (!(rate >= 1 && rate <= RATE_MAX)) {
    return refuse('invalid_input', `params.rate: must be a number from 1 to ${RATE_MAX}`);
  }
  const source = new DemoSource({ seed: paramOf(record, 'seed'), rate }, sink, env);
  source.change([], instruments);
  sink.online();
  return ok(source);
};
