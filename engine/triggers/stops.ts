// Stop loss and take profit: when they are reached, the close, and trailing.

import { emptyRow } from '../../wire/base/field-table.js';
import { formatExact, PRICE_EXTRA } from '../../wire/base/scale.js';
import { ORDER, type Order, type Position, type Reason } from '../../wire/trading/records.js';
import { copyPosition } from '../account/copies.js';
import type { Execution, Turn } from '../account/types.js';
import { accessFault } from '../checks/checks.js';
import { closingFault } from '../checks/funds.js';
import { execution, type FillPlan, planFill } from '../deals/deals.js';

import { opposite } from '../margin/margin.js';
import { pricesOf } from '../margin/money.js';
import { trailedStop } from '../margin/trailing.js';
import {
  decideAndRun,
  finish,
  finishWithoutOrder,
  type Handler,
  positionRevalidationFault,
  serverRequest,
} from '../requests/checked-request.js';
import { dealPrice, decideServer } from '../requests/decide.js';
import type { Accepted, CheckedRequest } from '../requests/request.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import { isHeld } from '../turn/locks.js';
import { addEvent, serverCause } from '../turn/turn.js';

const NO_ORDER: Order = emptyRow(ORDER);

/**
 * The market order with which the server closes a position (§4.7); its id was reserved, or is new.
 */
export const closingOrder = (
  turn: Turn,
  symbol: EngineSymbol,
  position: Position,
  volume: number,
  reason: Reason,
  comment: string,
  id: number = turn.ctx.nextOrderId(),
): Order => ({
  ...NO_ORDER,
  id,
  login: position.login,
  symbol: position.symbol,
  kind: 'market',
  side: opposite(position.side),
  state: 'started',
  volume_initial: volume,
  volume_current: volume,
  position_id: position.id,
  reason,
  comment,
  contract_size: symbol.contract_size,
  digits: symbol.digits,
  currency_digits: position.currency_digits,
  created_at: turn.now,
});

/** The stop of a position that is reached; if both are, the stop loss (trading-rules §4.7). */
const reachedStop = (position: Position, prices: GroupPrices): 'sl' | 'tp' | null => {
  const { sl, tp } = position;
  if (position.side === 'buy') {
    if (sl !== 0 && prices.bid <= sl) return 'sl';
    return tp !== 0 && prices.bid >= tp ? 'tp' : null;
  }
  if (sl !== 0 && prices.ask >= sl) return 'sl';
  return tp !== 0 && prices.ask <= tp ? 'tp' : null;
};

/** The order that closes a position whose stop is reached, for its present volume. */
const stopOrder = (turn: Turn, checked: CheckedRequest, id?: number): Order => {
  const { symbol, price } = checked;
  const position = turn.state.positions.get(checked.position_id) as Position;
  const reason = checked.kind as 'sl' | 'tp';
  const level = formatExact(price, symbol.digits + PRICE_EXTRA, symbol.digits);
  const comment = `${reason} ${level}`;
  return closingOrder(turn, symbol, position, position.volume, reason, comment, id);
};

/**
 * Leaves the position open if the margin check refuses its close (§3.8); undefined = the check
 * passes.
 */
const leaveUnfunded = (
  turn: Turn,
  checked: CheckedRequest,
  plan: FillPlan,
): Execution | undefined => {
  const { symbol } = checked;
  if (!symbol.margin_check_sltp) return undefined;
  const fault = closingFault(turn, symbol, [plan], checked.kind as 'sl' | 'tp');
  return fault === undefined ? undefined : finishWithoutOrder(turn, checked, {});
};

const stopPlan = (
  turn: Turn,
  { symbol, deal_side, position_id }: CheckedRequest,
  price: number,
): FillPlan => {
  const position = turn.state.positions.get(position_id) as Position;
  return planFill(turn, symbol, deal_side, position.volume, price, position);
};

/** Closes the whole position with its present volume (trading-rules §4.7). */
const executeStop = (
  turn: Turn,
  checked: CheckedRequest,
  { route, price }: Accepted,
): Execution => {
  const { cause, row } = checked;
  const reason = checked.kind as 'sl' | 'tp';
  const plan = stopPlan(turn, checked, price);
  const left = leaveUnfunded(turn, checked, plan);
  if (left !== undefined) return left;
  const made = stopOrder(turn, checked, row?.id);
  const { comment } = made;
  const order = cause.dealer === 0 ? made : { ...made, dealer: cause.dealer };
  const { change } = execution(turn, plan, { order, reason, comment, cause }, route, comment);
  if (change.explain) change.explain.price_asked = checked.price;
  return finish(turn, checked, change, {});
};

/**
 * Stops that are reached. If the close cannot be executed, the stop stays and triggers again (§4.3,
 * §4.7).
 */
export const STOPPING: Handler = {
  waiting: null,
  revalidate: positionRevalidationFault,
  decide: decideServer,
  execute: executeStop,
  beforeSending: (turn, checked) => {
    const market = dealPrice(checked.deal_side, pricesOf(checked.symbol, turn.ctx));
    return leaveUnfunded(turn, checked, stopPlan(turn, checked, market));
  },
  refuse: (turn, checked) => finishWithoutOrder(turn, checked, {}),
  start: stopOrder,
};

/**
 * Closes a position whose stop is reached, unless a request about it is in progress (trading-rules
 * §4.7).
 */
export const triggerStop = (turn: Turn, symbol: EngineSymbol, position: Position): void => {
  const prices = pricesOf(symbol, turn.ctx);
  const reached = reachedStop(position, prices);
  if (reached === null || accessFault(turn, symbol, null) !== undefined) return;
  if (isHeld(turn.state, position.id)) return;
  const ask = {
    kind: reached,
    order_kind: 'market' as const,
    symbol,
    side: position.side,
    deal_side: opposite(position.side),
    volume: position.volume,
    price: position[reached],
    comment: position.comment,
  };
  decideAndRun(turn, serverRequest(ask, null, position.id, reached), prices, STOPPING);
};

/** Moves the trailing stops that the market has moved away from, in one event (§4.9). */
export const moveTrailing = (
  turn: Turn,
  symbol: EngineSymbol,
  positions: readonly Position[],
): void => {
  const moved: Position[] = [];
  for (const position of positions) {
    if (position.trail_pts === 0) continue;
    const sl = trailedStop(symbol, position, turn.ctx);
    if (sl === position.sl) continue;
    const row = copyPosition(position);
    row.sl = sl;
    row.updated_at = turn.now;
    moved.push(row);
  }
  if (moved.length === 0 || accessFault(turn, symbol, null) !== undefined) return;
  addEvent(turn, { kind: 'position', cause: serverCause('trail'), positions: moved });
};
