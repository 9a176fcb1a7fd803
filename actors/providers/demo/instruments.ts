// The instruments of the demo provider, with the prices of the demo market.

import { PRICE_EXTRA, parseScaledBig, VOLUME_SCALE } from '../../../wire/base/scale.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { DEMO_RATE, DemoAssets, DemoPrices } from '../../market/feeds/demo-model.js';

/** Quantities are in units ×10^8. */
export const QUANTITY_SCALE = VOLUME_SCALE;
/** Lots of which no more are filled at a time. */
const LIQUID_LOTS = 10;
/** Half of the slots have a tick, so that this time of theirs has one almost always, in ms. */
const LOOK_BACK_MS = 1000;

/** The fields of a symbol that the provider needs. */
export type TradedSymbol = Pick<
  SymbolRecord,
  | 'name'
  | 'description'
  | 'currency_base'
  | 'currency_profit'
  | 'digits'
  | 'contract_size'
  | 'volume_min'
  | 'volume_max'
  | 'volume_step'
>;

/** A volume in lots as a quantity. */
const quantityOf = (lots: string, contractSize: string): number => {
  const [volume = 0n, size = 0n] = [lots, contractSize].map((text) =>
    parseScaledBig(text, VOLUME_SCALE),
  );
  return Number((volume * size) / 10n ** BigInt(VOLUME_SCALE));
};

/** An instrument with its newest price. */
export class ProviderInstrument {
  /** Bounds of an order, and the most that is filled at a time; quantities. */
  readonly quantityMin: number;
  readonly quantityMax: number;
  readonly quantityStep: number;
  readonly liquidity: number;
  /** Decimals of its prices as integers. */
  readonly priceScale: number;
  readonly #model: DemoPrices;
  /** The newest price as integers, and its time; up to when it was looked for. */
  bid = 0;
  ask = 0;
  time = 0;
  #lookedAt = 0;

  constructor(
    readonly symbol: TradedSymbol,
    seed: string,
    assets: DemoAssets,
  ) {
    const quantity = (lots: string): number => quantityOf(lots, symbol.contract_size);
    this.quantityMin = quantity(symbol.volume_min);
    this.quantityMax = quantity(symbol.volume_max);
    this.quantityStep = quantity(symbol.volume_step);
    this.liquidity = quantity(String(LIQUID_LOTS));
    this.priceScale = symbol.digits + PRICE_EXTRA;
    this.#model = new DemoPrices({ symbol, source: symbol.name }, seed, DEMO_RATE, assets);
  }

  /** Takes over the newest price as of `now`. */
  look(now: number): this {
    const take = (bid: number, ask: number, time: number): void => {
      this.bid = bid;
      this.ask = ask;
      this.time = time;
    };
    let from = Math.max(this.#lookedAt, now - LOOK_BACK_MS);
    this.#lookedAt = now;
    while (!this.#model.newest(from, now, take) && this.time === 0) from -= LOOK_BACK_MS;
    return this;
  }
}

/** The instruments of a provider by name. */
export type ProviderInstruments = ReadonlyMap<string, ProviderInstrument>;

/** The instruments with the prices of a seed. */
export const providerInstruments = (
  symbols: readonly TradedSymbol[],
  seed: string,
): ProviderInstruments => {
  const assets = new DemoAssets(seed);
  return new Map(
    symbols.map((symbol) => [symbol.name, new ProviderInstrument(symbol, seed, assets)]),
  );
};
