// API schemas of trading records, derived from the field tables.

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { FieldTable, FieldType } from '../../base/field-table.js';
import { Decimal, Named, TimeOrNull, Words } from '../../base/schema.js';
import {
  CLOSED_POSITION,
  CORRECTION,
  DEAL,
  MONEY,
  ORDER,
  POSITION,
  RESULT_STATUS,
  TRADE_RESULT,
} from '../../trading/records.js';

const IntOrNull = () => Type.Union([Type.Integer(), Type.Null()]);

const shapeOf = (type: FieldType): TSchema => {
  if (typeof type !== 'string') return Words(type.choices);
  switch (type) {
    case 'int':
      return Type.Integer();
    case 'text':
      return Type.String();
    case 'bool':
      return Type.Boolean();
    case 'time':
      return TimeOrNull();
    case 'object':
      return Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]));
    default:
      return Decimal();
  }
};

/** The schema of a record's rows as clients see them, with further members. */
const rowShape = (
  title: string,
  table: FieldTable,
  more: Record<string, TSchema> = {},
): TObject => {
  const members = Object.entries(table).map(([name, type]) => [name, shapeOf(type)]);
  return Named(title, { ...(Object.fromEntries(members) as Record<string, TSchema>), ...more });
};

/** Live money of an account. */
export const MoneyShape = rowShape('Money', MONEY);
/** Live money of an account as its event shows it. */
export const LiveMoneyShape = rowShape('LiveMoney', MONEY, {
  login: Type.Integer(),
  account_seq: Type.Integer({
    description: 'Number of the newest event of the account, which the money includes.',
  }),
});
/** A deal. */
export const DealShape = rowShape('Deal', DEAL);
/** An order of the history. */
export const OrderShape = rowShape('Order', ORDER);
/** A working order with the price that may trigger it. */
export const OpenOrderShape = rowShape('OpenOrder', ORDER, { price_current: Decimal() });
/** A position as stored. */
export const PositionShape = rowShape('Position', POSITION);
/** A position as events show it: as stored, with the group of its account. */
export const EventPositionShape = rowShape('EventPosition', POSITION, { group: Type.String() });
/** An open position with its live values; `margin` is informative. */
export const OpenPositionShape = rowShape('OpenPosition', POSITION, {
  group: Type.String(),
  price_current: Decimal(),
  profit: Decimal(),
  margin: Decimal(),
});
/** A closed position. */
export const ClosedPositionShape = rowShape('ClosedPosition', CLOSED_POSITION);
/** A correction. */
export const CorrectionShape = rowShape('Correction', CORRECTION);

/** An account's own switches and terms. */
const AccountShape = Named('AccountTerms', {
  login: Type.Integer(),
  name: Type.String(),
  group: Type.String(),
  enabled: Type.Boolean(),
  trading_enabled: Type.Boolean(),
  leverage: Type.Integer(),
  currency: Type.String(),
  margin_mode: Words(['netting', 'hedging'] as const),
});

/** One consistent picture of an account. */
export const AccountPicture = Named('AccountPicture', {
  account: AccountShape,
  money: MoneyShape,
  positions: Type.Array(OpenPositionShape),
  orders: Type.Array(OpenOrderShape),
  account_seq: Type.Integer(),
  seq: Type.String(),
});

const { digits: _digits, ...resultFields } = TRADE_RESULT;

/** The outcome of a trade request. `seq` is null when nothing was done. */
export const TradeResultShape = Named('TradeResult', {
  ...(rowShape('TradeResult', resultFields).properties as Record<string, TSchema>),
  status: Words(RESULT_STATUS.choices),
  order_id: IntOrNull(),
  deal_ids: Type.Array(Type.Integer()),
  position_id: IntOrNull(),
  seq: Type.Union([Type.String(), Type.Null()]),
  repeated: Type.Boolean(),
});
