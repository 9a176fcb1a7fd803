// Requests about positions beside closing at the market: stops, and close by an opposite one.

import type { Deal, Position } from '../wire/records.js';
import {
  accessFault,
  accountFault,
  fifoFault,
  kindFault,
  missingPosition,
  positionFreezeFault,
  quoteFault,
  readPrice,
  sessionFault,
  stopFlagsFault,
  stopsFault,
} from './checks.js';
import { chargedTogether } from './commission.js';
import {
  agentCommands,
  dealOf,
  type FillPlan,
  ledgerAfter,
  orderAfterFill,
  planCharges,
  planFill,
  reduced,
} from './deals.js';
import { type Ask, routeOf, routeRefusal } from './decide.js';
import { closingFault } from './funds.js';
import { opposite } from './margin.js';
import { newOrder, rejectOrder } from './market.js';
import { closePrice, pricesOf } from './money.js';
import type { EngineSymbol } from './symbols.js';
import { changedTrail, trailedStop, trailFault } from './trailing.js';
import {
  answer,
  commit,
  explainOf,
  type RequestOf,
  type RequestTurn,
  reasonOf,
  refuseRequest,
  rememberedOf,
  resultOf,
} from './turn.js';
import type { Draft, Execution, Holding } from './types.js';

/** Changes SL and TP of a position; an omitted one keeps its value (trading-rules §4.1, §9.12). */
export const modifyPosition = (turn: RequestTurn, request: RequestOf<'modify'>): Execution => {
  const shut = accountFault(turn);
  if (shut !== undefined) return refuseRequest(turn, shut);
  const position = turn.state.positions.get(request.position_id);
  if (position === undefined) {
    return refuseRequest(turn, missingPosition(turn, request.position_id));
  }
  const symbol = turn.basis.group.symbol(position.symbol);
  if (symbol === undefined) return refuseRequest(turn, 'trade.symbol_not_found');
  const prices = pricesOf(symbol, turn.ctx);
  const sl = request.sl === undefined ? position.sl : readPrice(symbol, request.sl);
  const tp = request.tp === undefined ? position.tp : readPrice(symbol, request.tp);
  const trail_pts = changedTrail(request, sl, position.trail_pts);
  const newTrail = trail_pts === position.trail_pts ? 0 : trail_pts;
  const newSl = sl === position.sl ? 0 : sl;
  const newTp = tp === position.tp ? 0 : tp;
  const isSame = sl === position.sl && tp === position.tp && trail_pts === position.trail_pts;
  const close = closePrice(position.side, prices.bid, prices.ask);
  const fault =
    accessFault(turn, symbol, null) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices) ??
    stopFlagsFault(symbol, newSl, newTp, newTrail) ??
    (isSame ? 'trade.no_changes' : undefined) ??
    stopsFault(symbol, position.side, newSl, newTp, close, turn.dealer) ??
    trailFault(symbol, newTrail, turn.dealer) ??
    (turn.dealer ? undefined : positionFreezeFault(symbol, position, prices));
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);
  if (sl === undefined || tp === undefined) return refuseRequest(turn, 'trade.invalid_stops');

  // The checks have passed: the request id is kept from here on.
  const ask: Ask = {
    kind: turn.cause.kind,
    order_kind: '',
    symbol,
    side: position.side,
    deal_side: position.side,
    volume: position.volume,
    price: 0,
    deviation_pts: 0,
    comment: position.comment,
  };
  const route = routeOf(turn, ask, prices);
  const declined = routeRefusal(route, symbol);
  const outcome = { position_id: position.id, volume: position.volume };
  if (declined !== undefined && route.action !== 'gateway') {
    const { code, message, status } = declined;
    const result = { ...outcome, code, message, status };
    return answer(turn, resultOf(turn, request.request_id, symbol, result));
  }
  const changed: Draft<Position> = { ...position };
  changed.trail_pts = trail_pts;
  changed.sl = sl;
  changed.sl = trailedStop(symbol, changed, turn.ctx);
  changed.tp = tp;
  changed.updated_at = turn.now;
  const result = resultOf(turn, request.request_id, symbol, outcome);
  commit(turn, {
    kind: 'position',
    cause: turn.cause,
    positions: [changed],
    remembered: rememberedOf(turn, result),
  });
  return { ok: true, events: turn.events, result };
};

/** Two opposite positions of one symbol, and the plans of their deals (trading-rules §3.14). */
interface Pair {
  readonly symbol: EngineSymbol;
  readonly first: FillPlan;
  readonly second: FillPlan;
}

const pairOf = (
  turn: RequestTurn,
  symbol: EngineSymbol,
  position: Position,
  by: Position,
): Pair => {
  const volume = Math.min(position.volume, by.volume);
  const price = by.price_open;
  const first = planFill(turn, symbol, opposite(position.side), volume, price, position);
  const second = planFill(turn, symbol, opposite(by.side), volume, price, by);
  return {
    symbol,
    first: { ...first, entry: 'out_by' },
    second: { ...second, entry: 'out_by', profit: 0, profit_raw: 0 },
  };
};

/** What both deals of a close-by are charged, written on the first (trading-rules §3.9). */
const pairCharges = (turn: RequestTurn, { first, second }: Pair) => {
  const reason = reasonOf(turn.command);
  return chargedTogether(planCharges(turn, first, reason), planCharges(turn, second, reason));
};

const executePair = (
  turn: RequestTurn,
  pair: Pair,
  position: Position,
  by: Position,
  ask: Ask,
): Execution => {
  const { symbol, first, second } = pair;
  const order = newOrder(turn, symbol, 'close_by', first.side, first.volume, {
    position_id: position.id,
    by_position_id: by.id,
  });
  const route = routeOf(turn, ask, pricesOf(symbol, turn.ctx));
  const declined = routeRefusal(route, symbol);
  if (declined !== undefined) return rejectOrder(turn, symbol, order, declined);
  const { reason, comment } = order;
  const facts = { order, reason, comment, cause: turn.cause };
  const charges = pairCharges(turn, pair);
  const deals: readonly [Deal, Deal] = [
    dealOf(turn, first, facts, charges),
    dealOf(turn, second, facts, { commission: 0, fee: 0 }),
  ];
  const filled = orderAfterFill(order, first.volume, first.price, position.id, turn.now);
  const result = resultOf(turn, turn.request.request_id, symbol, {
    order_id: order.id,
    deal_ids: deals.map((deal) => deal.id).join(' '),
    position_id: position.id,
    volume: first.volume,
    price: first.price,
  });
  commit(turn, {
    kind: 'deal',
    cause: turn.cause,
    ledger: ledgerAfter(turn, deals, charges),
    orders: [filled],
    deals,
    positions: [reduced(first, position, turn.now), reduced(second, by, turn.now)],
    explain: { ...explainOf(turn, symbol, route, ''), charges: charges.charged },
    derived: agentCommands(turn, deals[0], charges),
    remembered: rememberedOf(turn, result),
  });
  return { ok: true, events: turn.events, result };
};

/** Closes a position by an opposite one, at the latter's open price (hedging, §3.14). */
export const closeBy = (turn: RequestTurn, request: RequestOf<'close_by'>): Execution => {
  const shut = accountFault(turn);
  if (shut !== undefined) return refuseRequest(turn, shut);
  const position = turn.state.positions.get(request.position_id);
  const by = turn.state.positions.get(request.by_position_id);
  if (position === undefined || by === undefined) {
    const id = position === undefined ? request.position_id : request.by_position_id;
    return refuseRequest(turn, missingPosition(turn, id));
  }
  const symbol = turn.basis.group.symbol(position.symbol);
  if (symbol === undefined) return refuseRequest(turn, 'trade.symbol_not_found');
  if (position.symbol !== by.symbol || position.side === by.side) {
    return refuseRequest(turn, 'trade.invalid_request', symbol);
  }
  const holding = turn.state.holdings.get(position.symbol) as Holding;
  const prices = pricesOf(symbol, turn.ctx);
  const fault =
    accessFault(turn, symbol, null) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices) ??
    (turn.basis.group.netting ? 'trade.invalid_order_kind' : undefined) ??
    kindFault(symbol, 'close_by') ??
    (turn.dealer
      ? undefined
      : (positionFreezeFault(symbol, position, prices) ??
        positionFreezeFault(symbol, by, prices) ??
        fifoFault(turn, holding, null)));
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);
  const pair = pairOf(turn, symbol, position, by);
  const plans = [pair.first, pair.second];
  const unfunded =
    request.skip_margin_check === true
      ? undefined
      : closingFault(turn, symbol, plans, reasonOf(turn.command));
  if (unfunded !== undefined) return refuseRequest(turn, unfunded, symbol);

  // The checks have passed: from here on there is an order.
  return executePair(turn, pair, position, by, {
    kind: turn.cause.kind,
    order_kind: 'close_by',
    symbol,
    side: pair.first.side,
    deal_side: pair.first.side,
    volume: pair.first.volume,
    price: 0,
    deviation_pts: 0,
    comment: request.comment ?? '',
  });
};
