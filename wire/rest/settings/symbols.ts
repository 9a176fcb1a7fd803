// Symbols over REST: whole symbols, and the few fields that change daily.

import { type Static, Type } from '@sinclair/typebox';
import { Id, Named, Words } from '../../base/schema.js';
import { Currency } from '../../base/setting-fields.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { section } from '../../fields/words.js';
import { setting } from '../../settings/setting.js';
import { SymbolName, SymbolRecord } from '../../settings/symbols.js';

const identity = section('Identity');

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
  added: {
    status: identity(
      'Status',
      'Active, switched off, or before or after the dates of the symbol.',
      Words(SYMBOL_STATUS),
    ),
  },
  times: true,
});

/**
 * The fields of a quick edit. The shifts of bid and ask, which move prices, and the mode of swaps,
 * which gives the same figures another meaning, need `config.symbols`.
 */
const QUICK = [
  'trade_access',
  'spread',
  'stops_level',
  'freeze_level',
  'swap_long',
  'swap_short',
  'swap_triple_day',
] as const;

const QuickFields = Type.Partial(Type.Pick(SymbolRecord, QUICK));
export type QuickFields = Static<typeof QuickFields>;

/** Fields of a symbol that change daily; changes of spread and swaps are confirmed. */
export const SymbolQuickEdit = Named('SymbolQuickEdit', {
  version: Id(),
  ...QuickFields.properties,
  ...confirmFields,
});
