// Leverage profiles and their rules over REST, and that margins follow them at once.

import { each, type Fields } from '../../../support/http-harness.js';
import { followed, testsOf, traceOf } from './kind.js';
import {
  doubled,
  GROUP,
  marginWith,
  PROFILES,
  type Profile,
  rule,
  tier,
  use,
} from './setting-families.js';
import { settingLaws } from './setting-laws.js';

const test = testsOf(PROFILES);

settingLaws(PROFILES, {
  create: { unknown: 16, follow: '15, #17' },
  read: { missing: 1 },
  patch: { version: 1, rules: 2, same: 3, readOnly: 4, follow: '5, #17' },
  remove: { follow: '3, #4' },
});

test`the list goes by name, whatever the case [GET #1]`(async (t, kind) => {
  for (const name of ['beta', 'Alpha', 'Gamma', 'alpha 2']) await kind.create({ name });
  t.same(each(await kind.read(), 'name'), ['Alpha', 'alpha 2', 'beta', 'Gamma']);
});

test`groups are those of the caller's scope [GET #2] [GET /{id} #2]`(async (t, kind) => {
  const { id } = await kind.create();
  await kind.create();
  for (const group of ['demo\\standard', 'real\\standard']) await use(kind, id, group);
  const [all, other] = await kind.list<Fields>();
  t.same(all?.groups, ['demo\\standard', 'real\\standard']);
  t.same(other?.groups, [], 'the other profile has none');
  for (const right of ['config.groups', 'config.leverage'] as const) {
    const limited = await kind.colleague([right], ['real\\*']);
    const seen = await limited.read<Fields[]>('/leverage-profiles');
    t.same(seen[0]?.groups, ['real\\standard'], right);
    const one = await limited.read<Fields>(`/leverage-profiles/${id}`);
    t.same(one.groups, ['real\\standard'], right);
  }
});

test`the earliest rule that fits decides [GET #3] [POST #13]`(async (t, kind) => {
  const by = (mask: string, rate: string) => rule({ mask, tiers: [tier('0', rate)] });
  const { id } = await kind.create({
    rules: [by('USD*,!*', '9'), by('Forex\\EUR*', '3'), by('EURUSD', '7')],
  });
  await use(kind, id);
  const margin = marginWith(kind);
  t.equal(margin(), '3000.00');
  t.same(
    (await kind.read<Profile[]>())[0]?.rules.map(({ tiers }) => tiers[0]?.initial),
    ['9', '3', '7'],
    'they stand in their order',
  );
});

test`a group has the profile that it names [POST #14]`(async (t, kind) => {
  const { id } = await kind.create({ rules: [rule({ tiers: [tier('0', '4')] })] });
  const margin = marginWith(kind);
  t.equal(margin(), '1000.00');
  await use(kind, id);
  t.equal(margin(), '4000.00');
});

test`a profile that is off stays picked and does nothing [POST #3]`(async (t, kind) => {
  const { id, enabled } = await kind.create({ rules: [rule({ tiers: [tier('0', '4')] })] });
  t.equal(enabled, true, 'it starts enabled');
  await use(kind, id);
  const margin = marginWith(kind);
  t.equal(margin(), '4000.00');
  t.match((await kind.change(id, 1, { enabled: false })).data, { enabled: false, groups: [GROUP] });
  t.equal(margin(), '1000.00');
});

test`a profile that a group uses stays [DELETE /{id} #1]`(async (t, kind) => {
  const { id } = await kind.create();
  await use(kind, id);
  t.match(await kind.delete(`/${id}`), { code: 'conflict' });
  await kind.harness.patch('group', GROUP, { leverage_profile_id: null });
  t.equal((await kind.delete(`/${id}`)).code, 'ok');
});

test`a profile of groups out of scope is neither changed nor deleted`(async (t, kind) => {
  const [mine, shared] = [await kind.create(), await kind.create()];
  await use(kind, mine.id, 'real\\standard');
  await use(kind, shared.id, 'demo\\standard');
  const limited = await kind.colleague(['config.leverage'], ['real\\*']);
  const ask = (method: 'PATCH' | 'POST' | 'DELETE', path: string, body?: object) =>
    limited.ask(method, `/leverage-profiles/${path}`, body && { body });
  const refused = { code: 'forbidden', message: /outside your scope/ };
  const { id, version } = shared;
  t.match(await ask('PATCH', `${id}`, { version, enabled: false }), refused);
  t.match(await ask('POST', `${id}/rules`, { version, rule: rule() }), refused);
  t.match(await ask('DELETE', `${id}`), refused);
  const seen = await limited.read(`/leverage-profiles/${id}`);
  t.match(seen, { version, groups: [] }, 'and it is seen as it was');
  t.match(await ask('PATCH', `${mine.id}`, { version: mine.version, enabled: false }), {
    code: 'ok',
  });
  const switched = { groups: '*', profile_from_id: mine.id, profile_to_id: shared.id };
  const plan = { ...switched, at: '2099-01-01T00:00:00Z' };
  t.match(await kind.staff.post('/leverage-switches', plan), { code: 'ok' });
  const named = await ask('PATCH', `${mine.id}`, { version: mine.version + 1, enabled: true });
  t.match(named, refused, 'groups that a switch will give it count, too');
});

test`names [POST #1] [PATCH /{id} #7]`(async (t, kind) => {
  const first = await kind.create({ name: 'n'.repeat(64) });
  const second = await kind.create({ name: 'Second' });
  for (const name of ['', 'n'.repeat(65), ' edge', 'edge ', 'half a \ud800']) {
    t.match(await kind.post('', { name }), { code: 'invalid_input', message: /^name/ });
    t.match(await kind.change(first.id, 1, { name }), { status: 400 });
  }
  t.match(await kind.post('', { name: 'second' }), { code: 'conflict' });
  t.match(await kind.change(first.id, 1, { name: 'SECOND' }), { code: 'conflict' });
  t.match((await kind.change(second.id, 1, { name: 'SECOND' })).data, { name: 'SECOND' });
});

test`1024 rules are the most [POST #2] [POST /{id}/rules #5]`(async (t, kind) => {
  const { id } = await kind.create({ rules: Array.from({ length: 1024 }, () => rule()) });
  const more = await kind.post(`/${id}/rules`, { rule: rule(), version: 1 });
  t.match(more, { code: 'invalid_input', message: /rules/ });
  const rules = Array.from({ length: 1025 }, () => rule());
  t.match(await kind.post('', { name: 'many', rules }), { status: 400, message: /rules/ });
});

test`rules are replaced whole [PATCH /{id} #6]`(async (t, kind) => {
  const { id } = await kind.create({ rules: [rule({ name: 'a' }), rule({ name: 'b' })] });
  const fields = { version: 1, name: 'new', enabled: false, rules: [rule({ name: 'c' })] };
  const { data } = await kind.patch(`/${id}`, fields);
  t.match(data, { name: 'new', enabled: false, rules: [{ name: 'c' }] });
  t.equal((data as Profile).rules.length, 1);
});

const stars = (count: number) => Array.from({ length: count }, () => 'A*').join(',');
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => tier(at + 1 === count ? '0' : String(at + 1)));
const without = (field: string) => {
  const { [field]: _, ...rest } = rule() as Fields;
  return rest;
};

/** What each rule about rules takes and refuses, with the field that is named. */
const CASES: readonly {
  readonly says: string;
  readonly taken: readonly Fields[];
  readonly refused: readonly (readonly [field: string, rule: Fields])[];
}[] = [
  {
    says: 'a rule needs its name, mask, basis and tiers',
    taken: [rule({ name: 'n'.repeat(64) }), rule({ tiers: many(100) })],
    refused: [
      ...['name', 'mask', 'range_basis', 'tiers'].map((one) => [one, without(one)] as const),
      ['name', rule({ name: '' })],
      ['name', rule({ name: 'n'.repeat(65) })],
      ['name', rule({ name: ' n' })],
      ['name', rule({ name: 'n ' })],
      ['tiers', rule({ tiers: [] })],
      ['tiers', rule({ tiers: many(101) })],
    ],
  },
  {
    says: 'masks',
    taken: [
      rule({ mask: 'EURUSD, Forex\\*,!*JPY' }),
      rule({ mask: stars(128) }),
      rule({ mask: `${'A'.repeat(4095)}*` }),
    ],
    refused: [
      ['mask', rule({ mask: '' })],
      ['mask', rule({ mask: '!EURUSD' })],
      ['mask', rule({ mask: ',,A' })],
      ['mask', rule({ mask: 'A,!' })],
      ['mask', rule({ mask: '*A'.repeat(9) })],
      ['mask', rule({ mask: '!EURUSD,!US*' })],
      ['mask', rule({ mask: stars(129) })],
      ['mask', rule({ mask: 'A'.repeat(4097) })],
    ],
  },
  {
    says: 'bases of the ranges',
    taken: ['volume', 'volume_per_symbol', 'value', 'value_per_symbol'].map((range_basis) =>
      rule({ range_basis }),
    ),
    refused: [['range_basis', rule({ range_basis: 'lots' })]],
  },
  {
    says: 'a currency is for values',
    taken: [
      rule({ range_basis: 'value', currency: 'EUR' }),
      rule({ range_basis: 'value_per_symbol', currency: '' }),
      rule({ currency: '' }),
    ],
    refused: [
      ['currency', rule({ currency: 'EUR' })],
      ['currency', rule({ range_basis: 'volume_per_symbol', currency: 'EUR' })],
      ['currency', rule({ range_basis: 'value', currency: 'euro' })],
    ],
  },
  {
    says: 'descriptions',
    taken: [rule({ description: 'd'.repeat(255) })],
    refused: [['description', rule({ description: 'd'.repeat(256) })]],
  },
  {
    says: 'tiers rise',
    taken: [rule({ tiers: [tier('0.5'), tier('10'), tier('0')] })],
    refused: [
      ['range_to', rule({ tiers: [tier('5'), tier('5'), tier('0')] })],
      ['range_to', rule({ tiers: [tier('5'), tier('4'), tier('0')] })],
      ['range_to', rule({ tiers: [tier('-1'), tier('0')] })],
    ],
  },
  {
    says: 'the last tier alone is open',
    taken: [rule({ tiers: [tier('5'), tier('0.00')] })],
    refused: [
      ['range_to', rule({ tiers: [tier('5')] })],
      ['range_to', rule({ tiers: [tier('0'), tier('0')] })],
    ],
  },
  {
    says: 'where a tier begins is derived',
    taken: [
      rule({
        tiers: [
          { range_from: '77', ...tier('5') },
          { range_from: '0', ...tier('0') },
        ],
      }),
      rule({ tiers: [tier('5'), tier('0')] }),
    ],
    refused: [],
  },
  {
    says: 'rates',
    taken: [
      rule({ tiers: [tier('0', '0', '999999')] }),
      rule({ tiers: [tier('0', '0.000001', '1.5')] }),
    ],
    refused: [
      ['initial', rule({ tiers: [tier('0', '-1', '1')] })],
      ['initial', rule({ tiers: [tier('0', '1000000', '1')] })],
      ['maintenance', rule({ tiers: [tier('0', '1', '0.0000001')] })],
      ['maintenance', rule({ tiers: [tier('0', '1', 'much')] })],
      ['initial', rule({ tiers: [{ range_to: '0', maintenance: '1' }] })],
    ],
  },
];

for (const [at, { says, taken, refused }] of CASES.entries()) {
  const tags = `[POST #${at + 4}] [PATCH /{id} #${at + 8}] [POST /{id}/rules #${at + 6}]`;
  test`${says} ${tags}`(async (t, kind) => {
    const bare = await kind.create({ rules: [] });
    /** Puts a rule into a new profile, instead of those of one, and beside those of one. */
    const put = async (given: Fields, version: number) => [
      ...(await kind.askBoth({ rules: [given] })),
      await kind.post(`/${bare.id}/rules`, { version, rule: given, position: 1 }),
    ];
    for (const [version, given] of taken.entries()) {
      for (const { code, data, message } of await put(given, version + 1)) {
        t.equal(code, 'ok', message);
        const [held] = (data as Profile).rules;
        const { tiers: _, ...fields } = given;
        t.match(held, fields);
        const begins = held?.tiers.map(({ range_from }) => range_from);
        const ends = held?.tiers.map(({ range_to }) => range_to) ?? [];
        t.same(begins, ['0', ...ends.slice(0, -1)]);
      }
    }
    for (const [field, given] of refused) {
      for (const answer of await put(given, taken.length + 1)) {
        const said = JSON.stringify(given).slice(0, 99);
        t.match(answer, { code: 'invalid_input' }, said);
        t.match(answer.message.split(': ')[0], new RegExp(`${field}$`), answer.message);
      }
    }
  });
}

const names = (data: unknown) => (data as Profile).rules.map(({ name }) => name).join('');
const abc = { rules: ['a', 'b', 'c'].map((name) => rule({ name })) };

test`a rule goes in at its place [POST /{id}/rules #1, #4]`(async (t, kind) => {
  for (const [position, expected] of [
    [1, 'nabc'],
    [3, 'abnc'],
    [4, 'abcn'],
    [5, 'abcn'],
    [0, 'abcn'],
    [undefined, 'abcn'],
  ] as const) {
    const { id } = await kind.create(abc);
    const sent = {
      rule: rule({ name: 'n' }),
      version: 1,
      ...(position !== undefined && { position }),
    };
    const { data } = await kind.post(`/${id}/rules`, sent);
    t.equal(names(data), expected, `${position}`);
    t.match(data, { id, version: 2, groups: [], enabled: true }, 'the whole profile');
  }
});

test`a rule names the version it rests on [POST /{id}/rules #2, #3]`(async (t, kind) => {
  const { id } = await kind.create();
  const before = traceOf(kind);
  const missing = await kind.post(`/${id}/rules`, { rule: rule() });
  t.match(missing, { code: 'invalid_input', message: /version/ });
  t.same(traceOf(kind), before);
  t.match(await kind.post(`/${id}/rules`, { rule: rule(), version: 1 }), { status: 200 });
  t.match(await kind.post(`/${id}/rules`, { rule: rule(), version: 1 }), { code: 'conflict' });
  t.match(await kind.post('/99/rules', { rule: rule(), version: 1 }), { status: 404 });
});

test`execution applies a new rule at once [POST /{id}/rules #15, #16]`(async (t, kind) => {
  const { id } = await kind.create({ rules: [] });
  await use(kind, id);
  const margin = marginWith(kind);
  t.equal(margin(), '1000.00');
  await followed(t, kind, () => kind.post(`/${id}/rules`, { rule: doubled.rules[0], version: 1 }));
  t.equal(margin(), '2000.00');
});

test`an order of rules names each once [PUT /{id}/rules/order #1, #2]`(async (t, kind) => {
  const { id } = await kind.create(abc);
  for (const order of [[], [1, 2], [1, 2, 2], [1, 2, 4], [1, 2, 3, 3]]) {
    const refused = await kind.put(`/${id}/rules/order`, { order, version: 1 });
    t.match(refused, { code: 'invalid_input', message: /order/ }, `${order}`);
  }
  const twice = await kind.put(`/${id}/rules/order`, { order: [1, 2, 2, 9], version: 1 });
  const had = 'lists 2 of them in 4 numbers';
  t.equal(twice.message, `order: must list each of the 3 rules once, ${had}`);
  const { data } = await kind.put(`/${id}/rules/order`, { order: [3, 1, 2], version: 1 });
  t.match(data, { id, version: 2, enabled: true });
  t.equal(names(data), 'cab');
  const stale = await kind.put(`/${id}/rules/order`, { order: [3, 1, 2], version: 1 });
  t.match(stale, { code: 'conflict' });
  t.match(await kind.put(`/${id}/rules/order`, { order: [1, 2, 3] }), { status: 400 });
});

test`execution follows an order at once [PUT /{id}/rules/order #3, #4]`(async (t, kind) => {
  const { id } = await kind.create({ rules: [rule(), ...doubled.rules] });
  await use(kind, id);
  const margin = marginWith(kind);
  t.equal(margin(), '1000.00');
  await followed(t, kind, () => kind.put(`/${id}/rules/order`, { order: [2, 1], version: 1 }));
  t.equal(margin(), '2000.00');
});

test`a single rule is changed and taken out by its number`(async (t, kind) => {
  const { id } = await kind.create(abc);
  const sent = { version: 1, name: 'x', tiers: [tier('5'), tier('0')] };
  const { data } = await kind.patch(`/${id}/rules/2`, sent);
  t.equal(names(data), 'axc');
  t.match((data as Profile).rules[1], { mask: '*', tiers: [{}, { range_from: '5' }] });
  t.match(await kind.patch(`/${id}/rules/2`, sent), { status: 409 }, 'stale');
  t.match(await kind.patch(`/${id}/rules/4`, { version: 2, name: 'x' }), { status: 404 });
  const broken = await kind.patch(`/${id}/rules/2`, { version: 2, mask: '!a' });
  t.match(broken, { code: 'invalid_input', message: /^rules\.1\.mask/ });
  t.match(await kind.delete(`/${id}/rules/1`), { status: 400 }, 'a version is needed');
  t.match(await kind.delete(`/${id}/rules/1?version=1`), { status: 409 }, 'stale');
  t.equal(names((await kind.delete(`/${id}/rules/1?version=2`)).data), 'xc');
  t.match(await kind.delete(`/${id}/rules/3?version=3`), { status: 404 });
});
