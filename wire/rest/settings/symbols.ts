// Symbols over REST: whole for staff who configure them, and the few fields that change by the day.

import { type TObject, Type } from '@sinclair/typebox';
import { Id, Named, Words } from '../../base/schema.js';
import { Currency } from '../../base/setting-fields.js';
import { setting } from '../../settings/setting.js';
import { SymbolName, SymbolRecord } from '../../settings/symbols.js';

/** How a symbol stands: before its dates, within them or after them, or switched off. */
const SYMBOL_STATUS = ['active', 'disabled', 'upcoming', 'expired'] as const;

/** How symbols are written and shown. */
export const SYMBOLS = setting({
  kind: 'symbol',
  read: ['config.symbols', 'symbols.quick_edit'],
  write: 'config.symbols',
  record: SymbolRecord,
  taken: {
    /** The last part of the path where left out. */
    name: Type.Optional(SymbolName()),
    /** Where left out the base currency of a pair, the profit currency of anything else. */
    currency_margin: Type.Optional(Currency()),
  },
  added: { status: Words(SYMBOL_STATUS) },
  times: true,
});

const QUICK = [
  'trade_access',
  'spread',
  'spread_balance_bid',
  'spread_balance_ask',
  'stops_level',
  'freeze_level',
  'swap_mode',
  'swap_long',
  'swap_short',
  'swap_triple_day',
] as const;

/** Fields of a symbol that change by the day. */
export const SymbolQuickEdit = Named('SymbolQuickEdit', {
  version: Id(),
  ...(Type.Partial(Type.Pick(SymbolRecord, QUICK)) as TObject).properties,
});
