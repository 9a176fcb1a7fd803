// The executor: executes commands by the engine, each request id once, and answers them.

import type { Execution } from '../../../engine/account/types.js';
import { digestOf, execute } from '../../../engine/engine.js';
import { type Code, messageOf, statusOf } from '../../../wire/base/codes.js';
import type { Bytes } from '../../../wire/codec/bytes.js';
import { writeChange } from '../../../wire/codec/event-frames.js';
import { envelopeOf, writeRefused, writeResult } from '../../../wire/codec/text.js';
import type { BalanceCommand, Command, GatewayCommand } from '../../../wire/trading/commands.js';
import type { AccountEvent, DerivedCommand } from '../../../wire/trading/events.js';
import type { TradeResult } from '../../../wire/trading/records.js';
import type { ProviderReports } from '../../providers/gateways/gateway-messages.js';
import { type HourlyLimit, HourlyLimits } from '../../shared/allowance.js';
import { patience } from '../../shared/failpoint.js';
import { Suffix } from '../../shared/ring-records.js';
import type { AccountActor } from '../accounts/account-actor.js';
import type { Shard } from '../shard.js';
import type { ReplyTo } from '../shard-output.js';

/** Time that a request may wait until the database can tell whether its id was used. */
const LOOKUP_MS = patience(10_000);
const LOOKUP_STEP_MS = 20;

type RefusedCommand = Extract<Execution, { ok: false }>;

/**
 * The stored outcome of a request id, and where its event is: `count` is the shard's number of the
 * event, `seq` that of the log; 0 = not known here.
 */
interface PastRequest {
  readonly digest: string;
  readonly result: TradeResult;
  readonly count: number;
  readonly seq: number;
}

/** Handlers for the cases of a request id. */
interface Cases {
  /** It was used. */
  known(known: PastRequest): void;
  /** It was not used. */
  fresh(): void;
  /** The database could not tell in time. */
  late(): void;
}

/** The outcomes of a command of the server itself or of a provider. */
interface CommandCases {
  /** It is dealt with; was it executed now? */
  done(isExecuted: boolean): void;
  /** True = dealt with: it is not reported, and not done. */
  refused(refusal: RefusedCommand): boolean;
  late(): void;
  /** May a line of the log be written about it? */
  mayWarn(): boolean;
}

/** Is the answer for a socket? */
const isLive = ({ id }: ReplyTo): boolean => typeof id === 'number';

/**
 * The event that the answer to a connection contains: the event of the request itself. Consequences
 * of a request, such as a margin call, have another cause: then all of them come as events.
 */
const answeredEvent = (
  { result, events }: Extract<Execution, { ok: true }>,
  to: ReplyTo,
): AccountEvent | undefined => {
  const [event] = events;
  if (!isLive(to) || result === null || events.length !== 1) return undefined;
  return event?.kind === 'setting' ? undefined : event;
};

/** Writes a result, and the positions that a deletion left, without the closing brace. */
const writeOutcome = (out: Bytes, result: TradeResult, repeated: boolean): void => {
  writeResult(out, result, repeated);
  if (result.refused !== '') writeRefused(out, result.refused);
};

/** Executes commands of a shard's accounts. */
export class Executor {
  /** Request ids of derived commands that wait for a conversion rate. */
  readonly #unpaid = new Set<string>();
  /** Lines about refused reports, by their place and gateway. */
  readonly #lines = new HourlyLimits<string>();

  constructor(private readonly shard: Shard) {}

  /**
   * Executes a command with a request id and answers with its result; a repeated id gets the stored
   * result. `digestNow` computes the digest of the request, which only a repeated id needs.
   */
  executeOnce(
    actor: AccountActor,
    command: Command,
    requestId: string,
    digestNow: () => string,
    to: ReplyTo,
  ): void {
    // Nearly every id is new, so nothing else is prepared for it.
    if (!this.shard.index.mayHold(actor.state.login, requestId)) {
      return this.execute(actor, command, to);
    }
    const { output } = this.shard.deps;
    this.#once(actor, requestId, {
      known: (known) => {
        if (known.digest === digestNow()) return this.#repeat(to, known);
        output.refuse(to, 'conflict', 'request_id: used before with other content');
      },
      fresh: () => this.execute(actor, command, to),
      late: () => output.refuse(to, 'trade.timeout'),
    });
  }

  /** Executes a command and answers with its result. */
  execute(actor: AccountActor, command: Command, to: ReplyTo): void {
    this.#answer(actor, execute(actor.state, command, this.shard), to);
  }

  /** Answers with the outcome of a request id. */
  status(actor: AccountActor, requestId: string, to: ReplyTo): void {
    const { output } = this.shard.deps;
    this.#once(actor, requestId, {
      // The refused part of a deletion is reported only to the staff who asked for it.
      known: (past) => this.#repeat(to, { ...past, result: { ...past.result, refused: '' } }),
      fresh: () => output.refuse(to, 'not_found', 'request_id: unknown'),
      late: () => output.refuse(to, 'trade.timeout'),
    });
  }

  /**
   * Executes a derived command; its request id prevents a second execution. `answer` is called with
   * true when it is executed, or refused for good, and committed, with false when a conversion rate
   * is missing, and not at all when the outcome is unknown: the command is then sent again.
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
      ...(command.demo ? { demo: true } : {}),
    };
    actor.run(() =>
      this.#commanded(actor, balance, 'a derived command', {
        done: () => shard.whenCommitted(done),
        refused: ({ code }) => code === 'trade.off_quotes' && this.#unpriced(command, answer),
        late: () => {},
        mayWarn: () => true,
      }),
    );
  }

  /** The given commands of which no account here has an outcome. */
  unpaid(commands: readonly DerivedCommand[]): DerivedCommand[] {
    return commands.filter((command) => !this.#isDone(command));
  }

  #isDone({ login, request_id }: DerivedCommand): boolean {
    const { index, deps } = this.shard;
    if (!index.mayHold(login, request_id)) return false;
    if (index.recent(login, request_id) !== undefined) return true;
    if (index.isOwed(login, request_id, deps.checkpoint())) return true;
    return deps.stored(login, request_id, index.spans(login, request_id)) !== null;
  }

  /**
   * Executes a provider's reports in their order, each once. `answer` is called with true when all
   * are committed, with false when one could not be executed now: all are then sent again.
   */
  reports({ login, commands }: ProviderReports, answer: (done: boolean) => void): void {
    const { shard } = this;
    const actor = shard.accounts.get(login);
    if (actor === undefined) {
      const message = `there is no account ${login}`;
      shard.deps.warn('a report of a provider names no account', { login });
      for (const command of commands) this.#unbooked(command, { code: 'not_found', message });
      return answer(true);
    }
    let isHeldUp = !shard.deps.output.open();
    const late = (): void => {
      isHeldUp = true;
    };
    for (const command of commands) {
      const run = (): void => {
        if (isHeldUp) return;
        const refused = (refusal: RefusedCommand): boolean => this.#unbooked(command, refusal);
        const mayWarn = (): boolean => this.#linesOf(`log ${command.gateway_id}`).take();
        const done = (isExecuted: boolean): void => {
          const isFill = command.report === 'trade';
          if (isFill && !isExecuted) shard.sending.unchanged(actor.state, command);
        };
        const cases = { done, refused, late, mayWarn };
        this.#commanded(actor, command, 'a report of a provider', cases);
      };
      if (!actor.run(run)) late();
    }
    const end = (): void => {
      if (isHeldUp) answer(false);
      else shard.whenCommitted(() => answer(true));
    };
    if (!actor.run(end)) answer(false);
  }

  /** How many lines a gateway's reports may have, in the journal or the log. */
  #linesOf(where: string): HourlyLimit {
    return this.#lines.of(where, () => this.shard.now);
  }

  /** Reports to staff a fill that the account cannot have: the provider has a trade, we none. */
  #unbooked(
    command: GatewayCommand,
    { code, message }: Pick<RefusedCommand, 'code' | 'message'>,
  ): boolean {
    // A fill that another report has booked is no fault.
    if (command.report !== 'trade' || code === 'trade.order_changed') return false;
    const { gateway_id, order_id, execution_id = '', volume = '', price = '' } = command;
    if (!this.#linesOf(`journal ${gateway_id}`).take()) return false;
    this.shard.deps.note(
      `warning: gateway ${gateway_id} reports a fill of order ${order_id} that is not booked: ` +
        `${volume} lots at ${price}, execution ${execution_id}: ${message || code}`,
    );
    return false;
  }

  /**
   * Executes a command of the server itself or of a provider, once. A command that is refused, or
   * repeats an id with other content, is reported to the operator and counts as done, unless
   * `refused` says that it has dealt with it, or `mayWarn` that there were enough lines.
   */
  #commanded(
    actor: AccountActor,
    command: BalanceCommand | GatewayCommand,
    what: string,
    then: CommandCases,
  ): void {
    const { shard } = this;
    const digest = digestOf(command);
    const warn = (how: string, more: object = {}): void => {
      if (!then.mayWarn()) return;
      shard.deps.warn(`${what} ${how}`, { login: actor.state.login, ...command, ...more });
    };
    this.#once(actor, command.request_id, {
      known: (known) => {
        if (known.digest !== digest) warn('repeats an id with other content');
        then.done(false);
      },
      fresh: () => {
        const execution = execute(actor.state, command, shard);
        if (execution.ok) shard.record(actor.state, execution.events);
        else if (then.refused(execution)) return;
        const { result } = execution;
        if (!execution.ok) warn('was refused', execution);
        else if (result?.status === 'rejected') warn('was refused', result);
        then.done(execution.ok);
      },
      late: then.late,
    });
  }

  /**
   * Handles a derived command without a conversion rate: the operator gets one line, and the
   * command is sent again.
   */
  #unpriced(command: DerivedCommand, answer: (done: boolean) => void): true {
    const { request_id } = command;
    if (!this.#unpaid.has(request_id)) {
      this.#unpaid.add(request_id);
      this.shard.deps.log('a derived command waits for a conversion rate', { ...command });
    }
    answer(false);
    return true;
  }

  /** Finds out whether a request id was used; holds the account's lock if that takes time. */
  #once(actor: AccountActor, requestId: string, then: Cases): void {
    const { login } = actor.state;
    const { index, deps } = this.shard;
    if (!index.mayHold(login, requestId)) return then.fresh();
    const release = actor.lock();
    const giveUpAt = deps.elapsed() + LOOKUP_MS;
    const look = (): void => {
      // Looked up each time: a waiting request may have been executed meanwhile.
      const known = this.#outcomeOf(login, requestId);
      if (known === null && deps.elapsed() < giveUpAt) {
        setTimeout(() => deps.whenThawed(look), LOOKUP_STEP_MS);
        return;
      }
      if (known === null) then.late();
      else if (known === undefined) then.fresh();
      else then.known(known);
      release();
      deps.output.flush();
    };
    look();
  }

  /** The outcome of a request id; undefined = it was not used, null = nobody can tell yet. */
  #outcomeOf(login: number, requestId: string): PastRequest | null | undefined {
    const { index, deps } = this.shard;
    const recent = index.recent(login, requestId);
    if (recent !== undefined) {
      const { remembered, count, seq } = recent;
      return { ...remembered, count, seq };
    }
    if (index.isOwed(login, requestId, deps.checkpoint())) return null;
    const stored = deps.stored(login, requestId, index.spans(login, requestId));
    return stored === null ? undefined : { ...stored, count: 0 };
  }

  /** Answers with a stored result. */
  #repeat(to: ReplyTo, { result, count, seq }: PastRequest): void {
    const code = result.code as Code;
    const { output } = this.shard.deps;
    const answer = envelopeOf(to.id, code, result.message, (out) => {
      writeOutcome(out, result, true);
      if (seq > 0) out.utf8(`,"seq":"${seq}"}}`);
    });
    if (seq > 0) output.answer(to, statusOf(code), answer);
    else output.answer(to, statusOf(code), answer, Suffix.data, count);
  }

  /** Stores the events of a command, and answers with its result. */
  #answer(actor: AccountActor, execution: Execution, to: ReplyTo): void {
    const { output } = this.shard.deps;
    if (!execution.ok) {
      const { code, message, result, data = {} } = execution;
      const figures = JSON.stringify(data).slice(1, -1);
      const refusal = envelopeOf(to.id, code, message, (out) => {
        if (result === null) return out.utf8('null}');
        writeOutcome(out, result, false);
        out.utf8(',"seq":null');
        out.utf8(figures === '' ? '}}' : `,${figures}}}`);
      });
      return output.answer(to, statusOf(code), refusal);
    }
    const { result, events } = execution;
    const answered = answeredEvent(execution, to);
    const token = answered === undefined ? 0 : to.token;
    const count = this.shard.record(actor.state, events, token);
    if (result === null) {
      const done = envelopeOf(to.id, 'ok', '', (out) => out.utf8('{"done":true'));
      return output.answer(to, 200, done, Suffix.data);
    }
    const code = result.code as Code;
    const message = result.message || messageOf(code);
    const answer = envelopeOf(to.id, code, message, (out) => {
      writeOutcome(out, result, false);
      if (answered !== undefined) writeChange(out, answered);
    });
    output.answer(to, statusOf(code), answer, Suffix.data, count);
  }
}
