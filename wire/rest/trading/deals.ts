// Explained deals over REST: why a deal was made, in facts and in sentences.

import { type Static, Type } from '@sinclair/typebox';
import {
  Decimal,
  Id,
  Named,
  OrNull,
  PriceOrNull,
  Time,
  TimeOrNull,
  Uuid,
} from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { section } from '../../fields/words.js';
import { DealShape, OrderShape, PositionShape } from './shapes.js';

const identity = section('Identity');
const result = section('Result');
const money = section('Money');
const margin = section('Margin');
const event = section('Event');
const facts = section('Facts');
const cause = section('Cause');
const request = section('Request');
const origin = section('Origin');
const rule = section('Rule');
const execution = section('Execution');
const prices = section('Prices');
const charge = section('Charge');
const payment = section('Payment');
const change = section('Change');
const words = section('Words');

/** The deal in a path. */
export const DealPath = Named('DealPath', { id: identity('Deal', 'Id of the deal.', Id()) });

/** Takes a deal back; the path says which. */
export const DealBustBody = Named('DealBustBody', confirmFields);

/** A deal that was taken back, which is on disk as the event `seq`. */
export const DealBusted = Named('DealBusted', {
  login: Type.Integer(),
  request_id: Uuid(),
  position_id: Type.Integer(),
  deal_ids: result(
    'Deals',
    'The deal, the correction that returns the money, and deals that join positions.',
    Type.Array(Type.Integer()),
  ),
  volume: result('Volume', 'Size of the deal.', Decimal(), 'lots'),
  repeated: result('Repeated', 'Did an earlier request take the deal back?', Type.Boolean()),
  seq: Type.String(),
});

/** Money and margin before and after the event; null where the event does not store them. */
const MoneyAround = Named('DealMoney', {
  balance_before: money('Balance before', 'Amount before the event.', Decimal(), 'money'),
  balance_after: money('Balance after', 'Amount after the event.', Decimal(), 'money'),
  credit_before: money('Credit before', 'Amount before the event.', Decimal(), 'money'),
  credit_after: money('Credit after', 'Amount after the event.', Decimal(), 'money'),
  margin_before: margin(
    'Margin before',
    'Amount before the event; null = not recorded.',
    OrNull(Decimal()),
    'money',
  ),
  margin_after: margin('Margin after', 'Amount after the event.', Decimal(), 'money'),
  margin_free_before: margin(
    'Free margin before',
    'Amount before the event; null = not recorded.',
    OrNull(Decimal()),
    'money',
  ),
  margin_free_after: margin('Free margin after', 'Amount after the event.', Decimal(), 'money'),
  equity_after: money('Equity after', 'Amount after the event.', Decimal(), 'money'),
  margin_level_after: margin(
    'Margin level after',
    'Equity in parts of the margin.',
    Decimal(),
    'percent',
  ),
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
  seq: Type.String(),
  time: event('Time', 'Time of the event.', Time()),
  config_version: event(
    'Settings version',
    'Version of the settings; null = not known.',
    OrNull(Type.Integer()),
    'number',
  ),
  deal: facts('Deal', 'The deal itself.', DealShape),
  /**
   * All deals of the event; their money was changed together: both deals of a pair, or all of an
   * end of day.
   */
  event_deals: event(
    'Deals of the event',
    'All deals whose money goes together.',
    Type.Array(Type.Integer()),
    'id',
  ),
  order: facts('Order', 'The order of the deal; null = none.', OrNull(OrderShape)),
  position: facts('Position', 'The position afterwards; null = none.', OrNull(PositionShape)),
  cause: cause(
    'Cause',
    'The request that led to the deal.',
    Named('DealCause', {
      kind: request('Kind', 'Kind of the request.', Type.String()),
      source: request('Source', 'Client, dealer, server or gateway.', Type.String()),
      dealer: Type.Integer(),
      request_id: Type.String(),
      received_at: request(
        'Received',
        'Time at which the request came; null = the request did not wait.',
        TimeOrNull(),
      ),
      decided_by: request(
        'Decided by',
        'Login of the dealer who confirmed; 0 = none.',
        Type.Integer(),
        'id',
      ),
      result: request(
        'Result',
        'Result of the request; null = there was none.',
        OrNull(
          Named('DealOutcome', {
            code: Type.String(),
            message: Type.String(),
            status: result('Status', 'Status of the result.', Type.String()),
            volume: Decimal(),
            price: PriceOrNull(),
          }),
        ),
      ),
      from_login: origin(
        'From account',
        'Account whose deal caused the payment; 0 = none.',
        Type.Integer(),
        'id',
      ),
      from_deal: origin(
        'From deal',
        'Deal that caused the payment; 0 = none.',
        Type.Integer(),
        'id',
      ),
    }),
  ),
  trigger: cause(
    'Trigger',
    'The price and the level that the price reached; empty = none.',
    Type.String(),
  ),
  rule: cause(
    'Rule',
    'Routing rule that decided; null = none was needed.',
    OrNull(
      Named('DealRule', {
        id: Type.Integer(),
        name: rule('Name', 'Name of the routing rule.', Type.String()),
        action: rule('Action', 'Action of the rule on requests.', Type.String()),
      }),
    ),
  ),
  price_asked: facts(
    'Price asked for',
    'Price that was asked for; null = none.',
    PriceOrNull(),
    'price',
  ),
  gateway: facts(
    'Gateway',
    'Execution at a provider; null = the deal was executed here.',
    OrNull(
      Named('DealGateway', {
        id: Type.Integer(),
        name: execution('Name', 'Name of the gateway then.', Type.String()),
        price: execution(
          'Provider price',
          'Price at which the provider executed the order.',
          Decimal(),
          'price',
        ),
        markup: execution('Markup', 'Amount added to the provider price.', Decimal(), 'price'),
        order_id: execution(
          'Provider order',
          'Id that the provider gave the order.',
          Type.String(),
        ),
        execution_id: execution(
          'Execution',
          'Id that the provider gave the execution.',
          Type.String(),
        ),
      }),
    ),
  ),
  /** The quote at the symbol's level, where the event stores it, then with the group's markups. */
  quote: facts(
    'Quote',
    'Prices at the moment of the deal; null = none was needed.',
    OrNull(
      Named('DealQuote', {
        symbol_bid: prices(
          'Bid of the symbol',
          'Price before markups of the group; null = unknown.',
          PriceOrNull(),
          'price',
        ),
        symbol_ask: prices(
          'Ask of the symbol',
          'Price before markups of the group; null = unknown.',
          PriceOrNull(),
          'price',
        ),
        bid: PriceOrNull(),
        ask: PriceOrNull(),
        at: prices('Time', 'Time at which the quote came; null = not known.', TimeOrNull()),
      }),
    ),
  ),
  money: facts('Money', 'Money and margin on both sides of the event.', MoneyAround),
  charges: facts(
    'Charges',
    'Amounts of commission rules.',
    Type.Array(
      Named('DealCharge', {
        kind: charge('Kind', 'Kind of the commission rule.', Type.String()),
        rule: charge('Rule', 'Name of the commission rule.', Type.String()),
        amount: Decimal(),
      }),
    ),
  ),
  derived: facts(
    'Derived payments',
    'Payments to other accounts that the deal caused.',
    Type.Array(
      Named('DerivedPayment', {
        login: payment('Login', 'Account that is paid.', Type.Integer()),
        action: payment('Action', 'Kind of money operation.', Type.String()),
        amount: Decimal(),
        currency: payment('Currency', 'Currency of the amount; empty = not named.', Type.String()),
      }),
    ),
  ),
  changes: facts(
    'Changes',
    'Later events that changed the deal.',
    Type.Array(
      Named('DealChange', {
        seq: Type.String(),
        time: change('Time', 'Time of the change.', Time()),
        action: change('Action', 'Change of the deal.', Type.String()),
      }),
    ),
  ),
  sentences: words('Sentences', 'The whole explanation in sentences.', Type.Array(Type.String())),
});
export type Explanation = Static<typeof Explanation>;
