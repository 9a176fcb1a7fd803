// The market over REST: symbols, quotes and bars of a trader's group, and manual quotes.

import { type TSchema, Type } from '@sinclair/typebox';
import { Decimal, Named, PriceOrNull, Time, TimeOrNull, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { SymbolRecord } from '../../settings/symbols.js';
import { TIMEFRAMES, type Timeframe } from '../../trading/timeframes.js';

/** Most symbols in one request. */
export const SYMBOLS_MAX = 256;
/** Most bars in one answer, and their number where none is asked for. */
const BARS_MAX = 5000;
const BARS_USUAL = 1000;

/** Fields of a symbol that only the server's own working needs. */
const INTERNAL = [
  'source_symbol_id',
  'spread_balance_bid',
  'spread_balance_ask',
  'quote_max_delay_sec',
] as const;

/** A field of a symbol that traders are shown. */
export type SymbolField = Exclude<keyof SymbolRecord, (typeof INTERNAL)[number]>;

/** The fields of a symbol that traders are shown. */
export const SYMBOL_FIELDS = Object.keys(SymbolRecord.properties).filter(
  (name) => !(INTERNAL as readonly string[]).includes(name),
) as readonly SymbolField[];

/** The wanted fields of symbols: names, comma-separated; default: all. */
export const SymbolsQuery = Named('SymbolsQuery', {
  fields: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
});

const SymbolName = () => Type.String({ minLength: 1, maxLength: 32 });

/** The symbols whose quotes are wanted, comma-separated; default: all symbols of the group. */
export const QuotesQuery = Named('QuotesQuery', {
  symbols: Type.Optional(Type.String({ minLength: 1, maxLength: SYMBOLS_MAX * 33 })),
});

/** A symbol's newest prices for the group; null before the first quote. */
export const QuoteShape = Named('Quote', {
  symbol: Type.String(),
  bid: PriceOrNull(),
  ask: PriceOrNull(),
  /** Price of the last trade; null where no datafeed reports trades. */
  last: PriceOrNull(),
  time: TimeOrNull(),
  /** Open, high and low of the server day by the symbol's chart price; null before they are. */
  open: PriceOrNull(),
  high: PriceOrNull(),
  low: PriceOrNull(),
});

/** A field of an answer, where it may be left out; it has no default there. */
const shownField = ({ default: _, ...schema }: TSchema): TSchema =>
  Type.Optional(schema as TSchema);

/** A symbol with the group's values: the requested fields, or all. */
export const SymbolShape = Named(
  'OfferedSymbol',
  Object.fromEntries(
    SYMBOL_FIELDS.map((name) => [name, shownField(SymbolRecord.properties[name])]),
  ),
);

/**
 * The bars that open in `[from, to)`; of more than `limit` the newest. Or those that open after a
 * time, from the oldest on, or before one, the newest.
 */
export const BarsQuery = Named('BarsQuery', {
  symbol: SymbolName(),
  timeframe: Words(Object.keys(TIMEFRAMES) as Timeframe[]),
  from: Type.Optional(Time()),
  to: Type.Optional(Time()),
  after: Type.Optional(Time()),
  before: Type.Optional(Time()),
  limit: Type.Integer({ minimum: 1, maximum: BARS_MAX, default: BARS_USUAL }),
});

/** A bar. */
export const BarShape = Named('Bar', {
  time: Time(),
  open: Decimal(),
  high: Decimal(),
  low: Decimal(),
  close: Decimal(),
  tick_volume: Type.Integer(),
  real_volume: Decimal(),
  spread: Type.Integer(),
});

/** A manual quote. */
export const QuoteBody = Named('ManualQuoteBody', {
  symbol: SymbolName(),
  bid: Decimal(),
  ask: Decimal(),
  /** Price of a trade, for symbols whose bars and valuation use the last price. */
  last: Type.Optional(Decimal()),
  ...confirmFields,
});

/** The manual quote as it was published. */
export const ManualQuote = Named('ManualQuote', {
  symbol: Type.String(),
  bid: Decimal(),
  ask: Decimal(),
  time: Time(),
});
