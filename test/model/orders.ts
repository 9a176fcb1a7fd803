// New orders (trading-rules §1.4).

import type { Books } from './books.js';
import { ZERO } from './decimal.js';
import type { Order } from './rows.js';
import type { Terms } from './terms.js';

/** An order that is only thought of: it has no id yet. Members that are not given are empty. */
export const draftOrder = (books: Books, terms: Terms, given: Partial<Order>): Order => ({
  id: 0,
  symbol: terms.name,
  kind: 'market',
  side: 'buy',
  state: 'started',
  fill: 'fok',
  expiration: 'gtc',
  expiresAt: 0,
  volumeInitial: ZERO,
  volume: ZERO,
  volumeFilled: ZERO,
  priceOrder: ZERO,
  priceStopLimit: ZERO,
  priceFilled: ZERO,
  sl: ZERO,
  tp: ZERO,
  trailPts: 0,
  ocoOrderId: 0,
  positionId: 0,
  byPositionId: 0,
  reason: 'client',
  comment: '',
  rateMargin: ZERO,
  createdAt: books.now,
  activatedAt: 0,
  doneAt: 0,
  ...given,
});

/** Starts an order: it gets its id. */
export const startOrder = (books: Books, draft: Order): Order => ({
  ...draft,
  id: books.nextOrderId(),
});
