// The changes by an event of an account, in the form of live frames.

import { Type } from '@sinclair/typebox';
import { Named, Time, Words } from '../base/schema.js';
import { section } from '../fields/words.js';
import {
  CauseShape,
  EventDealShape,
  EventMoneyShape,
  EventOrderShape,
  EventPositionShape,
} from '../rest/trading/shapes.js';
import { LEDGER } from '../trading/records.js';
import { AccountSeq } from './fields.js';

const rows = section('Rows');
const cause = section('Cause');
const event = section('Event');

const none = { default: [] };

/** The rows that an event changed, as they are afterwards, the money after it, and its cause. */
export const CHANGED = {
  money: rows('Money', 'Money of the account afterwards.', EventMoneyShape),
  so_state: rows(
    'Stop-out state',
    'Is the account in a margin call or a stop-out?',
    Type.Optional({ ...Words(LEDGER.so_state.choices), default: 'none' }),
  ),
  deals: rows(
    'Deals',
    'The deals that were made; a deal that was taken back has its new row.',
    Type.Optional(Type.Array(EventDealShape, none)),
  ),
  orders: rows(
    'Orders',
    'The orders that changed, as they are now.',
    Type.Optional(Type.Array(EventOrderShape, none)),
  ),
  positions: rows(
    'Positions',
    'The positions that changed, as they are now.',
    Type.Optional(Type.Array(EventPositionShape, none)),
  ),
  cause: cause('Cause', 'Cause.', CauseShape),
  time: cause('Time', 'Time of the event.', Time()),
};

/** An event that an answer stands for; its `seq` is the answer's. */
export const ChangeShape = Named('Change', {
  event: event(
    'Event',
    'Name of the event for which the answer stands: `deal`, `order` …',
    Type.String(),
  ),
  account_seq: AccountSeq(),
  data: event(
    'Data',
    'The rows that the event changed, and the money afterwards.',
    Named('ChangedExecution', CHANGED),
  ),
});
