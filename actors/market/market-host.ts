// The main thread's hold on the market: its thread.

import type { FromMarket, ToMarket } from '../messages.js';
import { Thread, type ThreadOwner } from '../thread.js';
import type { MarketThreadData } from './market-thread.js';

/** Starts the market's thread. */
export const hostMarket = (
  data: MarketThreadData,
  owner: ThreadOwner<FromMarket>,
): Thread<ToMarket, FromMarket> =>
  new Thread('market', new URL('./market-thread.js', import.meta.url), data, [], owner);
