// The event of an execution: order, deal, position and money in one.

import type { Deal } from '../wire/records.js';
import { type FillFacts, type FillPlan, fillOf } from './deals.js';
import type { Route } from './routing.js';
import { type Change, explainOf, type Turn } from './turn.js';

/** The change that a fill makes, before it is committed. */
export interface Executed {
  readonly deal: Deal;
  readonly change: Change;
}

/**
 * Carries a planned fill out as one change. `trigger` says what reached which level for what the
 * server does by itself; empty otherwise.
 */
export const execution = (
  turn: Turn,
  plan: FillPlan,
  facts: FillFacts,
  route: Route | null,
  trigger: string,
): Executed => {
  const filled = fillOf(turn, plan, facts, explainOf(turn, plan.symbol, route, trigger));
  return {
    deal: filled.deal,
    change: {
      kind: 'deal',
      cause: facts.cause,
      ledger: filled.ledger,
      orders: [filled.order],
      deals: [filled.deal],
      positions: [filled.position],
      explain: filled.explain,
      derived: filled.derived,
    },
  };
};
