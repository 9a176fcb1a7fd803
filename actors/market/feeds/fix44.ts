// The module `fix44`: quotes, news and symbols of a provider over a FIX 4.4 session.

import type { Socket } from 'node:net';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { cutText } from '../../../wire/base/schema.js';
import { DATA_TAG, DATA_TYPE } from '../../../wire/codec/fix/data-tags.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { peerText } from '../../../wire/codec/fix/peer-text.js';
import { TAG, TYPE } from '../../../wire/codec/fix/tags.js';
import type { ReportedSymbol } from '../../../wire/rest/settings/offered-symbols.js';
import { HEADLINE_MAX, NEWS_TEXT_MAX } from '../../../wire/rest/trading/news.js';
import {
  dialTarget,
  lockedSecret,
  secretsOf,
  sessionSettings,
} from '../../providers/fix/connection.js';
import { type DialTarget, dialOnce } from '../../providers/fix/dialer.js';
import { FixEndpoint } from '../../providers/fix/endpoint.js';
import { ProviderLists } from '../../providers/fix/provider-lists.js';
import { READ_RATES } from '../../providers/fix/read-rate.js';
import { NOT_OPEN } from '../../providers/fix/schedule.js';
import { SYMBOL_LIST } from '../../providers/fix/security-list.js';
import { MemoryStore } from '../../providers/fix/session-store.js';
import type { FixSettings } from '../../providers/fix/session-types.js';
import { Throttle } from '../../providers/fix/throttle.js';
import type { RecordCipher } from '../../secrets/record-cipher.js';
import { type HourlyLimit, HourlyLimits } from '../../shared/allowance.js';
import type { MarketEnv, OpenSource, QuoteSource, SourceSink } from './feed.js';
import type { Instrument } from './instruments.js';
import { MarketData } from './market-data.js';

/** The shortest time between two new subscriptions to all symbols. */
const RENEW_MS = 1_000;

/** Most lines of one piece of news. */
const NEWS_LINES_MAX = 256;

/** One connection to a provider. */
class FixSource implements QuoteSource {
  readonly #password: string;
  readonly #endpoint: FixEndpoint;
  readonly #data: MarketData;
  readonly #lists: ProviderLists<ReportedSymbol>;
  /** Subscribes to all symbols again after the provider has skipped messages. */
  readonly #renewing: Throttle;
  #socket: Socket | undefined;
  #isClosed = false;

  constructor(
    settings: FixSettings,
    private readonly sink: SourceSink,
    private readonly env: MarketEnv,
    notes: HourlyLimit,
  ) {
    this.#password = settings.password;
    const application = {
      loggedOn: () => {
        sink.online();
        this.#data.start();
      },
      loggedOff: () => this.#lists.closed(),
      deliver: (message: FixMessage) => this.#take(message),
      skipped: () => this.#renewing.call(),
      read: () => {
        sink.alive();
        sink.flush();
      },
    };
    const endpoint = new FixEndpoint(settings, new MemoryStore(), application, env, notes);
    this.#endpoint = endpoint;
    const now = () => env.now();
    const shown = (text: string, most?: number) => this.#shown(text, most);
    this.#renewing = new Throttle(RENEW_MS, env, () => this.#data.renew());
    this.#data = new MarketData({ sink, now, shown, send: (...one) => endpoint.send(...one) });
    this.#lists = new ProviderLists(SYMBOL_LIST, (...one) => endpoint.send(...one), env, shown);
  }

  /** Dials once. */
  dial(target: DialTarget): void {
    if (this.#isClosed) return;
    const down = (reason: string): void => this.sink.down(reason);
    if (!this.#endpoint.session.isScheduled) {
      return this.sink.notOpen(NOT_OPEN);
    }
    const attach = (socket: Socket): void => {
      this.#endpoint.attach(socket, Buffer.alloc(0), down);
    };
    this.#socket = dialOnce(target, this.env, attach, down);
  }

  change(gone: readonly Instrument[], added: readonly Instrument[]): void {
    this.#data.change(gone, added);
  }

  offered(): Promise<Outcome<readonly ReportedSymbol[]>> {
    return this.#lists.ask();
  }

  isThrottled(): boolean {
    return this.#endpoint.isThrottled;
  }

  /** Resolves when the session has ended. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#renewing.stop();
    if (!this.#endpoint.isConnected) this.#socket?.destroy();
    return this.#endpoint.end('the datafeed is closed');
  }

  #shown(text: string, most?: number): string {
    return peerText(text, this.#password, most);
  }

  #take(message: FixMessage): undefined {
    switch (message.type) {
      case DATA_TYPE.securityList:
        return void this.#lists.take(message);
      case DATA_TYPE.news:
        return this.#takeNews(message);
      case TYPE.reject:
      case TYPE.businessReject:
        return this.#takeReject(message);
      default:
        return void this.#data.take(message);
    }
  }

  #takeNews(message: FixMessage): undefined {
    const headline = this.#shown(message.text(DATA_TAG.headline), HEADLINE_MAX);
    const texts = message.group(DATA_TAG.noLinesOfText);
    const lines: string[] = [];
    while (texts?.next() && lines.length < NEWS_LINES_MAX) {
      lines.push(this.#shown(message.text(TAG.text, texts.from, texts.to), NEWS_TEXT_MAX));
    }
    this.sink.news(headline, cutText(lines.join('\n'), NEWS_TEXT_MAX));
  }

  /** The provider rejects one of our messages. */
  #takeReject(message: FixMessage): undefined {
    const type = this.#shown(message.text(TAG.refMsgType));
    const why = this.#shown(message.text(TAG.text)) || 'it does not say why';
    if (type === DATA_TYPE.securityListRequest) this.#lists.refused(why);
    else this.sink.fault(`the provider rejects a message of type ${type}: ${why}`);
  }
}

/** Opens sessions with providers; the cipher opens the secrets of their records. */
export const openFix44 = (cipher: RecordCipher): OpenSource => {
  /** Sessions that are ending, by datafeed: a provider has one session of an identity at a time. */
  const ending = new Map<number, Promise<void>>();
  /** The lines about sessions, by datafeed: each connection is a session of its own. */
  const notes = new HourlyLimits<number>();
  return (record, instruments, sink, env) => {
    const { id } = record;
    const secretOf = secretsOf(cipher, 'datafeed', record);
    const locked = lockedSecret(record, secretOf);
    if (locked !== undefined) return refuse('invalid_input', locked);
    const settings = {
      ...sessionSettings(record, secretOf, 'initiator'),
      ...{ resetOnLogon: true, readRate: READ_RATES.prices },
    };
    const source = new FixSource(
      settings,
      sink,
      env,
      notes.of(id, () => env.now()),
    );
    source.change([], instruments);
    const before = ending.get(id) ?? Promise.resolve();
    void before.then(() => source.dial(dialTarget(record, secretOf)));
    return ok({
      change: (gone, added) => source.change(gone, added),
      offered: () => source.offered(),
      isThrottled: () => source.isThrottled(),
      close: () => {
        const ended = Promise.all([before, source.close()]).then(() => {
          if (ending.get(id) === ended) ending.delete(id);
        });
        ending.set(id, ended);
      },
    });
  };
};
