// The demo market: prices are functions of a seed and the time, so that they continue after a
// restart.

import { POINT } from '../../../engine/settings/quotes.js';
import { POW10 } from '../../../wire/base/scale.js';
import { type AssetTraits, traitsOf } from './assets.js';
import type { Instrument } from './instruments.js';
import { noiseAt, Path, seedOf } from './noise.js';

/** The parts of a symbol on which its prices depend. */
interface PricedSymbol {
  readonly symbol: Pick<Instrument['symbol'], 'currency_base' | 'currency_profit' | 'digits'>;
  /** The symbol's name at the source. */
  readonly source: string;
}

/** Most ticks of a symbol in a second; on average half of them occur. */
export const DEMO_RATE = 20;
const SHARE = 0.5;
/** Largest deviation of a symbol's mid price from its assets' price, as a share of its spread. */
const STRAY = 0.25;

/** Receives a symbol's ticks: prices ×10^(digits+3), time in ms. */
type TakeTick = (bid: number, ask: number, time: number) => void;

/** One asset's price over time. */
class Asset {
  readonly traits: AssetTraits;
  readonly #path: Path;

  constructor(seed: string, name: string) {
    this.traits = traitsOf(name);
    this.#path = new Path(seedOf(`${seed} ${name}`), this.traits.daily);
  }

  /** The natural logarithm of its price; time in ms. */
  logPrice(time: number): number {
    const { level, daily } = this.traits;
    if (daily === 0) return Math.log(level);
    return Math.log(level) + this.#path.at(time / 1000);
  }
}

/** The times and prices of one symbol's ticks. */
export class DemoPrices {
  readonly #base: Asset;
  /** The quote currency; null for an index, which is a number in its own currency. */
  readonly #quote: Asset | null;
  readonly #seed: number;
  readonly #scale: number;
  readonly #spread: number;
  readonly #slotMs: number;
  readonly #phaseMs: number;

  constructor(instrument: PricedSymbol, seed: string, rate: number, assets: DemoAssets) {
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

  /** Passes the ticks after `from` up to `to` to `take`, in order. */
  ticks(from: number, to: number, take: TakeTick): void {
    const last = Math.ceil((to - this.#phaseMs) / this.#slotMs);
    let slot = Math.floor((from - this.#phaseMs) / this.#slotMs);
    for (; slot <= last; slot += 1) {
      const time = Math.floor(this.#phaseMs + slot * this.#slotMs);
      if (time > from && time <= to) this.#tick(slot, time, take);
    }
  }

  /** Passes the newest tick after `from` up to `to` to `take`; false when there is none. */
  newest(from: number, to: number, take: TakeTick): boolean {
    const first = Math.floor((from - this.#phaseMs) / this.#slotMs);
    let slot = Math.ceil((to - this.#phaseMs) / this.#slotMs);
    for (; slot >= first; slot -= 1) {
      const time = Math.floor(this.#phaseMs + slot * this.#slotMs);
      if (time > from && time <= to && this.#tick(slot, time, take)) return true;
    }
    return false;
  }

  /** Bid and ask at a time, around which the ticks of the time stray; ×10^(digits+3). */
  quoteAt(time: number, stray = 0): readonly [bid: number, ask: number] {
    const middle = this.#priceAt(time);
    const spread = middle * this.#spread;
    const bid = Math.max(1, Math.round((middle - spread / 2 + stray * spread) * this.#scale));
    const width = Math.max(1, Math.round(spread * this.#scale));
    return [bid * POINT, (bid + width) * POINT];
  }

  /** False: the symbol has no tick in this slot. */
  #tick(slot: number, time: number, take: TakeTick): boolean {
    if (noiseAt(this.#seed, slot * 2) > SHARE) return false;
    const stray = (noiseAt(this.#seed, slot * 2 + 1) - 0.5) * STRAY;
    take(...this.quoteAt(time, stray), time);
    return true;
  }

  #priceAt(time: number): number {
    const quoted = this.#quote === null ? 0 : this.#quote.logPrice(time);
    return Math.exp(this.#base.logPrice(time) - quoted);
  }
}

/**
 * The assets of one seed: symbols with a common asset share its price, so that cross rates agree.
 */
export class DemoAssets {
  readonly #assets = new Map<string, Asset>();

  constructor(private readonly seed: string) {}

  get(name: string): Asset {
    let asset = this.#assets.get(name);
    if (asset === undefined) {
      asset = new Asset(this.seed, name);
      this.#assets.set(name, asset);
    }
    return asset;
  }
}
