// Staff users: listed within the scope, read, and attached to accounts.

import t from 'tap';
import { RIGHTS } from '../../wire/rights.js';
import { codeOf } from '../support/desk-harness.js';
import { STAFF_PASSWORD } from '../support/http-harness.js';
import {
  itemsOf,
  LIMITED,
  LIMITS,
  loginsOf,
  MANAGERS,
  of,
  openDesk,
  ROOM,
  refused,
  TOO_MUCH,
} from './staff-desk.js';

t.test('staff users of the scope are listed [GET /admin/v1/staff #1]', async (t) => {
  const { attach, admin, manager } = await openDesk(t);
  const dealer = await attach();
  const own = await manager({ group_scope: [MANAGERS] });
  t.same(loginsOf(await admin.ask('GET', '/staff')), [1, dealer, own.login]);
  t.same(loginsOf(await own.ask('GET', '/staff')), [dealer, own.login], 'without administrators');
});

t.test('filters of the list [GET /admin/v1/staff #3, #4, #5]', async (t) => {
  const { open, attach, admin } = await openDesk(t);
  const dealer = await attach();
  const ada = await open(MANAGERS, { name: 'Ada Lovelace' });
  await admin.ask('POST', '/staff', { body: { login: ada } });
  const listed = async (query: string) => loginsOf(await admin.ask('GET', `/staff?${query}`));
  t.same(await listed('login=0'), [1, dealer, ada], '0 is any');
  t.same(await listed(`login=${dealer}`), [dealer]);
  t.same(await listed('login=99'), []);
  t.same(await listed('name=LOVE'), [ada]);
  t.same(await listed('name='), [1, dealer, ada]);
  t.same(await listed('group=*%5Cdealers'), [dealer, ada]);
  t.same(await listed('group=managers%5C*,!*dealers'), [1]);
});

t.test('the list is paged [GET /admin/v1/staff #6, #7]', async (t) => {
  const { http, admin } = await openDesk(t);
  for (let n = 0; n < 103; n += 1) await http.hire();
  const first = await admin.ask('GET', '/staff');
  t.equal(itemsOf(first).length, 100);
  t.match(first.data, { page: 1, total: 104 });
  const second = await admin.ask('GET', '/staff?page=2&limit=100');
  t.equal(itemsOf(second).length, 4);
  t.match(second.data, { page: 2, total: 104 });
  t.equal(itemsOf(await admin.ask('GET', '/staff?limit=1000')).length, 104);
  for (const wrong of ['limit=1001', 'limit=0', 'page=0', 'login=x', 'side=1']) {
    refused(t, await admin.ask('GET', `/staff?${wrong}`), 'invalid_input', wrong.split('=')[0]);
  }
});

t.test(
  'a staff user is shown without passwords ' +
    '[GET /admin/v1/staff #2] [GET /admin/v1/staff/{login} #1]',
  async (t) => {
    const { admin } = await openDesk(t);
    const { data } = await admin.ask('GET', of(1));
    t.same(Object.keys(data as object).sort(), [
      ...['active', 'created_at', 'email', 'group', 'group_scope', 'ip_allow', 'last_access'],
      ...['last_ip', 'login', 'logs_months', 'mailbox_name', 'name', 'reports_months', 'rights'],
      ...['updated_at', 'version'],
    ]);
    t.match(data, { login: 1, active: true, group_scope: ['*'], rights: RIGHTS, version: 1 });
    t.match(data, {
      group: 'managers\\administrators',
      last_ip: /^[\d.:a-f]+$/,
      last_access: /Z$/,
    });
    const listed = await admin.ask('GET', '/staff');
    t.same(itemsOf(listed), [data]);
    t.notMatch(JSON.stringify(listed.data), /argon|hash/);
  },
);

t.test('who is no staff user is not found [GET /admin/v1/staff/{login} #2]', async (t) => {
  const { admin, manager } = await openDesk(t);
  const own = await manager({ group_scope: ['demo\\*'] });
  for (const login of [1001, 4711]) refused(t, await admin.ask('GET', of(login)), 'not_found');
  for (const [method, below, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { version: 1, mailbox_name: 'x' }],
    ['POST', '/disable', undefined],
    ['POST', '/password', { password: 'Other-1x' }],
    ['GET', '/reports', undefined],
    ['PUT', '/reports', { version: 1, lines: [] }],
    ['DELETE', '', undefined],
  ] as const) {
    refused(t, await own.ask(method, of(1, below), { body }), 'not_found');
    refused(t, await admin.ask(method, of(1001, below), { body }), 'not_found');
  }
});

t.test(
  'a profile is attached to an account that is there [POST /admin/v1/staff #1, #2, #3]',
  async (t) => {
    const { admin, open } = await openDesk(t);
    const login = await open(MANAGERS, { name: 'Ada', email: 'ada@b.example' });
    for (const wrong of [0, -1, 1.5, '7', null]) {
      refused(
        t,
        await admin.ask('POST', '/staff', { body: { login: wrong } }),
        'invalid_input',
        'login',
      );
    }
    refused(t, await admin.ask('POST', '/staff', { body: {} }), 'invalid_input', 'login');
    refused(t, await admin.ask('POST', '/staff', { body: { login: 4711 } }), 'not_found');
    const { data } = await admin.ask('POST', '/staff', { body: { login } });
    t.match(data, { login, name: 'Ada', email: 'ada@b.example', group: MANAGERS, version: 1 });
    t.match(data, { active: true, rights: [], group_scope: [], ip_allow: [], mailbox_name: '' });
    t.match(data, { logs_months: 0, reports_months: 0, last_access: null, last_ip: '' });
    t.equal((await admin.ask('GET', '/accounts/4711')).code, 'not_found', 'no account is opened');
  },
);

t.test(
  'the folder of its group makes an account staff [POST /admin/v1/staff #4, #5]',
  async (t) => {
    const { http, admin, open } = await openDesk(t);
    const attach = async (group: string) => {
      const made = await http.harness.desk.writer.change(['settings'], { by: 0, ip: '' }, (draft) =>
        draft.create('group', { path: group, currency: 'USD', symbols: [] }),
      );
      t.equal(codeOf(made), 'ok');
      return admin.ask('POST', '/staff', { body: { login: await open(group) } });
    };
    for (const group of ['MANAGERS', 'a\\b\\Administrators\\c', 'desk\\managers']) {
      t.equal((await attach(group)).code, 'ok', group);
    }
    for (const group of ['managers2\\a', 'a\\my managers', 'administrator']) {
      refused(t, await attach(group), 'invalid_input', 'login');
    }
    refused(
      t,
      await admin.ask('POST', '/staff', { body: { login: 1001 } }),
      'invalid_input',
      'login',
    );
  },
);

t.test(
  'the group is in scope, and the profile the only one [POST /admin/v1/staff #6, #7]',
  async (t) => {
    const { open, attach, admin, manager } = await openDesk(t);
    const own = await manager({ group_scope: [MANAGERS] });
    const administrator = await open('managers\\administrators');
    refused(
      t,
      await own.ask('POST', '/staff', { body: { login: administrator } }),
      'invalid_input',
      'login',
    );
    const dealer = await open();
    t.equal((await own.ask('POST', '/staff', { body: { login: dealer } })).code, 'ok');
    refused(t, await admin.ask('POST', '/staff', { body: { login: dealer } }), 'conflict');
    refused(t, await admin.ask('POST', '/staff', { body: { login: await attach() } }), 'conflict');
  },
);

t.test(
  'of two who attach a profile at a time one does; the account has a new version ' +
    '[POST /admin/v1/staff #8, #9]',
  async (t) => {
    const { http, open, admin } = await openDesk(t);
    const login = await open();
    const account = () => http.harness.desk.records.get('account', String(login))?.record;
    t.equal(account()?.version, 1);
    const attach = () => admin.ask('POST', '/staff', { body: { login } });
    const codes = (await Promise.all([attach(), attach()])).map(({ code }) => code);
    t.same(codes.sort(), ['conflict', 'ok']);
    t.equal(account()?.version, 2);
  },
);

t.test('limits of a profile [POST /admin/v1/staff #10, #11, #12]', async (t) => {
  const { admin, open } = await openDesk(t);
  const login = await open();
  for (const [field, value] of LIMITS) {
    refused(
      t,
      await admin.ask('POST', '/staff', { body: { login, [field]: value } }),
      'invalid_input',
      field,
    );
  }
  t.match((await admin.ask('POST', '/staff', { body: { login, ...ROOM } })).data, ROOM);
});

t.test('nobody grants what he does not hold [POST /admin/v1/staff #13, #14, #15]', async (t) => {
  const { manager, open } = await openDesk(t);
  const own = await manager(LIMITED);
  const login = await open();
  for (const [field, value] of TOO_MUCH) {
    refused(
      t,
      await own.ask('POST', '/staff', { body: { login, [field]: value } }),
      'forbidden',
      field,
    );
  }
  const body = { login, rights: ['config.staff'], group_scope: [`${MANAGERS}\\*`], logs_months: 2 };
  const granted = await own.ask('POST', '/staff', { body });
  t.match(granted.data, { ...body, reports_months: 3 }, 'what is not named reaches as far as his');
});

t.test(
  'a new profile is known at once, and journaled [POST /admin/v1/staff #16, #17, #18]',
  async (t) => {
    const { http, admin, open, lines } = await openDesk(t);
    const login = await open();
    const trader = await http.signedIn('trader', {
      login,
      password: STAFF_PASSWORD,
      terminal: 'desktop',
    });
    refused(
      t,
      await admin.ask('POST', '/staff', { body: { login, name: 'x' } }),
      'invalid_input',
      'name',
    );
    refused(
      t,
      await admin.ask('POST', '/staff', { body: { login, active: false } }),
      'invalid_input',
      'active',
    );
    const ip_allow = ['192.0.2.7'];
    t.equal((await admin.ask('POST', '/staff', { body: { login, ip_allow } })).code, 'ok');
    t.same(lines(), [{ kind: 'account', login, text: `staff user ${login} created` }]);
    t.equal(
      (await trader.ask('GET', '/auth/me')).code,
      'auth.session_expired',
      'from no other address',
    );
  },
);
