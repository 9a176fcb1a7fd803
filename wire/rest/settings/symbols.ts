// Symbols over REST: whole symbols, and the few fields that change daily.

import { type TObject, Type } from '@sinclair/typebox';
import { Id, Named, Words } from '../../base/schema.js';
import { Currency } from '../../base/setting-fields.js';
import { setting } from '../../settings/setting.js';
import { SymbolName, SymbolRecord } from '../../settings/symbols.js';

/** The status of a symbol: before, within or after its dates, or switched off. */
const SYMBOL_STATUS = ['active', 'disabled', 'upcoming', 'expired'] as const;

/** The API form of symbols. */
export const SYMBOLS = setting({
  kind: 'symbol',
  read: ['config.symbols', 'symbols.quick_edit'],
  write: 'config.symbols',
  record: SymbolRecord,
  taken: {
    /** Default: the last part of the path. */
    name: Type.Optional(SymbolName()),
    /** Default: the base currency of a pair, the profit currency of other symbols. */
    currency_margin: Type.Optional(Currency()),
  },
  added: { status: Words(SYMBOL_STATUS) },
  times: true,
});

// Without the shifts of bid and ask: users who move prices with them need `config.symbols`.
const QUICK = [
  'trade_access',
  'spread',
  'stops_level',
  'freeze_level',
  'swap_mode',
  'swap_long',
  'swap_short',
  'swap_triple_day',
] as const;

/** Fields of a symbol that change daily. */
export const SymbolQuickEdit = Named('SymbolQuickEdit', {
  version: Id(),
  ...(Type.Partial(Type.Pick(SymbolRecord, QUICK)) as TObject).properties,
});
