// The fields of records in live frames. A frame leaves out a field of a row where the field has its
// default, which is a constant, and for no other reason: each row stands by itself. Only lists have
// rates, origins, and the figures of reports.

import { type FieldTable, type FieldType, fields, oneOf } from '../base/field-table.js';
import { REQUEST_KINDS, SOURCES } from './events.js';
import { DEAL, MONEY, ORDER, POSITION } from './records.js';

/** Which fields of a table live frames have, and when. */
export interface LiveFields<Name extends string = string> {
  /** They are never left out, and are written first. */
  readonly always: readonly Name[];
  /** Frames do not have them. */
  readonly never: readonly Name[];
}

/** The default of money has two digits; zero in a currency of other digits is written. */
export const MONEY_DEFAULT_DIGITS = 2;

/** The default of a field of this type in live frames. */
export const liveDefaultOf = (type: FieldType): unknown => {
  if (typeof type !== 'string') return type.choices[0];
  switch (type) {
    case 'int':
      return 0;
    case 'text':
      return '';
    case 'bool':
      return false;
    case 'time':
    case 'price':
    case 'average':
      return null;
    case 'money':
    case 'percent':
      return '0.00';
    default:
      return '0';
  }
};

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

export const LIVE_ORDER = liveFields(ORDER, {
  always: ['id', 'symbol', 'side', 'state', 'volume_initial', 'price_order'],
  never: [...SCALES, 'login', 'origin', 'rate_margin', 'done_at'],
});

export const LIVE_DEAL = liveFields(DEAL, {
  always: ['id', 'symbol', 'action', 'volume', 'price'],
  never: [
    ...SCALES,
    'login',
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
});

export const LIVE_POSITION = liveFields(POSITION, {
  always: ['id', 'symbol', 'side', 'volume', 'price_open', 'closed'],
  never: [...SCALES, 'login', 'origin', 'rate_profit', 'rate_margin', 'updated_at'],
});

export const LIVE_MONEY = liveFields(MONEY, {
  always: ['balance', 'equity', 'margin_free', 'leverage'],
  never: ['calculated_at'],
});
