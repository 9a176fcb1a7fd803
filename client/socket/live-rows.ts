// Whole rows of live frames. A frame leaves out fields of a row that have their default; the
// defaults are constants, so a whole row is a merge of the row with them.

import type { Deal, Money, OpenPosition, Order } from '../session/records.js';
import { ROW_DEFAULTS } from '../types/row-defaults.js';

type Scales = 'contract_size' | 'digits' | 'currency_digits';

/** A deal in events; the event has its time and login. */
export type EventDeal = Omit<
  Deal,
  | Scales
  | 'login'
  | 'profit_raw'
  | 'profit_digits'
  | 'rate_profit'
  | 'rate_margin'
  | 'value'
  | 'market_bid'
  | 'market_ask'
  | 'tick_size'
  | 'tick_value'
  | 'created_at'
>;
/** An order in events. */
export type EventOrder = Omit<Order, Scales | 'login' | 'origin' | 'rate_margin' | 'done_at'>;
/** A position in events, without its live values; `closed` is true in the event that closes it. */
export type EventPosition = Omit<
  OpenPosition,
  | Scales
  | 'login'
  | 'origin'
  | 'rate_profit'
  | 'rate_margin'
  | 'updated_at'
  | 'price_current'
  | 'profit'
  | 'margin'
  | 'group'
>;
/** Money in events. */
export type EventMoney = Omit<Money, 'calculated_at'>;

/** The cause of an event. */
export interface EventCause {
  readonly kind: string;
  readonly source: string;
  readonly dealer: number;
  readonly request_id: string;
}

/** The rows that an event changed, the money after it, and its cause. */
export interface ChangedRows {
  readonly money: EventMoney;
  readonly so_state: string;
  readonly deals: readonly EventDeal[];
  readonly orders: readonly EventOrder[];
  readonly positions: readonly EventPosition[];
  readonly cause: EventCause;
}

type Defaults = typeof ROW_DEFAULTS;

/** A row as its frame has it: fields with defaults may be left out. */
type Lean<Row, Name extends keyof Defaults> = Omit<Row, keyof Defaults[Name]> & Partial<Row>;

/** The rows as their frame has them. */
export interface LeanRows {
  readonly money: Lean<EventMoney, 'money'>;
  readonly so_state?: string;
  readonly deals?: readonly Lean<EventDeal, 'deals'>[];
  readonly orders?: readonly Lean<EventOrder, 'orders'>[];
  readonly positions?: readonly Lean<EventPosition, 'positions'>[];
  readonly cause: Lean<EventCause, 'cause'>;
}

/** The rows of a frame with all their fields. */
export const wholeRows = (lean: LeanRows): ChangedRows => {
  const { money, cause, deals = [], orders = [], positions = [] } = lean;
  return {
    money: { ...ROW_DEFAULTS.money, ...money },
    so_state: lean.so_state ?? ROW_DEFAULTS.data.so_state,
    deals: deals.map((row) => ({ ...ROW_DEFAULTS.deals, ...row })),
    orders: orders.map((row) => ({ ...ROW_DEFAULTS.orders, ...row })),
    positions: positions.map((row) => ({ ...ROW_DEFAULTS.positions, ...row })),
    cause: { ...ROW_DEFAULTS.cause, ...cause },
  };
};
