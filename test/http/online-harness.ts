// Sessions in use: accounts that tell their equity, those who sign in to them, and their sockets.

import { once } from 'node:events';
import type { Static } from '@sinclair/typebox';
import type { Test } from 'tap';
import WebSocket from 'ws';
import type { Right } from '../../wire/identity.js';
import type { OnlineRow, OnlineWindowPage as WindowPage } from '../../wire/rest/online.js';
import { envelopeText } from '../../wire/text.js';
import { dataOf, staffCaller } from '../support/desk-harness.js';
import { type Answer, type HttpHarness, openHttp, type Terminal } from '../support/http-harness.js';

/** The rights that kicks need; lists need the first. */
export const ONLINE: readonly Right[] = ['accounts.online', 'accounts.edit'];

/** A live socket of a terminal, and its end: code and reason. */
export interface LiveSocket {
  readonly ws: WebSocket;
  readonly closed: Promise<readonly [number, string]>;
}

/** What tests of sessions in use do. */
export class OnlineHarness {
  /** Accounts that do not answer, and everybody else's equity. */
  readonly silent = new Set<number>();
  equity = '1000.00';
  /** Logins whose money was asked for. */
  readonly asked: number[] = [];

  private constructor(
    readonly http: HttpHarness,
    private readonly t: Pick<Test, 'teardown'>,
  ) {}

  static async open(t: Pick<Test, 'teardown'>): Promise<OnlineHarness> {
    const http = await openHttp({}, { call: async (...call) => one.#call(...call) });
    const one: OnlineHarness = new OnlineHarness(http, t);
    t.teardown(() => http.close());
    return one;
  }

  async #call(_caller: unknown, login: number, _op: string, _data: unknown, requestId: string) {
    this.asked.push(login);
    if (this.silent.has(login)) return new Promise<never>(() => {});
    const data = JSON.stringify({ equity: this.equity });
    return { status: 200, text: envelopeText(requestId, 'ok', data) };
  }

  /** An account of a group, its login. */
  async account(group: string, given: Readonly<Record<string, string>> = {}): Promise<number> {
    const { desk } = this.http.harness;
    if (desk.records.find('group', 'path', group) === undefined) {
      dataOf(
        await desk.handle('settings.create', {
          caller: staffCaller(),
          kind: 'group',
          fields: { path: group, currency: 'USD' },
        }),
      );
    }
    return this.http.openAccount({ group, ...given });
  }

  /** Signs an account in; its terminal. */
  trader(login: number, given: Readonly<Record<string, unknown>> = {}): Promise<Terminal> {
    // Sessions of one moment are listed by their ids.
    this.pass(1);
    return this.http.signedIn('trader', { login, terminal: 'desktop', ...given });
  }

  /** A member of staff with a profile, signed in. */
  staff(profile: Parameters<HttpHarness['hire']>[0] = {}): ReturnType<HttpHarness['staff']> {
    return this.http.staff({ rights: ONLINE, ...profile });
  }

  async rows(staff: Terminal): Promise<readonly OnlineRow[]> {
    const { code, data } = await staff.ask('GET', '/online');
    if (code !== 'ok') throw new Error(code);
    return data as readonly OnlineRow[];
  }

  /** Logins in the list. */
  async logins(staff: Terminal): Promise<readonly number[]> {
    return (await this.rows(staff)).map(({ login }) => login);
  }

  ask(staff: Terminal, query = ''): Promise<Answer> {
    return staff.ask('GET', `/online/window${query}`);
  }

  async window(staff: Terminal, query = ''): Promise<Static<typeof WindowPage>> {
    const { code, data, message } = await this.ask(staff, query);
    if (code !== 'ok') throw new Error(`${code} ${message}`);
    return data as Static<typeof WindowPage>;
  }

  /** Goes on by so many ms. */
  pass(ms: number): void {
    this.http.harness.now += ms;
  }

  /** A live socket of a terminal: a program by its token, a browser by cookies and a `hello`. */
  async socket({ access, audience, cookies, csrf }: Terminal): Promise<LiveSocket> {
    const host = `127.0.0.1:${this.http.front.port}`;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const prefix = audience === 'staff' ? 'admin' : 'trader';
    const ws = new WebSocket(`ws://${host}/${prefix}/v1/socket`, ['brokerd.v1.json'], {
      headers:
        access === ''
          ? { cookie, origin: `http://${host}` }
          : { authorization: `Bearer ${access}` },
    });
    const closed = new Promise<readonly [number, string]>((resolve) => {
      ws.on('close', (code, reason) => resolve([code, reason.toString()]));
    });
    this.t.teardown(() => ws.terminate());
    await new Promise((resolve, reject) => {
      ws.on('open', resolve);
      ws.on('error', reject);
    });
    if (access !== '') return { ws, closed };
    const greeted = once(ws, 'message');
    ws.send(JSON.stringify({ id: 1, op: 'hello', data: { csrf } }));
    await greeted;
    return { ws, closed };
  }
}
