// The front's client: sends requests to shards, desk and readers, and delivers committed answers
// and events.

import type { SessionCopy } from '../../wire/accounts/identity.js';
import { type Code, type Outcome, statusOf } from '../../wire/base/codes.js';
import { eventFrame } from '../../wire/codec/event-frames.js';
import type { Encoding } from '../../wire/codec/frames.js';
import { pack } from '../../wire/codec/pack.js';
import { envelopeText } from '../../wire/codec/text.js';
import type { AccountCaller, Caller } from '../../wire/desk/caller.js';
import type { DeskAnswer, DeskOp, DeskOps } from '../../wire/desk/operations.js';
import type { FillKey } from '../../wire/queries/deal-queries.js';
import type { Queries, QueryName } from '../../wire/queries/queries.js';
import type { Explanation } from '../../wire/rest/trading/deals.js';
import type { News } from '../../wire/rest/trading/news.js';
import type { Settings } from '../../wire/settings/config.js';
import type { ChangedSetting } from '../../wire/settings/settings-delta.js';
import { isDeleted } from '../../wire/settings/switches.js';
import type { SentRequest } from '../../wire/trading/queued.js';
import type {
  AccountOp,
  ActorsClient,
  Asker,
  BarChange,
  BoardQuote,
  CorrectedSpan,
  DealerAtDesk,
  Followed,
  FrontSink,
  GroupView,
  Histogram,
  NumberedEvent,
  QuoteChange,
  ReportFiles,
  SymbolTable,
  Vitals,
  WaitingRequest,
} from '../client.js';
import type { Distribution } from '../desk/state/desk-messages.js';
import type { FromMarket } from '../market/market-messages.js';
import type { BustReport } from '../providers/gateways/gateway-messages.js';
import type { Call } from '../shard/io/connections.js';
import type { Board } from '../shared/board.js';
import type { Busted } from '../shared/busts.js';
import { failpoint, killpoint, patience } from '../shared/failpoint.js';
import { type FairShare, loginShare } from '../shared/fair-queue.js';
import { Bell, RingReader, ringMemory } from '../shared/ring.js';
import { NOTICE_RING_BYTES, Request, readNotice, seqAtEnd } from '../shared/ring-records.js';
import type { TakenSettings } from '../shared/settings-copy.js';
import { stampNow } from '../shared/steady-clock.js';
import { TickReader, tickRingMemory } from '../shared/tick-ring.js';
import { bustExecution, isFillBooked } from './busted-executions.js';
import { BEHIND, Fences, type ProjectionWatch } from './fence-waits.js';
import { GroupViews } from './group-view.js';
import { NewsList } from './news-list.js';
import { OrderTimes } from './order-times.js';
import { SentRequests } from './sent-requests.js';
import type { AnswerTaker, ShardLink } from './shard-link.js';
import { isCall, Tokens } from './tokens.js';
import { WaitingRequests } from './waiting-requests.js';

/** Time limit of a REST operation, which is then answered with a timeout. */
const CALL_MS = patience(10_000);
/** Pause in ms before messages to shards that did not fit into a ring are sent again. */
const FULL_RING_MS = 2;
/** Most quotes in one turn. */
const TURN_QUOTES = 4096;

/** The parts of the runtime that the client needs; the runtime owns the threads. */
export interface ClientHost
  extends Pick<
    ActorsClient,
    | 'attend'
    | 'desk'
    | 'explain'
    | 'metrics'
    | 'now'
    | 'ready'
    | 'reportFiles'
    | 'unreleased'
    | 'vitals'
    | 'watch'
  > {
  readonly board: Board;
  readonly projection: ProjectionWatch;
  readonly shards: number;
  /** Passes requests at providers on to their gateways. */
  sent(requests: readonly SentRequest[]): void;
  /** Seq of the desk's newest committed event. */
  deskSeq(): number;
  /** Seq of the newest committed event of all threads. */
  newestSeq(): number;
  /** The index of the shard that has the account. */
  shardOf(login: number): number;
  query<K extends QueryName>(
    share: FairShare,
    name: K,
    input: Queries[K]['input'],
  ): Promise<Outcome<Queries[K]['output']>>;
}

interface PendingCall {
  readonly shard: number;
  /** The session that gets the answer; empty = only the front reads it. */
  readonly session: string;
  readonly requestId: string;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (answer: { status: number; text: string }) => void;
}

interface AccountConnection {
  readonly shard: number;
  readonly caller: AccountCaller;
}

/** Operations whose answers only the front reads: no client is shown their seq. */
const READ_BY_FRONT: ReadonlySet<AccountOp> = new Set<AccountOp>(['money', 'live_values']);

const failing = failpoint('front.answer', 1);
const answering = killpoint('answer.before');
const answered = killpoint('answers.after');

const accountCaller = (caller: Caller): AccountCaller => {
  const { session, login, audience, terminal, ip, read_only } = caller;
  return { session, login, audience, terminal, ip, read_only };
};

const refused = (requestId: string, code: Code): { status: number; text: string } => ({
  status: statusOf(code),
  text: envelopeText(requestId, code),
});

/** A front's view of the runtime: implements everything that `http/` may ask. */
export class FrontClient implements ActorsClient, AnswerTaker {
  readonly bell = Bell.create();
  readonly times = new OrderTimes();
  readonly noticeMemory = ringMemory(NOTICE_RING_BYTES);
  readonly quoteMemory = tickRingMemory();
  readonly #notices = new RingReader(this.noticeMemory);
  readonly #quotes = new TickReader(this.quoteMemory);
  readonly #links: (ShardLink | undefined)[] = [];
  readonly #connections = new Map<number, AccountConnection>();
  readonly #calls = new Map<number, PendingCall>();
  readonly #sessions = new Map<string, SessionCopy>();
  readonly #fences: Fences;
  readonly #groups: GroupViews;
  readonly #hidden = new Set<number>();
  readonly #waiting = new WaitingRequests((request) => this.#sink?.waiting(request));
  readonly #sent: SentRequests;
  readonly #news = new NewsList();
  #sink: FrontSink | undefined;
  /** Seq of the newest noted commit, up to which everything was delivered. */
  #noticed = 0;
  #delivered = 0;
  /** Quotes of the market since its start. */
  quotesSoFar = 0;
  #serving: { stop(): void } | undefined;
  #flushing = false;

  constructor(
    private readonly host: ClientHost,
    private current: Settings,
    private readonly tokens = new Tokens(),
  ) {
    this.wantQuotes(false);
    this.#groups = new GroupViews(current);
    this.#fences = new Fences(host.projection, () => this.newestSeq());
    this.#sent = new SentRequests((requests) => host.sent(requests), host.shards);
  }

  /** Starts delivering. */
  attach(sink: FrontSink): void {
    this.#sink = sink;
    sink.settings(this.current);
    for (const [id, copy] of this.#sessions) sink.session(id, copy, '');
    this.#serving = this.bell.serve(
      () => this.#turn(),
      () => this.#pending(),
    );
  }

  /** Stops delivering; unanswered calls time out. */
  close(): void {
    this.#serving?.stop();
    for (const token of [...this.#calls.keys()]) this.#endCall(token);
  }

  /**
   * Stores a shard's link, at the start or after a restart: open connections are announced to it
   * again.
   */
  link(index: number, link: ShardLink): void {
    const before = this.#links[index];
    const isWhole = before?.abandon() ?? true;
    this.#links[index] = link;
    this.#noticed = Math.max(this.#noticed, link.commits.seq);
    if (before === undefined) this.#delivered = this.#noticed;
    for (const [token, { shard, caller }] of this.#connections) {
      if (shard === index) link.sendSurely(Request.open, token, pack(caller));
    }
    if (before !== undefined) {
      this.#giveUp(index);
      const isOf = (login: number): boolean => this.host.shardOf(login) === index;
      this.#waiting.drop(isOf);
      this.#sent.drop(index, isOf);
    }
    if (!isWhole) this.#sink?.lost(this.#noticed);
    this.#sink?.flush();
    this.#sent.flush();
    this.#flushSoon();
  }

  /** Handles a failed shard: its unanswered requests time out. */
  #giveUp(index: number): void {
    for (const [token, call] of this.#calls) if (call.shard === index) this.#endCall(token);
    for (const [token, { shard }] of this.#connections) {
      if (shard === index) this.#sink?.unanswered(token);
    }
  }

  /** Reads the available notices; required before a link is replaced. */
  readNotices(): void {
    this.#notices.take(({ view }, at) => {
      const { source, generation, count, seq, gathered, committed } = readNotice(view, at);
      const commits = this.#links[source]?.commits;
      if (commits?.generation === generation) commits.note(count, seq, gathered, committed);
      this.#noticed = Math.max(this.#noticed, seq);
      return true;
    }, Number.MAX_SAFE_INTEGER);
    this.#notices.free();
  }

  /**
   * Applies a decision of the desk. A new session has seen no event before the event that opened
   * it. A session that is older than this front has seen events up to `opened`.
   */
  changed(
    { settings: taken, accounts = [], moved = [], sessions = [], messages = [] }: FrontChange,
    opened?: number,
  ): void {
    for (const news of accounts) {
      const { login } = news;
      if (!isDeleted(news) && news.hidden) this.#hidden.add(login);
      else this.#hidden.delete(login);
      if (!isDeleted(news)) this.#waiting.moved(login, news.group);
    }
    if (moved.length > 0) this.#sink?.moved(moved, this.host.deskSeq());
    if (taken !== undefined) {
      const { settings } = taken;
      this.current = settings;
      this.#groups.take(taken);
      this.#sink?.settings(settings);
    }
    for (const { id, copy, reason } of sessions) {
      if (copy === null) {
        this.#sessions.delete(id);
        this.#fences.end(id);
      } else {
        this.#sessions.set(id, copy);
        this.#fences.open(id, opened ?? this.host.deskSeq());
      }
      this.#sink?.session(id, copy, reason);
    }
    if (messages.length > 0) this.#sink?.messages(messages);
    this.#sink?.flush();
  }

  /** Stores accounts that were hidden before the start. */
  conceal(logins: readonly number[]): void {
    for (const login of logins) this.#hidden.add(login);
  }

  /** Passes on the changes of a settings version that every thread now uses. */
  configured(version: number, changes: readonly ChangedSetting[]): void {
    this.#sink?.configured(version, changes);
    this.#sink?.flush();
  }

  /**
   * Replaces all sessions by these, after a start or restart of the desk. They may have been shown
   * every event up to the log's `head`. After a restart they may have missed moves of accounts.
   */
  replaceSessions(sessions: readonly SessionCopy[], head: number, isRestart: boolean): void {
    if (isRestart) this.#sink?.moved(null, head);
    const inForce = new Set(sessions.map(({ id }) => id));
    const ended = [...this.#sessions.keys()].filter((id) => !inForce.has(id));
    const change = {
      sessions: [
        ...ended.map((id) => ({ id, copy: null, reason: '' })),
        ...sessions.map((copy) => ({ id: copy.id, copy, reason: '' })),
      ],
    };
    this.changed(change, head);
  }

  connect(from: Caller): number {
    const caller = accountCaller(from);
    const token = this.tokens.forConnection(this.#connections);
    const shard = this.host.shardOf(caller.login);
    this.#connections.set(token, { shard, caller });
    this.#links[shard]?.sendSurely(Request.open, token, pack(caller));
    this.#flushSoon();
    return token;
  }

  disconnect(token: number): void {
    const connection = this.#connections.get(token);
    if (connection === undefined) return;
    this.#connections.delete(token);
    this.#links[connection.shard]?.sendSurely(Request.close, token, new Uint8Array(0));
    this.#flushSoon();
  }

  send(token: number, encoding: Encoding, frame: Uint8Array): boolean {
    const connection = this.#connections.get(token);
    if (connection === undefined) return false;
    const { shard, caller } = connection;
    const kind = encoding === 'json' ? Request.jsonFrame : Request.msgpackFrame;
    const sent = this.#open(shard)?.send(kind, token, caller.login, frame) ?? false;
    if (sent) this.#flushSoon();
    return sent;
  }

  call(
    caller: Caller,
    login: number,
    op: AccountOp,
    data: unknown,
    requestId: string,
  ): Promise<{ status: number; text: string }> {
    const shard = this.host.shardOf(login);
    const token = this.tokens.forCall(this.#calls);
    const call: Call = { caller: accountCaller(caller), login, op, data, requestId };
    if (!this.#open(shard)?.send(Request.call, token, caller.login, pack(call))) {
      return Promise.resolve(refused(requestId, 'trade.too_many_requests'));
    }
    this.#flushSoon();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#endCall(token), CALL_MS);
      const session = READ_BY_FRONT.has(op) ? '' : caller.session;
      this.#calls.set(token, { shard, session, requestId, timer, resolve });
    });
  }

  async desk<K extends DeskOp>(op: K, input: DeskOps[K]['input']): Promise<DeskAnswer<K>> {
    const before = this.host.deskSeq();
    const answer = await this.host.desk(op, input);
    const now = this.host.deskSeq();
    // The desk may have committed an event of the caller meanwhile.
    const { caller } = input as { readonly caller?: Caller };
    if (now > before && caller !== undefined) this.markShown(caller.session, now);
    return answer;
  }

  async query<K extends QueryName>(
    by: Asker,
    name: K,
    input: Queries[K]['input'],
  ): Promise<Outcome<Queries[K]['output']>> {
    const query = await this.#fences.ahead(input);
    return query === undefined ? BEHIND : this.host.query(loginShare(by), name, query);
  }

  markShown(session: string, seq: number): void {
    this.#fences.markShown(session, seq);
  }

  /** The database shows every event up to this one. */
  projected(seq: number): void {
    this.#fences.projected(seq);
  }

  explain(by: Asker, dealId: number): Promise<Outcome<Explanation>> {
    return this.host.explain(by, dealId);
  }

  /** Reverses an execution of a provider: see `bustExecution`. */
  bust(bust: BustReport): Promise<Outcome<Busted>> {
    return bustExecution(this, bust);
  }

  /** Is a fill of a provider booked? See `isFillBooked`. */
  isBooked(fill: FillKey): Promise<boolean | undefined> {
    return isFillBooked(this, fill);
  }

  settings(): Settings {
    return this.current;
  }

  quote(symbolId: number): BoardQuote {
    return this.host.board.read(symbolId);
  }

  symbols(): SymbolTable {
    return this.#groups.symbols;
  }

  hidden(login: number): boolean {
    return this.#hidden.has(login);
  }

  group(path: string): GroupView | undefined {
    return this.#groups.group(path);
  }

  watch(followed: Followed): void {
    this.host.watch(followed);
  }

  attend(dealers: readonly DealerAtDesk[]): void {
    this.host.attend(dealers);
  }

  waiting(): ReadonlyMap<number, WaitingRequest> {
    return this.#waiting.all;
  }

  sentChanged(text: string): void {
    this.#sent.changed(text);
  }

  /** Resolves when the requests at providers of all shards are known. */
  sentKnown(): Promise<void> {
    return this.#sent.whole();
  }

  /** The requests at providers that are known. */
  sentRequests(): SentRequest[] {
    return [...this.#sent.all.values()];
  }

  waitingChanged(login: number, group: string, text: string): void {
    this.#waiting.changed(login, group, text);
  }

  wantQuotes(wanted: boolean): void {
    this.#quotes.want(wanted ? 'now' : 'never');
  }

  now(): number {
    return this.host.now();
  }

  seq(): number {
    return this.#delivered;
  }

  /** Seq of the newest event in the log, which may not be noted here yet. */
  newestSeq(): number {
    return this.host.newestSeq();
  }

  frame({ packed, seq }: Pick<NumberedEvent, 'packed' | 'seq'>): Uint8Array {
    return eventFrame(packed, seq);
  }

  metrics(): Promise<Readonly<Record<string, number>>> {
    return this.host.metrics();
  }

  histograms(): readonly Histogram[] {
    return this.times.histograms();
  }

  get vitals(): Vitals {
    return this.host.vitals;
  }

  get reportFiles(): ReportFiles {
    return this.host.reportFiles;
  }

  ready(): boolean {
    return this.host.ready();
  }

  unreleased(): string {
    return this.host.unreleased();
  }

  /** An answer from a shard, for a connection or a call. */
  answer(token: number, status: number, text: Buffer): void {
    failing();
    answering();
    const isOfCall = isCall(token);
    const connection = isOfCall ? undefined : this.#connections.get(token);
    const session = isOfCall ? this.#calls.get(token)?.session : connection?.caller.session;
    if (session) this.markShown(session, seqAtEnd(text));
    if (isOfCall) this.#endCall(token, { status, text: text.toString() });
    else if (connection !== undefined) this.#sink?.answer(token, text);
  }

  event(event: NumberedEvent): void {
    this.#sink?.event(event);
  }

  money(login: number, group: string, text: string): void {
    this.#sink?.money(login, group, text);
  }

  positions(login: number, text: string): void {
    this.#sink?.positions(login, text);
  }

  /** Changed bars, and the number of quotes that the market has published since its start. */
  bars(changes: readonly BarChange[], quotes: number): void {
    this.quotesSoFar = quotes;
    this.#sink?.bars(changes);
    this.#sink?.flush();
  }

  /** Bars of a symbol that staff have corrected. */
  barsCorrected(symbolId: number, spans: readonly CorrectedSpan[]): void {
    this.#sink?.barsCorrected(symbolId, spans);
    this.#sink?.flush();
  }

  /** Publishes a piece of news of a datafeed to the sockets, and keeps it for the list. */
  publishNews({ feed, headline, text }: Extract<FromMarket, { type: 'news' }>): void {
    this.#sink?.news(this.#news.add(feed, headline, text, this.host.now()));
    this.#sink?.flush();
  }

  news(): readonly News[] {
    return this.#news.newest;
  }

  /**
   * The link to a shard; undefined while commits stall, because requests are then refused
   * immediately.
   */
  #open(shard: number): ShardLink | undefined {
    const link = this.#links[shard];
    const now = performance.now();
    if (!link?.isStalled(now)) return link;
    // This thread may have been busy while notices arrived.
    this.readNotices();
    return link.isStalled(now) ? undefined : link;
  }

  #turn(): boolean {
    this.readNotices();
    const now = performance.now();
    let more = false;
    for (const link of this.#links) more = (link?.drain(now) ?? false) || more;
    const changes: QuoteChange[] = [];
    this.#quotes.drain((symbol_id, bid, ask, time) => {
      changes.push({ symbol_id, bid, ask, time });
    }, TURN_QUOTES);
    if (changes.length > 0) this.#sink?.quotes(changes);
    this.#sink?.flush();
    this.#sent.flush();
    answered();
    for (const link of this.#links) link?.free();
    this.times.sent(stampNow());
    const left = more || this.#pending();
    if (!left) this.#delivered = this.#noticed;
    return left;
  }

  #pending(): boolean {
    return (
      this.#notices.pending() ||
      this.#quotes.pending() ||
      this.#links.some((link) => link?.pending())
    );
  }

  /** Flushes once a turn of the event loop for everything that was sent in it. */
  #flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    setImmediate(() => {
      this.#flushing = false;
      const isDone = this.#links.map((link) => link?.flush() ?? true).every(Boolean);
      // Nothing else is sent until these messages fit, so only this timer causes a retry.
      if (!isDone) setTimeout(() => this.#flushSoon(), FULL_RING_MS);
    });
  }

  #endCall(token: number, answer?: { status: number; text: string }): void {
    const call = this.#calls.get(token);
    if (call === undefined) return;
    this.#calls.delete(token);
    clearTimeout(call.timer);
    call.resolve(answer ?? refused(call.requestId, 'trade.timeout'));
  }
}

/** A change in the form for the front. */
export type FrontChange = Omit<Distribution, 'settings' | 'changes' | 'own'> & {
  readonly settings?: TakenSettings;
};
