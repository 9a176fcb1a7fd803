// Traders who trade without pause, and a record of what the server has acknowledged to them.

import { randomUUID } from 'node:crypto';
import { RestClient } from '../client/rest.js';
import type { TradeResult } from '../client/shapes.js';
import { SocketClient } from '../client/socket.js';
import { openAccount, throwIn } from '../client/staff.js';
import type { TestServer } from '../server.js';

/** How a server that stops ends a trader's work. */
const ENDS = /the socket closed|The server is restarting/;
/** Requests that a trader keeps under way. */
const UNDER_WAY = 4;
const SYMBOL = 'EURUSD';

/** One trader; signed in once, for sessions outlive the server. */
class LoadTrader {
  readonly rest: RestClient;
  socket: SocketClient | undefined;
  /** Requests that were answered `ok`, with their answers. */
  readonly acknowledged: TradeResult[] = [];
  /** Requests that were sent and not answered. */
  readonly underWay = new Set<string>();

  constructor(rest: RestClient) {
    this.rest = rest;
  }

  /** Trades until the socket ends: opens, sets stops, closes in part, places, cancels, closes. */
  async work(told: () => void): Promise<void> {
    const ask = async (request: Record<string, unknown>): Promise<TradeResult> => {
      const request_id = randomUUID();
      this.underWay.add(request_id);
      const reply = await this.socket!.request<TradeResult>('trade', { request_id, ...request });
      this.underWay.delete(request_id);
      if (!reply.success) throw new Error(`${request.kind}: ${reply.code} ${reply.message}`);
      this.acknowledged.push(reply.data);
      told();
      return reply.data;
    };
    const wish = { symbol: SYMBOL, side: 'buy', volume: '0.02' };
    const limit = { kind: 'pending', ...wish, order_kind: 'limit', price: '1.00000' };
    for (;;) {
      const { position_id } = await ask({ kind: 'open', ...wish });
      await ask({ kind: 'modify', position_id, sl: '0.90000', tp: '1.30000' });
      await ask({ kind: 'close', position_id, volume: '0.01' });
      const { order_id } = await ask(limit);
      await ask({ kind: 'pending_cancel', order_id });
      await ask({ kind: 'close', position_id });
    }
  }
}

/** Traders with accounts of their own. */
export class OrderLoad {
  readonly traders: LoadTrader[] = [];
  readonly #staff: RestClient;

  private constructor(staff: RestClient) {
    this.#staff = staff;
  }

  /** Opens the accounts and signs their traders in. */
  static async prepare(server: TestServer, staff: RestClient, traders: number): Promise<OrderLoad> {
    const load = new OrderLoad(staff);
    for (let n = 0; n < traders; n += 1) {
      const { login, password } = await openAccount(staff, 'demo\\standard', '100000');
      const rest = new RestClient(server.url(''), 'trader');
      await rest.signIn(login, password);
      load.traders.push(new LoadTrader(rest));
    }
    return load;
  }

  /** Connects every trader to the server where it listens now, and resumes after the last event. */
  async connect(server: TestServer): Promise<void> {
    this.#staff.url = server.url('');
    for (const trader of this.traders) {
      trader.rest.url = server.url('');
      const after = trader.socket?.accountSeq;
      trader.socket = await SocketClient.signIn(trader.rest);
      if (after === undefined) continue;
      const { data } = await trader.socket.resume(after);
      if (!data.resumed) throw new Error(`events after ${after} are not kept`);
    }
  }

  /** How many requests were answered `ok`. */
  get acknowledged(): number {
    return this.traders.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  }

  /** Forgets what was answered: it was found. */
  forget(): void {
    for (const { acknowledged, underWay } of this.traders) {
      acknowledged.length = 0;
      underWay.clear();
    }
  }

  /** Throws in a price: a server that was started again knows none until one comes. */
  async price(): Promise<void> {
    await throwIn(this.#staff, SYMBOL, '1.10000', '1.10010');
  }

  /** Waits until the database holds everything that the accounts have seen. */
  async settle(): Promise<void> {
    for (const { rest, socket } of this.traders) {
      const { seq } = (await socket!.request<{ seq: string }>('account')).data;
      await rest.fenced('/history/deals?limit=1', seq);
    }
  }

  /**
   * Trades until the sockets end, and calls `then` when `enough` requests are acknowledged. Answers
   * how many were acknowledged a second until then.
   */
  async run(enough = 0, then = (): void => {}): Promise<number> {
    const started = performance.now();
    let count = 0;
    let perSecond = 0;
    const told = () => {
      count += 1;
      if (count !== enough) return;
      perSecond = (enough * 1000) / (performance.now() - started);
      then();
    };
    const ended = this.traders.flatMap((trader) => {
      return Array.from({ length: UNDER_WAY }, () => trader.work(told));
    });
    const ends = await Promise.allSettled(ended);
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    const refused = reasons.filter((reason) => !ENDS.test(reason));
    if (refused.length > 0) throw new Error(`refused under load: ${refused.join('; ')}`);
    return perSecond;
  }
}
