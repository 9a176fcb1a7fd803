// Requests about positions other than closing at the market: changes of stops, and close by an
// opposite position.

import type { Deal, Order, Position } from '../../wire/trading/records.js';
import { copyPosition } from '../account/copies.js';
import { wrong } from '../account/failed.js';
import { chargesAfter, UNCHARGED } from '../account/order-charges.js';
import type { Execution, Fault, Holding, Turn } from '../account/types.js';
import {
  accessFault,
  accountFault,
  fifoFault,
  kindFault,
  missingPosition,
  quoteFault,
  readPrice,
  sessionFault,
  stopFlagsFault,
} from '../checks/checks.js';
import { closingFault } from '../checks/funds.js';
import { positionFreezeFault, stopsFault, trailFault } from '../checks/price-levels.js';
import { type Charges, chargedTogether } from '../deals/commission.js';
import {
  agentCommands,
  dealOf,
  type FillPlan,
  ledgerAfter,
  orderAfterFill,
  planCharges,
  planFill,
  reduced,
} from '../deals/deals.js';
import { opposite } from '../margin/margin.js';
import { closePrice, pricesOf } from '../margin/money.js';
import { changedTrail, trailedStop } from '../margin/trailing.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import { closingLock, positionLock, sentClose } from '../turn/locks.js';
import {
  explainOf,
  type RequestOf,
  type RequestTurn,
  reasonOf,
  refuseRequest,
} from '../turn/turn.js';
import {
  checkedOrder,
  checkedRequest,
  decideAndRun,
  finish,
  finishWithoutOrder,
  type Handler,
  NO_TERMS,
  refusedOutcome,
  rejectOrder,
  revalidationFault,
} from './checked-request.js';
import { decideHere } from './decide.js';
import { newOrder } from './market.js';
import type { Accepted, CheckedRequest } from './request.js';

/** New stops of a position; undefined = invalid. */
interface Stops {
  readonly sl: number | undefined;
  readonly tp: number | undefined;
  readonly trail_pts: number;
}

/** The stops after a change; stops that the request did not name keep their value (§4.9.7). */
const changedStops = ({ terms, kept }: CheckedRequest, position: Position) => {
  const names = kept.split(' ');
  const { sl, tp, trail_pts } = terms;
  return {
    sl: names.includes('sl') ? position.sl : sl,
    tp: names.includes('tp') ? position.tp : tp,
    trail_pts: names.includes('trail_pts') ? position.trail_pts : trail_pts,
  };
};

/** Would the stops stay the same, given the present trailing stop loss (§4.9.7)? */
const isSame = (turn: Turn, symbol: EngineSymbol, position: Position, to: Stops): boolean => {
  const { side, tp, trail_pts } = position;
  if (to.tp !== tp || to.trail_pts !== trail_pts || to.sl === undefined) return false;
  return trailedStop(symbol, { side, sl: to.sl, trail_pts }, turn.ctx) === position.sl;
};

/** The names of the stops that a change does not mention. */
const keptOf = (request: RequestOf<'modify'>, sl: number): string => {
  const clears = request.sl !== undefined && sl === 0;
  const kept = (['sl', 'tp', 'trail_pts'] as const).filter(
    (name) => request[name] === undefined && !(name === 'trail_pts' && clears),
  );
  return kept.join(' ');
};

/** Checks the position again after a change of its stops had to wait (trading-rules §4.1). */
const changeAgainFault = (turn: Turn, checked: CheckedRequest, prices: GroupPrices): Fault => {
  const position = turn.state.positions.get(checked.position_id);
  if (position === undefined || position.side !== checked.side) return 'trade.position_closed';
  const to = changedStops(checked, position);
  const { sl, tp, trail_pts } = to;
  const close = closePrice(position.side, prices.bid, prices.ask);
  const isDealer = checked.cause.source === 'dealer';
  const newTrail = trail_pts === position.trail_pts ? 0 : trail_pts;
  return (
    revalidationFault(turn, checked, prices, null) ??
    (isSame(turn, checked.symbol, position, to) ? 'trade.no_changes' : undefined) ??
    stopsFault(
      turn,
      checked.symbol,
      position.side,
      sl === position.sl ? 0 : sl,
      tp === position.tp ? 0 : tp,
      close,
      isDealer,
    ) ??
    trailFault(turn, checked.symbol, newTrail, isDealer)
  );
};

const outcomeOf = (checked: CheckedRequest) => ({
  position_id: checked.position_id,
  volume: checked.volume,
});

/** Changes of stops after their checks: executed here, whatever gateway a rule names (§4.3). */
const CHANGING: Handler = {
  waiting: null,
  revalidate: changeAgainFault,
  decide: decideHere,
  execute: (turn, checked) => {
    const position = turn.state.positions.get(checked.position_id) as Position;
    const { sl, tp, trail_pts } = changedStops(checked, position);
    const changed = copyPosition(position);
    changed.trail_pts = trail_pts;
    changed.sl = sl;
    changed.sl = trailedStop(checked.symbol, changed, turn.ctx);
    changed.tp = tp;
    changed.updated_at = turn.now;
    const change = { kind: 'position' as const, cause: checked.cause, positions: [changed] };
    return finish(turn, checked, change, outcomeOf(checked));
  },
  refuse: (turn, checked, declined) =>
    finishWithoutOrder(turn, checked, refusedOutcome(declined, outcomeOf(checked))),
};

/** Changes SL and TP of a position; omitted ones keep their value (trading-rules §4.1). */
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
  const close = closePrice(position.side, prices.bid, prices.ask);
  const fault =
    accessFault(turn, symbol, null) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices) ??
    stopFlagsFault(turn, symbol, newSl, newTp, newTrail) ??
    (isSame(turn, symbol, position, { sl, tp, trail_pts }) ? 'trade.no_changes' : undefined) ??
    stopsFault(turn, symbol, position.side, newSl, newTp, close, turn.dealer) ??
    trailFault(turn, symbol, newTrail, turn.dealer) ??
    (turn.dealer ? undefined : positionFreezeFault(turn, symbol, position, prices)) ??
    positionLock(turn, position.id);
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);
  if (sl === undefined || tp === undefined) return refuseRequest(turn, 'trade.invalid_stops');

  // All checks have passed: from here on the request id is used up.
  const checked = checkedRequest(turn, {
    order_kind: '',
    symbol,
    side: position.side,
    deal_side: position.side,
    volume: position.volume,
    price: 0,
    comment: position.comment,
    order: null,
    terms: { ...NO_TERMS, sl, tp, trail_pts },
    position_id: position.id,
  });
  return decideAndRun(turn, { ...checked, kept: keptOf(request, sl) }, prices, CHANGING);
};

/** Two opposite positions of a symbol, and the plans of their deals (trading-rules §3.14). */
interface OppositePositions {
  readonly symbol: EngineSymbol;
  readonly first: FillPlan;
  readonly second: FillPlan;
}

const pairOf = (
  turn: Turn,
  symbol: EngineSymbol,
  position: Position,
  by: Position,
  volume: number,
): OppositePositions => {
  const price = by.price_open;
  const first = planFill(turn, symbol, opposite(position.side), volume, price, position);
  const second = planFill(turn, symbol, opposite(by.side), volume, price, by);
  return {
    symbol,
    first: { ...first, entry: 'out_by' },
    second: { ...second, entry: 'out_by', profit: 0, profit_raw: 0 },
  };
};

/** The present rows of the positions that a waiting close-by names. */
const namedPair = (
  { state }: Turn,
  checked: CheckedRequest,
): readonly [Position | undefined, Position | undefined] => [
  state.positions.get(checked.position_id),
  state.positions.get(checked.by_position_id),
];

/** Checks both positions again after their close had to wait (trading-rules §2.3, §3.8). */
const pairAgainFault = (turn: Turn, checked: CheckedRequest, prices: GroupPrices): Fault => {
  const [position, by] = namedPair(turn, checked);
  if (position === undefined || by === undefined) return 'trade.position_closed';
  if (position.side === by.side) return 'trade.order_changed';
  if (checked.volume > Math.min(position.volume, by.volume)) return 'trade.invalid_close_volume';
  const { symbol, row } = checked;
  const fault =
    revalidationFault(turn, checked, prices, null) ??
    sentClose(turn, position.id, row?.id) ??
    sentClose(turn, by.id, row?.id);
  if (fault !== undefined || checked.skip_margin_check || !symbol.margin_check_process)
    return fault;
  const { first, second } = pairOf(turn, symbol, position, by, checked.volume);
  return closingFault(turn, symbol, [first, second], checked.reason);
};

const executePair = (turn: Turn, checked: CheckedRequest, { route }: Accepted): Execution => {
  const [position, by] = namedPair(turn, checked) as readonly [Position, Position];
  const { symbol, cause } = checked;
  const order = checked.order as Order;
  const { first, second } = pairOf(turn, symbol, position, by, checked.volume);
  const { reason, comment } = order;
  const facts = { order, reason, comment, cause };
  const charged = planCharges(turn, first, reason);
  const before = chargesAfter(UNCHARGED, charged.bounded);
  const own = [charged, planCharges(turn, second, reason, before)] as const;
  // The first deal takes the charges of both (trading-rules §3.9).
  const charges = chargedTogether(...own);
  const deals: readonly [Deal, Deal] = [
    dealOf(turn, first, facts, charges),
    dealOf(turn, second, facts, { commission: 0, fee: 0 }),
  ];
  const change = {
    kind: 'deal' as const,
    cause,
    ledger: ledgerAfter(turn, deals, charges),
    orders: [orderAfterFill(order, first.volume, first.price, position.id, turn.now)],
    deals,
    positions: [reduced(first, position, turn.now), reduced(second, by, turn.now)],
    explain: { ...explainOf(turn, symbol, route, ''), charges: charges.charged },
    derived: deals.flatMap((deal, at) => agentCommands(turn, deal, own[at] as Charges)),
  };
  return finish(turn, checked, change, {
    order_id: order.id,
    deal_ids: deals.map((deal) => deal.id).join(' '),
    position_id: position.id,
    volume: first.volume,
    price: first.price,
  });
};

/** Close-bys after their checks: executed here without a provider (§4.3). */
const PAIRING: Handler = {
  waiting: 'started',
  revalidate: pairAgainFault,
  decide: decideHere,
  execute: executePair,
  refuse: rejectOrder,
};

/** Closes a position by an opposite one, at the open price of the opposite one (hedging, §3.14). */
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
    const other = `an opposite position of ${position.symbol}`;
    const code = wrong(turn, 'by_position_id', `must be ${other}.`);
    return refuseRequest(turn, code, symbol);
  }
  const holding = turn.state.holdings.get(position.symbol) as Holding;
  const prices = pricesOf(symbol, turn.ctx);
  const fault =
    accessFault(turn, symbol, null) ??
    sessionFault(turn, symbol) ??
    quoteFault(turn, symbol, prices) ??
    (turn.basis.group.netting ? 'trade.invalid_order_kind' : undefined) ??
    kindFault(turn, symbol, 'close_by') ??
    (turn.dealer
      ? undefined
      : (positionFreezeFault(turn, symbol, position, prices) ??
        positionFreezeFault(turn, symbol, by, prices))) ??
    closingLock(turn, position.id) ??
    closingLock(turn, by.id) ??
    (turn.dealer ? undefined : fifoFault(turn, holding, null));
  if (fault !== undefined) return refuseRequest(turn, fault, symbol);
  const volume = Math.min(position.volume, by.volume);
  const { first, second } = pairOf(turn, symbol, position, by, volume);
  const plans = [first, second];
  const unfunded =
    request.skip_margin_check === true
      ? undefined
      : closingFault(turn, symbol, plans, reasonOf(turn.command));
  if (unfunded !== undefined) return refuseRequest(turn, unfunded, symbol);

  // All checks have passed: from here on there is an order.
  const order = newOrder(turn, symbol, 'close_by', first.side, volume, {
    position_id: position.id,
    by_position_id: by.id,
  });
  return decideAndRun(turn, checkedOrder(turn, symbol, order, 0, null), prices, PAIRING);
};

/** The handlers of requests about positions, by kind. */
export const POSITION_HANDLERS = { modify: CHANGING, close_by: PAIRING };
