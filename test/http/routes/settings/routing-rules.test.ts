// What a routing rule must be, what its conditions come to, and the test of rules by the engine.

import fc from 'fast-check';
import type { Fields } from '../../../support/http-harness.js';
import { type Kind, testsOf, traceOf } from './kind.js';
import { bought, engineOf, GROUP, gatewayIn, ROUTING } from './setting-families.js';

const test = testsOf(ROUTING);

const condition = (field: string, op: string, value: string) => ({
  conditions: [{ field, op, value }],
});
/** The first who are hired, and the first gateway. */
const dealers = [2, 3];
const [dealer] = dealers;
const gateway = 1;
type Refused = readonly [field: string, Fields];
const CASES: readonly {
  readonly says: string;
  readonly taken: readonly Fields[];
  readonly refused: readonly Refused[];
}[] = [
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
    says: 'words of a refusal [POST #11] [PATCH /{id} #11]',
    taken: [{ action_value: 'w'.repeat(31) }, { action_value: '' }],
    refused: [['action_value', { action_value: 'w'.repeat(32) }]],
  },
  {
    says: 'ms of a delay [POST #12] [PATCH /{id} #12]',
    taken: ['1', '60000'].map((action_value) => ({ action: 'delay', action_value })),
    refused: ['0', '60001', '', '1.5', '-1', 'soon'].map(
      (action_value): Refused => ['action_value', { action: 'delay', action_value }],
    ),
  },
  {
    says: 'no other action has a value [POST #13] [PATCH /{id} #13]',
    taken: [{ action: 'requote', action_value: '' }],
    refused: [
      ...['requote', 'confirm_request_price', 'confirm_market_price', 'clear_stops'].map(
        (action): Refused => ['action_value', { action, action_value: '1' }],
      ),
      ['action_value', { action: 'online_dealers', action_value: '1' }],
      ['action_value', { action: 'dealer', action_value: '1', dealers }],
      ['action_value', { action: 'gateway', action_value: '1', dealers: [gateway] }],
    ],
  },
  {
    says: 'who has dealers [POST #14] [PATCH /{id} #14]',
    taken: [
      { action: 'dealer', dealers },
      { action: 'gateway', dealers: [gateway] },
    ],
    refused: [
      ['dealers', { action: 'dealer' }],
      ['dealers', { action: 'gateway', dealers: [] }],
      ...['reject', 'requote', 'online_dealers', 'clear_stops', 'confirm_market_price'].map(
        (action): Refused => ['dealers', { action, dealers }],
      ),
      ['dealers', { action: 'delay', action_value: '5', dealers }],
    ],
  },
  {
    says: 'who dealers may be [POST #15] [PATCH /{id} #15]',
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
    says: 'who passes over dealers that are not there [POST #16] [PATCH /{id} #16]',
    taken: [
      { action: 'dealer', dealers, skip_no_dealer: true },
      { action: 'online_dealers', skip_no_dealer: true },
      { action: 'dealer', dealers, wait_sec: 600, otherwise: 'next' },
      { action: 'online_dealers', wait_sec: 1, otherwise: 'market' },
    ],
    refused: [
      ['skip_no_dealer', { skip_no_dealer: true }],
      ['wait_sec', { wait_sec: 30 }],
      ['otherwise', { otherwise: 'market' }],
      ['wait_sec', { action: 'online_dealers', wait_sec: 0 }],
      ['wait_sec', { action: 'online_dealers', wait_sec: 601 }],
      ['otherwise', { action: 'online_dealers', otherwise: 'hold' }],
      ['skip_no_dealer', { action: 'gateway', dealers: [gateway], skip_no_dealer: true }],
    ],
  },
  {
    says: 'numbers [POST #17] [PATCH /{id} #17]',
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
    says: 'texts [POST #18] [PATCH /{id} #18]',
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
];

for (const { says, taken, refused } of CASES) {
  test`${says}`(async (t, kind) => {
    t.same([await kind.http.hire(), await kind.http.hire()], dealers);
    t.equal(await gatewayIn(kind), gateway);
    const given = (fields: Fields) => ({ action_value: '', ...fields });
    await kind.takes(t, ...taken.map(given));
    await kind.refuses(t, ...refused.map(([field, one]) => [given(one), `${field}: `] as const));
  });
}

test`names [POST #9] [PATCH /{id} #9]`(async (t, kind) => {
  const { id } = await kind.create({ name: 'n'.repeat(64) });
  for (const name of ['', 'n'.repeat(65), 'half a \ud800']) {
    const wrong = { code: 'invalid_input', message: /^name/ };
    t.match(await kind.post('', { ...ROUTING.body(1), name }), wrong);
    t.match(await kind.change(id, 1, { name }), wrong);
  }
  const name = 'CONFIRM at market';
  const taken = { code: 'conflict' };
  t.match(await kind.post('', { ...ROUTING.body(1), name }), taken);
  t.match(await kind.change(id, 1, { name }), taken);
});

const rejecting = (more: Fields) => ({ action: 'reject', action_value: '', position: 1, ...more });

test`empty kinds mean all [POST #10] [PATCH /{id} #10]`(async (t, kind) => {
  const engine = engineOf(kind.http);
  const all = await kind.create(rejecting({ request_kinds: [], order_kinds: [] }));
  t.equal(bought(engine()), 'trade.rejected');
  await kind.delete(`/${all.id}`);
  const { id } = await kind.create(rejecting({ request_kinds: ['close'] }));
  t.equal(bought(engine()), 'ok', 'an opening is no close');
  await kind.change(id, 1, { request_kinds: [], order_kinds: ['limit'] });
  t.equal(bought(engine()), 'ok', 'and no limit order');
  await kind.change(id, 2, { order_kinds: [] });
  t.equal(bought(engine()), 'trade.rejected');
});

const SAMPLE = { group: GROUP, symbol: 'EURUSD', side: 'buy', volume: '1' };
const tested = async (kind: Kind, more: Fields = {}) =>
  kind.made<Fields & { rule: Fields | null; walked: Fields[] }>('/test', {
    ...SAMPLE,
    ...more,
  });

test`it names the rule that decides, and why those before it did not`(async (t, kind) => {
  const above = { position: 1, action_value: '' };
  await kind.create({
    ...above,
    name: 'large',
    conditions: [{ field: 'volume', op: 'gt', value: '10' }],
  });
  await kind.create({ ...above, name: 'closing', request_kinds: ['close'] });
  await kind.create({ ...above, name: 'off', enabled: false });
  const before = traceOf(kind);
  const { walked, rule, action, delay_ms } = await tested(kind);
  t.same([rule?.name, action, delay_ms], ['Confirm at market', 'confirm_market_price', 0]);
  t.match(walked, [
    {
      name: 'closing',
      matched: false,
      unmet: { field: 'request_kinds', op: 'in', value: 'close', actual: 'open' },
    },
    {
      name: 'large',
      matched: false,
      unmet: { field: 'volume', op: 'gt', value: '10', actual: '1' },
    },
    { name: 'Confirm at market', matched: true, unmet: null, position: 4 },
  ]);
  t.equal(walked.length, 3, 'what is off is not walked');
  t.match(await tested(kind, { volume: '10.01' }), { rule: { name: 'large' }, action: 'reject' });
  t.same(traceOf(kind), before, 'nothing is written');
});

test`it delays, clears stops and passes over rules without dealers`(async (t, kind) => {
  const dealer = await kind.http.hire();
  const at = (position: number, more: Fields) =>
    kind.create({ position, action_value: '', ...more });
  await at(1, { name: 'wait', action: 'delay', action_value: '500' });
  await at(2, { name: 'clear', action: 'clear_stops' });
  await at(3, { name: 'wait more', action: 'delay', action_value: '700' });
  await at(4, { name: 'desk', action: 'dealer', dealers: [dealer], skip_no_dealer: true });
  const alone = await tested(kind);
  t.match(alone, { rule: { name: 'Confirm at market' }, delay_ms: 1200, clear_stops: true });
  t.match(alone.walked[3], { name: 'desk', matched: false, unmet: null, passed_over: true });
  const served = await tested(kind, { online: [dealer] });
  t.match(served, { rule: { name: 'desk' }, action: 'dealer', dealers: [dealer] });
  const closing = await tested(kind, { kind: 'close' });
  t.equal(closing.clear_stops, false);
  t.match(closing.walked[1], { name: 'clear', passed_over: true });
});

test`where nothing decides it says what happens then`(async (t, kind) => {
  await kind.change(1, 1, { request_kinds: ['close'] });
  t.match(await tested(kind), { rule: null, action: 'reject' });
  t.match(await tested(kind, { kind: 'sl' }), { rule: null, action: 'confirm_market_price' });
});

test`an account stands for its group, a time for hour and weekday`(async (t, kind) => {
  await kind.harness.patch('platform', 'platform', { utc_offset_min: 60 });
  const { group: _, ...rest } = SAMPLE;
  const ask = async (more: Fields) => kind.post('/test', { ...rest, ...more });
  t.match((await ask({ login: 1001, time: '2026-11-21T23:30:00Z' })).data, {
    facts: { login: 1001, group: GROUP, volume: '1', hour: 0, weekday: 0, path: 'Forex\\EURUSD' },
  });
  const said = await ask({ login: 1001, group: 'real\\x', hour: 5, weekday: 2, symbol: 'eurusd' });
  t.match(said.data, { facts: { group: 'real\\x', hour: 5, weekday: 2, symbol: 'EURUSD' } });
});

test`what cannot be tested is refused by name`(async (t, kind) => {
  const { group: _, ...rest } = SAMPLE;
  const refused = async (field: string, sent: Fields, by = kind.staff) => {
    const answer = await by.post('/routing/test', sent);
    t.match(answer, { code: 'invalid_input' }, JSON.stringify(sent));
    t.equal(answer.message.split(': ')[0], field);
  };
  await refused('group', rest);
  await refused('login', { ...rest, login: 9_999 });
  await refused('symbol', { ...SAMPLE, symbol: 'NONE' });
  await refused('side', { ...SAMPLE, side: 'up' });
  await refused('order_kind', { ...SAMPLE, kind: 'pending' });
  await refused('surprise', { ...SAMPLE, surprise: 1 });
  const limited = await kind.colleague(['config.routing'], ['real\\*']);
  await refused('login', { ...rest, login: 1001 }, limited);
  await kind.harness.patch('account', '1001', { hidden: true });
  const blind = await kind.colleague(['config.routing']);
  await refused('login', { ...rest, login: 1001 }, blind);
});

const anyCondition = fc.oneof(
  fc.record({
    field: fc.constantFrom('volume', 'login'),
    op: fc.constantFrom('eq', 'gt', 'le'),
    value: fc.constantFrom('1', '1001'),
  }),
  fc.record({
    field: fc.constantFrom('symbol', 'side', 'kind', 'comment', 'group'),
    op: fc.constantFrom('eq', 'ne'),
    value: fc.constantFrom('EUR*', 'buy', 'open', '*,!demo*', '*'),
  }),
);
const rules = fc.array(
  fc.record({
    action: fc.constantFrom('reject', 'requote', 'confirm_market_price', 'clear_stops'),
    conditions: fc.array(anyCondition, { maxLength: 2 }),
    request_kinds: fc.constantFrom([], ['open'], ['close', 'sl']),
    enabled: fc.boolean(),
  }),
  { maxLength: 5 },
);

/** What an order at the market comes to under an action. */
const CODES: Fields = {
  reject: 'trade.rejected',
  requote: 'trade.off_quotes',
  confirm_market_price: 'ok',
};

test`whatever the rules are, it says what the next order meets`(async (t, kind) => {
  const engine = engineOf(kind.http);
  const run = async (made: readonly Fields[]) => {
    for (const rule of made) await kind.create({ ...rule, action_value: '', position: 1 });
    const { action } = await tested(kind, { login: 1001 });
    t.equal(bought(engine()), CODES[action as string], JSON.stringify(made));
    const data = await kind.read<{ id: number }[]>();
    for (const { id } of data) if (id !== 1) await kind.delete(`/${id}`);
  };
  await fc.assert(fc.asyncProperty(rules, run), { numRuns: 40, seed: 7 });
});
