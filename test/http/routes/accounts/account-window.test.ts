// Windows over accounts: their cursors, filters and sorts, and counts beside them.

import type { Test } from 'tap';
import type { Right } from '../../../../wire/accounts/rights.js';
import type { AccountWindowPage } from '../../../../wire/rest/accounts/account-lists.js';
import { ACCOUNT_FIELDS } from '../../../../wire/rest/accounts/account-lists.js';
import type { Event } from '../../../../wire/trading/events.js';
import { buildAccountEvent, buildLedger } from '../../../support/build.js';
import { type HttpHarness, httpFor, type Terminal } from '../../../support/http-harness.js';
import { type Direction, sortLaws } from '../sort-laws.js';
import { testsBelow } from '../tags.js';
import { refused } from './staff-desk.js';

const test = testsBelow('accounts/window');

type Row = Readonly<Record<keyof typeof ACCOUNT_FIELDS, never>> & { readonly login: string };
type Page = Omit<AccountWindowPage, 'items'> & { readonly items: readonly Row[] };

const dataOf = <T = Page>(by: Terminal, query = '', path = ''): Promise<T> =>
  by.read(`/accounts/window${path}?${query}`);
const loginsOf = ({ items }: Page): number[] => items.map(({ login }) => Number(login));

/** A platform with eleven accounts in one group. */
const openAccounts = async (t: Test, count = 11) => {
  const http = await httpFor(t);
  const admin = await http.signedIn('staff');
  for (const path of ['list\\a', 'list\\a\\vip', 'list\\ab', 'list\\z']) {
    await admin.post('/groups', { path, currency: 'USD' });
  }
  const logins: number[] = [];
  for (let n = 0; n < count; n += 1) logins.push(await http.openAccount({ group: 'list\\a' }));
  return { http, admin, logins, base: 'group=list*' };
};

const change = ({ harness }: HttpHarness, login: number, fields: object) =>
  harness.patch('account', String(login), fields as Readonly<Record<string, unknown>>);

/** The account's balance and credit become so much, as its actor decides it. */
const pay = ({ harness }: HttpHarness, login: number, balance: number, credit = 0): string => {
  const ledger = buildLedger({ login, balance, credit, currency_digits: 2 });
  (harness.log as Event[]).push(buildAccountEvent({ login, group: 'list\\a', ledger }));
  return String(harness.log.length);
};

test`Windows go forth and back, from both ends and around a row, a hundred rows at most
  [GET #2, #3]`(async (t) => {
  const { http, admin, logins, base } = await openAccounts(t);
  const first = await dataOf(admin, `${base}&limit=4`);
  t.same(loginsOf(first), logins.slice(0, 4));
  t.match(first, { has_before: false, has_after: true, first_key: String(logins[0]) });
  const second = await dataOf(admin, `${base}&limit=4&edge=after&cursor=${first.after}`);
  t.same(loginsOf(second), logins.slice(4, 8));
  t.match(second, { has_before: true, has_after: true });
  const back = await dataOf(admin, `${base}&limit=4&edge=before&cursor=${second.before}`);
  t.same(loginsOf(back), logins.slice(0, 4));
  t.equal(back.page_id, first.page_id, 'the same page');
  const last = await dataOf(admin, `${base}&limit=4&edge=last`);
  t.same(loginsOf(last), logins.slice(7));
  t.match(last, { has_before: true, has_after: false, last_key: String(logins[10]) });
  const around = await dataOf(admin, `${base}&limit=3&edge=around&anchor=${logins[5]}`);
  t.same(loginsOf(around), logins.slice(4, 7));
  await change(http, logins[5] as number, { group: 'demo\\standard' });
  const gone = `${base}&limit=3&edge=around&anchor=${logins[5]}`;
  t.same(loginsOf(await dataOf(admin, gone)), logins.slice(0, 3), 'gone: the first page');
  const near = await dataOf(admin, `${gone}&cursor=${second.before}`);
  t.same(loginsOf(near), logins.slice(3, 5).concat(logins.slice(6, 7)), 'or its cursor');
  const none = await dataOf(admin, `${base}&edge=after&cursor=${last.after}`);
  t.match(none, { items: [], after: null, first_key: '', has_after: false, has_before: true });
  for (let n = 0; n < 100; n += 1) await http.openAccount({ group: 'list\\a' });
  t.equal((await dataOf(admin, base)).items.length, 100);
  for (const limit of [0, 101, 'x']) {
    refused(t, await admin.get(`/accounts/window?limit=${limit}`), 'invalid_input', /^limit: /);
  }
});

test`What contradicts itself is refused`(async (t) => {
  const { admin, logins, base } = await openAccounts(t, 2);
  const { after } = await dataOf(admin, base);
  const wrong = ['cursor&edge=after', 'cursor&edge=before', 'anchor&edge=around'];
  for (const query of wrong) {
    const [by = '', edge] = query.split('&');
    const answer = await admin.get(`/accounts/window?${edge}`);
    refused(t, answer, 'invalid_input', new RegExp(`^${by}: required`));
  }
  const more = {
    cursor: [`cursor=${after}`, `edge=last&cursor=${after}`, `${base}&edge=after&cursor=1${after}`],
    anchor: [`anchor=${logins[0]}`, `${base}&edge=after&cursor=${after}&anchor=${logins[0]}`],
    sort: ['sort=phone_password', 'sort=', 'sort=login,name'],
    dir: ['dir=up'],
    surprise: ['surprise=1'],
  };
  for (const [by, queries] of Object.entries(more)) {
    for (const query of queries) {
      const answer = await admin.get(`/accounts/window?${query}`);
      refused(t, answer, 'invalid_input', new RegExp(`^${by}: `));
    }
  }
});

test`A cursor holds for its query, session, rights and groups [GET #4]`(async (t) => {
  const { http, base } = await openAccounts(t);
  const profile = { rights: ['accounts.view'] as Right[], group_scope: ['list\\*'] };
  const reader = await http.staff(profile);
  const next = async (cursor: string | null, query: string, by: Terminal = reader) =>
    (await by.get(`/accounts/window?${query}&edge=after&cursor=${cursor}`)).code;
  let { after } = await dataOf(reader, `${base}&limit=2`);
  t.equal(await next(after, base), 'ok');
  const others = ['group=list%5Ca', `${base}&sort=balance`, `${base}&dir=desc`, `${base}&q=1003`];
  for (const query of [...others, `${base}&f.enabled.eq=true`, '', 'group_path=list']) {
    t.equal(await next(after, query), 'invalid_input', query);
  }
  const again = await http.signedIn('staff', { login: reader.login });
  t.equal(await next(after, base, again), 'invalid_input', 'another session');
  t.equal(await next(after, base, await http.staff(profile)), 'invalid_input', 'another user');
  const patch = (fields: object) =>
    http.harness.patch('staff', String(reader.login), fields as Record<string, unknown>);
  const admin = await http.signedIn('staff');
  const voids = [
    () => patch({ rights: ['accounts.view', 'accounts.hidden'] }),
    () => patch({ group_scope: ['list\\a'] }),
    () => patch({ group_scope: ['list\\*'] }),
    () => admin.post('/groups', { path: 'list\\new', currency: 'USD' }),
  ];
  for (const change of voids) {
    ({ after } = await dataOf(reader, `${base}&limit=2`));
    await change();
    t.equal(await next(after, base), 'invalid_input');
  }
});

test`A cursor of another resource does not hold [GET #4]`(async (t) => {
  const { http, admin, base } = await openAccounts(t, 3);
  const read = http.lists.read.bind(http.lists);
  type Asked = { binding: { key: string; query: string } };
  let asked: Asked | undefined;
  http.lists.read = (name, input) => {
    asked = input as unknown as Asked;
    return read(name, input);
  };
  const { after } = await dataOf(admin, `${base}&limit=1`);
  http.lists.read = read;
  const cursorOf = (resource: string): string | null => {
    const { key, query } = asked?.binding ?? { key: '', query: '' };
    const binding = { key, query: query.replace('accounts/window', resource) };
    return (read('accounts.window', { ...asked, binding } as never) as unknown as Page).after;
  };
  const next = async (cursor: string | null) =>
    (await admin.get(`/accounts/window?${base}&edge=after&cursor=${cursor}`)).code;
  t.equal(cursorOf('accounts/window'), after, 'cursors are made so');
  t.equal(await next(cursorOf('accounts/window')), 'ok');
  t.equal(await next(cursorOf('positions/window')), 'invalid_input', 'with the same key and query');
  const online = await admin.get('/online/window?limit=1');
  t.equal(online.code, 'ok');
  t.equal(await next((online.data as Page).after), 'invalid_input');
});

test`A window asks no account, and its rows are texts where numbers may be large
  [GET #1, #15]`(async (t) => {
  const http = await httpFor(
    t,
    {},
    {
      call: async () => {
        throw new Error('an account was asked');
      },
    },
  );
  const admin = await http.signedIn('staff');
  const login = await http.openAccount({ group: 'demo\\standard', name: 'Ada' });
  pay(http, login, 12_345);
  const [row] = (await dataOf(admin, `q=${login}`)).items;
  t.match(row, {
    ...{ login: String(login), agent: null, client_id: null, policy_revision: '1', money: null },
    ...{ balance: '123.45', credit: '0.00', balance_prev_day: '0.00', name: 'Ada' },
    ...{ enabled: true, last_access: null, leverage: 100 },
  });
  await change(http, login, { agent: 7, client_id: 8 });
  t.match((await dataOf(admin, `q=${login}`)).items, [{ agent: '7', client_id: '8' }]);
});

test`A client's window has the linked accounts that the reader sees [GET #5]`(async (t) => {
  const { http, admin, logins } = await openAccounts(t, 3);
  for (const login of logins) await change(http, login, { client_id: 7 });
  await change(http, logins[1] as number, { group: 'list\\z' });
  await change(http, logins[2] as number, { hidden: true });
  const linked = async (by: Terminal) => loginsOf(await dataOf(by, 'client=7'));
  t.same(await linked(admin), logins);
  const rights: Right[] = ['accounts.view', 'clients.view'];
  t.same(await linked(await http.staff({ rights, group_scope: ['list\\a'] })), [logins[0]]);
  for (const wrong of ['0', '-1', '07', '1.5', 'x', '', '9223372036854775808']) {
    refused(t, await admin.get(`/accounts/window?client=${wrong}`), 'invalid_input', /^client: /);
  }
  t.same(loginsOf(await dataOf(admin, 'client=9223372036854775807')), []);
});

test`A group path is the group with those below it; a mask is as ever [GET #6, #7]`(async (t) => {
  const { http, admin } = await openAccounts(t, 1);
  for (const group of ['list\\a\\vip', 'list\\ab']) await http.openAccount({ group });
  const groups = async (query: string) =>
    (await dataOf(admin, query)).items.map(({ group }) => group as string);
  t.same(await groups('group_path=list%5Ca'), ['list\\a', 'list\\a\\vip']);
  t.same(await groups('group_path=list%5Cab'), ['list\\ab']);
  t.same(await groups('group_path=list'), ['list\\a', 'list\\a\\vip', 'list\\ab']);
  t.same(await groups('group=list%5Ca*'), ['list\\a', 'list\\a\\vip', 'list\\ab']);
  t.same(await groups('group_path=list%5Ca&group=*vip'), ['list\\a\\vip']);
});

/** Accounts that differ by every field. */
const openVaried = async (t: Test): Promise<Terminal & { http: HttpHarness }> => {
  const { http, admin, logins } = await openAccounts(t, 4);
  const texts = { name: 'Ann', last_name: 'Zoe', middle_name: 'X', email: 'a@b.example' };
  const more = { phone: '+1', country: 'AT', city: 'Graz', company: 'One', comment: 'note' };
  const [a, b, c] = logins as [number, number, number];
  await change(http, a, { ...texts, ...more, agent: 9, client_id: 4, leverage_own: 500 });
  await change(http, b, { name: 'bob', enabled: false, group: 'list\\z', client_id: 5 });
  await change(http, c, { name: 'ÉMILE', trading_enabled: false, agent: 8 });
  http.harness.now += 60_000;
  await http.signedIn('trader', { login: a, password: 'Master-1x' });
  logins.push(await http.openAccount({ group: 'list\\z' }));
  pay(http, b, 500, 300);
  pay(http, c, -1_250, 0);
  return Object.assign(admin, { http });
};

const keyOf = (field: keyof typeof ACCOUNT_FIELDS) => (row: Row) => {
  const value = row[field] as unknown;
  if (value === null) return 0;
  const { type } = ACCOUNT_FIELDS[field];
  if (type === 'time') return Date.parse(String(value));
  return type === 'text' ? String(value).toLowerCase() : Number(value);
};
const FIELDS = Object.keys(ACCOUNT_FIELDS) as (keyof typeof ACCOUNT_FIELDS)[];

/** The fields that the contract names for windows. */
const NAMED = `login group name last_name middle_name email phone country city company comment
  agent client_id leverage balance credit enabled trading_enabled created_at updated_at
  last_access`.split(/\s+/);

test`Windows have every field that is documented [GET #8]`(async (t) => {
  t.same([...FIELDS].sort(), NAMED.sort());
});

sortLaws(
  {
    path: 'accounts/window',
    nameOf: ({ login }: Row) => login,
    sortedBy: (field: string, direction: Direction) => `sort=${field}&dir=${direction}&group=list*`,
    fields: Object.fromEntries(FIELDS.map((field) => [field, keyOf(field)])),
    wrong: ['sort=money', 'sort=-login', 'dir=x'],
    open: openVaried,
  },
  '#8',
);

test`Filters of every field leave what fits, all of them together [GET #8]`(async (t) => {
  const admin = await openVaried(t);
  const { items } = await dataOf(admin, 'group=list*');
  const found = async (query: string) => loginsOf(await dataOf(admin, `group=list*&${query}`));
  for (const field of FIELDS) {
    const [row] = items;
    const { type } = ACCOUNT_FIELDS[field];
    const raw = row?.[field] as unknown;
    const value = encodeURIComponent(type === 'text' ? String(raw).toUpperCase() : String(raw));
    const expected = items.filter((one) => keyOf(field)(one) === keyOf(field)(row as Row));
    t.same(
      await found(`f.${field}.eq=${value}`),
      expected.map(({ login }) => Number(login)),
      field,
    );
  }
  const [a, b, c, d, e] = items.map(({ login }) => Number(login));
  const cases = {
    'f.balance.lt=0': [c],
    'f.balance.ge=5': [b],
    'f.balance.gt=-12.5&f.balance.le=5.00': [a, b, d, e],
    'f.agent.unset=true': [b, d, e],
    'f.agent.ne=9': [c],
    'f.client_id.in=4,5,6': [a, b],
    'f.last_access.unset=false': [a],
    'f.name.starts=%C3%A9m': [c],
    'f.name.has=N&f.country.eq=at': [a],
    'f.group.ne=list%5Ca': [b, e],
    'f.leverage.eq=100&f.enabled.eq=true': [c, d, e],
  };
  for (const [query, expected] of Object.entries(cases)) {
    t.same(await found(query), expected, query);
    const { total } = await dataOf<{ total: number }>(admin, `group=list*&${query}`, '/count');
    t.equal(total, expected.length, query);
  }
  for (const wrong of [
    'f.balance.eq=x',
    'f.enabled.eq=1',
    'f.created_at.lt=now',
    'f.login.in=1,',
  ]) {
    const [by = ''] = wrong.split('=');
    refused(t, await admin.get(`/accounts/window?${wrong}`), 'invalid_input', new RegExp(by));
  }
});

test`A login filter takes a hundred logins; a number searches the login, a text the name
  [GET #10, #11, #12]`(async (t) => {
  const { http, admin, logins } = await openAccounts(t, 3);
  await change(http, logins[1] as number, { name: 'Ada 77' });
  await change(http, logins[2] as number, { last_name: 'Ada' });
  const many = Array.from({ length: 100 }, (_, n) => n + 1);
  const found = async (query: string) => loginsOf(await dataOf(admin, query));
  t.same(await found(`f.login.in=${[...many.slice(1), logins[0]]}`), [logins[0]]);
  const answer = await admin.get(`/accounts/window?f.login.in=${[...many, 101]}`);
  refused(t, answer, 'invalid_input', /^f\.login\.in: /);
  t.same(await found(`q=${logins[1]}`), [logins[1]]);
  t.same(await found('q=77'), [], 'no part of a name');
  t.same(await found('q=aDA'), [logins[1], logins[2]], 'the first name, or the last');
  t.same(await found('q=a+7'), [logins[1]], 'every word');
  await change(http, logins[2] as number, { name: 'Eve', middle_name: 'Mae' });
  t.same(await found('q=ada+eve'), [logins[2]], 'words of several names, in any order');
  t.same(await found('q=ada+eve+mae+a+d'), [], 'the words after the third are one');
  t.same(await found('q=ada+eve+mae+7'), []);
  const { total } = await dataOf<{ total: number }>(admin, 'q=ada', '/count');
  t.equal(total, 2);
});

test`Page and checkpoint are of one state; what is not there yet is pending
  [GET #13, #14] [GET /count #2]`(async (t) => {
  const { http, admin, logins, base } = await openAccounts(t, 2);
  const seq = pay(http, logins[0] as number, 700);
  const query = `${base}&min_projection_seq=`;
  const current = await dataOf(admin, query + seq);
  t.match(current, { consistency: 'current', projection_seq: seq });
  t.match(current.items[0], { balance: '7.00' });
  http.lists.isHeld = true;
  const later = pay(http, logins[0] as number, 800);
  const pending = { consistency: 'projection_pending', projection_seq: seq, retry_after_ms: 1000 };
  t.match(await dataOf(admin, query + later), { ...pending, items: [], after: null });
  t.match(await dataOf(admin, query + later, '/count'), { ...pending, total: null });
  t.match(await dataOf(admin, base), { consistency: 'current', projection_seq: seq });
  http.lists.isHeld = false;
  const fresh = await dataOf(admin, query + later);
  t.match(fresh, { projection_seq: later, items: [{ balance: '8.00' }, {}] });
  for (const wrong of ['007', '-1', '9223372036854775808']) {
    for (const path of ['', '/count']) {
      const answer = await admin.get(`/accounts/window${path}?min_projection_seq=${wrong}`);
      refused(t, answer, 'invalid_input', /^min_projection_seq: /);
    }
  }
});

test`A count is exact, of its own state, and no page bounds it
  [GET /count #1, #3, #4]`(async (t) => {
  const { http, admin, logins, base } = await openAccounts(t, 11);
  type Counted = { total: number; query_id: string; projection_seq: string; resource: string };
  const count = (query: string) => dataOf<Counted>(admin, query, '/count');
  const first = await count(base);
  t.match(first, { total: 11, resource: 'accounts/window' });
  t.match(await count(`${base}&f.login.gt=${logins[4]}`), { total: 6 });
  refused(t, await admin.get('/accounts/window/count?limit=2'), 'invalid_input', /^limit: /);
  const page = await dataOf(admin, `${base}&limit=2`);
  t.equal(page.projection_seq, first.projection_seq, 'both of one state');
  await http.openAccount({ group: 'list\\a' });
  const second = await count(base);
  t.match(second, { total: 12, query_id: first.query_id });
  t.not(second.projection_seq, page.projection_seq, 'no longer of the state of the page');
});

test`A walk from the first row to the last shows every account that stayed exactly once, while
  others come, move and are archived [GET #3]`(async (t) => {
  const { http, admin, logins, base } = await openAccounts(t, 40);
  for (const [at, login] of logins.entries()) await change(http, login, { name: `N${at % 7}` });
  for (const sort of ['login', 'name', 'created_at', 'group']) {
    const stayed = new Set(logins.slice(0, 30));
    const seen: number[] = [];
    let page = await dataOf(admin, `${base}&sort=${sort}&limit=4`);
    for (let step = 0; ; step += 1) {
      seen.push(...loginsOf(page).filter((login) => stayed.has(login)));
      if (!page.has_after) break;
      const moved = logins[30 + (step % 10)] as number;
      await change(http, moved, { group: step % 2 === 0 ? 'list\\z' : 'demo\\standard' });
      await change(http, moved, { name: step % 2 === 0 ? 'A' : 'Z' });
      await http.openAccount({ group: 'list\\a', name: `M${step}` });
      if (sort === 'group') {
        const gone = logins.at(-1) as number;
        const at = http.harness.desk.records.get('account', String(gone))?.record.archived_at;
        const archived_at = at ?? new Date(http.harness.now).toISOString();
        await change(http, gone, { enabled: false, archived_at });
      }
      const cursor = `&edge=after&cursor=${page.after}`;
      page = await dataOf(admin, `${base}&sort=${sort}&limit=4${cursor}`);
    }
    t.same(
      seen.toSorted((a, b) => a - b),
      [...stayed],
      sort,
    );
  }
});
