// Who asks, what he is answered, and how a request is decided (trading-rules §1.7, §4.1 to §4.3).

import type { Code } from '../../wire/base/codes.js';
import type { RequestKind } from '../../wire/trading/events.js';
import type { OrderKind, Reason, Side } from '../../wire/trading/records.js';
import type { Books } from './books.js';
import { type Decimal, ZERO } from './decimal.js';
import { type Decision, decide } from './routing.js';
import type { Order } from './rows.js';
import type { Terms } from './terms.js';

/** Who sends a request, and as what. */
export interface Asker {
  readonly dealer: boolean;
  /** Dealers may leave out the margin check. */
  readonly skipMargin: boolean;
  readonly reason: Reason;
  readonly comment: string;
}

/** What a request came to. */
export interface Answer {
  readonly code: Code;
  readonly orderId: number;
  readonly positionId: number;
  readonly volume: Decimal;
  readonly price: Decimal;
  /** Was it judged at all: is its id remembered? */
  readonly kept: boolean;
}

const EMPTY = { orderId: 0, positionId: 0, volume: ZERO, price: ZERO };

/** A refusal by the checks: it is not remembered. */
export const refused = (code: Code): Answer => ({ ...EMPTY, code, kept: false });

/** The answer of a request that took effect. */
export const answered = (code: Code, more: Partial<Answer> = {}): Answer => ({
  ...EMPTY,
  code,
  kept: true,
  ...more,
});

/** A request as routing is told of it. */
export interface Routed {
  readonly kind: RequestKind;
  readonly orderKind: OrderKind | undefined;
  readonly side: Side;
  readonly dealSide?: Side;
  readonly volume: Decimal;
  readonly price: Decimal;
}

/**
 * The decision about a client's or dealer's request; dealers' kinds are their own (§4.3). A request
 * without a comment takes the comment of its order or position (§4.3.2).
 */
export const decideRequest = (
  books: Books,
  terms: Terms,
  asker: Asker,
  routed: Routed,
  comment: string = asker.comment,
): Decision => {
  const kind = (asker.dealer ? `dealer_${routed.kind}` : routed.kind) as RequestKind;
  return decide(books, { ...routed, kind, terms, comment }, 'reject');
};

/** The decision about what the server does by itself (§4.3). */
export const decideServer = (
  books: Books,
  terms: Terms,
  routed: Routed,
  comment: string,
): Decision => decide(books, { ...routed, terms, comment }, 'confirm_market_price');

/** Was the request confirmed? */
export const isConfirmed = ({ action }: Decision): boolean =>
  action === 'confirm_request_price' || action === 'confirm_market_price';

/** The code of a decision against a request; market mode knows no requotes (§4.2). */
export const refusalOf = ({ action }: Decision, { record }: Terms): Code => {
  if (action === 'reject') return 'trade.rejected';
  return record.execution_mode === 'instant' ? 'trade.requote' : 'trade.off_quotes';
};

/** Ends an order as rejected, with the code that its request is answered. */
export const rejectOrder = (books: Books, order: Order, code: Code): Answer => {
  books.putOrder({ ...order, state: 'rejected', doneAt: books.now });
  return answered(code, { orderId: order.id });
};
