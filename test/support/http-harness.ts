// The test desk behind the real HTTP front, with a log in memory and without a market.

import type { Test } from 'tap';
import type { ActorsClient } from '../../actors/client.js';
import { BEHIND, Fences } from '../../actors/front/fence-waits.js';
import { GroupViews } from '../../actors/front/group-view.js';
import type { FrontFlags } from '../../http/front.js';
import type { Audience, TokensView } from '../../wire/accounts/identity.js';
import type { StaffRecord } from '../../wire/accounts/staff.js';
import { CODES, ok, refuse, statusOf } from '../../wire/base/codes.js';
import { envelopeText } from '../../wire/codec/text.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { AccountCreate } from '../../wire/rest/accounts/accounts.js';
import type { Settings } from '../../wire/settings/config.js';
import type { JournalLine } from '../../wire/trading/events.js';
import { now } from './clock.js';
import {
  ADMIN_PASSWORD,
  type DeskHarness,
  openDesk,
  opening,
  dataOf as outcomeOf,
  staffCaller,
  TRADER_PASSWORD,
} from './desk-harness.js';
import { type Envelope, openFront, type TestFront } from './front-harness.js';
import { StoredLists } from './stored-lists.js';

export { ADMIN_PASSWORD, TRADER_PASSWORD };

/** An answer as a terminal sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly code: string;
  readonly data: unknown;
  readonly message: string;
}

interface Ask {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Leave out what a browser adds: its csrf token. */
  readonly withoutCsrf?: boolean;
}
type Beside = Omit<Ask, 'body'>;

/** Fields by name: a body, or what is answered. */
export type Fields = Readonly<Record<string, unknown>>;

/** A field of each of some rows. */
export const each = (rows: unknown, field: string): unknown[] =>
  (rows as readonly Fields[] | undefined)?.map((row) => row[field]) ?? [];

/** The data of an answer, which must be a success. */
export const dataOf = <T = Fields>({ code, message, data }: Answer): T => {
  if (code !== 'ok') throw new Error(`${code}: ${message}`);
  return data as T;
};

/** Who asks routes, by their methods. */
export abstract class Asking {
  /** Sends a request of any method. */
  abstract ask(method: string, path?: string, ask?: Ask): Promise<Answer>;

  get(path = '', beside?: Beside): Promise<Answer> {
    return this.ask('GET', path, beside);
  }

  post(path = '', body?: unknown, beside?: Beside): Promise<Answer> {
    return this.ask('POST', path, { ...beside, body });
  }

  /** The data of a GET, which must be a success. */
  async read<T = Fields>(path = '', beside?: Beside): Promise<T> {
    return dataOf(await this.get(path, beside));
  }

  /** The data of a POST, which must be a success. */
  async made<T = Fields>(path = '', body?: unknown, beside?: Beside): Promise<T> {
    return dataOf(await this.post(path, body, beside));
  }

  put(path: string, body?: unknown, beside?: Beside): Promise<Answer> {
    return this.ask('PUT', path, { ...beside, body });
  }

  patch(path: string, body?: unknown, beside?: Beside): Promise<Answer> {
    return this.ask('PATCH', path, { ...beside, body });
  }

  delete(path: string, beside?: Beside): Promise<Answer> {
    return this.ask('DELETE', path, beside);
  }
}

/** Asks what is below a path, as somebody else does. */
export class Below extends Asking {
  constructor(
    readonly by: Asking,
    readonly path: string,
  ) {
    super();
  }

  ask(method: string, below = '', ask?: Ask): Promise<Answer> {
    return this.by.ask(method, this.path + below, ask);
  }
}

const PREFIX: Readonly<Record<Audience, string>> = { staff: '/admin/v1', trader: '/trader/v1' };
const FIRST: Readonly<Record<Audience, { login: number; password: string }>> = {
  staff: { login: 1, password: ADMIN_PASSWORD },
  trader: { login: 1001, password: TRADER_PASSWORD },
};

/** Has a code another status than its own? Tests state the code alone. */
const isOther = (code: string, status: number): boolean => {
  const known = CODES.find((one) => one === code);
  return known === 'ok' ? status >= 400 : known !== undefined && status !== statusOf(known);
};

/** One terminal: a browser with cookies, or a program with tokens. */
export class Terminal extends Asking {
  readonly cookies = new Map<string, string>();
  csrf = '';
  access = '';
  refresh = '';

  constructor(
    private readonly front: TestFront,
    readonly audience: Audience,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super();
  }

  /** Asks a path below the audience's prefix. */
  async ask(method: string, path = '', ask: Ask = {}): Promise<Answer> {
    const answer = await this.front.ask(method, PREFIX[this.audience] + path, {
      headers: { ...this.headers, ...this.#signs(ask.withoutCsrf === true), ...ask.headers },
      body: ask.body,
    });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    const { code, data, message } = answer.envelope as Envelope;
    if (isOther(code, answer.status)) throw new Error(`${answer.status} with ${code}`);
    return { status: answer.status, headers: answer.headers, code, data, message };
  }

  /** Signs in as the demo platform's first login of the audience, or as another of the tests'. */
  async signIn(body: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const first = FIRST[this.audience];
    const { login = first.login } = body;
    const password = login === first.login ? first.password : STAFF_PASSWORD;
    const answer = await this.ask('POST', '/auth/login', { body: { password, ...body, login } });
    this.take(answer);
    return answer;
  }

  /** Asks who is signed in. */
  me(ask: Ask = {}): Promise<Answer> {
    return this.ask('GET', '/auth/me', ask);
  }

  /** Takes the tokens of an answer over. */
  take({ code, data }: Answer): void {
    if (code !== 'ok') return;
    const tokens = data as TokensView;
    this.csrf = tokens.csrf_token;
    this.access = tokens.access_token;
    this.refresh = tokens.refresh_token;
  }

  #signs(withoutCsrf: boolean): Record<string, string> {
    if (this.access !== '') return { authorization: `Bearer ${this.access}` };
    if (this.cookies.size === 0) return {};
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return withoutCsrf ? { cookie } : { cookie, 'x-csrf-token': this.csrf };
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const cut = pair.indexOf('=');
    if (/Max-Age=0$/.test(line)) this.cookies.delete(pair.slice(0, cut));
    else this.cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
  }
}

/** The demo platform's desk behind a front. */
export interface HttpHarness {
  readonly harness: DeskHarness;
  /** The lists of accounts, as the database has them. */
  readonly lists: StoredLists;
  readonly front: TestFront;
  terminal(audience: Audience, headers?: Readonly<Record<string, string>>): Terminal;
  /** Gives a new login of a staff group a profile; answers its login. Its password is known. */
  hire(profile?: Partial<StaffRecord> & { readonly group?: string }): Promise<number>;
  /** A terminal that is signed in. */
  signedIn(audience: Audience, body?: Readonly<Record<string, unknown>>): Promise<Terminal>;
  /** Staff who are hired and signed in. */
  staff(profile?: Parameters<HttpHarness['hire']>[0]): Promise<Terminal & { login: number }>;
  /** Opens an account with the passwords of `opening`; answers its login. */
  openAccount(given?: Partial<AccountCreate>): Promise<number>;
  /** The journal's newest lines, without the values of changes. */
  lines(): readonly Omit<JournalLine, 'changes'>[];
  close(): Promise<void>;
}

/** The password of everyone who is hired, and of every account that is opened. */
export const STAFF_PASSWORD = 'Master-1x';

const openAccount = async (
  { desk }: DeskHarness,
  given: Partial<AccountCreate> = {},
): Promise<number> => {
  const body = opening({ master_password: STAFF_PASSWORD, ...given });
  return outcomeOf(await desk.handle('accounts.create', { caller: staffCaller(), body })).login;
};

const hire = async (
  harness: DeskHarness,
  { group = 'managers\\dealers', ...profile }: Partial<StaffRecord> & { readonly group?: string },
): Promise<number> => {
  const login = await openAccount(harness, { group });
  const hired = await harness.desk.writer.change(['settings'], { by: 0, ip: '' }, (tx) =>
    tx.create('staff', { login, group_scope: ['*'], ...profile }),
  );
  outcomeOf(hired);
  return login;
};

const views = new WeakMap<Settings, GroupViews>();
/** The groups of settings as traders see them. */
const groupsOf = (settings: Settings): GroupViews => {
  const known = views.get(settings) ?? new GroupViews(settings);
  views.set(settings, known);
  return known;
};

const NO_ROWS = { items: [], page: 1, total: 0, projection_seq: '0' };
const A_ROW = { found: { id: 1 }, projection_seq: '0' };
const NO_IDS = { ids: [], total: 0, projection_seq: '0' };
const STORED = {
  bars: [],
  journal: { items: [], found: 0, behind: null, projection_seq: '0' },
  'history.orders': NO_ROWS,
  'history.deals': NO_ROWS,
  'history.positions': NO_ROWS,
  'history.order': A_ROW,
  'history.deal': A_ROW,
  'history.daily': NO_ROWS,
  'open.position_ids': NO_IDS,
  'open.order_ids': NO_IDS,
  'closed.ids': NO_IDS,
  'open.positions': NO_ROWS,
  'open.orders': NO_ROWS,
  'open.count': { total: 0, projection_seq: '0' },
  'open.picked': { positions: [], orders: [], total: 0, projection_seq: '0' },
  'open.payments': Buffer.from('{"items":[],"rates_needed":[],"totals":[]}'),
  'open.owners': { owners: [], projection_seq: '0' },
  'deal.position': { found: null, projection_seq: '0' },
  'reports.daily': NO_ROWS,
  'reports.exposure': { rows: [], projection_seq: '0' },
  closed: {
    ...NO_ROWS,
    totals: { count: 0, volume: '0', profit: '0', swap: '0', commission: '0', fee: '0' },
  },
};

/** No account has traded, and none has an actor that answers. */
const silent: Pick<ActorsClient, 'call' | 'query' | 'explain'> = {
  call: async (_caller, _login, _op, _data, requestId) => ({
    status: 504,
    text: envelopeText(requestId, 'trade.timeout'),
  }),
  query: async (_by, name) => ok(STORED[name as keyof typeof STORED] ?? null) as never,
  explain: async () => refuse('not_found'),
};

/** Opens a desk behind a front; its clock stands where the machine's is until a test moves it. */
export const openHttp = async (
  flags: Partial<FrontFlags> = {},
  answers: Partial<typeof silent> &
    Pick<Partial<ActorsClient>, 'waiting' | 'news' | 'reportFiles'> = {},
): Promise<HttpHarness> => {
  const harness = await openDesk();
  harness.now = now();
  const lists = new StoredLists(harness.log);
  const { query } = { ...silent, ...answers };
  const fences = new Fences(
    { newest: () => lists.shown, await: () => {} },
    () => harness.log.length,
    // The database stands still until the test lets it go on.
    { list: 0, surely: 0 },
  );
  const front = await openFront(
    {
      ...silent,
      ...answers,
      query: async (by, name, input) => {
        const fenced = lists.isHeld ? await fences.ahead<object>(input) : input;
        if (fenced === undefined) return BEHIND;
        return StoredLists.answers(name)
          ? (ok(lists.read(name, fenced)) as never)
          : query(by, name, input);
      },
      desk: async (op, input) => {
        const before = harness.log.length;
        const answer = await harness.desk.handle(op, input);
        const { caller } = input as { readonly caller?: Caller };
        const { length } = harness.log;
        if (length > before && caller !== undefined) fences.markShown(caller.session, length);
        return answer;
      },
      settings: () => harness.copied,
      group: (path) => groupsOf(harness.copied).group(path),
      now: () => harness.now,
      unreleased: () => (harness.unreleased ? 'it is a copy' : ''),
    },
    flags,
  );
  harness.onSent = ({ sessions = [], changes, own = [], messages = [] }) => {
    const all = [...changes, ...own];
    if (all.length > 0) front.sink.configured(harness.copied.version, all);
    for (const { id, copy, reason } of sessions) {
      if (copy !== null) fences.open(id, harness.log.length);
      front.sink.session(id, copy, reason);
    }
    if (messages.length > 0) front.sink.messages(messages);
    front.sink.flush();
  };
  const terminal: HttpHarness['terminal'] = (audience, headers) =>
    new Terminal(front, audience, headers);
  const signedIn: HttpHarness['signedIn'] = async (audience, body) => {
    const one = terminal(audience);
    const answer = await one.signIn(body);
    if (answer.code !== 'ok') throw new Error(`sign-in: ${answer.code} ${answer.message}`);
    return one;
  };
  return {
    harness,
    lists,
    front,
    terminal,
    hire: (profile = {}) => hire(harness, profile),
    signedIn,
    staff: async (profile = {}) => {
      const login = await hire(harness, profile);
      return Object.assign(await signedIn('staff', { login }), { login });
    },
    openAccount: (given) => openAccount(harness, given),
    lines: () => (harness.log.at(-1)?.journal ?? []).map(({ changes: _, ...line }) => line),
    close: () => front.close(),
  };
};

/** Opens one for a test, or for a whole file, which closes it at its end. */
export const httpFor = async (
  t: Pick<Test, 'teardown'>,
  ...given: Parameters<typeof openHttp>
): Promise<HttpHarness> => {
  const http = await openHttp(...given);
  t.teardown(() => http.close());
  return http;
};
