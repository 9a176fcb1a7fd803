// Windows over the sessions in use: pages, cursors, and what voids them.

import t, { type Test } from 'tap';
import type { Terminal } from '../support/http-harness.js';
import { ONLINE, OnlineHarness, type Window } from './online-harness.js';

/** Eleven traders in the order of their sign-in, and staff who sees them. */
const crowd = async (one: OnlineHarness) => {
  const logins = [1001];
  await one.trader(1001);
  for (let n = 0; n < 10; n += 1) {
    const login = await one.account('demo\\standard', { name: `n${n}` });
    await one.trader(login);
    logins.push(login);
  }
  return { logins, staff: await one.staff({ rights: [...ONLINE, 'fields.name'] }) };
};

const loginsOf = ({ items }: Window) => items.map(({ login }) => login);
const after = ({ after: cursor }: Window, limit = 4) =>
  `?edge=after&cursor=${cursor}&limit=${limit}`;
const before = ({ before: cursor }: Window, limit = 4) =>
  `?edge=before&cursor=${cursor}&limit=${limit}`;

t.test(
  'Pages go forth and back by the time of sign-in [GET /admin/v1/online/window #1]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const { staff, logins } = await crowd(one);
    const first = await one.window(staff, '?limit=4');
    t.same(loginsOf(first), logins.slice(0, 4));
    t.match(first, { has_before: false, has_after: true, total: 11, anchor_found: false });
    const second = await one.window(staff, after(first));
    t.same(loginsOf(second), logins.slice(4, 8));
    t.match(second, { has_before: true, has_after: true });
    const third = await one.window(staff, after(second));
    t.same(loginsOf(third), logins.slice(8));
    t.match(third, { has_before: true, has_after: false });
    t.same(loginsOf(await one.window(staff, before(third))), logins.slice(4, 8));
    t.same(loginsOf(await one.window(staff, before(second, 100))), logins.slice(0, 4));
    const none = await one.window(staff, after(third));
    t.match(none, { items: [], after: null, before: null, has_after: false, has_before: true });
    t.equal((await one.window(staff)).items.length, 11, 'a hundred where no limit is given');
  },
);

t.test('Sessions of one moment stand by their ids [GET /admin/v1/online/window #1]', async (t) => {
  const one = await OnlineHarness.open(t);
  const staff = await one.staff();
  for (let n = 0; n < 9; n += 1) {
    const terminal = one.http.terminal('trader');
    await terminal.signIn({ terminal: 'desktop' });
  }
  const seen: string[] = [];
  for (let page = await one.window(staff, '?limit=2'); page.items.length > 0; ) {
    seen.push(...page.items.map(({ session }) => session));
    page = await one.window(staff, after(page, 2));
  }
  t.equal(seen.length, 9);
  t.same(seen, [...new Set(seen)].sort());
});

t.test(
  'Group, hidden accounts and staff are looked at again for each page ' +
    '[GET /admin/v1/online/window #2]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const { staff, logins } = await crowd(one);
    const { harness } = one.http;
    const first = await one.window(staff, '?limit=4');
    await harness.patch('account', String(logins[4]), { hidden: true });
    await harness.patch('account', String(logins[5]), { group: 'managers\\dealers' });
    const second = await one.window(staff, after(first));
    t.same(loginsOf(second), [logins[6], logins[7], logins[8], logins[9]]);
    t.equal(second.total, 9);
  },
);

t.test(
  'Names and equity are asked for of the rows on the page alone ' +
    '[GET /admin/v1/online/window #3]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const { staff, logins } = await crowd(one);
    const first = await one.window(staff, '?limit=2');
    const { items } = await one.window(staff, after(first, 2));
    t.match(items, [
      { name: 'n1', equity: '1000.00' },
      { name: 'n2', equity: '1000.00' },
    ]);
    t.same(one.asked, logins.slice(0, 4));
  },
);

t.test(
  'Each page is of the sessions that there are then, and counts them ' +
    '[GET /admin/v1/online/window #4, #5, #6]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const { staff, logins } = await crowd(one);
    const first = await one.window(staff, '?limit=4');
    const gone = { body: { login: logins[5] } };
    t.equal((await staff.ask('POST', '/online/kick', gone)).code, 'ok');
    const late = await one.account('demo\\standard');
    await one.trader(late);
    await one.trader(late);
    const rest = await one.window(staff, after(first, 100));
    t.same(loginsOf(rest), [logins[4], ...logins.slice(6), late, late]);
    t.equal(rest.total, 12, 'one less and two more than 11');
  },
);

const refuses = async (t: Test, one: OnlineHarness, staff: Terminal, queries: string[]) => {
  for (const query of queries) {
    t.match(await one.ask(staff, query), { status: 400, code: 'invalid_input' }, query);
  }
};

t.test('Pages after and before need a cursor [GET /admin/v1/online/window #7]', async (t) => {
  const one = await OnlineHarness.open(t);
  const { staff } = await crowd(one);
  const answer = await one.ask(staff, '?edge=after');
  t.match(answer, { status: 400, message: /cursor: required/ });
  await refuses(t, one, staff, ['?edge=after', '?edge=before']);
  const [session] = (await one.window(staff)).items;
  t.match(await one.window(staff, `?edge=around&anchor_id=${session?.session}`), { total: 11 });
});

t.test(
  'A page around a session needs it named, the others may not name one ' +
    '[GET /admin/v1/online/window #8]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const { staff, logins } = await crowd(one);
    const whole = await one.window(staff);
    const anchor = (at: number) => `&anchor_id=${whole.items[at]?.session}`;
    const cursor = `&cursor=${whole.after}`;
    await refuses(t, one, staff, [
      '?edge=around',
      `?edge=first${anchor(1)}`,
      `?edge=after${cursor}${anchor(1)}`,
      `?edge=before${cursor}${anchor(1)}`,
    ]);
    const around = async (at: number) => {
      const page = await one.window(staff, `?edge=around&limit=5${anchor(at)}`);
      t.equal(page.anchor_found, true);
      return loginsOf(page);
    };
    t.same(await around(5), logins.slice(3, 8), 'in the middle');
    t.same(await around(1), logins.slice(0, 5), 'at the beginning');
    t.same(await around(10), logins.slice(6), 'at the end');
  },
);

t.test(
  'Where the session is gone the cursor counts, and without one the first page ' +
    '[GET /admin/v1/online/window #9]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const { staff, logins } = await crowd(one);
    const page = await one.window(staff, '?limit=8');
    const gone = page.items[6]?.session;
    t.equal((await staff.ask('POST', `/online/${gone}/kick`)).code, 'ok');
    const first = await one.window(staff, `?edge=around&limit=3&anchor_id=${gone}`);
    t.equal(first.anchor_found, false);
    t.same(loginsOf(first), logins.slice(0, 3));
    const query = `?edge=around&limit=3&anchor_id=${gone}&cursor=${page.after}`;
    const near = await one.window(staff, query);
    t.equal(near.anchor_found, false);
    t.same(loginsOf(near), [logins[5], logins[7], logins[8]]);
  },
);

t.test(
  'Unknown, repeated, empty, oversized and contradicting parameters answer 400 ' +
    '[GET /admin/v1/online/window #10]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const { staff } = await crowd(one);
    const { after: cursor } = await one.window(staff);
    await refuses(t, one, staff, [
      '?page=1',
      '?limit=1&limit=1',
      '?limit=0',
      '?limit=101',
      '?limit=',
      '?limit=ten',
      '?edge=',
      '?edge=last',
      '?edge=after&cursor=',
      `?edge=after&cursor=${'a'.repeat(129)}`,
      `?edge=around&anchor_id=${'a'.repeat(65)}`,
      '?edge=around&anchor_id=',
      `?edge=first&cursor=${cursor}`,
      `?cursor=${cursor}`,
      '?edge=after&cursor=1.2.3',
      `?edge=after&cursor=1${cursor}`,
    ]);
  },
);

t.test(
  'A cursor holds for its session, its rights and its scope [GET /admin/v1/online/window #11]',
  async (t) => {
    const one = await OnlineHarness.open(t);
    const { staff } = await crowd(one);
    const login = await one.http.hire({ rights: ONLINE });
    const password = 'Master-1x';
    const mine = await one.http.signedIn('staff', { login, password });
    const holds = async (page: Window, who: Terminal) => (await one.ask(who, after(page))).code;
    const page = await one.window(mine, '?limit=2');
    t.equal(await holds(page, mine), 'ok');
    t.equal((await one.window(mine, after(page))).query_id, page.query_id);
    t.equal(await holds(page, staff), 'invalid_input', 'of somebody else');
    const again = await one.http.signedIn('staff', { login, password });
    t.equal(await holds(page, again), 'invalid_input', 'of another session');
    await one.http.harness.patch('staff', String(login), { rights: [...ONLINE, 'fields.name'] });
    t.equal(await holds(page, mine), 'invalid_input', 'of other rights');
    const fresh = await one.window(mine, '?limit=2');
    t.not(fresh.query_id, page.query_id);
    await one.http.harness.patch('staff', String(login), { group_scope: ['demo\\*'] });
    t.equal(await holds(fresh, mine), 'invalid_input', 'of another scope');
  },
);

t.test('There is no search, filter or sort [GET /admin/v1/online/window #12]', async (t) => {
  const one = await OnlineHarness.open(t);
  const staff = await one.staff();
  await refuses(t, one, staff, ['?q=ada', '?sort=login', '?login=1001', '?f.login.eq=1001']);
});

t.test('A page says when it was read [GET /admin/v1/online/window #13]', async (t) => {
  const one = await OnlineHarness.open(t);
  const staff = await one.staff();
  const now = () => new Date(one.http.harness.now).toISOString();
  t.equal((await one.window(staff)).observed_at, now());
  one.pass(5_000);
  t.equal((await one.window(staff)).observed_at, now());
});
