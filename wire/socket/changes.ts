// What an event of an account changed, as live frames tell it.

import { Type } from '@sinclair/typebox';
import { Named, Words } from '../base/schema.js';
import {
  EventDealShape,
  EventMoneyShape,
  EventOrderShape,
  EventPositionShape,
} from '../rest/trading/shapes.js';
import { REQUEST_KINDS, SOURCES } from '../trading/events.js';
import { LEDGER } from '../trading/records.js';
import { AccountSeq } from './fields.js';

/** The cause of an event of an account. */
export const CauseShape = Named('Cause', {
  kind: Words(REQUEST_KINDS),
  source: Words(SOURCES),
  dealer: Type.Integer({ description: 'Login of the dealer; 0 = none.' }),
  request_id: Type.String({ description: 'Empty for what the server did by itself.' }),
});

/** The rows that an event changed, as they are afterwards, and the money after it. */
export const CHANGED = {
  deals: Type.Array(EventDealShape),
  orders: Type.Array(EventOrderShape),
  positions: Type.Array(EventPositionShape),
  money: EventMoneyShape,
  so_state: Words(LEDGER.so_state.choices),
};

/** An event that an answer stands for, without what the answer says. */
export const ChangeShape = Named('Change', {
  event: Type.String(),
  account_seq: AccountSeq(),
  data: Named('ChangedExecution', CHANGED),
});
