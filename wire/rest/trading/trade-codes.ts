// The codes that a trade request may come to over REST.

import { CODES, type Code } from '../../base/codes.js';

/** Every code of trading, and those that a request may meet before it is traded. */
export const TRADE_CODES: readonly Code[] = [
  ...CODES.filter((code) => code.startsWith('trade.')),
  'conflict',
  'not_found',
];
