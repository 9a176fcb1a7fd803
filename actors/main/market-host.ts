// Starts the threads of prices: the market's, and the demo provider's, which it knows how to reach.

import { demoSymbols } from '../desk/demo/demo-symbols.js';
import { pathsOf } from '../folder/folder.js';
import type { FromMarket, ToMarket } from '../market/market-messages.js';
import type { MarketThreadData } from '../market/market-thread.js';
import type { LogLine } from '../messages.js';
import type { DemoProviderThreadData } from '../providers/demo/demo-provider-thread.js';
import {
  ORDERS_ID,
  PRICES_ID,
  PROVIDER_ID,
  PROVIDER_USER,
  type ProviderAccess,
} from '../providers/demo/identities.js';
import type { FromProvider, ToProvider } from '../providers/demo/provider-messages.js';
import { hmac, type Key } from '../secrets/seal.js';
import type { ClockStart } from '../shared/steady-clock.js';
import { Thread, type ThreadOwner } from './thread.js';

/** The data of the server that the demo provider needs. */
interface ProviderStart {
  /** The data folder. */
  readonly data: string;
  /** The seed of the demo prices. */
  readonly seed: string;
  /** The server's key, of which the password is made. */
  readonly key: Key;
  readonly clock: ClockStart;
}

/** The demo provider of a server: one thread after the other, on one port. */
export class ProviderHost {
  readonly #start: ProviderStart;
  readonly #password: string;
  #thread: Thread<ToProvider, FromProvider> | undefined;
  #starts = 0;
  #port = 0;

  constructor(
    start: ProviderStart,
    private readonly owner: ThreadOwner<never>,
  ) {
    this.#start = start;
    this.#password = hmac(start.key, '', 'demo provider').toString('base64url');
  }

  /** Undefined before the start. */
  get thread(): Thread<ToProvider, FromProvider> | undefined {
    return this.#thread;
  }

  /** How it is reached once it was started. */
  get access(): ProviderAccess {
    return { server: `127.0.0.1:${this.#port}`, password: this.#password };
  }

  /** The log line by which an operator fills in a datafeed and a gateway of one's own. */
  get accessLine(): LogLine['record'] {
    const { server, password } = this.access;
    return {
      msg: 'demo provider',
      server,
      login: PROVIDER_USER,
      fix_password: password,
      target: PROVIDER_ID,
      prices_sender: PRICES_ID,
      orders_sender: ORDERS_ID,
    };
  }

  /** Starts its thread; resolves when it listens. */
  async start(): Promise<void> {
    this.#starts += 1;
    const { data, seed, clock } = this.#start;
    const start: DemoProviderThreadData = {
      folder: pathsOf(data).provider,
      symbols: demoSymbols(true),
      seed,
      password: this.#password,
      generation: this.#starts,
      port: this.#port,
      clock,
    };
    const entry = new URL('../providers/demo/demo-provider-thread.js', import.meta.url);
    this.#thread = new Thread<ToProvider, FromProvider>(PROVIDER, entry, start, [], {
      ...this.owner,
      message: (message) => {
        if (message.type === 'listening') this.#port = message.port;
      },
    });
    await this.#thread.ready;
  }
}

/** The name of its thread. */
export const PROVIDER = 'demo provider';

let starts = 0;

/** Starts the market's thread, which accepts messages before it is ready. */
export const hostMarket = (
  start: Omit<MarketThreadData, 'generation'>,
  owner: ThreadOwner<FromMarket>,
): Thread<ToMarket, FromMarket> => {
  starts += 1;
  const entry = new URL('../market/market-thread.js', import.meta.url);
  return new Thread('market', entry, { ...start, generation: starts }, [], owner);
};
