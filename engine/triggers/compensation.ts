// Compensation of a negative balance after a stop-out (trading-rules §3.13).

import type { Action } from '../../wire/trading/records.js';
import type { Turn } from '../account/types.js';
import { ledgerWith, moneyDeal } from '../deals/payments.js';
import { addEvent, serverCause } from '../turn/turn.js';

const pay = (turn: Turn, action: Action, amount: number): void => {
  const deal = moneyDeal(turn, action, amount, { reason: 'so' });
  const cause = serverCause('stopout_position');
  const ledger = ledgerWith(turn, turn.state.ledger, deal);
  addEvent(turn, { kind: 'deal', cause, deals: [deal], ledger });
};

/** Compensates a negative balance after a stop-out close that leaves no position (§3.13). */
export const compensate = (turn: Turn): void => {
  const { so_compensation, so_compensation_credit } = turn.basis.group.record;
  const { balance, credit } = turn.state.ledger;
  if (!so_compensation || balance >= 0 || turn.state.positions.size > 0) return;
  pay(turn, 'so_compensation', -balance);
  if (so_compensation_credit && credit > 0) pay(turn, 'so_compensation_credit', -credit);
};
