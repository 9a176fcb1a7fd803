// The operations that an account's actor answers: each checks its input, acts, is answered once.

import { Type } from '@sinclair/typebox';
import type { AccountState, Execution } from '../../../engine/account/types.js';
import { basisOf, digestOf, execute, moneyOf } from '../../../engine/engine.js';
import { type Code, messageOf, statusOf } from '../../../wire/base/codes.js';
import {
  compile,
  Decimal,
  RequestId,
  Strict,
  Uuid,
  WholeText,
  Words,
} from '../../../wire/base/schema.js';
import {
  envelopeOf,
  envelopeText,
  textOf,
  writeMoney,
  writeResult,
} from '../../../wire/codec/text.js';
import type { Caller } from '../../../wire/desk/operations.js';
import {
  BALANCE_ACTIONS,
  type BalanceCommand,
  type Command,
  type Origin,
  TRADE_REQUESTS,
  type TradeCommand,
  type TradeKind,
  type TradeRequest,
} from '../../../wire/trading/commands.js';
import type { DerivedCommand } from '../../../wire/trading/events.js';
import type { TradeResult } from '../../../wire/trading/records.js';
import { patience } from '../../shared/failpoint.js';
import { Suffix } from '../../shared/ring-records.js';
import type { AccountActor } from '../accounts/account-actor.js';
import type { Shard } from '../shard.js';
import type { ReplyTo } from '../shard-output.js';
import { listOf, pictureOf } from './account-snapshot.js';

/** One operation on its way to an account. */
interface AccountRequest {
  readonly caller: Caller;
  /** Where it came from, as orders keep it: one object for all requests of a connection. */
  readonly origin: Origin;
  readonly login: number;
  readonly op: string;
  readonly data: unknown;
  readonly to: ReplyTo;
}

/** How long a request may wait for the database to know whether its id was used. */
const LOOKUP_MS = patience(10_000);
const LOOKUP_STEP_MS = 20;

const statusData = compile(Strict({ request_id: Uuid() }));
const nothing = compile(Strict({}));
const disconnectRule = compile(
  Strict({
    enabled: Type.Boolean(),
    grace_sec: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
  }),
);
const balanceData = compile(
  Strict({
    request_id: RequestId(),
    action: Words(BALANCE_ACTIONS),
    amount: Decimal(),
    comment: Type.Optional(WholeText(64)),
    skip_margin_check: Type.Optional(Type.Boolean()),
  }),
);

/** The operations of a shard's accounts. */
export class AccountOps {
  readonly #ops: Readonly<Record<string, (request: AccountRequest, actor: AccountActor) => void>> =
    {
      trade: (request, actor) => this.#trade(request, actor),
      trade_status: (request, actor) => this.#tradeStatus(request, actor),
      account: (request, actor) => this.#account(request, actor),
      positions: (request, actor) => this.#list('positions', request, actor),
      orders: (request, actor) => this.#list('orders', request, actor),
      money: (request, actor) => this.#money(request, actor),
      balance: (request, actor) => this.#balance(request, actor),
      cancel_on_disconnect: (request, actor) => this.#disconnectRule(request, actor),
    };

  /** Derived commands that wait for a conversion rate, by request id. */
  readonly #unpaid = new Set<string>();

  constructor(private readonly shard: Shard) {}

  /** Answers a request, now or when the account's lock is released. */
  handle(request: AccountRequest): void {
    const actor = this.shard.accounts.get(request.login);
    if (actor === undefined) return this.#refuse(request.to, 'not_found', 'no such account');
    const op = Object.hasOwn(this.#ops, request.op) ? this.#ops[request.op] : undefined;
    if (op === undefined) return this.#refuse(request.to, 'invalid_input', 'op: unknown');
    if (!actor.run(() => op(request, actor))) {
      this.#refuse(request.to, 'trade.too_many_requests', 'the mailbox of the account is full');
    }
  }

  /**
   * Executes a derived command; its request id makes it happen once. `answer` is told true when it
   * is done and committed, false when a conversion rate is missing, and nothing when it cannot be
   * known now: it is sent again then.
   */
  derived(command: DerivedCommand, answer: (done: boolean) => void): void {
    const { shard } = this;
    const { request_id, login, amount, comment, from_login = 0, from_deal = 0 } = command;
    const done = (): void => {
      this.#unpaid.delete(request_id);
      answer(true);
    };
    const actor = shard.accounts.get(login);
    if (actor === undefined) {
      shard.deps.warn('a derived command names no account', { ...command });
      return done();
    }
    const balance: BalanceCommand = {
      op: 'balance',
      request_id,
      action: command.action as BalanceCommand['action'],
      amount,
      comment,
      skip_margin_check: true,
      source: 'server',
      dealer: 0,
      from_login,
      from_deal,
      ...(command.currency ? { currency: command.currency } : {}),
    };
    const digest = digestOf(balance);
    actor.run(() =>
      this.#once(actor, request_id, {
        known: (known) => {
          if (known.digest !== digest) {
            shard.deps.warn('a derived command repeats an id with other content', { ...command });
          }
          shard.whenCommitted(done);
        },
        fresh: () => {
          const execution = execute(actor.state, balance, shard);
          if (!execution.ok && execution.code === 'trade.off_quotes') {
            return this.#unpriced(command, answer);
          }
          if (execution.ok) shard.record(actor.state, execution.events);
          else shard.deps.warn('a derived command was refused', { ...command, ...execution });
          shard.whenCommitted(done);
        },
        late: () => {},
      }),
    );
  }

  /** A derived command finds no conversion rate: the operator is told once, and it comes again. */
  #unpriced(command: DerivedCommand, answer: (done: boolean) => void): void {
    const { request_id } = command;
    if (!this.#unpaid.has(request_id)) {
      this.#unpaid.add(request_id);
      this.shard.deps.tell('a derived command waits for a conversion rate', { ...command });
    }
    answer(false);
  }

  /** The grace of a session without a socket is over; false = the account's mailbox is full. */
  disconnected(login: number, session: string): boolean {
    const actor = this.shard.accounts.get(login);
    if (actor === undefined) return true;
    return actor.run(() => {
      const execution = execute(actor.state, { op: 'disconnected', session }, this.shard);
      if (execution.ok) this.shard.record(actor.state, execution.events);
    });
  }

  /** The account's live money as `account_money` shows it. */
  moneyData(state: AccountState): string {
    const money = moneyOf(state, this.shard);
    const more = `,"login":${state.login},"account_seq":${state.ledger.account_seq}`;
    const { currency_digits } = basisOf(state, this.shard).group.record;
    return textOf((out) => writeMoney(out, money, currency_digits, more));
  }

  #trade({ caller, origin, data, to }: AccountRequest, actor: AccountActor): void {
    const request = this.#tradeRequest(data, caller);
    if (typeof request === 'string') return this.#refuse(to, 'invalid_input', request);
    if (!this.#admits(actor)) return this.#refuse(to, 'trade.too_many_requests');
    const staff = caller.audience === 'staff';
    const command: TradeCommand = {
      op: 'trade',
      request,
      source: staff ? 'dealer' : 'client',
      dealer: staff ? caller.login : 0,
      read_only: caller.read_only,
      origin,
    };
    this.#remembering(actor, command, request.request_id, digestOf(request), to);
  }

  /** Is there room for what a command does, and is the log keeping up? */
  #commits(): boolean {
    const { outbox } = this.shard.deps;
    return outbox.open() && !outbox.stalled(this.shard.elapsed);
  }

  /** May a trader's command be executed now, by the account's rate too? */
  #admits(actor: AccountActor): boolean {
    return this.#commits() && actor.allow(this.shard.elapsed, this.shard.deps.tradeRate);
  }

  #tradeRequest(data: unknown, caller: Caller): TradeRequest | string {
    const kind = (data as { kind?: unknown } | null)?.kind;
    if (typeof kind !== 'string' || !Object.hasOwn(TRADE_REQUESTS, kind)) {
      return `kind: must be one of ${Object.keys(TRADE_REQUESTS).join(', ')}`;
    }
    const fault = TRADE_REQUESTS[kind as TradeKind].fault(data);
    if (fault !== undefined) return fault;
    const request = data as TradeRequest;
    const staff = caller.audience === 'staff';
    if (staff && kind === 'price') return 'kind: price is for traders';
    if (!staff && request.skip_margin_check !== undefined) {
      return 'skip_margin_check: unknown field';
    }
    return { ...request, request_id: request.request_id.toLowerCase() };
  }

  #balance({ caller, data, to }: AccountRequest, actor: AccountActor): void {
    const fault = balanceData(data);
    if (fault !== undefined) return this.#refuse(to, 'invalid_input', fault);
    if (!this.#commits()) return this.#refuse(to, 'trade.too_many_requests');
    const body = data as Pick<BalanceCommand, 'request_id' | 'action' | 'amount'> &
      Partial<BalanceCommand>;
    const command: BalanceCommand = {
      op: 'balance',
      request_id: body.request_id.toLowerCase(),
      action: body.action,
      amount: body.amount,
      comment: body.comment ?? '',
      skip_margin_check: body.skip_margin_check ?? false,
      source: 'dealer',
      dealer: caller.login,
    };
    this.#remembering(actor, command, command.request_id, digestOf(command), to);
  }

  /** Executes a command whose request id may have been used: once, and the same answer after. */
  #remembering(
    actor: AccountActor,
    command: Command,
    requestId: string,
    digest: string,
    to: ReplyTo,
  ): void {
    const fresh = (): void => this.#answer(actor, execute(actor.state, command, this.shard), to);
    // Nearly every id is new: nothing else is prepared for it.
    if (!this.shard.index.mayHold(actor.state.login, requestId)) return fresh();
    this.#once(actor, requestId, {
      known: (known, count, seq) => this.#repeat(to, digest, known, count, seq),
      fresh,
      late: () => this.#refuse(to, 'trade.timeout'),
    });
  }

  /** Finds out whether a request id was used, holding the account's lock while that takes time. */
  #once(
    actor: AccountActor,
    requestId: string,
    then: {
      known(known: { digest: string; result: TradeResult }, count: number, seq: number): void;
      fresh(): void;
      late(): void;
    },
  ): void {
    const { login } = actor.state;
    const { index, deps } = this.shard;
    if (!index.mayHold(login, requestId)) return then.fresh();
    const release = actor.lock();
    const giveUpAt = deps.elapsed() + LOOKUP_MS;
    const look = (): void => {
      // Asked each time: what waited may have been settled meanwhile, with another outcome.
      const recent = index.recent(login, requestId);
      const isOwed = recent === undefined && index.isOwed(login, requestId, deps.checkpoint());
      if (isOwed && deps.elapsed() < giveUpAt) {
        setTimeout(() => deps.whenThawed(look), LOOKUP_STEP_MS);
        return;
      }
      if (recent !== undefined) then.known(recent.remembered, recent.count, recent.seq);
      else if (isOwed) then.late();
      else {
        const stored = deps.stored(login, requestId, index.spans(login, requestId));
        if (stored !== null) then.known(stored, 0, stored.seq);
        else then.fresh();
      }
      release();
      deps.outbox.flush();
    };
    look();
  }

  #repeat(
    to: ReplyTo,
    digest: string,
    known: { digest: string; result: TradeResult },
    count: number,
    seq: number,
  ): void {
    if (known.digest !== digest) {
      return this.#refuse(to, 'conflict', 'request_id: used before with other content');
    }
    const { result } = known;
    const code = result.code as Code;
    const { outbox } = this.shard.deps;
    const answer = envelopeOf(to.id, code, result.message, (out) => {
      writeResult(out, result, true);
      if (seq > 0) out.utf8(`,"seq":"${seq}"}}`);
    });
    if (seq > 0) outbox.answer(to, statusOf(code), answer);
    else outbox.answer(to, statusOf(code), answer, Suffix.data, count);
  }

  #answer(actor: AccountActor, execution: Execution, to: ReplyTo): void {
    const { outbox } = this.shard.deps;
    if (!execution.ok) {
      const { code, message, result } = execution;
      const refusal = envelopeOf(to.id, code, message, (out) => {
        if (result === null) return out.utf8('null}');
        writeResult(out, result, false);
        out.utf8(',"seq":null}}');
      });
      return outbox.answer(to, statusOf(code), refusal);
    }
    const count = this.shard.record(actor.state, execution.events);
    const { result } = execution;
    if (result === null) {
      const done = envelopeOf(to.id, 'ok', '', (out) => out.utf8('{"done":true'));
      return outbox.answer(to, 200, done, Suffix.data);
    }
    const code = result.code as Code;
    const message = result.message || messageOf(code);
    const answer = envelopeOf(to.id, code, message, (out) => writeResult(out, result, false));
    outbox.answer(to, statusOf(code), answer, Suffix.data, count);
  }

  #tradeStatus({ data, to }: AccountRequest, actor: AccountActor): void {
    const fault = statusData(data);
    if (fault !== undefined) return this.#refuse(to, 'invalid_input', fault);
    const requestId = (data as { request_id: string }).request_id.toLowerCase();
    this.#once(actor, requestId, {
      known: (known, count, seq) => this.#repeat(to, known.digest, known, count, seq),
      fresh: () => this.#refuse(to, 'not_found', 'request_id: unknown'),
      late: () => this.#refuse(to, 'trade.timeout'),
    });
  }

  #account({ data, to }: AccountRequest, actor: AccountActor): void {
    const fault = nothing(data);
    if (fault !== undefined) return this.#refuse(to, 'invalid_input', fault);
    if (!actor.allowPicture(this.shard.elapsed)) return this.#refuse(to, 'trade.too_many_requests');
    const text = envelopeOf(to.id, 'ok', '', pictureOf(actor.state, this.shard));
    this.shard.deps.outbox.answer(to, 200, text, Suffix.data);
  }

  /** Made here whole: in an account with thousands of rows the front has no time for it. */
  #list(what: 'positions' | 'orders', { to }: AccountRequest, actor: AccountActor): void {
    const text = envelopeOf(to.id, 'ok', '', listOf(what, actor.state, this.shard));
    this.shard.deps.outbox.answer(to, 200, text);
  }

  #money({ to }: AccountRequest, actor: AccountActor): void {
    const data = this.moneyData(actor.state).slice(0, -1);
    const text = envelopeOf(to.id, 'ok', '', (out) => out.utf8(data));
    this.shard.deps.outbox.answer(to, 200, text, Suffix.data);
  }

  #disconnectRule({ caller, data, to }: AccountRequest, actor: AccountActor): void {
    const fault = disconnectRule(data);
    if (fault !== undefined) return this.#refuse(to, 'invalid_input', fault);
    if (caller.read_only) return this.#refuse(to, 'trade.read_only');
    if (!this.#admits(actor)) return this.#refuse(to, 'trade.too_many_requests');
    const { enabled, grace_sec = 0 } = data as { enabled: boolean; grace_sec?: number };
    const command = {
      op: 'cancel_on_disconnect',
      session: caller.session,
      enabled,
      grace_sec,
    } as const;
    this.#answer(actor, execute(actor.state, command, this.shard), to);
  }

  #refuse(to: ReplyTo, code: Code, message: string = messageOf(code)): void {
    this.shard.deps.outbox.answer(to, statusOf(code), envelopeText(to.id, code, 'null', message));
  }
}
