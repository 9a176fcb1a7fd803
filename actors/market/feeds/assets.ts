// Assets of the demo market: what each is worth, how much it moves, and when its market is open.

import type { MarketKind } from './hours.js';
import { noiseAt, seedOf } from './noise.js';

/** What an asset is like. */
export interface AssetTraits {
  /** Worth in US dollars; of an index in its own currency. */
  readonly level: number;
  /** Standard deviation of a day's change, as a share. */
  readonly daily: number;
  /** Usual spread, as a share of the price. */
  readonly spread: number;
  readonly market: MarketKind;
}

const asset = (market: MarketKind, level: number, daily: number, spread: number): AssetTraits => ({
  market,
  level,
  daily,
  spread,
});

const ASSETS: Readonly<Record<string, AssetTraits>> = {
  USD: asset('forex', 1, 0, 0.00002),
  EUR: asset('forex', 1.163, 0.0045, 0.00006),
  GBP: asset('forex', 1.322, 0.0052, 0.00008),
  JPY: asset('forex', 1 / 154.6, 0.0055, 0.00007),
  CHF: asset('forex', 1.247, 0.0048, 0.0001),
  AUD: asset('forex', 0.652, 0.006, 0.00011),
  NZD: asset('forex', 0.567, 0.0061, 0.00016),
  CAD: asset('forex', 0.713, 0.004, 0.00011),
  SEK: asset('forex', 0.1056, 0.0061, 0.0003),
  NOK: asset('forex', 0.0993, 0.0064, 0.0003),
  DKK: asset('forex', 0.1557, 0.0045, 0.0002),
  PLN: asset('forex', 0.275, 0.0055, 0.0004),
  CZK: asset('forex', 0.0481, 0.0053, 0.0004),
  HUF: asset('forex', 0.00302, 0.0063, 0.0005),
  TRY: asset('forex', 0.0236, 0.003, 0.001),
  ZAR: asset('forex', 0.0583, 0.0085, 0.0006),
  MXN: asset('forex', 0.0544, 0.0065, 0.0005),
  SGD: asset('forex', 0.768, 0.0025, 0.0002),
  HKD: asset('forex', 0.1286, 0.0004, 0.0001),
  CNH: asset('forex', 0.1406, 0.002, 0.0002),
  XAU: asset('metals', 4065, 0.011, 0.00007),
  XAG: asset('metals', 50.4, 0.019, 0.0005),
  XPT: asset('metals', 1540, 0.015, 0.001),
  XPD: asset('metals', 1395, 0.019, 0.002),
  BTC: asset('crypto', 91_800, 0.024, 0.00015),
  ETH: asset('crypto', 3020, 0.033, 0.0003),
  LTC: asset('crypto', 92, 0.035, 0.0008),
  XRP: asset('crypto', 2.13, 0.036, 0.0008),
  US500: asset('america', 6640, 0.0095, 0.00006),
  US30: asset('america', 46_150, 0.0088, 0.00005),
  US100: asset('america', 24_650, 0.0125, 0.00006),
  DE40: asset('europe', 23_160, 0.0098, 0.00005),
  EU50: asset('europe', 5545, 0.0096, 0.0002),
  UK100: asset('europe', 9510, 0.0075, 0.0001),
  FR40: asset('europe', 7955, 0.0092, 0.0001),
  JP225: asset('asia', 48_600, 0.012, 0.0002),
  HK50: asset('asia', 25_830, 0.014, 0.0003),
  XTI: asset('america', 59.2, 0.021, 0.0005),
  XBR: asset('america', 63.4, 0.02, 0.0005),
};

/** The traits of an asset by its name; one that nobody listed gets traits made of its name. */
export const traitsOf = (name: string): AssetTraits => {
  const known = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (known !== undefined) return known;
  const level = 5 * 100 ** noiseAt(seedOf(name), 0);
  return asset('america', Math.round(level * 100) / 100, 0.015, 0.0004);
};
