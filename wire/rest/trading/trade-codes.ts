// The result codes that a trade request over REST may get.

import { CODES, type Code } from '../../base/codes.js';

/** All trading codes, and the codes that refuse a request before it reaches the account. */
export const TRADE_CODES: readonly Code[] = [
  ...CODES.filter((code) => code.startsWith('trade.')),
  'conflict',
  'not_found',
];
