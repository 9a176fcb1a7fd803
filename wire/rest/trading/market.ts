// The market over REST: symbols, quotes and bars of a trader's group, and manual quotes.

import { type TSchema, Type } from '@sinclair/typebox';
import { Decimal, Named, PriceOrNull, Time, TimeOrNull, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { section } from '../../fields/words.js';
import { SymbolRecord } from '../../settings/symbols.js';
import { TIMEFRAMES, type Timeframe } from '../../trading/timeframes.js';

const identity = section('Identity');
const filter = section('Filter');
const prices = section('Prices');
const day = section('Day');
const volume = section('Volume');

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
  fields: filter(
    'Fields',
    'Names with commas between; none = all fields.',
    Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
  ),
});

const SymbolName = () => Type.String({ minLength: 1, maxLength: 32 });

/** The symbols whose quotes are wanted, comma-separated; default: all symbols of the group. */
export const QuotesQuery = Named('QuotesQuery', {
  symbols: filter(
    'Symbols',
    'Names, separated by commas; omitted = all offered symbols.',
    Type.Optional(Type.String({ minLength: 1, maxLength: SYMBOLS_MAX * 33 })),
  ),
});

/** A symbol's newest prices for the group; null before the first quote. */
export const QuoteShape = Named('Quote', {
  symbol: Type.String(),
  bid: prices(
    'Bid',
    'Price at which the group sells; null = no quote yet.',
    PriceOrNull(),
    'price',
  ),
  ask: prices('Ask', 'Price at which the group buys; null = no quote yet.', PriceOrNull(), 'price'),
  last: prices(
    'Last',
    'Price of the last trade; null = no feed has trades.',
    PriceOrNull(),
    'price',
  ),
  time: prices('Time', 'Time of the quote; null = no quote yet.', TimeOrNull()),
  open: day(
    'Open',
    'First chart price of the server day; null = none yet.',
    PriceOrNull(),
    'price',
  ),
  high: day(
    'High',
    'Highest chart price of the server day; null = none yet.',
    PriceOrNull(),
    'price',
  ),
  low: day('Low', 'Lowest chart price of the server day; null = none yet.', PriceOrNull(), 'price'),
});

/** A field of an answer, where it may be left out; it has no default there. */
const shownField = ({ default: _, ...schema }: TSchema): TSchema =>
  Type.Optional(schema as TSchema);

/** A symbol with the group's values: the requested fields, or all. */
export const SymbolShape = Named('OfferedSymbol', {
  ...Object.fromEntries(
    SYMBOL_FIELDS.map((name) => [name, shownField(SymbolRecord.properties[name])]),
  ),
  id: identity('Symbol id', 'Number of the symbol.', shownField(SymbolRecord.properties.id)),
});

/**
 * The bars that open in `[from, to)`; of more than `limit` the newest. Or those that open after a
 * time, from the oldest on, or before one, the newest.
 */
export const BarsQuery = Named('BarsQuery', {
  symbol: SymbolName(),
  timeframe: filter(
    'Timeframe',
    'Length of a bar: minutes, hours, a day, a week from Sunday on, or a month.',
    Words(Object.keys(TIMEFRAMES) as Timeframe[]),
  ),
  from: Type.Optional(Time()),
  to: Type.Optional(Time()),
  after: filter(
    'After',
    'Bars that open later than this time, from the oldest on.',
    Type.Optional(Time()),
  ),
  before: filter('Before', 'The newest bars that open before this time.', Type.Optional(Time())),
  limit: filter(
    'Limit',
    'Most bars of the answer.',
    Type.Integer({ minimum: 1, maximum: BARS_MAX, default: BARS_USUAL }),
    'count',
  ),
});

/** A bar. */
export const BarShape = Named('Bar', {
  time: prices('Opening time', 'Opening time of the bar.', Time()),
  open: prices('Open', 'First chart price.', Decimal(), 'price'),
  high: prices('High', 'Highest chart price.', Decimal(), 'price'),
  low: prices('Low', 'Lowest chart price.', Decimal(), 'price'),
  close: prices('Close', 'Last chart price.', Decimal(), 'price'),
  tick_volume: volume('Ticks', 'Number of price changes.', Type.Integer(), 'count'),
  real_volume: volume('Traded volume', 'Volume that feeds reported; 0 = none.', Decimal(), 'lots'),
  spread: prices('Spread', 'Smallest spread of the bar.', Type.Integer(), 'points'),
});

/** A manual quote. */
export const QuoteBody = Named('ManualQuoteBody', {
  symbol: SymbolName(),
  bid: Decimal(),
  ask: Decimal(),
  last: prices(
    'Last',
    'Price of a trade, for symbols that are valued by trades.',
    Type.Optional(Decimal()),
    'price',
  ),
  ...confirmFields,
});

/** The manual quote as it was published. */
export const ManualQuote = Named('ManualQuote', {
  symbol: Type.String(),
  bid: Decimal(),
  ask: Decimal(),
  time: prices('Time', 'Time at which the price was taken over.', Time()),
});
