// The fields of records in live frames. A frame leaves a field out when the field has its empty
// value, or the value of the result or of the deal before the row. To make a row whole, a client
// takes the empty values, replaces them by the values of the result and the deal, and replaces
// these by the fields of the row. An empty decimal is a zero in the format of its field: it has the
// digits of the row's other prices, or of the balance. Only lists have rates and figures of the
// report.

import { type FieldTable, fields, oneOf } from '../base/field-table.js';
import { REQUEST_KINDS, SOURCES } from './events.js';
import { DEAL, MONEY, ORDER, POSITION, TRADE_RESULT } from './records.js';

/** What rows take from the result in the same frame, and from the deal before them: its fields. */
export const SAID_BY_RESULT = {
  order_id: 'order_id',
  position_id: 'position_id',
  volume: 'volume',
  price: 'price',
} as const satisfies Partial<Record<string, keyof typeof TRADE_RESULT>>;
export const SAID_BY_DEAL = {
  ...SAID_BY_RESULT,
  symbol: 'symbol',
  side: 'action',
  volume_filled: 'volume',
  price_filled: 'price',
} as const satisfies Partial<Record<string, keyof typeof DEAL>>;

/** The values that are said beside a row: those of a deal or a result, and the event's time. */
export type SaidName = keyof typeof SAID_BY_DEAL | 'time';

/** Which fields of a table live frames have, and when. */
export interface LiveFields<Name extends string = string> {
  /** They are never left out, and are written first. */
  readonly always: readonly Name[];
  readonly never: readonly Name[];
  /** Left out where they equal a value that is said beside the row. */
  readonly said?: Readonly<Partial<Record<Name, SaidName>>>;
  /** Left out where they equal that field of the same row. */
  readonly same?: Readonly<Partial<Record<Name, Name>>>;
  /** Texts that are left out in place of the empty one. */
  readonly usual?: Readonly<Partial<Record<Name, string>>>;
  /** Prices that are written, even if empty, where these others are: they tell the row's digits. */
  readonly scales?: Readonly<Partial<Record<Name, readonly Name[]>>>;
  /** Where this field is true, the row has the fields of `always` and this one. */
  readonly alone?: Name;
}

const liveFields = <T extends FieldTable>(
  _table: T,
  live: LiveFields<keyof T & string>,
): LiveFields<keyof T & string> => live;

const SCALES = ['contract_size', 'digits', 'currency_digits'] as const;

/** The cause of an event. */
export const CAUSE = fields({
  kind: oneOf(...REQUEST_KINDS),
  source: oneOf(...SOURCES),
  dealer: 'int',
  request_id: 'text',
});
export const LIVE_CAUSE = liveFields(CAUSE, { always: ['kind'], never: [] });

/** A result on sockets; its deals, the number and `repeated` are written by hand. */
export const LIVE_RESULT = liveFields(TRADE_RESULT, {
  always: ['volume'],
  never: ['request_id', 'digits', 'deal_ids', 'refused'],
  usual: { code: 'ok' },
  scales: { price: ['bid', 'ask'] },
});

export const LIVE_ORDER = liveFields(ORDER, {
  always: ['id'],
  never: [...SCALES, 'login', 'request_id', 'origin', 'rate_margin', 'done_at'],
  said: {
    symbol: 'symbol',
    side: 'side',
    volume_initial: 'volume',
    volume_filled: 'volume_filled',
    price_filled: 'price_filled',
    position_id: 'position_id',
    created_at: 'time',
  },
  scales: { price_order: ['price_stop_limit', 'price_filled', 'sl', 'tp'] },
});

export const LIVE_DEAL = liveFields(DEAL, {
  always: ['id'],
  never: [
    ...SCALES,
    'login',
    'request_id',
    'profit_raw',
    'profit_digits',
    'rate_profit',
    'rate_margin',
    'value',
    'market_bid',
    'market_ask',
    'tick_size',
    'tick_value',
    'created_at',
  ],
  said: {
    symbol: 'symbol',
    order_id: 'order_id',
    position_id: 'position_id',
    volume: 'volume',
    price: 'price',
  },
});

export const LIVE_POSITION = liveFields(POSITION, {
  always: ['id'],
  never: [...SCALES, 'login', 'request_id', 'origin', 'rate_profit', 'rate_margin', 'updated_at'],
  said: { symbol: 'symbol', side: 'side', volume: 'volume', opened_at: 'time' },
  alone: 'closed',
});

export const LIVE_MONEY = liveFields(MONEY, {
  always: ['balance', 'leverage'],
  never: ['calculated_at'],
  same: { equity: 'balance', margin_free: 'equity' },
});
