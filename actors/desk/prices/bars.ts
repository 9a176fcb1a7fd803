// Corrections of bars by staff: checked, journaled, then made by the market.

import { MINUTE_MS } from '../../../engine/calendar/clock.js';
import { POINT } from '../../../engine/settings/quotes.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { BarRow } from '../../../wire/queries/bar-queries.js';
import { showPrice } from '../../../wire/queries/shown-bar.js';
import {
  type BarsRebuildBody,
  CORRECTED_MINUTES_MAX,
  CORRECTED_SHOWN_MAX,
} from '../../../wire/rest/trading/bars.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import type {
  BarsCorrection,
  CorrectedBar,
  GivenMinute,
} from '../../market/pricing/price-messages.js';
import { isBeyondScope } from '../access/symbol-scope.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { noteSymbol } from '../state/server-notes.js';
import { whoOf } from '../state/writer.js';
import { bySymbolName, priceOf, publishManualQuote } from './quotes.js';

type WantedBar = NonNullable<BarsRebuildBody['bars']>[number];

/** The period `[from, to)` of a correction in ms, which ended before `now`. */
const periodOf = (
  { from, to }: Pick<BarsRebuildBody, 'from' | 'to'>,
  now: number,
): Outcome<{ readonly from: number; readonly to: number }> => {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  const wrong = (message: string) => refuse('invalid_input', message);
  for (const name of ['from', 'to'] as const) {
    if (period[name] % MINUTE_MS !== 0) return wrong(`${name}: must be a full minute`);
  }
  if (period.to <= period.from) return wrong('to: must be after from');
  if (period.to - period.from > CORRECTED_MINUTES_MAX * MINUTE_MS) {
    return wrong(`to: must be at most ${CORRECTED_MINUTES_MAX} minutes after from`);
  }
  return period.to > now ? wrong('to: the last minute must have ended') : ok(period);
};

const PRICES = ['open', 'high', 'low', 'close'] as const;

const minuteOf = (given: WantedBar, at: number, symbol: SymbolRecord): Outcome<GivenMinute> => {
  const prices = { open: 0, high: 0, low: 0, close: 0 };
  for (const name of PRICES) {
    const price = priceOf(given[name], symbol);
    if (typeof price === 'string') return refuse('invalid_input', `bars.${at}.${name}: ${price}`);
    prices[name] = price;
  }
  const { open, high, low, close } = prices;
  if (high < Math.max(open, low, close)) {
    return refuse('invalid_input', `bars.${at}.high: must not be below open, low or close`);
  }
  if (low > Math.min(open, close)) {
    return refuse('invalid_input', `bars.${at}.low: must not be above open or close`);
  }
  const { tick_volume, spread } = given;
  const values = { ...(tick_volume && { tick_volume }), ...(spread !== undefined && { spread }) };
  return ok({ time: Date.parse(given.time), ...prices, ...values });
};

/** The given minutes, each within the period and later than the one before it; null = none. */
const minutesOf = (
  bars: readonly WantedBar[] | undefined,
  { from, to }: { readonly from: number; readonly to: number },
  symbol: SymbolRecord,
): Outcome<readonly GivenMinute[] | null> => {
  if (bars === undefined) return ok(null);
  const minutes: GivenMinute[] = [];
  for (const [at, given] of bars.entries()) {
    const minute = minuteOf(given, at, symbol);
    if (!minute.ok) return minute;
    const { time } = minute.data;
    const fault =
      (time % MINUTE_MS !== 0 && 'must be a full minute') ||
      ((time < from || time >= to) && 'must be in the period, from `from` on and before `to`') ||
      (time <= (minutes.at(-1)?.time ?? -1) && 'must be later than that of the bar before it');
    if (fault) return refuse('invalid_input', `bars.${at}.time: ${fault}`);
    minutes.push(minute.data);
  }
  return ok(minutes);
};

const valuesOf = (bar: BarRow, digits: number) => ({
  open: showPrice(bar.open, digits),
  high: showPrice(bar.high, digits),
  low: showPrice(bar.low, digits),
  close: showPrice(bar.close, digits),
  tick_volume: bar.tick_volume,
  spread: bar.spread,
});

const valuesText = (bar: BarRow | null, digits: number): string => {
  if (bar === null) return '';
  const { open, high, low, close, tick_volume, spread } = valuesOf(bar, digits);
  return `${open} ${high} ${low} ${close}, ticks ${tick_volume}, spread ${spread}`;
};

const openingOf = ({ after }: CorrectedBar): string => new Date(after.time).toISOString();

/** The journal line of a correction, with the old and the new values of its first bars. */
const lineOf = (
  { name, digits }: SymbolRecord,
  { from, to, minutes }: Pick<BarsCorrection, 'from' | 'to' | 'minutes'>,
  corrected: readonly CorrectedBar[],
) => {
  const source = minutes === null ? 'from minutes' : 'by hand';
  const [begin, end] = [from, to].map((time) => new Date(time).toISOString());
  const most = corrected.length > CORRECTED_SHOWN_MAX ? `, of which ${CORRECTED_SHOWN_MAX}` : '';
  return {
    text: `bars of ${name} corrected ${source}, ${begin} to ${end}: ${corrected.length}${most}`,
    changes: corrected.slice(0, CORRECTED_SHOWN_MAX).map((one) => ({
      field: `${one.timeframe} ${openingOf(one)}`,
      from: valuesText(one.before, digits),
      to: valuesText(one.after, digits),
    })),
  };
};

/**
 * Corrects bars of a symbol in a period of at most a day that is over: minutes by hand, or longer
 * bars from the kept minutes. For users whose scope has all groups with the symbol. Prices are on
 * the symbol's digits and within its bound for manual quotes. The journal has the old and the new
 * values; a correction that changes nothing has no line, so that a repeated one does nothing twice.
 */
const rebuildBars = async (
  { deps, records, writer }: DeskContext,
  input: DeskOps['bars.rebuild']['input'],
): Promise<DeskAnswer<'bars.rebuild'>> => {
  const { caller } = input;
  const symbol = bySymbolName(records, input.symbol);
  if (symbol === undefined) return refuse('not_found', 'symbol: unknown');
  if (isBeyondScope(records, caller.login, [symbol])) {
    return refuse('forbidden', 'Groups outside your scope have these bars, too.');
  }
  const period = periodOf(input, deps.now());
  if (!period.ok) return period;
  const minutes = minutesOf(input.bars, period.data, symbol);
  if (!minutes.ok) return minutes;
  const { id, digits, manual_quote_pts } = symbol;
  const bound = manual_quote_pts * POINT;
  const correction = { symbolId: id, digits, ...period.data, minutes: minutes.data, bound };
  const tested = await deps.correctBars({ ...correction, dryRun: true });
  if (!tested.ok) return tested;
  if (tested.data.length === 0) return ok({ symbol: symbol.name, changed: 0, bars: [] });
  const journaled = await writer.change([], whoOf(caller), (tx) => {
    const { text, changes } = lineOf(symbol, correction, tested.data);
    noteSymbol(tx, 'trade', text, changes);
    return ok(null);
  });
  if (!journaled.ok) return journaled;
  const made = await deps.correctBars({ ...correction, dryRun: false });
  if (!made.ok) return made;
  const shown = made.data.slice(0, CORRECTED_SHOWN_MAX).map((one) => ({
    timeframe: one.timeframe,
    time: openingOf(one),
    before: one.before && valuesOf(one.before, digits),
    after: valuesOf(one.after, digits),
  }));
  return ok({ symbol: symbol.name, changed: made.data.length, bars: shown });
};

/** The operations on prices, by name. */
export const priceOps = (context: DeskContext) =>
  ({
    'quotes.publish': (input) => publishManualQuote(context, input),
    'bars.rebuild': (input) => rebuildBars(context, input),
  }) satisfies Partial<Handlers>;
