// Allocation rules over REST: where who signs up is placed.

import t from 'tap';
import type { Answer } from '../support/http-harness.js';
import { type Family, type Kind, openKind, settingLaws, traceOf } from './setting-laws.js';

type Fields = Readonly<Record<string, unknown>>;

const REAL = 'real\\standard';
const FAMILY: Family = {
  path: 'account-allocations',
  body: () => ({ group_path: REAL }),
  change: { description: 'another', enabled: false },
  readOnly: [],
  broken: [{ default_leverage: 10_001 }, 'default_leverage'],
  required: ['group_path'],
  replaces: true,
};

settingLaws(FAMILY, {
  create: { required: 1, unknown: 15, told: 13 },
  read: { missing: 2 },
  patch: { version: 2, told: 15 },
  remove: { gone: 1, told: 4 },
});

const LIST = '/admin/v1/account-allocations';
const ONE = `${LIST}/{id}`;

const colleague = async ({ http }: Kind, group_scope: string[]) => {
  const login = await http.hire({ rights: ['config.allocation'], group_scope });
  const staff = await http.signedIn('staff', { login, password: 'Master-1x' });
  return (method: string, path: string, body?: unknown) =>
    staff.ask(method, `/account-allocations${path}`, body === undefined ? {} : { body });
};

t.test(`rules of groups in scope, the lowest priority first [GET ${LIST} #1, #2]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  await kind.create({ priority: 5, description: 'c' });
  await kind.create({ priority: -1, description: 'a' });
  await kind.create({ priority: 5, description: 'd', group_path: 'demo\\standard' });
  await kind.create({ priority: 2, description: 'b', enabled: false });
  const seen = ({ data }: Answer) => (data as Fields[]).map((one) => one.description).join('');
  t.equal(seen(await kind.ask('GET', '')), 'abcd');
  const limited = await colleague(kind, ['demo\\*']);
  t.equal(seen(await limited('GET', '')), 'd');
});

t.test(`out of scope a rule is not there [GET ${ONE} #1]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create();
  const limited = await colleague(kind, ['demo\\*']);
  t.match((await kind.ask('GET', `/${id}`)).data, { id, group_path: REAL });
  const missing = { status: 404, code: 'not_found' };
  t.match(await limited('GET', `/${id}`), missing);
  t.match(await limited('DELETE', `/${id}`), missing);
  t.match(await limited('PUT', `/${id}`, { group_path: 'demo\\standard', version: 1 }), missing);
  const denied = { status: 403, code: 'forbidden' };
  t.match(await limited('POST', '', { group_path: REAL }), denied);
  const own = (await limited('POST', '', { group_path: 'demo\\standard' })).data as Fields;
  t.match(await limited('PUT', `/${own.id}`, { group_path: REAL, version: 1 }), denied);
});

t.test(`what the server sets is not heeded [POST ${LIST} #14]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const time = '2001-01-01T00:00:00.000Z';
  const sent = { id: 77, version: 9, created_at: time, updated_at: time };
  const created = await kind.create(sent);
  t.match(created, { id: 1, version: 1 });
  t.not((created as Fields).created_at, time);
  t.equal((created as Fields).created_at, (created as Fields).updated_at);
});

t.test(`what is left out of a replacement goes to zero [PUT ${ONE} #1]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const full = {
    description: 'd',
    enabled: true,
    priority: 3,
    countries: ['DE'],
    default_leverage: 50,
    leverages: [50, 100],
  };
  const created = (await kind.create(full)) as Fields;
  t.match(created, full);
  const sent = { version: 1, group_path: 'demo\\standard' };
  const { created_at, updated_at, ...rest } = (await kind.ask('PUT', '/1', sent)).data as Fields;
  t.equal(created_at, created.created_at);
  t.equal(typeof updated_at, 'string');
  const zero = { description: '', enabled: false, priority: 0, countries: [], leverages: [] };
  const more = { id: 1, default_leverage: 0, white_label_id: null };
  t.same(rest, { ...zero, ...more, version: 2, group_path: 'demo\\standard' });
});

t.test('what was read can be sent back', async (t) => {
  const kind = await openKind(t, FAMILY);
  const created = await kind.create({ leverages: [100, 200], countries: ['DE'] });
  const before = traceOf(kind);
  t.same((await kind.ask('PUT', '/1', created)).data, created);
  t.same(traceOf(kind), before, 'it is no change');
  t.match(await kind.ask('PUT', '/1', { ...created, surprise: 1 }), { status: 400 });
});

/** The two ways of writing a rule, and how much their numbers differ. */
const WAYS: readonly {
  readonly path: string;
  readonly number: (create: number) => number;
  readonly put: (kind: Kind, more: Fields) => Promise<Answer>;
}[] = [
  {
    path: `POST ${LIST}`,
    number: (create) => create,
    put: (kind, more) => kind.ask('POST', '', { group_path: REAL, ...more }),
  },
  {
    path: `PUT ${ONE}`,
    number: (create) => (create < 12 ? create + 2 : create + 1),
    put: async (kind, more) => {
      const { id } = await kind.create();
      return kind.ask('PUT', `/${id}`, { group_path: REAL, version: 1, ...more });
    },
  },
];

const refuses = async (
  t: Tap,
  [kind, put]: readonly [Kind, (typeof WAYS)[number]['put']],
  field: string,
  more: Fields,
) => {
  const answer = await put(kind, more);
  t.match(answer, { status: 400, code: 'invalid_input' }, JSON.stringify(more));
  t.match(answer.message, new RegExp(`^${field}`), answer.message);
};
type Tap = Parameters<typeof openKind>[0];

for (const { path, number, put } of WAYS) {
  const tag = (create: number) => `[${path} #${number(create)}]`;

  t.test(`a rule is for a trading group that is there ${tag(1)}`, async (t) => {
    const kind = await openKind(t, FAMILY);
    t.match(await put(kind, {}), { code: 'ok' });
    await refuses(t, [kind, put], 'group_path', { group_path: 'real\\none' });
    await refuses(t, [kind, put], 'group_path', { group_path: 'managers\\dealers' });
    await refuses(t, [kind, put], 'group_path', { group_path: '' });
    await refuses(t, [kind, put], 'group_path', { group_path: undefined });
  });

  t.test(`leverages are 1 to 10000 ${tag(8)}`, async (t) => {
    const kind = await openKind(t, FAMILY);
    const widest = { default_leverage: 10_000, leverages: [1, 10_000] };
    t.match(await put(kind, widest), { code: 'ok', data: widest });
    t.match(await put(kind, { default_leverage: 1 }), { code: 'ok' });
    await refuses(t, [kind, put], 'default_leverage', { default_leverage: 10_001 });
    await refuses(t, [kind, put], 'default_leverage', { default_leverage: -1 });
    await refuses(t, [kind, put], 'leverages', { leverages: [0, 100] });
    await refuses(t, [kind, put], 'leverages', { leverages: [100, 10_001] });
  });

  t.test(`a list of leverages has the default in it ${tag(9)}`, async (t) => {
    const kind = await openKind(t, FAMILY);
    t.match(await put(kind, { leverages: [50, 100] }), { code: 'ok' }, 'that of the group is 100');
    t.match(await put(kind, { default_leverage: 50, leverages: [50] }), { code: 'ok' });
    await refuses(t, [kind, put], 'leverages', { leverages: [50, 200] });
    await refuses(t, [kind, put], 'leverages', { default_leverage: 30, leverages: [50, 100] });
  });

  t.test(`a change stands in the journal ${tag(path.startsWith('POST') ? 12 : 13)}`, async (t) => {
    const kind = await openKind(t, FAMILY);
    t.match(await put(kind, { description: 'new' }), { code: 'ok' });
    const journal = traceOf(kind).journal;
    t.match(journal, [{ kind: 'config', text: /^allocation rule 1 for real\\standard / }]);
  });

  t.test('no brand but every one is known yet', async (t) => {
    const kind = await openKind(t, FAMILY);
    t.match(await put(kind, { white_label_id: null }), { code: 'ok' });
    await refuses(t, [kind, put], 'white_label_id', { white_label_id: 7 });
  });
}

t.test(`a delete leaves accounts where they are, and is told [DELETE ${ONE} #2, #3]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create({ group_path: 'demo\\standard' });
  const before = kind.http.harness.desk.records.get('account', '1001');
  await kind.ask('DELETE', `/${id}`);
  t.match(traceOf(kind).journal, [{ kind: 'config', text: /allocation rule 1 .*deleted/ }]);
  t.same(kind.http.harness.log.at(-1)?.changes, [
    { kind: 'allocation', key: '1', version: 2, record: null },
  ]);
  t.same(kind.http.harness.desk.records.get('account', '1001'), before);
});

t.test('who may not maintain allocations does not see them', async (t) => {
  const kind = await openKind(t, FAMILY);
  const login = await kind.http.hire({ rights: ['config.groups'] });
  const other = await kind.http.signedIn('staff', { login, password: 'Master-1x' });
  t.equal((await other.ask('GET', '/account-allocations')).code, 'forbidden');
  t.equal((await other.ask('GET', '/account-allocations/settings')).code, 'forbidden');
});

t.test('a group that is offered is neither deleted nor renamed', async (t) => {
  const kind = await openKind(t, FAMILY);
  const ask = (method: string, path: string, body?: unknown) =>
    kind.staff.ask(method, path, body === undefined ? {} : { body });
  const created = await ask('POST', '/groups', { path: 'real\\offered', currency: 'USD' });
  const { id } = created.data as { id: number };
  const rule = await kind.create({ group_path: 'real\\offered' });
  const refused = { status: 409, code: 'conflict', message: /allocation rule/ };
  t.match(await ask('DELETE', `/groups/${id}`), refused);
  t.match(await ask('PATCH', `/groups/${id}`, { version: 1, path: 'real\\other' }), refused);
  t.match(await ask('PATCH', `/groups/${id}`, { version: 1, company: 'x' }), { code: 'ok' });
  await kind.ask('DELETE', `/${rule.id}`);
  t.match(await ask('DELETE', `/groups/${id}`), { code: 'ok' });
});
