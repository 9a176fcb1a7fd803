// The fields of records in live frames. A field at its empty value is left out, and so is one that
// the client has from elsewhere: from the symbol, the account, or the request.

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

export const LIVE_ORDER = liveFields(ORDER, {
  always: ['id', 'symbol', 'kind', 'side', 'state', 'volume_initial', 'volume_current'],
  never: ['login', 'contract_size', 'digits', 'currency_digits', 'request_id', 'origin'],
});

export const LIVE_DEAL = liveFields(DEAL, {
  always: ['id', 'order_id', 'symbol', 'action', 'entry', 'volume', 'price', 'profit'],
  never: [
    'login',
    'profit_digits',
    'contract_size',
    'tick_size',
    'tick_value',
    'digits',
    'currency_digits',
    'request_id',
  ],
});

export const LIVE_POSITION = liveFields(POSITION, {
  always: ['id', 'symbol', 'side', 'volume', 'price_open'],
  never: ['login', 'contract_size', 'digits', 'currency_digits', 'origin'],
});

export const LIVE_MONEY = liveFields(MONEY, {
  always: ['balance', 'equity', 'margin', 'margin_free', 'leverage', 'calculated_at'],
  never: [],
});
