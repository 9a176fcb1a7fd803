// The present and past rows of one account, for staff: filters and pages of its lists.

import { type Static, Type } from '@sinclair/typebox';
import { Day, Decimal, Id, Named, Uuid, WholeText, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { FENCE } from '../../fields/fence.js';
import { section } from '../../fields/words.js';
import { EXECUTION_ID_MAX, HELD_FILL_ACTIONS } from '../../trading/commands.js';
import { MONEY_ACTIONS } from '../../trading/records.js';
import { HistoryParams, pageOf } from './history.js';
import { DailyShape } from './shapes.js';

const filter = section('Filter');
const filters = section('Filters');
const identity = section('Identity');
const fill = section('Fill');
const result = section('Result');

const { symbol, ...MONEY } = HistoryParams.properties;
const { page, limit } = HistoryParams.properties;

/** A symbol and a page of an account's open trades. */
export const AccountOpenParams = Named('AccountOpenParams', {
  symbol,
  page,
  limit,
  ...FENCE,
});
export type AccountOpenParams = Static<typeof AccountOpenParams>;

/** A period and a page of money operations: all, or the operations of an action. */
export const BalanceHistoryParams = Named('BalanceHistoryParams', {
  action: filter(
    'Action',
    'Kind of money operation; left out = all.',
    Type.Optional(Words(MONEY_ACTIONS)),
  ),
  ...MONEY,
});

/** Dates on the server clock, both inclusive, and a page of daily lines. */
export const DailyParams = Named('DailyParams', {
  from: filters('From', 'First day; omitted = the oldest stored row.', Type.Optional(Day())),
  to: filters('To', 'Last day; omitted = the newest day.', Type.Optional(Day())),
  page,
  limit,
  ...FENCE,
});
export type DailyParams = Static<typeof DailyParams>;

/** A page of daily lines. */
export const DailyPage = pageOf(DailyShape);

/** An order of an account in a path. */
export const AccountOrderPath = Named('AccountOrderPath', {
  login: identity('Account', 'Login of the account.', Id()),
  id: identity('Order', 'Id of the working order.', Id()),
});

/** A deal of an account in a path. */
export const AccountDealPath = Named('AccountDealPath', { login: Id(), id: Id() });

/** A decision on a held fill. */
export const HeldFillBody = Named('HeldFillBody', {
  order_id: fill('Order', 'Id of the working order.', Id()),
  execution_id: fill(
    'Execution',
    'Id of the execution at the provider, as shown in the journal.',
    WholeText(EXECUTION_ID_MAX, 1),
  ),
  action: fill(
    'Action',
    '`book` makes the deal, `bust` leaves the fill out.',
    Words(HELD_FILL_ACTIONS),
  ),
  ...confirmFields,
});

/** A held fill that was decided on, which is on disk as the event `seq`. */
export const HeldFillDecided = Named('HeldFillDecided', {
  login: Type.Integer(),
  request_id: Uuid(),
  order_id: Type.Integer(),
  deal_ids: result('Deals', 'The deal of a fill that was booked.', Type.Array(Type.Integer())),
  repeated: result(
    'Repeated',
    'Did an earlier request with the same key decide on the fill?',
    Type.Boolean(),
  ),
  seq: Type.String(),
});

/** An order that was ended without its provider's word, which is on disk as the event `seq`. */
export const OrderReleased = Named('OrderReleased', {
  login: Type.Integer(),
  request_id: Uuid(),
  order_id: Type.Integer(),
  volume: result('Volume', 'Lots that were open.', Decimal(), 'lots'),
  repeated: result(
    'Repeated',
    'Did an earlier request with the same key end the order?',
    Type.Boolean(),
  ),
  seq: Type.String(),
});
