// Events and answers of trades, made whole: live frames leave out what a client has already.

import type { TradeResult } from '../session/records.js';
import type { AccountChange, EventFrame, LeanChange, TradeAnswer } from './frames.js';
import { wholeResult, wholeRows } from './live-rows.js';

const CAUSE = { source: 'client', dealer: 0, request_id: '' };

const wholeChange = (lean: LeanChange): AccountChange => {
  const { time, result, ...rest } = lean;
  const cause = { ...CAUSE, ...lean.cause };
  const outcome = result && { result: wholeResult(cause.request_id, result) };
  return { ...rest, ...wholeRows(lean, time, result), cause, time, ...outcome };
};

/** An event with whole rows; other events as they are. */
export const wholeEvent = (frame: EventFrame): EventFrame => {
  if (frame.account_seq === undefined) return frame;
  return { ...frame, data: wholeChange(frame.data as LeanChange) };
};

/** A trade request that was answered: its id and kind, and its account. */
interface AnsweredTrade {
  readonly request_id: string;
  readonly kind: string;
  readonly login: number;
}

/** The whole result of a trade, and the events that its answer stands for. */
export const wholeAnswer = (
  { request_id, kind, login }: AnsweredTrade,
  { changes = [], ...lean }: TradeAnswer,
): { readonly result: TradeResult; readonly events: readonly EventFrame[] } => {
  const result = wholeResult(request_id, lean);
  const { done_at, seq } = result;
  const events = changes.map(({ event, account_seq, data }) => {
    const outcome = event === 'trade_result' ? { result } : {};
    const cause = { ...CAUSE, kind, request_id };
    const rows = wholeRows(data, done_at ?? '', lean);
    const whole = { login, ...rows, cause, time: done_at ?? '', ...outcome };
    return { event, account_seq, seq: seq ?? '', data: whole };
  });
  return { result, events };
};
