// The market over REST: symbols, quotes and bars of a trader's group, and thrown-in prices.

import { Type } from '@sinclair/typebox';
import { Decimal, Named, Time, TimeOrNull, Words } from '../../base/schema.js';
import { TIMEFRAMES, type Timeframe } from '../../trading/timeframes.js';

/** Symbols that one request may name. */
export const SYMBOLS_MAX = 256;
/** Bars that one answer has at most. */
export const BARS_MAX = 1000;

const SymbolName = () => Type.String({ minLength: 1, maxLength: 32 });

/** Which quotes: names, comma-separated; without any, all that the group is offered. */
export const QuotesQuery = Named('QuotesQuery', {
  symbols: Type.Optional(Type.String({ minLength: 1, maxLength: SYMBOLS_MAX * 33 })),
});

/** A symbol's newest prices for the group; null before the first quote. */
export const QuoteShape = Named('Quote', {
  symbol: Type.String(),
  bid: Type.Union([Decimal(), Type.Null()]),
  ask: Type.Union([Decimal(), Type.Null()]),
  /** Price of the last trade; null where no feed has trades. */
  last: Type.Union([Decimal(), Type.Null()]),
  time: TimeOrNull(),
});

/** A symbol with the values that the group trades it at. */
export const SymbolShape = Type.Object(
  { id: Type.Integer(), name: Type.String(), path: Type.String(), digits: Type.Integer() },
  { title: 'OfferedSymbol', additionalProperties: true },
);

/** The bars that open in `[from, to)`, at most the newest `BARS_MAX` of them. */
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

/** Throws a price in. */
export const QuoteBody = Named('ManualQuoteBody', {
  symbol: SymbolName(),
  bid: Decimal(),
  ask: Decimal(),
  /** Price of a trade, for symbols whose charts and values go by it. */
  last: Type.Optional(Decimal()),
});

/** The price as it was thrown in. */
export const ThrownQuote = Named('ManualQuote', {
  symbol: Type.String(),
  bid: Decimal(),
  ask: Decimal(),
  time: Time(),
});
