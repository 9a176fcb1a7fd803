// A busy market: a server with many accounts, prices that move, and sockets that watch them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Seeded, seed } from '../test/seed.js';
import { TestServer } from '../test/server.js';
import { Audience, subscriptionTo } from './audience-host.js';
import { writePrices } from './prices.js';
import { SOCKET_PATH, signedBy } from './traders.js';

/** How much goes on. */
export interface ScenePlan {
  /** Netting accounts with two positions each, spread over the symbols. */
  readonly accounts: number;
  readonly symbols: number;
  readonly ticksPerSec: number;
  /** The recording of prices starts again after this. */
  readonly recordingSec: number;
  /** Traders who are signed in; the load is theirs. */
  readonly traders: number;
  /** Sockets that watch; they follow the quotes of all symbols, or nothing at first. */
  readonly watchers: number;
  readonly follow: 'all' | 'nothing';
}

/** A server in a busy market. */
export interface Scene {
  readonly server: TestServer;
  readonly audience: Audience;
  readonly symbols: readonly string[];
  /** Header lines of the traders' sockets. */
  readonly headers: readonly string[];
}

/** A data folder that scenes are played in, one after the other. */
export class Stage {
  readonly #folder: string;
  readonly #plan: ScenePlan;
  readonly #seeded: Seeded;

  private constructor(folder: string, plan: ScenePlan, seeded: Seeded) {
    this.#folder = folder;
    this.#plan = plan;
    this.#seeded = seeded;
  }

  static async build(plan: ScenePlan): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), 'brokerd-scene-'));
    const { accounts, symbols, ticksPerSec, recordingSec, traders, watchers } = plan;
    const seeded = await seed(join(folder, 'data'), {
      accounts,
      eventsAfter: 0,
      group: 'demo\\netting',
      symbols,
      sessions: traders + watchers,
    });
    const recording = { symbols: seeded.symbols, ticksPerSec, seconds: recordingSec };
    writePrices(join(folder, 'prices.csv'), recording);
    return new Stage(folder, plan, seeded);
  }

  /** Starts the server, plays and ends it. */
  async play<T>(act: (scene: Scene) => Promise<T>): Promise<T> {
    const { tokens, symbols } = this.#seeded;
    const headers = tokens.map(signedBy);
    const server = await TestServer.start({
      data: join(this.#folder, 'data'),
      prices: join(this.#folder, 'prices.csv'),
      args: [
        '--replay-loop',
        ...['--trade-rate', '0'],
        ...['--connections-per-address', String(2 * headers.length)],
      ],
    });
    const audience = await Audience.open({
      port: server.port,
      path: SOCKET_PATH,
      headers: headers.slice(0, this.#plan.watchers),
    });
    if (this.#plan.follow === 'all') {
      await audience.send(headers.slice(0, this.#plan.watchers).map(() => subscriptionTo(symbols)));
    }
    const traders = headers.slice(this.#plan.watchers);
    const result = await act({ server, audience, symbols, headers: traders });
    audience.close();
    await server.stop();
    return result;
  }

  /** Removes the folder. */
  clear(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
