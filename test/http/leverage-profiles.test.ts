// Leverage profiles over REST: the rules of the family, and that margins follow them at once.

import t from 'tap';
import { GROUP } from './house-engine.js';
import {
  doubled,
  FAMILY,
  LIST,
  marginWith,
  ONE,
  type Profile,
  rule,
  tier,
  use,
} from './leverage-family.js';
import { isTold, type Kind, openKind, settingLaws, traceOf } from './setting-laws.js';

type Fields = Readonly<Record<string, unknown>>;

settingLaws(FAMILY, {
  create: { unknown: 16, told: 17 },
  read: { missing: 1 },
  patch: { version: 1, rules: 2, same: 3, readOnly: 4, told: 5 },
  remove: { told: 4 },
});

/** A member of staff with these rights and this scope. */
const colleague = async ({ http }: Kind, rights: readonly string[], group_scope: string[]) => {
  const login = await http.hire({ rights: rights as never, group_scope });
  return http.signedIn('staff', { login, password: 'Master-1x' });
};

t.test(
  'the list goes by name, whatever the case [GET /admin/v1/leverage-profiles #1]',
  async (t) => {
    const kind = await openKind(t, FAMILY);
    for (const name of ['beta', 'Alpha', 'Gamma', 'alpha 2']) await kind.create({ name });
    const { data } = await kind.ask('GET', '');
    t.same(
      (data as Profile[]).map(({ name }) => name),
      ['Alpha', 'alpha 2', 'beta', 'Gamma'],
    );
  },
);

t.test(`groups are those of the caller's scope [GET ${LIST} #2] [GET ${ONE} #2]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create();
  await kind.create();
  for (const group of ['demo\\standard', 'real\\standard']) await use(kind, id, group);
  const [all, other] = (await kind.ask('GET', '')).data as Fields[];
  t.same(all?.groups, ['demo\\standard', 'real\\standard']);
  t.same(other?.groups, [], 'the other profile has none');
  for (const right of ['config.groups', 'config.leverage']) {
    const limited = await colleague(kind, [right], ['real\\*']);
    const seen = (await limited.ask('GET', '/leverage-profiles')).data as Fields[];
    t.same(seen[0]?.groups, ['real\\standard'], right);
    const one = (await limited.ask('GET', `/leverage-profiles/${id}`)).data as Fields;
    t.same(one.groups, ['real\\standard'], right);
  }
});

t.test('who maintains groups reads profiles and writes none', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create();
  const reader = await colleague(kind, ['config.groups'], ['*']);
  const body = FAMILY.body(2);
  t.equal((await reader.ask('GET', '/leverage-profiles')).code, 'ok');
  t.equal((await reader.ask('POST', '/leverage-profiles', { body })).code, 'forbidden');
  t.equal((await reader.ask('DELETE', `/leverage-profiles/${id}`)).code, 'forbidden');
  const stranger = await colleague(kind, ['config.symbols'], ['*']);
  t.equal((await stranger.ask('GET', '/leverage-profiles')).code, 'forbidden');
});

t.test(`the earliest rule that fits decides [GET ${LIST} #3] [POST ${LIST} #13]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const by = (mask: string, rate: string) => rule({ mask, tiers: [tier('0', rate)] });
  const { id } = await kind.create({
    rules: [by('USD*,!*', '9'), by('Forex\\EUR*', '3'), by('EURUSD', '7')],
  });
  await use(kind, id);
  const margin = marginWith(kind);
  t.equal(margin(), '3000.00');
  const { data } = await kind.ask('GET', '');
  t.same(
    (data as Profile[])[0]?.rules.map(({ tiers }) => tiers[0]?.initial),
    ['9', '3', '7'],
    'they stand in their order',
  );
});

t.test(`a group has the profile that it names [POST ${LIST} #14]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create({ rules: [rule({ tiers: [tier('0', '4')] })] });
  const margin = marginWith(kind);
  t.equal(margin(), '1000.00');
  await use(kind, id);
  t.equal(margin(), '4000.00');
});

t.test(`a profile that is off stays picked and does nothing [POST ${LIST} #3]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id, enabled } = await kind.create({ rules: [rule({ tiers: [tier('0', '4')] })] });
  t.equal(enabled, true, 'it starts enabled');
  await use(kind, id);
  const margin = marginWith(kind);
  t.equal(margin(), '4000.00');
  const { data } = await kind.ask('PATCH', `/${id}`, { version: 1, enabled: false });
  t.match(data, { enabled: false, groups: [GROUP] });
  t.equal(margin(), '1000.00');
});

t.test(`execution applies a change at once [POST ${LIST} #15] [PATCH ${ONE} #17]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const before = traceOf(kind);
  const { id } = await kind.create(doubled);
  isTold(t, kind, before);
  await use(kind, id);
  const margin = marginWith(kind);
  t.equal(margin(), '2000.00');
  const after = traceOf(kind);
  await kind.ask('PATCH', `/${id}`, { version: 1, rules: [rule({ tiers: [tier('0', '5')] })] });
  isTold(t, kind, after);
  t.equal(margin(), '5000.00');
});

t.test(`a delete counts at once, too [DELETE ${ONE} #3]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create(doubled);
  const before = traceOf(kind);
  await kind.ask('DELETE', `/${id}`);
  isTold(t, kind, before);
  t.same(kind.http.harness.desk.settings().leverage_profile, []);
});

t.test(`a profile that a group uses stays [DELETE ${ONE} #1]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create();
  await use(kind, id);
  t.match(await kind.ask('DELETE', `/${id}`), { status: 409, code: 'conflict' });
  await kind.http.harness.patch('group', GROUP, { leverage_profile_id: null });
  t.equal((await kind.ask('DELETE', `/${id}`)).code, 'ok');
});

t.test(`names [POST ${LIST} #1] [PATCH ${ONE} #7]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const first = await kind.create({ name: 'n'.repeat(64) });
  const second = await kind.create({ name: 'Second' });
  for (const name of ['', 'n'.repeat(65), ' edge', 'edge ', 'half a \ud800']) {
    const created = await kind.ask('POST', '', { name });
    t.match(created, { status: 400, code: 'invalid_input', message: /^name/ });
    t.match(await kind.ask('PATCH', `/${first.id}`, { version: 1, name }), { status: 400 });
  }
  t.match(await kind.ask('POST', '', { name: 'second' }), { status: 409, code: 'conflict' });
  const taken = await kind.ask('PATCH', `/${first.id}`, { version: 1, name: 'SECOND' });
  t.match(taken, { status: 409, code: 'conflict' });
  const own = await kind.ask('PATCH', `/${second.id}`, { version: 1, name: 'SECOND' });
  t.match(own.data, { name: 'SECOND' });
});

t.test(`1024 rules are the most [POST ${LIST} #2] [POST ${ONE}/rules #5]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create({ rules: Array.from({ length: 1024 }, () => rule()) });
  const more = await kind.ask('POST', `/${id}/rules`, { rule: rule(), version: 1 });
  t.match(more, { status: 400, code: 'invalid_input', message: /rules/ });
  const rules = Array.from({ length: 1025 }, () => rule());
  t.match(await kind.ask('POST', '', { name: 'many', rules }), { status: 400, message: /rules/ });
});

t.test(`fields that a change may have; rules are replaced whole [PATCH ${ONE} #6]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create({ rules: [rule({ name: 'a' }), rule({ name: 'b' })] });
  const fields = { version: 1, name: 'new', enabled: false, rules: [rule({ name: 'c' })] };
  const { data } = await kind.ask('PATCH', `/${id}`, fields);
  t.match(data, { name: 'new', enabled: false, rules: [{ name: 'c' }] });
  t.equal((data as Profile).rules.length, 1);
});
