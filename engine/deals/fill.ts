// The event of an execution: order, deal, position and money in one.

import type { Mutable } from '../../wire/base/object.js';
import type { Deal } from '../../wire/trading/records.js';
import type { Turn } from '../account/types.js';
import type { RoutingResult } from '../settings/routing.js';
import { type Change, explainOf } from '../turn/turn.js';
import {
  agentCommands,
  dealOf,
  type FillFacts,
  type FillPlan,
  fillFresh,
  ledgerAfter,
  planCharges,
  positionAfter,
} from './deals.js';

/** The change that a fill makes, before it is committed. */
interface Executed {
  readonly deal: Deal;
  readonly change: Mutable<Change>;
}

/**
 * Carries a planned fill out as one change. The order of `facts` is filled in place: it is the
 * turn's own, which nobody has seen yet. `trigger` says what reached which level for what the
 * server does by itself; empty otherwise (trading-rules §3.14).
 */
export const execution = (
  turn: Turn,
  plan: FillPlan,
  facts: FillFacts,
  route: RoutingResult | null,
  trigger: string,
): Executed => {
  const charges = planCharges(turn, plan, facts.reason);
  const deal = dealOf(turn, plan, facts, charges);
  const deals = [deal];
  const { volume, price } = plan;
  const explain = explainOf(turn, plan.symbol, route, trigger);
  explain.price_asked = facts.order.price_order;
  explain.charges = charges.charged;
  const change: Mutable<Change> = {
    kind: 'deal',
    cause: facts.cause,
    ledger: ledgerAfter(turn, deals, charges),
    orders: [fillFresh(facts.order, volume, price, deal.position_id, turn.now)],
    deals,
    positions: [positionAfter(turn, plan, facts)],
    remembered: null,
    explain,
    derived: agentCommands(turn, deal, charges),
  };
  return { deal, change };
};
