// Bench `fix`: what FIX messages cost, and quotes of a provider from the wire to a socket.

import { codec } from './codec.js';
import { quotes } from './quotes.js';

/** Runs the bench; returns its result lines. */
export const fix = async (): Promise<Record<string, unknown>[]> => [
  { part: 'codec', ...codec() },
  { part: 'quotes', ...(await quotes()) },
];
