// Accounts changed by staff: limits and profile, who signs in of them and where, who sees them.

import t from 'tap';
import { TERMINALS } from '../../../../wire/accounts/identity.js';
import type { Right } from '../../../../wire/accounts/rights.js';
import { opening } from '../../../support/desk-harness.js';
import {
  type Fields,
  httpFor,
  STAFF_PASSWORD,
  type Terminal,
} from '../../../support/http-harness.js';
import { refused } from './staff-desk.js';

const http = await httpFor(t);
const { harness } = http;
const admin = await http.signedIn('staff');

const change = (login: number, body: Fields, by: Terminal = admin) =>
  by.patch(`/accounts/${login}`, body);
const read = (login: number, by: Terminal = admin) => by.get(`/accounts/${login}`);
const open = (more: Fields = {}): Promise<number> => http.openAccount(more);
const clerk = (rights: readonly Right[], more: Fields = {}) => http.staff({ rights, ...more });

/** What changing an account takes: the answer shows it, with its money. */
const EDITOR: readonly Right[] = ['accounts.view', 'accounts.edit'];

t.test('A change rests on a version, and journals which fields it changed', async (t) => {
  const login = await open();
  refused(t, await change(login, { city: 'Bonn' }), 'invalid_input', /^version: required/);
  const { version } = (await read(login)).data as { version: number };
  const texts = { city: 'Bonn', email: 'ada@b.example', bank_account: 'AT61', color: '#f00' };
  const fields = { ...texts, language: 'de', limit_orders: 7, trading_enabled: false };
  t.match((await change(login, { version, ...fields })).data, { ...fields, version: version + 1 });
  const names = ['email', 'city', 'bank_account', 'color', 'language'].join(', ');
  const text = `account ${login} changed: limit_orders, trading_enabled, ${names}`;
  t.same(http.lines(), [{ kind: 'account', login, text }]);
  t.match(harness.sent.at(-1)?.accounts, [{ login, limit_orders: 7, trading_enabled: false }]);
  t.match((await read(login)).data, { ...fields, version: version + 1 });
  refused(t, await change(login, { version, city: 'Rome' }), 'conflict', /^version: /);
  const events = harness.log.length;
  t.match((await change(login, { version: version + 1, ...fields })).data, fields);
  t.equal(harness.log.length, events, 'what changes nothing is not written');
});

t.test('An agent is another account in scope that is in use', async (t) => {
  const [login, agent, gone, hidden] = [await open(), await open(), await open(), await open()];
  await admin.post(`/accounts/${gone}/archive`);
  await harness.patch('account', String(hidden), { hidden: true });
  const by = await clerk([...EDITOR, 'accounts.balance'], { group_scope: ['demo\\*'] });
  const set = (other: number, version = 1) => change(login, { version, agent: other }, by);
  const other = await open({ group: 'real\\standard' });
  refused(t, await set(login), 'invalid_input', /^agent: must be another/);
  refused(t, await set(99_999), 'not_found', /^agent: /);
  refused(t, await set(hidden), 'not_found', /^agent: /);
  refused(t, await set(other), 'forbidden', /^agent: /);
  refused(t, await set(gone), 'conflict', /^agent: is archived/);
  t.match((await set(agent)).data, { agent });
  t.match(harness.sent.at(-1)?.accounts, [{ login, agent }]);
  const own = await http.hire({ rights: [...EDITOR, 'config.staff'] });
  const signed = await http.signedIn('staff', { login: own });
  const mine = await change(own, { version: 1, agent }, signed);
  refused(t, mine, 'forbidden', /^agent: of your own account/);
  t.match((await set(0, 2)).data, { agent: 0 });
});

t.test('A demo account has a demo agent, a real account a real one', async (t) => {
  const [demo, partner] = [await open(), await open()];
  const [real, broker] = await Promise.all(['a', 'b'].map(() => open({ group: 'real\\standard' })));
  const set = (login = 0, agent = 0) => change(login, { version: 1, agent });
  refused(t, await set(demo, broker), 'conflict', /^agent: is a real account/);
  refused(t, await set(real, partner), 'conflict', /^agent: is a demo account/);
  t.equal((await set(demo, partner)).code, 'ok');
  t.equal((await set(real, broker)).code, 'ok');
});

t.test('An agent is changed by those who may pay', async (t) => {
  const [login, agent] = [await open(), await open()];
  const by = await clerk(EDITOR);
  refused(t, await change(login, { version: 1, agent }, by), 'forbidden', /^agent: .*balance/);
  const payer = await clerk([...EDITOR, 'accounts.balance']);
  t.equal((await change(login, { version: 1, agent }, payer)).code, 'ok');
  refused(t, await change(login, { version: 2, agent: 0 }, by), 'forbidden', /^agent: /);
  t.equal((await change(login, { version: 2, agent, limit_orders: 7 }, by)).code, 'ok', 'it stays');
});

t.test('What has a route of its own, or is the server’s, is no field of a change', async (t) => {
  const login = await open();
  const others: Fields = {
    login: 7,
    group: 'demo\\netting',
    leverage: 30,
    leverage_inherited: false,
    master_password: 'N3w-passw',
    investor_password: 'N3w-passw',
    phone_password: 'N3w-passw',
    master_hash: '',
    enabled: false,
    must_change_password: false,
    balance: '1.00',
    archived_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  };
  for (const [name, value] of Object.entries(others)) {
    const answer = await change(login, { version: 1, [name]: value });
    refused(t, answer, 'invalid_input', new RegExp(`^${name}: `));
  }
  const wrong: Fields = {
    terminals: ['fax'],
    hidden: 1,
    limit_orders: -1,
    email: 'no address',
    status: 'XX',
    name: 'x'.repeat(129),
  };
  for (const [name, value] of Object.entries(wrong)) {
    const answer = await change(login, { version: 1, [name]: value });
    refused(t, answer, 'invalid_input', new RegExp(`^${name}`));
  }
  const twice = await change(login, { version: 1, terminals: ['web', 'web'] });
  refused(t, twice, 'invalid_input', /^terminals/);
});

t.test('An account is opened with its terminals, and may be opened hidden', async (t) => {
  const usual = { terminals: [...TERMINALS], password_change_enabled: true, hidden: false };
  t.match((await read(await open())).data, usual);
  const given = { terminals: ['web', 'ios'], password_change_enabled: false, hidden: true };
  const login = await open({ ...given, terminals: ['ios', 'web'] });
  t.match((await read(login)).data, given);
  await http.signedIn('trader', { login, terminal: 'ios' });
  const shut = await http.terminal('trader').signIn({ login, terminal: 'desktop' });
  t.equal(shut.code, 'auth.terminal_not_allowed');
  refused(t, await read(login, await clerk(['accounts.view'])), 'not_found');
  const body = { ...opening(), hidden: true };
  const opener = await clerk(['accounts.edit']);
  refused(t, await opener.post('/accounts', body), 'forbidden', /^hidden: /);
});

t.test('A terminal that is taken away ends its sessions, and no others', async (t) => {
  const login = await open();
  const shut = await http.signedIn('trader', { login, terminal: 'desktop' });
  const ios = await http.signedIn('trader', { login, terminal: 'ios' });
  t.match((await change(login, { version: 1, terminals: ['ios', 'web'] })).data, {
    terminals: ['web', 'ios'],
  });
  const text = `account ${login} changed: terminals`;
  t.same(http.lines(), [{ kind: 'account', login, text }]);
  t.equal((await shut.me()).code, 'auth.session_expired');
  t.equal((await ios.me()).code, 'ok');
  const again = await http.terminal('trader').signIn({ login, terminal: 'desktop' });
  t.match(again, { code: 'auth.terminal_not_allowed' });
  t.equal((await change(login, { version: 2, terminals: ['desktop', 'ios'] })).code, 'ok');
  await http.signedIn('trader', { login, terminal: 'desktop' });
  t.equal((await change(login, { version: 3, terminals: [] })).code, 'ok');
  t.equal((await ios.me()).code, 'auth.session_expired', 'none is left');
});

/** An owner changes the password. */
const renew = async (by: Terminal, current_password: string, new_password: string) => {
  const body = { current_password, new_password };
  return (await by.post('/auth/change-password', body)).code;
};

t.test('Whoever has to change his password may, though he may not do so otherwise', async (t) => {
  const group = 'demo\\netting';
  await harness.patch('group', group, { password_change_first_login: true });
  const opened = await open({ group, password_change_enabled: false });
  const bound = await open({ group });
  t.equal((await change(bound, { version: 1, password_change_enabled: false })).code, 'ok');
  for (const login of [opened, bound]) {
    const owner = await http.signedIn('trader', { login });
    t.match((await owner.me()).data, { must_change_password: true });
    t.equal(await renew(owner, STAFF_PASSWORD, 'N3w-passw'), 'ok');
    const again = await http.signedIn('trader', { login, password: 'N3w-passw' });
    t.match((await again.me()).data, { must_change_password: false });
    const code = await renew(again, 'N3w-passw', 'Oth3r-pass');
    t.equal(code, 'auth.password_change_not_allowed', 'once it is done he may not');
  }
  t.equal((await change(bound, { version: 3, password_change_enabled: true })).code, 'ok');
  const free = await http.signedIn('trader', { login: bound, password: 'N3w-passw' });
  t.equal(await renew(free, 'N3w-passw', 'Oth3r-pass'), 'ok');
});

t.test('What one may not see one does not change, and one learns nothing of it', async (t) => {
  const login = await open();
  t.equal((await change(login, { version: 1, name: 'Ada', phone: '555' })).code, 'ok');
  const one = await clerk([...EDITOR, 'fields.name']);
  for (const phone of ['', '555', '556']) {
    refused(t, await change(login, { version: 2, phone }, one), 'forbidden', /^phone: /);
  }
  t.match((await change(login, { version: 2, name: 'Eve' }, one)).data, { name: 'Eve', phone: '' });
  t.match((await read(login)).data, { name: 'Eve', phone: '555' });
});

t.test('What binds a login is for others to change, who sign it out by it', async (t) => {
  const own = await clerk([...EDITOR, 'accounts.hidden', 'config.staff', 'fields.name']);
  const restrictions = { terminals: ['manager'], password_change_enabled: false, hidden: true };
  for (const [name, value] of Object.entries(restrictions)) {
    const answer = await change(own.login, { version: 1, [name]: value }, own);
    refused(t, answer, 'forbidden', new RegExp(`^${name}: `));
  }
  const usual = { terminals: [...TERMINALS], password_change_enabled: true, hidden: false };
  const named = await change(own.login, { version: 1, name: 'Eve', ...usual }, own);
  t.match(named.data, { name: 'Eve', ...usual });
  t.equal((await own.me()).code, 'ok');
  t.equal((await change(own.login, { version: 2, terminals: ['admin', 'web'] })).code, 'ok');
  t.equal((await own.me()).code, 'auth.session_expired');
});

t.test('A staff user has a new version when its name changes here', async (t) => {
  const login = await http.hire();
  const staff = () => admin.read(`/staff/${login}`);
  t.equal((await change(login, { version: 1, comment: 'x' })).code, 'ok');
  t.match(await staff(), { version: 1 });
  t.equal((await change(login, { version: 2, name: 'Eve' })).code, 'ok');
  t.match(await staff(), { version: 2, name: 'Eve' });
  t.equal(http.lines().length, 1);
});
