// New orders (trading-rules §1.4).

import type { Books } from './books.js';
import { ZERO } from './decimal.js';
import { BLANK_ORDER, type Order } from './rows.js';
import type { Terms } from './terms.js';

/** An order that is only thought of: it has no id yet. Members that are not given are empty. */
export const draftOrder = (books: Books, terms: Terms, given: Partial<Order>): Order => ({
  ...BLANK_ORDER,
  symbol: terms.name,
  volumeInitial: given.volume ?? ZERO,
  createdAt: books.now,
  ...given,
});

/** What a rule that clears stops leaves (§4.3, §4.9.9). */
export const NO_STOPS = { sl: ZERO, tp: ZERO, trailPts: 0 } as const;

/** Starts an order: it gets its id. */
export const startOrder = (books: Books, draft: Order): Order => ({
  ...draft,
  id: books.nextOrderId(),
});

/**
 * The partner of an order that ended or began to fill ends at once, as expired where its own
 * lifetime is over (§4.10.3).
 */
export const endPartner = (books: Books, { ocoOrderId }: Order): void => {
  const partner = books.order(ocoOrderId);
  if (partner === undefined || partner === 'gone') return;
  const isOver = partner.expiresAt !== 0 && partner.expiresAt <= books.now;
  books.putOrder({ ...partner, state: isOver ? 'expired' : 'canceled', doneAt: books.now });
};

/** Ends an order, which has its final state, and its partner with it. */
export const endOrder = (books: Books, order: Order): void => {
  books.putOrder({ ...order, doneAt: books.now });
  endPartner(books, order);
};
