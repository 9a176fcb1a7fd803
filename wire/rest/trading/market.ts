// The market over REST: symbols, quotes and bars of a trader's group, and manual quotes.

import { Type } from '@sinclair/typebox';
import { confirmFields } from '../../base/confirm-fields.js';
import { Decimal, Named, Time, TimeOrNull, Words } from '../../base/schema.js';
import { TIMEFRAMES, type Timeframe } from '../../trading/timeframes.js';

/** Most symbols in one request. */
export const SYMBOLS_MAX = 256;
/** Most bars in one answer. */
export const BARS_MAX = 1000;

const SymbolName = () => Type.String({ minLength: 1, maxLength: 32 });

/** The symbols whose quotes are wanted, comma-separated; default: all symbols of the group. */
export const QuotesQuery = Named('QuotesQuery', {
  symbols: Type.Optional(Type.String({ minLength: 1, maxLength: SYMBOLS_MAX * 33 })),
});

/** A symbol's newest prices for the group; null before the first quote. */
export const QuoteShape = Named('Quote', {
  symbol: Type.String(),
  bid: Type.Union([Decimal(), Type.Null()]),
  ask: Type.Union([Decimal(), Type.Null()]),
  /** Price of the last trade; null where no datafeed reports trades. */
  last: Type.Union([Decimal(), Type.Null()]),
  time: TimeOrNull(),
});

/** A symbol with the trading conditions of the group. */
export const SymbolShape = Type.Object(
  { id: Type.Integer(), name: Type.String(), path: Type.String(), digits: Type.Integer() },
  { title: 'OfferedSymbol', additionalProperties: true },
);

/** The bars that open in `[from, to)`; of more than `BARS_MAX` the newest. */
export const BarsQuery = Named('BarsQuery', {
  symbol: SymbolName(),
  timeframe: Words(Object.keys(TIMEFRAMES) as Timeframe[]),
  from: Type.Optional(Time()),
  to: Type.Optional(Time()),
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
