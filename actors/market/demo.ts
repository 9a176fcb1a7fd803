// The module `demo`: quotes of the demo market at the present time.

import { done, refuse } from '../../wire/codes.js';
import { DEMO_RATE, DemoAssets, DemoSymbol } from './demo-model.js';
import type { MarketEnv, OpenSource, Source, SourceSink } from './feed.js';
import type { Instrument } from './instruments.js';

/** How often the ticks that have come due are given out. */
export const DEMO_BEAT_MS = 20;
/** After a longer pause only the last part of what was missed is given out. */
export const DEMO_CATCH_UP_MS = 1000;
/** The fastest that `rate` may ask for, ticks a second of a symbol. */
const RATE_MAX = 200;

interface DemoParams {
  readonly seed: string;
  readonly rate: number;
}

class DemoSource implements Source {
  readonly #params: DemoParams;
  readonly #sink: SourceSink;
  readonly #env: MarketEnv;
  #symbols: readonly { instrument: Instrument; model: DemoSymbol }[] = [];
  #past: number;
  #timer: unknown;

  constructor(params: DemoParams, sink: SourceSink, env: MarketEnv) {
    this.#params = params;
    this.#sink = sink;
    this.#env = env;
    this.#past = env.now();
    this.#arm();
  }

  instruments(instruments: readonly Instrument[]): void {
    const { seed, rate } = this.#params;
    const assets = new DemoAssets(seed);
    this.#symbols = instruments.map((instrument) => ({
      instrument,
      model: new DemoSymbol(instrument, seed, rate, assets),
    }));
  }

  close(): void {
    this.#env.clearTimer(this.#timer);
  }

  #arm(): void {
    this.#timer = this.#env.setTimer(() => this.#beat(), DEMO_BEAT_MS);
  }

  #beat(): void {
    this.#arm();
    const now = this.#env.now();
    const from = Math.min(Math.max(this.#past, now - DEMO_CATCH_UP_MS), now);
    this.#past = now;
    this.#sink.alive();
    for (const { instrument, model } of this.#symbols) {
      model.ticks(from, now, (bid, ask, time) => this.#sink.tick(instrument, bid, ask, time));
    }
    this.#sink.flush();
  }
}

/** Opens the demo market; params: `seed`, and `rate`, ticks a second of a symbol at the most. */
export const openDemo: OpenSource = (record, instruments, sink, env) => {
  const rate = Number(record.params.rate ?? DEMO_RATE);
  if (!(rate >= 1 && rate <= RATE_MAX)) {
    return refuse('invalid_input', `params.rate: must be a number from 1 to ${RATE_MAX}`);
  }
  const source = new DemoSource({ seed: record.params.seed ?? '', rate }, sink, env);
  source.instruments(instruments);
  sink.online();
  return done(source);
};
