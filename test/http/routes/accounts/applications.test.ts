// Applications for real accounts: what staff see of them, and how they are decided.

import type { Test } from 'tap';
import {
  APPLICATION_STATES,
  APPLICATION_STEPS,
  type StaffApplicationStep,
} from '../../../../wire/accounts/application.js';
import { RIGHTS } from '../../../../wire/accounts/rights.js';
import { type Code, refuse, statusOf } from '../../../../wire/base/codes.js';
import { type Answer, type Fields, httpFor, type Terminal } from '../../../support/http-harness.js';
import { EMAIL, signUpAt } from '../../../support/sign-up.js';
import { type FencedList, fenceLaws, pageLaws } from '../list-laws.js';
import { MAIL } from '../settings/setting-families.js';
import { testsWith } from '../tags.js';

const REAL = 'real\\standard';

/** Is it refused with the code, naming a field? */
const refused = (t: Test, answer: Answer, code: Code, says: RegExp = /./): void => {
  t.match(answer, { status: statusOf(code), code, message: says });
};

/** A desk that people apply at. */
const openApplications = async (t: Test) => {
  const http = await httpFor(t);
  const { harness } = http;
  const admin = await http.signedIn('staff');
  await admin.post('/mail-servers', { ...MAIL.body(1), is_default: true });
  let made = 0;
  /** Files an application, the first three with `EMAIL`; answers its id. */
  const apply = async (person: Fields = {}): Promise<number> => {
    made += 1;
    const given = { ...(made > 3 && { email: `p${made}@client.example` }), ...person };
    await signUpAt(harness, { type: 'real', ...given }, `2001:db8:${made.toString(16)}::1`);
    const all = harness.log.flatMap(({ changes }) => changes);
    return Number(all.findLast(({ kind }) => kind === 'application')?.key);
  };
  const recordOf = (id: number) => harness.desk.records.get('application', String(id))?.record;
  const path = (id: number, step = ''): string => `/applications/${id}${step}`;
  const read = (id: number, by: Terminal = admin) => by.get(path(id));
  const approve = (id: number, body: Fields = {}, by: Terminal = admin) =>
    by.post(path(id, '/approve'), body);
  const reject = (id: number, body: Fields = {}, by: Terminal = admin) =>
    by.post(path(id, '/reject'), body);
  const change = (id: number, body: Fields, by: Terminal = admin) => by.patch(path(id), body);
  /** Starts sending to a server that keeps what it gets. */
  const mailOn = (): void => harness.desk.mailQueue.start();
  const newest = async (email: string, subject: RegExp) => {
    for (;;) {
      const found = harness.posted.findLast((one) => one.to === email && subject.test(one.subject));
      if (found !== undefined) return found;
      await new Promise(setImmediate);
    }
  };
  return { http, harness, admin, apply, recordOf, read, approve, reject, change, mailOn, newest };
};

const test = testsWith('applications', (t) => openApplications(t));
const GROUPS = ['list\\a', 'list\\b'];
const STEP_MS = 60_000;

pageLaws({
  path: 'applications',
  nameOf: ({ id }: { readonly id: number }) => id,
  wrong: ['status=open', 'email=', 'from=yesterday', 'min_projection_seq=07'],
  open: async (t) => {
    const { http, harness, admin, apply, reject } = await openApplications(t);
    for (const path of GROUPS) {
      await admin.post('/groups', { path, currency: 'USD' });
      const rule = { group_path: path, enabled: true, countries: [path.slice(-1)] };
      await admin.post('/account-allocations', rule);
    }
    const begun = harness.now;
    const names: number[] = [];
    for (const [country, email] of [
      ['a', 'ann@one.example'],
      ['b', 'BOB@two.example'],
      ['a', 'eve@two.example'],
    ]) {
      harness.now += STEP_MS;
      names.push(await apply({ country, email }));
    }
    await reject(names[1] as number);
    const at = (steps: number): string => new Date(begun + steps * STEP_MS).toISOString();
    const within = (...group_scope: string[]) =>
      http.staff({ rights: ['applications'], group_scope });
    return {
      reader: admin,
      names,
      filters: {
        'status=received': [0, 2],
        'status=rejected': [1],
        'status=approved': [],
        'email=TWO.': [1, 2],
        'email=two&status=received': [2],
        [`from=${at(2)}`]: [1, 2],
        [`to=${at(2)}`]: [0],
        [`from=${at(2)}&to=${at(3)}`]: [1],
      },
      narrower: [
        [await within('list\\a'), [0, 2]],
        [await within('list\\*'), [0, 1, 2]],
        [await within('demo\\*'), []],
      ],
      more: async (count) => {
        for (let n = 0; n < count; n += 1) await apply({ country: 'a' });
      },
    };
  },
});

fenceLaws('applications', async (t): Promise<FencedList> => {
  let asked: { readonly min_projection_seq?: string } | undefined;
  let page: object = {};
  const { http, admin } = await openApplications(t);
  http.lists.read = (_name, input) => {
    asked = input as typeof asked;
    return page;
  };
  return {
    ask: (query) => admin.get(`/applications?${query}`),
    asked: () => asked,
    answer: (given) => {
      page = given;
    },
  };
});

test`staff see what an applicant gave, as far as their rights to fields go`(async (t, desk) => {
  const { http, apply, read } = desk;
  const person = {
    name: 'Ann Example',
    phone: '+49 1',
    address: 'A 1',
    city: 'Bonn',
    country: 'DE',
  };
  const id = await apply(person);
  const whole = { ...person, email: EMAIL, status: 'received', group: REAL, leverage: 100 };
  t.match((await read(id)).data, { ...whole, confirmed: false, login: 0, decided_at: null });
  const clerk = await http.staff({
    rights: ['applications', 'fields.email'],
    group_scope: ['real\\*'],
  });
  const shown = { name: '', email: EMAIL, phone: '', address: '', city: '', country: 'DE' };
  t.match((await read(id, clerk)).data, shown);
  const blind = await http.staff({ rights: ['applications'] });
  const data = await blind.read<{ items: Fields[] }>('/applications');
  t.match(data.items, [{ name: '', email: '' }]);
  refused(t, await blind.get('/applications?email=ann'), 'forbidden', /^email: needs fields/);
  const elsewhere = await http.staff({ rights: RIGHTS, group_scope: ['demo\\*'] });
  refused(t, await read(id, elsewhere), 'not_found');
  refused(t, await read(999), 'not_found');
});

test`group, leverage and comment can be changed before the decision`(async (t, desk) => {
  const { http, admin, apply, change } = desk;
  await admin.post('/groups', { path: 'real\\gold', currency: 'USD' });
  const id = await apply();
  const given = { group: 'real\\gold', leverage: 20, comment: 'called' };
  t.match((await change(id, { version: 1, ...given })).data, { ...given, version: 2 });
  t.match(http.lines(), [{ text: `application ${id} changed: group, leverage, comment` }]);
  refused(t, await change(id, { version: 1, comment: '' }), 'conflict', /^version: /);
  const wrong: readonly (readonly [Fields, Code, RegExp])[] = [
    [{ group: 'real\\none' }, 'invalid_input', /^group: no such group/],
    [{ group: 'demo\\standard' }, 'invalid_input', /^group: must be a trading group/],
    [{ group: 'managers\\dealers' }, 'invalid_input', /^group: must be a trading group/],
    [{ leverage: 0 }, 'invalid_input', /^leverage: /],
    [{ status: 'approved' }, 'invalid_input', /^status: /],
  ];
  for (const [fields, code, field] of wrong) {
    refused(t, await change(id, { version: 2, ...fields }), code, field);
  }
  const scoped = await http.staff({ rights: RIGHTS, group_scope: ['real\\gold'] });
  refused(t, await change(id, { version: 2, group: REAL }, scoped), 'forbidden', /scope/);
});

test`a group that applications wait for is neither deleted nor renamed`(async (t, desk) => {
  const { http, admin, apply, change, reject } = desk;
  const made = await admin.post('/groups', { path: 'real\\gold', currency: 'USD' });
  const { id: group } = made.data as { id: number };
  const ids = [await apply(), await apply()];
  for (const id of ids) await change(id, { version: 1, group: 'real\\gold' });
  const remove = (by = admin) => by.delete(`/groups/${group}`);
  const rename = { body: { version: 1, path: 'real\\silver' } };
  const has = (what: string) => new RegExp(`^The group has ${what}\\.$`);
  refused(t, await remove(), 'conflict', has('2 waiting applications'));
  refused(t, await admin.ask('PATCH', `/groups/${group}`, rename), 'conflict', has('2 .*s'));
  const blind = await http.staff({ rights: ['config.groups'] });
  refused(t, await remove(blind), 'conflict', has('waiting applications'));
  await change(ids[0] as number, { version: 2, group: REAL });
  refused(t, await remove(), 'conflict', has('1 waiting application'));
  await reject(ids[1] as number);
  t.equal((await remove()).code, 'ok', 'those that are decided do not need it');
});

test`approving opens the account with passwords that its owner alone gets and must change`(
  async (t, desk) => {
    const { http, harness, apply, approve, mailOn, newest } = desk;
    mailOn();
    const id = await apply({ language: 'en', city: 'Bonn' });
    const { data } = await approve(id, { leverage: 50 });
    const { login } = data as { login: number };
    t.match(data, { status: 'approved', login, leverage: 50, decided_by: 1, version: 2 });
    const account = harness.desk.records.get('account', String(login))?.record;
    const texts = { name: 'Ann Example', email: EMAIL, city: 'Bonn', language: 'en' };
    t.match(account, { ...texts, group: REAL, leverage_own: 50, must_change_password: true });
    t.same(harness.deposits, [], 'nothing is paid in');
    const { text, html } = await newest(EMAIL, /^Your account/);
    const [, password = ''] = /the password (\S+), which/.exec(text) ?? [];
    t.match(html, /<p>.*1:50/s);
    const queued = harness.log
      .flatMap(({ changes }) => changes)
      .filter(({ kind }) => kind === 'email');
    t.notMatch(JSON.stringify(queued), password, 'it is sealed while the e-mail waits');
    const owner = http.terminal('trader');
    t.equal((await owner.signIn({ login, password })).code, 'ok');
    refused(t, await owner.get('/account'), 'auth.password_change_required');
    const body = { current_password: password, new_password: 'Own-pass1x' };
    t.equal((await owner.post('/auth/change-password', body)).code, 'ok');
  },
);

test`a login, a group and their refusals can be named in an approval`(async (t, desk) => {
  const { http, admin, apply, approve } = desk;
  await admin.post('/groups', { path: 'real\\gold', currency: 'USD' });
  const id = await apply();
  refused(t, await approve(id, { login: 1001 }), 'conflict', /^login: taken/);
  refused(t, await approve(id, { group: 'demo\\standard' }), 'invalid_input', /^group: /);
  const scoped = await http.staff({ rights: ['applications'], group_scope: [REAL] });
  refused(t, await approve(id, { group: 'real\\gold' }, scoped), 'forbidden', /^group: /);
  const { data } = await approve(id, { login: 7777, group: 'real\\gold' });
  t.match(data, { login: 7777, group: 'real\\gold', status: 'approved' });
});

test`a rejected person reads the reason, as text, and can apply again`(async (t, desk) => {
  const { apply, reject, mailOn, newest, recordOf } = desk;
  mailOn();
  const reason = '<b>{{name}}</b> & "no"';
  const id = await apply({ name: 'Ann <i>Example {{reason}}' });
  t.match((await reject(id, { reason })).data, { status: 'rejected', reason, login: 0 });
  const { text, html } = await newest(EMAIL, /^Your application/);
  t.match(text, `Hello Ann <i>Example {{reason}},`);
  t.match(text, `\n${reason}\n`, 'values are not read as templates');
  t.match(html, 'Ann &lt;i&gt;Example {{reason}}');
  t.match(html, '&lt;b&gt;{{name}}&lt;/b&gt; &amp; &quot;no&quot;');
  t.match(recordOf(await apply()), { status: 'received' });
});

const STEPS = Object.keys(APPLICATION_STEPS) as StaffApplicationStep[];

test`each step is taken from the states of the table alone`(async (t, desk) => {
  const { apply, approve, reject, change, recordOf } = desk;
  const take: Readonly<Record<StaffApplicationStep, (id: number) => Promise<Answer>>> = {
    change: (id) => change(id, { version: recordOf(id)?.version, comment: 'x' }),
    approve: (id) => approve(id),
    reject: (id) => reject(id),
  };
  const bring = { received: async () => {}, approved: take.approve, rejected: take.reject };
  for (const state of APPLICATION_STATES) {
    for (const step of STEPS) {
      const id = await apply();
      await bring[state](id);
      const answer = await take[step](id);
      const { from, to } = APPLICATION_STEPS[step];
      const isTaken = (from as readonly string[]).includes(state);
      t.equal(answer.code, isTaken ? 'ok' : 'conflict', `${step} of one that is ${state}`);
      t.equal(recordOf(id)?.status, isTaken ? to : state);
      if (!isTaken) t.match(answer.message, `The application is ${state}`);
    }
  }
});

test`of fifty decisions at once one is made`(async (t, desk) => {
  const { harness, apply, approve, reject } = desk;
  const accountsIn = (): number =>
    harness.log.flatMap(({ changes }) => changes).filter(({ kind }) => kind === 'account').length;
  const id = await apply();
  const before = accountsIn();
  const hashed = harness.hasher.shares.length;
  const answers = await Promise.all(Array.from({ length: 50 }, () => approve(id)));
  const codes = answers.map(({ code }) => code);
  t.same(codes.sort(), [...Array(49).fill('conflict'), 'ok']);
  t.equal(accountsIn(), before + 1);
  t.equal(harness.hasher.shares.length, hashed + 1, 'passwords are hashed once');
  const other = await apply();
  const both = await Promise.all([approve(other), reject(other), approve(other), reject(other)]);
  t.equal(both.filter(({ code }) => code === 'ok').length, 1);
});

test`a confirmed address has one open application, and others learn nothing`(async (t, desk) => {
  const { harness, admin, apply, reject } = desk;
  const ask = (given: Fields, ip: string) => signUpAt(harness, { type: 'real', ...given }, ip);
  const unproven = await apply();
  t.match(await ask({}, '192.0.2.1'), { ok: true }, 'an address that nobody proved');
  await admin.patch('/sign-up/settings', { version: 2, confirm_real: true });
  await harness.write((tx) => tx.put('confirmed_email', { email: EMAIL, at: harness.now }));
  const twice = await Promise.all([ask({}, '192.0.2.2'), ask({}, '192.0.2.3')]);
  t.same(twice.map((one) => (one.ok ? 'ok' : one.code)).sort(), ['conflict', 'ok']);
  const data = await admin.read<{ items: { id: number; confirmed: boolean }[] }>('/applications');
  const all = data.items;
  t.equal(all.length, 3);
  const proven = all.find(({ confirmed }) => confirmed)?.id as number;
  await reject(unproven);
  t.match(await ask({}, '192.0.2.4'), { code: 'conflict' }, 'that one is still open');
  t.match(await reject(proven), { code: 'ok' });
  t.match(await ask({}, '192.0.2.5'), { ok: true }, 'it is decided, and a new one can be sent');
  t.match(await ask({}, '192.0.2.6'), { code: 'conflict' });
  harness.now += 73 * 3_600_000;
  await harness.write((tx) => tx.patch('sign_up', 'sign_up', { confirm_real: false }));
  t.match(await ask({}, '192.0.2.7'), { ok: true }, 'it is confirmed no more');
});

test`without room for its e-mail nothing is opened`(async (t, desk) => {
  const { harness, apply, approve, recordOf } = desk;
  const id = await apply();
  harness.desk.mailQueue.add = () => refuse('auth.too_many_attempts', 'Too many e-mails wait.');
  t.match(await approve(id), { status: 429, message: /Too many e-mails/ });
  t.match(recordOf(id), { status: 'received', login: 0 }, 'nothing is opened without its e-mail');
  t.match(await signUpAt(harness, {}, '192.0.2.1'), { code: 'auth.too_many_attempts' });
});
