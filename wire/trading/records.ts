// The trading records: the state of an account, as stored in the log and in the database.

import { fields, oneOf, type Row } from '../base/field-table.js';

export const SIDE = oneOf('buy', 'sell');
export const ORDER_KIND = oneOf('market', 'limit', 'stop', 'stop_limit', 'close_by');
export const FILL = oneOf('fok', 'ioc', 'return');
export const EXPIRATION = oneOf('gtc', 'day', 'specified', 'specified_day');
export const ORDER_STATE = oneOf(
  'started',
  'request_add',
  'placed',
  'partial',
  'request_modify',
  'request_cancel',
  'filled',
  'canceled',
  'rejected',
  'expired',
);
export const ENTRY = oneOf('in', 'out', 'inout', 'out_by', 'none');
export const REASON = oneOf(
  'client',
  'web',
  'mobile',
  'api',
  'expert',
  'dealer',
  'sl',
  'tp',
  'so',
  'rollover',
  'gateway',
  'external_client',
  'external_service',
  'sync',
  'split',
  'corporate_action',
  'correction',
);
/** The actions of money operations. */
export const MONEY_ACTIONS = [
  'balance',
  'charge',
  'correction',
  'commission',
  'commission_daily',
  'commission_monthly',
  'agent',
  'agent_daily',
  'agent_monthly',
  'interest',
  'swap',
  'dividend',
  'dividend_franked',
  'tax',
  'transfer',
  'so_compensation',
  'credit',
  'bonus',
  'so_compensation_credit',
] as const;
/** The actions of deals. */
export const ACTION = oneOf('buy', 'sell', ...MONEY_ACTIONS, 'buy_canceled', 'sell_canceled');
const STOPOUT_STATE = oneOf('none', 'margin_call', 'stop_out');

export type Side = (typeof SIDE.choices)[number];
export type OrderKind = (typeof ORDER_KIND.choices)[number];
export type Fill = (typeof FILL.choices)[number];
export type Expiration = (typeof EXPIRATION.choices)[number];
export type OrderState = (typeof ORDER_STATE.choices)[number];
export type Entry = (typeof ENTRY.choices)[number];
export type Reason = (typeof REASON.choices)[number];
export type Action = (typeof ACTION.choices)[number];

/** Actions that change the credit; all other money operations change the balance. */
export const CREDIT_ACTIONS: readonly Action[] = ['credit', 'bonus', 'so_compensation_credit'];

/** States in which an order is history and never changes again. */
export const FINAL_STATES: readonly OrderState[] = ['filled', 'canceled', 'rejected', 'expired'];

/** An order, working or final. A position has the id of the order that opened it. */
export const ORDER = fields({
  id: 'int',
  login: 'int',
  symbol: 'text',
  kind: ORDER_KIND,
  side: SIDE,
  state: ORDER_STATE,
  fill: FILL,
  expiration: EXPIRATION,
  expires_at: 'time',
  volume_initial: 'volume',
  volume_current: 'volume',
  volume_filled: 'volume',
  price_order: 'price',
  price_stop_limit: 'price',
  price_filled: 'average',
  sl: 'price',
  tp: 'price',
  deviation_pts: 'int',
  position_id: 'int',
  by_position_id: 'int',
  reason: REASON,
  request_id: 'text',
  dealer: 'int',
  gateway_id: 'int',
  external_id: 'text',
  expert_id: 'int',
  comment: 'text',
  contract_size: 'size',
  digits: 'int',
  currency_digits: 'int',
  rate_margin: 'rate',
  created_at: 'time',
  activated_at: 'time',
  done_at: 'time',
  /** terminal, ip, session (of `cancel_on_disconnect`), dealer, gateway: those that apply. */
  origin: 'object',
  /** Distance in points at which the position's stop loss will trail the market; 0 = off. */
  trail_pts: 'int',
  /** The other order of a one-cancels-other pair; 0 = none. */
  oco_order_id: 'int',
  /** Lots of fills at the provider that are held: staff decide whether they are booked. */
  volume_held: 'volume',
  /** Lots of such fills that staff have decided not to book, and that the provider counts. */
  volume_declined: 'volume',
});
export type Order = Row<typeof ORDER>;

/** A deal: one execution or money operation. Immutable. */
export const DEAL = fields({
  id: 'int',
  order_id: 'int',
  position_id: 'int',
  login: 'int',
  symbol: 'text',
  action: ACTION,
  entry: ENTRY,
  volume: 'volume',
  volume_closed: 'volume',
  price: 'price',
  price_position: 'average',
  sl: 'price',
  tp: 'price',
  profit: 'money',
  /** In units of the profit currency, with its digits: see `profit_digits`. */
  profit_raw: 'int',
  profit_digits: 'int',
  swap: 'money',
  commission: 'money',
  fee: 'money',
  rate_profit: 'rate',
  rate_margin: 'rate',
  /** The deal's value in the deposit currency. */
  value: 'money',
  reason: REASON,
  dealer: 'int',
  gateway_id: 'int',
  price_gateway: 'price',
  external_id: 'text',
  market_bid: 'price',
  market_ask: 'price',
  contract_size: 'size',
  tick_size: 'tick',
  tick_value: 'size',
  digits: 'int',
  currency_digits: 'int',
  comment: 'text',
  request_id: 'text',
  created_at: 'time',
});
export type Deal = Row<typeof DEAL>;

/** A position. `closed` is true only in the event that closes it, with volume 0. */
export const POSITION = fields({
  id: 'int',
  login: 'int',
  symbol: 'text',
  side: SIDE,
  volume: 'volume',
  price_open: 'average',
  sl: 'price',
  tp: 'price',
  swap: 'money',
  rate_profit: 'rate',
  rate_margin: 'rate',
  contract_size: 'size',
  digits: 'int',
  currency_digits: 'int',
  reason: REASON,
  dealer: 'int',
  gateway_id: 'int',
  external_id: 'text',
  expert_id: 'int',
  comment: 'text',
  opened_at: 'time',
  updated_at: 'time',
  origin: 'object',
  closed: 'bool',
  /** Distance in points at which the stop loss trails the market; 0 = off. */
  trail_pts: 'int',
  /** The opening price by its deals alone, where staff corrected it; 0 = `price_open` is that. */
  price_dealt: 'average',
  /** The request that opened it; empty = the server did. */
  request_id: 'text',
});
export type Position = Row<typeof POSITION>;

/**
 * A closed trade of a position, from flat to flat or to a reversal, built from its deals
 * (trading-rules §1.6). Its id is the id of the deal that ended it.
 */
export const CLOSED_POSITION = fields({
  id: 'int',
  position_id: 'int',
  login: 'int',
  group: 'text',
  symbol: 'text',
  side: SIDE,
  volume: 'volume',
  price_open: 'average',
  price_close: 'average',
  profit: 'money',
  swap: 'money',
  commission: 'money',
  fee: 'money',
  reason: REASON,
  dealer: 'int',
  comment: 'text',
  contract_size: 'size',
  digits: 'int',
  currency_digits: 'int',
  opened_at: 'time',
  closed_at: 'time',
});
export type ClosedPosition = Row<typeof CLOSED_POSITION>;

/** The stored money of an account, owned by its actor. */
export const LEDGER = fields({
  login: 'int',
  currency_digits: 'int',
  balance: 'money',
  credit: 'money',
  balance_prev_day: 'money',
  balance_prev_month: 'money',
  equity_prev_day: 'money',
  equity_prev_month: 'money',
  interest_accrued: 'rate',
  commission_blocked: 'money',
  profit_blocked: 'money',
  so_state: STOPOUT_STATE,
  so_at: 'time',
  so_level: 'percent',
  so_equity: 'money',
  so_margin: 'money',
  /** Number of the account's newest numbered event. */
  account_seq: 'int',
  /** Session id → grace seconds of `cancel_on_disconnect`. */
  cancel_on_disconnect: 'object',
  updated_at: 'time',
  /** The planned time of the account's newest end of day. */
  day_ended_at: 'time',
  /** Sums of the current trading day, in the order of DAY_SUMS; empty = all 0. */
  day_sums: 'list',
  /** Sums of daily and monthly commission rules in the current period, by rule. */
  accruals: 'object',
  /**
   * Charges of working orders by rules whose bounds count by order, as JSON: order id →
   * lists of deal id, key of the rule, and the charge before and after the bounds; empty = nothing.
   */
  order_charges: 'text',
  /** The server date that ended last, as days since 1970; 0 = none, or see `day_ended_at`. */
  day_ended: 'int',
  /**
   * The version of the account's switches that the row of the newest end of day shows; 0 = that day
   * has no row, or is of a program that did not know this field.
   */
  day_version: 'int',
});
export type Ledger = Row<typeof LEDGER>;

const CORRECTION_KIND = oneOf('position_delete', 'bust', 'ledger', 'position_change');

/**
 * A correction: it changes a position without a deal (trading-rules §4.12). After a busted trade it
 * has volume 0, and the swap that was removed with the position (§4.13). The correction of
 * a ledger has no position. The volume of a changed position is the volume taken off it, below 0
 * for added volume.
 */
export const CORRECTION = fields({
  /** A number from the sequence of deals. */
  id: 'int',
  request_id: 'text',
  kind: CORRECTION_KIND,
  position_id: 'int',
  login: 'int',
  symbol: 'text',
  side: SIDE,
  volume: 'volume',
  dealer: 'int',
  at: 'time',
  /** The accrued swap that was removed. */
  swap: 'money',
  currency_digits: 'int',
  /** The amounts added to balance and credit to make them the sums of the account's deals. */
  balance: 'money',
  credit: 'money',
});
export type Correction = Row<typeof CORRECTION>;

/** Live money: the ledger valued at current prices. */
export const MONEY = fields({
  balance: 'money',
  credit: 'money',
  blocked: 'money',
  profit: 'money',
  swap: 'money',
  equity: 'money',
  margin: 'money',
  margin_free: 'money',
  margin_level: 'percent',
  leverage: 'int',
  calculated_at: 'time',
});
export type Money = Row<typeof MONEY>;

export const RESULT_STATUS = oneOf('done', 'partial', 'placed', 'queued', 'requote', 'rejected');

/** The outcome of a trade request, stored with its request id. */
export const TRADE_RESULT = fields({
  request_id: 'text',
  code: 'text',
  message: 'text',
  status: RESULT_STATUS,
  order_id: 'int',
  /** One id, or two for a close by, separated by a space. */
  deal_ids: 'text',
  position_id: 'int',
  volume: 'volume',
  price: 'price',
  bid: 'price',
  ask: 'price',
  digits: 'int',
  done_at: 'time',
  /** Of a deletion of positions: each that is not deleted, as `refusedText` writes them. */
  refused: 'text',
});
export type TradeResult = Row<typeof TRADE_RESULT>;

/** The actions of routing rules; new actions may only be appended. */
export const ROUTING_ACTIONS = [
  'confirm_request_price',
  'confirm_market_price',
  'reject',
  'requote',
  'dealer',
  'online_dealers',
  'gateway',
  'delay',
  'clear_stops',
] as const;

/** The cause of a deal, and the facts that decided it; see the route `explain`. */
export const EXPLAIN = fields({
  config_version: 'int',
  /** The routing rule that decided; 0 = none. */
  rule_id: 'int',
  rule: 'text',
  action: oneOf('', ...ROUTING_ACTIONS),
  /** The symbol's quote, before the group's markups. */
  symbol_bid: 'price',
  symbol_ask: 'price',
  /** The quote with the group's markups. */
  bid: 'price',
  ask: 'price',
  quote_at: 'time',
  margin_before: 'money',
  margin_after: 'money',
  /** The trigger of a server request in words: which price reached which level. */
  trigger: 'text',
  digits: 'int',
  currency_digits: 'int',
  /** The requested price; 0 = none. */
  price_asked: 'price',
  /** The arrival time of a request that waited; 0 = it did not wait. */
  received_at: 'time',
  margin_free_before: 'money',
  /**
   * Charges of commission rules, by kind and name, such as `standard lots`; in units of the
   * currency.
   */
  charges: 'object',
  /** The deal of another account that caused this payment; 0 = none. */
  from_login: 'int',
  from_deal: 'int',
  /** The dealer who confirmed it, or whose quote the client accepted; 0 = none. */
  decided_by: 'int',
  /** The name, then, of the gateway whose provider executed it; empty = it was executed here. */
  gateway: 'text',
  /** The amount added to the provider's price; below 0 = taken off. */
  markup: 'price',
});
export type Explain = Row<typeof EXPLAIN>;
