// The demo provider: a liquidity provider that speaks FIX 4.4, with made-up prices.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FixEndpoint, type FixEnv } from '../fix/endpoint.js';
import { FixListener } from '../fix/listener.js';
import { MemoryStore } from '../fix/session-store.js';
import { type FixSettings, USUAL } from '../fix/session-types.js';
import { ORDERS_ID, PRICES_ID, PROVIDER_ID, PROVIDER_USER } from './identities.js';
import { providerInstruments, type TradedSymbol } from './instruments.js';
import { OrderFile, OrderSessionStore } from './order-file.js';
import { OrderSession } from './order-session.js';
import { PriceSession } from './price-session.js';

const HOST = '127.0.0.1';
/** Interval of prices and fills, in ms. */
export const PROVIDER_BEAT_MS = 100;
/** How long messages are kept for the peer to ask for again, in ms. */
const KEEP_MS = 86_400_000;

/** The options of a provider. */
export interface DemoProviderOptions {
  /** The folder of its files; created if missing. */
  readonly folder: string;
  readonly symbols: readonly TradedSymbol[];
  /** The seed of the demo market's prices. */
  readonly seed: string;
  /** The password of both sessions. */
  readonly password: string;
}

/** A provider with a session for prices and one for orders. It throws what the disk throws. */
export class DemoProvider {
  readonly #file: OrderFile;
  readonly #prices: PriceSession;
  readonly #orders: OrderSession;
  readonly #endpoints: ReadonlyMap<string, FixEndpoint>;
  readonly #listener: FixListener;
  #timer: unknown;
  #isStopped = false;

  constructor(
    { folder, symbols, seed, password }: DemoProviderOptions,
    private readonly env: FixEnv,
  ) {
    const { now } = env;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const instruments = providerInstruments(symbols, seed);
    this.#file = new OrderFile(join(folder, 'orders'), {
      now: now(),
      isTraded: (symbol) => instruments.has(symbol),
    });
    this.#prices = new PriceSession(instruments, (...sent) => this.#send(PRICES_ID, ...sent), now);
    this.#orders = new OrderSession(
      instruments,
      this.#file,
      (...sent) => this.#send(ORDERS_ID, ...sent),
      now,
    );
    const store = new OrderSessionStore(
      join(folder, 'orders.fix'),
      { isSynced: true, keepMs: KEEP_MS, now },
      this.#file,
      () => this.#orders.stored(),
    );
    const settings = { ...SETTINGS, password };
    this.#endpoints = new Map([
      [
        PRICES_ID,
        new FixEndpoint(
          { ...settings, target: PRICES_ID, resetOnLogon: true },
          new MemoryStore(),
          this.#waking(this.#prices),
          env,
        ),
      ],
      [
        ORDERS_ID,
        new FixEndpoint(
          { ...settings, target: ORDERS_ID, replayMaxAgeMs: KEEP_MS },
          store,
          this.#waking(this.#orders),
          env,
        ),
      ],
    ]);
    this.#listener = new FixListener(
      {},
      (sender, target) => (sender === PROVIDER_ID ? this.#endpoints.get(target) : undefined),
      env,
    );
  }

  /**
   * Listens on loopback; the port: the given one, or with 0 that of the run before if it is free,
   * or any.
   */
  async listen(port: number): Promise<number> {
    const listen = (one: number) => this.#listener.listen({ host: HOST, port: one });
    const before = this.#file.port;
    const found =
      port === 0 && before !== 0 ? await listen(before).catch(() => listen(0)) : await listen(port);
    this.#file.port = found;
    this.#wake();
    return found;
  }

  /** The number of sessions that are logged on, and of orders that can be filled. */
  get figures(): { readonly sessions: number; readonly orders_working: number } {
    const endpoints = [...this.#endpoints.values()];
    return {
      sessions: endpoints.filter(({ session }) => session.isOn).length,
      orders_working: this.#file.working.size,
    };
  }

  /** Logs out, and closes the files. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.env.clearTimer(this.#timer);
    this.#listener.close();
    await Promise.all([...this.#endpoints.values()].map((one) => one.end('the provider stops')));
    this.#file.close();
  }

  #send(target: string, ...sent: Parameters<FixEndpoint['send']>): number | undefined {
    return this.#endpoints.get(target)?.send(...sent);
  }

  /** The application, after whose work the beat goes on if there is something to do. */
  #waking(application: PriceSession | OrderSession) {
    return {
      loggedOn: () => application.loggedOn(),
      loggedOff: () => application.loggedOff(),
      deliver: (message: Parameters<typeof application.deliver>[0]) => {
        const refusal = application.deliver(message);
        this.#wake();
        return refusal;
      },
    };
  }

  /** Beats while somebody follows prices or an order waits for them: an idle provider does not. */
  #wake(): void {
    const isWorking = this.#prices.isWorking || this.#orders.isWorking;
    if (!isWorking || this.#timer !== undefined || this.#isStopped) return;
    this.#timer = this.env.setTimer(() => {
      this.#timer = undefined;
      this.#prices.beat();
      this.#orders.beat();
      this.#wake();
    }, PROVIDER_BEAT_MS);
  }
}

const SETTINGS: Omit<FixSettings, 'target' | 'password'> = {
  ...USUAL,
  role: 'acceptor',
  sender: PROVIDER_ID,
  senderSub: '',
  targetSub: '',
  username: PROVIDER_USER,
  strict: true,
};
