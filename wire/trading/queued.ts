// Requests that wait for a time, a dealer or a gateway, and open offers.

import { fields, oneOf, type Row } from '../base/field-table.js';
import { EXPIRATION, FILL, type Order, REASON, ROUTING_ACTIONS, SIDE } from './records.js';

/**
 * State of a waiting request or an open offer: `delayed` by a rule, `queued` for dealers, `taken`
 * by a dealer, `sent` to a gateway, `quoted` (a price or requote that the client may accept until
 * `due_at`); `gone` only in the event that ends it.
 */
export const QUEUE_STATE = oneOf('delayed', 'queued', 'taken', 'sent', 'quoted', 'gone');
const SOURCE = oneOf('client', 'dealer', 'server', 'gateway');

/**
 * A request that waits for a decision, with all data that the decision needs (trading-rules §1.7,
 * §4).
 */
export const QUEUED = fields({
  /** The order's id if it has one; else a number from the sequence of orders. */
  id: 'int',
  login: 'int',
  request_id: 'text',
  digest: 'text',
  source: SOURCE,
  /** The dealer who sent the request; 0 = none. */
  dealer: 'int',
  /** Request kind, as routing names it. */
  kind: 'text',
  /** Order kind; empty where it does not apply. */
  order_kind: 'text',
  symbol: 'text',
  /** The side that routing tests, and the side that is dealt (trading-rules §2.2). */
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
  /**
   * The rule at which it waits, the version of the settings then, and the delays that it has
   * already waited.
   */
  rule_id: 'int',
  config_version: 'int',
  served: 'text',
  clear_stops: 'bool',
  /** Times of the next evaluation, and of its end without an answer. */
  due_at: 'time',
  timeout_at: 'time',
  /**
   * The dealer to whom it is offered (0 = all online), the dealer who took it, and the dealers who
   * returned it.
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
  /** The client got `trade.timeout`; the provider may still report an outcome. */
  timed_out: 'bool',
  /** The request sent to the gateway: `market`, `limit`, `modify` or `cancel`; empty = none yet. */
  sent_as: 'text',
  /** The quantity in the provider's unit: lots or units. */
  quantity: 'text',
  /** The provider's limit price, without our markup. */
  sent_price: 'price',
  /** Ids of the deals so far, separated by spaces. */
  deal_ids: 'text',
  /** The stops that a modification leaves unchanged: `sl`, `tp`, `trail_pts`. */
  kept: 'text',
  /**
   * The id under which the provider knows the working order after a change: the row of the last
   * change that it executed; 0 = its own id.
   */
  sent_id: 'int',
  /** Name and action of the rule at which it waits, as they were then; no name = no rule. */
  rule_name: 'text',
  rule_action: oneOf('', ...ROUTING_ACTIONS),
  /**
   * The volume of its deals that the provider has taken back, and counts no more; the order has it
   * open again.
   */
  busted: 'volume',
  /**
   * The value of its other deals at the provider: the sum of volume times `price_gateway`, as
   * these are in memory; empty = no deal yet.
   */
  sent_value: 'text',
  /** Fills of the provider that are not booked, as JSON of `HeldFill[]`; empty = none. */
  held: 'text',
  /**
   * The state in which the provider has ended the order, which stays open here while a fill of it
   * is held; empty = the provider has not ended it.
   */
  ends_as: 'text',
  /**
   * Of a cancel: the action by which the server cancels the order, such as `oco`; `fok` = its rest
   * must not work on; empty = a client or dealer cancels it. Of an order: the action whose cancel
   * the provider has refused, and which is sent again at `timeout_at`; empty = none.
   */
  cancels: 'text',
  /** The worst price at which the client accepts a fill; 0 = any. */
  price_worst: 'price',
});
export type Queued = Row<typeof QUEUED>;

const { id, login, request_id, kind, order_kind, symbol, side, volume, price } = QUEUED;
const { price_stop_limit, sl, tp, deviation_pts, fill, order_id, position_id } = QUEUED;
const { by_position_id, comment, received_at, bid, ask, digits } = QUEUED;
const { rule_id, timeout_at, offered_to, taken_by, price_worst } = QUEUED;

/** A waiting request as dealers see it: the requested trade, and the dealer who has it. */
export const WAITING_REQUEST = fields({
  ...{ id, login, request_id, kind, order_kind, symbol, side, volume, price, price_stop_limit },
  ...{ sl, tp, deviation_pts, fill, order_id, position_id, by_position_id, comment },
  ...{ received_at, bid, ask, digits, rule_id, timeout_at, offered_to, taken_by, price_worst },
  /** `gone`: no dealer can decide on the request any more. */
  state: oneOf('queued', 'taken', 'gone'),
});

/** Is it with dealers, offered or taken? */
export const isDealt = ({ state }: Pick<Queued, 'state'>): boolean =>
  state === 'queued' || state === 'taken';

/** The fields of a request at a provider that its gateway needs. */
type SentField =
  | ('id' | 'login' | 'order_id' | 'gateway_id' | 'symbol' | 'deal_side' | 'fill' | 'expiration')
  | ('expires_at' | 'digits' | 'external_id' | 'timed_out' | 'sent_as' | 'quantity' | 'sent_price')
  | ('sent_id' | 'received_at' | 'busted' | 'sent_value');

/**
 * A request that is sent to a provider, as shards show it to gateways: each time that it changes,
 * and when it ends.
 */
export interface SentRequest extends Pick<Queued, SentField> {
  /** Has it just come into being? Others may have been sent before. */
  readonly isNew: boolean;
  /** It ended: the provider's further reports about it are late. */
  readonly isGone: boolean;
  /**
   * The volume of the sent order that was booked, including volume that the provider has taken back
   * (`busted`) and held fills; and the size of a lot.
   */
  readonly filled: number;
  /** Number of its fills that are held for staff. */
  readonly held: number;
  readonly contract_size: number;
  /**
   * The request id of the report that the account has just judged: it was booked, or never will be.
   * Empty = the request is shown for another reason; null = its shard has started, which does not
   * report what it had judged before.
   */
  readonly judged: string | null;
}

/** A shard has shown all that was sent when it started. */
export interface ShownRequests {
  readonly shard: number;
}

/** A fill of a provider that is not booked, because its price is far from the quote. */
export interface HeldFill {
  /** The provider's id of the execution; empty = it has none, or these are several fills. */
  readonly execution_id: string;
  /** The id by which staff name it; absent = `execution_id`, which no other held fill has. */
  readonly id?: string;
  readonly volume: number;
  /** The provider's price; of several fills the mean. */
  readonly price: string;
  /** Have staff decided that it is never booked? The provider goes on counting it. */
  readonly is_declined: boolean;
}

/** The id by which staff name a held fill. */
export const idOfHeld = ({ execution_id, id }: HeldFill): string => id ?? execution_id;

/** The fills of an order that are not booked. */
export const heldFillsOf = ({ held }: Pick<Queued, 'held'>): readonly HeldFill[] =>
  held === '' ? [] : JSON.parse(held);

/** The volume of some held fills. */
export const heldVolume = (fills: readonly HeldFill[]): number =>
  fills.reduce((sum, { volume }) => sum + volume, 0);

/** The fills of an order about which staff have not decided. */
export const undecidedFillsOf = (row: Pick<Queued, 'held'>): readonly HeldFill[] =>
  heldFillsOf(row).filter(({ is_declined }) => !is_declined);

/**
 * The booked volume of a row with the volume `open` left, including the volume that the provider
 * has taken back, and the volume that the provider counts although it is held.
 */
export const bookedOf = (row: Pick<Queued, 'volume' | 'busted' | 'held'>, open: number): number =>
  row.volume - open + row.busted + heldVolume(heldFillsOf(row));

/** The request of a row with its order; `before` is the row until then, `judged` as in it. */
export const sentRequestOf = (
  row: Queued,
  before: Queued | undefined,
  { volume_current, contract_size }: Pick<Order, 'volume_current' | 'contract_size'>,
  judged: string | null,
): SentRequest => ({
  id: row.id,
  login: row.login,
  order_id: row.order_id,
  gateway_id: row.gateway_id,
  symbol: row.symbol,
  deal_side: row.deal_side,
  fill: row.fill,
  expiration: row.expiration,
  expires_at: row.expires_at,
  digits: row.digits,
  external_id: row.external_id,
  timed_out: row.timed_out,
  sent_as: row.sent_as,
  quantity: row.quantity,
  sent_price: row.sent_price,
  sent_id: row.sent_id,
  received_at: row.received_at,
  busted: row.busted,
  // Held fills are in the provider's total, and have no part in this value.
  sent_value: row.held === '' ? row.sent_value : '',
  held: undecidedFillsOf(row).length,
  isNew:
    before?.state !== 'sent' ||
    before.gateway_id !== row.gateway_id ||
    before.sent_as !== row.sent_as,
  isGone: row.state !== 'sent',
  // An order may have been filled in part before it was sent.
  filled: bookedOf(row, volume_current),
  contract_size,
  judged,
});
