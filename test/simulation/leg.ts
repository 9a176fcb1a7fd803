// A position as its deals add up to it, in id order (trading-rules §3.14).

import type { Deal } from '../../wire/records.js';

/** What deals leave; volume is positive for a buy. */
export interface Leg {
  readonly volume: number;
  readonly price: number;
}

const signed = ({ action, volume }: Deal): number => (action === 'buy' ? volume : -volume);

/** The volume weighted mean of two prices, half away from zero. */
const mean = (price: number, volume: number, added: number, addedVolume: number): number => {
  if (price === added) return price;
  const whole = BigInt(volume + addedVolume);
  const sum = BigInt(price) * BigInt(volume) + BigInt(added) * BigInt(addedVolume);
  return Number((2n * sum + whole) / (2n * whole));
};

/** Nothing is held. */
export const FLAT: Leg = { volume: 0, price: 0 };

/** What a deal makes of a leg: growth is averaged, beyond nothing it begins anew. */
export const legAfter = ({ volume, price }: Leg, deal: Deal): Leg => {
  const change = signed(deal);
  const after = volume + change;
  if (volume === 0 || after * volume < 0) return { volume: after, price: deal.price };
  if (change * volume < 0) return { volume: after, price };
  return { volume: after, price: mean(price, Math.abs(volume), deal.price, deal.volume) };
};
