// Report configurations over REST: the rules of the family's configuration records.

import t from 'tap';
import { type Family, openKind, settingLaws } from './setting-laws.js';

const FAMILY: Family = {
  path: 'reports/configs',
  body: (n) => ({ name: `Daily\\Accounts\\${n}`, module: 'daily' }),
  change: { enabled: false, params: { groups: 'real\\*' } },
  readOnly: ['id', 'created_at', 'updated_at'],
  broken: [{ name: 'Daily\\\\Accounts' }, 'name'],
  required: ['name', 'module'],
};

settingLaws(FAMILY, {
  create: { required: 1, unknown: 10, told: 11 },
  patch: { version: 1, rules: 2, same: 3, readOnly: 4, told: 5 },
  remove: { told: 3 },
  order: { raises: true },
});

type Row = { readonly name: string; readonly position: number };
type Kind = Awaited<ReturnType<typeof openKind>>;

const ROUTES = ['POST /admin/v1/reports/configs', 'PATCH /admin/v1/reports/configs/{id}'] as const;

/** Asks for a report with some fields in both ways: in a create, and in a change of one. */
const askBoth = async (kind: Kind, fields: Readonly<Record<string, unknown>>) => {
  const { id } = await kind.create();
  return [
    await kind.ask('POST', '', { ...FAMILY.body(999), ...fields }),
    await kind.ask('PATCH', `/${id}`, { version: 1, ...fields }),
  ];
};

const tags = (create: number, patch: number) =>
  `[${ROUTES[0]} #${create}] [${ROUTES[1]} #${patch}]`;

t.test('the list goes by position, then name [GET /admin/v1/reports/configs #1]', async (t) => {
  const kind = await openKind(t, FAMILY);
  for (const [name, position] of [
    ['b', 2],
    ['a', 2],
    ['d', 1],
    ['c', 0],
  ] as const) {
    await kind.create({ name, position });
  }
  const { data } = await kind.ask('GET', '');
  t.same(
    (data as Row[]).map((one) => one.name),
    ['d', 'a', 'b', 'c'],
  );
});

t.test(`a name is made of parts joined by backslashes ${tags(2, 9)}`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const wrong = ['', '\\', 'a\\', '\\a', 'a\\\\b', 'a*', 'a,b', 'a\\!b', 'a'.repeat(256)];
  for (const name of wrong) {
    for (const refused of await askBoth(kind, { name })) {
      t.match(refused, { status: 400, code: 'invalid_input', message: /name/ }, name);
    }
  }
  for (const name of ['a', 'Folder\\Sub folder\\Report', `${'a'.repeat(253)}\\b`]) {
    t.match(await kind.create({ name }), { name });
  }
});

t.test(`a module is one of those that are listed ${tags(3, 10)}`, async (t) => {
  const kind = await openKind(t, FAMILY);
  for (const refused of await askBoth(kind, { module: 'ledger' })) {
    t.match(refused, { status: 400, code: 'invalid_input', message: /module/ });
  }
  const { data } = await kind.staff.ask('GET', '/reports/modules');
  for (const { module } of data as { module: string }[]) {
    t.match(await kind.create({ module }), { module });
  }
});

t.test(`the parameters are few and short ${tags(4, 11)}`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, '']));
  const wrong = [
    many(65),
    { '': 'x' },
    { ['p'.repeat(65)]: 'x' },
    { p: 'x'.repeat(1025) },
    { p: 1 },
    JSON.parse('{"__proto__": "x"}'),
  ];
  for (const params of wrong) {
    for (const refused of await askBoth(kind, { params })) {
      t.match(refused, { status: 400, code: 'invalid_input', message: /params/ });
    }
  }
  const params = { ...many(63), ['p'.repeat(64)]: 'x'.repeat(1024) };
  for (const { data } of await askBoth(kind, { params }))
    t.same((data as Row & Params).params, params);
});

interface Params {
  readonly params: unknown;
}

t.test(`groups and company are parameters of every module ${tags(5, 12)}`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const params = { groups: 'real\\*', company: 'Acme' };
  for (const { data } of await askBoth(kind, { params })) t.same((data as Params).params, params);
  const { data } = await kind.staff.ask('GET', '/reports/modules');
  for (const { params } of data as { params: { name: string; description: string }[] }[]) {
    const said = new Map(params.map((one) => [one.name, one.description]));
    t.match(said.get('groups'), /unless others are asked for/, 'groups is a default');
    t.match(said.get('company'), /whatever is asked for/, 'company is fixed');
  }
});

t.test(`a name is given once, whatever its letter case ${tags(6, 6)}`, async (t) => {
  const kind = await openKind(t, FAMILY);
  await kind.create({ name: 'Daily\\One' });
  for (const refused of await askBoth(kind, { name: 'daily\\ONE' })) {
    t.match(refused, { status: 409, code: 'conflict', message: /name/ });
  }
});

t.test('one is enabled unless it is said [POST /admin/v1/reports/configs #7]', async (t) => {
  const kind = await openKind(t, FAMILY);
  t.match(await kind.create(), { enabled: true });
  t.match(await kind.create({ enabled: false }), { enabled: false });
});

t.test('no position, or 0, is the last one [POST /admin/v1/reports/configs #8]', async (t) => {
  const kind = await openKind(t, FAMILY);
  t.match(await kind.create(), { position: 1 });
  t.match(await kind.create({ position: 40 }), { position: 40 });
  t.match(await kind.create({ position: 0 }), { position: 41 });
  const { id } = await kind.create({ position: 2 });
  const moved = { version: 1, position: 0 };
  t.match((await kind.ask('PATCH', `/${id}`, moved)).data, { position: 42, version: 2 });
  const last = { version: 2, position: 0 };
  t.match(
    (await kind.ask('PATCH', `/${id}`, last)).data,
    { position: 42, version: 2 },
    'it is last',
  );
});

t.test('id, version and times are not taken [POST /admin/v1/reports/configs #9]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const time = '2001-01-01T00:00:00.000Z';
  const sent = { id: 77, version: 9, created_at: time, updated_at: time };
  const now = new Date(kind.http.harness.now).toISOString();
  t.match(await kind.create(sent), { id: 1, version: 1, created_at: now, updated_at: now });
});

t.test('a change is one version [PATCH /admin/v1/reports/configs/{id} #7]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create();
  for (const version of [1, 2, 3]) {
    const { data } = await kind.ask('PATCH', `/${id}`, { version, enabled: version % 2 === 0 });
    t.match(data, { version: version + 1 });
  }
});

t.test('parameters are replaced whole [PATCH /admin/v1/reports/configs/{id} #8]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create({ params: { groups: 'demo\\*', company: 'Acme' } });
  const changed = await kind.ask('PATCH', `/${id}`, { version: 1, params: { company: 'Other' } });
  t.same((changed.data as Params).params, { company: 'Other' });
  const same = await kind.ask('PATCH', `/${id}`, { version: 2, enabled: false });
  t.same((same.data as Params).params, { company: 'Other' }, 'left out they stay');
});

t.test('modules are listed for who reads reports [GET /admin/v1/reports/modules #1]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const seen = async (...rights: ('reports' | 'config.reports' | 'config.mail')[]) => {
    const login = await kind.http.hire({ rights });
    const staff = await kind.http.signedIn('staff', { login, password: 'Master-1x' });
    return staff.ask('GET', '/reports/modules');
  };
  for (const right of ['reports', 'config.reports'] as const) {
    const { data } = await seen(right);
    t.match(data, [
      { module: 'daily', daily: true },
      { module: 'exposure', daily: false },
    ]);
  }
  t.match(await seen('config.mail'), { status: 403, code: 'forbidden' });
});
