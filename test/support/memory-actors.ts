// A runtime in memory for tests of the sockets, whose answers the test sets.

import { createHash } from 'node:crypto';
import {
  type ActorsClient,
  type BoardQuote,
  type DealerAtDesk,
  type Followed,
  type FrontSink,
  type GroupSymbolView,
  type GroupView,
  NOBODY,
  type NumberedEvent,
  type SymbolTable,
  type WaitingRequest,
} from '../../actors/client.js';
import { WaitingRequests } from '../../actors/front/waiting-requests.js';
import type { SessionCopy } from '../../wire/accounts/identity.js';
import { ok, refuse } from '../../wire/base/codes.js';
import { inScope } from '../../wire/base/mask.js';
import { type FrameFault, type FrameRequest, readFrame } from '../../wire/codec/frame-reader.js';
import type { Encoding } from '../../wire/codec/frames.js';
import { envelopeText } from '../../wire/codec/text.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { LoggedPart } from '../../wire/queries/event-queries.js';
import type { OpenSnapshotQuery, SnapshotRows } from '../../wire/queries/position-queries.js';
import type { News } from '../../wire/rest/trading/news.js';
import type { PlatformRecord, Settings } from '../../wire/settings/config.js';
import { API_SERVER, EVERYONE } from '../../wire/settings/servers.js';
import { passing } from '../http/socket/passing.js';
import { now } from './clock.js';
import { noVitals } from './vitals.js';

const HOUR_MS = 3_600_000;
/** Most events of one part of the log. */
const LOGGED_PART = 7;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A session of a trader of `demo\standard`, or what `more` makes of it; its token is its id. */
export const sessionOf = (id: string, more: Partial<SessionCopy> = {}): SessionCopy => ({
  id,
  login: 1001,
  audience: 'trader',
  terminal: 'desktop',
  browser: false,
  read_only: false,
  keep_signed_in: false,
  must_change_password: false,
  must_enrol_otp: false,
  without_codes: false,
  group: 'demo\\standard',
  group_scope: [],
  rights: [],
  ip_allow: [],
  access_hash: hashOf(id),
  csrf_token: `csrf-of-${id}`,
  opened_at: now(),
  connected_at: now(),
  created_at: now(),
  access_expires_at: now() + HOUR_MS,
  expires_at: now() + HOUR_MS,
  ...more,
});

/** A session of staff with rights for all groups. */
export const staffSession = (id: string, more: Partial<SessionCopy> = {}): SessionCopy =>
  sessionOf(id, {
    login: 1,
    audience: 'staff',
    terminal: 'manager',
    browser: true,
    group: 'managers\\dealers',
    group_scope: ['*'],
    rights: ['trades.view', 'accounts.view'],
    ...more,
  });

type SymbolRow = readonly [id: number, name: string, digits: number];

/**
 * Symbols of the tests; groups whose path has `wide` widen the spread by 10 points each way, and
 * those with `none` are offered nothing.
 */
const SYMBOLS: readonly SymbolRow[] = [
  [1, 'EURUSD', 5],
  [2, 'USDJPY', 3],
  [3, 'XAUUSD', 2],
  ...Array.from({ length: 200 }, (_, n): SymbolRow => [n + 4, `STOCK${n + 4}`, 2]),
];

const groupView = (path: string): GroupView => {
  const some = path.startsWith('real') ? SYMBOLS.slice(0, 2) : SYMBOLS;
  const offered = path.includes('none') ? [] : some;
  const markup = path.includes('wide') ? 10_000 : 0;
  const views = offered.map(([id, name, digits]): GroupSymbolView => {
    const price = (bid: number, ask: number) => [bid - markup, ask + markup] as const;
    return {
      id,
      name,
      path: `Forex\\${name}`,
      digits,
      showing: () => ({}),
      price,
      charted: (one) => one - markup,
    };
  });
  return {
    named: (name) => views.find((view) => view.name === name.toUpperCase()),
    byId: (id) => views.find((view) => view.id === id),
    all: () => views,
    list: () => ({ json: Buffer.from(JSON.stringify(views)), etag: 'W/"views"' }),
  };
};

/** A request that a connection sent to its account. */
export interface SentFrame {
  readonly token: number;
  readonly encoding: Encoding;
  /** As it came. */
  readonly bytes: Buffer;
  /** As it is read. */
  readonly frame: FrameRequest | FrameFault;
  readonly id: number;
}

/** The runtime. Fields that a test sets change what it answers. */
export class MemoryActors implements ActorsClient {
  sink: FrontSink | undefined;
  readonly sent: SentFrame[] = [];
  readonly callers = new Map<number, Caller>();
  readonly stored: NumberedEvent[] = [];
  /** Rows for snapshots by what they are of: login, group, JSON. */
  readonly snapshotRows: Record<string, SnapshotRows['rows'][number][]> = {
    positions: [],
    orders: [],
    money: [],
  };
  readonly board = new Map<number, BoardQuote>();
  readonly access = { allow_clients: true, allow_managers: true, antiflood_enabled: false };
  /** The groups of the settings. */
  groups: Settings['group'] = [];
  /** Other names of symbols by id; empty = deleted. */
  readonly renamed = new Map<number, string>();
  /** Upgrades that antiflood still lets through. */
  upgradesLeft = 0;
  /** Accounts that are hidden. */
  readonly concealed = new Set<number>();
  /** Accounts that the desk lets nobody reach. */
  readonly unreached = new Set<number>();
  followed: Followed = NOBODY;
  isFull = false;
  accountSeq = 0;
  newestSeq = 0;
  /** Number of parts of the log that were read again. */
  loggedParts = 0;
  /** Called for each frame; by default frames wait for `answer`. */
  onFrame: (frame: SentFrame) => void = () => undefined;
  bars: () => Promise<readonly unknown[]> = async () => [];
  /** The open positions of every account. */
  positions: readonly unknown[] = [];
  /** The settings of the platform. */
  platform: readonly Partial<PlatformRecord>[] = [];
  /** News, the newest first. */
  newest: readonly News[] = [];
  readonly #sessions = new Map<string, SessionCopy>();
  readonly #groups = new Map<string, GroupView>();
  #lastToken = 0;

  /** The sink, once the front is attached. */
  get front(): FrontSink {
    if (this.sink === undefined) throw new Error('no front is attached');
    return this.sink;
  }

  attach(sink: FrontSink): void {
    this.sink = passing(sink);
  }

  /** Signs a session in, changes it, or ends it. */
  setSession(copy: SessionCopy): void {
    const { login, group } = copy;
    const place = { group, hidden: false };
    const isChanged = copy.audience === 'staff' && this.#sessions.has(copy.access_hash);
    if (isChanged) this.front.moved([{ login, from: place, to: place }], this.newestSeq);
    this.#sessions.set(copy.access_hash, copy);
    this.front.session(copy.id, copy, '');
  }

  /** Is a session signed in by this token? */
  knows(token: string): boolean {
    return this.#sessions.has(hashOf(token));
  }

  endSession(id: string, reason: string): void {
    for (const [hash, copy] of this.#sessions) if (copy.id === id) this.#sessions.delete(hash);
    this.front.session(id, null, reason);
  }

  connect(caller: Caller): number {
    this.#lastToken += 1;
    this.callers.set(this.#lastToken, caller);
    return this.#lastToken;
  }

  disconnect(token: number): void {
    this.callers.delete(token);
  }

  send(token: number, encoding: Encoding, bytes: Uint8Array): boolean {
    if (this.isFull) return false;
    const frame = readFrame(encoding, bytes);
    const sent = { token, encoding, bytes: Buffer.from(bytes), frame, id: frame.id ?? 0 };
    this.sent.push(sent);
    this.onFrame(sent);
    return true;
  }

  /** Gives out an answer's text. */
  deliver(token: number, text: string): void {
    this.front.answer(token, Buffer.from(text));
  }

  /** Answers a frame as its account would. */
  answer(frame: SentFrame, data = '{}'): void {
    this.deliver(frame.token, envelopeText(frame.id, 'ok', data));
    this.front.flush();
  }

  call: ActorsClient['call'] = async (_, login, op) => {
    const other = { op, login, account_seq: this.accountSeq };
    const data = JSON.stringify(op === 'positions' ? this.positions : other);
    return { status: 200, text: envelopeText('rest', 'ok', data) };
  };

  desk: ActorsClient['desk'] = async (op, input) => {
    const { caller, login, access_hash } = input as {
      caller?: Caller;
      login?: number;
      access_hash?: string;
    };
    if (op === 'auth.verify') return ok(this.#sessions.get(access_hash ?? '') ?? null) as never;
    if (op === 'auth.checkBlocked') {
      this.upgradesLeft -= 1;
      const blocked = refuse('auth.too_many_attempts', 'Too many. retry_after=300');
      return (this.upgradesLeft >= 0 ? ok(null) : blocked) as never;
    }
    if (op !== 'accounts.reach') return ok(null) as never;
    if (this.unreached.has(login ?? 0)) return refuse('forbidden') as never;
    const seesHidden = caller?.rights.includes('accounts.hidden') ?? false;
    if (this.concealed.has(login ?? 0) && !seesHidden) return refuse('not_found') as never;
    const group = (login ?? 0) >= 5000 ? 'real\\standard' : 'demo\\standard';
    return (
      inScope(caller?.group_scope ?? [], group) ? ok({ group }) : refuse('forbidden')
    ) as never;
  };

  /** The newest event that each session was told of. */
  readonly newestShown = new Map<string, number>();

  markShown(session: string, seq: number): void {
    this.newestShown.set(session, seq);
  }

  explain: ActorsClient['explain'] = async () => refuse('not_found');
  query: ActorsClient['query'] = async (_by, name, input) => {
    if (name === 'open.snapshot' || name === 'accounts.money')
      return ok(this.snapshot(input as never)) as never;
    return ok(
      name.startsWith('events.') ? this.#logged(input as never) : await this.bars(),
    ) as never;
  };

  /** The rows of a snapshot as they are now. */
  snapshot(of: Partial<OpenSnapshotQuery>): SnapshotRows {
    const { kind = 'money', groups, login, most = 0 } = of;
    const rows = (this.snapshotRows[kind] ?? []).filter(
      ([owner, group]) =>
        (groups?.includes(group) ?? true) && (login === undefined || login === owner),
    );
    const shown = rows.length > most ? [] : rows;
    return { rows: shown, total: rows.length, projection_seq: String(this.newestSeq) };
  }

  /** Moves an account to another group, which is an event of the log. */
  move(login: number, from: string, to: string): void {
    this.newestSeq += 1;
    const place = (group: string) => ({ group, hidden: this.hidden(login) });
    this.front.moved([{ login, from: place(from), to: place(to) }], this.newestSeq);
  }

  /** A part of the stored events, of one account or of all. */
  #logged({ login, after, until }: { login?: number; after: number; until: number }): LoggedPart {
    this.loggedParts += 1;
    const isNext = (event: NumberedEvent): boolean =>
      login === undefined ? event.seq > after : event.login === login && event.account_seq > after;
    const left = this.stored.filter((event) => event.seq <= until && isNext(event));
    const events = left.slice(0, LOGGED_PART);
    const isWhole = login === undefined || events[0]?.account_seq === after + 1;
    const isEnd = left.length === events.length;
    const read = isEnd ? until : (events.at(-1)?.seq ?? until);
    const isKept = login !== undefined || (this.stored[0]?.seq ?? until + 1) <= after + 1;
    return { events, read, isGone: !isWhole || !isKept };
  }

  settings(): Settings {
    const symbol = SYMBOLS.flatMap(([id, was, digits]) => {
      const name = this.renamed.get(id) ?? was;
      return name === '' ? [] : [{ id, name, path: `Forex\\${name}`, digits }];
    });
    const access = { ...EVERYONE, ...this.access };
    const logical_server = [{ id: API_SERVER, internal_id: 2, title: '', access }];
    const { groups: group } = this;
    const { platform } = this;
    return { version: 1, symbol, group, platform, logical_server } as unknown as Settings;
  }

  symbols(): SymbolTable {
    const { symbol } = this.settings();
    return {
      named: (name) => symbol.find((one) => one.name === name.toUpperCase()),
      byId: (id) => symbol.find((one) => one.id === id),
    };
  }

  quote(symbolId: number): BoardQuote {
    const none = { bid: 0, ask: 0, time: 0, open: 0, high: 0, low: 0, last: 0 };
    return this.board.get(symbolId) ?? none;
  }

  /** A quote changes, in points of the symbol (5 digits: 110000 is 1.10000). */
  quoted(symbolId: number, bid: number, ask: number, time = 1): void {
    const quote = { bid: bid * 1000, ask: ask * 1000, time };
    const day = { open: quote.bid, high: quote.bid, low: quote.bid };
    this.board.set(symbolId, { ...quote, ...day, last: 0 });
    this.front.quotes([{ symbol_id: symbolId, ...quote }]);
    this.front.flush();
  }

  group(path: string): GroupView | undefined {
    if (path === '') return undefined;
    const view = this.#groups.get(path) ?? groupView(path);
    this.#groups.set(path, view);
    return view;
  }

  hidden(login: number): boolean {
    return this.concealed.has(login);
  }

  /** Hides an account, or shows it again. */
  hide(login: number, on: boolean): void {
    const place = (hidden: boolean) => ({ group: 'demo\\standard', hidden });
    const from = place(this.hidden(login));
    if (on) this.concealed.add(login);
    else this.concealed.delete(login);
    this.front.moved([{ login, from, to: place(on) }], this.newestSeq);
  }

  wantQuotes(): void {}

  watch(followed: Followed): void {
    this.followed = followed;
  }

  /** The dealers at the desk. */
  dealers: readonly DealerAtDesk[] = [];
  readonly requests = new WaitingRequests((request) => this.front.waiting(request));

  attend(dealers: readonly DealerAtDesk[]): void {
    this.dealers = dealers;
  }

  news(): readonly News[] {
    return this.newest;
  }

  waiting(): ReadonlyMap<number, WaitingRequest> {
    return this.requests.all;
  }

  now(): number {
    return now();
  }

  seq(): number {
    return this.newestSeq;
  }

  /** Events of this runtime are packed as their frames. */
  frame({ packed }: Pick<NumberedEvent, 'packed'>): Uint8Array {
    return Buffer.from(packed);
  }

  async metrics(): Promise<Readonly<Record<string, number>>> {
    return {};
  }

  histograms(): readonly never[] {
    return [];
  }

  ready(): boolean {
    return true;
  }

  unreleased(): string {
    return '';
  }

  vitals = noVitals();
  reportFiles = { open: async () => refuse('not_found') };

  /** The next numbered event of an account; told to the front unless it is only stored. */
  event(more: Partial<NumberedEvent> = {}, pad = 0): NumberedEvent {
    this.newestSeq += 1;
    if (more.login === undefined || more.login === 1001) this.accountSeq += 1;
    const numbers = { seq: this.newestSeq, account_seq: more.account_seq ?? this.accountSeq };
    const body = { event: 'deal', account_seq: numbers.account_seq, data: 'x'.repeat(pad) };
    const packed = Buffer.from(JSON.stringify({ ...body, seq: String(numbers.seq) }));
    const frame: NumberedEvent = {
      login: 1001,
      group: 'demo\\standard',
      name: 'deal',
      token: 0,
      packed,
      parts: ['deals', 'positions'],
      ...more,
      ...numbers,
    };
    return frame;
  }

  /** Tells the front an event as committed. */
  happens(more: Partial<NumberedEvent> = {}, pad = 0): NumberedEvent {
    const frame = this.event(more, pad);
    this.front.event(frame);
    this.front.flush();
    return frame;
  }
}
