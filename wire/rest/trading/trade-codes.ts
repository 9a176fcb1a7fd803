// The codes that a trade request may come to over REST.

import { CODES, type Code } from '../../base/codes.js';

/** Every code of trading, and the codes that refuse a request before it is traded. */
export const TRADE_CODES: readonly Code[] = [
  ...CODES.filter((code) => code.startsWith('trade.')),
  'conflict',
  'not_found',
];
