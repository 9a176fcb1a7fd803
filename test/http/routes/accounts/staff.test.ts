// Staff users: listed within the scope, read, attached to accounts, and deleted for good.

import t, { type Test } from 'tap';
import { LOOK_AGAIN_MS } from '../../../../actors/desk/staff/staff.js';
import { RIGHTS } from '../../../../wire/accounts/rights.js';
import type { Caller } from '../../../../wire/desk/caller.js';
import { codeOf, staffCaller } from '../../../support/desk-harness.js';
import { each, type Fields, type Terminal } from '../../../support/http-harness.js';
import { pageLaws } from '../list-laws.js';
import { testsBelow } from '../tags.js';
import {
  itemsOf,
  LIMITED,
  LIMITS,
  MANAGERS,
  of,
  openDesk,
  ROOM,
  refused,
  TOO_MUCH,
} from './staff-desk.js';

const test = testsBelow('staff');
const { http, admin, open, attach, manager } = await openDesk(t);
const { harness } = http;

const create = (body: Fields, by: Terminal = admin) => by.post('/staff', body);
const remove = (login: number, by: Terminal = admin) => by.delete(of(login));

pageLaws(
  {
    path: 'staff',
    nameOf: ({ login }: { login: number }) => login,
    wrong: ['login=x', 'side=1'],
    open: async (t) => {
      const { http, admin, attach, open, manager } = await openDesk(t);
      const dealer = await attach();
      const ada = await open(MANAGERS, { name: 'Ada Lovelace' });
      await admin.post('/staff', { login: ada });
      const own = await manager({ group_scope: [MANAGERS] });
      return {
        reader: admin,
        names: [1, dealer, ada, own.login],
        narrower: [[own, [1, 2, 3]]],
        filters: {
          'login=0': [0, 1, 2, 3],
          [`login=${dealer}`]: [1],
          'login=99': [],
          'name=LOVE': [2],
          'name=': [0, 1, 2, 3],
          'group=*%5Cdealers': [1, 2, 3],
          'group=managers%5C*,!*dealers': [0],
        },
        more: async (count) => {
          for (let n = 0; n < count; n += 1) await http.hire();
        },
      };
    },
  },
  { scope: '#1', filters: '#3, #4, #5', pages: '#6, #7' },
);

test`a staff user is shown without passwords [GET #2] [GET /{login} #1]`(async (t) => {
  const { data } = await admin.get(of(1));
  t.same(Object.keys(data as object).sort(), [
    ...['active', 'created_at', 'email', 'group', 'group_scope', 'ip_allow', 'last_access'],
    ...['last_ip', 'login', 'logs_months', 'mailbox_name', 'name', 'reports_months', 'rights'],
    ...['updated_at', 'version'],
  ]);
  const rights = RIGHTS.filter((one) => one !== 'confirm_actions');
  t.match(data, { login: 1, active: true, group_scope: ['*'], rights, version: 1 });
  t.match(data, { group: 'managers\\administrators', last_ip: /^[\d.:a-f]+$/, last_access: /Z$/ });
  const listed = await admin.get('/staff?login=1');
  t.same(itemsOf(listed), [data]);
  t.notMatch(JSON.stringify(listed.data), /argon|hash/);
});

test`who is no staff user is not found [GET /{login} #2]`(async (t) => {
  const own = await manager({ group_scope: ['demo\\*'] });
  for (const login of [1001, 4711]) refused(t, await admin.get(of(login)), 'not_found');
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

test`a profile is attached to an account that is there [POST #1, #2, #3]`(async (t) => {
  const login = await open(MANAGERS, { name: 'Ada', email: 'ada@b.example' });
  for (const wrong of [undefined, 0, -1, 1.5, '7', null]) {
    refused(t, await create({ login: wrong }), 'invalid_input', 'login');
  }
  refused(t, await create({ login: 4711 }), 'not_found');
  const { data } = await create({ login });
  t.match(data, { login, name: 'Ada', email: 'ada@b.example', group: MANAGERS, version: 1 });
  t.match(data, { active: true, rights: [], group_scope: [], ip_allow: [], mailbox_name: '' });
  t.match(data, { logs_months: 0, reports_months: 0, last_access: null, last_ip: '' });
  t.equal((await admin.get('/accounts/4711')).code, 'not_found', 'no account is opened');
});

test`the folder of its group makes an account staff [POST #4, #5]`(async (t) => {
  const createIn = async (group: string) => {
    const made = await harness.desk.writer.change(['settings'], { by: 0, ip: '' }, (tx) =>
      tx.create('group', { path: group, currency: 'USD', symbols: [] }),
    );
    t.equal(codeOf(made), 'ok');
    return create({ login: await open(group) });
  };
  for (const group of ['MANAGERS', 'a\\b\\Administrators\\c', 'desk\\managers']) {
    t.equal((await createIn(group)).code, 'ok', group);
  }
  for (const group of ['managers2\\a', 'a\\my managers', 'administrator']) {
    refused(t, await createIn(group), 'invalid_input', 'login');
  }
  refused(t, await create({ login: 1001 }), 'invalid_input', 'login');
});

test`the group is in scope, and the profile the only one [POST #6, #7]`(async (t) => {
  const own = await manager({ group_scope: [MANAGERS] });
  const administrator = await open('managers\\administrators');
  refused(t, await create({ login: administrator }, own), 'invalid_input', 'login');
  const dealer = await open();
  t.equal((await create({ login: dealer }, own)).code, 'ok');
  refused(t, await create({ login: dealer }), 'conflict');
  refused(t, await create({ login: await attach() }), 'conflict');
});

test`of two who attach a profile at a time one does; the account has a new version
  [POST #8, #9]`(async (t) => {
  const login = await open();
  const account = () => harness.desk.records.get('account', `${login}`)?.record;
  t.equal(account()?.version, 1);
  const answers = await Promise.all([create({ login }), create({ login })]);
  t.same(answers.map(({ code }) => code).sort(), ['conflict', 'ok']);
  t.equal(account()?.version, 2);
});

test`limits of a profile [POST #10, #11, #12]`(async (t) => {
  const login = await open();
  for (const [field, value] of LIMITS) {
    refused(t, await create({ login, [field]: value }), 'invalid_input', field);
  }
  t.match((await create({ login, ...ROOM })).data, ROOM);
});

test`nobody grants what he does not hold [POST #13, #14, #15]`(async (t) => {
  const own = await manager(LIMITED);
  const login = await open();
  for (const [field, value] of TOO_MUCH) {
    refused(t, await create({ login, [field]: value }, own), 'forbidden', field);
  }
  const body = { login, rights: ['config.staff'], group_scope: [`${MANAGERS}\\*`], logs_months: 2 };
  const { data } = await create(body, own);
  t.match(data, { ...body, reports_months: 3 }, 'what is not named reaches as far as his');
});

test`a role gives the rights of a job besides those that are listed`(async (t) => {
  const roles = await admin.read<{ role: string; rights: string[] }[]>('/staff/roles');
  t.same(each(roles, 'role'), ['dealer', 'back_office', 'auditor']);
  for (const { role, rights } of roles) {
    const login = await open(MANAGERS);
    const body = { login, role, rights: ['trades.view', 'config.holidays'] };
    const { rights: given } = (await create(body)).data as { rights: string[] };
    t.same([...given].sort(), [...new Set([...rights, ...body.rights])].sort(), role);
  }
  const login = await open(MANAGERS);
  refused(t, await create({ login, role: 'king' }), 'invalid_input', /^role: /);
  const limited = await manager({ rights: ['config.staff'] });
  refused(t, await create({ login, role: 'auditor' }, limited), 'forbidden');
});

test`a new profile is known at once, and journaled [POST #16, #17, #18]`(async (t) => {
  const login = await open();
  const trader = await http.signedIn('trader', { login, terminal: 'desktop' });
  refused(t, await create({ login, name: 'x' }), 'invalid_input', 'name');
  refused(t, await create({ login, active: false }), 'invalid_input', 'active');
  t.equal((await create({ login, ip_allow: ['192.0.2.7'] })).code, 'ok');
  t.same(http.lines(), [{ kind: 'account', login, text: `staff user ${login} created` }]);
  t.equal((await trader.me()).code, 'auth.session_expired', 'from no other address');
});

test`a deleted staff user is gone and signed out; its account stays
  [DELETE /{login} #1, #6]`(async (t) => {
  const own = await manager();
  const { login } = own;
  await own.put('/me/preferences', { content: { theme: 'dark' } });
  const trading = await http.signedIn('trader', { login, terminal: 'web' });
  t.equal((await trading.me()).code, 'ok');
  t.match(await remove(login), { code: 'ok', data: null });
  t.same(http.lines(), [{ kind: 'account', login, text: `staff user ${login} deleted` }]);
  for (const session of [own, trading]) t.equal((await session.me()).code, 'auth.session_expired');
  refused(t, await admin.get(of(login)), 'not_found');
  refused(t, await remove(login), 'not_found');
  t.equal((await http.terminal('staff').signIn({ login })).code, 'auth.not_staff');
  t.equal((await admin.get(`/accounts/${login}`)).code, 'ok');
  await create({ login });
  const back = await http.signedIn('staff', { login });
  t.match(await back.read('/me/preferences'), { version: 0 }, 'nothing is left');
});

test`nobody deletes himself, whom he does not see, or who holds more
  [DELETE /{login} #2, #3, #4]`(async (t) => {
  const own = await manager({ group_scope: [MANAGERS] });
  refused(t, await remove(own.login, own), 'forbidden', 'yourself');
  refused(t, await remove(1, own), 'not_found');
  const stronger = await attach({ rights: ['mailbox'] });
  refused(t, await remove(stronger, own), 'forbidden', 'rights');
  t.equal((await admin.get(of(stronger))).code, 'ok');
  t.equal((await own.me()).code, 'ok');
});

/** Until the end of the test the desk's look at the database is followed by this, by its number. */
const afterLook = (t: Test, work: (look: number) => Promise<void>): void => {
  let looks = 0;
  harness.onCaughtUp = async () => {
    looks += 1;
    await work(looks);
  };
  t.teardown(() => {
    harness.onCaughtUp = async () => {};
  });
};
/** Staff who may kick a trader that is signed in. */
const kicker = async () => {
  await http.signedIn('trader');
  return manager({ rights: ['accounts.online', 'accounts.edit'], group_scope: ['*'] });
};
const kickedBy = async (login: number) => {
  const caller = staffCaller({ login });
  return codeOf(await harness.desk.handle('online.kick', { caller, login: 1001 }));
};
const removed = (login: number) =>
  harness.desk.handle('staff.delete', { caller: staffCaller(), login });
const renamed = (login: number, by: Terminal) =>
  by.patch(of(login), { version: 1, mailbox_name: 'x' });

test`who dealt, changed something or is to decide is not deleted
  [DELETE /{login} #5]`(async (t) => {
  const author = await manager();
  await renamed(await attach(), author);
  refused(t, await remove(author.login), 'conflict', 'disable');
  t.equal((await author.me()).code, 'ok');
  const { login } = await kicker();
  t.equal(await kickedBy(login), 'ok');
  refused(t, await remove(login), 'conflict', 'disable');
  const dealer = await attach();
  harness.dealt.add(dealer);
  refused(t, await remove(dealer), 'conflict', 'disable');
  t.equal((await admin.post(of(dealer, '/disable'))).code, 'ok');
  const awaited = await attach();
  const rule = { name: 'Desk', action: 'dealer', dealers: [awaited] };
  t.equal((await admin.post('/routing', rule)).code, 'ok');
  refused(t, await remove(awaited), 'conflict', 'Desk');
  harness.isBehind = true;
  refused(t, await remove(await attach()), 'conflict', 'now');
  harness.isBehind = false;
});

test`what was done or dealt after the first look counts, too [DELETE /{login} #5]`(async (t) => {
  const author = await manager();
  const subject = await attach();
  afterLook(t, async (look) => {
    if (look === 1) await renamed(subject, author);
  });
  refused(t, await remove(author.login), 'conflict', 'disable');
  const dealer = await attach();
  afterLook(t, async (look) => {
    if (look === 1) harness.dealt.add(dealer);
  });
  refused(t, await remove(dealer), 'conflict', 'disable');
  t.equal((await remove(subject)).code, 'ok');
});

test`what is on its way to the disk counts, too [DELETE /{login} #5]`(async (t) => {
  const { login } = await kicker();
  // The kick waits for the disk, what is written after it does not.
  const commit = harness.holdWrites();
  const kicked = kickedBy(login);
  await new Promise(setImmediate);
  harness.hold = undefined;
  const refused = removed(login);
  await new Promise(setImmediate);
  commit();
  t.equal(await kicked, 'ok');
  t.match(await refused, { code: 'conflict', message: /journal lines/ });
});

test`whoever is being deleted does nothing any more [DELETE /{login} #5]`(async (t) => {
  const { login } = await kicker();
  let kicked: Promise<string> | undefined;
  afterLook(t, async (look) => {
    // The second look is the last one: what is done behind it would not be seen.
    if (look === 2) kicked = kickedBy(login);
  });
  t.match(await removed(login), { ok: true });
  t.equal(await kicked, 'forbidden');
});

test`a delete looks at the database for whom it is allowed alone, and for a short time while others
  wait`(async (t) => {
  const login = await attach();
  const weak = await manager();
  const looks = async (caller: Caller, whom: number, code: string) => {
    const before = harness.looks.length;
    const answer = await harness.desk.handle('staff.delete', { caller, login: whom });
    t.equal(codeOf(answer), code);
    return harness.looks.slice(before);
  };
  t.same(await looks(staffCaller({ login: weak.login }), 1, 'forbidden'), []);
  t.same(await looks(staffCaller({ login: 1001 }), login, 'forbidden'), [], 'not even staff');
  t.same(await looks(staffCaller(), 1, 'forbidden'), [], 'himself');
  t.same(await looks(staffCaller(), login, 'ok'), [undefined, LOOK_AGAIN_MS]);
  harness.isBehind = true;
  t.same(await looks(staffCaller(), await attach(), 'conflict'), [undefined], 'no lock is taken');
  harness.isBehind = false;
});

test`a profile that is attached again goes on from the versions of the one before`(async (t) => {
  const login = await attach();
  const change = (version: number, mailbox_name: string) =>
    admin.patch(of(login), { version, mailbox_name });
  t.match(await change(1, 'one'), { data: { version: 2 } });
  t.equal((await remove(login)).code, 'ok');
  const again = await admin.post('/staff', { login });
  const { version } = again.data as { version: number };
  for (const stale of [1, 2]) refused(t, await change(stale, 'stale'), 'conflict');
  t.match(await change(version, 'new'), { data: { version: version + 1, mailbox_name: 'new' } });
  t.ok(version > 2);
});

test`preferences of a profile that is attached again go on from the versions of before`(
  async (t) => {
    const login = await attach();
    const save = async (expected_version: number) => {
      const bytes = new TextEncoder().encode(JSON.stringify({ content: {}, expected_version }));
      const caller = staffCaller({ login });
      return codeOf(
        await harness.desk.handle('preferences.write', { caller, bytes, merge: false }),
      );
    };
    t.equal(await save(0), 'ok');
    t.equal((await remove(login)).code, 'ok');
    await admin.post('/staff', { login });
    t.equal(await save(0), 'ok');
    t.equal(await save(1), 'conflict', 'a stale one does not fit');
  },
);

test`a save that waits while its profile goes brings no preferences back`(async (t) => {
  const { login } = await manager();
  const save = (theme: string) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ content: { theme } }));
    const caller = staffCaller({ login });
    return harness.desk.handle('preferences.write', { caller, bytes, merge: false });
  };
  t.equal(codeOf(await save('dark')), 'ok');
  let saved: ReturnType<typeof save> | undefined;
  afterLook(t, async (look) => {
    // The second look is under the locks, so the save has to wait for the end of the delete.
    if (look === 2) saved = save('light');
  });
  t.equal(codeOf(await removed(login)), 'ok');
  t.match(await saved, { ok: false, code: 'auth.session_expired' });
  t.equal(harness.desk.records.get('preferences', `${login}`), undefined);
});
