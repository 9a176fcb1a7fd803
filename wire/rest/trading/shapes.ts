// API schemas of trading records, derived from the field tables.

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { FieldTable, FieldType } from '../../base/field-table.js';
import { Decimal, Strict, TimeOrNull, Words } from '../../base/schema.js';
import {
  CLOSED_POSITION,
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
const rowShape = (table: FieldTable, more: Record<string, TSchema> = {}): TObject => {
  const members = Object.entries(table).map(([name, type]) => [name, shapeOf(type)]);
  return Strict({ ...(Object.fromEntries(members) as Record<string, TSchema>), ...more });
};

/** Live money of an account. */
export const MoneyShape = rowShape(MONEY);
/** A deal. */
export const DealShape = rowShape(DEAL);
/** An order of the history. */
export const OrderShape = rowShape(ORDER);
/** A working order with the price that may trigger it. */
export const OpenOrderShape = rowShape(ORDER, { price_current: Decimal() });
/** A position as stored. */
export const PositionShape = rowShape(POSITION);
/** An open position with its live values; `margin` is informative. */
export const OpenPositionShape = rowShape(POSITION, {
  group: Type.String(),
  price_current: Decimal(),
  profit: Decimal(),
  margin: Decimal(),
});
/** A closed position. */
export const ClosedPositionShape = rowShape(CLOSED_POSITION);

const { digits: _digits, ...resultFields } = TRADE_RESULT;

/** The outcome of a trade request. `seq` is null when nothing was done. */
export const TradeResultShape = Strict({
  ...(rowShape(resultFields).properties as Record<string, TSchema>),
  status: Words(RESULT_STATUS.choices),
  order_id: IntOrNull(),
  deal_ids: Type.Array(Type.Integer()),
  position_id: IntOrNull(),
  seq: Type.Union([Type.String(), Type.Null()]),
  repeated: Type.Boolean(),
});
