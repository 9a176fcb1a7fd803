// What a routing rule must be, in a create and in a patch, and what its conditions come to.

import t from 'tap';
import type { Answer } from '../support/http-harness.js';
import { engineOf } from './house-engine.js';
import { bought, FAMILY, gatewayIn, LIST, ONE } from './routing-family.js';
import { type Kind, openKind } from './setting-laws.js';

type Fields = Readonly<Record<string, unknown>>;

/** The two ways of writing a rule; the contract numbers what it must be alike. */
interface Way {
  readonly path: string;
  readonly put: (kind: Kind, fields: Fields) => Promise<Answer>;
}

let made = 0;
const whole = (fields: Fields): Fields => {
  made += 1;
  return { name: `whole ${made}`, action: 'reject', ...fields };
};

const WAYS: readonly Way[] = [
  {
    path: `POST ${LIST}`,
    put: (kind, fields) => kind.ask('POST', '', whole(fields)),
  },
  {
    path: `PATCH ${ONE}`,
    put: async (kind, fields) => {
      const { id } = await kind.create({ action_value: '' });
      return kind.ask('PATCH', `/${id}`, { version: 1, ...fields });
    },
  },
];

const condition = (field: string, op: string, value: string) => ({
  conditions: [{ field, op, value }],
});
const CASES = (who: { dealers: number[]; gateway: number }) => {
  const { dealers, gateway } = who;
  const [dealer] = dealers;
  return [
    {
      says: 'kinds',
      taken: [
        { request_kinds: [], order_kinds: [] },
        { request_kinds: ['open', 'dealer_close', 'stopout_order'], order_kinds: ['stop_limit'] },
      ],
      refused: [
        ['request_kinds.0', { request_kinds: ['opening'] }],
        ['order_kinds.0', { order_kinds: ['fok'] }],
      ],
    },
    {
      says: 'words of a refusal',
      tag: 11,
      taken: [{ action_value: 'w'.repeat(31) }, { action_value: '' }],
      refused: [['action_value', { action_value: 'w'.repeat(32) }]],
    },
    {
      says: 'ms of a delay',
      tag: 12,
      taken: ['1', '60000'].map((action_value) => ({ action: 'delay', action_value })),
      refused: ['0', '60001', '', '1.5', '-1', 'soon'].map((action_value) => [
        'action_value',
        { action: 'delay', action_value },
      ]),
    },
    {
      says: 'no other action has a value',
      tag: 13,
      taken: [{ action: 'requote', action_value: '' }],
      refused: [
        ...['requote', 'confirm_request_price', 'confirm_market_price', 'clear_stops'].map(
          (action) => ['action_value', { action, action_value: '1' }],
        ),
        ['action_value', { action: 'online_dealers', action_value: '1' }],
        ['action_value', { action: 'dealer', action_value: '1', dealers }],
        ['action_value', { action: 'gateway', action_value: '1', dealers: [gateway] }],
      ],
    },
    {
      says: 'who has dealers',
      tag: 14,
      taken: [
        { action: 'dealer', dealers },
        { action: 'gateway', dealers: [gateway] },
      ],
      refused: [
        ['dealers', { action: 'dealer' }],
        ['dealers', { action: 'gateway', dealers: [] }],
        ...['reject', 'requote', 'online_dealers', 'clear_stops', 'confirm_market_price'].map(
          (action) => ['dealers', { action, dealers }],
        ),
        ['dealers', { action: 'delay', action_value: '5', dealers }],
      ],
    },
    {
      says: 'who dealers may be',
      tag: 15,
      taken: [{ action: 'dealer', dealers: [1, dealer] }],
      refused: [
        ['dealers', { action: 'dealer', dealers: [dealer, dealer] }],
        ['dealers.0', { action: 'dealer', dealers: [0] }],
        ['dealers.0', { action: 'dealer', dealers: [-1] }],
        ['dealers', { action: 'dealer', dealers: [987_654] }],
        ['dealers', { action: 'dealer', dealers: [1001] }],
        ['dealers', { action: 'gateway', dealers: [gateway + 1] }],
      ],
    },
    {
      says: 'who passes over dealers that are not there',
      tag: 16,
      taken: [
        { action: 'dealer', dealers, skip_no_dealer: true },
        { action: 'online_dealers', skip_no_dealer: true },
      ],
      refused: [
        ['skip_no_dealer', { skip_no_dealer: true }],
        ['skip_no_dealer', { action: 'gateway', dealers: [gateway], skip_no_dealer: true }],
      ],
    },
    {
      says: 'numbers',
      tag: 17,
      taken: [
        ...['eq', 'ne', 'gt', 'ge', 'lt', 'le'].map((op) => condition('volume', op, '0.5')),
        condition('login', 'ge', '5000'),
        condition('hour', 'lt', '23'),
        condition('weekday', 'eq', '0'),
        condition('deviation_pts', 'gt', '-5'),
      ],
      refused: [
        ['conditions.0.value', condition('volume', 'gt', 'much')],
        ['conditions.0.value', condition('volume', 'gt', '')],
        ['conditions.0.value', condition('hour', 'eq', '24')],
        ['conditions.0.value', condition('weekday', 'eq', '7')],
        ['conditions.0.value', condition('login', 'eq', '1.5')],
        ['conditions.0.op', condition('volume', 'in', '1')],
        ['conditions.0.field', condition('size', 'eq', '1')],
        ['conditions.0.value', { conditions: [{ field: 'volume', op: 'eq' }] }],
      ],
    },
    {
      says: 'texts',
      tag: 18,
      taken: [
        condition('group', 'eq', 'real\\*,!real\\vip'),
        condition('symbol', 'ne', 'EUR*'),
        condition('side', 'eq', 'buy'),
        condition('kind', 'eq', 'dealer_*'),
        condition('comment', 'ne', '*robot*'),
      ],
      refused: [
        ['conditions.0.op', condition('group', 'gt', 'real')],
        ['conditions.0.op', condition('comment', 'le', 'x')],
        ['conditions.0.value', condition('symbol', 'eq', ' ')],
        ['conditions.0.value', condition('symbol', 'eq', 'x'.repeat(513))],
      ],
    },
  ] as { says: string; tag?: number; taken: Fields[]; refused: [string, Fields][] }[];
};

for (const { path, put } of WAYS) {
  t.test(`what a rule must be: ${path}`, async (t) => {
    const kind = await openKind(t, FAMILY);
    const dealers = [await kind.http.hire(), await kind.http.hire()];
    for (const one of CASES({ dealers, gateway: await gatewayIn(kind) })) {
      await t.test(`${one.says}${one.tag ? ` [${path} #${one.tag}]` : ''}`, async (t) => {
        for (const fields of one.taken) {
          const { code, data, message } = await put(kind, fields);
          t.equal(code, 'ok', message);
          t.match(data, fields);
        }
        for (const [field, fields] of one.refused) {
          const answer = await put(kind, fields);
          t.match(answer, { status: 400, code: 'invalid_input' }, JSON.stringify(fields));
          t.equal(answer.message.split(': ')[0], field, answer.message);
        }
      });
    }
  });
}

t.test(`names [POST ${LIST} #9] [PATCH ${ONE} #9]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create({ name: 'n'.repeat(64) });
  for (const name of ['', 'n'.repeat(65), 'half a \ud800']) {
    const wrong = { status: 400, code: 'invalid_input', message: /^name/ };
    t.match(await kind.ask('POST', '', { ...FAMILY.body(1), name }), wrong);
    t.match(await kind.ask('PATCH', `/${id}`, { version: 1, name }), wrong);
  }
  const name = 'CONFIRM at market';
  const taken = { status: 409, code: 'conflict' };
  t.match(await kind.ask('POST', '', { ...FAMILY.body(1), name }), taken);
  t.match(await kind.ask('PATCH', `/${id}`, { version: 1, name }), taken);
});

const rejecting = (more: Fields) => ({ action: 'reject', action_value: '', position: 1, ...more });

t.test(`empty kinds mean all [POST ${LIST} #10] [PATCH ${ONE} #10]`, async (t) => {
  const kind = await openKind(t, FAMILY);
  const engine = engineOf(kind.http);
  const all = await kind.create(rejecting({ request_kinds: [], order_kinds: [] }));
  t.equal(bought(engine()), 'trade.rejected');
  await kind.ask('DELETE', `/${all.id}`);
  const { id } = await kind.create(rejecting({ request_kinds: ['close'] }));
  t.equal(bought(engine()), 'ok', 'an opening is no close');
  await kind.ask('PATCH', `/${id}`, { version: 1, request_kinds: [], order_kinds: ['limit'] });
  t.equal(bought(engine()), 'ok', 'and no limit order');
  await kind.ask('PATCH', `/${id}`, { version: 2, order_kinds: [] });
  t.equal(bought(engine()), 'trade.rejected');
});

/** Conditions, and whether an order for a lot of EURUSD by login 1001 meets them. */
const MET: readonly (readonly [field: string, op: string, value: string, met: boolean])[] = [
  ['volume', 'eq', '1.0', true],
  ['volume', 'ne', '1', false],
  ['volume', 'gt', '0.99', true],
  ['volume', 'gt', '1', false],
  ['volume', 'ge', '1', true],
  ['volume', 'lt', '1', false],
  ['volume', 'le', '1', true],
  ['login', 'eq', '1001', true],
  ['hour', 'eq', '10', true],
  ['weekday', 'eq', '3', true],
  ['deviation_pts', 'eq', '0', true],
  ['group', 'eq', 'demo\\*', true],
  ['group', 'eq', '*,!demo\\standard', false],
  ['group', 'ne', '*,!demo\\standard', true],
  ['symbol', 'eq', 'USD*,eurusd', true],
  ['symbol', 'eq', 'Forex\\*', true],
  ['side', 'eq', 'sell', false],
  ['kind', 'eq', 'open', true],
  ['kind', 'ne', 'open', false],
  ['comment', 'eq', '*robot*', true],
];

t.test('conditions compare numbers by size and texts by masks', async (t) => {
  const kind = await openKind(t, FAMILY);
  const engine = engineOf(kind.http);
  const { id } = await kind.create(rejecting({}));
  let version = 1;
  for (const [field, op, value, met] of MET) {
    const sent = { version, conditions: [{ field, op, value }] };
    t.match(await kind.ask('PATCH', `/${id}`, sent), { code: 'ok' });
    version += 1;
    const code = bought(engine(), { comment: 'by my robot 7' });
    t.equal(code, met ? 'trade.rejected' : 'ok', `${field} ${op} ${value}`);
  }
});
