// Explained deals over REST: why a deal came about, in facts and in sentences.

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Decimal, Id, Named, Time, TimeOrNull } from '../../base/schema.js';
import { DealShape, OrderShape, PositionShape } from './shapes.js';

const OrNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The deal in a path. */
export const DealPath = Named('DealPath', { id: Id() });

/** Money and margin on both sides of the event; null where the event does not have them. */
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
 * A deal with the event that made it: its cause, the rule that decided, the quote seen, its effect
 * on the money, and the same in sentences. `rule`, `quote` and `price_asked` are null where none
 * was needed.
 */
export const Explanation = Named('Explanation', {
  login: Type.Integer(),
  group: Type.String(),
  /** The event's number in the log, and its time. */
  seq: Type.String(),
  time: Time(),
  config_version: OrNull(Type.Integer()),
  deal: DealShape,
  /**
   * All deals of the event, whose money goes together: both deals of a pair, or all of a day's end.
   */
  event_deals: Type.Array(Type.Integer()),
  order: OrNull(OrderShape),
  /** The position afterwards; `closed` when the deal ended it. */
  position: OrNull(PositionShape),
  cause: Named('DealCause', {
    kind: Type.String(),
    source: Type.String(),
    dealer: Type.Integer(),
    request_id: Type.String(),
    /** When the request came, where it waited to be decided, and the dealer who confirmed it. */
    received_at: TimeOrNull(),
    decided_by: Type.Integer(),
    /** The result of the request; null where there was no request. */
    result: OrNull(
      Named('DealOutcome', {
        code: Type.String(),
        message: Type.String(),
        status: Type.String(),
        volume: Decimal(),
        price: Decimal(),
      }),
    ),
    /** The deal of another account that a payment follows from; 0 = none. */
    from_login: Type.Integer(),
    from_deal: Type.Integer(),
  }),
  trigger: Type.String(),
  rule: OrNull(
    Named('DealRule', { id: Type.Integer(), name: Type.String(), action: Type.String() }),
  ),
  price_asked: OrNull(Decimal()),
  /** At the symbol's level where the event has it, then with the group's markups. */
  quote: OrNull(
    Named('DealQuote', {
      symbol_bid: OrNull(Decimal()),
      symbol_ask: OrNull(Decimal()),
      bid: Decimal(),
      ask: Decimal(),
      at: TimeOrNull(),
    }),
  ),
  money: MoneyAround,
  /** The charges of commission rules. */
  charges: Type.Array(
    Named('DealCharge', { kind: Type.String(), rule: Type.String(), amount: Decimal() }),
  ),
  /** The payments to other accounts that the event causes. */
  derived: Type.Array(
    Named('DerivedPayment', {
      login: Type.Integer(),
      action: Type.String(),
      amount: Decimal(),
      /** The currency of the amount; empty where the event does not name it. */
      currency: Type.String(),
    }),
  ),
  /** Later events that changed the deal. */
  changes: Type.Array(
    Named('DealChange', { seq: Type.String(), time: Time(), action: Type.String() }),
  ),
  /** All of it as a person may read it out. */
  sentences: Type.Array(Type.String()),
});
export type Explanation = Static<typeof Explanation>;
