// Traders who trade without pause, each request noted in a history.

import { randomUUID } from 'node:crypto';
import { RestClient } from '../support/client/rest.js';
import type { AccountSnapshotShape, Envelope, TradeResult } from '../support/client/shapes.js';
import { SocketClient } from '../support/client/socket.js';
import { openAccount, quote } from '../support/client/staff.js';
import type { ServerProcess } from '../support/server-process.js';
import { type Asked, History, isOpen, STOPPING, toEnd } from './history.js';

const SYMBOL = 'EURUSD';
const refusal = (what: unknown, { code, message }: Envelope<unknown>): Error =>
  new Error(`${what}: ${code} ${message}`);

/** The answer to a trade request. */
type Traded = Envelope<TradeResult>;

/** How many traders there are, and how many requests each keeps under way. */
export interface LoadSize {
  readonly traders: number;
  /** On his socket. */
  readonly underWay?: number;
  /** Over REST, besides. */
  readonly overRest?: number;
}

/** One trader; signed in once, for sessions outlive the server. */
class LoadTrader {
  socket: SocketClient | undefined;
  #connection = 0;

  constructor(
    readonly login: number,
    readonly rest: RestClient,
    private readonly history: History,
  ) {}

  /** Connects to the server where it listens now, and resumes after the last event. */
  async connect(): Promise<void> {
    const after = this.socket?.accountSeq;
    this.#connection = this.history.connect();
    this.socket = await SocketClient.signIn(this.rest);
    if (after === undefined) return;
    this.#shown(after);
    const { data } = await this.socket.resume(after);
    if (!data.resumed) this.history.missed.push(`events of ${this.login} after ${after}`);
  }

  /** Asks on the socket. */
  bySocket(request: Asked['request']): Promise<Traded> {
    return this.#ask(request, (sent) => this.socket!.request<TradeResult>('trade', sent));
  }

  /** Asks over REST. */
  byRest(request: Asked['request']): Promise<Traded> {
    return this.#ask(request, (sent) => this.rest.post<TradeResult>('/trades', sent));
  }

  #ask(request: Asked['request'], send: (sent: Asked['request']) => Promise<Traded>) {
    const { login } = this;
    const id = String(request.request_id);
    return this.history.ask({ id, login, connection: this.#connection, request }, send);
  }

  /** Looks at the account, and notes how new what is shown is. */
  async look(): Promise<void> {
    const invokedAt = this.history.moment();
    const reply = await this.socket!.request<AccountSnapshotShape>('account');
    if (reply.success) return this.#shown(reply.data.account_seq, invokedAt);
    if (!isOpen(reply)) throw refusal('account', reply);
  }

  #shown(accountSeq: number, invokedAt = 0): void {
    const { login } = this;
    const answeredAt = this.history.moment();
    const connection = this.#connection;
    this.history.reads.push({ login, connection, invokedAt, answeredAt, accountSeq });
  }

  /**
   * Trades until he is not answered any more, or told that the server stops: opens, sets stops,
   * closes in part, places two orders of which one ends with the other, cancels, looks, closes.
   */
  async work(ask: (request: Asked['request']) => Promise<Traded>, stopped: () => void) {
    const done = async (request: Record<string, unknown>): Promise<TradeResult> => {
      const sent = { request_id: randomUUID(), ...request };
      const answer = await toEnd(() => ask(sent));
      if (!answer.success) throw refusal(request.kind, answer);
      stopped();
      return answer.data;
    };
    const wish = { symbol: SYMBOL, side: 'buy', volume: '0.02' };
    const limit = { kind: 'pending', ...wish, order_kind: 'limit', price: '1.00000' };
    for (;;) {
      const { position_id } = await done({ kind: 'open', ...wish });
      await done({ kind: 'modify', position_id, sl: '0.90000', tp: '1.30000' });
      await done({ kind: 'close', position_id, volume: '0.01' });
      const { order_id } = await done(limit);
      await done({ ...limit, price: '0.99000', oco_order_id: order_id });
      await done({ kind: 'pending_cancel', order_id });
      await this.look();
      await done({ kind: 'close', position_id });
    }
  }

  /** Asks again what may have been done, as a client does whose connection broke. */
  async repeat(atOnce: number): Promise<void> {
    const queue = this.history.toRepeat(this.login).values();
    const worker = async (): Promise<void> => {
      for (const { request } of queue) await toEnd(() => this.bySocket(request));
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    await this.look();
    for (const { expected, got } of this.socket!.gaps) {
      this.history.missed.push(`event ${expected} of ${this.login} was missing at ${got}`);
    }
  }
}

/** Traders with accounts of their own. */
export class OrderLoad {
  readonly traders: LoadTrader[] = [];

  private constructor(
    private readonly staff: RestClient,
    readonly history: History,
    private readonly size: Required<LoadSize>,
  ) {}

  /** Opens the accounts, connects their traders, and throws in a price. */
  static async start(
    server: ServerProcess,
    size: LoadSize,
    history = new History(),
  ): Promise<OrderLoad> {
    const staff = await server.staff();
    const load = new OrderLoad(staff, history, { underWay: 4, overRest: 0, ...size });
    for (let n = 0; n < size.traders; n += 1) {
      const { login, password } = await openAccount(staff, 'demo\\standard', '100000');
      const rest = new RestClient(server.url(''), 'trader');
      await rest.signIn(login, password);
      load.traders.push(new LoadTrader(login, rest, history));
    }
    await load.connect(server);
    await load.price();
    return load;
  }

  /** Connects every trader to the server where it listens now. */
  async connect(server: ServerProcess): Promise<void> {
    this.staff.url = server.url('');
    for (const trader of this.traders) {
      trader.rest.url = server.url('');
      await trader.connect();
    }
  }

  /** Throws in a price: a server that was started again knows none until one comes. */
  async price(): Promise<void> {
    await quote(this.staff, SYMBOL, '1.10000', '1.10010');
  }

  /** Waits until the database holds everything that the accounts have seen. */
  async settle(): Promise<void> {
    for (const { rest, socket } of this.traders) {
      const { seq } = (await socket!.request<{ seq: string }>('account')).data;
      await rest.fenced('/history/deals?limit=1', seq);
    }
  }

  /** Asks again what may have been done. */
  async repeat(): Promise<void> {
    await Promise.all(this.traders.map((trader) => trader.repeat(this.size.underWay)));
  }

  /** Cuts all connections. */
  cut(): void {
    for (const { socket } of this.traders) void socket?.cut();
  }

  /**
   * Trades until the server is gone or stops, or the sockets are cut; calls `then` when `enough`
   * requests are acknowledged.
   */
  async run(enough = 0, then = (): void => {}): Promise<void> {
    let count = 0;
    const { underWay, overRest } = this.size;
    const stopped = (): void => {
      count += 1;
      if (count === enough) then();
    };
    const ended = this.traders.flatMap((trader) => [
      ...Array.from({ length: underWay }, () =>
        trader.work((one) => trader.bySocket(one), stopped),
      ),
      ...Array.from({ length: overRest }, () => trader.work((one) => trader.byRest(one), stopped)),
    ]);
    const ends = await Promise.allSettled(ended);
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
    const refused = reasons.filter((reason) => !isEnd(reason)).map(({ message }) => message);
    if (refused.length > 0) throw new Error(`refused under load: ${refused.join('; ')}`);
  }
}

/** Did the server or the connection end? Anything else is a fault. */
export const isEnd = ({ message }: Error): boolean =>
  message.includes('the socket closed') || message === 'fetch failed' || STOPPING.test(message);
