// Staff users and the settings of the platform between servers: logins by the table of the file.

import { each, type Fields } from '../../../support/http-harness.js';
import { fileOf } from './setting-bodies.js';
import { type Result, TransferServer, transferTest as test } from './transfer-server.js';

const LIST = '/routing';
const rulesOf = (server: TransferServer) => server.read<Fields[]>(LIST);

const REVIEW = { name: 'Review', action: 'dealer', wait_sec: 30 };

test`a file with staff has them under their logins, without secrets, and names dealers`(
  async (t, server) => {
    const [one, two] = [await server.http.hire(), await server.http.hire()];
    await server.create(LIST, { ...REVIEW, dealers: [one, two] });
    const plain = await server.export({ routing: null });
    t.match(plain.kinds.routing?.at(-1), { name: 'Review', export_removed: ['dealers'] });
    t.notOk('dealers' in (plain.kinds.routing?.at(-1) ?? {}) || 'logins' in plain);
    const file = await server.export({ routing: null, staff: [String(one)] });
    t.match(file.kinds.routing?.at(-1), { name: 'Review', dealers: [one, two] });
    t.match(file.kinds.staff, [
      { login: one, group: 'managers\\dealers', active: true, export_removed: ['password'] },
    ]);
    t.same(file.logins, { [one]: one, [two]: two });
    t.notMatch(JSON.stringify(file), /hash|argon|version":(?!1,)/);
    const trader = await server.hired(['config.routing']);
    const denied = await server.export({ routing: null, staff: null }, trader);
    t.match(denied, { denied: ['staff'], kinds: { staff: undefined }, logins: undefined });
    t.notOk('dealers' in (denied.kinds.routing?.at(-1) ?? {}));
  },
);

test`staff arrive under the logins that the table of the file gives them`(async (t, server) => {
  const staff = [
    { login: 7, group: 'managers\\dealers', name: 'Ann Example', rights: ['trades.edit'] },
    { login: 8, group: 'managers\\dealers' },
    { login: 9, group: 'managers\\dealers' },
    { login: 10, group: 'managers\\none' },
    { login: 11, group: 'managers\\dealers' },
    { login: 12, group: 'managers\\administrators' },
  ];
  const rule = { ...REVIEW, dealers: [7, 8, 9] };
  const logins = { 7: 77, 8: null, 10: 60, 11: 1001, 12: 12 };
  const file = { ...fileOf({ staff, routing: [rule] }), logins };
  const ask = async (way: string, by = server.staff) =>
    (await by.made<Result>(`/config/transfer/${way}`, { file })).items;
  const before = server.state;
  const previewed = await ask('preview');
  t.same(server.state, before, 'a preview writes nothing');
  const items = await ask('import');
  const done = (action: string) =>
    action === 'created' ? 'create' : action.replace('skipped', 'skip');
  t.same(
    each(previewed, 'action'),
    items.map(({ action }) => done(action)),
  );
  t.match(items, [
    { kind: 'staff', key: '7', action: 'created', warnings: [/^password: none is set/] },
    { key: '8', action: 'skipped' },
    { key: '9', action: 'error', error: /^login: logins of the file does not name 9/ },
    { key: '10', action: 'error', error: /^group: no such group/ },
    { key: '11', action: 'error', error: /^login: 1001 is no staff user here/ },
    { key: '12', action: 'created' },
    { kind: 'routing', action: 'created', warnings: [/^dealers: 8, 9 of the file are unknown/] },
  ]);
  t.match(await server.read('/staff/77'), { name: 'Ann Example', rights: ['trades.edit'] });
  t.match((await rulesOf(server)).at(-1), { name: 'Review', dealers: [77], enabled: true });
  t.match(
    (await ask('import')).map(({ action }) => action),
    ['unchanged', 'skipped', 'error', 'error', 'error', 'unchanged', 'unchanged'],
  );
  const signIn = await server.http.terminal('staff').signIn({ login: 77 });
  t.match(signIn, { code: 'auth.invalid_credentials' }, 'without a password nobody signs in');
});

test`staff of a file get no more than the caller may grant`(async (t, server) => {
  const own = ['config.staff', 'accounts.edit', 'config.groups'] as const;
  const hired = await server.hired([...own], ['managers\\dealers']);
  const arrive = async (item: Fields, by = hired) => {
    const file = { ...fileOf({ staff: [item] }), logins: { 7: 77, 1: 1 } };
    const body = { file };
    return (await by.made<Result>('/config/transfer/import', body)).items;
  };
  const group = 'managers\\dealers';
  const more = { login: 7, group, rights: ['trades.edit'] };
  t.match(await arrive(more), [{ action: 'error', error: /^rights: you do not hold trades.edit/ }]);
  t.match(await server.get('/staff/77'), { code: 'not_found' }, 'nor is an account opened');
  t.match(await server.get('/accounts/77'), { code: 'not_found' });
  const wide = { login: 7, group, group_scope: ['*'] };
  t.match(await arrive(wide), [{ action: 'error', error: /^group_scope: \* is beyond yours/ }]);
  const admin = { login: 1, group: 'managers\\administrators', active: false };
  t.match(await arrive(admin), [{ action: 'error', error: 'forbidden' }]);
  const lost = await server.hired(['config.routing']);
  t.match(await arrive(more, lost), [{ action: 'error', error: 'forbidden' }]);
  const elsewhere = { login: 1, group };
  const moved = /^group: login 1 is in managers\\administrators here/;
  t.match(await arrive(elsewhere, server.staff), [{ action: 'error', error: moved }]);
});

test`an account that is here takes a profile of its own person alone`(async (t, server) => {
  const group = 'managers\\dealers';
  const passwords = { master_password: 'Dealer-pass1', investor_password: 'Reader-pass1' };
  await server.create('/accounts', { login: 79, group, name: 'x2', ...passwords });
  const outcome = (way: string, item: Fields, logins: Fields = { 9: 79 }) => {
    const file = { ...fileOf({ staff: [{ login: 9, group, ...item }] }), logins };
    return server.post(`/config/transfer/${way}`, { file });
  };
  const other = { name: 'Ann Example', rights: ['trades.edit'] };
  const error = 'name: login 79 has "x2" here, and "Ann Example" in the file';
  for (const way of ['preview', 'import']) {
    t.match(await outcome(way, other), { data: { items: [{ action: 'error', error }] } }, way);
    t.match(await outcome(way, {}), { data: { items: [{ action: 'error' }] } }, 'no name');
    const merged = await outcome(way, other, { 64: 66, 65: 66 });
    const message = 'file.logins: 64 and 65 both lead to 66';
    t.match(merged, { code: 'invalid_input', message }, way);
  }
  t.match(await server.get('/staff/79'), { code: 'not_found' });
  const same = { name: 'x2', email: 'x2@example.com' };
  const warnings = ['password: the account 79 was here before, its password stays valid'];
  for (const way of ['preview', 'import']) {
    const taken = await outcome(way, same);
    t.match(taken, { data: { items: [{ changes: ['email'], warnings, error: '' }] } }, way);
  }
  const renamed = await outcome('import', other);
  t.match(renamed, { data: { items: [{ action: 'updated', warnings: [error] }] } });
});

test`the settings of the platform and of its server move, too`(async (t, server) => {
  const clock = { utc_offset_min: 120, daylight_saving: 'europe', eod_time: '22:00' };
  const { version } = await server.read<Fields>('/platform/settings');
  await server.patch('/platform/settings', { version, ...clock, default_symbols: ['EURUSD'] });
  const file = await server.export({ platform: null, logical_servers: null });
  t.match(file.kinds.platform, [{ ...clock, default_symbols: ['EURUSD'] }]);
  t.match(file.kinds.logical_servers, [{ id: 'trade' }, { id: 'api' }, { id: 'quote' }]);
  const other = await TransferServer.open(t);
  t.match((await other.import(file.kinds)).items, [
    { kind: 'platform', key: 'platform', action: 'updated' },
    { kind: 'logical_servers', key: 'trade', action: 'unchanged' },
    { kind: 'logical_servers', key: 'api', action: 'unchanged' },
    { kind: 'logical_servers', key: 'quote', action: 'unchanged' },
  ]);
  t.match(await other.read('/platform/settings'), clock);
  const older = { optimization_time: '03:00', demo: { mode: 2, period_days: 9 } };
  const first = { ...clock, ...older, datafeeds_timeout_sec: 9 };
  t.match((await other.import({ platform: [first] })).items, [
    { kind: 'platform', action: 'unchanged' },
    { kind: 'logical_servers', key: 'trade', action: 'updated' },
    { kind: 'logical_servers', key: 'quote', action: 'updated' },
  ]);
  t.match(await other.read('/network/servers/trade'), older);
  const quote = await other.read<Fields>('/network/servers/quote');
  t.match(quote, { history: { datafeeds_timeout_sec: 9 } });
});
