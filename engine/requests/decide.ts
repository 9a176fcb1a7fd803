// Decisions on requests: the routing rule that applies, and the price of execution.

import { type Code, messageOf } from '../../wire/base/codes.js';
import type { RequestKind } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { OrderKind, Side } from '../../wire/trading/records.js';
import type { Turn } from '../account/types.js';
import { hourAndWeekday } from '../calendar/clock.js';
import { boundOf, hasRequotes, isWorse } from '../checks/worst-price.js';
import { LOT } from '../numbers/exact.js';
import { groupAsk, groupBid, POINT } from '../settings/quotes.js';
import {
  type RoutingFacts,
  type RoutingResult,
  routeBy,
  ruleById,
  TOP,
  type WalkFrom,
  walk,
} from '../settings/routing.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import { plainKind } from '../turn/locks.js';
import { gatewayOf, homeOf } from './gateway-choice.js';
import type { Decision, Declined, RoutableRequest, TakenOffer, Wait } from './request.js';

/** Declines a request (trading-rules §4.3). */
export const decline = (
  route: RoutingResult | null,
  code: Code,
  message: string = messageOf(code),
): Declined => ({
  ok: false,
  waits: false,
  route,
  code,
  message,
  status: code === 'trade.requote' ? 'requote' : 'rejected',
});

/** The price at which a side deals: Ask for a buy, Bid for a sell (trading-rules §4.2). */
export const dealPrice = (side: Side, prices: Pick<GroupPrices, 'bid' | 'ask'>): number =>
  side === 'buy' ? prices.ask : prices.bid;

/** The points by which the market is better for the client than `price` (trading-rules §4.3). */
const favour = (side: Side, price: number, prices: GroupPrices): number => {
  if (price === 0 || prices.time === 0) return 0;
  return (side === 'buy' ? prices.ask - price : price - prices.bid) / POINT;
};

/** The facts of a request, computed on demand: most rules test few of them. */
class AskFacts implements RoutingFacts {
  readonly kind: RequestKind;
  readonly order_kind: OrderKind | '';

  constructor(
    private readonly turn: Turn,
    private readonly routable: RoutableRequest,
    private readonly prices: GroupPrices,
  ) {
    this.kind = routable.kind;
    this.order_kind = routable.order_kind;
  }

  get login(): number {
    return this.turn.state.login;
  }
  get group(): string {
    return this.turn.state.switches.group;
  }
  get hidden(): boolean {
    return this.turn.state.switches.hidden;
  }
  get symbol(): string {
    return this.routable.symbol.name;
  }
  get path(): string {
    return this.routable.symbol.path;
  }
  get side(): Side {
    return this.routable.side;
  }
  get volume(): number {
    return this.routable.volume / LOT;
  }
  get hour(): number {
    return hourAndWeekday(this.turn.ctx.settings.clock, this.turn.now)[0];
  }
  get weekday(): number {
    return hourAndWeekday(this.turn.ctx.settings.clock, this.turn.now)[1];
  }
  get deviation_pts(): number {
    return favour(this.routable.deal_side, this.routable.price, this.prices);
  }
  get comment(): string {
    return this.routable.comment;
  }
}

/**
 * The position from which the walk continues; after a change of settings it starts again (§4.3).
 */
const walkFrom = (turn: Turn, row: Queued | null): WalkFrom => {
  if (row === null) return TOP;
  const { served, rule_id: at, clear_stops } = row;
  if (row.config_version !== turn.ctx.settings.version) return { ...TOP, served };
  return { at, served, clear_stops };
};

/** Walks the routing rules for a request, from the rule at which it waited (trading-rules §4.3). */
const routeOf = (turn: Turn, routable: RoutableRequest, prices: GroupPrices): RoutingResult =>
  walk(
    turn.ctx.settings.routing,
    new AskFacts(turn, routable, prices),
    turn.ctx,
    walkFrom(turn, routable.row),
  );

/**
 * Sends a request to the first of the gateways that accepts it (trading-rules §4.5); `by` is the
 * dealer who decided so, 0 = none.
 */
export const sendTo = (
  turn: Turn,
  route: RoutingResult,
  ids: readonly number[],
  by = 0,
): Wait | Declined => {
  const to = gatewayOf(turn, ids);
  if (to === undefined) return decline(route, 'trade.no_connection');
  return { ok: false, waits: true, route, state: 'sent', to: to.id, by };
};

/**
 * The decision of a gateway rule for a request that is not at a provider yet. Pending orders wait
 * here, except limits that the provider covers immediately (§4.3, §4.5); one that is to be filled
 * at once or not at all, when its price has come, would not wait there.
 */
const atGateway = (
  turn: Turn,
  route: RoutingResult,
  routable: RoutableRequest,
): Wait | Declined | undefined => {
  const ids = route.rule?.dealers ?? [];
  const kind = plainKind(routable);
  if (kind === 'pending_modify' || kind === 'pending_cancel') return undefined;
  if (kind !== 'pending') return sendTo(turn, route, ids);
  if (routable.order_kind !== 'limit' || routable.terms.fill !== 'return') return undefined;
  const gateway = gatewayOf(turn, ids);
  if (gateway?.coverage === 'Gateway') return sendTo(turn, route, [gateway.id]);
  return gateway === undefined ? decline(route, 'trade.no_connection') : undefined;
};

/**
 * The decision of a route that does not confirm; undefined if it confirms (§4.3). Requests about
 * positions that a gateway opened are sent to that gateway, whatever the route says (§4.5).
 */
const otherDecision = (
  turn: Turn,
  route: RoutingResult,
  routable: RoutableRequest,
): Declined | Wait | undefined => {
  const { symbol } = routable;
  switch (route.action) {
    case 'confirm_request_price':
    case 'confirm_market_price':
    case 'gateway': {
      const home = homeOf(turn, routable);
      if (home !== 0) return sendTo(turn, route, [home]);
      return route.action === 'gateway' ? atGateway(turn, route, routable) : undefined;
    }
    case 'delay':
      return { ok: false, waits: true, route, state: 'delayed', to: 0 };
    case 'dealer':
    case 'online_dealers':
      return { ok: false, waits: true, route, state: 'queued', to: 0 };
    case 'requote':
      return decline(route, hasRequotes(symbol) ? 'trade.requote' : 'trade.off_quotes');
    default: {
      const text = route.rule === null ? 'no routing rule' : route.rule.action_value;
      return decline(route, 'trade.rejected', text === '' ? undefined : text);
    }
  }
};

/**
 * Declines because a symbol in exchange mode is dealt in by gateways alone and the rule that
 * decides names none (trading-rules §4.2).
 */
const exchangeRefusal = (route: RoutingResult, symbol: EngineSymbol): Declined | undefined =>
  symbol.execution_mode === 'exchange'
    ? decline(route, 'trade.rejected', 'exchange needs a gateway rule')
    : undefined;

/**
 * The age up to which a price of the client that differs from the market is confirmed, where the
 * symbol bounds neither the age of prices nor moves in the direction of the difference (§4.2.3).
 * Clients choose their deviation: without a bound they would choose their profit, or a loss beyond
 * the money that their account has.
 */
const ASKED_AGE_MS = 1000;

/** How old the price of a request may be at most; 0 = its age is not tested. */
const priceAgeMs = (symbol: EngineSymbol, gain: number, asked: boolean): number => {
  const { instant_price_age_sec: age } = symbol;
  if (age > 0) return age * 1000;
  const bound = gain > 0 ? symbol.instant_dev_profit_pts : symbol.instant_dev_loss_pts;
  return asked && bound === 0 ? ASKED_AGE_MS : 0;
};

/**
 * Declines in instant execution if the price has moved too far, or was not in the stream
 * (trading-rules §4.2); `asked` = it would be filled at the price of the request. A market
 * that is better for the client fills at the market if the client named a deviation (§4.11.2).
 */
const instantMoved = (
  turn: Turn,
  routable: RoutableRequest,
  prices: GroupPrices,
  asked: boolean,
): boolean => {
  const { symbol, deal_side, price } = routable;
  const market = dealPrice(deal_side, prices);
  const gain = favour(deal_side, price, prices);
  const isBetter = gain < 0 && !asked && routable.price_worst !== 0;
  if (!isBetter && Math.abs(market - price) > routable.deviation_pts * POINT) return true;
  const { instant_dev_profit_pts: most, instant_dev_loss_pts: least } = symbol;
  if (most > 0 && gain > most) return true;
  if (least > 0 && -gain > least) return true;
  const age = priceAgeMs(symbol, gain, asked);
  if (age === 0 || price === market) return false;
  const came = routable.row === null ? turn.now : routable.row.received_at;
  const showed = (bid: number, ask: number): boolean =>
    price === (deal_side === 'buy' ? groupAsk(symbol, bid, ask) : groupBid(symbol, bid));
  return !turn.ctx.inStream(symbol.id, showed, came - age);
};

/**
 * Does the route accept an offer that the client takes, because the offer was the answer to this
 * very route (§4.4)?
 */
const isAnswered = ({ action }: RoutingResult, offer: TakenOffer | null): boolean => {
  if (offer === null) return false;
  if (action === 'requote') return true;
  return offer.dealer !== 0 && (action === 'dealer' || action === 'online_dealers');
};

/** Sends a request that takes a dealer's requote to the same dealer, if online (§4.4). */
const sameDealer = (turn: Turn, { offer, row }: RoutableRequest): Wait | undefined => {
  if (offer === null || row !== null || offer.row === null) return undefined;
  const { kind, rule_id, clear_stops } = offer.row;
  const { ctx, state } = turn;
  if (kind === 'price' || offer.dealer === 0) return undefined;
  if (!ctx.dealerOnline(offer.dealer, state.switches)) return undefined;
  const rule = ruleById(ctx.settings.routing, rule_id) ?? null;
  const route = routeBy(rule, clear_stops);
  return { ok: false, waits: true, route, state: 'queued', to: offer.dealer };
};

/**
 * Must the client ask for a price first? In request mode always, in instant mode for large volumes
 * (§4.2).
 */
const isQuoted = (symbol: EngineSymbol, volume: number): boolean => {
  const { execution_mode: mode, instant_max_volume: most } = symbol;
  return mode === 'request' || (mode === 'instant' && most > 0 && volume > most);
};

/** Decides a market request of a client or dealer (trading-rules §4.2, §4.3). */
export const decideMarket = (
  turn: Turn,
  routable: RoutableRequest,
  prices: GroupPrices,
): Decision => {
  const { symbol, deal_side, volume, offer } = routable;
  const repeated = offer === null ? undefined : sameDealer(turn, routable);
  if (repeated !== undefined) return repeated;
  const route = routeOf(turn, routable, prices);
  const other = isAnswered(route, offer) ? undefined : otherDecision(turn, route, routable);
  const refused = other ?? exchangeRefusal(route, symbol);
  if (refused !== undefined) return refused;
  const price = dealPrice(deal_side, prices);
  const asked = route.action === 'confirm_request_price';
  if (symbol.execution_mode === 'market') {
    const arrival = asked && routable.row !== null ? dealPrice(deal_side, routable.row) : price;
    const isRefused = isWorse(deal_side, arrival, boundOf(routable));
    return isRefused
      ? decline(route, 'trade.requote')
      : { ok: true, route, price: arrival, volume };
  }
  if (offer !== null) return { ok: true, route, price: offer.price, volume };
  if (isQuoted(symbol, volume)) {
    if (routable.cause.source === 'dealer')
      return { ok: true, route, price: routable.price, volume };
    return decline(route, 'trade.requote');
  }
  if (instantMoved(turn, routable, prices, asked)) return decline(route, 'trade.requote');
  return { ok: true, route, price: asked ? routable.price : price, volume };
};

/**
 * Decides a request that executes no deal: for a price, an order, a change (trading-rules §4.3).
 */
export const decidePlain = (
  turn: Turn,
  routable: RoutableRequest,
  prices: GroupPrices,
): Decision => {
  const route = routeOf(turn, routable, prices);
  const other = otherDecision(turn, route, routable);
  if (other !== undefined) return other;
  return { ok: true, route, price: routable.price, volume: routable.volume };
};

/** Decides the placing of an order; in exchange mode it is placed at a gateway (§4.2, §4.5). */
export const decidePlacing = (
  turn: Turn,
  routable: RoutableRequest,
  prices: GroupPrices,
): Decision => {
  const decision = decidePlain(turn, routable, prices);
  if (!decision.ok || decision.route.action === 'gateway') return decision;
  return exchangeRefusal(decision.route, routable.symbol) ?? decision;
};

/** Decides a request that is executed here even if a rule names a gateway (trading-rules §4.3). */
export const decideHere = (
  turn: Turn,
  routable: RoutableRequest,
  prices: GroupPrices,
): Decision => {
  const route = routeOf(turn, routable, prices);
  const confirms = route.action === 'gateway' || route.action.startsWith('confirm_');
  const other = confirms ? undefined : otherDecision(turn, route, routable);
  if (other !== undefined) return other;
  return { ok: true, route, price: routable.price, volume: routable.volume };
};

/** Decides an action of the server: at the level or order price, or at the market (§4.2). */
export const decideServer = (
  turn: Turn,
  routable: RoutableRequest,
  prices: GroupPrices,
): Decision => {
  const route = routeOf(turn, routable, prices);
  const other = otherDecision(turn, route, routable) ?? exchangeRefusal(route, routable.symbol);
  if (other !== undefined) return other;
  const asked = route.action === 'confirm_request_price' && routable.price > 0;
  const price = asked ? routable.price : dealPrice(routable.deal_side, prices);
  return { ok: true, route, price, volume: routable.volume };
};
