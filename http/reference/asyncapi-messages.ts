// The messages of the AsyncAPI description: whole frames, and the schemas that have a name.

import { type TSchema, Type } from '@sinclair/typebox';
import type { Code } from '../../wire/base/codes.js';
import { OrNull, Strict } from '../../wire/base/schema.js';
import { InputFaults } from '../../wire/fields/input-faults.js';
import { MESSAGE_EVENTS, NUMBERED_EVENTS, type SocketEvent } from '../../wire/socket/events.js';
import { AccountSeq, Seq } from '../../wire/socket/fields.js';
import type { OperationForm } from '../../wire/socket/operations.js';
import { Components, type JsonObject } from './components.js';

/** The description of decimals in schemas, which does not say their meaning. */
const DECIMAL_WORD = 'decimal';

/**
 * The schemas of the sockets. Frames, and schemas of a single message, have no name and are written
 * in place. A field's own description takes precedence over the general description of its name.
 */
class SocketComponents extends Components {
  override shown(schema: TSchema): JsonObject {
    const { title, properties, anyOf, items } = schema;
    if (Array.isArray(items)) return this.#tuple(schema);
    if (anyOf !== undefined) {
      return { ...schema, anyOf: (anyOf as TSchema[]).map((one) => this.shown(one)) };
    }
    if (properties === undefined || title !== undefined) return super.shown(schema);
    const fields = Object.entries(properties as Record<string, TSchema>);
    const shown = fields.map(([name, field]) => [name, this.field(name, field)]);
    return { ...schema, properties: Object.fromEntries(shown) };
  }

  override field(name: string, schema: TSchema): JsonObject {
    const { description } = schema;
    const shown = super.field(name, schema);
    if (description === undefined || description === DECIMAL_WORD) return shown;
    const { title: _, ...own } = shown;
    return { ...own, description };
  }

  #tuple({ title: _, ...schema }: TSchema): JsonObject {
    return { ...schema, items: (schema.items as TSchema[]).map((one) => this.shown(one)) };
  }
}

const Id = () =>
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Chosen by the client, and repeated by the reply.',
  });

const requestFrame = (op: string, data: TSchema): TSchema => {
  const head = { id: Id(), op: Type.Literal(op, { description: 'The operation.' }) };
  const given = { ...data, description: 'Parameters of the request.' };
  const isEmpty = Object.keys((data.properties as object | undefined) ?? { some: 1 }).length === 0;
  return Strict({ ...head, data: isEmpty ? Type.Optional(given) : given });
};

const replyFrame = (data: TSchema): TSchema =>
  Strict({
    id: Id(),
    success: Type.Literal(true, { description: 'The request was done.' }),
    code: Type.Literal('ok', { description: 'The result code.' }),
    message: Type.String({ description: 'A sentence for people; mostly empty.' }),
    data: { ...data, description: 'The answer to the request.' },
  });

const refusalFrame = (id: TSchema, codes: readonly Code[], data: TSchema): TSchema =>
  Strict({
    id,
    success: Type.Literal(false, { description: 'The request was refused.' }),
    code: Type.Unsafe<string>({
      type: 'string',
      enum: [...codes].sort(),
      description: 'The result code.',
    }),
    message: Type.String({ description: 'A sentence for people, which names the field at fault.' }),
    data: { ...data, description: 'Figures of the refusal, or null.' },
  });

/** The data of a refusal: the faults of the input, the declared data of the operation, or null. */
const refusedWith = (more?: TSchema): TSchema =>
  Type.Union([...(more === undefined ? [] : [more]), InputFaults, Type.Null()]);

const eventFrame = (event: SocketEvent, data: TSchema): TSchema => {
  const content = { ...data, description: 'Content of the event.' };
  const name = { event: Type.Literal(event, { description: 'Name of the event.' }) };
  if (Object.hasOwn(MESSAGE_EVENTS, event)) return Strict({ ...name, seq: Seq(), data: content });
  if (!Object.hasOwn(NUMBERED_EVENTS, event)) return Strict({ ...name, data: content });
  return Strict({ ...name, seq: Seq(), account_seq: AccountSeq(), data: content });
};

/** A message: its key in `components.messages`, and the message. */
type Message = readonly [key: string, message: JsonObject];

const CORRELATION = { correlationId: { $ref: '#/components/correlationIds/id' } };

/** An operation for clients; a subscription to each channel is an operation of its own. */
export interface AskedOperation {
  readonly key: string;
  readonly op: string;
  readonly form: OperationForm;
}

/** Keys of the messages of an operation: its request, its reply and its refusal. */
export const keysOf = ({ key }: AskedOperation) => ({
  request: `${key}.request`,
  reply: `${key}.reply`,
  refusal: `${key}.refusal`,
});

/** Makes messages, whose payloads are whole frames. */
export class MessageMaker {
  readonly schemas = new SocketComponents();

  #message(
    key: string,
    title: string,
    summary: string,
    payload: TSchema,
    more: JsonObject = {},
  ): Message {
    return [key, { name: key, title, summary, payload: this.schemas.shown(payload), ...more }];
  }

  asked(asked: AskedOperation): readonly Message[] {
    const { op, form } = asked;
    const { data, reply, refused, codes, example } = form;
    const examples = [{ name: 'example', payload: { id: 17, op, data: example } }];
    const refusal = refusalFrame(Id(), ['invalid_input', ...codes], refusedWith(refused));
    const keys = keysOf(asked);
    const more = { ...CORRELATION, examples };
    return [
      this.#message(keys.request, `Request ${op}`, `Asks ${op}.`, requestFrame(op, data), more),
      this.#message(keys.reply, `Reply to ${op}`, 'Done.', replyFrame(reply), CORRELATION),
      this.#message(keys.refusal, `Refusal of ${op}`, 'Refused.', refusal, CORRELATION),
    ];
  }

  /** The refusal of a frame that is no request; its id is null where it cannot be read. */
  stray(key: string): Message {
    const description = 'The id of the frame; null = the frame could not be read.';
    const id = OrNull(Id(), { description });
    const frame = refusalFrame(id, ['invalid_input'], refusedWith());
    return this.#message(key, 'Refusal of a frame', 'The frame is no request.', frame);
  }

  event(key: string, event: SocketEvent, says: string, data: TSchema): Message {
    return this.#message(key, `Event ${event}`, says, eventFrame(event, data));
  }
}
