// A demo provider with a clock and a beat of the test, and its peers.

import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { demoSymbols } from '../../../../actors/desk/demo/demo-symbols.js';
import { DemoProvider, PROVIDER_BEAT_MS } from '../../../../actors/providers/demo/demo-provider.js';
import {
  ORDERS_ID,
  PRICES_ID,
  PROVIDER_ID,
  PROVIDER_USER,
} from '../../../../actors/providers/demo/identities.js';
import {
  type ProviderInstrument,
  providerInstruments,
} from '../../../../actors/providers/demo/instruments.js';
import type { FixEnv } from '../../../../actors/providers/fix/endpoint.js';
import { systemEnv } from '../../../../actors/providers/fix/endpoint.js';
import type { CommittedStore } from '../../../../actors/providers/fix/session-store.js';
import type { FixSettings } from '../../../../actors/providers/fix/session-types.js';
import { until } from '../../../support/guard.js';
import { FixClient } from '../fix-client.js';

const START = Date.UTC(2026, 0, 5, 12);
export const PASSWORD = 'the-right-one';
const SEED = '7';
/** How far prices are looked for ahead, in ms. */
const SEARCHED_MS = 3_600_000;

/** A provider on a folder of its own, and the peers that have dialled it. */
export class ProviderHarness {
  readonly folder = mkdtempSync(join(tmpdir(), 'brokerd-provider-'));
  readonly lines: string[] = [];
  /** The time of the provider and its peers, ms since 1970. */
  now = START;
  #provider: DemoProvider | undefined;
  #port = 0;
  #beat: (() => void) | undefined;
  readonly env: FixEnv;

  private constructor() {
    const system = systemEnv((_, { msg }) => this.lines.push(msg));
    this.env = {
      ...system,
      now: () => this.now,
      setTimer: (run, ms) => {
        if (ms !== PROVIDER_BEAT_MS) return system.setTimer(run, ms);
        this.#beat = run;
        return undefined;
      },
    };
  }

  static async start(t: Test): Promise<ProviderHarness> {
    const harness = new ProviderHarness();
    await harness.start();
    t.teardown(async () => {
      await harness.stop();
      rmSync(harness.folder, { recursive: true });
    });
    return harness;
  }

  get port(): number {
    return this.#port;
  }

  get provider(): DemoProvider {
    if (this.#provider === undefined) throw new Error('the provider is not running');
    return this.#provider;
  }

  async start(): Promise<void> {
    const { folder } = this;
    const made = { folder, symbols: demoSymbols(true), seed: SEED, password: PASSWORD };
    this.#provider = new DemoProvider(made, this.env);
    this.#port = await this.#provider.listen(0);
  }

  async stop(): Promise<void> {
    this.#beat = undefined;
    await this.#provider?.stop();
    this.#provider = undefined;
  }

  /** The provider is killed as it is now with its peer, and started again. */
  async crash(client: FixClient): Promise<void> {
    const left = `${this.folder}.left`;
    cpSync(this.folder, left, { recursive: true });
    await this.cut(client);
    await this.stop();
    rmSync(this.folder, { recursive: true });
    renameSync(left, this.folder);
    await this.start();
  }

  /** Does the provider wait for its next beat? */
  get isBeating(): boolean {
    return this.#beat !== undefined;
  }

  /** The time goes on, and the provider beats if it does. */
  beat(ms = PROVIDER_BEAT_MS): void {
    this.now += ms;
    const run = this.#beat;
    this.#beat = undefined;
    run?.();
  }

  /** An instrument with its price as of the provider's time. */
  price(name: string): ProviderInstrument {
    const symbols = demoSymbols(true).filter((one) => one.name === name);
    const [found] = providerInstruments(symbols, SEED).values();
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found.look(this.now);
  }

  /** The time until a price fits, in ms. */
  when(name: string, fits: (price: ProviderInstrument) => boolean): number {
    const price = this.price(name);
    for (let ms = 0; ms < SEARCHED_MS; ms += PROVIDER_BEAT_MS) {
      if (fits(price.look(this.now + ms))) return ms;
    }
    throw new Error(`${name} has no such price within an hour`);
  }

  /** A peer that has dialled the session for prices. A strict one refuses fields of FIX 5.0. */
  prices(changes: Partial<FixSettings> = {}): Promise<FixClient> {
    return this.#dial(PRICES_ID, { resetOnLogon: true, ...changes });
  }

  /** A peer that has dialled the session for orders; the store has the numbers of the last one. */
  orders(store?: CommittedStore, changes: Partial<FixSettings> = {}): Promise<FixClient> {
    return this.#dial(ORDERS_ID, changes, store);
  }

  /** Cuts a peer off; resolves when the provider knows it. */
  async cut(client: FixClient): Promise<void> {
    await client.cut();
    await until('the end of the session', () => this.provider.figures.sessions === 0);
  }

  #dial(sender: string, changes: Partial<FixSettings>, store?: CommittedStore): Promise<FixClient> {
    const login = { username: PROVIDER_USER, password: PASSWORD };
    const settings = { sender, target: PROVIDER_ID, ...login, ...changes };
    const { port, env } = this;
    return FixClient.dial({ port, settings, env, ...(store && { store }) });
  }
}
