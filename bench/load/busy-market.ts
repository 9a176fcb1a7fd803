// A busy market: a server with many accounts, moving prices, and sockets that follow them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Seeded, seed } from '../../test/support/seed.js';
import { ServerProcess } from '../../test/support/server-process.js';
import { writePrices } from './prices.js';
import { QuoteReaders, subscriptionTo } from './quote-readers-host.js';
import { SOCKET_PATH, signedBy } from './traders.js';

/** The size of the market. */
export interface BusyMarketPlan {
  /** Netting accounts with two positions each, spread over the symbols. */
  readonly accounts: number;
  /** Further events of these accounts that the database lacks; default 0. */
  readonly eventsAfter?: number;
  readonly symbols: number;
  readonly ticksPerSec: number;
  readonly recordingSec: number;
  /** Does the recording of prices repeat? */
  readonly loop: boolean;
  /** Signed-in traders, who send the load. */
  readonly traders: number;
  /** Sockets of watchers; they follow the quotes of all symbols, or nothing at first. */
  readonly watchers: number;
  readonly follow: 'all' | 'nothing';
  /** Environment of the server's process, in addition to the usual one. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running server in a busy market. */
export interface BusyMarketRun {
  readonly server: ServerProcess;
  readonly quoteReaders: QuoteReaders;
  readonly symbols: readonly string[];
  /** The first login of the accounts; the watchers' logins come first. */
  readonly firstLogin: number;
  readonly password: string;
  /** Header lines of the traders' sockets. */
  readonly headers: readonly string[];
  /** Time from the start of the process until it listened. */
  readonly startSec: number;
}

/** A data folder for several runs, one after the other. */
export class BusyMarket {
  readonly #folder: string;
  readonly #plan: BusyMarketPlan;
  readonly #seeded: Seeded;

  private constructor(folder: string, plan: BusyMarketPlan, seeded: Seeded) {
    this.#folder = folder;
    this.#plan = plan;
    this.#seeded = seeded;
  }

  static async build(plan: BusyMarketPlan): Promise<BusyMarket> {
    const folder = mkdtempSync(join(tmpdir(), 'brokerd-scene-'));
    const { accounts, symbols, ticksPerSec, recordingSec, traders, watchers } = plan;
    const seeded = await seed(join(folder, 'data'), {
      accounts,
      eventsAfter: plan.eventsAfter ?? 0,
      group: 'demo\\netting',
      symbols,
      sessions: traders + watchers,
    });
    const recording = { symbols: seeded.symbols, ticksPerSec, seconds: recordingSec };
    writePrices(join(folder, 'prices.csv'), recording);
    return new BusyMarket(folder, plan, seeded);
  }

  /** Starts the server, calls `act`, and ends the server. */
  async play<T>(act: (scene: BusyMarketRun) => Promise<T>): Promise<T> {
    const { tokens, symbols, firstLogin, password } = this.#seeded;
    const headers = tokens.map(signedBy);
    const started = performance.now();
    const server = await ServerProcess.start({
      data: join(this.#folder, 'data'),
      prices: join(this.#folder, 'prices.csv'),
      env: this.#plan.env ?? {},
      args: [
        ...(this.#plan.loop ? ['--replay-loop'] : []),
        ...['--trade-rate', '0'],
        ...['--connections-per-address', String(2 * headers.length)],
      ],
    });
    const startSec = (performance.now() - started) / 1000;
    try {
      const watchers = headers.slice(0, this.#plan.watchers);
      const quoteReaders = await QuoteReaders.open({
        port: server.port,
        path: SOCKET_PATH,
        headers: watchers,
      });
      if (this.#plan.follow === 'all') {
        await quoteReaders.send(watchers.map(() => subscriptionTo(symbols)));
      }
      const traders = headers.slice(this.#plan.watchers);
      const accounts = { symbols, firstLogin, password, headers: traders };
      const result = await act({ server, quoteReaders, ...accounts, startSec });
      await quoteReaders.close();
      await server.stop();
      return result;
    } catch (error) {
      await server.kill();
      throw error;
    }
  }

  /** Removes the folder. */
  clear(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
