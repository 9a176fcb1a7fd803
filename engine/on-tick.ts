// Processes one tick for one account, in the order of the rules.

import type { AccountEvent } from '../wire/trading/events.js';
import { symbolOf } from './account/basis.js';
import type { AccountState, Context, Holding, Turn } from './account/types.js';
import { isOpen, quoteFault } from './checks/checks.js';
import { pricesOf } from './margin/money.js';
import { activate, triggerStopLimit } from './triggers/activation.js';
import { expireDue } from './triggers/expiry.js';
import { testLevels } from './triggers/levels.js';
import { moveTrailing, triggerStop } from './triggers/stops.js';
import { beginTurn } from './turn/turn.js';

const holdingsOf = (turn: Turn, symbolId: number): readonly Holding[] =>
  [...turn.state.holdings.values()].filter(
    (holding) => symbolOf(turn.basis, holding).id === symbolId,
  );

/**
 * Processes stops, trailing stops, stop-limit triggers and activations of one symbol, for the rows
 * before the tick.
 */
const triggerAll = (turn: Turn, holding: Holding): void => {
  const symbol = symbolOf(turn.basis, holding);
  if (!symbol.offered || !isOpen(turn, symbol)) return;
  if (quoteFault(turn, symbol, pricesOf(symbol, turn.ctx)) !== undefined) return;
  const { orders, positions } = turn.state;
  for (const { id } of [...holding.positions]) {
    const position = positions.get(id);
    if (position !== undefined) triggerStop(turn, symbol, position);
  }
  moveTrailing(turn, symbol, holding.positions);
  const pending = [...holding.orders];
  for (const { id, kind } of pending) {
    const order = orders.get(id);
    if (kind === 'stop_limit' && order !== undefined) triggerStopLimit(turn, symbol, order);
  }
  for (const { id } of pending) {
    const order = orders.get(id);
    if (order !== undefined && order.kind !== 'stop_limit') activate(turn, symbol, order);
  }
};

/**
 * Processes a tick of a symbol for an account: expiry, stops by position id, trailing (supplement
 * §1.4), stop-limit triggers, activations by order id, then margin call and stop-out (trading-rules
 * §4.7). All events have been applied to the state when it returns.
 */
export const onTick = (
  state: AccountState,
  ctx: Context,
  symbolId: number,
): readonly AccountEvent[] => {
  const turn = beginTurn(state, ctx);
  const holdings = holdingsOf(turn, symbolId);
  for (const holding of holdings) expireDue(turn, holding.orders);
  for (const holding of holdings) triggerAll(turn, holding);
  testLevels(turn);
  return turn.events;
};
