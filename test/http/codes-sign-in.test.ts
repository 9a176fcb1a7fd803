// Signing in with one-time codes, and what a group's demand for them does to sessions.

import t from 'tap';
import type { Audience } from '../../wire/identity.js';
import { dataOf, opening, staffCaller } from '../support/desk-harness.js';
import { type HttpHarness, httpFor } from '../support/http-harness.js';
import { AUDIENCES, GROUP } from './audiences.js';
import { confirmed, enrolled, ownerOf } from './authenticated.js';
import { OnlineHarness } from './online-harness.js';

const KEY = { staff: '1', trader: '1001' } as const;
/** A route that full sessions alone reach. */
const BEYOND = { staff: '/symbols', trader: '/history/deals' } as const;

/** Tags of login; the last rule has another number for each audience. */
const tag = (audience: Audience, ...rules: number[]): string => {
  const prefix = audience === 'staff' ? 'admin' : 'trader';
  return `[POST /${prefix}/v1/auth/login ${rules.map((rule) => `#${rule}`).join(', ')}]`;
};

const sessionsOf = ({ harness }: HttpHarness): number => [...harness.desk.sessions()].length;

for (const audience of AUDIENCES) {
  t.test(
    `Without its code a sign-in of ${audience} is asked for it, and opens no session; ` +
      `with it, it opens one ${tag(audience, 4, 5, 6)}`,
    async (t) => {
      const one = await httpFor(t);
      const owner = await ownerOf(one, audience);
      const before = sessionsOf(one);
      const terminal = one.terminal(audience);
      for (const without of [{}, { otp: '' }]) {
        const asked = await terminal.signIn(without);
        t.equal(asked.status, 401);
        t.equal(asked.code, 'auth.otp_required');
        t.same(asked.headers.getSetCookie(), []);
      }
      t.equal(sessionsOf(one), before);
      t.equal((await terminal.signIn({ otp: owner.next() })).code, 'ok');
      t.equal((await terminal.ask('GET', BEYOND[audience])).code, 'ok', 'a full session');
    },
  );

  t.test(
    `A wrong code of ${audience} opens no session, and is not told before a wrong password ` +
      tag(audience, 7),
    async (t) => {
      const one = await httpFor(t);
      const owner = await ownerOf(one, audience);
      const before = sessionsOf(one);
      for (const otp of [owner.wrong(), 'abcdef', '12345']) {
        const answer = await one.terminal(audience).signIn({ otp });
        t.equal(answer.status, 401);
        t.equal(answer.code, 'auth.otp_invalid');
      }
      const password = 'Wrong-pass1';
      const both = await one.terminal(audience).signIn({ password, otp: owner.wrong() });
      t.equal(both.code, 'auth.invalid_credentials');
      t.equal(sessionsOf(one), before);
    },
  );

  t.test(
    `Who must set up codes of ${audience} may do that, sign out, and no more ` +
      tag(audience, 10, 11, audience === 'staff' ? 23 : 21),
    async (t) => {
      const one = await httpFor(t);
      await one.harness.patch('group', GROUP[audience], { otp_required: true });
      const terminal = await one.signedIn(audience);
      t.match((await terminal.ask('GET', '/auth/me')).data, { must_enrol_otp: true });
      const beyond = await terminal.ask('GET', BEYOND[audience]);
      t.equal(beyond.status, 403);
      t.equal(beyond.code, 'auth.otp_enrol_required');
      const body = { code: '123456' };
      const disable = await terminal.ask('POST', '/auth/otp/disable', { body });
      t.equal(disable.code, 'auth.otp_enrol_required');
      t.equal((await terminal.ask('GET', '/auth/otp')).code, 'ok');
      t.equal((await terminal.ask('POST', '/auth/refresh')).code, 'ok', 'goes on');
      t.equal((await confirmed(await enrolled(one, terminal))).code, 'ok');
      t.equal((await terminal.ask('POST', '/auth/logout')).code, 'ok');
    },
  );

  t.test(`Live sessions of ${audience} follow their group's demand at once`, async (t) => {
    const one = await httpFor(t);
    const terminal = await one.signedIn(audience);
    const beyond = async () => (await terminal.ask('GET', BEYOND[audience])).code;
    t.equal(await beyond(), 'ok');
    await one.harness.patch('group', GROUP[audience], { otp_required: true });
    t.equal(await beyond(), 'auth.otp_enrol_required');
    t.match((await terminal.ask('GET', '/auth/me')).data, { must_enrol_otp: true });
    await one.harness.patch('group', GROUP[audience], { otp_required: false });
    t.equal(await beyond(), 'ok');
    t.match((await terminal.ask('GET', '/auth/me')).data, { must_enrol_otp: false });
  });

  t.test(`Sessions of ${audience} with codes stay full when the group demands them`, async (t) => {
    const one = await httpFor(t);
    const { terminal } = await ownerOf(one, audience);
    await one.harness.patch('group', GROUP[audience], { otp_required: true });
    t.equal((await terminal.ask('GET', BEYOND[audience])).code, 'ok');
  });

  t.test(`With both restrictions ${audience} changes the password first`, async (t) => {
    const one = await httpFor(t);
    await one.harness.patch('group', GROUP[audience], { otp_required: true });
    await one.harness.patch('account', KEY[audience], { must_change_password: true });
    const terminal = await one.signedIn(audience);
    t.match((await terminal.ask('GET', '/auth/me')).data, {
      must_change_password: true,
      must_enrol_otp: true,
    });
    const enrol = await terminal.ask('POST', '/auth/otp/enrol');
    t.equal(enrol.code, 'auth.password_change_required');
    const other = await terminal.ask('GET', BEYOND[audience]);
    t.equal(other.code, 'auth.password_change_required');
  });
}

t.test(
  'Who only looks on is not asked for codes, and neither sets them up nor turns them off',
  async (t) => {
    const one = await httpFor(t);
    const { harness } = one;
    const created = await harness.desk.handle('accounts.create', {
      caller: staffCaller(),
      body: opening(),
    });
    const { login } = dataOf(created);
    const owner = await ownerOf(one, 'trader', { login, password: 'Master-1x' });
    await harness.patch('group', GROUP.trader, { otp_required: true });
    const viewer = await one.signedIn('trader', { login, password: 'Invest-1x' });
    t.match((await viewer.ask('GET', '/auth/me')).data, { read_only: true, must_enrol_otp: false });
    t.equal((await viewer.ask('GET', BEYOND.trader)).code, 'ok');
    t.equal((await viewer.ask('POST', '/auth/otp/enrol')).code, 'conflict');
    const body = { code: owner.next() };
    t.equal((await viewer.ask('POST', '/auth/otp/confirm', { body })).code, 'auth.otp_not_set');
    await harness.patch('group', GROUP.trader, { otp_required: false });
    t.equal((await viewer.ask('POST', '/auth/otp/disable', { body })).code, 'forbidden');
    t.same((await viewer.ask('GET', '/auth/otp')).data, { enabled: true, required: false });
  },
);

t.test('A program signs in with its password and a code, once codes are set up', async (t) => {
  const one = await httpFor(t);
  const { harness } = one;
  await harness.patch('account', '1001', { api_enabled: true, api_hash: '$argon2id$x$Api-pass-1' });
  const api = { terminal: 'api', password: 'Api-pass-1' };
  const signIn = async (given: Readonly<Record<string, unknown>>) =>
    (await one.terminal('trader').signIn(given)).code;
  t.equal(await signIn(api), 'ok', 'where none are set up nor demanded');
  await harness.patch('group', GROUP.trader, { otp_required: true });
  t.equal(await signIn(api), 'auth.otp_not_set');
  const owner = await ownerOf(one, 'trader');
  t.equal(await signIn(api), 'auth.otp_required');
  t.equal(await signIn({ ...api, otp: owner.next() }), 'ok');
});

t.test('A program neither sets codes up nor turns them off', async (t) => {
  const one = await httpFor(t);
  const { harness } = one;
  await harness.patch('account', '1001', { api_enabled: true, api_hash: '$argon2id$x$Api-pass-1' });
  const api = { terminal: 'api', password: 'Api-pass-1' };
  const program = await one.signedIn('trader', api);
  t.equal((await program.ask('GET', BEYOND.trader)).code, 'ok');
  t.equal((await program.ask('POST', '/auth/otp/enrol')).code, 'conflict');
  const waiting = await enrolled(one, await one.signedIn('trader'));
  const body = { code: waiting.code() };
  t.equal((await program.ask('POST', '/auth/otp/confirm', { body })).code, 'auth.otp_not_set');
  t.match((await program.ask('GET', '/auth/otp')).data, { enabled: false });
  t.equal((await confirmed(waiting)).code, 'ok', 'its owner does');
  const other = await one.signedIn('trader', { ...api, otp: waiting.next() });
  const current = { code: waiting.next() };
  const disabled = await other.ask('POST', '/auth/otp/disable', { body: current });
  t.equal(disabled.code, 'forbidden');
  t.match((await other.ask('GET', '/auth/otp')).data, { enabled: true });
});

t.test('A program without codes is shut out while its group demands them', async (t) => {
  const one = await httpFor(t);
  const { harness } = one;
  await harness.patch('account', '1001', { api_enabled: true, api_hash: '$argon2id$x$Api-pass-1' });
  const api = { terminal: 'api', password: 'Api-pass-1' };
  const program = await one.signedIn('trader', api);
  const beyond = async () => (await program.ask('GET', BEYOND.trader)).code;
  await harness.patch('group', GROUP.trader, { otp_required: true });
  t.equal(await beyond(), 'auth.session_expired');
  t.equal((await program.ask('GET', '/auth/me')).code, 'auth.session_expired');
  const body = { refresh_token: program.refresh };
  const refreshed = await program.ask('POST', '/auth/refresh', { body });
  t.equal(refreshed.code, 'auth.session_expired');
  await harness.patch('group', GROUP.trader, { otp_required: false });
  t.equal(await beyond(), 'ok', 'it goes on when they are demanded no more');
  t.equal((await program.ask('POST', '/auth/refresh', { body })).code, 'ok');
});

t.test('Live sockets without codes close when the group demands them, others stay', async (t) => {
  const online = await OnlineHarness.open(t);
  const { http: one } = online;
  const login = await online.account('demo\\standard');
  const owner = await ownerOf(one, 'trader', { login, password: 'Master-1x', terminal: 'desktop' });
  const without = await online.socket(await online.trader(1001));
  const having = await online.socket(owner.terminal);
  const investor = await online.socket(
    await online.trader(login, { password: 'Invest-1x', otp: '' }),
  );
  await one.harness.patch('group', GROUP.trader, { otp_required: true });
  const [code] = await without.closed;
  t.equal(code, 4001);
  t.equal(having.ws.readyState, having.ws.OPEN);
  t.equal(investor.ws.readyState, investor.ws.OPEN);
  const late = await one.signedIn('trader', { terminal: 'desktop' });
  await t.rejects(online.socket(late), /403/);
});
