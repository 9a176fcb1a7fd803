// Whole rows of live frames. A frame leaves out fields whose values a client knows. A whole row has
// the empty value of each field; the values of the result and of the deal before it replace these;
// the fields that the frame has replace both. Zeros have the format of their field: a price has the
// digits of the row's other prices, money has the digits of the balance.

import type { Deal, Money, OpenPosition, Order, TradeResult } from '../session/records.js';

type Scales = 'contract_size' | 'digits' | 'currency_digits';

/** A deal in events; the event has its time, login and request. */
export type EventDeal = Omit<
  Deal,
  | Scales
  | 'login'
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

/** An average has this many digits more than a price. */
const AVERAGE_EXTRA = 3;

/** The number of digits after the point of a decimal; 0 where a frame has none. */
const digitsOf = (decimal = ''): number => {
  const point = decimal.indexOf('.');
  return point < 0 ? 0 : decimal.length - point - 1;
};

/** A zero with so many digits after the point. */
const zeroOf = (digits: number): string => (digits <= 0 ? '0' : `0.${'0'.repeat(digits)}`);

const isZero = (decimal: string): boolean => !/[1-9]/.test(decimal);

/** The zeros of a row, by the digits of its prices and of its money. */
const zerosOf = (digits: number, places: number) => ({
  price: zeroOf(digits),
  average: zeroOf(digits + AVERAGE_EXTRA),
  money: zeroOf(places),
});
type Zeros = ReturnType<typeof zerosOf>;

type EmptyDeal = Empty<EventDeal, 'symbol' | 'order_id' | 'position_id' | 'volume' | 'price'>;
const emptyDeal = ({ price, average, money }: Zeros): EmptyDeal => ({
  action: 'buy',
  entry: 'in',
  volume_closed: '0',
  price_position: average,
  sl: price,
  tp: price,
  profit: money,
  swap: money,
  commission: money,
  fee: money,
  reason: 'client',
  dealer: 0,
  gateway_id: 0,
  price_gateway: price,
  external_id: '',
  comment: '',
});

type EmptyOrder = Empty<
  EventOrder,
  | 'symbol'
  | 'side'
  | 'position_id'
  | 'volume_initial'
  | 'volume_filled'
  | 'price_filled'
  | 'created_at'
>;
const emptyOrder = ({ price }: Zeros): EmptyOrder => ({
  kind: 'market',
  state: 'started',
  fill: 'fok',
  expiration: 'gtc',
  expires_at: null,
  volume_current: '0',
  price_order: price,
  price_stop_limit: price,
  sl: price,
  tp: price,
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
});

type EmptyPosition = Empty<OpenEventPosition, 'symbol' | 'side' | 'volume' | 'opened_at'>;
const emptyPosition = ({ price, average, money }: Zeros): EmptyPosition => ({
  price_open: average,
  sl: price,
  tp: price,
  swap: money,
  reason: 'client',
  dealer: 0,
  gateway_id: 0,
  external_id: '',
  expert_id: 0,
  comment: '',
  trail_pts: 0,
  price_dealt: average,
});

type EmptyMoney = Omit<EventMoney, 'balance' | 'leverage' | 'equity' | 'margin_free'>;
const emptyMoney = ({ money }: Zeros): EmptyMoney => ({
  credit: money,
  blocked: money,
  profit: money,
  swap: money,
  margin: money,
  margin_level: '0.00',
});

type EmptyResult = Omit<TradeResult, 'request_id' | 'volume'>;
const emptyResult = (price: string): EmptyResult => ({
  code: 'ok',
  message: '',
  status: 'done',
  price,
  bid: price,
  ask: price,
  done_at: null,
  order_id: null,
  deal_ids: [],
  position_id: null,
  repeated: false,
  seq: null,
});

/** The whole result of a request; on sockets the request id is the client's own. */
export const wholeResult = (requestId: string, lean: Partial<TradeResult>): TradeResult => ({
  request_id: requestId,
  ...emptyResult(zeroOf(digitsOf(lean.price ?? lean.bid ?? lean.ask))),
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

/** The digits of an order's prices, by one that its frame has, or that is said beside it. */
const orderDigits = (row: Lean<EventOrder>, { price_filled }: Said): number => {
  const { price_order, price_stop_limit, sl, tp } = row;
  const price = price_order ?? price_stop_limit ?? sl ?? tp;
  if (price !== undefined) return digitsOf(price);
  return digitsOf(row.price_filled ?? price_filled) - AVERAGE_EXTRA;
};

/** The rows of a frame, whole; `result`: the result that the same frame tells. */
export const wholeRows = (
  rows: LeanRows,
  time: string,
  result: Partial<TradeResult> | undefined,
): ChangedRows => {
  const { money, so_state = 'none', deals = [], orders = [], positions = [] } = rows;
  const places = digitsOf(money.balance);
  let said = firstSaid(time, result);
  const wholeDeals = deals.map((row) => {
    const { symbol, order_id, position_id, volume, price } = said;
    const beside = { order_id, position_id, volume, price };
    const { id, ...told } = row;
    const zeros = zerosOf(digitsOf(told.price ?? price), places);
    const deal = { id, symbol, ...emptyDeal(zeros), ...beside, ...told };
    said = saidBy(deal, said);
    return deal;
  });
  const { symbol, position_id, volume, volume_filled } = said;
  const side = said.side as EventOrder['side'];
  const order = { symbol, side, position_id, volume_filled, volume_initial: volume };
  const equity = money.equity ?? money.balance;
  return {
    deals: wholeDeals,
    orders: orders.map((row) => {
      const zeros = zerosOf(orderDigits(row, said), places);
      const price_filled = isZero(said.price_filled) ? zeros.average : said.price_filled;
      return { ...emptyOrder(zeros), ...order, price_filled, created_at: time, ...row };
    }),
    positions: positions.map(({ closed, ...row }) => {
      if (closed === true) return { id: row.id, closed };
      const zeros = zerosOf(digitsOf(row.price_open) - AVERAGE_EXTRA, places);
      const beside = { symbol, side, volume, opened_at: time };
      return { ...emptyPosition(zeros), ...beside, ...row, closed: false as const };
    }),
    money: { ...emptyMoney(zerosOf(0, places)), equity, margin_free: equity, ...money },
    so_state,
  };
};
