// Bench `fix`: what FIX messages cost, quotes of a provider from the wire to a socket, and orders
// through a gateway and back, also beside a provider that floods.
//
// Each part has a line: `codec.ts`, `quotes.ts`, `orders.ts` and `flood.ts` describe them.

import { codec } from './codec.js';
import { floods } from './flood.js';
import { orders } from './orders.js';
import { quotes } from './quotes.js';

/** Runs the bench; returns its result lines. */
export const fix = async (): Promise<Record<string, unknown>[]> => [
  { part: 'codec', ...codec() },
  { part: 'quotes', ...(await quotes()) },
  { part: 'orders', ...(await orders()) },
  { part: 'flood', ...(await floods()) },
];
