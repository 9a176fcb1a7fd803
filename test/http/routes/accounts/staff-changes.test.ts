// Staff users: changed by those who hold no less, disabled, given report lines.

import t from 'tap';
import { RIGHTS } from '../../../../wire/accounts/rights.js';
import { each, type Fields, type Terminal } from '../../../support/http-harness.js';
import { testsBelow } from '../tags.js';
import {
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

const test = testsBelow('staff');
const { http, admin, open, attach, manager } = await openDesk(t);
const { harness } = http;

const change = (login: number, body: Fields, by: Terminal = admin) => by.patch(of(login), body);
const put = (login: number, version: number, lines: unknown, by: Terminal = admin) =>
  by.put(of(login, '/reports'), { version, lines });
const disable = (login: number, by: Terminal = admin) => by.post(of(login, '/disable'));
const read = (login: number, by: Terminal = admin) => by.read(of(login));
const signIn = async (login: number) => (await http.terminal('staff').signIn({ login })).code;

test`a change rests on a version [PATCH /{login} #1, #12, #13]`(async (t) => {
  const login = await attach();
  refused(t, await change(login, { mailbox_name: 'Support' }), 'invalid_input', 'version');
  const body = { mailbox_name: 'Support', name: 'Ada', email: 'ada@b.example' };
  t.match((await change(login, { version: 1, ...body })).data, { version: 2, ...body });
  t.same(http.lines(), [
    { kind: 'account', login, text: `staff user ${login} changed: mailbox_name, name, email` },
  ]);
  refused(t, await change(login, { version: 1, mailbox_name: 'Desk' }), 'conflict', 'version');
  const events = harness.log.length;
  t.match((await change(login, { version: 2, ...body })).data, { version: 2, ...body });
  t.match((await change(login, { version: 2 })).data, { version: 2, ...body });
  t.equal(harness.log.length, events, 'nothing was written');
  t.match((await change(login, { version: 2, name: 'Eve' })).data, { version: 3, name: 'Eve' });
  t.equal(http.lines().length, 1);
  t.match(await admin.read(`/accounts/${login}`), { name: 'Eve' });
});

test`whom one may change [PATCH /{login} #2, #3]`(async (t) => {
  const own = await manager({ group_scope: [MANAGERS] });
  const outside = await attach({}, 'managers\\administrators');
  const stronger = await attach({ rights: ['config.staff', 'reports'] });
  const equal = await attach({ rights: ['config.staff'] });
  const body = { version: 1, mailbox_name: 'x' };
  refused(t, await change(outside, body, own), 'not_found');
  refused(t, await change(stronger, body, own), 'forbidden', 'rights');
  t.equal((await change(equal, body, own)).code, 'ok');
  t.match(await read(stronger), { version: 1, mailbox_name: '' });
  const restricted = await attach({ rights: ['config.staff', 'confirm_actions'] });
  const free = { version: 1, rights: ['config.staff'] };
  refused(t, await change(restricted, free, own), 'forbidden', 'rights');
  const binding = { version: 2, rights: ['config.staff', 'confirm_actions'] };
  refused(t, await change(equal, binding, own), 'forbidden', 'confirm_actions');
  t.equal((await change(restricted, free)).code, 'ok');
});

test`a new group is a staff group in scope; whoever moves signs in again
  [PATCH /{login} #4, #7]`(async (t) => {
  const own = await manager({ group_scope: [MANAGERS] });
  const peer = await manager({ group_scope: [MANAGERS] });
  const move = (by: Terminal, group: string) => change(own.login, { version: 1, group }, by);
  refused(t, await move(admin, 'demo\\standard'), 'invalid_input', 'group');
  refused(t, await move(admin, 'managers\\nowhere'), 'invalid_input', 'group');
  for (const outside of ['managers\\administrators', 'managers\\nowhere', 'demo\\standard']) {
    refused(t, await move(peer, outside), 'forbidden', 'scope');
  }
  for (const state of [harness.busy, harness.silent]) {
    state.add(own.login);
    refused(t, await move(admin, 'managers\\administrators'), 'conflict', 'group');
    state.clear();
  }
  t.equal((await own.me()).code, 'ok');
  t.match((await move(admin, 'managers\\administrators')).data, {
    group: 'managers\\administrators',
    version: 2,
  });
  t.equal((await own.me()).code, 'auth.session_expired');
  t.same(harness.held, [], 'its requests go on');
});

test`limits of a change [PATCH /{login} #5, #11]`(async (t) => {
  const login = await attach();
  for (const [field, value] of LIMITS) {
    refused(t, await change(login, { version: 1, [field]: value }), 'invalid_input', field);
  }
  const own = (await read(login)) as Fields;
  const readOnly = ['login', 'created_at', 'updated_at', 'last_access', 'last_ip'];
  for (const field of readOnly) {
    refused(t, await change(login, { version: 1, [field]: own[field] }), 'invalid_input', field);
  }
  refused(t, await change(login, { version: 1, surprise: 1 }), 'invalid_input', 'surprise');
  const whole = await change(login, own);
  refused(t, whole, 'invalid_input');
  t.same(whole.message.split(':')[0]?.split(', ').sort(), readOnly.sort(), 'one error names all');
  t.match((await change(login, { version: 1, ...ROOM })).data, ROOM);
});

test`no change gives more than one holds [PATCH /{login} #14]`(async (t) => {
  const own = await manager(LIMITED);
  const wide = { group_scope: ['real\\*'], logs_months: 0, reports_months: 12 };
  const login = await attach(wide);
  for (const [field, value] of TOO_MUCH.filter(([field]) => field !== 'logs_months')) {
    const body = { version: 1, [field]: value };
    refused(t, await change(login, body, own), 'forbidden', field);
    refused(t, await change(own.login, body, own), 'forbidden', field);
  }
  const more = await change(login, { version: 1, rights: ['config.staff'] }, own);
  refused(t, more, 'forbidden', 'group_scope');
  const same = await change(login, { version: 1, ...wide, mailbox_name: 'Desk' }, own);
  t.match(same.data, wide, 'what it has may stay');
});

test`nobody loosens what holds him back himself; others who hold as much may`(async (t) => {
  const group_scope = ['managers\\*'];
  const rights = ['config.staff', 'confirm_actions'];
  const own = await manager({ group_scope, rights, ip_allow: ['127.0.0.0/8'] });
  const set = (by: Terminal, version: number, fields: Fields) =>
    change(own.login, { version, ...fields }, by);
  const loosened: readonly (readonly [string, unknown])[] = [
    ['ip_allow', []],
    ['ip_allow', ['127.0.0.1', '10.0.0.0/8']],
    ['ip_allow', ['0.0.0.0/0']],
    ['rights', ['config.staff']],
    ['group', 'managers\\administrators'],
  ];
  for (const [field, value] of loosened) {
    refused(t, await set(own, 1, { [field]: value }), 'forbidden', `${field}:`);
  }
  t.match(await read(own.login), { version: 1, ip_allow: ['127.0.0.0/8'] });
  t.equal((await set(own, 1, { ip_allow: ['127.0.0.1'] })).code, 'ok', 'tighter is allowed');
  t.equal((await set(admin, 2, { ip_allow: [], rights: ['config.staff'] })).code, 'ok');
  t.equal((await set(admin, 3, { group: 'managers\\administrators' })).code, 'ok');
});

test`staff bound to addresses cannot give other addresses`(async (t) => {
  const own = await manager({ ip_allow: ['127.0.0.0/8'] });
  const login = await open();
  const create = (more: Fields) => own.post('/staff', { login, ...more });
  refused(t, await create({ ip_allow: [] }), 'forbidden', 'ip_allow');
  refused(t, await create({ ip_allow: ['10.'] }), 'forbidden', 'ip_allow');
  t.match((await create({})).data, { ip_allow: ['127.0.0.0/8'] }, 'his own where none are named');
  const other = await attach({ ip_allow: ['10.'] });
  refused(t, await change(other, { version: 1, ip_allow: [] }, own), 'forbidden', 'ip_allow');
  const free = await attach();
  const password = { body: { password: 'Stronger-1x' } };
  refused(t, await own.ask('POST', of(free, '/password'), password), 'forbidden', 'ip_allow');
  t.equal((await admin.ask('POST', of(free, '/password'), password)).code, 'ok');
});

test`nobody shuts himself out; whom another disables is signed out
  [PATCH /{login} #6, #8, #9]`(async (t) => {
  const own = await manager();
  const set = (by: Terminal, version: number, active: boolean) =>
    change(own.login, { version, active }, by);
  refused(t, await set(own, 1, false), 'forbidden', 'active');
  t.match((await set(admin, 1, false)).data, { active: false, version: 2 });
  t.equal((await own.me()).code, 'auth.session_expired');
  t.equal(await signIn(own.login), 'auth.account_disabled');
  t.match((await set(admin, 2, true)).data, { active: true, version: 3 });
  t.equal(await signIn(own.login), 'ok');
});

test`a session takes on changed rights, scope and addresses at once
  [PATCH /{login} #10]`(async (t) => {
  const own = await manager();
  let version = 0;
  const set = async (fields: Fields) => {
    version += 1;
    t.equal((await change(own.login, { version, ...fields })).code, 'ok');
  };
  t.equal((await own.get(of(1))).code, 'ok');
  await set({ group_scope: [MANAGERS] });
  t.equal((await own.get(of(1))).code, 'not_found');
  t.match((await own.me()).data, { group_scope: [MANAGERS] });
  await set({ rights: ['mailbox'] });
  t.equal((await own.get('/staff')).code, 'forbidden');
  t.match((await own.me()).data, { rights: ['mailbox'] });
  await set({ ip_allow: ['192.0.2.0/24'] });
  t.equal((await own.me()).code, 'auth.session_expired');
  await set({ ip_allow: [] });
  t.equal((await own.me()).code, 'ok', 'it has not ended');
});

test`a disabled staff user signs in no more, and the journal says so
  [POST /{login}/disable #1, #2, #4]`(async (t) => {
  const own = await manager();
  const { login } = own;
  const disabled = await disable(login);
  t.match(disabled.data, { login, active: false, version: 2 });
  t.same(http.lines(), [{ kind: 'account', login, text: `staff user ${login} changed: active` }]);
  t.equal((await own.me()).code, 'auth.session_expired');
  t.equal(await signIn(login), 'auth.account_disabled');
  const events = harness.log.length;
  t.same((await disable(login)).data, disabled.data);
  t.equal(harness.log.length, events, 'nothing was written');
});

test`staff cannot disable themselves [POST /{login}/disable #3]`(async (t) => {
  refused(t, await disable(1), 'forbidden');
  refused(t, await disable(1, await manager()), 'forbidden', 'rights');
  t.equal((await admin.me()).code, 'ok');
});

const line = (path: string, more: Fields = {}) => ({
  ...{ path, view: true, export: false, depth_days: 0, position: 1 },
  ...more,
});

test`report lines come by path and say what they open
  [GET /{login}/reports #1, #3, #4]`(async (t) => {
  const login = await attach();
  t.same(await admin.read(of(login, '/reports')), []);
  const sent = [
    { path: 'Sales\\*', export: true, depth_days: 30 },
    { path: 'Daily', view: false },
  ];
  const answer = await put(login, 1, sent);
  const shown = [
    line('Daily', { view: false, position: 2 }),
    line('Sales\\*', { export: true, depth_days: 30 }),
  ];
  t.same(answer.data, shown);
  t.same(await admin.read(of(login, '/reports')), shown);
  t.match(await read(login), { version: 2 });
  t.same(http.lines(), [{ kind: 'account', login, text: `staff user ${login} changed: reports` }]);
});

test`what report lines may say, and on which version`(async (t) => {
  const login = await attach();
  for (const [wrong, field] of [
    [[{ view: true }], 'path'],
    [[{ path: '' }], 'path'],
    [[{ path: 'a,b' }], 'path'],
    [[{ path: '!a' }], 'path'],
    [[{ path: '*'.repeat(9) }], 'path'],
    [[{ path: 'Daily' }, { path: 'DAILY' }], 'lines.1.path'],
    [[{ path: 'a', depth_days: -1 }], 'depth_days'],
    [[{ path: 'a', surprise: 1 }], 'surprise'],
    [Array.from({ length: 257 }, (_, n) => ({ path: `r${n}` })), 'lines'],
  ] as const) {
    refused(t, await put(login, 1, wrong), 'invalid_input', field);
  }
  refused(t, await put(login, 2, []), 'conflict', 'version');
});

test`report lines out of scope are not found; nobody gives more than his own lines
  [GET /{login}/reports #2]`(async (t) => {
  const own = await manager({ group_scope: [MANAGERS] });
  refused(t, await own.get(of(1, '/reports')), 'not_found');
  const login = await attach();
  refused(t, await put(login, 1, [line('Daily')], own), 'forbidden', 'lines');
  await put(own.login, 1, [line('Sales\\*', { depth_days: 30 })]);
  for (const beyond of [
    line('Daily', { depth_days: 30 }),
    line('*', { depth_days: 30 }),
    line('Sales\\a', { depth_days: 31 }),
    line('Sales\\a'),
    line('Sales\\a', { depth_days: 1, export: true }),
  ]) {
    refused(t, await put(login, 1, [beyond], own), 'forbidden', 'lines');
  }
  t.equal((await put(login, 1, [line('Sales\\a', { depth_days: 7 })], own)).code, 'ok');
  const both = [line('Sales\\a', { depth_days: 7 }), line('Daily')];
  t.equal((await put(login, 2, both)).code, 'ok');
  t.equal((await put(login, 3, both, own)).code, 'ok', 'what is there may stay');
  t.equal(harness.desk.records.get('staff', String(login))?.version, 3);
});

test`every right is listed with what it opens, and whether one may grant it`(async (t) => {
  const own = await manager({ rights: ['config.staff', 'mailbox'] });
  const rights = await own.read<Fields[]>('/staff/rights');
  t.same(each(rights, 'name'), RIGHTS);
  for (const { says } of rights) t.match(says, /^[A-Z].*\.$/);
  const grantable = rights.filter((right) => right.grantable).map(({ name }) => name);
  t.same(grantable, ['config.staff', 'mailbox']);
  t.ok((await admin.read<Fields[]>('/staff/rights')).every((one) => one.grantable));
});

test`an account that one may not change is neither held nor told of`(async (t) => {
  const own = await manager();
  harness.busy.add(1001);
  harness.busy.add(1);
  const body = { version: 1, group: MANAGERS };
  refused(t, await change(1001, body, own), 'not_found');
  refused(t, await change(1, body, own), 'forbidden', 'rights');
  const other = await attach({});
  harness.busy.add(other);
  const moved = await change(other, { version: 1, group: 'managers\\administrators' });
  refused(t, moved, 'conflict', 'group: the account has 1 position and 2 orders');
  harness.busy.clear();
});

test`whoever switches a profile on again grants all that it gives`(async (t) => {
  const own = await manager();
  const wide = await attach({ group_scope: ['managers\\*', 'demo\\*'] });
  const lined = await attach({ group_scope: ['managers\\*'] });
  const equal = await attach({ group_scope: ['managers\\*'] });
  await put(lined, 1, [line('Daily')]);
  const set = async (by: Terminal, login: number, fields: Fields) => {
    const version = harness.desk.records.get('staff', `${login}`)?.version;
    return change(login, { version, ...fields }, by);
  };
  for (const login of [wide, lined, equal]) {
    t.equal((await set(own, login, { active: false })).code, 'ok', 'less is no grant');
    t.equal((await set(own, login, { mailbox_name: 'x' })).code, 'ok', 'nor is what gives nothing');
  }
  refused(t, await set(own, wide, { active: true }), 'forbidden', 'group_scope');
  refused(t, await set(own, lined, { active: true }), 'forbidden', 'lines');
  t.match((await set(own, equal, { active: true })).data, { active: true });
  t.equal((await set(admin, wide, { active: true })).code, 'ok');
});

test`staff are not found by names that one may not see, nor shown them on the way`(async (t) => {
  const seer = await manager({ rights: ['config.staff', 'fields.name'] });
  const blind = await manager();
  const login = await attach();
  const shown = { name: '', email: '', mailbox_name: 'Desk' };
  const body = { version: 1, name: 'Ada', email: 'ada@b.example', mailbox_name: 'Support' };
  t.equal((await change(login, body)).code, 'ok');
  const found = async (by: Terminal) => loginsOf(await by.get(`/staff?name=ada&login=${login}`));
  t.same([await found(blind), await found(seer)], [[], [login]]);
  t.match((await change(login, { version: 2, mailbox_name: 'Desk' }, blind)).data, shown);
  t.match(await read(login), { name: 'Ada', email: body.email });
  const recruit = await open(MANAGERS, { name: 'Bob', email: 'bob@b.example' });
  const attached = await blind.post('/staff', { login: recruit });
  t.match(attached.data, { login: recruit, name: '', email: '' });
});

test`a hidden account is hidden among staff, too`(async (t) => {
  const own = await manager();
  const [member, recruit] = [await attach(), await open()];
  for (const login of [member, recruit]) {
    await harness.patch('account', String(login), { hidden: true });
  }
  refused(t, await own.get(of(member)), 'not_found');
  refused(t, await own.post('/staff', { login: recruit }), 'not_found');
  t.notOk(loginsOf(await own.get('/staff')).includes(member));
  t.ok(loginsOf(await admin.get('/staff')).includes(member));
});
