// A request on its way: as routing sees it, past its checks, and with the decision about it.

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

/** A request as routing and execution look at it. */
export interface RoutableRequest {
  readonly kind: RequestKind;
  readonly order_kind: OrderKind | '';
  readonly symbol: EngineSymbol;
  /** The deal's side; for `modify`, `sl`, `tp`, `stopout_position` the position's (§2.2). */
  readonly side: Side;
  /** The side that is dealt. */
  readonly deal_side: Side;
  readonly volume: number;
  /** The price asked for, the pending order's or the level reached; 0 = none. */
  readonly price: number;
  readonly deviation_pts: number;
  readonly comment: string;
  /** Where it has waited; null = it came this moment. */
  readonly row: Queued | null;
  /** The offered price that the client takes; null = none. */
  readonly offer: TakenOffer | null;
  readonly cause: Cause;
  /** Its started order, or the order that it is about; null = none. */
  readonly order: Order | null;
  /** The position that it is about; 0 = none. */
  readonly position_id: number;
}

/** An offer that a client takes (trading-rules §4.2, §4.4). */
export interface TakenOffer {
  readonly price: number;
  /** The dealer who made it; 0 = a rule. */
  readonly dealer: number;
  /** The row in which it stands; null = it was taken when the request began to wait. */
  readonly row: Queued | null;
}

/** A decision for a request: what of it executes, and at which price. */
export interface Accepted {
  readonly ok: true;
  readonly route: RoutingResult;
  readonly price: number;
  /** ×10^8, at most what was asked for. */
  readonly volume: number;
  /** The answer of a dealer to a price request. */
  readonly offered?: Offered;
}

/** A decision against a request. */
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

/** No decision yet: the request waits for time to pass, for dealers or for a provider. */
export interface Wait {
  readonly ok: false;
  readonly waits: true;
  readonly route: RoutingResult;
  readonly state: 'delayed' | 'queued' | 'sent';
  /** The dealer who gets it first, 0 = as the rule says; the gateway that it is sent to. */
  readonly to: number;
}
export type Decision = Accepted | Declined | Wait;

/** The parameters of a request besides volume and price. */
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

/** A request that has passed its checks, with all that carrying it out needs. */
export interface CheckedRequest extends RoutableRequest {
  /** Digest of its content; empty for requests of the server itself: they are not remembered. */
  readonly digest: string;
  readonly terms: RequestTerms;
  /** The position that closes it by; 0 = none. */
  readonly by_position_id: number;
  readonly reason: Reason;
  readonly expert_id: number;
  readonly origin: Order['origin'];
  readonly skip_margin_check: boolean;
  /** The terms that a change of stops did not name, separated by spaces: they stay as they are. */
  readonly kept: string;
  /** The fill that the checks planned at the market; null = to be planned. */
  readonly plan: FillPlan | null;
}
