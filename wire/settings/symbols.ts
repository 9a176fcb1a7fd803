// Symbol records: the instruments and their trading conditions (trading-rules §1.1).

import { type Static, Type } from '@sinclair/typebox';
import {
  Decimal,
  Id,
  messageOfFault,
  Named,
  OrNull,
  refersTo,
  TimeOrNull,
  Words,
  wantedBy,
} from '../base/schema.js';
import {
  Bool,
  Choice,
  Currency,
  DayMinute,
  Dec,
  Int,
  SymbolPath,
  Text,
  Weekday,
} from '../base/setting-fields.js';
import { validatorOf } from '../base/validator.js';
import { section } from '../fields/words.js';

const margin = section('Margin');
const session = section('Session');
const trade = section('Trade');
const volume = section('Volume');
const swap = section('Swap');
const identity = section('Identity');
const price = section('Price');
const sessions = section('Sessions');

export const CALC_MODES = [
  'forex',
  'forex_no_leverage',
  'cfd',
  'cfd_leverage',
  'cfd_index',
  'futures',
  'exchange_stocks',
] as const;
export const EXECUTION_MODES = ['request', 'instant', 'market', 'exchange'] as const;
export const TRADE_ACCESS = ['disabled', 'long_only', 'short_only', 'close_only', 'full'] as const;
export const SWAP_MODES = [
  'disabled',
  'points',
  'money_base',
  'money_margin',
  'money_profit',
  'money_deposit',
  'percent_current',
  'percent_open',
  'reopen_close',
  'reopen_bid',
] as const;
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

/** Some of the given words, each once; the default is all of them. */
const Flags = <const T extends readonly string[]>(words: T) =>
  Type.Array(Words(words), { uniqueItems: true, default: [...words] });

const ORDER_FLAGS = ['market', 'limit', 'stop', 'stop_limit', 'sl', 'tp', 'close_by'] as const;

const MarginRate = Named('MarginRate', {
  side: Words(['buy', 'sell'] as const),
  order_kind: margin(
    'Order kind',
    'Kind of order that the factor is for.',
    Words(['market', 'limit', 'stop', 'stop_limit'] as const),
  ),
  initial: margin('Initial', 'Factor of the initial margin.', Decimal(), 'ratio'),
  maintenance: margin(
    'Maintenance',
    'Factor of the margin held; 0 = as initial.',
    Dec('0'),
    'ratio',
  ),
});
/** Minutes of a weekday on the server clock, `[from_min, to_min)`; 0 = Sunday. */
const Session = Named('TradingSession', {
  day: session('Weekday', '0 = Sunday to 6 = Saturday.', Weekday(), 'number'),
  from_min: session(
    'From',
    'Minute of the day, on the server clock, at which the session starts.',
    DayMinute(0),
  ),
  to_min: session('To', 'Minute of the day at which the session ends, exclusive.', DayMinute(1440)),
});
const AROUND_THE_CLOCK = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
  day,
  from_min: 0,
  to_min: 1440,
}));

/** The fields that a symbol row of a group may override. */
export const SYMBOL_TRADE = {
  trade_access: trade(
    'Trade access',
    'Trades that are allowed: none, buy, sell, close, or all.',
    Choice(TRADE_ACCESS, 'full'),
  ),
  execution_mode: trade(
    'Execution',
    'On request, instantly, at market or at an exchange.',
    Choice(EXECUTION_MODES, 'market'),
  ),
  fill_flags: trade(
    'Fill policies',
    'Policies allowed for market orders.',
    Flags(['fok', 'ioc'] as const),
  ),
  order_flags: trade(
    'Order kinds',
    'Kinds of orders, and stops, that are allowed.',
    Flags(ORDER_FLAGS),
  ),
  expiration_flags: trade(
    'Lifetimes',
    'Lifetimes allowed for pending orders.',
    Flags(['gtc', 'day', 'specified', 'specified_day'] as const),
  ),
  gtc_mode: trade(
    'Good till cancelled',
    'Do orders and stops outlive the trading day?',
    Choice(['gtc', 'daily', 'daily_no_stops'] as const, 'gtc'),
  ),
  stops_level: trade(
    'Stops level',
    'Least distance of stops and orders from the price.',
    Int(0, 1_000_000),
    'points',
  ),
  freeze_level: trade(
    'Freeze level',
    'Distance from the price within which nothing can be changed.',
    Int(0, 1_000_000),
    'points',
  ),
  volume_min: volume('Minimum volume', 'Smallest size of a trade.', Dec('0.01'), 'lots'),
  volume_max: volume('Maximum volume', 'Largest size of a trade.', Dec('100'), 'lots'),
  volume_step: volume('Volume step', 'Sizes are multiples of this step.', Dec('0.01'), 'lots'),
  volume_limit: volume(
    'Volume limit',
    'Most lots in one direction, orders included; 0 = no limit.',
    Dec('0'),
    'lots',
  ),
  margin_initial: margin(
    'Initial margin',
    'Money for a lot; 0 = by formula.',
    Dec('0'),
    'margin currency',
  ),
  margin_maintenance: margin(
    'Maintenance margin',
    'Money for a lot held; 0 = as initial.',
    Dec('0'),
    'margin currency',
  ),
  margin_hedged: margin(
    'Hedged margin',
    'Contract size of a covered lot, or money where initial margin is set.',
    Dec('0'),
    'ratio',
  ),
  hedged_larger_leg: margin(
    'Larger leg',
    'Is the margin of the larger side charged when hedged?',
    Bool(false),
  ),
  margin_recalc_rates: margin(
    'Current rates',
    'Are margin rates of positions renewed at the end of a day?',
    Bool(false),
  ),
  margin_check_process: margin(
    'Check at execution',
    'Is margin checked again before a request that waited is executed?',
    Bool(false),
  ),
  margin_check_sltp: margin(
    'Check at stops',
    'Does a position stay open if the margin does not allow its stop loss or take profit?',
    Bool(false),
  ),
  margin_rates: margin(
    'Margin rates',
    'Factors of the margin by side and kind of order.',
    Type.Array(MarginRate, { maxItems: 8, default: [] }),
  ),
  swap_mode: swap('Swap mode', 'Unit in which swaps are counted.', Choice(SWAP_MODES, 'disabled')),
  swap_long: swap(
    'Swap of buys',
    'Swap for a night; above zero in favour of the client.',
    Dec('0'),
    'currency or percent',
  ),
  swap_short: swap(
    'Swap of sells',
    'Swap for a night; above zero in favour of the client.',
    Dec('0'),
    'currency or percent',
  ),
  swap_triple_day: swap(
    'Triple day',
    'Weekday whose night counts three times.',
    Choice(['none', ...WEEKDAYS] as const, 'wednesday'),
  ),
  swap_multipliers: swap(
    'Night factors',
    'Factor of each night, Sunday first; null = by the triple day.',
    OrNull(Type.Array(Decimal(), { minItems: 7, maxItems: 7 }), {
      default: null,
    }),
    'ratio',
  ),
  swap_days_in_year: swap(
    'Days of a year',
    'Divisor of yearly percents.',
    Int(1, 366, 360),
    'days',
  ),
  swap_holidays: swap(
    'Holidays',
    'Does a holiday pay no swap, and does the day before pay that swap too?',
    Bool(false),
  ),
};

/** The highest id of a symbol; ids are slots of the price board. */
export const SYMBOL_ID_MAX = 32_767;

/** The widest bound of manual quotes: wider than any price. */
export const MANUAL_QUOTE_PTS_MAX = 1_000_000_000;

/** Signs of names of symbols beside letters and digits; the `!` not at the beginning. */
const SIGNS = "._&#+/$^@%='()-";
const FIRST = `[\\p{L}\\p{N}${SIGNS}]`;
const LAST = `[\\p{L}\\p{M}\\p{N}!${SIGNS}]`;
const INNER = LAST.replace('!', '! ');
/** The pattern of names of symbols; `!` at the beginning excludes in masks. */
export const SYMBOL_NAME_PATTERN = wantedBy(
  `^${FIRST}(${INNER}*${LAST})?$`,
  `must have only letters, digits, ${SIGNS} and within the name ! and spaces`,
);
/** The name of a symbol: the last part of its path. */
export const SymbolName = () =>
  Type.String({ minLength: 1, maxLength: 32, pattern: SYMBOL_NAME_PATTERN });

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const judgeName = validatorOf(SymbolName());
/** Why a text cannot be the name of a symbol; undefined = it can. */
export const symbolNameFault = (name: string): string | undefined => {
  const fault = judgeName(name);
  if (fault !== undefined) return messageOfFault(fault, name);
  if (INVISIBLE.test(name)) return 'must have no characters that are not seen';
  return name === name.normalize('NFC') ? undefined : 'must be in the composed form of Unicode';
};

/** A symbol (trading-rules §1.1). The key is its id, which is also its slot on the price board. */
export const SymbolRecord = Named('Symbol', {
  id: identity(
    'Symbol id',
    "Number of the symbol, and of the symbol's slot on the price board.",
    Int(1, SYMBOL_ID_MAX),
  ),
  path: identity(
    'Path',
    'Folders and name, joined by backslashes; unique in any letter case.',
    SymbolPath(),
  ),
  name: identity('Name', 'Last part of the path; fixed once the symbol exists.', SymbolName()),
  description: identity('Description', 'The instrument in words.', Text(128)),
  isin: identity('ISIN', 'International number of the security; empty = none.', Text(32)),
  exchange: identity('Exchange', 'Exchange at which the instrument is listed.', Text(64)),
  category: identity('Category', 'Class of the instrument.', Text(64)),
  country: identity('Country', 'Country of the instrument.', Text(64)),
  color: identity('Color', 'Color in lists.', Text(16)),
  currency_base: identity('Base currency', 'Currency or asset that is traded.', Currency()),
  currency_profit: identity('Profit currency', 'Currency of prices and results.', Currency()),
  currency_margin: identity('Margin currency', 'Currency in which margin is counted.', Currency()),
  digits: price(
    'Digits',
    'Decimals of the prices.',
    Type.Integer({ minimum: 0, maximum: 10 }),
    'count',
  ),
  contract_size: Decimal(),
  tick_size: price('Tick size', 'Smallest step of the price; 0 = one point.', Dec('0'), 'price'),
  tick_value: price(
    'Tick value',
    'Value of a tick of one lot; 0 = by the contract size.',
    Dec('0'),
    'profit currency',
  ),
  calc_mode: price('Calculation', 'Formula of margin and result.', Words(CALC_MODES)),
  profit_conversion: price(
    'Conversion',
    'Are results converted at the rate of deal or market?',
    Choice(['by_deal', 'by_market'] as const, 'by_deal'),
  ),
  chart_mode: price(
    'Chart',
    'Are bars made of bids or of trades?',
    Choice(['bid', 'last'] as const, 'bid'),
  ),
  source_symbol_id: price(
    'Source',
    "Symbol whose quotes are used; null = the symbol's own quotes.",
    refersTo('symbol', 'id', OrNull(Id(), { default: null })),
  ),
  spread: price(
    'Spread',
    'Fixed spread; 0 = the spread of the datafeed.',
    Int(0, 1_000_000),
    'points',
  ),
  spread_balance_bid: price(
    'Bid shift',
    'Shift of the bid.',
    Int(-1_000_000, 1_000_000, 0),
    'points',
  ),
  spread_balance_ask: price(
    'Ask shift',
    'Shift of the ask.',
    Int(-1_000_000, 1_000_000, 0),
    'points',
  ),
  quote_max_delay_sec: price(
    'Age of quotes',
    'Older quotes are not traded at; 0 = any age.',
    Int(0, 86_400),
  ),
  request_timeout_sec: trade('Offer life', 'Validity of an offered price.', Int(1, 3600, 10)),
  instant_max_volume: trade(
    'Instant volume',
    'Larger trades are executed on request; 0 = none are.',
    Dec('0'),
    'lots',
  ),
  instant_price_age_sec: trade(
    'Instant age',
    'Oldest price that is dealt at; 0 = any that is not better than the market.',
    Int(0, 3600),
  ),
  instant_dev_profit_pts: trade(
    'Gain kept',
    'Move in favour of the client that is passed over.',
    Int(0, 1_000_000),
  ),
  instant_dev_loss_pts: trade(
    'Loss borne',
    'Move against the client that is passed over.',
    Int(0, 1_000_000),
  ),
  manual_quote_pts: trade(
    'Manual quotes',
    'Largest distance of a staff price from the market, of a corrected price from the ' +
      'deals, and of a quick edit; 0 = staff may only publish the first price.',
    Int(0, MANUAL_QUOTE_PTS_MAX, 1_000),
  ),
  filter_pts: trade(
    'Filter',
    'A quote of a datafeed that is further than this from the last accepted quote is ' +
      'held back; 0 = no quote is held back.',
    Int(0, MANUAL_QUOTE_PTS_MAX, 0),
  ),
  filter_count: trade(
    'Confirmed by',
    'Further quotes after which a new level is accepted.',
    Int(1, 1_000, 3),
    'count',
  ),
  filter_sec: trade('Confirmed within', 'Time in which these quotes must come.', Int(1, 3_600, 10)),
  starts_at: trade(
    'First day',
    'Before this time positions can only be closed; null = no limit.',
    Type.Unsafe<string | null>({ ...TimeOrNull(), default: null }),
  ),
  ends_at: trade(
    'Last day',
    'After this time positions can only be closed; null = no limit.',
    Type.Unsafe<string | null>({ ...TimeOrNull(), default: null }),
  ),
  quote_sessions: sessions(
    'Quote sessions',
    'Times at which quotes are taken, on the server clock.',
    Type.Array(Session, { maxItems: 224, default: AROUND_THE_CLOCK }),
  ),
  trade_sessions: sessions(
    'Trade sessions',
    'Times at which the symbol trades, on the server clock.',
    Type.Array(Session, { maxItems: 224, default: AROUND_THE_CLOCK }),
  ),
  ...SYMBOL_TRADE,
});
export type SymbolRecord = Static<typeof SymbolRecord>;
