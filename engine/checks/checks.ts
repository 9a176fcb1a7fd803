// The checks of a trade request: each returns the code of its refusal, or undefined when it passes.

import type { Code } from '../../wire/base/codes.js';
import { PRICE_EXTRA, parseScaled, parseScaledBig, VOLUME_SCALE } from '../../wire/base/scale.js';
import { parseTime, TIME_MAX } from '../../wire/base/time.js';
import type {
  Expiration,
  Fill,
  Order,
  OrderKind,
  Position,
  Side,
} from '../../wire/trading/records.js';
import type { Fault, Holding, Turn } from '../account/types.js';
import { endOfNamedDay, endOfTradingDay } from '../calendar/clock.js';
import { isTradeTime } from '../calendar/holidays.js';
import { isDayDue } from '../calendar/trading-day.js';
import { legsOf, reservedOf } from '../margin/account-margin.js';
import { opposite } from '../margin/margin.js';
import { marginRate, profitRate } from '../margin/profit.js';
import { POINT, PRICE_MAX } from '../settings/quotes.js';
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
export const shutFault = ({ basis, state }: Turn): Fault => {
  const { enabled, trading_enabled } = state.switches;
  if (!enabled || !trading_enabled) return 'trade.disabled';
  return basis.group.record.trading_enabled ? undefined : 'trade.disabled';
};

/**
 * Refuses read-only sessions, expired `valid_until`, and accounts or groups closed for trade
 * (§4.1).
 */
export const accountFault = (turn: RequestTurn): Fault => {
  const { command, request, now } = turn;
  const until = request.valid_until;
  if (until !== undefined && now > parseTime(until)) return 'trade.canceled';
  if (request.skip_margin_check === true && command.source !== 'dealer') {
    return 'trade.invalid_request';
  }
  return command.read_only ? 'trade.read_only' : shutFault(turn);
};

/**
 * The code for a position that is not there: it was closed, or the account never had it
 * (trading-rules §9.12).
 */
export const missingPosition = ({ state, ctx }: Turn, id: number): Code => {
  const closed = state.gone.positions.ids.includes(id) || ctx.known(state.login, 'position', id);
  return closed ? 'trade.position_closed' : 'trade.position_not_found';
};

/**
 * The code for an order that is not there: it ended, or the account never had it (trading-rules
 * §9.12).
 */
export const missingOrder = ({ state, ctx }: Turn, id: number): Code => {
  const ended = state.gone.orders.ids.includes(id) || ctx.known(state.login, 'order', id);
  return ended ? 'trade.order_changed' : 'trade.order_not_found';
};

/**
 * The trade access of a symbol. Outside the life of a dated contract (§1.1), and while the server
 * takes no openings, positions can only be closed.
 */
const accessOf = ({ ctx, now }: Turn, symbol: EngineSymbol): EngineSymbol['trade_access'] => {
  if (symbol.trade_access === 'disabled') return 'disabled';
  if (ctx.closeOnly === true) return 'close_only';
  const early = symbol.starts_at > 0 && now < symbol.starts_at;
  const late = symbol.ends_at > 0 && now >= symbol.ends_at;
  return early || late ? 'close_only' : symbol.trade_access;
};

/**
 * Checks trade access; `opens` is the side that the request opens, null when it only reduces
 * (§9.12).
 */
export const accessFault = (turn: Turn, symbol: EngineSymbol, opens: Side | null): Fault => {
  const access = accessOf(turn, symbol);
  if (access === 'disabled') return 'trade.disabled';
  if (opens === null || access === 'full') return undefined;
  if (access === 'close_only') return 'trade.close_only';
  if (access === 'long_only' && opens === 'sell') return 'trade.long_only';
  return access === 'short_only' && opens === 'buy' ? 'trade.short_only' : undefined;
};

/**
 * Can the account trade the symbol now: within a trade session, no holiday, and no end of day of
 * the account overdue (trading-rules §4.1, §5)?
 */
export const isOpen = ({ ctx, state, now }: Turn, symbol: EngineSymbol): boolean => {
  const { clock, calendar } = ctx.settings;
  return isTradeTime(clock, symbol, now) && !isDayDue(state, calendar, now);
};

/** Checks trade session, holiday and end of day (trading-rules §4.1). */
export const sessionFault = (turn: Turn, symbol: EngineSymbol): Fault =>
  isOpen(turn, symbol) ? undefined : 'trade.market_closed';

/** Checks that there is a quote, and that it is not stale (trading-rules §4.1, §2.3). */
export const quoteFault = (turn: Turn, symbol: EngineSymbol, prices: GroupPrices): Fault => {
  if (prices.time === 0 || prices.bid <= 0 || prices.ask > PRICE_MAX) return 'trade.off_quotes';
  const limit = symbol.quote_max_delay_sec * 1000;
  return limit > 0 && turn.now - prices.time > limit ? 'trade.off_quotes' : undefined;
};

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
    if (converter.rate('ask', turn.ctx) === 0n) return 'trade.off_quotes';
  }
  if (symbol.profitTo.same && symbol.marginTo.same) return undefined;
  if (profitRate(symbol, opens, 0, price, turn.ctx) === 0n) return 'trade.off_quotes';
  return marginRate(symbol, opens, price, turn.ctx) === 0n ? 'trade.off_quotes' : undefined;
};

/** Checks that the symbol allows the order kind (trading-rules §4.1). */
export const kindFault = (symbol: EngineSymbol, kind: OrderKind): Fault =>
  symbol.order_flags.has(kind) ? undefined : 'trade.invalid_order_kind';

/** Checks that the symbol allows the stops that are set (trading-rules §4.1). */
export const stopFlagsFault = (
  symbol: EngineSymbol,
  sl: number | undefined,
  tp: number | undefined,
  trail_pts: number,
): Fault => {
  const { order_flags } = symbol;
  const stopped = sl !== 0 || trail_pts !== 0;
  if (stopped && !order_flags.has('sl')) return 'trade.invalid_order_kind';
  return tp !== 0 && !order_flags.has('tp') ? 'trade.invalid_order_kind' : undefined;
};

/** Parses a volume, ×10^8 (trading-rules §0); undefined when it is invalid. */
export const readVolume = (text: string): number | undefined => {
  const volume = parseScaled(text, VOLUME_SCALE);
  return volume !== undefined && volume > 0 ? volume : undefined;
};

/**
 * Parses a price, ×10^(digits+3) (§0); omitted = 0; undefined with too many decimals or too large.
 */
export const readPrice = (symbol: EngineSymbol, text: string | undefined): number | undefined => {
  if (text === undefined) return 0;
  const price = parseScaled(text, symbol.digits + PRICE_EXTRA);
  return price !== undefined && price >= 0 && price <= PRICE_MAX ? price : undefined;
};

/**
 * Checks an opening volume: `min ≤ V ≤ max`, a multiple of the step counted from 0 (§4.1, §9.12).
 */
export const volumeFault = (symbol: EngineSymbol, volume: number | undefined): Fault => {
  if (volume === undefined) return 'trade.invalid_volume';
  if (volume < symbol.volume_min || volume > symbol.volume_max) return 'trade.invalid_volume';
  return volume % symbol.volume_step === 0 ? undefined : 'trade.invalid_volume';
};

/** Most decimals of a number in a request (trading-rules §0). */
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
 * of the step or the whole (§4.1, §9.12).
 */
export const closeVolumeFault = (
  symbol: EngineSymbol,
  position: Position,
  asked: string | undefined,
  volume: number | undefined,
): Fault => {
  if (volume === undefined) {
    const isMore = asked !== undefined && exceeds(asked, position.volume);
    return isMore ? 'trade.invalid_close_volume' : 'trade.invalid_volume';
  }
  if (volume > position.volume) return 'trade.invalid_close_volume';
  if (volume === position.volume) return undefined;
  return volume % symbol.volume_step === 0 ? undefined : 'trade.invalid_volume';
};

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
 * (§9.13).
 */
export const pendingFill = (symbol: EngineSymbol, asked: Fill = 'return'): Fill | null =>
  asked === 'return' || symbol.fill_flags.has(asked) ? asked : null;

/** The expiry of an order in ms; 0 = never; undefined = no valid expiry (§4.6). */
export const expiryOf = (
  turn: Turn,
  symbol: EngineSymbol,
  expiration: Expiration,
  at: string | undefined,
): number | undefined => {
  const { clock } = turn.ctx.settings;
  switch (expiration) {
    case 'gtc':
      return 0;
    case 'day':
      return endOfTradingDay(clock, symbol.trade_sessions, turn.now);
    case 'specified':
      return at === undefined ? undefined : parseTime(at);
    case 'specified_day':
      return at === undefined
        ? undefined
        : endOfNamedDay(clock, symbol.trade_sessions, parseTime(at));
  }
};

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
  if (!symbol.expiration_flags.has(expiration)) return 'trade.invalid_expiration';
  if (expiration === 'gtc') return undefined;
  if (!turn.basis.group.record.expiration_enabled) return 'trade.invalid_expiration';
  const isAhead = expiresAt !== undefined && expiresAt > turn.now && expiresAt <= TIME_MAX;
  return isAhead ? undefined : 'trade.invalid_expiration';
};

/** Is the price a multiple of the tick size (trading-rules §1.1)? */
export const onTick = (symbol: EngineSymbol, price: number): boolean =>
  price % symbol.tick_size === 0;

/** The minimum distance of levels; for dealers only the side of the price counts (§4.1). */
const levelOf = (symbol: EngineSymbol, dealer: boolean): number =>
  dealer ? POINT : symbol.stops_level;

/**
 * Checks SL and TP against their reference prices: Bid for a buy, Ask for a sell, its own price for
 * a pending order (trading-rules §4.1, levels). Exchange mode has no minimum distance.
 */
export const stopsFault = (
  symbol: EngineSymbol,
  side: Side,
  sl: number | undefined,
  tp: number | undefined,
  from: number,
  dealer: boolean,
): Fault => {
  if (sl === undefined || tp === undefined) return 'trade.invalid_stops';
  if (!onTick(symbol, sl) || !onTick(symbol, tp)) return 'trade.invalid_stops';
  if (symbol.execution_mode === 'exchange') return undefined;
  const level = levelOf(symbol, dealer);
  const sign = side === 'buy' ? 1 : -1;
  if (sl !== 0 && sign * (from - sl) < level) return 'trade.invalid_stops';
  return tp !== 0 && sign * (tp - from) < level ? 'trade.invalid_stops' : undefined;
};

/** Checks a pending order's price against the market (trading-rules §4.1, levels). */
export const pendingPriceFault = (
  symbol: EngineSymbol,
  kind: OrderKind,
  side: Side,
  price: number | undefined,
  limit: number | undefined,
  prices: GroupPrices,
  dealer: boolean,
): Fault => {
  if (price === undefined || limit === undefined || price === 0) return 'trade.invalid_price';
  if (!onTick(symbol, price) || !onTick(symbol, limit)) return 'trade.invalid_price';
  const sign = side === 'buy' ? 1 : -1;
  if (kind === 'stop_limit' && (limit === 0 || sign * (price - limit) <= 0)) {
    return 'trade.invalid_price';
  }
  if (symbol.execution_mode === 'exchange') return undefined;
  const market = side === 'buy' ? prices.ask : prices.bid;
  const away = kind === 'limit' ? market - price : price - market;
  return sign * away < levelOf(symbol, dealer) ? 'trade.invalid_price' : undefined;
};

const near = (symbol: EngineSymbol, price: number, market: number): boolean =>
  price !== 0 && Math.abs(price - market) <= symbol.freeze_level;

/**
 * Refuses a change of a position whose SL or TP is within the freeze level of its close price
 * (trading-rules §4.1, §9.12).
 */
export const positionFreezeFault = (
  symbol: EngineSymbol,
  position: Position,
  prices: GroupPrices,
): Fault => {
  if (symbol.freeze_level === 0) return undefined;
  const close = position.side === 'buy' ? prices.bid : prices.ask;
  const frozen = near(symbol, position.sl, close) || near(symbol, position.tp, close);
  return frozen ? 'trade.frozen' : undefined;
};

/**
 * Refuses a change of an order whose price is within the freeze level of Ask (buy) or Bid (sell)
 * (trading-rules §4.1, §9.12).
 */
export const orderFreezeFault = (
  symbol: EngineSymbol,
  order: Order,
  prices: GroupPrices,
): Fault => {
  if (symbol.freeze_level === 0) return undefined;
  const market = order.side === 'buy' ? prices.ask : prices.bid;
  return near(symbol, order.price_order, market) ? 'trade.frozen' : undefined;
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
  const held = legsOf(holding)[side].volume;
  return holding.orders.length === 0 ? held : held + reservedOf(holding).volume(side);
};

/**
 * Checks the symbol's `volume_limit` with `added` more on a side (trading-rules §4.1); without a
 * limit, the volume that can be stored exactly (supplement §15).
 */
export const volumeLimitFault = (
  { state }: Turn,
  symbol: EngineSymbol,
  holding: Holding | undefined,
  side: Side,
  added: number,
): Fault => {
  if (symbol.volume_limit === 0 && holding === undefined && state.queue.size === 0)
    return undefined;
  const total = volumeOf(holding, side) + openingVolume(state, symbol.name, side) + added;
  const most = symbol.volume_limit || Number.MAX_SAFE_INTEGER;
  return total > most ? 'trade.limit_volume' : undefined;
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
  if (pending && (full || pendingCount(state) >= orders)) return 'trade.limit_orders';
  const positions = state.switches.limit_positions || record.limit_positions || ROWS_MAX;
  const most = full ? 0 : positions;
  const isOver = netting
    ? isNettingOver(state, name, most)
    : state.positions.size + openings(state).length + pendingCount(state) >= most;
  if (isOver) return 'trade.limit_positions';
  const { limit_symbols } = record;
  const fresh = limit_symbols > 0 && isSymbolOver(state, name, limit_symbols);
  return fresh ? 'trade.limit_positions' : undefined;
};
