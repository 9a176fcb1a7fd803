// Requests that wait to be decided by time, a dealer or a gateway, and offers that stand.

import { fields, oneOf, type Row } from '../base/field-table.js';
import { EXPIRATION, FILL, REASON, SIDE } from './records.js';

/**
 * Where a request stands that is not decided yet, or an offer that stands: `delayed` by a rule,
 * `queued` for dealers, `taken` by one, `sent` to a gateway, `quoted` (a price or requote that the
 * client may take until `due_at`); `gone` only in the event that ends it.
 */
export const QUEUE_STATE = oneOf('delayed', 'queued', 'taken', 'sent', 'quoted', 'gone');
const SOURCE = oneOf('client', 'dealer', 'server', 'gateway');

/** A request that waits to be decided, with all that deciding it needs (trading-rules §1.7, §4). */
export const QUEUED = fields({
  /** The order's id where it has one of its own; else taken from the sequence of orders. */
  id: 'int',
  login: 'int',
  request_id: 'text',
  digest: 'text',
  source: SOURCE,
  /** The dealer who sent it; 0 = none. */
  dealer: 'int',
  /** Request kind, as routing names it. */
  kind: 'text',
  /** Order kind; empty where there is none. */
  order_kind: 'text',
  symbol: 'text',
  /** The side that routing looks at, and the side that is dealt (trading-rules §2.2). */
  side: SIDE,
  deal_side: SIDE,
  volume: 'volume',
  price: 'price',
  price_stop_limit: 'price',
  sl: 'price',
  tp: 'price',
  trail_pts: 'int',
  deviation_pts: 'int',
  fill: FILL,
  expiration: EXPIRATION,
  expires_at: 'time',
  order_id: 'int',
  position_id: 'int',
  by_position_id: 'int',
  oco_order_id: 'int',
  reason: REASON,
  expert_id: 'int',
  comment: 'text',
  skip_margin_check: 'bool',
  origin: 'object',
  received_at: 'time',
  /** The group's prices at arrival. */
  bid: 'price',
  ask: 'price',
  digits: 'int',
  currency_digits: 'int',
  state: QUEUE_STATE,
  /** The rule that it waits at, the settings' version then, and the delays it has served. */
  rule_id: 'int',
  config_version: 'int',
  served: 'text',
  clear_stops: 'bool',
  /** When it is looked at again, and when it ends unanswered. */
  due_at: 'time',
  timeout_at: 'time',
  /**
   * The dealer it is offered to (0 = all online), the dealer who took it, and those who returned
   * it.
   */
  offered_to: 'int',
  taken_by: 'int',
  returned: 'text',
  /** An offer's prices, and the dealer who made it; 0 = a rule. */
  offer_bid: 'price',
  offer_ask: 'price',
  offered_by: 'int',
  gateway_id: 'int',
  external_id: 'text',
  /** The client got `trade.timeout`; the provider's outcome may still come. */
  timed_out: 'bool',
  /** The request to the gateway: `market`, `limit`, `modify` or `cancel`; empty = nothing yet. */
  sent_as: 'text',
  /** As the provider counts: in lots, or in units. */
  quantity: 'text',
  /** The provider's price of a limit, without our markup. */
  sent_price: 'price',
  /** The deals so far, separated by spaces. */
  deal_ids: 'text',
  /** The stops that a change did not name, and keeps as they are then: `sl`, `tp`, `trail_pts`. */
  kept: 'text',
});
export type Queued = Row<typeof QUEUED>;
