// Rules of leverage profiles over REST: what a rule must be, and rules one by one.

import t from 'tap';
import type { Answer } from '../support/http-harness.js';
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
import { isTold, type Kind, openKind, traceOf } from './setting-laws.js';

type Fields = Readonly<Record<string, unknown>>;

/** The three ways by which a rule gets into a profile, and the numbers of what it must be. */
interface Way {
  readonly path: string;
  readonly tags: readonly number[];
  /** Puts a rule in; where the profile is answered, it is the newest. */
  readonly put: (kind: Kind, rule: unknown) => Promise<Answer>;
}
const WAYS: readonly Way[] = [
  {
    path: `POST ${LIST}`,
    tags: [4, 5, 6, 7, 8, 9, 10, 11, 12],
    put: async (kind, given) => {
      const { data } = await kind.ask('GET', '');
      return kind.ask('POST', '', { name: `n ${(data as []).length}`, rules: [given] });
    },
  },
  {
    path: `PATCH ${ONE}`,
    tags: [8, 9, 10, 11, 12, 13, 14, 15, 16],
    put: async (kind, given) => {
      const { id } = await kind.create();
      return kind.ask('PATCH', `/${id}`, { version: 1, rules: [given] });
    },
  },
  {
    path: `POST ${ONE}/rules`,
    tags: [6, 7, 8, 9, 10, 11, 12, 13, 14],
    put: async (kind, given) => {
      const { id } = await kind.create({ rules: [] });
      return kind.ask('POST', `/${id}/rules`, { version: 1, rule: given });
    },
  },
];

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

for (const { path, tags, put } of WAYS) {
  t.test(`rules of a profile: ${path}`, async (t) => {
    const kind = await openKind(t, FAMILY);
    for (const [at, { says, taken, refused }] of CASES.entries()) {
      t.test(`${says} [${path} #${tags[at]}]`, async (t) => {
        for (const given of taken) {
          const { code, data, message } = await put(kind, given);
          t.equal(code, 'ok', message);
          const [held] = (data as Profile).rules;
          for (const [name, value] of Object.entries(given)) {
            if (name !== 'tiers') t.equal((held as unknown as Fields)[name], value);
          }
          const begins = held?.tiers.map(({ range_from }) => range_from);
          const ends = held?.tiers.map(({ range_to }) => range_to) ?? [];
          t.same(begins, ['0', ...ends.slice(0, -1)]);
        }
        for (const [field, given] of refused) {
          const answer = await put(kind, given);
          t.match(
            answer,
            { status: 400, code: 'invalid_input' },
            JSON.stringify(given).slice(0, 99),
          );
          t.match(answer.message.split(': ')[0], new RegExp(`${field}$`), answer.message);
        }
      });
    }
  });
}

const names = (data: unknown) => (data as Profile).rules.map(({ name }) => name).join('');
const abc = { rules: ['a', 'b', 'c'].map((name) => rule({ name })) };

t.test(`a rule goes in at its place [POST ${ONE}/rules #1, #4]`, async (t) => {
  const kind = await openKind(t, FAMILY);
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
    const { data } = await kind.ask('POST', `/${id}/rules`, sent);
    t.equal(names(data), expected, `${position}`);
    t.match(data, { id, version: 2, groups: [], enabled: true }, 'the whole profile');
  }
});

t.test(`a rule names the version it rests on [POST ${ONE}/rules #2, #3]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create();
  const before = traceOf(kind);
  const missing = await kind.ask('POST', `/${id}/rules`, { rule: rule() });
  t.match(missing, { status: 400, code: 'invalid_input', message: /version/ });
  t.same(traceOf(kind), before);
  t.match(await kind.ask('POST', `/${id}/rules`, { rule: rule(), version: 1 }), { status: 200 });
  const stale = await kind.ask('POST', `/${id}/rules`, { rule: rule(), version: 1 });
  t.match(stale, { status: 409, code: 'conflict' });
  t.match(await kind.ask('POST', '/99/rules', { rule: rule(), version: 1 }), { status: 404 });
});

t.test(`execution applies a new rule at once [POST ${ONE}/rules #15, #16]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create({ rules: [] });
  await use(kind, id);
  const margin = marginWith(kind);
  t.equal(margin(), '1000.00');
  const before = traceOf(kind);
  await kind.ask('POST', `/${id}/rules`, { rule: doubled.rules[0], version: 1 });
  isTold(t, kind, before);
  t.equal(margin(), '2000.00');
});

t.test(`an order of rules names each once [PUT ${ONE}/rules/order #1, #2]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create(abc);
  for (const order of [[], [1, 2], [1, 2, 2], [1, 2, 4], [1, 2, 3, 3]]) {
    const refused = await kind.ask('PUT', `/${id}/rules/order`, { order, version: 1 });
    t.match(refused, { status: 400, code: 'invalid_input', message: /order/ }, `${order}`);
  }
  const { data } = await kind.ask('PUT', `/${id}/rules/order`, { order: [3, 1, 2], version: 1 });
  t.match(data, { id, version: 2, enabled: true });
  t.equal(names(data), 'cab');
  const stale = await kind.ask('PUT', `/${id}/rules/order`, { order: [3, 1, 2], version: 1 });
  t.match(stale, { status: 409, code: 'conflict' });
  t.match(await kind.ask('PUT', `/${id}/rules/order`, { order: [1, 2, 3] }), { status: 400 });
});

t.test(`execution applies an order of rules at once [PUT ${ONE}/rules/order #3, #4]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create({ rules: [rule(), ...doubled.rules] });
  await use(kind, id);
  const margin = marginWith(kind);
  t.equal(margin(), '1000.00');
  const before = traceOf(kind);
  await kind.ask('PUT', `/${id}/rules/order`, { order: [2, 1], version: 1 });
  isTold(t, kind, before);
  t.equal(margin(), '2000.00');
});

t.test('a single rule is changed and taken out by its number', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create(abc);
  const sent = { version: 1, name: 'x', tiers: [tier('5'), tier('0')] };
  const { data } = await kind.ask('PATCH', `/${id}/rules/2`, sent);
  t.equal(names(data), 'axc');
  t.match((data as Profile).rules[1], { mask: '*', tiers: [{}, { range_from: '5' }] });
  t.match(await kind.ask('PATCH', `/${id}/rules/2`, sent), { status: 409 }, 'stale');
  t.match(await kind.ask('PATCH', `/${id}/rules/4`, { version: 2, name: 'x' }), { status: 404 });
  const broken = await kind.ask('PATCH', `/${id}/rules/2`, { version: 2, mask: '!a' });
  t.match(broken, { status: 400, code: 'invalid_input', message: /^rules\.1\.mask/ });
  t.match(await kind.ask('DELETE', `/${id}/rules/1`), { status: 400 }, 'a version is needed');
  t.match(await kind.ask('DELETE', `/${id}/rules/1?version=1`), { status: 409 }, 'stale');
  t.equal(names((await kind.ask('DELETE', `/${id}/rules/1?version=2`)).data), 'xc');
  t.match(await kind.ask('DELETE', `/${id}/rules/3?version=3`), { status: 404 });
});
