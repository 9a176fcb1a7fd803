// What an event of an account changed, as live frames have it.

import { Type } from '@sinclair/typebox';
import { Named, Time, Words } from '../base/schema.js';
import {
  CauseShape,
  EventDealShape,
  EventMoneyShape,
  EventOrderShape,
  EventPositionShape,
} from '../rest/trading/shapes.js';
import { LEDGER } from '../trading/records.js';
import { AccountSeq } from './fields.js';

const none = { default: [] };

/** The rows that an event changed, as they are afterwards, and the money after it. */
export const CHANGED = {
  money: EventMoneyShape,
  so_state: Type.Optional({ ...Words(LEDGER.so_state.choices), default: 'none' }),
  deals: Type.Optional(Type.Array(EventDealShape, none)),
  orders: Type.Optional(Type.Array(EventOrderShape, none)),
  positions: Type.Optional(Type.Array(EventPositionShape, none)),
};

/** An event that an answer stands for; its `seq` is that of the answer. */
export const ChangeShape = Named('Change', {
  event: Type.String(),
  account_seq: AccountSeq(),
  data: Named('ChangedExecution', { ...CHANGED, cause: CauseShape, time: Time() }),
});
