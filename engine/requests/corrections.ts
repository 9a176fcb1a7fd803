// Corrections: what changes a position or the ledger without a deal.

import { emptyRow } from '../../wire/base/field-table.js';
import type { Mutable } from '../../wire/base/object.js';
import { formatExact, parseScaled } from '../../wire/base/scale.js';
import type { LedgerCorrectCommand, PositionDeleteCommand } from '../../wire/trading/commands.js';
import type { Cause } from '../../wire/trading/events.js';
import { CORRECTION, type Correction, type Position } from '../../wire/trading/records.js';
import { copyLedger } from '../account/copies.js';
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
  balance: 0,
  credit: 0,
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

/** A refusal that no code of trading tells. */
const conflict = (turn: Turn, request_id: string, message: string): Execution => {
  const refused = { code: 'conflict', message } as const;
  const result = resultOf(turn, request_id, undefined, { ...refused, status: 'rejected' });
  return { ok: false, ...refused, result };
};

/**
 * Sets balance and credit to the sums of the account's deals. Refused with `conflict` when they are
 * that already, or when the account had an event since the deals were summed up.
 */
export const correctLedger = (turn: Turn, command: LedgerCorrectCommand): Execution => {
  const { request_id, account_seq, dealer } = command;
  const { login, ledger, switches } = turn.state;
  const { currency_digits: digits } = turn.basis.group.record;
  if (switches.archived) return refusal(turn, request_id, 'trade.disabled');
  if (ledger.account_seq !== account_seq) {
    return conflict(turn, request_id, 'The account changed meanwhile; try again.');
  }
  const balance = parseScaled(command.balance, digits);
  const credit = parseScaled(command.credit, digits);
  if (balance === undefined || credit === undefined) {
    return refusal(turn, request_id, 'trade.limit_money');
  }
  if (balance === ledger.balance && credit === ledger.credit) {
    return conflict(turn, request_id, 'Balance and credit are the sums of the deals.');
  }

  // All checks have passed: from here on the request id is used up.
  const after = copyLedger(ledger);
  after.balance = balance;
  after.credit = credit;
  const correction: Correction = {
    ...emptyRow(CORRECTION),
    id: turn.ctx.nextDealId(),
    request_id,
    kind: 'ledger',
    login,
    dealer,
    at: turn.now,
    currency_digits: digits,
    balance: balance - ledger.balance,
    credit: credit - ledger.credit,
  };
  const change = (from: number, to: number): string =>
    `${formatExact(from, digits, digits)} to ${formatExact(to, digits, digits)}`;
  const text =
    `balance corrected from ${change(ledger.balance, balance)}, ` +
    `credit from ${change(ledger.credit, credit)}`;
  const result = resultOf(turn, request_id, undefined, {});
  const digest = digestOf({ op: 'ledger_correct' });
  commit(turn, {
    kind: 'correction',
    cause: { kind: 'ledger_correct', source: 'dealer', dealer, request_id },
    ledger: after,
    correction,
    journal: [{ kind: 'account', login, text }],
    remembered: { request_id, digest, result },
  });
  return { ok: true, events: turn.events, result };
};
