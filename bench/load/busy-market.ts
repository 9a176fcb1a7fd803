// A busy market: a server with many accounts, prices that move, and sockets that watch them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Seeded, seed } from '../../test/support/seed.js';
import { ServerProcess } from '../../test/support/server-process.js';
import { writePrices } from './prices.js';
import { QuoteReaders, subscriptionTo } from './quote-readers-host.js';
import { SOCKET_PATH, signedBy } from './traders.js';

/** How much goes on. */
export interface BusyMarketPlan {
  /** Netting accounts with two positions each, spread over the symbols. */
  readonly accounts: number;
  /** Further events of theirs, which the database has not seen; 0 when not given. */
  readonly eventsAfter?: number;
  readonly symbols: number;
  readonly ticksPerSec: number;
  readonly recordingSec: number;
  /** Does the recording of prices start again at its end? */
  readonly loop: boolean;
  /** Traders who are signed in; the load is theirs. */
  readonly traders: number;
  /** Sockets that watch; they follow the quotes of all symbols, or nothing at first. */
  readonly watchers: number;
  readonly follow: 'all' | 'nothing';
  /** Of the server's process, beside what it is given anyway. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server in a busy market. */
export interface BusyMarketRun {
  readonly server: ServerProcess;
  readonly quoteReaders: QuoteReaders;
  readonly symbols: readonly string[];
  /** The accounts' logins count up from here; the watchers' logins come first. */
  readonly firstLogin: number;
  readonly password: string;
  /** Header lines of the traders' sockets. */
  readonly headers: readonly string[];
  /** From the start of the process until it listened. */
  readonly startSec: number;
}

/** A data folder that scenes are played in, one after the other. */
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

  /** Starts the server, plays and ends it. */
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
