// API schemas of trading records, derived from the field tables.

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { FieldTable, FieldType } from '../../base/field-table.js';
import { Decimal, Named, OrNull, PriceOrNull, Time, TimeOrNull, Words } from '../../base/schema.js';
import { section, type WordsByField, withWords, wordedAs } from '../../fields/words.js';
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
  TRADE_RESULT,
} from '../../trading/records.js';
import {
  CAUSE_WORDS,
  CLOSED_POSITION_WORDS,
  CORRECTION_WORDS,
  DAILY_WORDS,
  DAY_SUM_WORDS,
  DEAL_WORDS,
  MONEY_WORDS,
  ORDER_CAUSE_WORDS,
  ORDER_WORDS,
  POSITION_WORDS,
  TRADE_RESULT_WORDS,
  WAITING_REQUEST_WORDS,
} from './row-words.js';

const account = section('Account');
const marginCall = section('Margin call');
const money = section('Money');
const trade = section('Trade');
const origin = section('Origin');
const cause = section('Cause');
const day = section('Day');
const events = section('Events');
const identity = section('Identity');
const result = section('Result');

const IntOrNull = () => OrNull(Type.Integer());

/** Where a request came from; a member that does not apply is left out. */
const TradeOriginShape = Named('TradeOrigin', {
  terminal: origin('Terminal', 'Terminal of the session.', Type.Optional(Type.String())),
  ip: origin(
    'Address',
    'Address of the network that the request came from.',
    Type.Optional(Type.String()),
  ),
  session: origin('Session', 'Id of the session.', Type.Optional(Type.String())),
  dealer: origin(
    'Dealer',
    'Login of the dealer who traded for the account.',
    Type.Optional(Type.Integer()),
  ),
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
  words: WordsByField,
  more: Record<string, TSchema> = {},
): TObject => {
  const members = Object.entries(table).map(([name, type]) => [
    name,
    withWords(memberShape(name, type), words.get(name)),
  ]);
  return Named(title, { ...(Object.fromEntries(members) as Record<string, TSchema>), ...more });
};

/** The schema of a record's rows in live frames: a field that is left out has its default. */
const liveShape = (
  title: string,
  table: FieldTable,
  words: WordsByField,
  { always, never }: LiveFields,
): TObject => {
  const others = Object.entries(table).filter(
    ([name]) => !always.includes(name) && !never.includes(name),
  );
  const members = [
    ...always.map((name) => [name, memberShape(name, table[name] as FieldType)] as const),
    ...others.map(([name, type]) => {
      const shape = { ...memberShape(name, type), default: liveDefaultOf(type) };
      return [name, Type.Optional(shape)] as const;
    }),
  ].map(([name, shape]) => [name, withWords(shape, words.get(name))]);
  return Named(title, Object.fromEntries(members) as Record<string, TSchema>);
};

/** Live money of an account. */
export const MoneyShape = rowShape('Money', MONEY, MONEY_WORDS);
/** Live money of an account as its event shows it. */
export const LiveMoneyShape = rowShape('LiveMoney', MONEY, MONEY_WORDS, {
  login: Type.Integer(),
  account_seq: Type.Integer({
    description: 'Number of the newest event of the account, which the money includes.',
  }),
});
/** A deal. */
export const DealShape = rowShape('Deal', DEAL, DEAL_WORDS);
/** An order. */
export const OrderShape = rowShape('Order', ORDER, ORDER_WORDS);
/** An order with the cause of the event that ended it; null while it works. */
export const EndedOrderShape = rowShape('EndedOrder', ORDER, ORDER_WORDS, {
  cause: cause(
    'Cause',
    'The event that ended the order; null = the order works.',
    OrNull(rowShape('OrderCause', CAUSE, ORDER_CAUSE_WORDS)),
  ),
});
/** A working order with the price that may trigger it. */
export const OpenOrderShape = rowShape('OpenOrder', ORDER, ORDER_WORDS, {
  price_current: PriceOrNull(),
});
/** A position as stored. */
export const PositionShape = rowShape('Position', POSITION, POSITION_WORDS);
/** Deals, orders, positions and money as events show them. */
export const EventDealShape = liveShape('EventDeal', DEAL, DEAL_WORDS, LIVE_DEAL);
export const EventOrderShape = liveShape('EventOrder', ORDER, ORDER_WORDS, LIVE_ORDER);
export const EventPositionShape = liveShape(
  'EventPosition',
  POSITION,
  POSITION_WORDS,
  LIVE_POSITION,
);
export const EventMoneyShape = liveShape('EventMoney', MONEY, MONEY_WORDS, LIVE_MONEY);
/** The cause of an event. */
export const CauseShape = liveShape('Cause', CAUSE, CAUSE_WORDS, LIVE_CAUSE);
/** An open position with its live values; `margin` is informative. */
export const OpenPositionShape = rowShape('OpenPosition', POSITION, POSITION_WORDS, {
  group: Type.String(),
  price_current: PriceOrNull(),
  profit: money(
    'Profit',
    'Floating result at the current price, without swaps.',
    Decimal(),
    'money',
  ),
  margin: money(
    'Margin',
    'Margin of the position by itself; information only.',
    Decimal(),
    'money',
  ),
});
/** A closed position. */
export const ClosedPositionShape = rowShape(
  'ClosedPosition',
  CLOSED_POSITION,
  CLOSED_POSITION_WORDS,
);
/** A trading day of an account. */
export const DailyShape = rowShape('DailyRow', DAILY, DAILY_WORDS);
/** A request that waits for dealers. */
export const WaitingRequestShape = rowShape(
  'WaitingRequest',
  WAITING_REQUEST,
  WAITING_REQUEST_WORDS,
  {
    group: Type.String(),
  },
);
/** A correction. */
export const CorrectionShape = rowShape('Correction', CORRECTION, CORRECTION_WORDS);

const DaySums = Named(
  'DaySums',
  Object.fromEntries(DAY_SUMS.map((name) => [name, withWords(Decimal(), DAY_SUM_WORDS.get(name))])),
);

/**
 * An account as its trader sees it, besides its live money (trading-rules §1.3). Fields that a
 * daily row has, too, have its words.
 */
const AccountFacts = Named(
  'AccountFacts',
  wordedAs(DailyShape.properties, {
    login: Type.Integer(),
    name: account('Name', 'First name of the owner, or the whole name.', Type.String()),
    group: Type.String(),
    agent: account('Agent', 'Login that gets agent commission; 0 = none.', Type.Integer()),
    enabled: account('Enabled', 'May the account sign in?', Type.Boolean()),
    /** By its own switch and the switch of its group. */
    trading_enabled: account('Trading enabled', 'May the account trade?', Type.Boolean()),
    api_enabled: account(
      'Programs',
      'May programs sign in with a password of their own?',
      Type.Boolean(),
    ),
    leverage: account('Leverage', 'The leverage in force; 100 = 1:100.', Type.Integer(), 'ratio'),
    leverage_inherited: account(
      'Leverage inherited',
      'Does the leverage follow the default of the group?',
      Type.Boolean(),
    ),
    limit_orders: account(
      'Order limit',
      'Most working orders; 0 = no limit.',
      Type.Integer(),
      'count',
    ),
    limit_positions: account(
      'Position limit',
      'Most positions; 0 = no limit.',
      Type.Integer(),
      'count',
    ),
    currency: account('Currency', 'Code of the deposit currency.', Type.String()),
    currency_digits: Type.Integer(),
    margin_mode: account(
      'Margin mode',
      'Can the account have one position of a symbol, or several?',
      Words(['hedging', 'netting'] as const),
    ),
    stopout_mode: marginCall(
      'Stop-out mode',
      'Are the two levels in percent of the margin, or in money?',
      Words(['percent', 'money'] as const),
    ),
    so_state: marginCall(
      'State',
      'None, margin call, or stop-out.',
      Words(['none', 'margin_call', 'stop_out'] as const),
    ),
    so_at: marginCall('Since', 'Beginning of the state; null = there was none.', TimeOrNull()),
    margin_call: marginCall(
      'Margin call',
      'Level at which the account is warned.',
      Decimal(),
      'currency or percent',
    ),
    stop_out: marginCall(
      'Stop-out',
      'Level at which positions are closed.',
      Decimal(),
      'currency or percent',
    ),
    so_level: marginCall('Level', 'Margin level of that moment.', Decimal(), 'percent'),
    so_equity: marginCall('Equity', 'Equity of that moment.', Decimal(), 'money'),
    so_margin: marginCall('Margin', 'Margin of that moment.', Decimal(), 'money'),
    commission_blocked: Decimal(),
    profit_blocked: money(
      'Blocked profit',
      'Amount that is not free until the end of the day.',
      Decimal(),
      'money',
    ),
    interest_accrued: Decimal(),
    balance_prev_day: Decimal(),
    balance_prev_month: Decimal(),
    equity_prev_day: Decimal(),
    equity_prev_month: Decimal(),
    day: day('Day', 'Sums of the current trading day.', DaySums),
    created_at: Time(),
  }),
);

/** A consistent snapshot of an account. */
export const AccountPicture = Named('AccountPicture', {
  account: account('Account', 'Login, group, currency and switches of the account.', AccountFacts),
  money: account('Money', 'Its money at current prices.', MoneyShape),
  positions: trade('Positions', 'Open positions, oldest first.', Type.Array(OpenPositionShape)),
  orders: trade('Orders', 'Working orders, oldest first.', Type.Array(OpenOrderShape)),
  account_seq: events(
    'Account sequence',
    'Newest numbered event; `resume` goes on there.',
    Type.Integer(),
    'number',
  ),
  seq: Type.String(),
});

const { digits: _digits, refused: _refused, ...resultFields } = TRADE_RESULT;

/**
 * The outcome of a trade request. `seq` is null when nothing was done; a refusal has the figures by
 * which it can be mended.
 */
export const TradeResultShape = Named('TradeResult', {
  ...(rowShape('TradeResult', resultFields, TRADE_RESULT_WORDS).properties as Record<
    string,
    TSchema
  >),
  order_id: identity('Order', 'Id of the order; null = none.', IntOrNull()),
  deal_ids: identity(
    'Deals',
    'Ids of the deals that the request made.',
    Type.Array(Type.Integer()),
  ),
  position_id: identity('Position', 'Id of the position; null = none.', IntOrNull()),
  seq: result(
    'Sequence number',
    'Number of the event in the log, for `min_projection_seq` of later reads. Null = ' +
      'nothing was done.',
    OrNull(Type.String()),
  ),
  repeated: result(
    'Repeated',
    'Was the request carried out before? This is the first result.',
    Type.Boolean(),
  ),
  ...FIGURES,
});
