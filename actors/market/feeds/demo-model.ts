// The demo market: prices as functions of a seed and the time, so that a restart goes on unnoticed.

import { POINT } from '../../../engine/settings/quotes.js';
import { POW10 } from '../../../wire/base/scale.js';
import { type AssetTraits, traitsOf } from './assets.js';
import { MarketWeek } from './hours.js';
import type { Instrument } from './instruments.js';
import { noiseAt, Path, seedOf } from './noise.js';

/** Ticks a second of a symbol at the most; at the least it is a quarter. */
export const DEMO_RATE = 20;
const LEAST = 4;
/** Liveliness from which on a symbol ticks as often as it may. */
const LIVELY = 2;
/** The spread breathes between these parts of its usual width, and widens while all is quiet. */
const SPREAD_LOW = 0.7;
const SPREAD_RANGE = 0.6;
const SPREAD_QUIET = 1.5;
/** A symbol's own wobble around what its assets are worth, as a share of its spread. */
const WOBBLE = 0.25;

/** Takes a symbol's ticks: prices ×10^(digits+3), time in ms. */
type TakeTick = (bid: number, ask: number, time: number) => void;

/** One asset's worth over time. */
class Asset {
  readonly traits: AssetTraits;
  readonly week: MarketWeek;
  readonly #path: Path;

  constructor(seed: string, name: string) {
    this.traits = traitsOf(name);
    this.week = new MarketWeek(this.traits.market);
    this.#path = new Path(seedOf(`${seed} ${name}`), this.traits.daily);
  }

  /** The natural logarithm of its worth. */
  logWorth(time: number): number {
    const { level, daily } = this.traits;
    if (daily === 0) return Math.log(level);
    return Math.log(level) + this.#path.at(this.week.businessSeconds(time));
  }
}

/** One symbol's ticks: when they come, and what they say. */
export class DemoPrices {
  readonly #base: Asset;
  /** What the base is priced in; null for an index, which is a number in its own currency. */
  readonly #quote: Asset | null;
  readonly #seed: number;
  readonly #scale: number;
  readonly #spread: number;
  readonly #slotMs: number;
  readonly #phaseMs: number;

  constructor(instrument: Instrument, seed: string, rate: number, assets: DemoAssets) {
    const { symbol, source } = instrument;
    const pair = symbol.currency_base !== symbol.currency_profit;
    this.#base = assets.get(pair ? symbol.currency_base : source.toUpperCase());
    this.#quote = pair ? assets.get(symbol.currency_profit) : null;
    this.#seed = seedOf(`${seed} ticks of ${source}`);
    this.#scale = POW10[symbol.digits]!;
    this.#spread = Math.max(this.#base.traits.spread, this.#quote?.traits.spread ?? 0);
    this.#slotMs = 1000 / rate;
    this.#phaseMs = noiseAt(this.#seed, -1) * this.#slotMs;
  }

  /** Gives the ticks after `from` up to `to`, in their order. */
  ticks(from: number, to: number, take: TakeTick): void {
    const last = Math.ceil((to - this.#phaseMs) / this.#slotMs);
    let slot = Math.floor((from - this.#phaseMs) / this.#slotMs);
    for (; slot <= last; slot += 1) {
      const time = Math.floor(this.#phaseMs + slot * this.#slotMs);
      if (time > from && time <= to) this.#tick(slot, time, take);
    }
  }

  /** Each fourth slot always has a tick, the others the more the livelier the market. */
  #tick(slot: number, time: number, take: TakeTick): void {
    const liveliness = this.#base.week.livelinessAt(time);
    const chance = noiseAt(this.#seed, slot * 3);
    if (slot % LEAST !== 0 && chance * LIVELY > liveliness) return;
    const middle = this.#worth(time);
    const breath = SPREAD_LOW + SPREAD_RANGE * noiseAt(this.#seed, slot * 3 + 1);
    const quiet = SPREAD_QUIET / (1 + liveliness * 3);
    const spread = middle * this.#spread * (breath + quiet);
    const wobble = (noiseAt(this.#seed, slot * 3 + 2) - 0.5) * WOBBLE * spread;
    const bid = Math.max(1, Math.round((middle - spread / 2 + wobble) * this.#scale));
    const width = Math.max(1, Math.round(spread * this.#scale));
    take(bid * POINT, (bid + width) * POINT, time);
  }

  #worth(time: number): number {
    const quoted = this.#quote === null ? 0 : this.#quote.logWorth(time);
    return Math.exp(this.#base.logWorth(time) - quoted);
  }
}

/** The assets of one seed: symbols that share an asset share its worth, so crosses agree. */
export class DemoAssets {
  readonly #seed: string;
  readonly #assets = new Map<string, Asset>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  get(name: string): Asset {
    let asset = this.#assets.get(name);
    if (asset === undefined) {
      asset = new Asset(this.#seed, name);
      this.#assets.set(name, asset);
    }
    return asset;
  }
}
