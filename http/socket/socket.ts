// Live sockets: connections from upgrade to close, and the runtime's calls to them.

import {
  type ActorsClient,
  type BarChange,
  type CorrectedSpan,
  type Followed,
  type FrontSink,
  type MovedAccount,
  NOBODY,
  type NumberedEvent,
  type QuoteChange,
  type WaitingRequest,
} from '../../actors/client.js';
import type { Audience, SessionCopy } from '../../wire/accounts/identity.js';
import { refuse } from '../../wire/base/codes.js';
import { FRAME_BYTES_MAX, SUBPROTOCOLS } from '../../wire/codec/frames.js';
import { OutFrame } from '../../wire/codec/out-frames.js';
import type { News } from '../../wire/rest/trading/news.js';
import type { ChangedSetting } from '../../wire/settings/settings-delta.js';
import { SESSION_ENDS } from '../../wire/socket/events.js';
import type { CommittedMessage } from '../../wire/socket/messages.js';
import { RESTARTING } from '../rest/envelope.js';
import type { Answer, Incoming, Logger } from '../server/exchange.js';
import type { HttpServer } from '../server/server.js';
import type { AcceptedUpgrade, Socket, SocketBehaviour } from '../server/upgrade.js';
import { type AccountShares, tooFast } from '../session/account-share.js';
import { callerOf, type Identity } from '../session/identify.js';
import type { SessionCopies } from '../session/sessions.js';
import { SocketAccounts } from './accounts.js';
import { StaffAccounts } from './channels/accounts.js';
import { BarChannel } from './channels/bars.js';
import type { Channel } from './channels/channel.js';
import { ConfigChanges } from './channels/config.js';
import { DealingDesk } from './channels/dealing.js';
import { StaffEvents } from './channels/events.js';
import { ExposureChannel } from './channels/exposure.js';
import { Monitors } from './channels/monitor.js';
import { sendNews } from './channels/news.js';
import { OwnSettings } from './channels/own-settings.js';
import { OwnPositions } from './channels/positions.js';
import { Prices } from './channels/prices.js';
import { QuoteChannel } from './channels/quotes.js';
import { SOCKET_LIMITS, type SocketClock, systemClock } from './connection/clock.js';
import { CLOSE } from './connection/close.js';
import { Connection, WriteQueues } from './connection/connection.js';
import { ResumeStore } from './connection/event-store.js';
import { Pacer } from './connection/live-values.js';
import { Snapshots } from './connection/snapshots.js';
import { FrameReader } from './frames.js';
import { refuseUpgrade, SocketGate } from './gate.js';
import { Messages } from './messages.js';
import { heartbeatData, type SocketServices } from './operations.js';
import { SocketWatch, type Watched } from './watch.js';

const PATHS: Readonly<Record<Audience, string>> = {
  trader: '/trader/v1/socket',
  staff: '/admin/v1/socket',
};

/**
 * Settings on which the right to a socket depends: access classes, and groups that demand codes.
 */
const ADMITTING: readonly string[] = ['network', 'group'];

/** Most moved accounts whose groups are stored until their shards surely know them. */
const PLACES_MAX = 10_000;

/** The live sockets, as the front needs them: notices, metrics, end. */
export interface LiveSockets extends Omit<FrontSink, 'session'> {
  /** Begins to check the sockets. Events up to now are not stored: the log has them. */
  start(): void;
  figures(): Readonly<Record<string, number>>;
  /** Sends `restart` to every socket and closes them with 1012. */
  close(): Promise<void>;
}

/** The services for the live sockets. */
export interface SocketParts {
  readonly client: ActorsClient;
  readonly server: Pick<HttpServer, 'ws'>;
  readonly identity: Identity;
  readonly shares: AccountShares;
  /** `socketsPerAccount`: most connections of one account. */
  readonly flags: { readonly socketsPerAccount: number };
  readonly log: Logger;
  readonly count: (name: string) => void;
}

/** All live sockets of this front. */
class SocketHub implements LiveSockets, Watched {
  readonly gate: SocketGate;
  readonly #client: ActorsClient;
  readonly #sessions: SessionCopies;
  readonly #shares: AccountShares;
  readonly #socketsPerAccount: number;
  readonly #writeQueues = new WriteQueues();
  readonly #prices: Prices;
  readonly #quotes: QuoteChannel;
  readonly #bars: BarChannel;
  readonly #accounts: SocketAccounts;
  readonly #staffAccounts: StaffAccounts;
  readonly #staffEvents: StaffEvents;
  readonly #config: ConfigChanges;
  readonly #dealing: DealingDesk;
  readonly #exposure: ExposureChannel;
  readonly #monitors: Monitors;
  readonly #own: OwnSettings;
  readonly #messages: Messages;
  readonly #positions: OwnPositions;
  readonly #channels: readonly Channel[];
  #followed = NOBODY;
  readonly #services: SocketServices;
  readonly #reader: FrameReader;
  readonly #watch: SocketWatch;
  readonly #byToken = new Map<number, Connection>();
  readonly #byLogin = new Map<number, Set<Connection>>();
  /**
   * The groups of the accounts that were moved last: a shard executes without a break, and learns
   * of a move a moment after the desk has made it.
   */
  readonly #groups = new Map<number, string>();
  /** Events of the current run. */
  #run: { readonly event: NumberedEvent; readonly frame: OutFrame }[] = [];
  #isClosing = false;
  #isSendingAway = false;

  constructor(
    { client, identity, flags, shares }: SocketParts,
    private readonly clock: SocketClock,
    private readonly resume: ResumeStore,
  ) {
    this.#client = client;
    this.#sessions = identity.sessions;
    this.#shares = shares;
    this.#socketsPerAccount = flags.socketsPerAccount;
    this.gate = new SocketGate(client, identity);
    this.#watch = new SocketWatch(clock, this);
    const pacer = new Pacer(clock);
    this.#prices = new Prices(client);
    this.#quotes = new QuoteChannel(this.#prices, pacer, (wanted) => client.wantQuotes(wanted));
    this.#bars = new BarChannel(client, this.#prices, pacer);
    this.#accounts = new SocketAccounts(client, pacer, this.resume);
    this.#positions = new OwnPositions(client, pacer, (positions) => this.#follow({ positions }));
    const snapshots = new Snapshots({ client, clock, store: this.resume });
    this.#staffEvents = new StaffEvents(client, snapshots);
    this.#staffAccounts = new StaffAccounts(
      client,
      pacer,
      snapshots,
      this.#staffEvents,
      (followed) => this.#follow(followed),
    );
    this.#config = new ConfigChanges(() => client.settings().version);
    this.#dealing = new DealingDesk(client);
    this.#exposure = new ExposureChannel(client, clock);
    this.#monitors = new Monitors(client, clock);
    client.vitals.countSockets(() => this.#watch.count);
    this.#own = new OwnSettings(client);
    this.#messages = new Messages(client, clock, this.#byLogin);
    const own = [
      ...[this.#quotes, this.#bars, this.#positions, this.#staffAccounts, this.#config],
      ...[this.#dealing, this.#exposure, this.#monitors],
    ];
    this.#channels = [
      ...own.map(({ channel }) => channel),
      ...Object.values(this.#staffEvents.channels),
    ];
    this.#services = {
      client,
      clock,
      accounts: this.#accounts,
      channels: { trader: this.#channelsOf('trader'), staff: this.#channelsOf('staff') },
      staffEvents: this.#staffEvents,
      resume: this.resume,
      messages: this.#messages,
      socketsPerAccount: flags.socketsPerAccount,
      tradesPerSec: shares.tradesPerSecond,
      requestsPerSec: shares.perSecond,
      runId: client.vitals.runId,
      signedIn: (connection) => this.#signedIn(connection),
    };
    this.#reader = new FrameReader(this.#services);
    this.#sessions.onChange((id, copy, reason) => this.#sessionChanged(id, copy, reason));
  }

  #channelsOf(audience: Audience): ReadonlyMap<string, Channel> {
    const offered = this.#channels.filter(({ who }) => who.includes(audience));
    return new Map(offered.map((one) => [one.name, one]));
  }

  /** Passes on the accounts whose money and positions are needed, when they change. */
  #follow(change: Partial<Followed>): void {
    this.#followed = { ...this.#followed, ...change };
    this.#client.watch(this.#followed);
  }

  /** The server's behaviour for sockets of an audience. */
  behaviour(audience: Audience): SocketBehaviour<Connection> {
    return {
      maxPayloadLength: FRAME_BYTES_MAX,
      maxBackpressure: SOCKET_LIMITS.unsentBytes + SOCKET_LIMITS.messageBytes,
      idleTimeoutSec: SOCKET_LIMITS.idleSec,
      upgrade: (request) => this.#upgrade(request, audience),
      open: (socket) => this.#open(socket),
      message: (socket, bytes, binary) => {
        socket.user.heard();
        this.#reader.take(socket.user, bytes, binary);
        this.flush();
      },
      drain: (socket) => socket.user.drained(),
      alive: (socket) => socket.user.controlled(),
      close: (socket) => this.#closed(socket.user),
    };
  }

  start(): void {
    const seq = this.#client.seq();
    this.resume.startAfter(seq);
    this.#messages.startAfter(seq);
    this.#watch.start();
  }

  answer(token: number, text: Uint8Array): void {
    const connection = this.#byToken.get(token);
    if (connection === undefined) return;
    connection.isOwedEvent = false;
    connection.replies.answered(text);
    connection.limitWaiting();
  }

  unanswered(token: number): void {
    const connection = this.#byToken.get(token);
    connection?.replies.unanswered();
    if (connection?.isOwedEvent) connection.end(CLOSE.restart, 'events lost');
  }

  event(event: NumberedEvent): void {
    const frame = new OutFrame(() => this.#client.frame(event));
    this.#accounts.event(event, frame);
    this.#run.push({ event, frame });
    if (event.parts.includes('positions')) this.#exposure.changed();
  }

  lost(seq: number): void {
    this.flush();
    this.resume.lose(seq);
    for (const connection of this.#watch.connections) connection.end(CLOSE.restart, 'events lost');
  }

  money(login: number, group: string, text: string): void {
    this.#accounts.money(login, text);
    this.#staffAccounts.money(login, this.#groups.get(login) ?? group, text);
  }

  positions(login: number, text: string): void {
    this.#positions.changed(login, text);
  }

  waiting(request: WaitingRequest): void {
    this.#dealing.changed(request);
  }

  moved(accounts: readonly MovedAccount[] | null, seq: number): void {
    this.flush();
    if (accounts === null) this.#groups.clear();
    for (const { login, to } of accounts ?? []) this.#place(login, to?.group);
    this.#staffAccounts.moved(accounts);
    this.#staffEvents.moved(accounts, seq);
    this.#exposure.changed();
  }

  messages(messages: readonly CommittedMessage[]): void {
    this.#messages.take(messages);
  }

  quotes(changes: readonly QuoteChange[]): void {
    this.#quotes.update(changes);
  }

  bars(changes: readonly BarChange[]): void {
    this.#bars.update(changes);
  }

  barsCorrected(symbolId: number, spans: readonly CorrectedSpan[]): void {
    this.#bars.corrected(symbolId, spans);
  }

  news(news: News): void {
    sendNews(news, this.#client.settings(), this.#watch.connections);
  }

  settings(): void {
    this.#prices.reset();
  }

  configured(version: number, changes: readonly ChangedSetting[]): void {
    this.#config.announce(version, changes);
    this.#own.announce(version, changes, {
      all: this.#watch.connections,
      of: (login) => this.#byLogin.get(login) ?? [],
    });
    if (changes.some(({ kind }) => ADMITTING.includes(kind))) this.#watch.recheck();
  }

  flush(): void {
    if (this.#run.length > 0) this.#endRun();
    this.#writeQueues.flush();
  }

  /** An account has come into a group; undefined = it is deleted. */
  #place(login: number, group: string | undefined): void {
    this.#groups.delete(login);
    if (group !== undefined) this.#groups.set(login, group);
    const [oldest = login] = this.#groups.keys();
    if (this.#groups.size > PLACES_MAX) this.#groups.delete(oldest);
  }

  /**
   * Shards deliver one after the other, so a run's events are sorted by seq for staff and the
   * store.
   */
  #endRun(): void {
    const run = this.#run;
    this.#run = [];
    run.sort((a, b) => a.event.seq - b.event.seq);
    for (const { event: stored, frame } of run) {
      const group = this.#groups.get(stored.login) ?? stored.group;
      const event = group === stored.group ? stored : { ...stored, group };
      this.resume.add(event);
      this.#staffEvents.event(event, frame);
    }
  }

  figures(): Readonly<Record<string, number>> {
    const { count, bytes } = this.#watch;
    return { sockets: count, sockets_bytes: bytes, resume_events: this.resume.count };
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#reader.close();
    this.#watch.stop();
    if (this.#watch.count === 0) return;
    await this.#sendAway([...this.#watch.connections], '', () => true);
    await this.#pause(SOCKET_LIMITS.restartLingerMs);
  }

  /**
   * Announces the end of connections, waits for the answers that are owed, and closes them if they
   * are still to go.
   */
  async #sendAway(
    chosen: readonly Connection[],
    text: string,
    areToGo: () => boolean,
  ): Promise<void> {
    const data = { grace_ms: SOCKET_LIMITS.restartMs, text };
    for (const connection of chosen) connection.sendEvent('restart', data);
    const left = (): readonly Connection[] => {
      const open = new Set(this.#watch.connections);
      return areToGo() ? chosen.filter((one) => open.has(one)) : [];
    };
    await this.#pause(SOCKET_LIMITS.restartMs);
    const giveUpAt = this.clock.now() + SOCKET_LIMITS.restartAnswersMs;
    const isOwing = (): boolean => left().some(({ replies }) => replies.isBehind);
    while (isOwing() && this.clock.now() < giveUpAt) {
      await this.#pause(SOCKET_LIMITS.restartStepMs);
    }
    for (const connection of left()) connection.end(CLOSE.restart, 'restart');
  }

  /** Closes the sockets of traders while the platform is closed. */
  visited(): void {
    const text = this.gate.closedText('trader');
    if (text === undefined || this.#isSendingAway || this.#isClosing) return;
    const traders = [...this.#watch.connections].filter(
      ({ session }) => session.audience === 'trader',
    );
    if (traders.length === 0) return;
    this.#isSendingAway = true;
    const isClosed = (): boolean => this.gate.closedText('trader') !== undefined;
    void this.#sendAway(traders, text, isClosed).then(() => {
      this.#isSendingAway = false;
    });
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(ms, resolve));
  }

  sessionEnded(connection: Connection, reason: string): void {
    const shown = SESSION_ENDS.find((one) => one === reason) ?? 'ended';
    connection.sendEvent('session_ended', { reason: shown });
    connection.end(shown === 'kick' ? CLOSE.kicked : CLOSE.sessionEnded, shown);
  }

  heartbeat(connection: Connection): void {
    connection.sendEvent('heartbeat', heartbeatData(this.#services, connection));
  }

  async #upgrade(
    request: Incoming,
    audience: Audience,
  ): Promise<AcceptedUpgrade<Connection> | Answer> {
    const admitted = await this.gate.admit(request, audience);
    if (!admitted.ok) return refuseUpgrade(admitted);
    const { session, encoding } = admitted.data;
    if (this.#isClosing) return refuseUpgrade(refuse('internal', RESTARTING));
    if (this.#count(session.login) >= this.#socketsPerAccount) {
      return refuseUpgrade(refuse('auth.too_many_attempts', 'The account has too many sockets.'));
    }
    const share = this.#shares.of(session.login);
    if (share.isOver) return refuseUpgrade(tooFast, this.#shares.headers);
    const mark = (connection: Connection): void => this.#writeQueues.mark(connection);
    const isAsked = request.headers.has('sec-websocket-protocol');
    return {
      user: new Connection(admitted.data, share, mark),
      protocol: isAsked ? SUBPROTOCOLS[encoding] : '',
    };
  }

  #count(login: number): number {
    return this.#byLogin.get(login)?.size ?? 0;
  }

  #open(socket: Socket<Connection>): void {
    const connection = socket.user;
    const { id, login } = connection.session;
    connection.attach(socket);
    this.#sessions.socketOpened(id);
    this.#watch.add(connection);
    connection.share.sockets += 1;
    const ofLogin = this.#byLogin.get(login);
    if (ofLogin === undefined) this.#byLogin.set(login, new Set([connection]));
    else ofLogin.add(connection);
    if (this.#count(login) > this.#socketsPerAccount) {
      return connection.end(CLOSE.tooMany, 'the account has too many sockets');
    }
    if (connection.isSignedIn) this.#signedIn(connection);
  }

  /** Registers the connection with its account: it gets events and may trade from now on. */
  #signedIn(connection: Connection): void {
    connection.isSignedIn = true;
    this.#messages.join(connection);
    const { session, address } = connection;
    if (session.audience === 'staff') return;
    this.#accounts.join(connection);
    connection.token = this.#client.connect(callerOf(session, address));
    this.#byToken.set(connection.token, connection);
  }

  #closed(connection: Connection): void {
    const { token, session, share, replies } = connection;
    this.#watch.remove(connection);
    share.sockets -= 1;
    replies.close();
    this.#sessions.socketClosed(session.id);
    const ofLogin = this.#byLogin.get(session.login);
    ofLogin?.delete(connection);
    if (ofLogin?.size === 0) this.#byLogin.delete(session.login);
    for (const channel of this.#channels) channel.leave(connection);
    if (token === undefined) return;
    this.#accounts.leave(connection);
    this.#byToken.delete(token);
    this.#client.disconnect(token);
  }

  #sessionChanged(id: string, copy: SessionCopy | null, reason: string): void {
    if (copy === null) return this.#sessionGone(id, reason);
    for (const connection of this.#byLogin.get(copy.login) ?? []) {
      if (connection.session.id === id) this.#copyChanged(connection, copy);
    }
  }

  /**
   * Applies a changed session to its open socket immediately, because it may be restricted, for
   * example by its addresses.
   */
  #copyChanged(connection: Connection, copy: SessionCopy): void {
    if (this.gate.current(copy, connection.address) === undefined) {
      return this.sessionEnded(connection, 'ended');
    }
    connection.session = copy;
    for (const channel of this.#channels) channel.refresh(connection);
  }

  #sessionGone(id: string, reason: string): void {
    for (const connection of this.#watch.connections) {
      if (connection.session.id === id) this.sessionEnded(connection, reason);
    }
  }
}

/** Opens the live sockets of both audiences on the server. */
export const createSockets = (
  parts: SocketParts,
  clock: SocketClock = systemClock,
  resume = new ResumeStore(),
): LiveSockets => {
  const hub = new SocketHub(parts, clock, resume);
  for (const audience of ['trader', 'staff'] as const) {
    parts.server.ws(PATHS[audience], hub.behaviour(audience));
  }
  return hub;
};
