// Sessions in use: accounts that tell their equity, those who sign in to them, and their sockets.

import type { Static } from '@sinclair/typebox';
import type { Test } from 'tap';
import WebSocket from 'ws';
import type { Right } from '../../../../wire/accounts/rights.js';
import { envelopeText } from '../../../../wire/codec/text.js';
import type {
  OnlineRow,
  OnlineWindowPage as WindowPage,
} from '../../../../wire/rest/accounts/online.js';
import { dataOf, staffCaller } from '../../../support/desk-harness.js';
import {
  type Answer,
  type HttpHarness,
  openHttp,
  type Terminal,
} from '../../../support/http-harness.js';
import { Peer } from '../../../support/socket-harness.js';
import { PREFIX } from '../audiences.js';

/** The rights that kicks need; lists need the first. */
export const ONLINE: readonly Right[] = ['accounts.online', 'accounts.edit'];

/** A live socket of a terminal: of a program by its token, of a browser by cookies and `hello`. */
export const socketOf = async (
  { front }: HttpHarness,
  { access, audience, cookies, csrf }: Terminal,
): Promise<Peer> => {
  const host = `127.0.0.1:${front.port}`;
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const browser = { cookie, origin: `http://${host}` };
  const headers = access === '' ? browser : { authorization: `Bearer ${access}` };
  const url = `ws://${host}/${PREFIX[audience]}/v1/socket`;
  const peer = new Peer(new WebSocket(url, ['brokerd.v1.json'], { headers }), 'json', audience);
  await new Promise((opened, failed) => peer.ws.once('open', opened).once('error', failed));
  if (access === '') await peer.request('hello', { csrf });
  return peer;
};

/** What tests of sessions in use do. */
export class OnlineHarness {
  /** Accounts that do not answer, and everybody else's equity. */
  readonly silent = new Set<number>();
  /** So many questions find no place in the queue. */
  refused = 0;
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
    if (this.refused > 0) {
      this.refused -= 1;
      return { status: 429, text: envelopeText(requestId, 'trade.too_many_requests') };
    }
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

  rows(staff: Terminal): Promise<readonly OnlineRow[]> {
    return staff.read('/online');
  }

  /** Logins in the list. */
  async logins(staff: Terminal): Promise<readonly number[]> {
    return (await this.rows(staff)).map(({ login }) => login);
  }

  ask(staff: Terminal, query = ''): Promise<Answer> {
    return staff.get(`/online/window${query}`);
  }

  window(staff: Terminal, query = ''): Promise<Static<typeof WindowPage>> {
    return staff.read(`/online/window${query}`);
  }

  /** Goes on by so many ms. */
  pass(ms: number): void {
    this.http.harness.now += ms;
  }

  /** A live socket of a terminal until the end of the test. */
  async socket(terminal: Terminal): Promise<Peer> {
    const peer = await socketOf(this.http, terminal);
    this.t.teardown(() => peer.ws.terminate());
    return peer;
  }
}
