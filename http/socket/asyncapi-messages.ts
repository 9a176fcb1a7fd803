// The messages of the AsyncAPI description: whole frames, and the schemas that have a name.

import { type TSchema, Type } from '@sinclair/typebox';
import type { Code } from '../../wire/base/codes.js';
import { Strict } from '../../wire/base/schema.js';
import { NUMBERED_EVENTS, type SocketEvent } from '../../wire/socket/events.js';
import { AccountSeq, type OperationForm, Seq } from '../../wire/socket/operations.js';

/** A part of the description. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Schemas that have a name, which is their title, gathered while messages are made. */
class NamedSchemas {
  readonly #held = new Map<string, JsonObject>();

  /** All of them by name, in the order of the alphabet. */
  all(): JsonObject {
    const names = [...this.#held.keys()].sort();
    return Object.fromEntries(names.map((name) => [name, this.#held.get(name)]));
  }

  /** A schema as the document has it: those with a name are held here, and referred to. */
  shown(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.shown(item));
    if (typeof schema !== 'object' || schema === null) return schema;
    const parts = Object.entries(schema).map(([key, value]) => [key, this.shown(value)]);
    const { title, ...shown } = Object.fromEntries(parts) as JsonObject;
    // A field may be named so as well: it is a schema then.
    if (typeof title !== 'string') return title === undefined ? shown : { title, ...shown };
    this.#hold(title, shown);
    return { $ref: `#/components/schemas/${title}` };
  }

  #hold(name: string, schema: JsonObject): void {
    const held = this.#held.get(name);
    if (held !== undefined && JSON.stringify(held) !== JSON.stringify(schema)) {
      throw new Error(`two schemas have the name ${name}`);
    }
    this.#held.set(name, schema);
  }
}

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

/** An operation that clients ask; a subscription is one of its own for each channel. */
export interface Asked {
  readonly key: string;
  readonly op: string;
  readonly form: OperationForm;
}

/** Keys of the messages of an operation: its request, its reply and its refusal. */
export const keysOf = ({ key }: Asked) => ({
  request: `${key}.request`,
  reply: `${key}.reply`,
  refusal: `${key}.refusal`,
});

/** Makes messages, whose payloads are whole frames. */
export class MessageMaker {
  readonly schemas = new NamedSchemas();

  #message(
    key: string,
    title: string,
    summary: string,
    payload: TSchema,
    more: JsonObject = {},
  ): Message {
    return [key, { name: key, title, summary, payload: this.schemas.shown(payload), ...more }];
  }

  /** The messages of an operation. */
  asked(asked: Asked): readonly Message[] {
    const { op, form } = asked;
    const { data, reply, refused = Type.Null(), codes, example } = form;
    const examples = [{ name: 'example', payload: { id: 17, op, data: example } }];
    const refusal = refusalFrame(Id(), ['invalid_input', ...codes], refused);
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
    const frame = refusalFrame(Type.Union([Id(), Type.Null()]), ['invalid_input'], Type.Null());
    return this.#message(key, 'Refusal of a frame', 'The frame is no request.', frame);
  }

  /** An event. */
  event(key: string, event: SocketEvent, says: string, data: TSchema): Message {
    return this.#message(key, `Event ${event}`, says, eventFrame(event, data));
  }
}
