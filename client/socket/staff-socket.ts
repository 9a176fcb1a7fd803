// A live socket of staff: prices, money and events of accounts, changes of settings.

import { BrokerError } from '../session/errors.js';
import type { ExposureRow, Money, MonitorSample, WaitingRequest } from '../session/records.js';
import type {
  CorrectedBars,
  EventFrame,
  Hello,
  LiveBar,
  QuoteTick,
  Resumed,
  ServerEvents,
} from './frames.js';
import { type ClientEvents, LiveSocket } from './live-socket.js';
import { MessageMark } from './numbering.js';
import type { Filter } from './subscriptions.js';

/** Channels whose events are numbered by `seq` and can be resumed. */
const EVENT_CHANNELS = ['deals', 'orders', 'positions'] as const;

/** The accounts whose money is followed: by a mask of groups, or by up to 1,000 logins. */
export type AccountFilter = { readonly group: string } | { readonly logins: readonly number[] };

/** The groups whose open volume is followed: by a mask, by a company; without them all. */
export interface ExposureFilter {
  readonly group?: string;
  readonly company?: string;
}

/** Money of an account, for staff. */
export type MoneyRow = Money & { readonly login: number };

/** The figures of a logical server at one moment. */
export interface MonitorFigures {
  readonly server: string;
  readonly instance_id: string;
  readonly sample: MonitorSample;
}

/** A dealer's answer to a request: a deal, new prices, a refusal, or nothing. */
export type DealerAnswer =
  | {
      readonly action: 'confirm';
      /** Lots; without it all of them. */
      readonly volume?: string;
      /** Without it the current price. */
      readonly price?: string;
      /** Prices of the answer to a price request. */
      readonly bid?: string;
      readonly ask?: string;
    }
  | { readonly action: 'requote'; readonly bid: string; readonly ask: string }
  | { readonly action: 'reject'; readonly text?: string }
  | { readonly action: 'return' };

/** Rows of `accounts`, `orders` or `positions` as they were at `seq`. */
export interface RowSnapshot {
  readonly channel: string;
  /** The mask that was subscribed to: with part 1 all earlier rows of it are void. */
  readonly group: string;
  readonly part: number;
  readonly parts: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly seq: string;
}

/** Events of a socket of staff. */
export interface StaffEvents extends ServerEvents, ClientEvents {
  /** Money of accounts that changed. */
  readonly account_money: { readonly rows: readonly MoneyRow[] };
  /** Rows of a mask: when it is followed, and when it is followed again. */
  readonly snapshot: RowSnapshot;
  /** The server has ended a subscription; the client makes it again. */
  readonly resubscribe: { readonly channel: string } & Filter;
  /** Events after `after_seq` were missed, and the server does not keep them any more. */
  readonly missed: { readonly after_seq: string };
  /** Requests that wait for dealers and have changed. */
  readonly dealing: { readonly rows: readonly WaitingRequest[] };
  readonly bar: LiveBar;
  /** Bars of a followed symbol and timeframe were corrected: read this period again. */
  readonly bars_corrected: CorrectedBars;
  /** Figures of the server that is followed. */
  readonly monitor: MonitorFigures;
  /** Symbols of which the open volume has changed. */
  readonly exposure: { readonly rows: readonly ExposureRow[] };
  readonly notification: Readonly<Record<string, unknown>>;
  readonly mail: Readonly<Record<string, unknown>>;
  /** Messages after this seq were missed that the server no longer holds: read their lists. */
  readonly messages_missed: { readonly after_seq: string };
}

/** The live socket of a staff user. */
export class StaffSocket extends LiveSocket<StaffEvents> {
  protected override readonly resumable: readonly string[] = EVENT_CHANNELS;
  /** Number of the newest event of the log that has certainly arrived. */
  #seq: number | undefined;
  /** The server's newest number at the last heartbeat of this connection. */
  #beat: number | undefined;
  readonly #messages = new MessageMark();

  /**
   * Subscribes to quotes of symbols, at most one each in `maxRateMs` ms (0 = every change); returns
   * the newest quotes.
   */
  quotes(symbols: readonly string[], maxRateMs = 0): Promise<readonly QuoteTick[]> {
    return this.follow('quotes', { symbols, max_rate_ms: maxRateMs });
  }

  /** Unsubscribes from quotes: of some symbols, or of all. */
  endQuotes(symbols?: readonly string[]): Promise<void> {
    return this.unfollow('quotes', symbols === undefined ? {} : { symbols });
  }

  /**
   * Subscribes to the money of accounts; returns the present values of logins. Values of a mask
   * come as `snapshot` before this resolves.
   */
  accounts(filter: AccountFilter): Promise<unknown> {
    return this.follow('accounts', filter);
  }

  /** Unsubscribes from money: of a mask, of logins, or of all. */
  endAccounts(filter?: AccountFilter): Promise<void> {
    return this.unfollow('accounts', { ...filter });
  }

  /**
   * Subscribes to deals, orders or positions of accounts in a mask of groups. Open orders and
   * positions come as `snapshot`, then later events as they happen, before this resolves.
   */
  async events(channel: (typeof EVENT_CHANNELS)[number], group = '*'): Promise<void> {
    await this.follow(channel, { group });
  }

  /** Unsubscribes from them: of a mask, or of all. */
  endEvents(channel: (typeof EVENT_CHANNELS)[number], group?: string): Promise<void> {
    return this.unfollow(channel, group === undefined ? {} : { group });
  }

  /** Subscribes to changes of settings; returns the present version. */
  config(): Promise<{ readonly config_version: number }> {
    return this.follow('config', {});
  }

  /** Unsubscribes from changes of settings. */
  endConfig(): Promise<void> {
    return this.unfollow('config', {});
  }

  /**
   * Comes on line as a dealer, for as long as the socket is open: rules offer requests to this
   * user, and changes come as `dealing`. Returns the requests that wait now.
   */
  dealing(): Promise<readonly WaitingRequest[]> {
    return this.follow('dealing', {});
  }

  /** Goes off line: requests that this user has taken return, unless another socket is on line. */
  endDealing(): Promise<void> {
    return this.unfollow('dealing', {});
  }

  /**
   * Follows the open volume by symbol, of all groups in scope or of some; returns it as it is now.
   * Changes come as `exposure`; a symbol with 0 positions has none any more.
   */
  exposure(filter: ExposureFilter = {}): Promise<readonly ExposureRow[]> {
    return this.follow('exposure', { ...filter });
  }

  /** Follows it no longer. */
  endExposure(): Promise<void> {
    return this.unfollow('exposure', {});
  }

  /** Subscribes to a symbol's bars of a timeframe, such as `m5`; returns the last bars. */
  bars(symbol: string, timeframe: string): Promise<unknown> {
    return this.follow('bars', { symbol, timeframe });
  }

  /** Unsubscribes from bars: of a symbol and timeframe, or of all. */
  endBars(symbol?: string, timeframe?: string): Promise<void> {
    return this.unfollow('bars', { ...(symbol && { symbol }), ...(timeframe && { timeframe }) });
  }

  /**
   * Follows the figures of a logical server: `api`, `trade` or `quote`; returns the newest ones.
   * They come as `monitor` every 2 seconds.
   */
  monitor(server: string): Promise<MonitorFigures | null> {
    return this.follow('monitor', { server });
  }

  /** Follows them no longer. */
  endMonitor(): Promise<void> {
    return this.unfollow('monitor', {});
  }

  /** Takes a waiting request, so that no other dealer answers it. */
  async dealerTake(request: number): Promise<void> {
    await this.request('dealer_take', { request });
  }

  /** Answers a request that this user has taken. */
  async dealerAnswer(request: number, answer: DealerAnswer): Promise<void> {
    await this.request('dealer_answer', { request, ...answer });
  }

  protected override async synchronise({ seq, message_seq }: Hello): Promise<boolean> {
    this.#beat = undefined;
    const channels = this.followed
      .filter(({ channel }) => EVENT_CHANNELS.some((one) => one === channel))
      .map(({ channel, filter }) => ({ channel, ...filter }));
    const isFollowing = this.#seq !== undefined && channels.length > 0;
    const after_seq = isFollowing ? String(this.#seq) : seq;
    const { last } = this.#messages;
    // The rows of an ended subscription cannot be brought up to date by events.
    const isWhole = isFollowing && this.unmade.size === 0;
    this.unmade = new Set();
    const isAgain = isWhole || last !== undefined;
    const resumed = isAgain && (await this.#resume(after_seq, isWhole ? channels : [], last));
    this.#messages.reached(message_seq);
    if (isWhole && resumed) return true;
    this.#seq = Number(seq);
    if (isFollowing) this.emit('missed', { after_seq });
    return false;
  }

  protected override received(frame: EventFrame): void {
    const { seq, account_seq, event, data } = frame;
    // Messages come by another way than the events of accounts.
    if (seq !== undefined && account_seq !== undefined)
      this.#seq = Math.max(this.#seq ?? 0, Number(seq));
    const isMessage = event === 'mail' || event === 'notification';
    if (isMessage && seq !== undefined && !this.#messages.reached(seq)) return;
    if (event === 'heartbeat') this.#beaten(Number((data as { readonly seq: string }).seq));
    this.deliver(frame);
    if (event !== 'resubscribe') return;
    const { channel, ...filter } = data as StaffEvents['resubscribe'];
    void this.subscribeAgain({ channel, filter });
  }

  /** All events up to one heartbeat have arrived when the next heartbeat does. */
  #beaten(seq: number): void {
    if (this.#beat !== undefined) this.#seq = Math.max(this.#seq ?? 0, this.#beat);
    this.#beat = seq;
  }

  /**
   * Fetches the events after a number, and messages. False also if a right was lost: the repeated
   * subscriptions show which one.
   */
  async #resume(
    after_seq: string,
    channels: readonly object[],
    message_seq: string | undefined,
  ): Promise<boolean> {
    const data = { after_seq, channels, ...(message_seq !== undefined && { message_seq }) };
    const { resumed, messages = false } = await this.#asked(data);
    if (message_seq !== undefined && !messages) {
      this.emit('messages_missed', { after_seq: message_seq });
    }
    return resumed;
  }

  async #asked(data: object): Promise<Resumed> {
    try {
      return await this.request<Resumed>('resume', data, 'bound');
    } catch (error) {
      const isRefused = error instanceof BrokerError && error.code !== 'client.unreachable';
      if (isRefused) return { resumed: false };
      throw error;
    }
  }
}
