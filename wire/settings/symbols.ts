// Symbol records: the instruments and their trading conditions (trading-rules §1.1).

import { type Static, Type } from '@sinclair/typebox';
import { Decimal, Id, messageOfFault, Named, TimeOrNull, Words, wantedBy } from '../base/schema.js';
import { Bool, Choice, Currency, Dec, Int, SymbolPath, Text } from '../base/setting-fields.js';
import { validatorOf } from '../base/validator.js';

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
  order_kind: Words(['market', 'limit', 'stop', 'stop_limit'] as const),
  initial: Decimal(),
  /** 0 = the same as initial */
  maintenance: Dec('0'),
});
/** Minutes of a weekday on the server clock, `[from_min, to_min)`; 0 = Sunday. */
const Session = Named('TradingSession', {
  day: Type.Integer({ minimum: 0, maximum: 6 }),
  from_min: Int(0, 1440),
  to_min: Int(0, 1440, 1440),
});
const AROUND_THE_CLOCK = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
  day,
  from_min: 0,
  to_min: 1440,
}));

/** The fields that a symbol row of a group may override. */
export const SYMBOL_TRADE = {
  trade_access: Choice(TRADE_ACCESS, 'full'),
  execution_mode: Choice(EXECUTION_MODES, 'market'),
  fill_flags: Flags(['fok', 'ioc'] as const),
  order_flags: Flags(ORDER_FLAGS),
  expiration_flags: Flags(['gtc', 'day', 'specified', 'specified_day'] as const),
  gtc_mode: Choice(['gtc', 'daily', 'daily_no_stops'] as const, 'gtc'),
  stops_level: Int(0, 1_000_000),
  freeze_level: Int(0, 1_000_000),
  volume_min: Dec('0.01'),
  volume_max: Dec('100'),
  volume_step: Dec('0.01'),
  volume_limit: Dec('0'),
  margin_initial: Dec('0'),
  margin_maintenance: Dec('0'),
  margin_hedged: Dec('0'),
  hedged_larger_leg: Bool(false),
  margin_recalc_rates: Bool(false),
  margin_check_process: Bool(false),
  margin_check_sltp: Bool(false),
  margin_rates: Type.Array(MarginRate, { maxItems: 8, default: [] }),
  swap_mode: Choice(SWAP_MODES, 'disabled'),
  swap_long: Dec('0'),
  swap_short: Dec('0'),
  swap_triple_day: Choice(['none', ...WEEKDAYS] as const, 'wednesday'),
  swap_multipliers: Type.Union([Type.Array(Decimal(), { minItems: 7, maxItems: 7 }), Type.Null()], {
    default: null,
  }),
  swap_days_in_year: Int(1, 366, 360),
  swap_holidays: Bool(false),
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
  id: Int(1, SYMBOL_ID_MAX),
  path: SymbolPath(),
  name: SymbolName(),
  description: Text(128),
  isin: Text(32),
  exchange: Text(64),
  category: Text(64),
  country: Text(64),
  color: Text(16),
  currency_base: Currency(),
  currency_profit: Currency(),
  currency_margin: Currency(),
  digits: Type.Integer({ minimum: 0, maximum: 10 }),
  contract_size: Decimal(),
  tick_size: Dec('0'),
  tick_value: Dec('0'),
  calc_mode: Words(CALC_MODES),
  profit_conversion: Choice(['by_deal', 'by_market'] as const, 'by_deal'),
  chart_mode: Choice(['bid', 'last'] as const, 'bid'),
  source_symbol_id: Type.Union([Id(), Type.Null()], { default: null }),
  spread: Int(0, 1_000_000),
  spread_balance_bid: Int(-1_000_000, 1_000_000, 0),
  spread_balance_ask: Int(-1_000_000, 1_000_000, 0),
  quote_max_delay_sec: Int(0, 86_400),
  request_timeout_sec: Int(1, 3600, 10),
  instant_max_volume: Dec('0'),
  instant_price_age_sec: Int(0, 3600),
  instant_dev_profit_pts: Int(0, 1_000_000),
  instant_dev_loss_pts: Int(0, 1_000_000),
  manual_quote_pts: Int(0, MANUAL_QUOTE_PTS_MAX, 1_000),
  /** The filter against spikes: a quote further than so many points is held back; 0 = off. */
  filter_pts: Int(0, MANUAL_QUOTE_PTS_MAX, 0),
  /** A new level is accepted after so many further quotes at it. */
  filter_count: Int(1, 1_000, 3),
  /** The time in which these must come. */
  filter_sec: Int(1, 3_600, 10),
  starts_at: Type.Unsafe<string | null>({ ...TimeOrNull(), default: null }),
  ends_at: Type.Unsafe<string | null>({ ...TimeOrNull(), default: null }),
  quote_sessions: Type.Array(Session, { maxItems: 224, default: AROUND_THE_CLOCK }),
  trade_sessions: Type.Array(Session, { maxItems: 224, default: AROUND_THE_CLOCK }),
  ...SYMBOL_TRADE,
});
export type SymbolRecord = Static<typeof SymbolRecord>;
