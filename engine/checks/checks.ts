// The checks of a trade request: each returns the code of its refusal, or undefined when it passes.

import type { Code } from '../../wire/base/codes.js';
import { PRICE_EXTRA, parseScaled, parseScaledBig, VOLUME_SCALE } from '../../wire/base/scale.js';
import { parseTime, TIME_MAX } from '../../wire/base/time.js';
import { modeAt, type PlatformMode } from '../../wire/settings/config.js';
import type { Expiration, Fill, OrderKind, Position, Side } from '../../wire/trading/records.js';
import { fail, failWith, lotsText, noRate } from '../account/failed.js';
import { bySide } from '../account/side-volume.js';
import type { CheckReport, Fault, Holding, Turn } from '../account/types.js';
import { isTradeTime, nextOpening } from '../calendar/holidays.js';
import { isDayDue } from '../calendar/trading-day.js';
import { legsOf, reservedOf } from '../margin/account-margin.js';
import { opposite } from '../margin/margin.js';
import { marginRate, profitRate } from '../margin/profit.js';
import type { Converter } from '../settings/conversion.js';
import { PRICE_MAX } from '../settings/quotes.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import type { RequestTurn } from '../turn/turn.js';
import {
  isNettingOver,
  isSymbolOver,
  openings,
  openingVolume,
  pendingCount,
} from './pending-openings.js';

/** Refuses when account or group is closed for trade (trading-rules §4.1). */
export const shutFault = (turn: Turn): Fault => {
  const { enabled, trading_enabled } = turn.state.switches;
  if (!enabled || !trading_enabled) return isShut(turn, 'The account');
  return turn.basis.group.record.trading_enabled ? undefined : isShut(turn, 'The group');
};

const isShut = (turn: Turn, what: string): Fault =>
  fail(turn, 'trade.disabled', () => ({ message: `${what} is closed for trade.`, figures: {} }));

/**
 * Refuses read-only sessions, expired `valid_until`, and accounts or groups closed for trade
 * (§4.1).
 */
export const accountFault = (turn: RequestTurn): Fault => {
  const { command, request, now } = turn;
  const until = request.valid_until;
  if (until !== undefined && now > parseTime(until)) {
    const message = 'The time that valid_until names has passed.';
    return fail(turn, 'trade.canceled', () => ({ message, figures: { field: 'valid_until' } }));
  }
  if (request.skip_margin_check === true && command.source !== 'dealer') {
    const figures = { field: 'skip_margin_check' };
    return failWith(turn, 'trade.invalid_request', figures);
  }
  if (command.read_only) return 'trade.read_only';
  return tradeFault(turn);
};

/**
 * The platform mode that counts for a request of a turn (trading-rules §4.1): for staff it is
 * always open.
 */
export const modeOf = ({ ctx, now, dealer }: Turn, isStaff = dealer): PlatformMode =>
  isStaff ? 'open' : modeAt(ctx.settings.modes, now);

/** Refuses when the platform is closed to who made the request, or account or group are (§4.1). */
export const tradeFault = (turn: Turn, isStaff = turn.dealer): Fault =>
  modeOf(turn, isStaff) === 'closed' ? isShut(turn, 'The platform') : shutFault(turn);

/**
 * The code for a position that is not there: it was closed, or the account never had it
 * (trading-rules §4.1).
 */
export const missingPosition = ({ state, ctx }: Turn, id: number): Code => {
  const closed = state.gone.positions.ids.includes(id) || ctx.known(state.login, 'position', id);
  return closed ? 'trade.position_closed' : 'trade.position_not_found';
};

/**
 * The code for an order that is not there: it ended, or the account never had it (trading-rules
 * §4.1).
 */
export const missingOrder = ({ state, ctx }: Turn, id: number): Code => {
  const ended = state.gone.orders.ids.includes(id) || ctx.known(state.login, 'order', id);
  return ended ? 'trade.order_changed' : 'trade.order_not_found';
};

/** Are openings refused in every symbol: by the server's disk, or by the platform mode? */
const takesNoOpenings = (turn: Turn, isStaff: boolean): boolean =>
  turn.ctx.closeOnly === true || modeOf(turn, isStaff) !== 'open';

/**
 * The trade access of a symbol. Outside the life of a dated contract (§1.1), and while the server
 * takes no openings, positions can only be closed.
 */
const accessOf = (
  turn: Turn,
  symbol: EngineSymbol,
  isStaff: boolean,
): EngineSymbol['trade_access'] => {
  if (symbol.trade_access === 'disabled') return 'disabled';
  if (takesNoOpenings(turn, isStaff)) return 'close_only';
  const { now } = turn;
  const early = symbol.starts_at > 0 && now < symbol.starts_at;
  const late = symbol.ends_at > 0 && now >= symbol.ends_at;
  return early || late ? 'close_only' : symbol.trade_access;
};

/** Refuses an opening, with the reason where it is the symbol's. */
const closeOnly = (turn: Turn, symbol: EngineSymbol, isStaff: boolean): Fault => {
  if (takesNoOpenings(turn, isStaff)) return 'trade.close_only';
  const { name, starts_at, ends_at } = symbol;
  const isLate = ends_at > 0 && turn.now >= ends_at;
  const isEarly = starts_at > 0 && turn.now < starts_at;
  const at = (time: number): string => new Date(time).toISOString();
  const dated = isLate ? ` since its end at ${at(ends_at)}` : '';
  const when = isEarly ? ` before its start at ${at(starts_at)}` : dated;
  const message = `Positions in ${name} can only be closed${when}.`;
  return fail(turn, 'trade.close_only', () => ({ message, figures: { symbol: name } }));
};

/**
 * Checks trade access; `opens` is the side that the request opens, null when it only reduces
 * (§4.1).
 */
export const accessFault = (
  turn: Turn,
  symbol: EngineSymbol,
  opens: Side | null,
  isStaff = turn.dealer,
): Fault => {
  const access = accessOf(turn, symbol, isStaff);
  if (access === 'disabled') {
    const figures = { symbol: symbol.name };
    const message = `${symbol.name} is closed for trade.`;
    return fail(turn, 'trade.disabled', () => ({ message, figures }));
  }
  if (opens === null || access === 'full') return undefined;
  if (access === 'close_only') return closeOnly(turn, symbol, isStaff);
  if (access === 'long_only' && opens === 'sell') return 'trade.long_only';
  return access === 'short_only' && opens === 'buy' ? 'trade.short_only' : undefined;
};

/**
 * Can the account trade the symbol now: within a trade session, no holiday, and no end of day of
 * the account overdue (trading-rules §4.1, §5.1)?
 */
export const isOpen = ({ ctx, state, now }: Turn, symbol: EngineSymbol): boolean => {
  const { clock, calendar } = ctx.settings;
  return isTradeTime(clock, symbol, now) && !isDayDue(state, calendar, now);
};

/** Checks trade session, holiday and end of day (trading-rules §4.1). */
export const sessionFault = (turn: Turn, symbol: EngineSymbol): Fault =>
  isOpen(turn, symbol)
    ? undefined
    : fail(turn, 'trade.market_closed', () => closedReport(turn, symbol));

/** Says when a closed symbol opens again; an account whose day is ending trades right after. */
const closedReport = ({ ctx, now }: Turn, symbol: EngineSymbol): CheckReport => {
  const { clock } = ctx.settings;
  const { name } = symbol;
  if (isTradeTime(clock, symbol, now)) {
    return { message: `${name} is closed while the day ends.`, figures: { symbol: name } };
  }
  const at = nextOpening(clock, symbol, now);
  if (at === Number.POSITIVE_INFINITY) {
    return { message: `${name} is closed for a year or more.`, figures: { symbol: name } };
  }
  const opens_at = new Date(at).toISOString();
  return { message: `${name} is closed until ${opens_at}.`, figures: { symbol: name, opens_at } };
};

/** Checks that there is a quote, and that it is not stale (trading-rules §4.1, §2.3). */
export const quoteFault = (turn: Turn, symbol: EngineSymbol, prices: GroupPrices): Fault => {
  if (prices.time === 0 || prices.bid <= 0 || prices.ask > PRICE_MAX) {
    return isUnquoted(turn, symbol, 'there is no price');
  }
  const limit = symbol.quote_max_delay_sec * 1000;
  if (limit === 0 || turn.now - prices.time <= limit) return undefined;
  return isUnquoted(turn, symbol, 'the last price is too old');
};

const isUnquoted = (turn: Turn, { name, quote_max_delay_sec }: EngineSymbol, why: string): Fault =>
  fail(turn, 'trade.off_quotes', () => {
    const aged = quote_max_delay_sec > 0 ? ` (at most ${quote_max_delay_sec} s)` : '';
    return { message: `${name}: ${why}${aged}.`, figures: { symbol: name } };
  });

/**
 * Checks that the conversion rates for a new position and its commissions are known (trading-rules
 * §3.2). A request that opens nothing (`opens` null) needs none.
 */
export const rateFault = (
  turn: Turn,
  symbol: EngineSymbol,
  opens: Side | null,
  price: number,
): Fault => {
  if (opens === null) return undefined;
  for (const converter of symbol.chargeRates) {
    if (converter.rate('ask', turn.ctx) === 0n) return chargeUnconverted(turn, symbol, converter);
  }
  if (symbol.profitTo.same && symbol.marginTo.same) return undefined;
  const { currency } = turn.basis.group.record;
  if (profitRate(symbol, opens, 0, price, turn.ctx) === 0n) {
    return noRate(turn, symbol.currency_profit, currency);
  }
  return marginRate(symbol, opens, price, turn.ctx) === 0n
    ? noRate(turn, symbol.currency_margin, currency)
    : undefined;
};

/** The commission rule for which a rate is missing, and the currencies. */
const chargeUnconverted = (turn: Turn, symbol: EngineSymbol, missing: Converter): Fault => {
  const { currency } = turn.basis.group.record;
  for (const { name, tiers } of symbol.commissions) {
    const tier = tiers.find(({ converter }) => converter === missing);
    if (tier !== undefined) return noRate(turn, tier.currency, currency, name);
  }
  const valued = symbol.forex ? symbol.currency_base : symbol.currency_profit;
  const rule = symbol.commissions.find(({ turnover }) => turnover?.to === missing);
  return noRate(turn, valued, rule === undefined ? currency : rule.name, rule?.name);
};

/** Checks that the symbol allows the order kind (trading-rules §4.1). */
export const kindFault = (turn: Turn, symbol: EngineSymbol, kind: OrderKind): Fault =>
  symbol.order_flags.has(kind) ? undefined : notAllowed(turn, 'order_kind', symbol.order_flags);

const notAllowed = (turn: Turn, field: string, allowed: Iterable<string>): Fault =>
  fail(turn, NOT_ALLOWED[field] as Code, () => ({ figures: { field, allowed: [...allowed] } }));

/** The code for each choice that the symbol does not allow. */
const NOT_ALLOWED: Readonly<Record<string, Code>> = {
  order_kind: 'trade.invalid_order_kind',
  sl: 'trade.invalid_order_kind',
  tp: 'trade.invalid_order_kind',
  fill: 'trade.invalid_fill',
  expiration: 'trade.invalid_expiration',
};

/** Is there a fill policy that the symbol allows (trading-rules §4.2)? */
export const fillFault = (turn: Turn, symbol: EngineSymbol, fill: Fill | null): Fault =>
  fill === null ? notAllowed(turn, 'fill', symbol.fill_flags) : undefined;

/** Checks that the symbol allows the stops that are set (trading-rules §4.1). */
export const stopFlagsFault = (
  turn: Turn,
  symbol: EngineSymbol,
  sl: number | undefined,
  tp: number | undefined,
  trail_pts: number,
): Fault => {
  const { order_flags } = symbol;
  const stopped = sl !== 0 || trail_pts !== 0;
  if (stopped && !order_flags.has('sl')) return notAllowed(turn, 'sl', order_flags);
  return tp !== 0 && !order_flags.has('tp') ? notAllowed(turn, 'tp', order_flags) : undefined;
};

/** Parses a volume, ×10^8 (trading-rules §0.1); undefined when it is invalid. */
export const readVolume = (text: string): number | undefined => {
  const volume = parseScaled(text, VOLUME_SCALE);
  return volume !== undefined && volume > 0 ? volume : undefined;
};

/**
 * Parses a price, ×10^(digits+3) (§0.1); omitted = 0; undefined = too many decimals, or too large.
 */
export const readPrice = (symbol: EngineSymbol, text: string | undefined): number | undefined => {
  if (text === undefined) return 0;
  const price = parseScaled(text, symbol.digits + PRICE_EXTRA);
  return price !== undefined && price >= 0 && price <= PRICE_MAX ? price : undefined;
};

/**
 * Checks an opening volume: `min ≤ V ≤ max`, a multiple of the step counted from 0 (§4.1).
 */
export const volumeFault = (
  turn: Turn,
  symbol: EngineSymbol,
  volume: number | undefined,
): Fault => {
  const { volume_min, volume_max, volume_step } = symbol;
  const isFit = volume !== undefined && volume >= volume_min && volume <= volume_max;
  return isFit && volume % volume_step === 0 ? undefined : badVolume(turn, symbol, volume_max);
};

/**
 * Refuses a volume that is invalid for an opening (trading-rules §4.1); with `held`, for a close of
 * a position with the volume `most`.
 */
export const badVolume = (turn: Turn, symbol: EngineSymbol, most: number, held = false): Fault =>
  fail(turn, 'trade.invalid_volume', () => {
    const [max, step] = [lotsText(most), lotsText(symbol.volume_step)];
    const min = held ? step : lotsText(symbol.volume_min);
    const message = `The volume must be from ${min} to ${max} lots in steps of ${step}.`;
    return { message, figures: { field: 'volume', min, max, step } };
  });

/** Most decimals of a number in a request (trading-rules §0.1). */
const DECIMALS_MAX = 12;

/**
 * Is the number larger than a volume ×10^8? Also for numbers that are too large or have too many
 * decimals.
 */
const exceeds = (text: string, volume: number): boolean => {
  const number = parseScaledBig(text, DECIMALS_MAX);
  return (
    number !== undefined && number > BigInt(volume) * 10n ** BigInt(DECIMALS_MAX - VOLUME_SCALE)
  );
};

/**
 * Checks the volume of a close, given as text and ×10^8: at most the held volume, then a multiple
 * of the step or the whole (§4.1).
 */
export const closeVolumeFault = (
  turn: Turn,
  symbol: EngineSymbol,
  position: Position,
  asked: string | undefined,
  volume: number | undefined,
): Fault => {
  if (volume === undefined) {
    const isMore = asked !== undefined && exceeds(asked, position.volume);
    return isMore
      ? overHeld(turn, position.volume)
      : badVolume(turn, symbol, position.volume, true);
  }
  if (volume > position.volume) return overHeld(turn, position.volume);
  if (volume === position.volume || volume % symbol.volume_step === 0) return undefined;
  return badVolume(turn, symbol, position.volume, true);
};

const overHeld = (turn: Turn, held: number): Fault =>
  fail(turn, 'trade.invalid_close_volume', () => ({
    message: `The position holds ${lotsText(held)} lots.`,
    figures: { field: 'volume', max: lotsText(held) },
  }));

const FILLS_BY_MODE: Readonly<Record<EngineSymbol['execution_mode'], readonly Fill[]>> = {
  request: ['fok'],
  instant: ['fok'],
  market: ['fok', 'ioc'],
  exchange: ['fok', 'ioc', 'return'],
};

/**
 * The fill policy of a market order (§4.2): the requested one, else the first allowed of fok, ioc;
 * null = none.
 */
export const marketFill = (symbol: EngineSymbol, asked: Fill | undefined): Fill | null => {
  for (const fill of FILLS_BY_MODE[symbol.execution_mode]) {
    if (fill !== 'return' && !symbol.fill_flags.has(fill)) continue;
    if (asked === fill || (asked === undefined && fill !== 'return')) return fill;
  }
  return null;
};

/**
 * The fill policy of a pending order: `return` is always allowed, others by the symbol's flags
 * (§4.2).
 */
export const pendingFill = (symbol: EngineSymbol, asked: Fill = 'return'): Fill | null =>
  asked === 'return' || symbol.fill_flags.has(asked) ? asked : null;

/**
 * Checks the lifetime: allowed by group and symbol, in the future, with an end (trading-rules
 * §4.1).
 */
export const expirationFault = (
  turn: Turn,
  symbol: EngineSymbol,
  expiration: Expiration,
  expiresAt: number | undefined,
): Fault => {
  const { expiration_flags } = symbol;
  if (!expiration_flags.has(expiration)) return notAllowed(turn, 'expiration', expiration_flags);
  if (expiration === 'gtc') return undefined;
  if (!turn.basis.group.record.expiration_enabled) return notAllowed(turn, 'expiration', ['gtc']);
  const isAhead = expiresAt !== undefined && expiresAt > turn.now && expiresAt <= TIME_MAX;
  if (isAhead) return undefined;
  const figures = { field: 'expires_at', min: new Date(turn.now).toISOString() };
  return failWith(turn, 'trade.invalid_expiration', figures);
};

/**
 * Refuses an order against an opposite position or order where the group forbids hedging (hedging,
 * §4.1).
 */
export const hedgeFault = (
  turn: Turn,
  symbol: EngineSymbol,
  holding: Holding | undefined,
  side: Side,
): Fault => {
  const { group } = turn.basis;
  if (group.netting || !group.record.hedge_prohibited) return undefined;
  const other = opposite(side);
  const met =
    holding?.positions.some((position) => position.side === other) ||
    holding?.orders.some((order) => order.side === other) ||
    openingVolume(turn.state, symbol.name, other) > 0;
  return met ? 'trade.hedge_prohibited' : undefined;
};

/**
 * Refuses to close any but the oldest position of the symbol where the group demands it (hedging,
 * §4.1).
 */
export const fifoFault = (turn: Turn, holding: Holding, position: Position | null): Fault => {
  const { group } = turn.basis;
  if (group.netting || !group.record.fifo_close) return undefined;
  if (position === null) return 'trade.fifo_prohibited';
  const older = (one: Position): boolean =>
    one.opened_at < position.opened_at ||
    (one.opened_at === position.opened_at && one.id < position.id);
  return holding.positions.some(older) ? 'trade.fifo_prohibited' : undefined;
};

/** Volume of positions and orders of a side, ×10^8. */
const volumeOf = (holding: Holding | undefined, side: Side): number => {
  if (holding === undefined) return 0;
  const held = bySide(legsOf(holding), side).volume;
  return holding.orders.length === 0 ? held : held + reservedOf(holding).volume(side);
};

/**
 * Checks the symbol's `volume_limit` with `added` more on a side (trading-rules §4.1); without a
 * limit, the volume that can be stored exactly (§0.3).
 */
export const volumeLimitFault = (
  turn: Turn,
  symbol: EngineSymbol,
  holding: Holding | undefined,
  side: Side,
  added: number,
): Fault => {
  const { state } = turn;
  if (symbol.volume_limit === 0 && holding === undefined && state.queue.size === 0)
    return undefined;
  const used = volumeOf(holding, side) + openingVolume(state, symbol.name, side);
  const most = symbol.volume_limit || Number.MAX_SAFE_INTEGER;
  if (used + added <= most) return undefined;
  const figures = { symbol: symbol.name, max: lotsText(most), used: lotsText(used) };
  return failWith(turn, 'trade.limit_volume', figures);
};

/**
 * Most positions and working orders of one account together, whatever its group allows: work on all
 * rows at once must stay short, and their snapshot must fit into one answer.
 */
export const ROWS_MAX = 5_000;

/** Checks the limits of account and group for one more position or order (trading-rules §4.1). */
export const countFault = (turn: Turn, { name }: EngineSymbol, pending: boolean): Fault => {
  const { state, basis } = turn;
  const { record, netting } = basis.group;
  const full = state.positions.size + state.orders.size >= ROWS_MAX;
  const orders = state.switches.limit_orders || record.limit_orders || ROWS_MAX;
  const count = full ? state.positions.size + state.orders.size : pendingCount(state);
  if (pending && (full || count >= orders)) {
    return overCount(turn, 'trade.limit_orders', full ? ROWS_MAX : orders, count);
  }
  const positions = state.switches.limit_positions || record.limit_positions || ROWS_MAX;
  const most = full ? 0 : positions;
  const isOver = netting
    ? isNettingOver(state, name, most)
    : state.positions.size + openings(state).length + pendingCount(state) >= most;
  const used = full ? count : state.positions.size;
  if (isOver) return overCount(turn, 'trade.limit_positions', full ? ROWS_MAX : positions, used);
  const { limit_symbols } = record;
  const fresh = limit_symbols > 0 && isSymbolOver(state, name, limit_symbols);
  if (!fresh) return undefined;
  return overCount(turn, 'trade.limit_positions', limit_symbols, state.holdings.size, 'symbols');
};

const overCount = (turn: Turn, code: Code, max: number, used: number, of = ''): Fault =>
  fail(turn, code, () => {
    const message = of === '' ? {} : { message: `The number of ${of} is at its limit.` };
    return { ...message, figures: { max: String(max), used: String(used) } };
  });
