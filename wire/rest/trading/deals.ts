// Explained deals over REST: why a deal was made, in facts and in sentences.

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Decimal, Id, Named, PriceOrNull, Time, TimeOrNull, Uuid } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { DealShape, OrderShape, PositionShape } from './shapes.js';

const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The deal in a path. */
export const DealPath = Named('DealPath', { id: Id() });

/** Takes a deal back; the path says which. */
export const DealBustBody = Named('DealBustBody', confirmFields);

/** A deal that was taken back, which is on disk as the event `seq`. */
export const DealBusted = Named('DealBusted', {
  login: Type.Integer(),
  request_id: Uuid(),
  position_id: Type.Integer(),
  /** The deal itself, then the correction of its money, then deals that join positions. */
  deal_ids: Type.Array(Type.Integer()),
  /** Lots of the deal. */
  volume: Decimal(),
  /** Was it taken back by an earlier request? */
  repeated: Type.Boolean(),
  seq: Type.String(),
});

/** Money and margin before and after the event; null where the event does not store them. */
const MoneyAround = Named('DealMoney', {
  balance_before: Decimal(),
  balance_after: Decimal(),
  credit_before: Decimal(),
  credit_after: Decimal(),
  margin_before: OrNull(Decimal()),
  margin_after: Decimal(),
  margin_free_before: OrNull(Decimal()),
  margin_free_after: Decimal(),
  equity_after: Decimal(),
  margin_level_after: Decimal(),
  leverage: Type.Integer(),
});

/**
 * A deal with the event that created it: its cause, the deciding rule, the quote, the effect on the
 * money, and the same in sentences. `rule`, `quote`, `price_asked` and `gateway` are null where
 * they do not apply.
 */
export const Explanation = Named('Explanation', {
  login: Type.Integer(),
  group: Type.String(),
  /** Number and time of the event. */
  seq: Type.String(),
  time: Time(),
  config_version: OrNull(Type.Integer()),
  deal: DealShape,
  /**
   * All deals of the event; their money was changed together: both deals of a pair, or all of an
   * end of day.
   */
  event_deals: Type.Array(Type.Integer()),
  order: OrNull(OrderShape),
  /** The position afterwards; `closed` when this deal closed it. */
  position: OrNull(PositionShape),
  cause: Named('DealCause', {
    kind: Type.String(),
    source: Type.String(),
    dealer: Type.Integer(),
    request_id: Type.String(),
    /** The arrival time of a request that had to wait, and the dealer who confirmed it. */
    received_at: TimeOrNull(),
    decided_by: Type.Integer(),
    /** The result of the request; null without a request. */
    result: OrNull(
      Named('DealOutcome', {
        code: Type.String(),
        message: Type.String(),
        status: Type.String(),
        volume: Decimal(),
        price: PriceOrNull(),
      }),
    ),
    /** The deal of another account that caused this payment; 0 = none. */
    from_login: Type.Integer(),
    from_deal: Type.Integer(),
  }),
  trigger: Type.String(),
  rule: OrNull(
    Named('DealRule', { id: Type.Integer(), name: Type.String(), action: Type.String() }),
  ),
  price_asked: PriceOrNull(),
  /** Where its provider executed it; null = it was executed here. */
  gateway: OrNull(
    Named('DealGateway', {
      id: Type.Integer(),
      /** Its name then; empty where the event does not store it. */
      name: Type.String(),
      /** The provider's price, and what was added to it. */
      price: Decimal(),
      markup: Decimal(),
      /** The provider's ids of the order and of this execution. */
      order_id: Type.String(),
      execution_id: Type.String(),
    }),
  ),
  /** The quote at the symbol's level, where the event stores it, then with the group's markups. */
  quote: OrNull(
    Named('DealQuote', {
      symbol_bid: PriceOrNull(),
      symbol_ask: PriceOrNull(),
      bid: PriceOrNull(),
      ask: PriceOrNull(),
      at: TimeOrNull(),
    }),
  ),
  money: MoneyAround,
  /** Charges of commission rules. */
  charges: Type.Array(
    Named('DealCharge', { kind: Type.String(), rule: Type.String(), amount: Decimal() }),
  ),
  /** Payments to other accounts that the event caused. */
  derived: Type.Array(
    Named('DerivedPayment', {
      login: Type.Integer(),
      action: Type.String(),
      amount: Decimal(),
      /** The currency of the amount; empty where the event does not store it. */
      currency: Type.String(),
    }),
  ),
  /** Later events that changed the deal. */
  changes: Type.Array(
    Named('DealChange', { seq: Type.String(), time: Time(), action: Type.String() }),
  ),
  /** The explanation in sentences that can be read out. */
  sentences: Type.Array(Type.String()),
});
export type Explanation = Static<typeof Explanation>;
