// Assets of the demo market: price level, volatility and spread of each.

import { noiseAt, seedOf } from './noise.js';

/** The properties of an asset. */
export interface AssetTraits {
  /** Value in US dollars; for an index in its own currency. */
  readonly level: number;
  /** Standard deviation of a day's change, as a share. */
  readonly daily: number;
  /** Usual spread, as a share of the price. */
  readonly spread: number;
}

const asset = (level: number, daily: number, spread: number): AssetTraits => ({
  level,
  daily,
  spread,
});

const ASSETS: Readonly<Record<string, AssetTraits>> = {
  USD: asset(1, 0, 0.00002),
  EUR: asset(1.163, 0.0045, 0.00006),
  GBP: asset(1.322, 0.0052, 0.00008),
  JPY: asset(1 / 154.6, 0.0055, 0.00007),
  CHF: asset(1.247, 0.0048, 0.0001),
  AUD: asset(0.652, 0.006, 0.00011),
  NZD: asset(0.567, 0.0061, 0.00016),
  CAD: asset(0.713, 0.004, 0.00011),
  SEK: asset(0.1056, 0.0061, 0.0003),
  NOK: asset(0.0993, 0.0064, 0.0003),
  DKK: asset(0.1557, 0.0045, 0.0002),
  PLN: asset(0.275, 0.0055, 0.0004),
  CZK: asset(0.0481, 0.0053, 0.0004),
  HUF: asset(0.00302, 0.0063, 0.0005),
  TRY: asset(0.0236, 0.003, 0.001),
  ZAR: asset(0.0583, 0.0085, 0.0006),
  MXN: asset(0.0544, 0.0065, 0.0005),
  SGD: asset(0.768, 0.0025, 0.0002),
  HKD: asset(0.1286, 0.0004, 0.0001),
  CNH: asset(0.1406, 0.002, 0.0002),
  XAU: asset(4065, 0.011, 0.00007),
  XAG: asset(50.4, 0.019, 0.0005),
  XPT: asset(1540, 0.015, 0.001),
  XPD: asset(1395, 0.019, 0.002),
  BTC: asset(91_800, 0.024, 0.00015),
  ETH: asset(3020, 0.033, 0.0003),
  LTC: asset(92, 0.035, 0.0008),
  XRP: asset(2.13, 0.036, 0.0008),
  US500: asset(6640, 0.0095, 0.00006),
  US30: asset(46_150, 0.0088, 0.00005),
  US100: asset(24_650, 0.0125, 0.00006),
  DE40: asset(23_160, 0.0098, 0.00005),
  EU50: asset(5545, 0.0096, 0.0002),
  UK100: asset(9510, 0.0075, 0.0001),
  FR40: asset(7955, 0.0092, 0.0001),
  JP225: asset(48_600, 0.012, 0.0002),
  HK50: asset(25_830, 0.014, 0.0003),
  XTI: asset(59.2, 0.021, 0.0005),
  XBR: asset(63.4, 0.02, 0.0005),
};

/** The traits of an asset by name; an unlisted one gets traits derived from its name. */
export const traitsOf = (name: string): AssetTraits => {
  const known = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (known !== undefined) return known;
  const level = 5 * 100 ** noiseAt(seedOf(name), 0);
  return asset(Math.round(level * 100) / 100, 0.015, 0.0004);
};
