// Requests: the fields for routing, the checked request, and the decision on it.

import type { Code } from '../../wire/base/codes.js';
import type { Cause, RequestKind } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Order, OrderKind, Reason, Side, TradeResult } from '../../wire/trading/records.js';
import type { FillPlan } from '../deals/deals.js';
import type { RoutingResult } from '../settings/routing.js';
import type { EngineSymbol } from '../settings/symbols.js';

/** The prices of an offer, its dealer, and its rule. */
export interface Offered {
  readonly bid: number;
  readonly ask: number;
  readonly dealer: number;
}

/** A request with the fields that routing and execution read. */
export interface RoutableRequest {
  readonly kind: RequestKind;
  readonly order_kind: OrderKind | '';
  readonly symbol: EngineSymbol;
  /** The side for routing: for `modify`, `sl`, `tp`, `stopout_position` the position's (§2.2). */
  readonly side: Side;
  /** The side that is dealt. */
  readonly deal_side: Side;
  readonly volume: number;
  /**
   * The requested price, the pending order's price, or the level reached; 0 = none. In market
   * execution a request has none: its price only bounds the fill.
   */
  readonly price: number;
  readonly deviation_pts: number;
  /** The worst price at which the client accepts a fill; 0 = any. */
  readonly price_worst: number;
  readonly terms: RequestTerms;
  readonly comment: string;
  /** The row in which it waited; null = it is new. */
  readonly row: Queued | null;
  /** The offer that the client accepts; null = none. */
  readonly offer: TakenOffer | null;
  readonly cause: Cause;
  /** Its own order, or the order that it changes; null = none. */
  readonly order: Order | null;
  /** The position that it changes; 0 = none. */
  readonly position_id: number;
}

/** An offer that a client accepts (trading-rules §4.2, §4.4). */
export interface TakenOffer {
  readonly price: number;
  /** The dealer who made it; 0 = a rule. */
  readonly dealer: number;
  /** The row of the open offer; null = it was deleted when the request began to wait. */
  readonly row: Queued | null;
}

/** A positive decision: the volume to execute, and the price. */
export interface Accepted {
  readonly ok: true;
  readonly route: RoutingResult;
  readonly price: number;
  /** ×10^8, at most the requested volume. */
  readonly volume: number;
  /** A dealer's answer to a price request. */
  readonly offered?: Offered;
}

/** A negative decision. */
export interface Declined {
  readonly ok: false;
  readonly waits: false;
  readonly route: RoutingResult | null;
  readonly code: Code;
  readonly message: string;
  readonly status: TradeResult['status'];
  /** The prices of a dealer's requote. */
  readonly offered?: Offered;
}

/** No decision yet: the request waits for a time, for dealers or for a provider. */
export interface Wait {
  readonly ok: false;
  readonly waits: true;
  readonly route: RoutingResult;
  readonly state: 'delayed' | 'queued' | 'sent';
  /** The first dealer, 0 = as the rule says; or the gateway. */
  readonly to: number;
  /** The dealer by whose decision it is sent to the gateway; 0 = none. */
  readonly by?: number;
}
export type Decision = Accepted | Declined | Wait;

/** The parameters of a request other than volume and price. */
export type RequestTerms = Pick<
  Order,
  | 'fill'
  | 'expiration'
  | 'expires_at'
  | 'price_stop_limit'
  | 'sl'
  | 'tp'
  | 'trail_pts'
  | 'oco_order_id'
>;

/** A request that has passed its checks, with all data that its execution needs. */
export interface CheckedRequest extends RoutableRequest {
  /**
   * Digest of its content; empty for requests of the server itself, whose results are not stored.
   */
  readonly digest: string;
  /** The opposite position of a close-by; 0 = none. */
  readonly by_position_id: number;
  readonly reason: Reason;
  readonly expert_id: number;
  readonly origin: Order['origin'];
  readonly skip_margin_check: boolean;
  /** The stops that a change does not mention and therefore keeps, separated by spaces. */
  readonly kept: string;
  /** The fill that the checks planned at the market; null = to be planned. */
  readonly plan: FillPlan | null;
}
