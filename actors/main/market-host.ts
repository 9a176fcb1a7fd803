// Starts the market's thread.

import type { MarketThreadData } from '../market/market-thread.js';
import type { FromMarket, ToMarket } from '../messages.js';
import { Thread, type ThreadOwner } from './thread.js';

/** Number of starts in this process. */
let starts = 0;

/** Starts the market's thread, which accepts messages before it is ready. */
export const hostMarket = (
  start: Omit<MarketThreadData, 'generation'>,
  owner: ThreadOwner<FromMarket>,
): Thread<ToMarket, FromMarket> => {
  starts += 1;
  const entry = new URL('../market/market-thread.js', import.meta.url);
  return new Thread('market', entry, { ...start, generation: starts }, [], owner);
};
