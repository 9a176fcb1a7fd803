// Traders whose orders go through a gateway all the time, and what they hold when all is settled.

import { randomUUID } from 'node:crypto';
import type { AccountSnapshotShape, TradeResult } from '../support/client/shapes.js';
import { until } from '../support/guard.js';
import type { OrderProvider } from '../support/order-provider.js';
import type { ServerProcess } from '../support/server-process.js';
import { Trader } from '../support/trader.js';

/**
 * Looks of the guard between two requests of a trader, while the gateway is away, and from one
 * trader's beginning to the next one's.
 */
const PAUSE = 16;
const AWAY = 40;
const LEAD = 2;
/** Units of a lot. */
export const UNITS = 100_000;
const SYMBOLS = ['EURUSD', 'GBPUSD'] as const;

type Request = Readonly<Record<string, unknown>> & { readonly kind: string };

/** Lets so many looks of the guard pass. */
const pause = (looks: number): Promise<unknown> => {
  let left = looks;
  return until('a pause', () => {
    left -= 1;
    return left < 0;
  });
};

/** What a trader asks for, one after the other: `id` is that of an order or position of his. */
const market = (side: string) => (symbol: string) => ({
  kind: 'open',
  symbol,
  side,
  volume: '0.03',
});
const limit = (symbol: string) => ({
  ...{ kind: 'pending', order_kind: 'limit', symbol, side: 'buy' },
  ...{ volume: '0.02', price: '1.05000' },
});

/** One trader, and the ids of all that he asked for. */
export class ProviderTrader {
  readonly asked: string[] = [];
  #trader: Trader;
  #isOn = false;
  #loop: Promise<void> = Promise.resolve();

  /** So many traders begin before him. */
  constructor(
    trader: Trader,
    private readonly before: number,
  ) {
    this.#trader = trader;
  }

  /** Trades until `stop`. */
  start(): void {
    this.#isOn = true;
    this.#loop = this.#trade();
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    await this.#loop;
  }

  /** Signs in at a server that was started again. */
  async follow(server: ServerProcess): Promise<void> {
    const { login, password } = this.#trader;
    this.#trader = await Trader.signIn(server, login, password);
  }

  async #trade(): Promise<void> {
    await pause(LEAD * this.before);
    for (let round = 0; this.#isOn; round += 1) {
      const symbol = SYMBOLS[round % SYMBOLS.length] as string;
      const { order_id } = (await this.#ask(limit(symbol))) ?? {};
      await this.#ask(market(round % 3 === 0 ? 'sell' : 'buy')(symbol));
      await this.#ask({ kind: 'pending_modify', order_id, price: '1.06000' });
      await this.#ask(market('buy')(symbol));
      await this.#ask({ kind: 'pending_cancel', order_id });
      if (round % 2 === 0) await this.#close();
    }
  }

  /** Closes the first position that he holds. */
  async #close(): Promise<void> {
    const { positions = [] } = (await this.#snapshot()) ?? {};
    const [first] = positions;
    if (first === undefined) return;
    await this.#ask({ kind: 'close', position_id: first.id, volume: first.volume });
  }

  /** Asks; undefined when nothing came of it that is known. */
  async #ask(request: Request): Promise<TradeResult | undefined> {
    const request_id = randomUUID();
    await pause(PAUSE);
    if (!this.#isOn || request.order_id === 0) return undefined;
    this.asked.push(request_id);
    try {
      const { code, data } = await this.#trader.trade({ ...request, request_id });
      if (code === 'trade.no_connection') await pause(AWAY);
      return data ?? undefined;
    } catch {
      // The server is gone: its process was killed.
      await pause(AWAY);
      return undefined;
    }
  }

  /** His account; undefined while his shard is started again, or the server is gone. */
  async #snapshot(): Promise<AccountSnapshotShape | undefined> {
    try {
      return (await this.#trader.snapshot()) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Everything that was asked for has its result, and no order is left at the provider: limit
   * orders are cancelled, and `fill` has it fill the market orders that it has accepted.
   */
  async settle(fill: (orderId: number) => void): Promise<void> {
    for (const id of this.asked.splice(0)) {
      await until(`the result of ${id}`, async () => {
        await this.#endOrders(fill);
        const { code, data } = await this.#trader.rest.get<TradeResult | null>(`/trades/${id}`);
        // A request that was refused by the checks, or has not reached the account, left nothing.
        return code === 'not_found' || (data !== null && data.status !== 'queued');
      });
    }
    await until(`the end of all orders of ${this.#trader.login}`, async () => {
      await this.#endOrders(fill);
      return (await this.#snapshot())?.orders.length === 0;
    });
  }

  async #endOrders(fill: (orderId: number) => void): Promise<void> {
    const { orders } = (await this.#snapshot()) ?? {};
    for (const { id, kind, state } of orders ?? []) {
      if (state !== 'placed' && state !== 'partial') continue;
      if (kind === 'market') fill(id);
      else await this.#trader.trade({ kind: 'pending_cancel', order_id: id });
    }
  }

  /** What he holds of each symbol, in units. */
  async held(): Promise<Readonly<Record<string, number>>> {
    const { positions } = await until('his account', () => this.#snapshot());
    return sumOf(
      positions.map(({ symbol, side, volume }) => {
        const units = Math.round(Number(volume) * UNITS);
        return [symbol, side === 'buy' ? units : -units];
      }),
    );
  }
}

/** The sum of each symbol; none where nothing is left. */
export const sumOf = (
  all: readonly (readonly [string, number])[],
): Readonly<Record<string, number>> => {
  const sums: Record<string, number> = {};
  for (const [symbol, units] of all) sums[symbol] = (sums[symbol] ?? 0) + units;
  return Object.fromEntries(Object.entries(sums).filter(([, units]) => units !== 0));
};

/** What the provider has dealt of each symbol, in units. */
export const covered = ({ orders }: OrderProvider): Readonly<Record<string, number>> =>
  sumOf(
    [...new Set(orders.values())].map(({ symbol, side, filled }) => [
      symbol,
      side === '1' ? filled : -filled,
    ]),
  );
