// API schemas of trading records, derived from the field tables.

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { FieldTable, FieldType } from '../../base/field-table.js';
import { Decimal, Named, PriceOrNull, Time, TimeOrNull, Words } from '../../base/schema.js';
import { DAILY, DAY_SUMS } from '../../trading/daily.js';
import { FIGURES } from '../../trading/figures.js';
import {
  CAUSE,
  LIVE_CAUSE,
  LIVE_DEAL,
  LIVE_MONEY,
  LIVE_ORDER,
  LIVE_POSITION,
  type LiveFields,
  liveDefaultOf,
} from '../../trading/live-fields.js';
import { WAITING_REQUEST } from '../../trading/queued.js';
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

/** Where a request came from; a member that does not apply is left out. */
const TradeOriginShape = Named('TradeOrigin', {
  terminal: Type.Optional(Type.String()),
  ip: Type.Optional(Type.String()),
  session: Type.Optional(Type.String()),
  dealer: Type.Optional(Type.Integer()),
});

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
      return TradeOriginShape;
    case 'price':
    case 'average':
      return PriceOrNull();
    default:
      return Decimal();
  }
};

/** Prices that every row has. */
const GIVEN_PRICES: readonly string[] = ['price_open', 'price_close'];

const memberShape = (name: string, type: FieldType): TSchema =>
  GIVEN_PRICES.includes(name) ? Decimal() : shapeOf(type);

/** The schema of a record's rows as clients see them, with further members. */
const rowShape = (
  title: string,
  table: FieldTable,
  more: Record<string, TSchema> = {},
): TObject => {
  const members = Object.entries(table).map(([name, type]) => [name, memberShape(name, type)]);
  return Named(title, { ...(Object.fromEntries(members) as Record<string, TSchema>), ...more });
};

/** The schema of a record's rows in live frames: a field that is left out has its default. */
const liveShape = (title: string, table: FieldTable, live: LiveFields): TObject => {
  const { always, never } = live;
  const others = Object.entries(table).filter(
    ([name]) => !always.includes(name) && !never.includes(name),
  );
  const members = [
    ...always.map((name) => [name, memberShape(name, table[name] as FieldType)] as const),
    ...others.map(([name, type]) => {
      const shape = { ...memberShape(name, type), default: liveDefaultOf(type) };
      return [name, Type.Optional(shape)] as const;
    }),
  ];
  return Named(title, Object.fromEntries(members) as Record<string, TSchema>);
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
/** An order. */
export const OrderShape = rowShape('Order', ORDER);
/** An order with the cause of the event that ended it; null while it works. */
export const EndedOrderShape = rowShape('EndedOrder', ORDER, {
  cause: Type.Union([rowShape('OrderCause', CAUSE), Type.Null()]),
});
/** A working order with the price that may trigger it. */
export const OpenOrderShape = rowShape('OpenOrder', ORDER, { price_current: PriceOrNull() });
/** A position as stored. */
export const PositionShape = rowShape('Position', POSITION);
/** Deals, orders, positions and money as events show them. */
export const EventDealShape = liveShape('EventDeal', DEAL, LIVE_DEAL);
export const EventOrderShape = liveShape('EventOrder', ORDER, LIVE_ORDER);
export const EventPositionShape = liveShape('EventPosition', POSITION, LIVE_POSITION);
export const EventMoneyShape = liveShape('EventMoney', MONEY, LIVE_MONEY);
/** The cause of an event. */
export const CauseShape = liveShape('Cause', CAUSE, LIVE_CAUSE);
/** An open position with its live values; `margin` is informative. */
export const OpenPositionShape = rowShape('OpenPosition', POSITION, {
  group: Type.String(),
  price_current: PriceOrNull(),
  profit: Decimal(),
  margin: Decimal(),
});
/** A closed position. */
export const ClosedPositionShape = rowShape('ClosedPosition', CLOSED_POSITION);
/** A trading day of an account. */
export const DailyShape = rowShape('DailyRow', DAILY);
/** A request that waits for dealers. */
export const WaitingRequestShape = rowShape('WaitingRequest', WAITING_REQUEST, {
  group: Type.String(),
});
/** A correction. */
export const CorrectionShape = rowShape('Correction', CORRECTION);

const STATE_DECIMALS = [
  'margin_call',
  'stop_out',
  'so_level',
  'so_equity',
  'so_margin',
  'commission_blocked',
  'profit_blocked',
  'interest_accrued',
  'balance_prev_day',
  'balance_prev_month',
  'equity_prev_day',
  'equity_prev_month',
] as const;

const decimalsOf = <N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, Decimal()])) as {
    [K in N]: ReturnType<typeof Decimal>;
  };

/** An account as its trader sees it, besides its live money (trading-rules §1.3). */
const AccountFacts = Named('AccountFacts', {
  login: Type.Integer(),
  name: Type.String(),
  group: Type.String(),
  /** Login that receives agent commission; 0 = none. */
  agent: Type.Integer(),
  enabled: Type.Boolean(),
  /** May it trade, by its own switch and its group's? */
  trading_enabled: Type.Boolean(),
  api_enabled: Type.Boolean(),
  leverage: Type.Integer(),
  /** Does the leverage follow the group's default? */
  leverage_inherited: Type.Boolean(),
  /** 0 = no limit of the account or its group. */
  limit_orders: Type.Integer(),
  limit_positions: Type.Integer(),
  currency: Type.String(),
  currency_digits: Type.Integer(),
  margin_mode: Words(['hedging', 'netting'] as const),
  /** The unit of the levels `margin_call` and `stop_out`: percent of the margin, or equity. */
  stopout_mode: Words(['percent', 'money'] as const),
  so_state: Words(['none', 'margin_call', 'stop_out'] as const),
  /** Start of the last margin call or stop-out; `so_…` are the values of that moment. */
  so_at: TimeOrNull(),
  ...decimalsOf(STATE_DECIMALS),
  /** Sums of the current trading day. */
  day: Named('DaySums', decimalsOf(DAY_SUMS)),
  created_at: Time(),
});

/** A consistent snapshot of an account. */
export const AccountPicture = Named('AccountPicture', {
  account: AccountFacts,
  money: MoneyShape,
  positions: Type.Array(OpenPositionShape),
  orders: Type.Array(OpenOrderShape),
  account_seq: Type.Integer(),
  seq: Type.String(),
});

const { digits: _digits, refused: _refused, ...resultFields } = TRADE_RESULT;

/**
 * The outcome of a trade request. `seq` is null when nothing was done; a refusal has the figures by
 * which it can be mended.
 */
export const TradeResultShape = Named('TradeResult', {
  ...(rowShape('TradeResult', resultFields).properties as Record<string, TSchema>),
  status: Words(RESULT_STATUS.choices),
  order_id: IntOrNull(),
  deal_ids: Type.Array(Type.Integer()),
  position_id: IntOrNull(),
  seq: Type.Union([Type.String(), Type.Null()]),
  repeated: Type.Boolean(),
  ...FIGURES,
});
