// The callers of the matrix: staff and traders of every kind at the real desk, and how they ask.

import type { Route } from '../../../http/rest/route.js';
import { RIGHTS, type Right } from '../../../wire/accounts/rights.js';
import { ok } from '../../../wire/base/codes.js';
import { envelopeText } from '../../../wire/codec/text.js';
import type { Explanation } from '../../../wire/rest/trading/deals.js';
import type { Envelope } from '../../support/front-harness.js';
import { dataOf, type HttpHarness, openHttp, type Terminal } from '../../support/http-harness.js';
import type { Made } from './settings/kind.js';

/** The passwords of every trader here. */
export const PASSWORD = 'Matrix-1a';
export const INVESTOR_PASSWORD = 'Watch-1only';
/** A staff group, and a trader group that outsiders do not reach. */
export const STAFF_GROUP = 'managers\\dealers';
export const INSIDE = 'real\\inside';

/** What a request says beside its method. */
export interface Asked {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that a route carries out, or the refusal that is all there is to be had. */
export interface Sample {
  /** Makes a request with these rights, with objects of its own where it uses them up. */
  readonly ask?: (callers: Callers, rights: readonly Right[]) => Asked | Promise<Asked>;
  /** The code where it is not ok, and why; `of` = with this right alone. */
  readonly refusal?: { readonly code: string; readonly why: string; readonly of?: Right | Right[] };
  /** What staff are answered in whose scope its object does not lie: a code, or an empty list. */
  readonly outside?: 'forbidden' | 'not_found' | 'invalid_input' | 'unlisted';
  /** What read-only sessions are answered where they do not use it as others. */
  readonly investor?: string;
  /** It changes who asks: he signs in anew for it. */
  readonly fresh?: boolean;
}

/** Samples by the names of routes. */
export type Samples = Readonly<Record<string, Sample>>;

interface Login {
  readonly login: number;
}

const explained = { login: 1001 } as unknown as Explanation;

/** The desk of the matrix. */
export class Callers {
  #made = 0;
  readonly #staff = new Map<string, Promise<Terminal>>();

  private constructor(
    readonly http: HttpHarness,
    readonly admin: Terminal,
  ) {}

  /** Opens a desk whose account actors carry out whatever they are asked. */
  static async open(): Promise<Callers> {
    const http = await openHttp(
      {},
      {
        explain: async () => ok(explained),
        call: async (_caller, _login, op, _data, requestId) =>
          op === 'money'
            ? { status: 504, text: envelopeText(requestId, 'trade.timeout') }
            : { status: 200, text: envelopeText(requestId, 'ok', '{}') },
      },
    );
    http.harness.reconnect = () => true;
    const callers = new Callers(http, await http.signedIn('staff'));
    for (const path of [INSIDE, 'real\\coded', 'managers\\coded']) {
      await callers.post('/groups', { path, currency: 'USD' });
    }
    for (const path of ['real\\coded', 'managers\\coded']) {
      await http.harness.patch('group', path, { otp_required: true });
    }
    return callers;
  }

  /** The data of an administrator's request, which must be good. */
  async data<T>(method: string, path: string, body?: unknown): Promise<T> {
    return dataOf(await this.admin.ask(method, path, { body }));
  }

  post<T = Made>(path: string, body: unknown): Promise<T> {
    return this.data('POST', path, body);
  }

  /** A number that no other object has. */
  next(): number {
    this.#made += 1;
    return this.#made;
  }

  /** Opens an account; answers its login. */
  async account(group = INSIDE, more: Readonly<Record<string, unknown>> = {}): Promise<number> {
    const passwords = { master_password: PASSWORD, investor_password: INVESTOR_PASSWORD };
    return (await this.post<Login>('/accounts', { group, ...passwords, ...more })).login;
  }

  /** Staff with these rights and this scope alone, hired once unless anew. */
  staffWith(rights: readonly Right[], group_scope = ['*'], anew = false): Promise<Terminal> {
    const key = JSON.stringify([[...rights].sort(), group_scope]);
    const known = anew ? undefined : this.#staff.get(key);
    if (known !== undefined) return known;
    const hired = this.hired({ rights, group_scope });
    if (!anew) this.#staff.set(key, hired);
    return hired;
  }

  /** Staff with this profile, signed in. */
  async hired(
    profile: Parameters<HttpHarness['hire']>[0],
    account: Readonly<Record<string, unknown>> = {},
  ): Promise<Terminal> {
    const login = await this.http.hire(profile);
    await this.http.harness.patch('account', String(login), account);
    return this.http.signedIn('staff', { login });
  }

  /** Staff with every right who must first change their password, or set up codes. */
  restrictedStaff(by: 'password' | 'codes'): Promise<Terminal> {
    return by === 'password'
      ? this.hired({ rights: RIGHTS }, { must_change_password: true })
      : this.hired({ rights: RIGHTS, group: 'managers\\coded' });
  }

  /** A trader of a new account; `password` = that of an investor, too. */
  async trader(group = INSIDE, password = PASSWORD, terminal = 'web'): Promise<Terminal> {
    const login = await this.account(group);
    return this.http.signedIn('trader', { login, password, terminal });
  }

  /** A trader who must first change his password, or set up codes. */
  async restrictedTrader(by: 'password' | 'codes'): Promise<Terminal> {
    if (by === 'codes') return this.trader('real\\coded');
    const login = await this.account();
    await this.http.harness.patch('account', String(login), { must_change_password: true });
    return this.http.signedIn('trader', { login, password: PASSWORD });
  }
}

/** The whole path of what is asked. */
const pathOf = (route: Route, { path = {}, query }: Asked): string => {
  const whole = route.path.replace(/\{(\w+)\}/g, (_, name) => String(path[name] ?? 1));
  return query === undefined ? whole : `${whole}?${new URLSearchParams(query)}`;
};

const bodyOf = (route: Route, { body, headers = {} }: Asked) =>
  route.method === 'GET' || route.method === 'DELETE' ? { headers } : { body: body ?? {}, headers };

/** Asks a route as a terminal does. */
export const ask = (one: Terminal, route: Route, asked: Asked) => {
  const whole = pathOf(route, asked);
  return one.ask(route.method, whole.slice(whole.indexOf('/v1') + 3), bodyOf(route, asked));
};

/** The code that a route answers to nobody, or to whoever sends these headers. */
export const codeFor = async (
  { http }: Callers,
  route: Route,
  asked: Asked,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const given = { ...bodyOf(route, asked), headers: { ...asked.headers, ...headers } };
  const { envelope } = await http.front.ask(route.method, pathOf(route, asked), given);
  return (envelope as Envelope).code;
};

/** The token of one audience sent as the other one sends its own. */
export const foreignHeaders = (one: Terminal): Record<string, string> =>
  one.audience === 'trader'
    ? { authorization: `Bearer ${one.access}` }
    : { cookie: `trader_access=${one.cookies.get('admin_access') ?? ''}` };
