// Signing in through the door over the real desk: what the contract says of both audiences.

import t from 'tap';
import type { Audience } from '../../wire/identity.js';
import { admit, opening, staffCaller } from '../support/desk-harness.js';
import {
  ADMIN_PASSWORD,
  httpFor,
  openHttp,
  STAFF_PASSWORD,
  TRADER_PASSWORD,
} from '../support/http-harness.js';
import { AUDIENCES, GROUP } from './audiences.js';

const LOGIN = { staff: 1, trader: 1001 } as const;
const PASSWORD = { staff: ADMIN_PASSWORD, trader: TRADER_PASSWORD } as const;
/** A terminal kind of the other audience. */
const FOREIGN = { staff: 'web', trader: 'manager' } as const;

/** The tag of a rule that both audiences have, by its number in each. */
const tag = (audience: Audience, staff: number, trader: number): string =>
  audience === 'staff'
    ? `[POST /admin/v1/auth/login #${staff}]`
    : `[POST /trader/v1/auth/login #${trader}]`;

for (const audience of AUDIENCES) {
  const login = LOGIN[audience];
  const key = String(login);
  const kind = audience === 'staff' ? 'manager' : 'desktop';

  t.test(
    `Right credentials open a full session of ${audience} ${tag(audience, 4, 4)}`,
    async (t) => {
      const { signedIn } = await httpFor(t);
      const me = await (await signedIn(audience)).ask('GET', '/auth/me');
      t.match(me.data, { login, must_change_password: false, must_enrol_otp: false });
    },
  );

  t.test(
    `A wrong login and a wrong password of ${audience} answer alike ${tag(audience, 8, 8)}`,
    async (t) => {
      const { terminal } = await httpFor(t);
      const wrong = await terminal(audience).signIn({ password: 'Wrong-pass1' });
      const unknown = await terminal(audience).signIn({ login: 987_654 });
      for (const answer of [wrong, unknown]) {
        t.equal(answer.status, 401);
        t.equal(answer.code, 'auth.invalid_credentials');
      }
      t.equal(wrong.message, unknown.message);
    },
  );

  t.test(
    `Who must change the password gets a restricted session of ${audience} ` +
      `${tag(audience, 9, 9)}`,
    async (t) => {
      const { harness, signedIn } = await httpFor(t);
      await harness.patch('account', key, { must_change_password: true });
      const one = await signedIn(audience);
      t.match((await one.ask('GET', '/auth/me')).data, { must_change_password: true });
    },
  );

  t.test(
    `Who must set up codes gets a restricted session of ${audience} ${tag(audience, 10, 10)}`,
    async (t) => {
      const { harness, signedIn } = await httpFor(t);
      await harness.patch('group', GROUP[audience], { otp_required: true });
      const one = await signedIn(audience);
      t.match((await one.ask('GET', '/auth/me')).data, { must_enrol_otp: true });
    },
  );

  t.test(
    `Other calls of a restricted session of ${audience} are refused by its restriction ` +
      `${tag(audience, 23, 21)}`,
    async (t) => {
      const { harness, signedIn } = await httpFor(t);
      const path = audience === 'staff' ? '/accounts/1001' : '/symbols';
      await harness.patch('account', key, { must_change_password: true });
      const password = await (await signedIn(audience)).ask('GET', path);
      t.equal(password.status, 403);
      t.equal(password.code, 'auth.password_change_required');
      await harness.patch('account', key, { must_change_password: false });
      await harness.patch('group', GROUP[audience], { otp_required: true });
      const codes = await (await signedIn(audience)).ask('GET', path);
      t.equal(codes.status, 403);
      t.equal(codes.code, 'auth.otp_enrol_required');
    },
  );

  t.test(
    `Five failures of ${audience} block the login from that address for a while ` +
      `${tag(audience, 12, 12)}`,
    async (t) => {
      const { harness, terminal } = await httpFor(t);
      for (let failure = 0; failure < 5; failure += 1) {
        const answer = await terminal(audience).signIn({ password: 'Wrong-pass1' });
        t.equal(answer.code, 'auth.invalid_credentials');
      }
      const blocked = await terminal(audience).signIn();
      t.equal(blocked.status, 429);
      t.equal(blocked.code, 'auth.too_many_attempts');
      t.equal(blocked.headers.get('retry-after'), '300');
      t.notMatch(blocked.message, /retry_after/);
      harness.now += 5 * 60_000;
      t.equal((await terminal(audience).signIn()).code, 'ok');
    },
  );

  t.test(
    `With antiflood on, quick attempts and repeated failures of ${audience} count by address ` +
      `${tag(audience, 13, 13)}`,
    async (t) => {
      const { harness, terminal } = await httpFor(t);
      await admit(harness, {
        antiflood_enabled: true,
        antiflood_connections: 4,
        antiflood_errors: 3,
      });
      const attempt = async (wait: number, body: object) => {
        harness.now += wait;
        return (await terminal(audience).signIn({ ...body })).code;
      };
      for (let far = 0; far < 5; far += 1) t.equal(await attempt(3_001, {}), 'ok');
      for (let near = 0; near < 2; near += 1) t.equal(await attempt(2_999, {}), 'ok');
      t.equal(await attempt(2_999, {}), 'auth.too_many_attempts', 'the fourth in a row');
      harness.now += 2 * 3_600_000;
      for (let failure = 0; failure < 3; failure += 1) {
        const code = await attempt(90_000, { login: 5_000 + failure, password: 'Wrong-pass1' });
        t.equal(code, 'auth.invalid_credentials');
      }
      t.equal(await attempt(4_000, {}), 'auth.too_many_attempts', 'three failures in 5 minutes');
    },
  );

  t.test(
    `An antiflood block of ${audience} lasts 5 minutes and doubles up to an hour ` +
      `${tag(audience, 14, 14)}`,
    async (t) => {
      const { harness, terminal } = await httpFor(t);
      await admit(harness, {
        antiflood_enabled: true,
        antiflood_errors: 1,
      });
      const waits: string[] = [];
      for (let block = 0; block < 5; block += 1) {
        await terminal(audience).signIn({ login: 6_000 + block, password: 'Wrong-pass1' });
        const { headers } = await terminal(audience).signIn();
        waits.push(headers.get('retry-after') ?? '');
        harness.now += Number(waits.at(-1)) * 1000;
      }
      t.same(waits, ['300', '600', '1200', '2400', '3600']);
    },
  );

  t.test(`A disabled account of ${audience} is told so ${tag(audience, 15, 15)}`, async (t) => {
    const { harness, terminal } = await httpFor(t);
    await harness.patch('account', key, { enabled: false });
    const answer = await terminal(audience).signIn();
    t.equal(answer.status, 403);
    t.equal(answer.code, 'auth.account_disabled');
  });

  t.test(
    `A terminal of the other audience cannot be used by ${audience} ${tag(audience, 16, 16)}`,
    async (t) => {
      const { terminal } = await httpFor(t);
      for (const terminalKind of [FOREIGN[audience], 'toaster']) {
        const answer = await terminal(audience).signIn({ terminal: terminalKind });
        t.equal(answer.status, 403);
        t.equal(answer.code, 'auth.invalid_terminal');
      }
    },
  );

  t.test(
    `A terminal that the account of ${audience} may not use is refused ${tag(audience, 17, 17)}`,
    async (t) => {
      const { harness, terminal } = await httpFor(t);
      const rights = harness.desk.records
        .get('staff', '1')
        ?.record.rights.filter((right) => right !== 'terminal.admin');
      await harness.patch('staff', '1', { rights });
      const closed = audience === 'staff' ? 'admin' : 'api';
      const answer = await terminal(audience).signIn({ terminal: closed });
      t.equal(answer.status, 403);
      t.equal(answer.code, 'auth.terminal_not_allowed');
      t.equal((await terminal(audience).signIn({ terminal: kind })).code, 'ok');
    },
  );

  t.test(`A body that is not a sign-in of ${audience} is refused`, async (t) => {
    const { terminal } = await httpFor(t);
    for (const body of [{ login: '1' }, { password: null }, { login: -1 }, { rank: 'admiral' }]) {
      const answer = await terminal(audience).ask('POST', '/auth/login', {
        body: { login, password: PASSWORD[audience], ...body },
      });
      t.equal(answer.code, 'invalid_input');
    }
  });
}

t.test(
  'An account without a staff profile has no staff access ' +
    '[POST /admin/v1/auth/login #18] [POST /admin/v1/accounts #15]',
  async (t) => {
    const { harness, terminal } = await httpFor(t);
    const trader = await terminal('staff').signIn({ login: 1001, password: TRADER_PASSWORD });
    t.equal(trader.status, 403);
    t.equal(trader.code, 'auth.not_staff');
    const created = await harness.desk.handle('accounts.create', {
      caller: staffCaller(),
      body: opening({ group: 'managers\\dealers' }),
    });
    t.ok(created.ok);
    const login = created.ok ? created.data.login : 0;
    const member = await terminal('staff').signIn({ login, password: 'Master-1x' });
    t.equal(member.code, 'auth.not_staff');
  },
);

t.test(
  'Staff sign in from the addresses of their profile only, from any without a list ' +
    '[POST /admin/v1/auth/login #19]',
  async (t) => {
    const opened = await openHttp({ trustedProxies: ['127.0.0.1'] });
    t.teardown(() => opened.close());
    const from = (address: string) =>
      opened.terminal('staff', { 'x-forwarded-for': address }).signIn();
    t.equal((await from('198.51.100.7')).code, 'ok');
    await opened.harness.patch('staff', '1', { ip_allow: ['203.0.113.0/24'] });
    const outside = await from('198.51.100.7');
    t.equal(outside.status, 403);
    t.equal(outside.code, 'auth.ip_not_allowed');
    t.equal((await from('203.0.113.200')).code, 'ok');
  },
);

t.test(
  'Managers do not sign in while their access class is closed [POST /admin/v1/auth/login #20]',
  async (t) => {
    const { harness, terminal, hire } = await httpFor(t);
    const login = await hire();
    await admit(harness, { allow_managers: false });
    const answer = await terminal('staff').signIn({ login, password: STAFF_PASSWORD });
    t.equal(answer.status, 403);
    t.equal(answer.code, 'forbidden');
    t.equal((await terminal('staff').signIn()).code, 'ok', 'administrators do');
    await admit(harness, { allow_managers: true });
    const again = await terminal('staff').signIn({ login, password: STAFF_PASSWORD });
    t.equal(again.code, 'ok');
  },
);

t.test(
  'Clients do not sign in while their access class is closed [POST /trader/v1/auth/login #18]',
  async (t) => {
    const { harness, terminal } = await httpFor(t);
    await admit(harness, { allow_clients: false });
    const answer = await terminal('trader').signIn();
    t.equal(answer.status, 403);
    t.equal(answer.code, 'forbidden');
    t.equal((await terminal('staff').signIn()).code, 'ok', 'staff do');
  },
);

t.test(
  'The session carries the rights and the group masks of its login ' +
    '[POST /admin/v1/auth/login #21]',
  async (t) => {
    const { harness, terminal } = await httpFor(t);
    await harness.patch('staff', '1', {
      rights: ['accounts.view', 'trades.view'],
      group_scope: ['demo\\*'],
    });
    const { data } = await terminal('staff').signIn();
    t.match(data, {
      session: { rights: ['accounts.view', 'trades.view'], group_scope: ['demo\\*'] },
    });
  },
);

t.test(
  'A staff user who is not active may not sign in [POST /admin/v1/auth/login #22]',
  async (t) => {
    const { harness, terminal } = await httpFor(t);
    await harness.patch('staff', '1', { active: false });
    const answer = await terminal('staff').signIn();
    t.equal(answer.status, 403);
    t.equal(answer.code, 'auth.account_disabled');
  },
);

t.test(
  'The investor password opens a session that may only look [POST /trader/v1/auth/login #19]',
  async (t) => {
    const { harness, terminal } = await httpFor(t);
    const created = await harness.desk.handle('accounts.create', {
      caller: staffCaller(),
      body: opening(),
    });
    t.ok(created.ok);
    const login = created.ok ? created.data.login : 0;
    const investor = await terminal('trader').signIn({ login, password: 'Invest-1x' });
    t.match(investor, { code: 'ok', data: { session: { read_only: true } } });
    const master = await terminal('trader').signIn({ login, password: 'Master-1x' });
    t.match(master, { code: 'ok', data: { session: { read_only: false } } });
  },
);

t.test(
  'Where the group asks for it, an account opened by staff changes its password first ' +
    '[POST /trader/v1/auth/login #20] [POST /admin/v1/accounts #14]',
  async (t) => {
    const { harness, terminal, signedIn } = await httpFor(t);
    await harness.patch('group', 'demo\\netting', { password_change_first_login: true });
    const staff = await signedIn('staff');
    const open = async (group: string) => {
      const answer = await staff.ask('POST', '/accounts', { body: opening({ group }) });
      return (answer.data as { login: number }).login;
    };
    const first = await terminal('trader').signIn({
      login: await open('demo\\netting'),
      password: 'Master-1x',
    });
    t.match(first, { code: 'ok', data: { session: { must_change_password: true } } });
    const free = await terminal('trader').signIn({
      login: await open('demo\\standard'),
      password: 'Master-1x',
    });
    t.match(free, { code: 'ok', data: { session: { must_change_password: false } } });
  },
);
