// The events of live sockets: their audiences, their meaning, and the schemas of their data.

import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { Audience } from '../accounts/identity.js';
import { Decimal, Named, OrNull, PriceOrNull, Strict, Words } from '../base/schema.js';
import { section } from '../fields/words.js';
import { MailMessage } from '../rest/accounts/mail.js';
import { NotificationShape } from '../rest/accounts/notifications.js';
import { MonitorEvent } from '../rest/settings/server-views.js';
import { BarShape } from '../rest/trading/market.js';
import { NewsShape } from '../rest/trading/news.js';
import { ReportJobProgress } from '../rest/trading/report-jobs.js';
import { ExposureRow } from '../rest/trading/reports.js';
import {
  CorrectionShape,
  LiveMoneyShape,
  OpenOrderShape,
  PositionShape,
  TradeResultShape,
  WaitingRequestShape,
} from '../rest/trading/shapes.js';
import type { AccountEventKind } from '../trading/events.js';
import { TIMEFRAMES, type Timeframe } from '../trading/timeframes.js';
import { CHANGED } from './changes.js';
import { AccountSeq, Seq, ServerTime } from './fields.js';

const account = section('Account');
const outcome = section('Outcome');

/** The timeframes of bars. */
export const Timeframes = () =>
  Type.Unsafe<Timeframe>({
    ...Words(Object.keys(TIMEFRAMES) as Timeframe[]),
    description: 'Length of a bar: minutes, hours, a day, a week from Sunday on, or a month.',
  });

/** A price row: symbol, bid, ask, and the time in ms since 1970. */
const QuoteRow = Type.Tuple(
  [
    Type.String({ description: 'Name of the symbol.' }),
    Decimal(),
    Decimal(),
    Type.Integer({ description: 'Time of the quote, ms since 1970.' }),
  ],
  { title: 'QuoteRow', description: '`[symbol, bid, ask, time_ms]`' },
);

const dayPrice = (description: string) => OrNull(Decimal(), { description });

/** The same with open, high and low of the server day. */
export const QuoteDayRow = Type.Tuple(
  [
    ...(QuoteRow.items ?? []),
    dayPrice('First price of the day; null = none yet.'),
    dayPrice('Highest price of the day; null = none yet.'),
    dayPrice('Lowest price of the day; null = none yet.'),
  ],
  { title: 'QuoteDayRow', description: '`[symbol, bid, ask, time_ms, open, high, low]`' },
);

const PositionId = () => Type.Integer({ description: 'Id of the position.' });
/** The live values of an open position. */
export const OpenValueRow = Type.Tuple([PositionId(), PriceOrNull(), Decimal()], {
  title: 'PositionValueRow',
  description: '`[id, price_current, profit]`',
});
const PositionValueRow = Type.Union([
  OpenValueRow,
  Type.Tuple([PositionId()], {
    title: 'ClosedValueRow',
    description: '`[id]`: the position is closed.',
  }),
]);

/** The stored money of an account whose live money is not known yet. */
const StoredMoney = Named('StoredMoney', {
  login: Type.Integer(),
  balance: Decimal(),
  credit: Decimal(),
});

const snapshotOf = (title: string, channel: string, rows: TSchema) =>
  Named(title, {
    channel: Type.Literal(channel, { description: 'Name of the channel.' }),
    group: Type.String({ description: 'The mask of the subscription.' }),
    part: Type.Integer({ description: '1, 2, 3 …: with 1 all earlier rows of the mask are void.' }),
    parts: Type.Integer({ description: 'Number of parts.' }),
    rows: Type.Array(rows, { description: 'At most 500.' }),
    seq: Seq(),
  });

/** A row without live values, with the group of its account. */
const storedRow = (title: string, fields: TProperties) =>
  Named(title, { ...fields, group: Type.String() });

const { price_current: _, ...storedOrder } = OpenOrderShape.properties;

/** The rows of a staff channel. */
const SnapshotRows = Type.Union([
  snapshotOf(
    'PositionSnapshot',
    'positions',
    storedRow('StoredPosition', PositionShape.properties),
  ),
  snapshotOf('OrderSnapshot', 'orders', storedRow('StoredOrder', storedOrder)),
  snapshotOf(
    'MoneySnapshot',
    'accounts',
    Type.Union([LiveMoneyShape, StoredMoney], {
      description: 'Live money, or stored money that live money follows.',
    }),
  ),
]);

const execution = {
  login: Type.Integer({ description: 'Login of the account.' }),
  group: account('Group', 'Group of the account at that time.', Type.String()),
  ...CHANGED,
};

/** One change of one account: the rows that it changed as they are afterwards, and its cause. */
const Execution = Named('Execution', execution);
/** The final result of a request, with the changed rows. */
const ResultExecution = Named('ResultExecution', {
  ...execution,
  result: outcome('Result', 'The outcome of the request.', TradeResultShape),
});
const Corrections = () =>
  outcome(
    'Corrections',
    'Changes without a deal: one row of each position.',
    Type.Array(CorrectionShape, { minItems: 1 }),
  );
/** Changes that no deal shows. */
const CorrectionExecution = Named('CorrectionExecution', {
  ...execution,
  corrections: Corrections(),
});
/** A deal; the event of a busted deal may have a correction, too. */
const DealExecution = Named('DealExecution', {
  ...execution,
  corrections: Type.Optional(Corrections()),
});

/** An event's sentence, and the schema of its data for each audience that gets it. */
export type EventForm = { readonly says: string } & { readonly [A in Audience]?: TSchema };

const toBoth = <S extends TSchema>(says: string, data: S) => ({ says, trader: data, staff: data });

/** Events of accounts: they are stored, numbered by `seq` and `account_seq`, and resumed. */
export const NUMBERED_EVENTS = {
  order: toBoth('An order was placed, changed or ended, and nothing was dealt.', Execution),
  deal: toBoth('An execution or a payment: one event with all rows.', DealExecution),
  position: toBoth('A position was changed without a deal, for instance its stops.', Execution),
  trade_result: toBoth(
    'The outcome of a request that changed no rows, or was answered `queued` before.',
    ResultExecution,
  ),
  correction: toBoth(
    'Staff deleted positions, or corrected a position or the ledger, without a deal: one event.',
    CorrectionExecution,
  ),
  margin_call: toBoth('The margin level fell to the level of a margin call.', Execution),
  margin_call_ended: toBoth(
    'The margin level is above the level of a margin call again, or no position needs ' +
      'margin any more. The kind of the cause is always `margin_call`, and the source ' +
      '`server`.',
    Execution,
  ),
  stop_out: toBoth(
    'The margin level fell to the stop-out level: orders and positions are closed.',
    Execution,
  ),
} as const satisfies Record<Exclude<AccountEventKind, 'setting'>, EventForm>;

/**
 * Messages: events of the desk for logins, to all sockets that are signed in to them. They carry
 * `seq` alone; a trader's `resume` repeats them, and a list has them all.
 */
export const MESSAGE_EVENTS = {
  notification: toBoth('Staff, or the server, have sent the account a message.', NotificationShape),
  mail: toBoth('A message has come into the mailbox; staff need `mailbox`.', MailMessage),
  report_job: {
    says: 'A report job of the own login was requested, goes on, or has ended.',
    staff: ReportJobProgress,
  },
} as const satisfies Record<string, EventForm>;

/** Why a session is over; `ended` = any other reason. */
export const SESSION_ENDS = [
  'ended',
  'kick',
  'logout',
  'password',
  'refresh_reused',
  'replaced',
] as const;

/** All other events: values that replace what came before, and notices of the connection. */
const PLAIN_EVENTS = {
  quotes: toBoth(
    'Prices that changed, at the pace that was asked for. Under load only the newest of a symbol.',
    Type.Array(QuoteRow),
  ),
  bar: toBoth(
    'The growing bar, or the last state of the bar before. Prices are bids, or trades if ' +
      'the `chart_mode` of the symbol is `last`: to traders the prices of the group, to ' +
      'staff the prices of the symbol.',
    Named('GrowingBar', {
      symbol: Type.String({ description: 'Name of the symbol.' }),
      timeframe: Timeframes(),
      ...BarShape.properties,
    }),
  ),
  bars_corrected: toBoth(
    'Staff have corrected bars of a followed symbol and timeframe: read the bars that ' +
      'open from `from` on and before `to` again.',
    Named('CorrectedBars', {
      symbol: Type.String({ description: 'Name of the symbol.' }),
      timeframe: Timeframes(),
      from: Type.String({
        format: 'date-time',
        description: 'Opening time of the first corrected bar.',
      }),
      to: Type.String({
        format: 'date-time',
        description: 'A minute after the opening time of the last corrected bar.',
      }),
    }),
  ),
  account_money: {
    says: 'Money at current prices: of the own account, and to staff the rows that changed.',
    trader: LiveMoneyShape,
    staff: Strict({
      rows: Type.Array(LiveMoneyShape, { description: 'At most 500 accounts.' }),
    }),
  },
  snapshot: {
    says: 'The rows of a mask as they are at `seq`, in parts before the answer of `subscribe`.',
    staff: SnapshotRows,
  },
  resubscribe: {
    says:
      'The server has ended this subscription, because an account of the subscription was ' +
      'moved to another group, hidden, shown again or deleted, or because the rights or ' +
      'the scope of the staff user have changed. Send `subscribe` with the `data` of the ' +
      'event: part 1 of the new snapshot replaces all rows. The event may come before the ' +
      'answer of the ended `subscribe`.',
    staff: Strict({
      channel: Type.Unsafe<'accounts' | 'orders' | 'positions'>({
        ...Words(['accounts', 'orders', 'positions']),
        description: 'Name of the channel.',
      }),
      group: Type.Optional(Type.String({ description: 'The mask that is not followed any more.' })),
      logins: Type.Optional(
        Type.Array(Type.Integer(), { description: 'The logins that are not followed any more.' }),
      ),
    }),
  },
  positions: {
    says: 'Open positions whose price or profit changed; a closed position has only its id.',
    trader: Type.Array(PositionValueRow),
  },
  dealing: {
    says:
      'Requests that wait for dealers have changed; `gone`: no dealer can decide on the ' +
      'request any more.',
    staff: Strict({
      rows: Type.Array(WaitingRequestShape, { description: 'Rows as they are now.' }),
    }),
  },
  exposure: {
    says: 'The open volume of symbols has changed; 0 positions: none is open any more.',
    staff: Strict({ rows: Type.Array(ExposureRow, { description: 'Rows as they are now.' }) }),
  },
  monitor: {
    says: 'The figures of a server, every 2 seconds.',
    staff: MonitorEvent,
  },
  config_changed: toBoth(
    'A setting has changed, and every thread of the server uses it. Traders get events ' +
      'about their account, their watchlists (`id` is the login), their group with its ' +
      'leverage profile and symbols, holidays, and the platform.',
    Strict({
      kind: Type.String({ description: 'Kind of setting: `symbol`, `group` …' }),
      id: Type.String({ description: 'Id of the record, or the key of a record without an id.' }),
      version: Type.Integer({ description: 'Its new version.' }),
      config_version: Type.Integer({ description: 'Version of all settings together.' }),
    }),
  ),
  news: {
    says: 'A datafeed sent a piece of news; groups may get headlines alone, or none.',
    trader: NewsShape,
  },
  session_ended: toBoth(
    'The session is over; the socket closes with 4001, after a kick with 4003.',
    Strict({
      reason: Type.Unsafe<(typeof SESSION_ENDS)[number]>({
        ...Words(SESSION_ENDS),
        description:
          'Staff, a sign-out, a new password, a refresh token that was used twice, a newer ' +
          'session, or another reason.',
      }),
    }),
  ),
  heartbeat: toBoth(
    'The server sent no other frame for some seconds.',
    Strict({
      server_time: ServerTime(),
      seq: Seq(),
      account_seq: OrNull(AccountSeq(), {
        description: 'Number of the newest event of the account; null for staff.',
      }),
    }),
  ),
  restart: toBoth(
    'The server stops, or the platform closes for traders: after `grace_ms` sockets close with ' +
      '1012.',
    Strict({
      grace_ms: Type.Integer({ description: 'Milliseconds.' }),
      text: Type.String({ description: 'Message of staff to traders about a closed platform.' }),
    }),
  ),
} as const satisfies Record<string, EventForm>;

/** Every event that a socket may get. */
export const SOCKET_EVENTS = { ...NUMBERED_EVENTS, ...MESSAGE_EVENTS, ...PLAIN_EVENTS };
export type SocketEvent = keyof typeof SOCKET_EVENTS;
type PlainEvent = keyof typeof PLAIN_EVENTS;

type SchemaOf<F> = Extract<F[keyof F], TSchema>;
/** The data of an event. */
export type EventData<E extends PlainEvent> = Static<SchemaOf<(typeof PLAIN_EVENTS)[E]>>;

/** An event without numbers as JSON text; `data` is already JSON. */
export const plainEvent = (event: PlainEvent, data: string): string =>
  `{"event":"${event}","data":${data}}`;

/** The same from a value. */
export const eventOf = <E extends PlainEvent>(event: E, data: EventData<E>): string =>
  plainEvent(event, JSON.stringify(data));
