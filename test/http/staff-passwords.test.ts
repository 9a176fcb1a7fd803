// Passwords of staff users: set by those who hold no less, as those of other accounts are.

import t from 'tap';
import { STAFF_PASSWORD, type Terminal } from '../support/http-harness.js';
import { MANAGERS, of, openDesk, refused } from './staff-desk.js';

t.test(
  'a password is set by whoever may, and ends all sessions ' +
    '[POST /admin/v1/staff/{login}/password #1, #2, #3]',
  async (t) => {
    const { http, admin, manager, lines } = await openDesk(t);
    const own = await manager();
    const set = (by: Terminal, login: number, password: string) =>
      by.ask('POST', of(login, '/password'), { body: { password } });
    await http.harness.patch('group', MANAGERS, { password_min_length: 10 });
    for (const weak of [
      'Short-1',
      'Nine-1xyz',
      'nocapital-1',
      'No-digits-x',
      'NoSymb0lsHere',
      '',
    ]) {
      const answer = await set(admin, own.login, weak);
      const fault = {
        status: 400,
        code: 'auth.password_weak',
        message: /^password: needs 10 to 16/,
      };
      t.match(answer, fault, weak);
    }
    refused(t, await set(own, 1, 'Stronger-1x'), 'forbidden', 'rights');
    refused(t, await set(own, own.login, 'Stronger-1x'), 'forbidden', 'present one');
    t.equal((await own.ask('GET', '/auth/me')).code, 'ok');
    t.match(await set(admin, own.login, 'Stronger-1x'), { status: 200, data: null });
    t.equal((await own.ask('GET', '/auth/me')).code, 'auth.session_expired');
    t.same(lines(), [{ kind: 'account', login: own.login, text: 'master password set' }]);
    const signIn = async (password: string) =>
      (await http.terminal('staff').signIn({ login: own.login, password })).code;
    t.equal(await signIn(STAFF_PASSWORD), 'auth.invalid_credentials');
    t.equal(await signIn('Stronger-1x'), 'ok');
  },
);

t.test('a password that staff are given keeps to what holds for every account', async (t) => {
  const { http, admin, manager } = await openDesk(t);
  const own = await manager();
  const set = (password: string) =>
    admin.ask('POST', of(own.login, '/password'), { body: { password } });
  refused(t, await set('Invest-1x'), 'invalid_input', /^password: must differ from the investor/);
  t.equal((await own.ask('GET', '/auth/me')).code, 'ok');
  await http.harness.patch('group', MANAGERS, { password_change_first_login: true });
  t.equal((await set('Other-1xy')).code, 'ok');
  const next = await http.signedIn('staff', { login: own.login, password: 'Other-1xy' });
  t.match((await next.ask('GET', '/auth/me')).data, { must_change_password: true });
  const beyond = await next.ask('GET', of(own.login));
  t.equal(beyond.code, 'auth.password_change_required');
});

t.test('a password is not set by who lost the right while it was looked at', async (t) => {
  const { http, manager, attach } = await openDesk(t);
  const login = await attach();
  const rights = ['config.staff', 'mailbox'];
  const own = await manager({ rights });
  http.harness.hasher.meanwhile = async () => {
    http.harness.hasher.meanwhile = async () => {};
    await http.harness.patch('staff', String(own.login), { rights: ['mailbox'] });
  };
  const body = { password: 'Other-1xy' };
  refused(t, await own.ask('POST', of(login, '/password'), { body }), 'forbidden');
  await http.signedIn('staff', { login, password: STAFF_PASSWORD });
});
