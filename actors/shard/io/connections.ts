// Connections of accounts: connected users, their frames, and the end of their sessions.

import { readFrame } from '../../../wire/codec/frame-reader.js';
import type { Encoding } from '../../../wire/codec/frames.js';
import { keepJson } from '../../../wire/codec/json.js';
import { unpack } from '../../../wire/codec/pack.js';
import { keepFlat } from '../../../wire/codec/packed-values.js';
import { readTradeFrame } from '../../../wire/codec/trade-frames.js';
import type { AccountCaller } from '../../../wire/desk/caller.js';
import type { Origin } from '../../../wire/trading/commands.js';
import { ACCOUNT_FRAME_OPS, type AccountOp } from '../../client.js';
import type { RecordMemory } from '../../shared/ring.js';
import {
  publishedAt,
  REQUEST_AT,
  REQUEST_HEAD,
  Request,
  receivedAt,
} from '../../shared/ring-records.js';
import type { Shard } from '../shard.js';
import type { AccountDispatcher } from './dispatcher.js';

/** A packed REST operation. */
export interface Call {
  readonly caller: AccountCaller;
  readonly login: number;
  readonly op: AccountOp;
  readonly data: unknown;
  readonly requestId: string;
}

/** A connected user, and the origin for the user's requests. */
interface Connected {
  readonly caller: AccountCaller;
  readonly origin: Origin;
}

/** Accounts whose sessions are checked in one step: about a millisecond. */
const SLICE_ACCOUNTS = 1_000;

const originOf = ({ terminal, ip, session }: AccountCaller): Origin => ({ terminal, ip, session });

/** Processes the records of the request ring, and tracks connected users. */
export class ShardConnections {
  readonly #callers = new Map<number, Connected>();
  /** Number of open connections by session. */
  readonly #sockets = new Map<string, number>();
  /** Sessions without a connection, and the end of their grace period in `elapsed` time. */
  readonly #graces = new Map<string, { readonly login: number; readonly until: number }>();
  /**
   * Sessions without a connection, by login, that still have waiting requests, which may change the
   * rule.
   */
  readonly #left = new Map<string, number>();
  /** Accounts of which sessions without a socket are still to be found; undefined = none. */
  #unchecked: Iterator<number> | undefined;
  #requests = 0;

  constructor(
    private readonly shard: Shard,
    private readonly dispatcher: AccountDispatcher,
  ) {}

  /** Processes a record of the request ring. */
  take({ buffer, view }: RecordMemory, at: number, length: number): void {
    const token = view.getUint32(at + REQUEST_AT.token, true);
    const kind = buffer[at + REQUEST_AT.kind];
    const body = at + REQUEST_HEAD;
    const end = at + length;
    switch (kind) {
      case Request.jsonFrame:
      case Request.msgpackFrame: {
        const { output } = this.shard.deps;
        output.began(receivedAt(view, at), publishedAt(view, at));
        const encoding = kind === Request.jsonFrame ? 'json' : 'msgpack';
        this.#frame(token, encoding, buffer, body, end);
        return output.ended();
      }
      case Request.call:
        return this.#call(token, unpack<Call>(buffer.subarray(body, end)));
      case Request.open:
        return this.#open(token, unpack<AccountCaller>(buffer.subarray(body, end)));
      default:
        return this.#closed(token);
    }
  }

  /** Are there connections, or sessions that have lost theirs and are waited for? */
  get isBusy(): boolean {
    return this.#callers.size + this.#graces.size + this.#left.size > 0;
  }

  /** Logins with a connection. */
  *logins(): Iterable<number> {
    for (const { caller } of this.#callers.values()) yield caller.login;
  }

  /** The server listens: `startGraces` begins with the first account. */
  listen(): void {
    this.#unchecked = this.shard.accounts.logins();
  }

  /**
   * Checks some accounts: their sessions with `cancel_on_disconnect` and without a socket start
   * their grace period. True when no account is left.
   */
  startGraces(): boolean {
    const { accounts } = this.shard;
    for (let left = SLICE_ACCOUNTS; left > 0 && this.#unchecked !== undefined; left -= 1) {
      const { done, value: login } = this.#unchecked.next();
      if (done) {
        this.#unchecked = undefined;
        break;
      }
      for (const session of Object.keys(accounts.glance(login).ledger.cancel_on_disconnect)) {
        if (!this.#sockets.has(session)) this.#startGrace(login, session);
      }
    }
    return this.#unchecked === undefined;
  }

  metrics(): Record<string, number> {
    return {
      accounts: this.shard.accounts.size,
      accounts_in_use: this.shard.accounts.inUse,
      connections: this.#callers.size,
      requests_total: this.#requests,
      events_total: this.shard.deps.output.emitted,
    };
  }

  /**
   * Ends the sessions whose grace period is over; if there is no room for the events, the next call
   * does.
   */
  timers(): void {
    if (!this.shard.deps.output.open()) return;
    for (const [session, login] of this.#left) this.#startGrace(login, session);
    for (const [session, { login, until }] of this.#graces) {
      if (until > this.shard.elapsed) continue;
      if (this.shard.command(login, { op: 'disconnected', session })) this.#graces.delete(session);
    }
  }

  /** Processes the frame between two positions. */
  #frame(token: number, encoding: Encoding, buffer: Buffer, from: number, end: number): void {
    this.#requests += 1;
    const connected = this.#callers.get(token);
    if (connected === undefined) return;
    const { caller, origin } = connected;
    const { login } = caller;
    if (caller.audience === 'trader') {
      const trade = readTradeFrame(encoding, buffer, from, end);
      if (trade !== undefined) {
        const { id, request: data } = trade;
        const to = { token, id };
        return this.dispatcher.dispatchValid({ caller, origin, login, op: 'trade', data, to });
      }
    }
    const frame = readFrame(encoding, buffer.subarray(from, end));
    const to = { token, id: frame.id };
    const { output } = this.shard.deps;
    if ('fault' in frame) return output.refuse(to, 'invalid_input', frame.fault);
    const { op, data } = frame;
    if (!ACCOUNT_FRAME_OPS.has(op)) return output.refuse(to, 'invalid_input', 'op: unknown');
    this.dispatcher.dispatch({ caller, origin, login, op, data, to });
  }

  #call(token: number, { caller, login, op, data, requestId }: Call): void {
    this.#requests += 1;
    const origin = originOf(caller);
    this.dispatcher.dispatch({ caller, origin, login, op, data, to: { token, id: requestId } });
  }

  #open(token: number, caller: AccountCaller): void {
    const origin = originOf(caller);
    keepJson(origin);
    keepFlat(origin);
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
