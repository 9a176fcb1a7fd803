// A desk over a shard that trades and a database that shows it, for the routes of positions.

import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { Test } from 'tap';
import type { ActorsClient } from '../../../../actors/client.js';
import { Explainer } from '../../../../actors/explain/explainer.js';
import type { ExecutionsClient } from '../../../../actors/front/busted-executions.js';
import { BEHIND } from '../../../../actors/front/fence-waits.js';
import { OpenReportFiles } from '../../../../actors/readers/reports.js';
import { compileSettings, execute } from '../../../../engine/engine.js';
import { Projection } from '../../../../storage/projection/projection.js';
import { type SlicedTable, slicedTable } from '../../../../storage/read/lists/accounts.js';
import type { SlicedRead } from '../../../../storage/read/lists/sliced-read.js';
import { type QueryTable, queryTable } from '../../../../storage/read/queries.js';
import { reportResults } from '../../../../storage/reports/results.js';
import { type Code, ok, statusOf } from '../../../../wire/base/codes.js';
import { emptyRow } from '../../../../wire/base/field-table.js';
import { formatShortest, VOLUME_SCALE } from '../../../../wire/base/scale.js';
import { envelopeText } from '../../../../wire/codec/text.js';
import type { Caller } from '../../../../wire/desk/caller.js';
import type { Fenced } from '../../../../wire/queries/fenced-query.js';
import {
  type Queries,
  type QueryName,
  SLICED_QUERIES,
  type SlicedQuery,
} from '../../../../wire/queries/queries.js';
import type { AccountCreate } from '../../../../wire/rest/accounts/accounts.js';
import type { Settings } from '../../../../wire/settings/config.js';
import type { GatewayRecord } from '../../../../wire/settings/connections.js';
import type { RoutingRecord } from '../../../../wire/settings/routing.js';
import type {
  DealerCommand,
  EndOfDayCommand,
  GatewayCommand,
} from '../../../../wire/trading/commands.js';
import type { AccountEvent, Event } from '../../../../wire/trading/events.js';
import { QUEUED } from '../../../../wire/trading/queued.js';
import { buildBatch } from '../../../support/build.js';
import { gatewayOf } from '../../../support/connections.js';
import { group, rule } from '../../../support/engine-harness.js';
import { type HttpHarness, httpFor } from '../../../support/http-harness.js';
import { NO_EVENTS, opened } from '../../../support/opened.js';
import { TestReports } from '../../../support/reports.js';
import { marketOrder, ShardHarness, settings } from '../../../support/shard-harness.js';
import { finished } from '../../../support/stored-lists.js';

/** An answer of a shard's account to the front. */
interface Envelope {
  readonly code: Code;
  readonly message: string;
  readonly data: Record<string, unknown> | null;
}

/** A request that reached an account. */
export interface Called {
  readonly login: number;
  readonly op: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
}

/** The groups of accounts, and the fields in which they differ. */
const GROUPS = {
  'demo\\standard': {},
  'real\\acme': { company: 'Acme' },
  'managers\\dealers': {},
  'real\\precise': { currency_digits: 5 },
  'real\\whole': { currency_digits: 0 },
} as const;

/** Requests beside trades and payments that are not looked at. */
const READS: readonly string[] = ['live_values', 'money'];

export class PositionsDesk {
  readonly shard = new ShardHarness();
  /** What the accounts were asked to do. */
  readonly called: Called[] = [];
  /** The committed events of accounts. */
  readonly events: AccountEvent[] = [];
  /** What happens before an account is asked to do something. */
  before: (op: string) => void | Promise<void> = () => {};
  /** Accounts that do not answer. */
  readonly silent = new Set<number>();
  /** Does the database lack what the session was shown? */
  isBehind = false;
  /** What an account answers instead; undefined = it does as asked. */
  answer: (called: Called) => Code | undefined = () => undefined;
  /** The runtime as those see it who ask without a session. */
  readonly client: ExecutionsClient = {
    query: (...given) => this.#query(...given),
    call: (...given) => this.#call(...given),
  };
  /** Makes reports of the desk's jobs, and opens their files. */
  readonly reports: TestReports;
  readonly files: OpenReportFiles;
  readonly #projection: Projection;
  readonly #queries: QueryTable;
  readonly #sliced: SlicedTable;
  readonly #settings: Settings;
  /** All events, as the log has them, and those that the database has not been asked for yet. */
  readonly #log: Event[] = [];
  readonly #unread: Event[] = [];
  #http: HttpHarness | undefined;
  #desk = 0;
  #version = 1;

  private constructor(t: Test, groups: Parameters<typeof group>[0]) {
    const all = Object.entries(GROUPS).map(([path, own]) => group({ ...groups, path, ...own }));
    this.#settings = { ...settings, group: all };
    this.shard.shard.configure(compileSettings(this.#settings));
    const db = opened(t);
    const data = dirname(db.name);
    this.reports = new TestReports(db, data, () => this.#follow());
    this.files = new OpenReportFiles(data);
    this.#projection = new Projection(db);
    this.#sliced = slicedTable(db);
    const results = reportResults(this.reports.folder);
    this.#queries = queryTable(db, { query: () => [] }, NO_EVENTS, results);
  }

  /** `groups` is what the accounts' groups have in common. */
  static async open(t: Test, groups: Parameters<typeof group>[0] = {}): Promise<PositionsDesk> {
    const desk = new PositionsDesk(t, groups);
    desk.#http = await httpFor(
      t,
      {},
      {
        query: (...given) => desk.#query(...given),
        call: (...given) => desk.#call(...given),
        waiting: () => desk.shard.waiting.all,
        reportFiles: desk.files,
        explain: (by, dealId) => desk.#explainer.explain(by, dealId),
      },
    );
    desk.http.harness.reports = desk.reports;
    return desk;
  }

  async #query<K extends QueryName>(...[, name, input]: [unknown, K, Queries[K]['input']]) {
    if (this.isBehind && (input as Partial<Fenced>).waits_for === 'surely') return BEHIND;
    this.#follow();
    if ((SLICED_QUERIES as readonly string[]).includes(name)) {
      const read = this.#sliced[name as SlicedQuery] as (input: unknown) => SlicedRead<never>;
      return ok(finished(read(input)));
    }
    const fence = this.isBehind ? { min_projection_seq: '999999' } : {};
    return ok(this.#queries[name as keyof QueryTable]({ ...input, ...fence } as never)) as never;
  }

  readonly #explainer = new Explainer({
    events: (_by, deal_id) => this.#query(null, 'deal.events', { session: '', deal_id }),
    log: { read: async (seq) => this.#log[seq - 1] as Event, close: async () => {} },
  });

  /** Everything is covered at gateway 5, which is on line. */
  cover(given: Partial<GatewayRecord> = {}): void {
    this.shard.shard.gatewayOnline = () => true;
    this.route({ name: 'Cover', action: 'gateway', dealers: [5] }, given);
  }

  /** One routing rule decides on everything from now on. */
  route(given: Partial<RoutingRecord>, gateway: Partial<GatewayRecord> = {}): void {
    this.#version += 1;
    const routed = { routing: [rule(given)], gateway: [gatewayOf(5, {}, gateway)] };
    const all = { ...this.#settings, ...routed, version: this.#version };
    this.shard.shard.configure(compileSettings(all));
  }

  /** A dealer takes and confirms the one request of an account that waits. */
  confirms(login: number, dealer: number, given: Partial<DealerCommand> = {}): void {
    const { shard } = this.shard;
    shard.dealerOnline = () => true;
    const state = this.shard.state(login);
    const [id = 0] = state.queue.keys();
    for (const action of ['take', 'confirm'] as const) {
      this.#execute(login, { ...given, op: 'dealer', id, dealer, action });
    }
  }

  /** The trading day of these accounts ends at a time of the server clock, which is UTC. */
  endDay(logins: readonly number[], at: string): void {
    this.shard.now = Date.parse(`${at}Z`);
    for (const login of logins) this.#execute(login, { op: 'end_of_day', at: this.shard.now });
  }

  #execute(login: number, command: DealerCommand | EndOfDayCommand | GatewayCommand): void {
    const { shard } = this.shard;
    const state = this.shard.state(login);
    const execution = execute(state, command, shard);
    if (!execution.ok) throw new Error(`${execution.code}: ${execution.message}`);
    shard.record(state, execution.events);
    this.#note(this.shard.commit());
  }

  /** Gateway 5 reports a fill of an order: a whole one, or what is given. */
  fill(
    login: number,
    order_id: number,
    price: string,
    execution_id: string,
    given: Pick<GatewayCommand, 'volume' | 'leaves'> = {},
  ): void {
    const state = this.shard.state(login);
    const volume = formatShortest(state.orders.get(order_id)?.volume_current ?? 0, VOLUME_SCALE);
    this.#execute(login, {
      ...{ op: 'gateway', request_id: randomUUID(), gateway_id: 5, order_id, report: 'trade' },
      ...{ external_id: `X${order_id}`, execution_id, volume, price, leaves: '0', ...given },
    });
  }

  get http(): HttpHarness {
    return this.#http as HttpHarness;
  }

  /** Opens an account with 10,000 on it; answers its login. */
  async trader(given: Partial<AccountCreate> = {}): Promise<number> {
    const { group: path = 'demo\\standard' } = given;
    const login = await this.http.openAccount({ ...given, group: path });
    this.shard.openAccount(login, { group: path });
    this.#note(this.shard.deposit('10000', login));
    return login;
  }

  /** So many payments into an account, each a moment after the other. */
  pay(login: number, count: number): void {
    const events: AccountEvent[] = [];
    for (let n = 0; n < count; n += 1) {
      this.shard.now += 1;
      events.push(...this.shard.deposit('1', login));
    }
    this.#note(events);
  }

  /** Opens the group `real\acme`. */
  acme(): Promise<void> {
    return this.#openGroup('real\\acme');
  }

  /** Opens the group `real\precise`, whose money has 5 decimals. */
  precise(): Promise<void> {
    return this.#openGroup('real\\precise');
  }

  /** Opens the group `real\whole`, whose money has no decimals. */
  whole(): Promise<void> {
    return this.#openGroup('real\\whole');
  }

  async #openGroup(path: keyof typeof GROUPS): Promise<void> {
    const admin = await this.http.signedIn('staff');
    const body = { path, currency: 'USD', ...GROUPS[path] };
    await admin.made('/groups', body);
  }

  /** An account buys, or does what is asked instead; the id of the position or order. */
  trade(login: number, given: object = {}): number {
    const { code, message, data } = this.#ask({
      caller: { ...OWNER, login },
      login,
      op: 'trade',
      data: marketOrder(given),
    });
    if (code !== 'ok') throw new Error(`${code}: ${message}`);
    return (data?.position_id ?? data?.order_id) as number;
  }

  /** An order that works. */
  place(login: number, given: object = {}): number {
    const kind = { kind: 'pending', order_kind: 'limit', price: '1.05000' };
    return this.trade(login, { ...kind, ...given });
  }

  /** The account closes a position. */
  close(login: number, position_id: number): void {
    const { request_id } = marketOrder();
    const request = { kind: 'close', request_id, position_id };
    this.#ask({ caller: { ...OWNER, login }, login, op: 'trade', data: request });
  }

  /** A request about a position waits from now on. */
  locks(login: number, position_id: number): void {
    const id = 2 ** 40 + position_id;
    const row = { ...emptyRow(QUEUED), id, login, symbol: 'EURUSD', position_id } as const;
    this.shard.state(login).queue = new Map([[id, { ...row, state: 'queued' }]]);
  }

  /** The operations that accounts were asked for by staff, those that only read left out. */
  written(): readonly Called[] {
    return this.called.filter(({ op }) => !READS.includes(op));
  }

  /** The lines of the journal about trades, oldest first. */
  lines() {
    this.#follow();
    const lines = this.#log.flatMap((event) => (event.type === 'idle' ? [] : event.journal));
    return lines.filter(({ kind }) => kind === 'trade');
  }

  #ask({ caller, login, op, data }: Called): Envelope {
    const before = this.shard.answers.length;
    const { session, ip, terminal } = caller;
    const origin = { session, ip, terminal };
    const to = { token: 7, id: `asked-${before}` };
    this.shard.dispatcher.dispatch({ caller, origin, login, op, data, to });
    this.#note(this.shard.commit());
    return this.shard.answers[before] as unknown as Envelope;
  }

  async #call(...given: Parameters<ActorsClient['call']>) {
    const [caller, login, op, data, requestId] = given;
    const called = { caller, login, op, data: data as Called['data'] };
    const envelope = (code: Code, message = '', json = 'null') => ({
      status: statusOf(code),
      text: envelopeText(requestId, code, json, message),
    });
    this.called.push(called);
    await this.before(op);
    const instead = this.silent.has(login) ? 'trade.timeout' : this.answer(called);
    if (instead !== undefined) return envelope(instead);
    const { code, message, data: found } = this.#ask(called);
    return envelope(code, message, JSON.stringify(found));
  }

  /** Notes what the desk has decided, and what accounts have done. */
  #note(events: readonly AccountEvent[]): void {
    const { log } = this.http.harness;
    this.#unread.push(...log.slice(this.#desk), ...events);
    this.#desk = log.length;
    this.events.push(...events);
  }

  /** Brings the log and the database up to now: one transaction for all that nobody looked at. */
  #follow(): void {
    this.#note([]);
    const more = this.#unread.splice(0);
    if (more.length === 0) return;
    this.#log.push(...more);
    this.#projection.project([buildBatch(this.#projection.checkpoint() + 1, more)]);
  }
}

/** A trader's session. */
const OWNER: Omit<Caller, 'login'> = {
  session: 'own',
  audience: 'trader',
  terminal: 'web',
  ip: '127.0.0.1',
  read_only: false,
  rights: [],
  group_scope: [],
};
