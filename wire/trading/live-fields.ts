// The fields of records in live frames. A field at its empty value is left out, and so is one that
// the client has from elsewhere: from the symbol, the account, the request, or the event's time.
// Rates and figures of the report are in lists and pictures alone.

import { DEAL, MONEY, ORDER, POSITION } from './records.js';

/** Which fields of a table live frames have always, and which never; others unless empty. */
interface LiveFields<Name extends string> {
  readonly always: readonly Name[];
  readonly never: readonly Name[];
}

const liveFields = <T extends object>(
  _table: T,
  fields: LiveFields<keyof T & string>,
): LiveFields<keyof T & string> => fields;

const SCALES = ['contract_size', 'digits', 'currency_digits'] as const;

export const LIVE_ORDER = liveFields(ORDER, {
  always: ['id', 'symbol', 'kind', 'side', 'state', 'volume_initial', 'volume_current'],
  never: [...SCALES, 'login', 'request_id', 'origin', 'rate_margin', 'done_at'],
});

export const LIVE_DEAL = liveFields(DEAL, {
  always: ['id', 'order_id', 'symbol', 'action', 'entry', 'volume', 'price', 'profit'],
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
});

export const LIVE_POSITION = liveFields(POSITION, {
  always: ['id', 'symbol', 'side', 'volume', 'price_open'],
  never: [...SCALES, 'login', 'origin', 'rate_profit', 'rate_margin', 'updated_at'],
});

export const LIVE_MONEY = liveFields(MONEY, {
  always: ['balance', 'equity', 'margin', 'margin_free', 'leverage'],
  never: ['calculated_at'],
});
