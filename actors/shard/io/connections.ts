// Connections of accounts: who is connected, what they send, what ends with them.

import { isFields } from '../../../wire/base/object.js';
import { duplicateKeysIn } from '../../../wire/codec/duplicate-keys.js';
import { keepJson } from '../../../wire/codec/json.js';
import { keepPacked } from '../../../wire/codec/msgpack.js';
import { unpack } from '../../../wire/codec/pack.js';
import { envelopeText } from '../../../wire/codec/text.js';
import type { Caller } from '../../../wire/desk/operations.js';
import type { Origin } from '../../../wire/trading/commands.js';
import type { AccountOp } from '../../client.js';
import { publishedAt, REQUEST_HEAD, Request, receivedAt } from '../../shared/ring-records.js';
import type { Shard } from '../shard.js';
import type { AccountOps } from './account-ops.js';

/** A packed REST operation. */
export interface Call {
  readonly caller: Caller;
  readonly login: number;
  readonly op: AccountOp;
  readonly data: unknown;
  readonly requestId: string;
}

/** Operations that a connection's frames may name; the others are for REST. */
const FRAME_OPS = ['trade', 'trade_status', 'account', 'cancel_on_disconnect'];
const FRAME_FIELDS = ['id', 'op', 'data'];

interface Frame {
  readonly id: number;
  readonly op: string;
  readonly data: unknown;
}

/** Who is connected, and the origin of the requests that come from there. */
interface Connected {
  readonly caller: Caller;
  readonly origin: Origin;
}

const originOf = ({ terminal, ip, session }: Caller): Origin => ({ terminal, ip, session });

const isId = (id: unknown): id is number => Number.isSafeInteger(id) && (id as number) >= 0;

/** Reads a frame: the frame, or its id (if any) with what is wrong. */
const readFrame = (text: string): Frame | { id: number | null; fault: string } => {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return { id: null, fault: 'frame: not JSON' };
  }
  if (!isFields(frame)) return { id: null, fault: 'frame: must be an object' };
  const { id, op } = frame;
  if (!isId(id)) return { id: null, fault: 'id: must be an integer from 0 to 2^53-1' };
  for (const field of Object.keys(frame)) {
    if (!FRAME_FIELDS.includes(field)) return { id, fault: `${field}: unknown field` };
  }
  if (typeof op !== 'string' || !FRAME_OPS.includes(op)) return { id, fault: 'op: unknown' };
  const twice = duplicateKeysIn(text, frame);
  if (twice !== undefined) return { id, fault: twice };
  const { data = {} } = frame;
  if (!isFields(data)) return { id, fault: 'data: must be an object' };
  return { id, op, data };
};

/** Takes the records of the request ring, and keeps who is connected. */
export class ShardConnections {
  readonly #callers = new Map<number, Connected>();
  /** Open connections of each session. */
  readonly #sockets = new Map<string, number>();
  /** Sessions whose last connection is gone, until when they may come back, by `elapsed`. */
  readonly #graces = new Map<string, { readonly login: number; readonly until: number }>();
  /** Such sessions, by login, where what they sent before still waits: it may change the rule. */
  readonly #left = new Map<string, number>();
  #requests = 0;

  constructor(
    private readonly shard: Shard,
    private readonly ops: AccountOps,
  ) {}

  /** One record of the request ring. */
  take(buffer: Buffer, at: number, length: number): void {
    const token = buffer.readUInt32LE(at + 4);
    const body = at + REQUEST_HEAD;
    switch (buffer[at]) {
      case Request.frame:
        this.shard.deps.outbox.began(receivedAt(buffer, at), publishedAt(buffer, at));
        this.#frame(token, buffer.toString('utf8', body, at + length));
        return this.shard.deps.outbox.ended();
      case Request.call:
        return this.#call(token, unpack<Call>(buffer.subarray(body, at + length)));
      case Request.open:
        return this.#open(token, unpack<Caller>(buffer.subarray(body, at + length)));
      default:
        return this.#closed(token);
    }
  }

  /** Logins with a connection. */
  *logins(): Iterable<number> {
    for (const { caller } of this.#callers.values()) yield caller.login;
  }

  /** The server listens: sessions that asked for `cancel_on_disconnect` are without a socket. */
  startCounting(): void {
    const { accounts } = this.shard;
    for (const login of accounts.logins()) {
      for (const session of Object.keys(accounts.glance(login).ledger.cancel_on_disconnect)) {
        if (!this.#sockets.has(session)) this.#startGrace(login, session);
      }
    }
  }

  metrics(): Record<string, number> {
    return {
      accounts: this.shard.accounts.size,
      accounts_in_use: this.shard.accounts.inUse,
      connections: this.#callers.size,
      requests: this.#requests,
      events: this.shard.deps.outbox.emitted,
    };
  }

  /** Ends the sessions whose grace is over; where there is no room for that, the next time. */
  timers(): void {
    if (!this.shard.deps.outbox.open()) return;
    for (const [session, login] of this.#left) this.#startGrace(login, session);
    for (const [session, { login, until }] of this.#graces) {
      if (until > this.shard.elapsed) continue;
      if (this.ops.disconnected(login, session)) this.#graces.delete(session);
    }
  }

  #frame(token: number, text: string): void {
    this.#requests += 1;
    const connected = this.#callers.get(token);
    if (connected === undefined) return;
    const frame = readFrame(text);
    if ('fault' in frame) {
      const to = { token, id: frame.id };
      const answer = envelopeText(frame.id, 'invalid_input', 'null', frame.fault);
      this.shard.deps.outbox.answer(to, 400, answer);
      return;
    }
    const { id, op, data } = frame;
    const { caller, origin } = connected;
    this.ops.handle({ caller, origin, login: caller.login, op, data, to: { token, id } });
  }

  #call(token: number, { caller, login, op, data, requestId }: Call): void {
    this.#requests += 1;
    const origin = originOf(caller);
    this.ops.handle({ caller, origin, login, op, data, to: { token, id: requestId } });
  }

  #open(token: number, caller: Caller): void {
    const origin = originOf(caller);
    keepJson(origin);
    keepPacked(origin);
    this.#callers.set(token, { caller, origin });
    this.#sockets.set(caller.session, (this.#sockets.get(caller.session) ?? 0) + 1);
    this.#graces.delete(caller.session);
    this.#left.delete(caller.session);
  }

  #closed(token: number): void {
    const connected = this.#callers.get(token);
    if (connected === undefined) return;
    const { caller } = connected;
    this.#callers.delete(token);
    const left = (this.#sockets.get(caller.session) ?? 1) - 1;
    if (left > 0) {
      this.#sockets.set(caller.session, left);
      return;
    }
    this.#sockets.delete(caller.session);
    this.#startGrace(caller.login, caller.session);
  }

  #startGrace(login: number, session: string): void {
    const actor = this.shard.accounts.get(login);
    if (actor?.isFree === false) {
      this.#left.set(session, login);
      return;
    }
    this.#left.delete(session);
    const graceSec = actor?.state.ledger.cancel_on_disconnect[session];
    if (typeof graceSec !== 'number' || this.#graces.has(session)) return;
    this.#graces.set(session, { login, until: this.shard.elapsed + graceSec * 1000 });
  }
}
