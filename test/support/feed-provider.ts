// A provider of prices in the test's process, over FIX: it keeps nothing, records our messages, and
// sends the messages that a test writes. order-provider.ts executes orders by itself.

import { FixEndpoint, type FixEnv, systemEnv } from '../../actors/providers/fix/endpoint.js';
import { FixListener, type ListenOptions } from '../../actors/providers/fix/listener.js';
import type { WriteBody } from '../../actors/providers/fix/outgoing.js';
import { MemoryStore } from '../../actors/providers/fix/session-store.js';
import type { FixSettings } from '../../actors/providers/fix/session-types.js';
import { HEADER_LAYOUT, MEMBER, TRAILER_LAYOUT } from '../../wire/codec/fix/dictionary.js';
import type { FixMessage } from '../../wire/codec/fix/fix-message.js';
import type { FixWriter } from '../../wire/codec/fix/fix-writer.js';
import { PLAIN } from '../actors/providers/fix/session-harness.js';
import { until } from './guard.js';

const isBody = (tag: number): boolean =>
  [HEADER_LAYOUT, TRAILER_LAYOUT].every((layout) => layout.kindOf(tag) !== MEMBER);

/** The type of a message and its own fields: `V|262=MD1|263=1`. */
const shownMessage = (message: FixMessage): string => {
  const fields = [message.type];
  for (let place = 0; place < message.count; place += 1) {
    const tag = message.tagAt(place);
    if (isBody(tag)) fields.push(`${tag}=${message.textAt(place)}`);
  }
  return fields.join('|');
};

/** Writes fields that are told as `262=MD1|263=1`. */
export const writeFields = (writer: FixWriter, fields: readonly string[]): void => {
  for (const field of fields) {
    const at = field.indexOf('=');
    writer.raw(Number(field.slice(0, at)), Buffer.from(field.slice(at + 1)));
  }
};

export interface ProviderOptions {
  readonly settings?: Partial<FixSettings>;
  readonly tls?: ListenOptions['tls'];
  readonly env?: FixEnv;
  /** Answers a message of ours; by default nothing does. */
  readonly answer?: (message: string, provider: FeedProvider) => void;
}

/** A provider whose names are `LP` for itself and `BROKER` for us. */
export class FeedProvider {
  /** What we sent, without administrative messages. */
  readonly got: string[] = [];
  logons = 0;
  port = 0;
  readonly #endpoint: FixEndpoint;
  readonly #listener: FixListener;
  readonly #store = new MemoryStore();

  private constructor({ settings, tls, env, answer }: ProviderOptions) {
    const system = env ?? systemEnv(() => undefined);
    const application = {
      loggedOn: () => {
        this.logons += 1;
      },
      loggedOff: () => undefined,
      deliver: (message: FixMessage) => {
        const shown = shownMessage(message);
        this.got.push(shown);
        answer?.(shown, this);
        return undefined;
      },
    };
    const whole = { ...PLAIN, role: 'acceptor', sender: 'LP', target: 'BROKER' } as const;
    const all = { ...whole, resetOnLogon: true, strict: true, ...settings };
    this.#endpoint = new FixEndpoint(all, this.#store, application, system);
    this.#listener = new FixListener(tls ? { tls } : {}, () => this.#endpoint, system);
  }

  /** Listens, on the port if one is told. */
  static async open(options: ProviderOptions = {}, port = 0): Promise<FeedProvider> {
    const provider = new FeedProvider(options);
    provider.port = await provider.#listener.listen({ host: '127.0.0.1', port });
    return provider;
  }

  /** Sends messages, each as `W|262=MD1|55=EUR/USD`. */
  send(...messages: readonly string[]): void {
    for (const message of messages) {
      const [type = '', ...fields] = message.split('|');
      const seq = this.#endpoint.send(type, (writer) => writeFields(writer, fields));
      if (seq === undefined) throw new Error(`not logged on for ${message}`);
    }
  }

  /** Sends a message whose body the caller writes. */
  write(type: string, body: WriteBody): void {
    this.#endpoint.send(type, body);
  }

  /** Skips a number of messages, as if they were lost. */
  skip(count: number): void {
    for (let n = 0; n < count; n += 1) this.#store.sent();
  }

  /** The first message of ours that fits, once it has come. */
  taken(fits: string | RegExp): Promise<string> {
    const isFit = (one: string) =>
      typeof fits === 'string' ? one.startsWith(fits) : fits.test(one);
    return until(`a message ${fits}`, () => this.got.find(isFit));
  }

  /** The subscription of a symbol, once it has come: its id. */
  async subscription(symbol: string, nth = 1): Promise<string> {
    const asked = (): string[] =>
      this.got.filter(
        (one) => one.startsWith('V|') && one.includes(`|263=1|`) && one.endsWith(`|55=${symbol}`),
      );
    await until(`subscription ${nth} of ${symbol}`, () => asked().length >= nth || undefined);
    return /\|262=([^|]+)/.exec(asked()[nth - 1] ?? '')?.[1] ?? '';
  }

  get isConnected(): boolean {
    return this.#endpoint.isConnected;
  }

  /** Cuts the connection. */
  cut(): void {
    this.#endpoint.cut();
  }

  /** Takes no more connections, and cuts the one there is. */
  close(): void {
    this.#listener.close();
    this.cut();
  }
}

/** A whole book, with one entry a side. */
export const snapshot = (id: string, symbol: string, bid: string, ask: string): string =>
  `W|262=${id}|55=${symbol}|268=2|269=0|270=${bid}|271=1000000|269=1|270=${ask}|271=1000000`;

const field = (message: string, tag: number): string =>
  new RegExp(`\\|${tag}=([^|]+)`).exec(message)?.[1] ?? '';

/** Sends the same book to each subscription, and a list of two symbols to each who asks for it. */
export const answerQuotes = (message: string, there: FeedProvider): void => {
  if (message.startsWith('x|')) {
    const head = `y|320=${field(message, 320)}|322=1|560=0`;
    there.send(`${head}|146=2|55=EUR/USD|15=USD|55=USD/ZAR|15=ZAR|231=1000|969=0.0001`);
  }
  const isSubscription = message.startsWith('V|') && field(message, 263) === '1';
  if (!isSubscription) return;
  there.send(snapshot(field(message, 262), field(message, 55), '1.23456', '1.23470'));
};

/** The body of a datafeed that dials a provider. */
export const feedBody = (
  { port }: FeedProvider,
  { isSecure = false, ...more }: Readonly<Record<string, unknown>> = {},
) => ({
  name: 'Bank feed',
  module: 'fix44',
  server: `localhost:${port}`,
  params: [
    { key: 'SenderCompID', value: 'BROKER' },
    { key: 'TargetCompID', value: 'LP' },
    { key: 'FIX SSL Enabled', value: String(isSecure) },
  ],
  ...more,
});
