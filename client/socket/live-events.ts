// Events and answers of trades with whole rows.

import type { TradeResult } from '../session/records.js';
import type { AccountChange, EventFrame, LeanChange, TradeAnswer } from './frames.js';
import { wholeRows } from './live-rows.js';

/** An event with whole rows; events that are no change of an account as they are. */
export const wholeEvent = (frame: EventFrame): EventFrame => {
  if (frame.account_seq === undefined || frame.seq === undefined) return frame;
  const lean = frame.data as LeanChange;
  const data: AccountChange = { ...lean, ...wholeRows(lean) };
  return { ...frame, data };
};

/** The answer to a trade, in its parts. */
export interface WholeAnswer {
  readonly result: TradeResult;
  /** The events for which the answer stands; this socket does not get them again. */
  readonly events: readonly EventFrame<AccountChange>[];
}

/**
 * The parts of the answer to `trade` or `trade_status`: the result, and the events for which the
 * answer stands, with whole rows. `login` is the account that asked.
 */
export const wholeAnswer = (
  login: number,
  { changes = [], ...result }: TradeAnswer,
): WholeAnswer => {
  const events = changes.map(({ event, account_seq, data: lean }) => {
    const data = { login, ...lean, ...wholeRows(lean) };
    const outcome = event === 'trade_result' ? { result } : {};
    return { event, account_seq, seq: result.seq ?? '', data: { ...data, ...outcome } };
  });
  return { result, events };
};
