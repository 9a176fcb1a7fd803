// The result codes that trade requests and payments over REST may get.

import { CODES, type Code } from '../../base/codes.js';

/** All trading codes, and the codes that refuse a request before it reaches the account. */
export const TRADE_CODES: readonly Code[] = [
  ...CODES.filter((code) => code.startsWith('trade.')),
  'conflict',
  'not_found',
];

/** The codes of a payment: it has no order, no position and no price. */
export const PAYMENT_CODES: readonly Code[] = [
  'trade.invalid_request',
  'trade.disabled',
  'trade.no_money',
  'trade.limit_money',
  'trade.too_many_requests',
  'trade.timeout',
  'conflict',
  'not_found',
];

/** The codes of a request that an account only reads for. */
export const ACTOR_CODES = ['not_found', 'trade.too_many_requests', 'trade.timeout'] as const;
