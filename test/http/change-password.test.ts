// Changing one's own password through the door over the real desk, for both audiences.

import t from 'tap';
import type { Audience } from '../../wire/identity.js';
import { ADDRESS, opening, staffCaller } from '../support/desk-harness.js';
import {
  ADMIN_PASSWORD,
  type HttpHarness,
  httpFor,
  type Terminal,
  TRADER_PASSWORD,
} from '../support/http-harness.js';
import { AUDIENCES, authTag, GROUP } from './audiences.js';

const LOGIN = { staff: '1', trader: '1001' } as const;
const PASSWORD = { staff: ADMIN_PASSWORD, trader: TRADER_PASSWORD } as const;
const NEW = 'N3w-passw';

const tag = (audience: Audience, rule: number): string =>
  authTag(audience, 'change-password', rule);

/** A browser session of the audience. */
const browser = (one: HttpHarness, audience: Audience): Promise<Terminal> =>
  one.signedIn(audience, audience === 'staff' ? {} : { terminal: 'web' });

const change = (terminal: Terminal, body: Readonly<Record<string, unknown>> = {}) =>
  terminal.ask('POST', '/auth/change-password', {
    body: { current_password: PASSWORD[terminal.audience], new_password: NEW, ...body },
  });

const me = async (terminal: Terminal) => (await terminal.ask('GET', '/auth/me')).code;

for (const audience of AUDIENCES) {
  t.test(`A weak password of ${audience} is refused ${tag(audience, 1)}`, async (t) => {
    const terminal = await browser(await httpFor(t), audience);
    const weak = ['Ab1-xyz', 'Ab1-xyzAb1-xyzAb1', 'AB1-XYZZ', 'ab1-xyzz', 'Abc-xyzz', 'Ab1xyzzz'];
    for (const new_password of [...weak, 'Ab1 xyzz', '']) {
      const answer = await change(terminal, { new_password });
      t.match(answer, { status: 400, code: 'auth.password_weak', message: /^new_password: / });
    }
    for (const new_password of ['Ab1-xyzz', 'Ab1-xyzAb1-xyzAb']) {
      const one = await browser(await httpFor(t), audience);
      t.equal((await change(one, { new_password })).code, 'ok', new_password);
    }
  });

  t.test(
    `A password of ${audience} is as long as the group asks ${tag(audience, 2)}`,
    async (t) => {
      const one = await httpFor(t);
      await one.harness.patch('group', GROUP[audience], { password_min_length: 12 });
      const terminal = await browser(one, audience);
      const short = await change(terminal, { new_password: 'Ab1-xyzzAb1' });
      t.match(short, { status: 400, code: 'auth.password_weak', message: /12 to 16/ });
      t.equal((await change(terminal, { new_password: 'Ab1-xyzzAb1-' })).code, 'ok');
    },
  );

  t.test(`The same password of ${audience} is no new one ${tag(audience, 3)}`, async (t) => {
    const terminal = await browser(await httpFor(t), audience);
    const same = await change(terminal, { new_password: PASSWORD[audience] });
    t.match(same, { status: 400, code: 'auth.password_same' });
  });

  t.test(
    `Who does not know the password of ${audience} is told nothing of the new one ` +
      tag(audience, 4),
    async (t) => {
      const terminal = await browser(await httpFor(t), audience);
      for (const new_password of [NEW, 'weak', 'Wr0ng-pass']) {
        const answer = await change(terminal, { current_password: 'Wr0ng-pass', new_password });
        t.match(answer, { status: 401, code: 'auth.invalid_credentials' });
      }
      t.equal(await me(terminal), 'ok', 'the session goes on');
    },
  );

  t.test(
    `A new password of ${audience} closes every session of the login ${tag(audience, 5)}`,
    async (t) => {
      const one = await httpFor(t);
      const terminal = await browser(one, audience);
      const other = await browser(one, audience);
      const stranger = await browser(one, audience === 'staff' ? 'trader' : 'staff');
      const answer = await change(terminal);
      t.match(answer, { status: 200, code: 'ok', data: null });
      t.equal(terminal.cookies.size, 0, 'cookies go with the session');
      t.equal(await me(other), 'auth.session_expired');
      t.equal((await other.ask('POST', '/auth/refresh')).code, 'auth.session_expired');
      t.equal(await me(stranger), 'ok', 'others stay');
      const old = await one.terminal(audience).signIn();
      t.equal(old.code, 'auth.invalid_credentials');
      t.equal((await one.terminal(audience).signIn({ password: NEW })).code, 'ok');
      const lines = one.harness.log.flatMap(({ journal }) => journal.map(({ text }) => text));
      t.ok(lines.includes('password changed; sessions closed'));
      t.notMatch(lines.join('\n'), NEW);
    },
  );

  t.test(
    `Where the account of ${audience} may not change it, it is refused ${tag(audience, 6)}`,
    async (t) => {
      const one = await httpFor(t);
      const terminal = await browser(one, audience);
      await one.harness.patch('account', LOGIN[audience], { password_change_enabled: false });
      const answer = await change(terminal);
      t.match(answer, { status: 403, code: 'auth.password_change_not_allowed' });
      t.equal(await me(terminal), 'ok');
    },
  );

  t.test(
    `Wrong tries of ${audience} count with failed sign-ins, and are blocked ${tag(audience, 7)}`,
    async (t) => {
      const one = await httpFor(t);
      const terminal = await browser(one, audience);
      await one.terminal(audience).signIn({ password: 'Wr0ng-pass' });
      for (let n = 0; n < 4; n += 1) await change(terminal, { current_password: 'Wr0ng-pass' });
      const blocked = await change(terminal);
      t.match(blocked, { status: 429, code: 'auth.too_many_attempts' });
      t.equal(blocked.headers.get('retry-after'), '300');
      t.equal((await one.terminal(audience).signIn()).code, 'auth.too_many_attempts');
      one.harness.now += 5 * 60_000;
      t.equal((await change(terminal)).code, 'ok');
    },
  );

  t.test(
    `Who must change the password of ${audience} can, and is free then ${tag(audience, 8)}`,
    async (t) => {
      const one = await httpFor(t);
      await one.harness.patch('account', LOGIN[audience], { must_change_password: true });
      await one.harness.patch('group', GROUP[audience], { otp_required: true });
      const both = await browser(one, audience);
      t.equal((await change(both)).code, 'ok', 'also where codes are to be set up next');
      await one.harness.patch('group', GROUP[audience], { otp_required: false });
      const after = await one.terminal(audience).signIn({ password: NEW });
      t.match(after.data, { session: { must_change_password: false } });
    },
  );

  t.test(`Who must set up codes first does not change the password of ${audience}`, async (t) => {
    const one = await httpFor(t);
    await one.harness.patch('group', GROUP[audience], { otp_required: true });
    const answer = await change(await browser(one, audience));
    t.match(answer, { status: 403, code: 'auth.otp_enrol_required' });
  });
}

const withInvestor = async (one: HttpHarness): Promise<number> => {
  const created = await one.harness.desk.handle('accounts.create', {
    caller: staffCaller(),
    body: opening(),
  });
  return created.ok ? created.data.login : 0;
};

t.test(
  'An investor changes no password, and his own is not changed by a change of the other ' +
    '[POST /trader/v1/auth/change-password #6]',
  async (t) => {
    const one = await httpFor(t);
    const login = await withInvestor(one);
    const investor = await one.signedIn('trader', { login, password: 'Invest-1x' });
    for (const current_password of ['Invest-1x', 'Master-1x']) {
      const answer = await change(investor, { current_password });
      t.match(answer, { status: 403, code: 'auth.password_change_not_allowed' });
    }
    const owner = await one.signedIn('trader', { login, password: 'Master-1x' });
    const wrong = await change(owner, { current_password: 'Invest-1x' });
    t.equal(wrong.code, 'auth.invalid_credentials');
    const alike = await change(owner, { current_password: 'Master-1x', new_password: 'Invest-1x' });
    t.match(alike, { code: 'invalid_input', message: /^new_password: / });
    t.equal((await change(owner, { current_password: 'Master-1x' })).code, 'ok');
    t.equal(await me(investor), 'auth.session_expired', 'every session of the login');
    await one.signedIn('trader', { login, password: 'Invest-1x' });
  },
);

t.test(
  'The account header may be left out, never chooses, and another account is left as it is ' +
    '[POST /trader/v1/auth/change-password #9, #10, #11]',
  async (t) => {
    const one = await httpFor(t);
    const terminal = await browser(one, 'trader');
    const body = { current_password: TRADER_PASSWORD, new_password: NEW };
    const as = (account: string) =>
      terminal.ask('POST', '/auth/change-password', {
        body,
        headers: { 'x-app-account': account },
      });
    t.match(await as('1'), { status: 409, code: 'auth.account_changed' });
    t.equal(await me(terminal), 'ok', 'nothing has changed');
    const nobody = await one.terminal('trader').ask('POST', '/auth/change-password', {
      body,
      headers: { 'x-app-account': '1001' },
    });
    t.equal(nobody.code, 'auth.session_expired');
    t.equal((await as('1001')).code, 'ok');
    const again = await one.signedIn('trader', { terminal: 'web', password: NEW });
    const back = { current_password: NEW, new_password: TRADER_PASSWORD };
    t.equal((await change(again, back)).code, 'ok', 'without the header');
  },
);

t.test(
  'A new password that comes to be the investor’s while it is looked at is refused',
  async (t) => {
    const one = await httpFor(t);
    const login = await withInvestor(one);
    const owner = await one.signedIn('trader', { login, password: 'Master-1x' });
    const staff = await one.signedIn('staff');
    let looks = 0;
    one.harness.hasher.meanwhile = async () => {
      looks += 1;
      // First the present password is looked at, then the new one beside the investor's.
      if (looks !== 2) return;
      const body = { kind: 'investor', password: NEW };
      const set = await staff.ask('POST', `/accounts/${login}/password`, { body });
      t.equal(set.code, 'ok');
    };
    const answer = await change(owner, { current_password: 'Master-1x' });
    t.match(answer, { status: 400, code: 'invalid_input', message: /^new_password: must differ/ });
    t.equal(await me(owner), 'ok', 'nothing has changed');
    const investor = await one.signedIn('trader', { login, password: NEW });
    t.match((await investor.ask('GET', '/auth/me')).data, { read_only: true });
  },
);

t.test(
  'A change whose session ended while the password was looked at changes nothing',
  async (t) => {
    const one = await httpFor(t);
    const terminal = await browser(one, 'trader');
    const [session] = [...one.harness.desk.sessions()];
    one.harness.hasher.meanwhile = async () => {
      one.harness.hasher.meanwhile = async () => {};
      await one.harness.desk.handle('auth.logout', {
        audience: 'trader',
        session: session?.id ?? '',
        ip: ADDRESS,
      });
    };
    t.equal((await change(terminal)).code, 'auth.session_expired');
    t.equal((await one.terminal('trader').signIn()).code, 'ok', 'with the password of before');
  },
);
