// Stop loss and take profit: when they are reached, the close that follows, and trailing.

import { emptyRow } from '../wire/fields.js';
import { ORDER, type Order, type Position, type Reason } from '../wire/records.js';
import { formatExact, PRICE_EXTRA } from '../wire/scale.js';
import { accessFault, type Prices } from './checks.js';
import { planFill } from './deals.js';
import { type Ask, decideServer } from './decide.js';
import { execution } from './fill.js';
import { closingFault } from './funds.js';
import { opposite } from './margin.js';
import { pricesOf } from './money.js';
import type { EngineSymbol } from './symbols.js';
import { trailedStop } from './trailing.js';
import { commit, serverCause, type Turn } from './turn.js';

const NO_ORDER: Order = emptyRow(ORDER);

/** The market order by which the server closes a position; its id is taken here. */
export const closingOrder = (
  turn: Turn,
  symbol: EngineSymbol,
  position: Position,
  volume: number,
  reason: Reason,
  comment: string,
): Order => ({
  ...NO_ORDER,
  id: turn.ctx.nextOrderId(),
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

/** Which stop of a position is reached; both reached is the stop loss (trading-rules §4.7). */
const reachedStop = (position: Position, prices: Prices): 'sl' | 'tp' | null => {
  const { sl, tp } = position;
  if (position.side === 'buy') {
    if (sl !== 0 && prices.bid <= sl) return 'sl';
    return tp !== 0 && prices.bid >= tp ? 'tp' : null;
  }
  if (sl !== 0 && prices.ask >= sl) return 'sl';
  return tp !== 0 && prices.ask <= tp ? 'tp' : null;
};

/** Closes a position whose stop is reached; what cannot execute stays and triggers again (§4.7). */
export const triggerStop = (turn: Turn, symbol: EngineSymbol, position: Position): void => {
  const prices = pricesOf(symbol, turn.ctx);
  const reached = reachedStop(position, prices);
  if (reached === null || accessFault(turn, symbol, null) !== undefined) return;
  const level = position[reached];
  const deal_side = opposite(position.side);
  const comment = `${reached} ${formatExact(level, symbol.digits + PRICE_EXTRA, symbol.digits)}`;
  const ask: Ask = {
    kind: reached,
    order_kind: 'market',
    symbol,
    side: position.side,
    deal_side,
    volume: position.volume,
    price: level,
    deviation_pts: 0,
    comment: position.comment,
  };
  const decision = decideServer(turn, ask, prices);
  if (!decision.ok) return;
  const plan = planFill(turn, symbol, deal_side, position.volume, decision.price, position);
  if (symbol.margin_check_sltp && closingFault(turn, symbol, [plan], reached) !== undefined) return;
  const order = closingOrder(turn, symbol, position, position.volume, reached, comment);
  const facts = { order, reason: reached, comment, cause: serverCause(reached) };
  const { change } = execution(turn, plan, facts, decision.route, comment);
  if (change.explain) change.explain.price_asked = level;
  commit(turn, change);
};

/** Moves the trailing stops that the market has left behind, in one event (engine/README.md §1). */
export const moveTrailing = (
  turn: Turn,
  symbol: EngineSymbol,
  positions: readonly Position[],
): void => {
  const moved: Position[] = [];
  for (const position of positions) {
    if (position.trail_pts === 0) continue;
    const sl = trailedStop(symbol, position, turn.ctx);
    if (sl !== position.sl) moved.push({ ...position, sl, updated_at: turn.now });
  }
  if (moved.length === 0 || accessFault(turn, symbol, null) !== undefined) return;
  commit(turn, { kind: 'position', cause: serverCause('trail'), positions: moved });
};
