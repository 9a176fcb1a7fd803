// Groups over REST: the rules of the family, and what the engine could not carry out.

import type { Right } from '../../../../wire/accounts/rights.js';
import { opening, staffCaller } from '../../../support/desk-harness.js';
import { each } from '../../../support/http-harness.js';
import { licenceOf } from '../../../support/licence-vendor.js';
import { type Broken, broken, type Family, type Kind, refusesBroken, testsOf } from './kind.js';
import { fileOf } from './setting-bodies.js';
import { settingLaws } from './setting-laws.js';

const FAMILY: Family = {
  path: 'groups',
  body: (n) => ({ path: `real\\g${n}`, currency: 'USD' }),
  change: { company: 'Another', leverage_default: 30 },
  readOnly: ['id', 'status', 'created_at', 'updated_at'],
  broken: [{ margin_call: '40', stop_out: '50' }, 'stop_out'],
  required: ['path', 'currency'],
};

const test = testsOf(FAMILY);

settingLaws(FAMILY, { create: {}, read: {}, patch: {}, remove: {} });

type Row = { readonly id: number; readonly path: string };

test`the list goes by path, with rows and rules`(async (t, kind) => {
  await kind.create({ path: 'another' });
  const rows = await kind.read<Row[]>();
  const paths = rows.map(({ path }) => path);
  t.same(paths, [...paths].sort());
  t.ok(rows.every(({ id }) => Number.isInteger(id)));
  t.match(rows[0], { path: 'another', version: 1, status: 'active', symbols: [], commissions: [] });
});

test`little makes a group: its digits are its currency’s`(async (t, kind) => {
  t.match(await kind.create(), { currency_digits: 2, margin_mode: 'hedging', version: 1 });
  const { id } = await kind.create({ currency: 'JPY' });
  const patch = (version: number, fields: object) => kind.patch(`/${id}`, { version, ...fields });
  t.match((await patch(1, {})).data, { currency_digits: 0 });
  t.match((await patch(1, { currency: 'KWD' })).data, { currency_digits: 3 });
  t.match((await patch(2, { currency_digits: 4 })).data, { currency_digits: 4 });
  t.match(await kind.create({ currency: 'BTC', currency_digits: 5 }), { currency_digits: 5 });
});

test`its status tells whether its accounts may come in, and trade`(async (t, kind) => {
  t.match(await kind.create({ trading_enabled: false }), { status: 'no_trading' });
  t.match(await kind.create({ connection_enabled: false }), { status: 'no_connection' });
});

/** Someone who may configure the groups in a scope. */
const scoped = (kind: Kind, ...scope: string[]) => kind.colleague(['config.groups'], scope);

test`a group is changed inside the scope [PATCH /{id} #2]`(async (t, kind) => {
  const mine = await kind.create({ path: 'real\\mine' });
  const other = await kind.create({ path: 'demo\\other' });
  const one = await scoped(kind, 'real\\*');
  const patch = (id: number, fields: object) =>
    one.patch(`/groups/${id}`, { version: 1, ...fields });
  t.match(await patch(other.id, { company: 'x' }), { code: 'not_found' });
  t.match(await patch(mine.id, { path: 'demo\\mine' }), { code: 'forbidden' });
  t.match(await patch(mine.id, { company: 'x' }), { code: 'ok' });
});

/** Paths that are staff groups to who reads them: an old s, wide letters, a joiner, a wide `\\`. */
const LOOK_ALIKES = [
  'admini\u017ftrators\\head',
  '\uff2danagers\\support',
  'manag\u200cers\\clerks',
  'managers\uff3csupport',
];

test`who may be staff is not for configurers of groups`(async (t, kind) => {
  const one = await scoped(kind, '*');
  const both = await kind.colleague(['config.groups', 'config.staff']);
  const make = (by: typeof one, path: string) => by.post('/groups', { path, currency: 'USD' });
  const refused = { code: 'forbidden', message: /config\.staff/ };
  for (const path of ['managers\\mine', 'Administrators\\mine', 'real\\MANAGERS\\mine']) {
    t.match(await make(one, path), refused, path);
  }
  for (const path of LOOK_ALIKES) t.match(await make(one, path), refused, path);
  const { id } = await kind.create({ path: 'real\\mine' });
  const rename = (by: typeof one, path: string, version: number) =>
    by.patch(`/groups/${id}`, { version, path });
  for (const path of ['managers\\mine', ...LOOK_ALIKES]) {
    t.match(await rename(one, path, 1), refused, path);
  }
  t.match(await rename(both, 'managers\\mine', 1), { code: 'ok' });
  t.match(await rename(one, 'real\\mine', 2), refused, 'nor out of them');
  const items = ['managers\\file', ...LOOK_ALIKES].map((path) => ({ path, currency: 'USD' }));
  const file = await one.post('/config/import', { kind: 'groups', items });
  const not = { action: 'error', error: /config\.staff/ };
  t.match(file.data, Array(items.length).fill(not), 'nor by a file');
  t.match(await make(both, 'manag\u200bers\\mine'), { status: 400, message: /^path: / });
});

/** What a group of staff may shut or demand, each in another way than it is. */
const ACCESS: readonly Readonly<Record<string, unknown>>[] = [
  { connection_enabled: false },
  { terminals: ['web'] },
  { otp_required: true },
  { password_change_first_login: true },
  { password_min_length: 16 },
  { demo_inactivity_days: 1 },
];

test`how stronger staff come in is not for configurers of groups`(async (t, kind) => {
  const { http } = kind;
  const group = http.harness.desk.records.get('group', 'managers\\dealers')?.record;
  const { id, version } = group as unknown as { id: number; version: number };
  const one = await scoped(kind, '*');
  const patch = (by: typeof one, fields: object, at = version) =>
    by.patch(`/groups/${id}`, { version: at, ...fields });
  const weaker = await patch(one, { password_min_length: 9 });
  t.match(weaker, { code: 'ok' }, 'members who hold no more than he');
  const stronger = await http.hire({ rights: ['config.groups', 'reports'], active: false });
  for (const fields of ACCESS) {
    const [field] = Object.keys(fields) as [string];
    const refused = await patch(one, fields, version + 1);
    t.match(refused, { code: 'forbidden', message: new RegExp(`^${field}:`) });
    t.notMatch(refused.message, String(stronger));
  }
  t.match(await patch(one, { company: 'x' }, version + 1), { code: 'ok' }, 'what shuts nobody out');
  const admin = await http.signedIn('staff');
  t.match(await patch(admin, { otp_required: true }, version + 2), { code: 'ok' });
});

test`nor by way of a file, which a preview tells`(async (t, kind) => {
  await kind.http.hire({ rights: ['config.groups', 'reports'] });
  const one = await scoped(kind, '*');
  const path = 'managers\\dealers';
  const item = { path, currency: 'USD', connection_enabled: false };
  const file = fileOf({ groups: [item] });
  const rowOf = ({ data }: { data: unknown }) => (data as { items: object[] }).items[0];
  for (const route of ['preview', 'import']) {
    const answer = await one.post(`/config/transfer/${route}`, { file });
    t.match(rowOf(answer), { action: 'error', error: /connection_enabled/ }, route);
  }
  const older = await one.post('/config/import', { kind: 'groups', items: [item] });
  t.match(older.data, [{ action: 'error', error: /connection_enabled/ }]);
  const { records } = kind.harness.desk;
  t.match(records.get('group', path)?.record, { connection_enabled: true });
});

/** Applies a licence that lists companies. */
const license = async ({ http }: Kind, ...names: string[]): Promise<void> => {
  await http.harness.write((tx) => tx.put('licence', licenceOf(names, http.harness.now)));
};

test`a company outside the licence is refused [POST #3]`(async (t, kind) => {
  const { id } = await kind.create({ company: 'Free Ltd' });
  await license(kind, 'Parent Ltd', 'Sister Ltd');
  t.match(await kind.create({ company: 'Sister Ltd' }), { company: 'Sister Ltd' });
  const refused = { code: 'invalid_input', message: /company/ };
  t.match(await kind.post('', { ...FAMILY.body(9), company: 'Other Ltd' }), refused);
  t.match(await kind.change(id, 1, { company: 'Other Ltd' }), refused);
  const kept = await kind.change(id, 1, { leverage_default: 5 });
  t.match(kept, { code: 'ok' }, 'what was there before goes on');
});

test`a group names a leverage profile that there is [POST #4]`(async (t, kind) => {
  const made = await kind.harness.desk.writer.change(['settings'], { by: 0, ip: '' }, (tx) =>
    tx.create('leverage_profile', { id: 7, name: 'steps' }),
  );
  t.ok(made.ok);
  t.match(await kind.create({ leverage_profile_id: 7 }), { leverage_profile_id: 7 });
  const { id } = await kind.create();
  for (const leverage_profile_id of [8, 0, -1, '7']) {
    const refused = { code: 'invalid_input', message: /leverage_profile_id/ };
    t.match(await kind.post('', { ...FAMILY.body(9), leverage_profile_id }), refused);
    t.match(await kind.change(id, 1, { leverage_profile_id }), refused);
  }
});

test`a group in use is not deleted [DELETE /{id} #1]`(async (t, kind) => {
  const upper = await kind.create({ path: 'real\\eu' });
  const below = await kind.create({ path: 'REAL\\EU\\vip' });
  await kind.create({ path: 'real\\europe' });
  const refused = { code: 'conflict' };
  t.match(await kind.delete(`/${upper.id}`), { ...refused, message: /REAL\\EU\\vip/ });
  const clerk = await scoped(kind, 'real\\*,!*vip');
  const { message } = await clerk.delete(`/groups/${upper.id}`);
  t.equal(message, 'A group is below the group.', 'one out of his sight is not named');
  for (const [accounts, message] of [
    [1, 'The group has 1 account.'],
    [12, 'The group has 12 accounts.'],
  ] as const) {
    kind.harness.used['REAL\\EU\\vip'] = { positions: 0, orders: 0, accounts };
    t.match(await kind.delete(`/${below.id}`), { ...refused, message });
  }
  const seen: readonly Right[] = ['config.groups', 'accounts.view', 'accounts.hidden'];
  for (const [rights, message] of [
    [seen, 'The group has 12 accounts.'],
    [seen.slice(0, 2), 'The group has accounts.'],
    [[seen[0], seen[2]], 'The group has accounts.'],
  ] as const) {
    const one = await kind.colleague(rights as readonly Right[], ['*']);
    t.match(await one.delete(`/groups/${below.id}`), { ...refused, message });
    const body = { version: 1, currency: 'EUR' };
    const changed = await one.patch(`/groups/${below.id}`, body);
    const had = message.replace('The', 'the');
    t.equal(changed.message, `currency: cannot be changed, ${had}`, 'some may be hidden');
  }
  kind.harness.used['REAL\\EU\\vip'] = { positions: 0, orders: 0, accounts: 0 };
  t.match(await kind.delete(`/${below.id}`), { code: 'ok' });
  t.match(await kind.delete(`/${upper.id}`), { code: 'ok' });
});

test`a group that sign-up names is neither deleted nor renamed`(async (t, kind) => {
  const real = await kind.create({ path: 'real\\open' });
  const demo = await kind.create({ path: 'demo\\open' });
  const settings = async (fields: object) => {
    const { version } = await kind.staff.read<{ version: number }>('/sign-up/settings');
    const body = { version, ...fields };
    t.match(await kind.staff.patch('/sign-up/settings', body), { code: 'ok' });
  };
  await settings({ real_group: 'real\\open', demo_group: 'demo\\open' });
  for (const [{ id }, field] of [
    [real, 'real_group'],
    [demo, 'demo_group'],
  ] as const) {
    const message = `The sign-up settings have the group as ${field}.`;
    const refused = { code: 'conflict', message };
    t.match(await kind.delete(`/${id}`), refused);
    t.match(await kind.change(id, 1, { path: 'real\\later' }), refused);
    t.match(await kind.change(id, 1, { company: 'Another' }), { code: 'ok' });
  }
  await settings({ real_group: '', demo_group: '' });
  for (const { id } of [real, demo]) t.match(await kind.delete(`/${id}`), { code: 'ok' });
});

test`what accounts are told by is fixed once there is one`(async (t, kind) => {
  const { id } = await kind.create();
  kind.harness.used['real\\g1'] = { positions: 0, orders: 0, accounts: 1 };
  for (const fields of [{ path: 'real\\x' }, { currency: 'EUR' }, { currency_digits: 3 }]) {
    const [field] = Object.keys(fields) as [string];
    t.match(await kind.change(id, 1, { ...fields }), {
      code: 'conflict',
      message: new RegExp(`${field}.*has 1 account\\.`),
    });
  }
  t.match(await kind.change(id, 1, { margin_mode: 'netting' }), { code: 'ok' });
  kind.harness.used['real\\g1'] = { positions: 1, orders: 0, accounts: 1 };
  t.match(await kind.change(id, 2, { margin_mode: 'hedging' }), {
    status: 409,
    message: /margin_mode/,
  });
  t.match(await kind.change(id, 2, { stop_out: '20' }), { code: 'ok' });
});

test`a group without accounts takes another path, over a restart too`(async (t, kind) => {
  const { id } = await kind.create();
  await kind.create();
  const patch = (path: string) => kind.change(id, 1, { path });
  for (const taken of ['REAL\\G2', 'real\\g2', 'demo\\standard']) {
    t.match(await patch(taken), { code: 'conflict' }, taken);
  }
  t.match((await patch('real\\later')).data, { id, path: 'real\\later', version: 2 });
  t.match(await kind.read(`/${id}`), { path: 'real\\later' });
  t.match(await kind.create({ path: 'real\\g1' }), { version: 1 }, 'the old path is free');
  const groups = kind.harness.desk.settings().group.map(({ path }) => path);
  t.ok(groups.includes('real\\later'));
  const again = kind.harness.restarted();
  t.same(again.desk.settings().group, kind.harness.desk.settings().group);
  const opened = await again.desk.handle('accounts.create', {
    caller: staffCaller(),
    body: opening({ group: 'real\\later' }),
  });
  t.ok(opened.ok);
});

test`only the letter case of a path may change`(async (t, kind) => {
  const { id } = await kind.create();
  const { data } = await kind.change(id, 1, { path: 'Real\\G1' });
  t.match(data, { id, path: 'Real\\G1', version: 2 });
  t.equal((await kind.list<Row>()).filter((one) => one.id === id).length, 1);
});

test`symbol rows stand by their positions`(async (t, kind) => {
  const row = (mask: string, more: object = {}) => ({ mask, ...more });
  t.match((await kind.create({ symbols: [row('Forex\\*'), row('*')] })).symbols, [
    { mask: 'Forex\\*', position: 1, spread_diff: 0, trade_access: null },
    { mask: '*', position: 2 },
  ]);
  const moved = await kind.create({
    symbols: [row('a', { position: 3 }), row('b', { position: 1 }), row('c', { position: 2 })],
  });
  t.same(each(moved.symbols as { mask: string }[], 'mask'), ['b', 'c', 'a']);
});

const rule = (more: object = {}, ...tiers: object[]) => ({
  commissions: [{ name: 'c', mask: '*', ...more, tiers: tiers.length ? tiers : [{ value: '1' }] }],
});
const row = (more: object) => ({ symbols: [{ mask: '*', ...more }] });

test`a commission rule says little: the rest is what is usual`(async (t, kind) => {
  t.match((await kind.create(rule())).commissions, [
    {
      ...{ kind: 'standard', charge: 'instant', range: 'volume', entry: 'all', reasons: [] },
      tiers: [{ mode: 'deposit', type: 'per_lot', value: '1', range_to: '0', currency: '' }],
    },
  ]);
});

/** What fits a type and could not be carried out. */
const BROKEN: Broken = [
  ...broken({
    path: ['\\real', 'real,demo', 'real/\\x', '!real'],
    currency: ['usd'],
    currency_digits: [9],
    margin_call: ['100.005', '1000001'],
    profit_blocked_till_eod: [true],
    leverage_default: [0],
    interest_rate: ['-1'],
    interest_days: [364],
    demo_deposit: ['0.001'],
    demo_inactivity_days: [Number.MAX_SAFE_INTEGER],
    password_min_length: [7],
    deposit_url: ['javascript:alert(1)'],
  }),
  [{ margin_call: '-1', stop_out: '-2' }, 'margin_call'],
  [{ stopout_mode: 'money', stop_out: '0.001' }, 'stop_out'],
  ...['', '!EURUSD', 'EURUSD,,GBPUSD', '*a*b*c*d*e*f*g*h*'].map(
    (mask) => [row({ mask }), 'symbols.0.mask'] as const,
  ),
  [row({ volume_min: '0' }), 'symbols.0.volume_min'],
  [row({ volume_min: '2', volume_max: '1' }), 'symbols.0.volume_max'],
  [row({ margin_initial: '-1' }), 'symbols.0.margin_initial'],
  [row({ spread_diff: 1_000_001 }), 'symbols.0.spread_diff'],
  [row({ swap_multipliers: ['1'] }), 'symbols.0.swap_multipliers'],
  [row({ trade_access: 'some' }), 'symbols.0.trade_access'],
  [row({ digits: 3 }), 'symbols.0.digits'],
  [rule({ mask: '!x' }), 'commissions.0.mask'],
  [rule({ kind: 'fee', charge: 'daily' }), 'commissions.0.charge'],
  [rule({ range: 'turnover_money' }), 'commissions.0.range'],
  [rule({ reasons: ['luck'] }), 'commissions.0.reasons.0'],
  [rule({ turnover_currency: 'dollars' }), 'commissions.0.turnover_currency'],
  [rule({}, { value: '1e9' }), 'commissions.0.tiers.0.value'],
  [rule({}, { value: '1', min: '-1' }), 'commissions.0.tiers.0.min'],
  [rule({}, { value: '1', min: '5', max: '4' }), 'commissions.0.tiers.0.max'],
  [rule({}, { value: '1', mode: 'specified' }), 'commissions.0.tiers.0.currency'],
  [rule({}, { value: '1' }, { value: '2' }), 'commissions.0.tiers.0.range_to'],
  [
    rule({}, { value: '1', range_to: '5' }, { value: '2', range_from: '6' }),
    'commissions.0.tiers.1.range_from',
  ],
];

test`what the engine could not carry out is refused by name`((t, kind) =>
  refusesBroken(t, kind, FAMILY, BROKEN),
);
