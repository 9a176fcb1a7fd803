// A single shard: real rings and actors; the test controls log, clock and database.

import { randomUUID } from 'node:crypto';
import { encode } from '@msgpack/msgpack';
import type { NumberedEvent, WaitingRequest } from '../../actors/client.js';
import { ShardLink } from '../../actors/front/shard-link.js';
import { WaitingRequests } from '../../actors/front/waiting-requests.js';
import { ShardConnections } from '../../actors/shard/io/connections.js';
import { AccountDispatcher } from '../../actors/shard/io/dispatcher.js';
import { Executor } from '../../actors/shard/io/executor.js';
import { accountOperations } from '../../actors/shard/io/operations.js';
import { Shard } from '../../actors/shard/shard.js';
import { ShardOutput } from '../../actors/shard/shard-output.js';
import {
  Bell,
  RingReader,
  RingWriter,
  recordMemory,
  ringMemory,
} from '../../actors/shared/ring.js';
import { REQUEST_HEAD, Request, writeRequestHead } from '../../actors/shared/ring-records.js';
import type { AccountState } from '../../engine/account/types.js';
import { compileSettings } from '../../engine/engine.js';
import type { StoredRequest } from '../../storage/read/queries.js';
import { parseScaled } from '../../wire/base/scale.js';
import type { Encoding } from '../../wire/codec/frames.js';
import { pack } from '../../wire/codec/pack.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import type { Caller } from '../../wire/desk/caller.js';
import { type AccountSwitches, NO_SETTINGS, type Settings } from '../../wire/settings/config.js';
import type { AccountEvent, DerivedCommand } from '../../wire/trading/events.js';
import type { IdleDayEvent } from '../../wire/trading/idle-day.js';
import type { SentRequest } from '../../wire/trading/queued.js';
import { accountSwitches, group, NOON, rule, symbol } from './engine-harness.js';

export const LOGIN = 1001;
export const TOKEN = 1;
/** Accounts are looked at so often, whether they are used. */
export const REST_MS = 30_000;
/**
 * A server has several times as much memory for a shard. V8 collects garbage for each 64 MiB that
 * tests allocate.
 */
const RING_BYTES = { requests: 1 << 22, answers: 1 << 22 };
const LOG_BYTES = 1 << 22;
/** Filters and outcomes of a shard of a test. */
const INDEX_SIZES = { ids: 1 << 14, blocks: 32, outcomeBytes: 1 << 20 };
/** Prices are kept with three digits more than they are shown with. */
const PRICE_DIGITS = 5 + 3;

export const switches = (login: number, more: Partial<AccountSwitches> = {}): AccountSwitches =>
  accountSwitches(login, { name: 'Ann', created_at: NOON, ...more });

/** What the shard is set up with. */
export const settings: Settings = {
  ...NO_SETTINGS,
  symbol: [symbol('EURUSD', { id: 1 })],
  group: [group()],
  routing: [rule()],
  version: 1,
};

export const caller = (login: number, more: Partial<Caller> = {}): Caller => ({
  session: `session-${login}`,
  login,
  audience: 'trader',
  terminal: 'desktop',
  ip: '127.0.0.1',
  read_only: false,
  rights: [],
  group_scope: [],
  ...more,
});

/** An order at the market, each with an id of its own. */
export const marketOrder = (given: object = {}) => ({
  kind: 'open',
  request_id: randomUUID(),
  symbol: 'EURUSD',
  side: 'buy',
  volume: '0.10',
  ...given,
});

/** A payment to an agent, as the events of others ask for it. */
export const agentCommand = (given: Partial<DerivedCommand> = {}): DerivedCommand => ({
  request_id: randomUUID(),
  login: LOGIN + 1,
  action: 'agent',
  amount: '1.50',
  comment: 'agent of 1001',
  ...given,
});

/** An answer to a connection, parsed. */
export interface ShardAnswer {
  readonly id: number;
  readonly code: string;
  readonly message: string;
  readonly data: Record<string, unknown>;
}

/** One shard with the accounts 1001 and 1002; 1001 has 10,000 USD and a connection. */
export class ShardHarness {
  now = NOON;
  checkpoint = 0;
  projectionLag = 0;
  readonly stored = new Map<string, StoredRequest>();
  /** What the database has of accounts: `1001 order 1`, `1001 position 1`. */
  readonly past = new Set<string>();
  readonly answers: ShardAnswer[] = [];
  /** Live values of positions that were sent: the login, and the rows. */
  readonly positions: (readonly [number, unknown])[] = [];
  readonly events: NumberedEvent[] = [];
  readonly forwarded: DerivedCommand[] = [];
  readonly warnings: string[] = [];
  /** What dealers are shown of each waiting request, in order. */
  readonly shown: WaitingRequest[] = [];
  /** Requests at providers as gateways are shown them, in order. */
  readonly sent: SentRequest[] = [];
  readonly waiting = new WaitingRequests((request) => this.shown.push(request));
  readonly logged: Readonly<Record<string, unknown>>[] = [];
  /** All events that were committed, in order. */
  readonly log: (AccountEvent | IdleDayEvent)[] = [];
  readonly link: ShardLink;
  readonly shard: Shard;
  readonly executor: Executor;
  readonly dispatcher: AccountDispatcher;
  readonly connections: ShardConnections;
  readonly #log: RingReader;
  #lastOrder = 0;
  #lastDeal = 0;
  #lastId = 0;

  /** Without a quote no price is known since the start. */
  constructor(tradeRate = 0, quoted = true) {
    this.link = new ShardLink(
      Bell.create(),
      1,
      0,
      {
        answer: (_token, _status, text) =>
          this.answers.push(JSON.parse(text.toString()) as ShardAnswer),
        event: (event) => this.events.push({ ...event, packed: Buffer.from(event.packed) }),
        money: () => {},
        positions: (login, text) => this.positions.push([login, JSON.parse(text)]),
        sentChanged: (text) => this.sent.push(JSON.parse(text) as SentRequest),
        waitingChanged: (login, group, text) => this.waiting.changed(login, group, text),
        times: { isMeasured: () => false, delivered: () => {} },
      },
      RING_BYTES,
    );
    const logMemory = ringMemory(LOG_BYTES);
    this.#log = new RingReader(logMemory);
    const output = new ShardOutput(
      new RingWriter(logMemory, Bell.create()),
      new RingWriter(this.link.answerMemory, Bell.create()),
      () => this.link.commits.count,
    );
    this.shard = new Shard(compileSettings(NO_SETTINGS), {
      output,
      now: () => this.now,
      notBefore: (time) => {
        this.now = Math.max(this.now, time);
      },
      elapsed: () => this.now,
      nextOrderId: () => ++this.#lastOrder,
      nextDealId: () => ++this.#lastDeal,
      stored: (login, id) => this.stored.get(`${login}:${id}`) ?? null,
      known: (login, what, id) => this.past.has(`${login} ${what} ${id}`),
      checkpoint: () => this.checkpoint,
      committedSeq: () => this.link.commits.seq,
      projectionLag: () => this.projectionLag,
      forward: (command) => this.forwarded.push(command),
      log: (msg, details) => this.logged.push({ msg, ...details }),
      note: (text) => this.warnings.push(text),
      warn: (msg) => this.warnings.push(msg),
      whenThawed: (work) => work(),
      closeOnly: () => false,
      tradeRate,
      filterPath: '',
      indexSizes: INDEX_SIZES,
    });
    this.executor = new Executor(this.shard);
    this.dispatcher = new AccountDispatcher(
      this.shard,
      accountOperations(this.shard, this.executor),
    );
    this.connections = new ShardConnections(this.shard, this.dispatcher);
    for (const login of [LOGIN, LOGIN + 1]) this.openAccount(login);
    this.shard.open(compileSettings(settings));
    if (quoted) this.quote('EURUSD', '1.10000', '1.10010');
    this.connect();
    this.deposit('10000');
  }

  /** Opens an account with nothing on it. */
  openAccount(login: number, more: Partial<AccountSwitches> = {}): void {
    this.shard.load(switches(login, more), null, [], []);
  }

  /** Pays into an account; answers what was committed. */
  deposit(amount: string, login = LOGIN): AccountEvent[] {
    const payment = { action: 'balance' as const, amount, comment: 'Deposit' };
    this.executor.derived({ request_id: randomUUID(), login, ...payment }, () => {});
    return this.commit();
  }

  /** A tick of a symbol with five digits. */
  quote(name: string, bid: string, ask: string): void {
    const [low, high] = [bid, ask].map((price) => parseScaled(price, PRICE_DIGITS) as number);
    this.shard.tick(this.shard.settings.symbolId(name), low as number, high as number, this.now);
  }

  /** The connection asks for a trade: its answer, and what was committed. */
  trade(request: object): { answer: ShardAnswer; events: AccountEvent[] } {
    const id = this.send('trade', { request_id: randomUUID(), ...request });
    const events = this.commit();
    return { answer: this.answer(id), events };
  }

  /** The connection asks for something; its answer. */
  ask(op: string, data: unknown): ShardAnswer {
    const id = this.send(op, data);
    this.commit();
    return this.answer(id);
  }

  /** The state of an account, which comes into use. */
  state(login = LOGIN): AccountState {
    const actor = this.shard.accounts.get(login);
    if (actor === undefined) throw new Error(`there is no account ${login}`);
    return actor.state;
  }

  /** Time goes on until accounts that are not used have been packed. */
  rest(): void {
    for (let round = 0; round < 3; round += 1) {
      this.now += REST_MS;
      this.shard.accounts.rest(this.now);
    }
  }

  /** The connection of 1001 is opened. */
  connect(): void {
    this.#take(Request.open, pack(caller(LOGIN)));
  }

  /** The connection of 1001 is gone. */
  disconnect(): void {
    this.#take(Request.close, Buffer.alloc(0));
  }

  /** Sends a frame of the connection; answers its id. */
  send(op: string, data: unknown): number {
    return this.sendText(op, JSON.stringify(data));
  }

  /** As `send`, of data as JSON that need not come from a value. */
  sendText(op: string, data: string): number {
    this.#lastId += 1;
    this.#take(
      Request.jsonFrame,
      Buffer.from(`{"id":${this.#lastId},"op":"${op}","data":${data}}`),
    );
    return this.#lastId;
  }

  /** As `send`, in MessagePack. */
  sendPacked(op: string, data: unknown): number {
    this.#lastId += 1;
    this.#take(Request.msgpackFrame, Buffer.from(encode({ id: this.#lastId, op, data })));
    return this.#lastId;
  }

  /** A frame of any bytes comes from the connection. */
  sendBytes(encoding: Encoding, bytes: Uint8Array): void {
    const kind = encoding === 'json' ? Request.jsonFrame : Request.msgpackFrame;
    this.#take(kind, Buffer.from(bytes));
  }

  /**
   * The log commits all that was written; the front delivers. Answers what was committed, idle days
   * left out.
   */
  commit(): AccountEvent[] {
    this.shard.deps.output.flush();
    const committed: AccountEvent[] = [];
    let events = 0;
    this.#log.take(({ buffer }, at, length) => {
      const event = unpackEvent(Buffer.from(buffer.subarray(at, at + length)));
      if (event.type === 'desk') throw new Error('a shard writes no events of the desk');
      this.log.push(event);
      if (event.type === 'account') committed.push(event);
      events += 1;
      return true;
    }, Number.MAX_SAFE_INTEGER);
    this.#log.free();
    const { count, seq } = this.link.commits;
    if (events > 0) this.link.commits.note(count + events, seq + events);
    this.link.drain(0);
    this.link.free();
    return committed;
  }

  /** The idle days that were committed, in order. */
  get idle(): readonly IdleDayEvent[] {
    return this.log.filter((event) => event.type === 'idle');
  }

  /** The newest answer of an id. */
  answer(id: number): ShardAnswer {
    const found = this.answers.findLast((one) => one.id === id);
    if (found === undefined) throw new Error(`frame ${id} was not answered`);
    return found;
  }

  #take(kind: number, body: Buffer): void {
    const record = Buffer.alloc(REQUEST_HEAD + body.length);
    const memory = recordMemory(record);
    writeRequestHead(memory.view, 0, kind, TOKEN);
    body.copy(record, REQUEST_HEAD);
    this.connections.take(memory, 0, record.length);
  }
}
