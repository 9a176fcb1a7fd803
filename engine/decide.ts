// Decisions: what routing makes of a request, and at which price it executes.

import { type Code, messageOf } from '../wire/codes.js';
import type { RequestKind } from '../wire/events.js';
import type { OrderKind, Side, TradeResult } from '../wire/records.js';
import type { Prices } from './checks.js';
import { hourAndWeekday } from './clock.js';
import { LOT } from './exact.js';
import { markupOf, POINT } from './quotes.js';
import { type Route, type RoutingFacts, walk } from './routing.js';
import type { EngineSymbol } from './symbols.js';
import type { Turn } from './turn.js';

/** A request as routing and execution look at it. */
export interface Ask {
  readonly kind: RequestKind;
  readonly order_kind: OrderKind | '';
  readonly symbol: EngineSymbol;
  /** The deal's side; for `modify`, `sl`, `tp`, `stopout_position` the position's (§2.2). */
  readonly side: Side;
  /** The side that is dealt. */
  readonly deal_side: Side;
  readonly volume: number;
  /** The price asked for, the pending order's or the level reached; 0 = none. */
  readonly price: number;
  readonly deviation_pts: number;
  readonly comment: string;
}

/** A decision against a request. */
export interface Declined {
  readonly ok: false;
  readonly route: Route;
  readonly code: Code;
  readonly message: string;
  readonly status: TradeResult['status'];
}

/** A decision: to execute at a price, or not to. */
export type Decision =
  | { readonly ok: true; readonly route: Route; readonly price: number }
  | Declined;

const declined = (route: Route, code: Code, message: string = messageOf(code)): Declined => ({
  ok: false,
  route,
  code,
  message,
  status: code === 'trade.requote' ? 'requote' : 'rejected',
});

/** The price at which a side deals: Ask for a buy, Bid for a sell. */
export const dealPrice = (side: Side, prices: Prices): number =>
  side === 'buy' ? prices.ask : prices.bid;

/** Points by which the market stands in the client's favour of a price (trading-rules §4.3). */
const favour = (side: Side, price: number, prices: Prices): number => {
  if (price === 0) return 0;
  return (side === 'buy' ? prices.ask - price : price - prices.bid) / POINT;
};

const factsOf = (turn: Turn, ask: Ask, prices: Prices): RoutingFacts => {
  const { state, ctx } = turn;
  const [hour, weekday] = hourAndWeekday(ctx.settings.clock, turn.now);
  return {
    kind: ask.kind,
    order_kind: ask.order_kind,
    login: state.login,
    group: state.switches.group,
    symbol: ask.symbol.name,
    path: ask.symbol.path,
    side: ask.side,
    volume: ask.volume / LOT,
    hour,
    weekday,
    deviation_pts: favour(ask.deal_side, ask.price, prices),
    comment: ask.comment,
  };
};

/** Walks the routing rules for a request. */
export const routeOf = (turn: Turn, ask: Ask, prices: Prices): Route =>
  walk(turn.ctx.settings.routing, factsOf(turn, ask, prices));

/** Why a route that does not confirm refuses; undefined when it confirms (§4.3). */
export const routeRefusal = (route: Route, symbol: EngineSymbol): Declined | undefined => {
  switch (route.action) {
    case 'confirm_request_price':
    case 'confirm_market_price':
      if (route.delay_ms === 0) return undefined;
      return declined(route, 'trade.rejected', 'delays are not served');
    case 'requote':
      return declined(
        route,
        symbol.execution_mode === 'instant' ? 'trade.requote' : 'trade.off_quotes',
      );
    case 'dealer':
    case 'online_dealers':
      return declined(route, 'trade.rejected', 'no dealer is on line');
    case 'gateway':
      return declined(route, 'trade.no_connection');
    default: {
      const text = route.rule === null ? 'no routing rule' : route.rule.action_value;
      return declined(route, 'trade.rejected', text === '' ? undefined : text);
    }
  }
};

/** Exchange symbols are dealt in by a gateway alone: none is on line (trading-rules §4.2). */
export const exchangeRefusal = (route: Route, symbol: EngineSymbol): Declined | undefined =>
  symbol.execution_mode === 'exchange' ? declined(route, 'trade.no_connection') : undefined;

/** Instant execution: is the price still good (trading-rules §4.2, §9.13)? */
const instantMoved = (turn: Turn, ask: Ask, prices: Prices): boolean => {
  const { symbol, deal_side, price } = ask;
  const market = dealPrice(deal_side, prices);
  if (Math.abs(market - price) > ask.deviation_pts * POINT) return true;
  const gain = favour(deal_side, price, prices);
  const { instant_dev_profit_pts: most, instant_dev_loss_pts: least } = symbol;
  if (most > 0 && gain > most) return true;
  if (least > 0 && -gain > least) return true;
  const age = symbol.instant_price_age_sec * 1000;
  if (age === 0 || price === market) return false;
  const shown = price - markupOf(symbol, deal_side);
  return !turn.ctx.inStream(symbol.id, deal_side, shown, turn.now - age);
};

/** Decides a market request of a client or dealer (trading-rules §4.2, §4.3). */
export const decideMarket = (turn: Turn, ask: Ask, prices: Prices): Decision => {
  const { symbol } = ask;
  const route = routeOf(turn, ask, prices);
  const refused = routeRefusal(route, symbol) ?? exchangeRefusal(route, symbol);
  if (refused !== undefined) return refused;
  const price = dealPrice(ask.deal_side, prices);
  if (symbol.execution_mode === 'market') return { ok: true, route, price };
  const large = symbol.instant_max_volume > 0 && ask.volume > symbol.instant_max_volume;
  if (symbol.execution_mode === 'request' || large) {
    return declined(route, 'trade.rejected', 'no dealer quotes prices');
  }
  if (instantMoved(turn, ask, prices)) return declined(route, 'trade.requote');
  return { ok: true, route, price: route.action === 'confirm_request_price' ? ask.price : price };
};

/** Decides what the server does by itself: at the level or order price, or at the market. */
export const decideServer = (turn: Turn, ask: Ask, prices: Prices): Decision => {
  const route = routeOf(turn, ask, prices);
  const refused = routeRefusal(route, ask.symbol) ?? exchangeRefusal(route, ask.symbol);
  if (refused !== undefined) return refused;
  const asked = route.action === 'confirm_request_price' && ask.price > 0;
  return { ok: true, route, price: asked ? ask.price : dealPrice(ask.deal_side, prices) };
};
