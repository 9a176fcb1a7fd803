// Whole rows of live frames, which leave out what a client has from elsewhere: a row is its empty
// values, then what is said beside it, then what the frame has of it.

import type { Deal, Money, OpenPosition, Order, TradeResult } from '../session/records.js';

type Scales = 'contract_size' | 'digits' | 'currency_digits';

/** A deal in events; the event has its time, login and request. */
export type EventDeal = Omit<
  Deal,
  | Scales
  | 'login'
  | 'request_id'
  | 'request_id'
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
export type EventOrder = Omit<
  Order,
  Scales | 'login' | 'request_id' | 'origin' | 'rate_margin' | 'done_at'
>;
type OpenEventPosition = Omit<
  OpenPosition,
  | Scales
  | 'login'
  | 'request_id'
  | 'origin'
  | 'rate_profit'
  | 'rate_margin'
  | 'updated_at'
  | 'price_current'
  | 'profit'
  | 'margin'
  | 'group'
  | 'closed'
>;
/** A position in events without its live values, or the id of one that was closed. */
export type EventPosition =
  | (OpenEventPosition & { readonly closed: false })
  | { readonly id: number; readonly closed: true };
/** Money in events. */
export type EventMoney = Omit<Money, 'calculated_at'>;

/** The rows that an event changed, and the money after it. */
export interface ChangedRows {
  readonly money: EventMoney;
  readonly so_state: string;
  readonly deals: readonly EventDeal[];
  readonly orders: readonly EventOrder[];
  readonly positions: readonly EventPosition[];
}

/** A row as its frame has it. */
type Lean<Row> = Partial<Row> & { readonly id: number };

/** The rows as their frame has them. */
export interface LeanRows {
  readonly money: Partial<EventMoney> & Pick<EventMoney, 'balance' | 'leverage'>;
  readonly so_state?: string;
  readonly deals?: readonly Lean<EventDeal>[];
  readonly orders?: readonly Lean<EventOrder>[];
  readonly positions?: readonly (Lean<OpenEventPosition> & { readonly closed?: boolean })[];
}

/** What is said beside a row: by the deal before it, or the result in the same frame. */
type Said = Pick<EventDeal, 'symbol' | 'order_id' | 'position_id' | 'volume' | 'price'> & {
  readonly side: EventDeal['action'];
  readonly volume_filled: string;
  readonly price_filled: string;
  readonly time: string;
};

type Empty<Row, Given extends string> = Omit<Row, Given | 'id'>;

const DEAL: Empty<EventDeal, 'symbol' | 'order_id' | 'position_id' | 'volume' | 'price'> = {
  action: 'buy',
  entry: 'in',
  volume_closed: '0',
  price_position: '0',
  sl: '0',
  tp: '0',
  profit: '0',
  swap: '0',
  commission: '0',
  fee: '0',
  reason: 'client',
  dealer: 0,
  gateway_id: 0,
  price_gateway: '0',
  external_id: '',
  comment: '',
};

const ORDER: Empty<
  EventOrder,
  | 'symbol'
  | 'side'
  | 'position_id'
  | 'volume_initial'
  | 'volume_filled'
  | 'price_filled'
  | 'created_at'
> = {
  kind: 'market',
  state: 'started',
  fill: 'fok',
  expiration: 'gtc',
  expires_at: null,
  volume_current: '0',
  price_order: '0',
  price_stop_limit: '0',
  sl: '0',
  tp: '0',
  deviation_pts: 0,
  by_position_id: 0,
  reason: 'client',
  dealer: 0,
  gateway_id: 0,
  external_id: '',
  expert_id: 0,
  comment: '',
  activated_at: null,
  trail_pts: 0,
  oco_order_id: 0,
  volume_held: '0',
  volume_declined: '0',
};

const POSITION: Empty<OpenEventPosition, 'symbol' | 'side' | 'volume' | 'opened_at'> = {
  price_open: '0',
  sl: '0',
  tp: '0',
  swap: '0',
  reason: 'client',
  dealer: 0,
  gateway_id: 0,
  external_id: '',
  expert_id: 0,
  comment: '',
  trail_pts: 0,
  price_dealt: '0',
};

const MONEY: Omit<EventMoney, 'balance' | 'leverage' | 'equity' | 'margin_free'> = {
  credit: '0',
  blocked: '0',
  profit: '0',
  swap: '0',
  margin: '0',
  margin_level: '0',
};

const RESULT: Omit<TradeResult, 'request_id' | 'volume'> = {
  code: 'ok',
  message: '',
  status: 'done',
  price: '0',
  bid: '0',
  ask: '0',
  done_at: null,
  order_id: null,
  deal_ids: [],
  position_id: null,
  repeated: false,
  seq: null,
};

/** The whole result of a request; on sockets the request id is the client's own. */
export const wholeResult = (requestId: string, lean: Partial<TradeResult>): TradeResult => ({
  request_id: requestId,
  ...RESULT,
  volume: '0',
  ...lean,
});

/** A price in the digits of an average, which has three more. */
const averageOf = (price: string): string => `${price}${price.includes('.') ? '' : '.'}000`;

const firstSaid = (time: string, result: Partial<TradeResult> | undefined): Said => ({
  symbol: '',
  side: 'buy',
  order_id: result?.order_id ?? 0,
  position_id: result?.position_id ?? 0,
  volume: result?.volume ?? '0',
  price: result?.price ?? '0',
  volume_filled: '0',
  price_filled: '0',
  time,
});

const saidBy = (deal: EventDeal, { time }: Said): Said => {
  const { symbol, action: side, order_id, position_id, volume, price } = deal;
  const filled = { volume_filled: volume, price_filled: averageOf(price) };
  return { symbol, side, order_id, position_id, volume, price, ...filled, time };
};

/** The rows of a frame, whole; `result`: the result that the same frame tells. */
export const wholeRows = (
  rows: LeanRows,
  time: string,
  result: Partial<TradeResult> | undefined,
): ChangedRows => {
  const { money, so_state = 'none', deals = [], orders = [], positions = [] } = rows;
  let said = firstSaid(time, result);
  const wholeDeals = deals.map((row) => {
    const { symbol, order_id, position_id, volume, price } = said;
    const beside = { order_id, position_id, volume, price };
    const { id, ...told } = row;
    const deal = { id, symbol, ...DEAL, ...beside, ...told };
    said = saidBy(deal, said);
    return deal;
  });
  const { symbol, position_id, volume, volume_filled, price_filled } = said;
  const side = said.side as EventOrder['side'];
  const order = { symbol, side, position_id, volume_filled, price_filled };
  const equity = money.equity ?? money.balance;
  return {
    deals: wholeDeals,
    orders: orders.map((row) => ({
      ...{ ...ORDER, ...order, volume_initial: volume, created_at: time },
      ...row,
    })),
    positions: positions.map(({ closed, ...row }) =>
      closed === true
        ? { id: row.id, closed }
        : { ...POSITION, symbol, side, volume, opened_at: time, ...row, closed: false },
    ),
    money: { ...MONEY, equity, margin_free: equity, ...money },
    so_state,
  };
};
