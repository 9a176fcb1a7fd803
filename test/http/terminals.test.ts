// Terminals through the door over the real desk: which there are, and what each is handed.

import t, { type Test } from 'tap';
import { type HttpHarness, httpFor } from '../support/http-harness.js';

/** Signs in as a browser does, and out, without the csrf token in vain. */
const usesCookies = async (
  t: Test,
  browser: ReturnType<HttpHarness['terminal']>,
  kind: string,
): Promise<void> => {
  const answer = await browser.signIn({ terminal: kind });
  const cookies = answer.headers.getSetCookie();
  t.equal(cookies.length, 2);
  t.ok(cookies.every((line) => line.includes('; HttpOnly')));
  t.match(answer.data, { access_token: '', refresh_token: '', csrf_token: /\S{16}/ });
  const without = await browser.ask('POST', '/auth/logout', { withoutCsrf: true });
  t.equal(without.code, 'auth.csrf_invalid');
  t.equal((await browser.ask('POST', '/auth/logout')).code, 'ok');
};

t.test(
  'Staff sign in at the terminals admin and manager, the latter when none is named ' +
    '[POST /admin/v1/auth/login #1]',
  async (t) => {
    const { terminal } = await httpFor(t);
    const usual = await terminal('staff').signIn();
    t.match(usual, { code: 'ok', data: { session: { terminal: 'manager' } } });
    for (const kind of ['admin', 'manager']) {
      const answer = await terminal('staff').signIn({ terminal: kind });
      t.match(answer, { code: 'ok', data: { session: { terminal: kind } } });
    }
  },
);

t.test(
  'Traders sign in at five terminals, at the web one when none is named ' +
    '[POST /trader/v1/auth/login #1]',
  async (t) => {
    const { terminal, harness } = await httpFor(t);
    const usual = await terminal('trader').signIn();
    t.match(usual, { code: 'ok', data: { session: { terminal: 'web' } } });
    const api_hash = harness.desk.records.get('account', '1001')?.record.master_hash;
    await harness.patch('account', '1001', { api_enabled: true, api_hash });
    for (const kind of ['web', 'android', 'ios', 'desktop', 'api']) {
      const answer = await terminal('trader').signIn({ terminal: kind });
      t.match(answer, { code: 'ok', data: { session: { terminal: kind } } });
    }
  },
);

t.test(
  'Both staff terminals get HttpOnly cookies and the csrf token that changes must carry ' +
    '[POST /admin/v1/auth/login #2]',
  async (t) => {
    const { terminal } = await httpFor(t);
    for (const kind of ['admin', 'manager']) {
      await usesCookies(t, terminal('staff'), kind);
    }
  },
);

t.test(
  'The web terminal gets HttpOnly cookies and the csrf token that changes must carry ' +
    '[POST /trader/v1/auth/login #2]',
  async (t) => {
    const { terminal } = await httpFor(t);
    await usesCookies(t, terminal('trader'), 'web');
  },
);

t.test(
  'Other terminals get two tokens and use the access token as bearer ' +
    '[POST /trader/v1/auth/login #3]',
  async (t) => {
    const { terminal } = await httpFor(t);
    const program = terminal('trader');
    const answer = await program.signIn({ terminal: 'desktop' });
    t.same(answer.headers.getSetCookie(), []);
    t.match(answer.data, { access_token: /\S{32}/, refresh_token: /\S{32}/ });
    t.equal((await program.ask('GET', '/auth/me')).code, 'ok');
  },
);

t.test(
  'Tokens in answers and bodies are for terminals that are no browsers: staff have none of these ' +
    '[POST /admin/v1/auth/login #3] [POST /admin/v1/auth/refresh #2]',
  async (t) => {
    const { terminal, signedIn } = await httpFor(t);
    const program = await signedIn('trader', { terminal: 'desktop' });
    const bearer = { authorization: `Bearer ${program.access}` };
    const me = await terminal('staff').ask('GET', '/auth/me', { headers: bearer });
    t.equal(me.code, 'auth.invalid_terminal', 'a bearer token is no staff terminal’s');
    for (const kind of ['desktop', 'api']) {
      const answer = await terminal('staff').signIn({ terminal: kind });
      t.equal(answer.code, 'auth.invalid_terminal');
    }
    const browser = await signedIn('staff');
    const cookie = browser.cookies.get('admin_refresh') ?? '';
    for (const refresh_token of [cookie, program.refresh]) {
      const answer = await terminal('staff').ask('POST', '/auth/refresh', {
        body: { refresh_token },
      });
      t.match(answer, { status: 403, code: 'auth.invalid_terminal' });
    }
    t.equal((await browser.ask('POST', '/auth/refresh')).code, 'ok', 'its cookie still counts');
  },
);
