// What one account has and had, for staff: filters and pages of its lists.

import { type Static, Type } from '@sinclair/typebox';
import { Day, Decimal, Id, Named, Uuid, WholeText, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { FENCE } from '../../fields/fence.js';
import { EXECUTION_ID_MAX, HELD_FILL_ACTIONS } from '../../trading/commands.js';
import { MONEY_ACTIONS } from '../../trading/records.js';
import { HistoryParams, pageOf } from './history.js';
import { DailyShape } from './shapes.js';

const { symbol, ...MONEY } = HistoryParams.properties;
const { page, limit } = HistoryParams.properties;

/** A symbol and a page of what an account has open. */
export const AccountOpenParams = Named('AccountOpenParams', {
  symbol,
  page,
  limit,
  ...FENCE,
});
export type AccountOpenParams = Static<typeof AccountOpenParams>;

/** A period and a page of money operations: all, or those of an action. */
export const BalanceHistoryParams = Named('BalanceHistoryParams', {
  action: Type.Optional(Words(MONEY_ACTIONS)),
  ...MONEY,
});

/** Dates on the server clock, both inclusive, and a page of daily lines. */
export const DailyParams = Named('DailyParams', {
  from: Type.Optional(Day()),
  to: Type.Optional(Day()),
  page,
  limit,
  ...FENCE,
});
export type DailyParams = Static<typeof DailyParams>;

/** A page of daily lines. */
export const DailyPage = pageOf(DailyShape);

/** An order of an account in a path. */
export const AccountOrderPath = Named('AccountOrderPath', { login: Id(), id: Id() });

/** A deal of an account in a path. */
export const AccountDealPath = Named('AccountDealPath', { login: Id(), id: Id() });

/** A decision on a held fill. */
export const HeldFillBody = Named('HeldFillBody', {
  order_id: Id(),
  /** The provider's id of the execution, as the journal shows it. */
  execution_id: WholeText(EXECUTION_ID_MAX, 1),
  /** `book`: a deal at the provider's price; `bust`: it is never booked. */
  action: Words(HELD_FILL_ACTIONS),
  ...confirmFields,
});

/** A held fill that was decided on, which is on disk as the event `seq`. */
export const HeldFillDecided = Named('HeldFillDecided', {
  login: Type.Integer(),
  request_id: Uuid(),
  order_id: Type.Integer(),
  /** The deal of a fill that was booked. */
  deal_ids: Type.Array(Type.Integer()),
  /** Was it decided on by an earlier request of the same key? */
  repeated: Type.Boolean(),
  seq: Type.String(),
});

/** An order that was ended without its provider's word, which is on disk as the event `seq`. */
export const OrderReleased = Named('OrderReleased', {
  login: Type.Integer(),
  request_id: Uuid(),
  order_id: Type.Integer(),
  /** Lots that were open. */
  volume: Decimal(),
  /** Was it ended by an earlier request of the same key? */
  repeated: Type.Boolean(),
  seq: Type.String(),
});
