// Shards without threads: real shards, actors, rings and packed events; the test controls clock and
// log.
//
// Accounts stand on shards by ranges of logins, so that a tick that goes from shard to shard finds
// them in the same order however many shards there are, and ids are given out alike.

import { crc32 } from 'node:zlib';
import { Gathered, UnitReader } from '../../../actors/log/units.js';
import { accountsHash } from '../../../actors/shard/accounts/state-hash.js';
import { AccountDispatcher } from '../../../actors/shard/io/dispatcher.js';
import { Executor } from '../../../actors/shard/io/executor.js';
import { accountOperations } from '../../../actors/shard/io/operations.js';
import { Shard } from '../../../actors/shard/shard.js';
import { ShardOutput } from '../../../actors/shard/shard-output.js';
import { Cells } from '../../../actors/shared/cells.js';
import { Bell, RingReader, RingWriter, ringMemory } from '../../../actors/shared/ring.js';
import type { AccountState } from '../../../engine/account/types.js';
import { execute } from '../../../engine/engine.js';
import type { ChangedSettings, EngineSettings } from '../../../engine/settings/settings.js';
import { FRAME_HEAD } from '../../../storage/log/batch.js';
import type { SeqSpan, StoredRequest } from '../../../storage/read/queries.js';
import { addHash, hashText, NO_HASH } from '../../../storage/read/state-hash.js';
import type { Code } from '../../../wire/base/codes.js';
import { emptyRow } from '../../../wire/base/field-table.js';
import { loginsAbove } from '../../../wire/base/login-set.js';
import { NO_ACCOUNT } from '../../../wire/codec/pack.js';
import { textOf } from '../../../wire/codec/text.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { AccountSwitches } from '../../../wire/settings/config.js';
import type { Command } from '../../../wire/trading/commands.js';
import type { AccountEvent, DerivedCommand } from '../../../wire/trading/events.js';
import type { IdleDayEvent } from '../../../wire/trading/idle-day.js';
import { LEDGER } from '../../../wire/trading/records.js';
import { idleEvents } from '../idle-days.js';
import { ringBehind, startsOf } from '../wraps.js';
import { Cuts, type Kill } from './cuts.js';

const LOG_BYTES = 1 << 23;
const FRONT_BYTES = 1 << 24;
const ALL = Number.MAX_SAFE_INTEGER;

/** A tick: prices ×10^(digits+3), `last` that of the newest trade. */
export interface Tick {
  readonly id: number;
  readonly bid: number;
  readonly ask: number;
  readonly last: number;
}

/** Who is told what happens. */
export interface Listener {
  /** An event, before it is packed; `isJoined` = it is in the log's event of the one before. */
  event(event: AccountEvent, isJoined?: boolean): void;
  /** The answer to an operation. */
  answer(status: number, text: string): void;
  /** An event as the log holds it. */
  logged(login: number, bytes: Buffer, seq: number): void;
  /** Something that should not be. */
  warn(msg: string, details: Readonly<Record<string, unknown>>): void;
  /** A remembered request that is not among a shard's newest. */
  stored(login: number, requestId: string, spans: readonly SeqSpan[]): StoredRequest | null;
  /** Does history know of a position or order of that id and login? */
  known(login: number, what: 'position' | 'order', id: number): boolean;
  /** At which event of a command the process is killed, if at any. */
  kill?(events: readonly AccountEvent[]): Kill | undefined;
}

/** The login in the head of a packed event, or a value of NO_ACCOUNT. */
const eventLogin = (bytes: Buffer): number => bytes.readDoubleLE(2);

const missing = (login: number): never => {
  throw new Error(`no account ${login}`);
};

/** An output that lets a listener hear what passes through it. */
class HeardOutput extends ShardOutput {
  listener: Listener | undefined;
  before: (login: number) => AccountState = missing;
  idle: (states: readonly AccountState[]) => void = () => {};

  override event(...all: Parameters<ShardOutput['event']>): number {
    this.listener?.event(all[0]);
    return super.event(...all);
  }

  /** Listeners hear of idle days as of an event of each account. */
  override idleDay(event: IdleDayEvent): void {
    const events = idleEvents(event, this.before);
    for (const [at, one] of events.entries()) this.listener?.event(one, at > 0);
    this.idle(events.map(({ login, ledger }) => ({ ...this.before(login), ledger })));
    super.idleDay(event);
  }

  override answer(...all: Parameters<ShardOutput['answer']>): void {
    const [, status, text] = all;
    this.listener?.answer(status, typeof text === 'string' ? text : textOf(text));
    super.answer(...all);
  }
}

/** Was the request id used: is it in memory, or in what the shard reads of the database? */
const isKnown = ({ index, deps }: Shard, login: number, requestId: string): boolean => {
  if (!index.mayHold(login, requestId)) return false;
  if (index.recent(login, requestId) !== undefined) return true;
  return deps.stored(login, requestId, index.spans(login, requestId)) !== null;
};

/** A shard that is told who is on line, and tells what commands make. */
class OnlineShard extends Shard {
  recorded: (state: AccountState, events: readonly AccountEvent[]) => void = () => {};
  dealers: ReadonlySet<number> = new Set();
  gateways: ReadonlySet<number> = new Set();

  override dealerOnline(login = 0): boolean {
    return this.dealers.has(login);
  }

  override record(state: AccountState, events: readonly AccountEvent[]): number {
    this.recorded(state, events);
    return super.record(state, events);
  }

  override anyDealerOnline(): boolean {
    return this.dealers.size > 0;
  }

  override gatewayOnline(id = 0): boolean {
    return this.gateways.has(id);
  }
}

/** One shard with the far ends of its rings. */
interface Part {
  readonly shard: Shard;
  readonly executor: Executor;
  readonly dispatcher: AccountDispatcher;
  readonly output: HeardOutput;
  readonly log: UnitReader;
  readonly cuts: Cuts;
  readonly front: RingReader;
  committed: number;
}

const nextBatch = ({ log }: Part): readonly Uint8Array[] => {
  const batch = new Gathered(1);
  log.take(batch);
  return batch.events;
};

/** What shards are built with. */
export interface ShardsPlan {
  /** The seed of the lives: it decides where counters start. */
  readonly seed: number;
  readonly shards: number;
  readonly accounts: readonly AccountSwitches[];
  readonly settings: EngineSettings;
  readonly now: number;
  readonly listener: Listener;
  /** Dealers who are on line, as they come and go. */
  readonly dealers: ReadonlySet<number>;
  /** Providers that are on line, as they come and go. */
  readonly gateways: ReadonlySet<number>;
}

/** All accounts, on as many shards as planned. */
export class Shards {
  now: number;
  /** Seq of the newest event in the log. */
  seq = 0;
  /** CRC32 over the bytes of the accounts' events. */
  logSum = 0;
  /** The idle days of accounts in the order of the log. Each shard writes its own. */
  readonly idleDays: string[] = [];
  readonly cells = Cells.create(1);
  readonly shards: readonly Shard[];
  readonly #starts: ReturnType<typeof startsOf>;
  readonly #parts: readonly Part[];
  readonly #partOf = new Map<number, Part>();
  #forwarded: DerivedCommand[] = [];
  readonly #late: DerivedCommand[] = [];

  constructor(private readonly plan: ShardsPlan) {
    this.now = plan.now;
    this.#starts = startsOf(plan.seed);
    this.cells.raise(this.#starts.ids, this.#starts.ids);
    this.#parts = Array.from({ length: plan.shards }, () => this.#part());
    this.shards = this.#parts.map(({ shard }) => shard);
    for (const [at, { login }] of plan.accounts.entries()) {
      const part = this.#parts[Math.floor((at * plan.shards) / plan.accounts.length)] as Part;
      this.#partOf.set(login, part);
    }
  }

  /** Opens with accounts that are new. */
  begin(): void {
    for (const account of this.plan.accounts) {
      const { login } = account;
      const ledger = { ...emptyRow(LEDGER), login, account_seq: this.#starts.ofAccount };
      this.shardOf(login).load(account, ledger, [], []);
    }
    this.open();
  }

  /** All accounts are loaded. */
  open(): void {
    for (const { shard } of this.#parts) shard.open(this.plan.settings);
  }

  /** The shard on which an account stands. */
  shardOf(login: number): Shard {
    return this.#of(login).shard;
  }

  /** An account's state. */
  state(login: number): AccountState {
    const actor = this.shardOf(login).accounts.get(login);
    if (actor === undefined) throw new Error(`no account ${login}`);
    return actor.state;
  }

  /** Every account's state by login. */
  *states(): Iterable<AccountState> {
    for (const { shard } of this.#parts) yield* shard.accounts.states();
  }

  /** One operation as a connection or a REST call brings it. */
  handle(login: number, op: string, data: unknown, caller: Caller): void {
    const to = { token: 1, id: 1 };
    const { terminal, ip, session } = caller;
    const origin = { terminal, ip, session };
    this.#of(login).dispatcher.dispatch({ caller, origin, login, op, data, to });
    this.turn();
  }

  /** A command of the server's own; its code. An id that was used does nothing again. */
  command(login: number, command: Command): Code {
    const shard = this.shardOf(login);
    if ('request_id' in command && isKnown(shard, login, command.request_id)) return 'ok';
    const execution = execute(this.state(login), command, shard);
    if (execution.ok) shard.record(this.state(login), execution.events);
    this.turn();
    return execution.ok ? 'ok' : execution.code;
  }

  /** Ends every trading day that is due, shard by shard, as their threads do it. */
  endDays(): void {
    for (const part of this.#parts) {
      while (part.shard.endOfDay.due) {
        part.shard.endOfDay.slice();
        this.#commit(part);
      }
    }
    this.turn();
  }

  /** The grace of a session without a socket is over. */
  disconnected(login: number, session: string): void {
    this.#of(login).shard.command(login, { op: 'disconnected', session });
    this.turn();
  }

  /** A tick reaches every shard; a turn has to follow. */
  tick({ id, bid, ask, last }: Tick): void {
    for (const { shard } of this.#parts) {
      shard.tick(id, bid, ask, this.now, last);
      while (!shard.settling.isDone) shard.settling.slice();
    }
    this.#forwarded.push(...this.#late.splice(0));
  }

  /** Takes over changed settings; `revise` follows, sooner or later. */
  change(changed: ChangedSettings): void {
    for (const { shard } of this.#parts) shard.change(changed);
    this.turn();
  }

  /** Goes through the accounts that changes concern. */
  revise(): void {
    for (const { shard } of this.#parts) shard.revise(Number.POSITIVE_INFINITY);
    this.turn();
  }

  /** Takes over switches of an account. */
  switched(switches: AccountSwitches): void {
    this.shardOf(switches.login).switched(switches);
    this.turn();
  }

  /** Executes a derived command; what is not done for want of a rate comes again with a tick. */
  #derived(command: DerivedCommand): void {
    const part = this.#of(command.login);
    part.executor.derived(command, (done) => {
      if (!done) this.#late.push(command);
    });
    this.#commit(part);
  }

  /** The log commits; timers and derived commands follow, until nothing is owed. */
  turn(): void {
    for (;;) {
      let owing = false;
      for (const part of this.#parts) this.#commit(part);
      for (const part of this.#parts) {
        part.shard.timers();
        part.shard.accounts.rest(part.shard.now);
        owing = part.shard.owing || part.committed < part.output.emitted || owing;
      }
      const forwarded = this.#forwarded;
      if (forwarded.length > 0) {
        this.#forwarded = [];
        for (const command of forwarded) this.#derived(command);
      } else if (!owing) return;
    }
  }

  /** What the commands in the log left of each account, as hashes of its rows. */
  left(): ReadonlyMap<number, bigint> {
    return new Map(this.#parts.flatMap(({ cuts }) => [...cuts.left]));
  }

  /** The hash of all that is stored. */
  hash(): string {
    let sum = NO_HASH;
    for (const { shard } of this.#parts)
      sum = addHash(sum, BigInt(accountsHash(shard.accounts.states())));
    return hashText(sum);
  }

  #of(login: number): Part {
    const part = this.#partOf.get(login);
    if (part === undefined) throw new Error(`no account ${login}`);
    return part;
  }

  #part(): Part {
    const { events, bytes } = this.#starts;
    const logMemory = ringBehind(ringMemory(LOG_BYTES), bytes);
    const frontMemory = ringBehind(ringMemory(FRONT_BYTES), bytes);
    const { listener } = this.plan;
    const output = new HeardOutput(
      new RingWriter(logMemory, Bell.create()),
      new RingWriter(frontMemory, Bell.create()),
      () => part.committed,
    );
    output.listener = listener;
    output.emitted = events;
    const shard = new OnlineShard(this.plan.settings, {
      output,
      now: () => this.now,
      notBefore: () => {},
      elapsed: () => this.now,
      nextOrderId: () => this.cells.nextOrderId(),
      nextDealId: () => this.cells.nextDealId(),
      stored: (...of) => listener.stored(...of),
      known: (...row) => listener.known(...row),
      checkpoint: () => this.seq,
      committedSeq: () => this.seq,
      projectionLag: () => 0,
      forward: (command) => this.#forwarded.push(command),
      whenThawed: (work) => work(),
      log: () => {},
      note: () => {},
      warn: (msg, details) => listener.warn(msg, details),
      closeOnly: () => false,
      tradeRate: 0,
      filterPath: '',
    });
    output.before = (login) => shard.accounts.look(login);
    shard.dealers = this.plan.dealers;
    shard.gateways = this.plan.gateways;
    const cuts = new Cuts(listener.kill !== undefined, events);
    shard.recorded = (state, events) =>
      cuts.recorded(state, events.length, listener.kill?.(events));
    output.idle = (states) => cuts.idleDay(states);
    const executor = new Executor(shard);
    const part: Part = {
      shard,
      output,
      executor,
      dispatcher: new AccountDispatcher(shard, accountOperations(shard, executor)),
      log: new UnitReader(logMemory),
      cuts,
      front: new RingReader(frontMemory),
      committed: events,
    };
    return part;
  }

  /** Takes what a shard wrote into the log; what it told the front is let go. */
  #commit(part: Part): void {
    if (part.committed === part.output.emitted && part.front.pending() === false) {
      part.output.flush();
      if (!part.front.pending()) return;
    }
    part.output.flush();
    part.front.take(() => true, ALL);
    part.front.free();
    if (part.committed === part.output.emitted) return;
    // The smallest batches that there may be: a kill may come behind each of them.
    for (let batch = nextBatch(part); batch.length > 0; batch = nextBatch(part)) {
      part.cuts.committing(part.committed, part.committed + batch.length);
      for (const framed of batch) this.#log(part, framed);
      part.log.free();
      part.cuts.committed(part.committed);
    }
  }

  #logIdle(bytes: Buffer): void {
    const { accounts, ...day } = unpackEvent(bytes) as IdleDayEvent;
    for (const { row, logins } of accounts) {
      for (const login of loginsAbove(logins, 0)) {
        this.idleDays.push(JSON.stringify({ login, row, ...day }));
      }
    }
  }

  #log(part: Part, { buffer, byteOffset, length }: Uint8Array): void {
    const bytes = Buffer.from(buffer, byteOffset + FRAME_HEAD, length - FRAME_HEAD);
    part.committed += 1;
    this.seq += 1;
    const login = eventLogin(bytes);
    if (login === NO_ACCOUNT.idle) this.#logIdle(bytes);
    else this.logSum = crc32(bytes, this.logSum);
    this.plan.listener.logged(login, bytes, this.seq);
  }
}
