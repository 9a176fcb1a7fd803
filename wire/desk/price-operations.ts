// The operations of the desk on prices: manual quotes and corrected bars.

import type { BarsRebuildBody, BarsRebuilt } from '../rest/trading/bars.js';
import type { Caller } from './caller.js';

/** Inputs and outputs by operation. */
export interface PriceOps {
  /** A manual quote of staff; journaled, then handed to the market. */
  'quotes.publish': {
    input: { caller: Caller; symbol: string; bid: string; ask: string; last?: string };
    output: { symbol: string; bid: string; ask: string; time: string };
  };
  /** Corrects bars of a symbol: minutes by hand, or longer bars from the minutes; journaled. */
  'bars.rebuild': { input: { caller: Caller } & BarsRebuildBody; output: BarsRebuilt };
}
