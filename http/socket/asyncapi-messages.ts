// The messages of the AsyncAPI description: whole frames, and the schemas that have a name.

import { type TSchema, Type } from '@sinclair/typebox';
import { SessionView } from '../../wire/accounts/identity.js';
import type { Code } from '../../wire/base/codes.js';
import { Strict } from '../../wire/base/schema.js';
import { BarShape } from '../../wire/rest/trading/market.js';
import {
  AccountPicture,
  AccountShape,
  CorrectionShape,
  DealShape,
  LiveMoneyShape,
  MoneyShape,
  OpenOrderShape,
  OpenPositionShape,
  OrderShape,
  StoredPositionShape,
  TradeResultShape,
} from '../../wire/rest/trading/shapes.js';
import { TradeBody } from '../../wire/rest/trading/trades.js';
import {
  CauseShape,
  CorrectionExecution,
  DealExecution,
  Execution,
  NUMBERED_EVENTS,
  QuoteRow,
  ResultExecution,
  type SocketEvent,
} from '../../wire/socket/events.js';
import { AccountSeq, type OperationForm, Seq } from '../../wire/socket/operations.js';

/** A part of the description. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Schemas that have a name of their own in the description. */
const NAMED: ReadonlyMap<unknown, string> = new Map<TSchema, string>([
  [AccountShape, 'Account'],
  [AccountPicture, 'AccountPicture'],
  [BarShape, 'Bar'],
  [CauseShape, 'Cause'],
  [CorrectionShape, 'Correction'],
  [DealShape, 'Deal'],
  [Execution, 'Execution'],
  [DealExecution, 'DealExecution'],
  [ResultExecution, 'ResultExecution'],
  [CorrectionExecution, 'CorrectionExecution'],
  [LiveMoneyShape, 'LiveMoney'],
  [MoneyShape, 'Money'],
  [OpenOrderShape, 'OpenOrder'],
  [OpenPositionShape, 'OpenPosition'],
  [OrderShape, 'Order'],
  [StoredPositionShape, 'Position'],
  [QuoteRow, 'QuoteRow'],
  [SessionView, 'Session'],
  [TradeBody, 'TradeRequest'],
  [TradeResultShape, 'TradeResult'],
]);

/** A copy of a schema in which those with a name are references; `own` is the one that is named. */
const withRefs = (schema: unknown, own?: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map((item) => withRefs(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = schema === own ? undefined : NAMED.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withRefs(value)]));
};

const Id = () =>
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Chosen by the client, and repeated by the reply.',
  });

const requestFrame = (op: string, data: TSchema): TSchema => {
  const head = { id: Id(), op: Type.Literal(op) };
  const isEmpty = Object.keys((data.properties as object | undefined) ?? { some: 1 }).length === 0;
  return Strict({ ...head, data: isEmpty ? Type.Optional(data) : data });
};

const replyFrame = (data: TSchema): TSchema =>
  Strict({
    id: Id(),
    success: Type.Literal(true),
    code: Type.Literal('ok'),
    message: Type.String(),
    data,
  });

const refusalFrame = (id: TSchema, codes: readonly Code[], data: TSchema): TSchema =>
  Strict({
    id,
    success: Type.Literal(false),
    code: Type.Unsafe<string>({ type: 'string', enum: [...codes].sort() }),
    message: Type.String({ description: 'A sentence for people; it names the field at fault.' }),
    data,
  });

const eventFrame = (event: SocketEvent, data: TSchema): TSchema => {
  const name = { event: Type.Literal(event) };
  if (!Object.hasOwn(NUMBERED_EVENTS, event)) return Strict({ ...name, data });
  return Strict({ ...name, seq: Seq(), account_seq: AccountSeq(), data });
};

/** A message: its key in `components.messages`, and the message. */
export type Message = readonly [key: string, message: JsonObject];

const CORRELATION = { correlationId: { $ref: '#/components/correlationIds/id' } };

const messageOf = (
  key: string,
  title: string,
  summary: string,
  payload: TSchema,
  more: JsonObject = {},
): Message => [key, { name: key, title, summary, payload: withRefs(payload), ...more }];

/** An operation that clients ask; a subscription is one of its own for each channel. */
export interface Asked {
  readonly key: string;
  readonly op: string;
  readonly form: OperationForm;
}

/** The request of an operation, its reply and its refusal. */
export const messagesOf = ({ key, op, form }: Asked): readonly Message[] => {
  const { data, reply, refused = Type.Null(), codes, example } = form;
  const examples = [{ name: 'example', payload: { id: 17, op, data: example } }];
  const refusal = refusalFrame(Id(), ['invalid_input', ...codes], refused);
  return [
    messageOf(`${key}.request`, `Request ${op}`, `Asks for ${op}.`, requestFrame(op, data), {
      ...CORRELATION,
      examples,
    }),
    messageOf(`${key}.reply`, `Reply to ${op}`, 'It was done.', replyFrame(reply), CORRELATION),
    messageOf(`${key}.refusal`, `Refusal of ${op}`, 'Nothing was done.', refusal, CORRELATION),
  ];
};

/** The refusal of a frame that is no request of any operation; the id is null if it is not read. */
export const strayRefusal = (key: string): Message => {
  const frame = refusalFrame(Type.Union([Id(), Type.Null()]), ['invalid_input'], Type.Null());
  return messageOf(key, 'Refusal of a frame', 'The frame is no request of an operation.', frame);
};

/** An event as a message. */
export const eventMessage = (
  key: string,
  event: SocketEvent,
  says: string,
  data: TSchema,
): Message => messageOf(key, `Event ${event}`, says, eventFrame(event, data));

/** The schemas that have a name, by it. */
export const namedSchemas = (): JsonObject =>
  Object.fromEntries([...NAMED].map(([schema, name]) => [name, withRefs(schema, schema)]));
