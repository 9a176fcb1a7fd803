// Generated operations of the live sockets, each in three spellings that are answered alike.

import { decode, encode } from '@msgpack/msgpack';
import { type TSchema, Type } from '@sinclair/typebox';
import fc from 'fast-check';
import { CODES, type Code } from '../../wire/base/codes.js';
import { compile, Id, Strict, Uuid, Words } from '../../wire/base/schema.js';
import { TradeBody, TradeCheckBody } from '../../wire/rest/trading/trades.js';
import { tradeRefusal, withRequestId } from '../../wire/trading/trade-input.js';
import type { RestClient } from '../support/client/rest.js';
import type { Envelope } from '../support/client/shapes.js';
import type { Attack, HostileServer } from './hostile-server.js';
import { frame, OPCODE, RawSocket } from './raw-socket.js';
import { broken, fitting, swapped } from './requests.js';
import type { Counts } from './rest-runs.js';

/** A reply of the server's; events have no id. */
export type Reply = Envelope<unknown> & { readonly id: number | null; readonly event?: string };

const Text = () => Type.String({ maxLength: 40 });
const Count = (maximum: number) => Type.Integer({ minimum: 0, maximum });
const Name = () => Type.String({ minLength: 1, maxLength: 32 });
const Quotes = Strict({
  channel: Type.Literal('quotes'),
  symbols: Type.Array(Name(), { minItems: 1 }),
  max_rate_ms: Type.Optional(Count(10_000)),
});
const Bars = Strict({
  channel: Type.Literal('bars'),
  symbol: Name(),
  timeframe: Words(['m1', 'h1']),
});
const Rows = Strict({
  channel: Words(['deals', 'orders', 'positions']),
  group: Type.Optional(Type.String({ maxLength: 64 })),
});
const Accounts = Strict({
  channel: Type.Literal('accounts'),
  logins: Type.Array(Id(), { minItems: 1, maxItems: 5, uniqueItems: true }),
});
/** Leaving a channel takes parts of its filter. */
const Leaving = Strict({ channel: Words(['quotes', 'bars', 'accounts', 'deals']) });

/** What operations take, as the socket's description has it. */
const OPS: Readonly<Record<RestClient['audience'], Readonly<Record<string, TSchema>>>> = {
  trader: {
    hello: Strict({ csrf: Type.Optional(Text()), account: Type.Optional(Id()) }),
    ping: Strict({}),
    subscribe: Type.Union([Quotes, Bars]),
    unsubscribe: Leaving,
    resume: Strict({ after: Count(Number.MAX_SAFE_INTEGER) }),
    account: Strict({}),
    trade: TradeBody,
    trade_check: TradeCheckBody,
    trade_status: Strict({ request_id: Uuid() }),
    cancel_on_disconnect: Strict({
      enabled: Type.Boolean(),
      grace_sec: Type.Optional(Count(86_400)),
    }),
    dealer_take: Strict({}),
  },
  staff: {
    hello: Strict({ csrf: Type.Optional(Text()), account: Type.Optional(Id()) }),
    ping: Strict({}),
    subscribe: Type.Union([Quotes, Rows, Accounts]),
    unsubscribe: Leaving,
    resume: Strict({ after_seq: Type.String({ pattern: '^(0|[1-9][0-9]{0,5})$' }) }),
  },
};

/** What trades must be, by their kind. */
const TRADES: Readonly<Record<string, (data: unknown) => unknown>> = {
  trade: (data) => tradeRefusal(data, false),
  trade_check: (data) => tradeRefusal(withRequestId(data), false),
};

/** No operation takes these. */
const NO_OBJECTS: readonly unknown[] = [null, [], 'x', 1, true];

type Spelling = readonly [
  encoding: 'json' | 'msgpack',
  written: (id: number, op: string, data: unknown) => string | Uint8Array,
];

/** Frames that ask the same: as terminals write it, with its fields in another order, packed. */
const SPELLINGS: readonly Spelling[] = [
  ['json', (id, op, data) => JSON.stringify({ id, op, data })],
  ['json', (id, op, data) => JSON.stringify({ data, op, id })],
  ['msgpack', (id, op, data) => encode({ id, op, data })],
];

/** A connection on which one operation is asked after another. */
export class OpSocket {
  private constructor(
    readonly raw: RawSocket,
    readonly encoding: 'json' | 'msgpack',
  ) {}

  /** Connects as the client is signed in. */
  static async open(client: RestClient, encoding: 'json' | 'msgpack'): Promise<OpSocket> {
    const path = client.audience === 'staff' ? '/admin/v1/socket' : '/trader/v1/socket';
    const port = Number(new URL(client.url).port);
    const headers = client.socketHeaders();
    const socket = new OpSocket(await RawSocket.open({ port, path, headers, encoding }), encoding);
    const csrf = client.csrfToken === '' ? {} : { csrf: client.csrfToken };
    const hello = { id: 0, op: 'hello', data: csrf };
    socket.send(encoding === 'json' ? JSON.stringify(hello) : encode(hello));
    await socket.reply(0);
    return socket;
  }

  /** Sends a frame of this encoding. */
  send(written: string | Uint8Array): void {
    const opcode = this.encoding === 'json' ? OPCODE.text : OPCODE.binary;
    this.raw.write(frame({ opcode, payload: written }));
  }

  /** The next reply; undefined = the connection ended. */
  async next(): Promise<Reply | undefined> {
    for (;;) {
      await this.raw.frames(1);
      const one = this.raw.received.shift();
      if (one === undefined) return undefined;
      if (one.opcode !== OPCODE.text && one.opcode !== OPCODE.binary) continue;
      const isJson = this.encoding === 'json';
      const value = (isJson ? JSON.parse(one.payload.toString()) : decode(one.payload)) as Reply;
      if (value.event === undefined) return value;
    }
  }

  /** The reply with that id. Throws when the connection ends without. */
  async reply(id: number): Promise<Reply> {
    for (;;) {
      const reply = await this.next();
      if (reply === undefined) throw new Error(`the connection ended without reply ${id}`);
      if (reply.id === id) return reply;
    }
  }
}

/** Has an answer a code that there is, which is no failure of the server's? */
export const isAnswer = ({ code, success }: Envelope<unknown>): boolean =>
  CODES.includes(code as Code) && code !== 'internal' && success === (code === 'ok');

const isWellFormed = (reply: Reply): boolean =>
  isAnswer(reply) && typeof reply.message === 'string' && reply.data !== undefined;

/** Sends one operation in every spelling, and notes what is wrong with the replies. */
class Asker {
  #id = 0;
  asked = 0;
  refused = 0;

  constructor(
    private readonly server: HostileServer,
    private readonly sockets: readonly OpSocket[],
  ) {}

  async ask(op: string, data: unknown, isBroken: boolean): Promise<void> {
    const codes: string[] = [];
    for (const [at, socket] of this.sockets.entries()) {
      const [, written] = SPELLINGS[at] as Spelling;
      this.#id += 2;
      socket.send(written(this.#id, op, data));
      socket.send(written(this.#id + 1, 'ping', {}));
      const reply = await socket.next();
      const pong = await socket.next();
      if (reply === undefined || pong?.id !== this.#id + 1) throw new Error(`no reply to ${op}`);
      codes.push(reply.code);
      // What cannot be decoded has no id that could be told.
      const isIts = reply.id === this.#id || (reply.id === null && reply.code === 'invalid_input');
      if (!isIts || !isWellFormed(reply)) this.#fault(op, data, JSON.stringify(reply));
      if (isBroken && reply.success) this.#fault(op, data, 'success');
    }
    this.asked += 1;
    if (codes[0] !== 'ok') this.refused += 1;
    if (new Set(codes).size > 1) this.#fault(op, data, codes.join());
  }

  #fault(op: string, data: unknown, what: string): void {
    const shown = JSON.stringify(data)?.slice(0, 600);
    this.server.faults.push(`${op} ${shown} was answered ${what.slice(0, 600)}`);
  }
}

/** Asks every operation as often as the counts say, and asserts what must hold of every reply. */
export const askEveryOp: Attack<Counts> = async (t, server, counts, seed) => {
  const all: OpSocket[] = [];
  for (const audience of ['staff', 'trader'] as const) {
    const client = server[audience];
    const sockets: OpSocket[] = [];
    for (const [encoding] of SPELLINGS) sockets.push(await OpSocket.open(client, encoding));
    all.push(...sockets);
    const asker = new Asker(server, sockets);
    for (const [op, schema] of Object.entries(OPS[audience])) {
      const fault = TRADES[op] ?? compile(schema);
      const isBad = (data: unknown): boolean => fault(data) !== undefined;
      const sample = (data: fc.Arbitrary<unknown>, numRuns: number) =>
        fc.sample(data, { numRuns, seed });
      for (const data of sample(fitting(schema), counts.fitting)) await asker.ask(op, data, false);
      const before = await server.hash();
      for (const data of sample(broken(schema, isBad), counts.broken)) {
        await asker.ask(op, data, true);
      }
      if ((await server.hash()) !== before) server.faults.push(`a refused ${op} changed the state`);
      for (const data of NO_OBJECTS) await asker.ask(op, data, true);
      for (const data of sample(swapped(schema), counts.swapped))
        await asker.ask(op, data, isBad(data));
      await server.othersAreServed();
    }
    // Else orders are cancelled some time after their socket has closed.
    if (audience === 'trader') await asker.ask('cancel_on_disconnect', { enabled: false }, false);
    const { asked, refused } = asker;
    t.ok(refused < asked * 0.9, `${asked} of ${audience}, ${refused} refused`);
  }
  for (const { raw } of all) raw.destroy();
  server.assertBorne(t, 'every reply is as it should be');
};
