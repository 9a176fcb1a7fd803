// Corrections: what changes a position without a deal.

import type { Mutable } from '../../wire/base/object.js';
import type { PositionDeleteCommand } from '../../wire/trading/commands.js';
import type { Cause } from '../../wire/trading/events.js';
import type { Correction, Position } from '../../wire/trading/records.js';
import type { Execution, Fault, Turn } from '../account/types.js';
import { missingPosition } from '../checks/checks.js';
import { digestOf } from '../turn/digest.js';
import { positionLock } from '../turn/locks.js';
import { commit, refusal, resultOf } from '../turn/turn.js';

/** Refuses while a request waits or an order works that concerns the position (supplement §4.2). */
const underWayFault = (turn: Turn, id: number): Fault => {
  for (const { position_id, by_position_id } of turn.state.orders.values()) {
    if (position_id === id || by_position_id === id) return 'trade.locked';
  }
  return positionLock(turn, id);
};

const correctionOf = (turn: Turn, command: PositionDeleteCommand, row: Position): Correction => ({
  id: turn.ctx.nextDealId(),
  request_id: command.request_id,
  kind: 'position_delete',
  position_id: row.id,
  login: row.login,
  symbol: row.symbol,
  side: row.side,
  volume: row.volume,
  dealer: command.dealer,
  at: turn.now,
  swap: row.swap,
  currency_digits: row.currency_digits,
});

/** Deletes a position without a deal: the balance does not move (supplement §4). */
export const deletePosition = (turn: Turn, command: PositionDeleteCommand): Execution => {
  const { request_id, position_id, dealer } = command;
  const { state, basis } = turn;
  if (!state.switches.enabled) return refusal(turn, request_id, 'trade.disabled');
  const position = state.positions.get(position_id);
  if (position === undefined) {
    return refusal(turn, request_id, missingPosition(turn, position_id));
  }
  const symbol = basis.group.held(position.symbol);
  const fault = underWayFault(turn, position_id);
  if (fault !== undefined) return refusal(turn, request_id, fault, symbol);

  // All checks have passed: from here on the request id is used up.
  const gone: Mutable<Position> = { ...position };
  gone.volume = 0;
  gone.swap = 0;
  gone.closed = true;
  gone.updated_at = turn.now;
  const cause: Cause = { kind: 'position_delete', source: 'dealer', dealer, request_id };
  const result = resultOf(turn, request_id, symbol, { position_id, volume: position.volume });
  commit(turn, {
    kind: 'correction',
    cause,
    positions: [gone],
    correction: correctionOf(turn, command, position),
    remembered: { request_id, digest: digestOf(command), result },
  });
  return { ok: true, events: turn.events, result };
};
