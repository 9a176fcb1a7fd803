// Requests about positions beside closing at the market: stops, and close by an opposite one.

import type { TradeRequest } from '../wire/commands.js';
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
  stopsFault,
} from './checks.js';
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
import {
  answer,
  commit,
  type Desk,
  explainOf,
  reasonOf,
  refuseRequest,
  rememberedOf,
  resultOf,
} from './turn.js';
import type { Execution, Holding } from './types.js';

type RequestOf<K extends TradeRequest['kind']> = Extract<TradeRequest, { kind: K }>;

/** Changes SL and TP of a position; an omitted one keeps its value (trading-rules §4.1, §9.12). */
export const modifyPosition = (desk: Desk, request: RequestOf<'modify'>): Execution => {
  const shut = accountFault(desk);
  if (shut !== undefined) return refuseRequest(desk, shut);
  const position = desk.state.positions.get(request.position_id);
  if (position === undefined) {
    return refuseRequest(desk, missingPosition(desk, request.position_id));
  }
  const symbol = desk.basis.group.symbol(position.symbol);
  if (symbol === undefined) return refuseRequest(desk, 'trade.symbol_not_found');
  const prices = pricesOf(symbol, desk.ctx);
  const sl = request.sl === undefined ? position.sl : readPrice(symbol, request.sl);
  const tp = request.tp === undefined ? position.tp : readPrice(symbol, request.tp);
  const newSl = sl === position.sl ? 0 : sl;
  const newTp = tp === position.tp ? 0 : tp;
  const close = closePrice(position.side, prices.bid, prices.ask);
  const fault =
    accessFault(desk, symbol, null) ??
    sessionFault(desk, symbol) ??
    quoteFault(desk, symbol, prices) ??
    kindFault(symbol, 'market', newSl, newTp) ??
    (sl === position.sl && tp === position.tp ? 'trade.no_changes' : undefined) ??
    stopsFault(symbol, position.side, newSl, newTp, close, desk.dealer) ??
    (desk.dealer ? undefined : positionFreezeFault(symbol, position, prices));
  if (fault !== undefined) return refuseRequest(desk, fault, symbol);
  if (sl === undefined || tp === undefined) return refuseRequest(desk, 'trade.invalid_stops');

  // The checks have passed: the request id is kept from here on.
  const ask: Ask = {
    kind: desk.cause.kind,
    order_kind: '',
    symbol,
    side: position.side,
    deal_side: position.side,
    volume: position.volume,
    price: 0,
    deviation_pts: 0,
    comment: position.comment,
  };
  const route = routeOf(desk, ask, prices);
  const declined = routeRefusal(route, symbol);
  const outcome = { position_id: position.id, volume: position.volume };
  if (declined !== undefined && route.action !== 'gateway') {
    const { code, message, status } = declined;
    const result = { ...outcome, code, message, status };
    return answer(desk, resultOf(desk, request.request_id, symbol, result));
  }
  const changed: Position = { ...position, sl, tp };
  const result = resultOf(desk, request.request_id, symbol, outcome);
  commit(desk, {
    kind: 'position',
    cause: desk.cause,
    positions: [changed],
    remembered: rememberedOf(desk, result),
  });
  return { ok: true, events: desk.events, result };
};

/** Two opposite positions of one symbol, and the plans of their deals (trading-rules §3.14). */
interface Pair {
  readonly symbol: EngineSymbol;
  readonly first: FillPlan;
  readonly second: FillPlan;
}

const pairOf = (desk: Desk, symbol: EngineSymbol, position: Position, by: Position): Pair => {
  const volume = Math.min(position.volume, by.volume);
  const price = by.price_open;
  const first = planFill(desk, symbol, opposite(position.side), volume, price, position);
  const second = planFill(desk, symbol, opposite(by.side), volume, price, by);
  return {
    symbol,
    first: { ...first, entry: 'out_by' },
    second: { ...second, entry: 'out_by', profit: 0, profit_raw: 0 },
  };
};

/** What both deals of a close-by are charged, written on the first (trading-rules §3.9). */
const pairCharges = (desk: Desk, { first, second }: Pair) => {
  const reason = reasonOf(desk.command);
  const a = planCharges(desk, first, reason);
  const b = planCharges(desk, second, reason);
  return {
    commission: a.commission + b.commission,
    fee: a.fee + b.fee,
    agent: [...a.agent, ...b.agent],
  };
};

const executePair = (
  desk: Desk,
  pair: Pair,
  position: Position,
  by: Position,
  ask: Ask,
): Execution => {
  const { symbol, first, second } = pair;
  const order = newOrder(desk, symbol, 'close_by', first.side, first.volume, {
    position_id: position.id,
    by_position_id: by.id,
  });
  const route = routeOf(desk, ask, pricesOf(symbol, desk.ctx));
  const declined = routeRefusal(route, symbol);
  if (declined !== undefined) return rejectOrder(desk, symbol, order, declined);
  const { reason, comment } = order;
  const facts = { order, reason, comment, cause: desk.cause };
  const charges = pairCharges(desk, pair);
  const deals: readonly [Deal, Deal] = [
    dealOf(desk, first, facts, charges),
    dealOf(desk, second, facts, { commission: 0, fee: 0 }),
  ];
  const filled = orderAfterFill(order, first.volume, first.price, position.id, desk.now);
  const result = resultOf(desk, desk.request.request_id, symbol, {
    order_id: order.id,
    deal_ids: deals.map((deal) => deal.id).join(' '),
    position_id: position.id,
    volume: first.volume,
    price: first.price,
  });
  commit(desk, {
    kind: 'deal',
    cause: desk.cause,
    ledger: ledgerAfter(desk, deals),
    orders: [filled],
    deals,
    positions: [reduced(first, position, desk.now), reduced(second, by, desk.now)],
    explain: explainOf(desk, symbol, route, ''),
    derived: agentCommands(desk, deals[0], charges),
    remembered: rememberedOf(desk, result),
  });
  return { ok: true, events: desk.events, result };
};

/** Closes a position by an opposite one, at the latter's open price (hedging, §3.14). */
export const closeBy = (desk: Desk, request: RequestOf<'close_by'>): Execution => {
  const shut = accountFault(desk);
  if (shut !== undefined) return refuseRequest(desk, shut);
  const position = desk.state.positions.get(request.position_id);
  const by = desk.state.positions.get(request.by_position_id);
  if (position === undefined || by === undefined) {
    const id = position === undefined ? request.position_id : request.by_position_id;
    return refuseRequest(desk, missingPosition(desk, id));
  }
  const symbol = desk.basis.group.symbol(position.symbol);
  if (symbol === undefined) return refuseRequest(desk, 'trade.symbol_not_found');
  if (position.symbol !== by.symbol || position.side === by.side) {
    return refuseRequest(desk, 'trade.invalid_request', symbol);
  }
  const holding = desk.state.holdings.get(position.symbol) as Holding;
  const prices = pricesOf(symbol, desk.ctx);
  const fault =
    accessFault(desk, symbol, null) ??
    sessionFault(desk, symbol) ??
    quoteFault(desk, symbol, prices) ??
    (desk.basis.group.netting ? 'trade.invalid_order_kind' : undefined) ??
    kindFault(symbol, 'close_by', 0, 0) ??
    (desk.dealer
      ? undefined
      : (positionFreezeFault(symbol, position, prices) ??
        positionFreezeFault(symbol, by, prices) ??
        fifoFault(desk, holding, null)));
  if (fault !== undefined) return refuseRequest(desk, fault, symbol);
  const pair = pairOf(desk, symbol, position, by);
  const plans = [pair.first, pair.second];
  const unfunded =
    request.skip_margin_check === true
      ? undefined
      : closingFault(desk, symbol, plans, reasonOf(desk.command));
  if (unfunded !== undefined) return refuseRequest(desk, unfunded, symbol);

  // The checks have passed: from here on there is an order.
  return executePair(desk, pair, position, by, {
    kind: desk.cause.kind,
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
