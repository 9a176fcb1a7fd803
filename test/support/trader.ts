// Traders of a server process: signing in, and actions in one line each.

import { randomUUID } from 'node:crypto';
import type t from 'tap';
import { shardOf } from '../../actors/shared/shard-of.js';
import { RestClient } from './client/rest.js';
import type { AccountSnapshotShape, EventFrame, Execution, TradeResult } from './client/shapes.js';
import { type Encoding, type Reply, SocketClient } from './client/socket.js';
import { until } from './guard.js';
import type { ServerProcess } from './server-process.js';

/** What the steps of a test need of `tap`. */
export type Assert = Pick<typeof t, 'ok' | 'equal' | 'not' | 'same' | 'match' | 'hasStrict'>;

/** How an account is opened: where nothing is said in JSON, hedging, with 1,000 on it. */
export interface AccountOptions {
  readonly encoding?: Encoding;
  readonly group?: string;
  readonly deposit?: string;
}

/** A trader with an account of his own, signed in, with an open socket. */
export class Trader {
  private constructor(
    readonly login: number,
    readonly password: string,
    readonly rest: RestClient,
    public socket: SocketClient,
    private readonly encoding: Encoding,
  ) {}

  /** The trader of an account that exists. */
  static async signIn(
    server: ServerProcess,
    login: number,
    password: string,
    encoding: Encoding = 'json',
  ): Promise<Trader> {
    const rest = new RestClient(server.url(''), 'trader');
    await rest.signIn(login, password);
    const socket = await SocketClient.signIn(rest, encoding);
    return new Trader(login, password, rest, socket, encoding);
  }

  /** Connects again after a cut and asks for what was missed. */
  async reconnect(): Promise<Reply<{ resumed: boolean }>> {
    const after = this.socket.accountSeq ?? 0;
    this.socket = await SocketClient.open(this.rest, this.encoding);
    return this.socket.resume(after);
  }

  /** Sends a trade request; without a request id it takes a new one. */
  trade(request: Record<string, unknown>): Promise<Reply<TradeResult>> {
    return this.socket.request('trade', { request_id: randomUUID(), ...request });
  }

  /** The final result of a request, once it waits for nobody any more. */
  outcome(requestId: string): Promise<TradeResult> {
    return until(`the result of ${requestId}`, async () => {
      const { data } = await this.rest.get<TradeResult>(`/trades/${requestId}`);
      return data.status !== 'queued' && data.status !== undefined && data;
    });
  }

  /** Account, money, positions and orders in one snapshot. */
  async snapshot(): Promise<AccountSnapshotShape> {
    return (await this.socket.request<AccountSnapshotShape>('account')).data;
  }

  /** The next event that carries a deal with that reason: `client`, `sl`, `so` … */
  dealt(reason: string): Promise<EventFrame<Execution>> {
    return this.socket.take<Execution>('deal', ({ data }) =>
      data.deals.some((deal) => deal.reason === reason),
    );
  }

  /** The next event, of deals unless others are meant, that has this cause: `dealer_open` … */
  caused(kind: string, event = 'deal'): Promise<EventFrame<Execution>> {
    return this.socket.take<Execution>(event, ({ data }) => data.cause.kind === kind);
  }
}

/** A trader with an account on each of so many shards, in their order. */
export const traderOfEach = async (
  server: ServerProcess,
  shards: number,
  options: AccountOptions = {},
): Promise<Trader[]> => {
  const found = new Map<number, Trader>();
  while (found.size < shards) {
    const trader = await server.openAccount(options);
    const shard = shardOf(trader.login, shards);
    if (found.has(shard)) await trader.socket.close();
    else found.set(shard, trader);
  }
  return Array.from({ length: shards }, (_, shard) => found.get(shard) as Trader);
};
