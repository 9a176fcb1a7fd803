// Joining: in netting a position that a bust opens again is merged into the present position of its
// symbol.

import { plus } from '../../wire/base/amounts.js';
import type { Mutable } from '../../wire/base/object.js';
import type { Cause } from '../../wire/trading/events.js';
import type { Deal, Order, Position, Side } from '../../wire/trading/records.js';
import type { Turn } from '../account/types.js';
import { NO_CHARGES } from '../deals/commission.js';
import { dealOf, type FillPlan, orderAfterFill, planFill, positionAfter } from '../deals/deals.js';
import { opposite } from '../margin/margin.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { closingOrder } from '../triggers/stops.js';

/** The rows of a merge: two orders, two deals, and both positions afterwards. */
interface MergedPosition {
  readonly orders: readonly Order[];
  readonly deals: readonly Mutable<Deal>[];
  readonly positions: readonly Position[];
}

/** A filled market order of reason `correction`, its deal, and the position that it changed. */
interface MergeStep {
  readonly plan: FillPlan;
  readonly order: Order;
  readonly deal: Mutable<Deal>;
  readonly position: Position;
}

/** A deal at the open price of `from`, in the position `target`. */
const mergeStepOf = (
  turn: Turn,
  symbol: EngineSymbol,
  from: Position,
  target: Position,
  side: Side,
  cause: Cause,
): MergeStep => {
  const { volume, price_open: price } = from;
  const planned = planFill(turn, symbol, side, volume, price, target);
  const opens = planned.entry === 'in' || planned.entry === 'inout';
  const plan = opens ? { ...planned, rate_margin: from.rate_margin } : planned;
  const { sl, tp, trail_pts } = target;
  const comment = `position #${from.id}`;
  const order: Order = {
    ...closingOrder(turn, symbol, target, volume, 'correction', comment),
    ...(side === target.side ? { sl, tp, trail_pts } : {}),
    side,
    dealer: cause.dealer,
    request_id: cause.request_id,
    rate_margin: plan.rate_margin,
  };
  const facts = { order, reason: 'correction', comment, cause } as const;
  const deal = dealOf(turn, plan, facts, NO_CHARGES);
  const filled = orderAfterFill(order, volume, price, target.id, turn.now);
  return { plan, order: filled, deal, position: positionAfter(turn, plan, facts) };
};

/**
 * Merges a reopened position into the symbol's present position, at the former's open price. One
 * deal closes it without profit, another adds its volume to the present position, which grows,
 * shrinks or reverses by the rules of netting (trading-rules §3.14, §4.13). Its swap moves
 * too.
 */
export const mergePosition = (
  turn: Turn,
  symbol: EngineSymbol,
  from: Position,
  present: Position,
  cause: Cause,
): MergedPosition => {
  const bare: Position = { ...from, swap: 0 };
  const end = mergeStepOf(turn, symbol, bare, bare, opposite(from.side), cause);
  const met: Position = { ...present, swap: plus(present.swap, from.swap) };
  const enter = mergeStepOf(turn, symbol, bare, met, from.side, cause);
  const { gateway_id, external_id } = from;
  const turned = enter.plan.entry === 'inout';
  const position = turned ? { ...enter.position, gateway_id, external_id } : enter.position;
  return {
    orders: [end.order, enter.order],
    deals: [end.deal, enter.deal],
    positions: [end.position, position],
  };
};
