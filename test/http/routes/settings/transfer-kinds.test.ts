// Kinds of settings between servers: symbols, groups, connections, reports and routing rules.

import { selfSigned } from '../../../support/certificate.js';
import { each, type Fields } from '../../../support/http-harness.js';
import { testsWith } from '../tags.js';
import { FEEDS, GATEWAYS, params, valuesOf } from './connections.js';
import { actions, type File, TransferServer, transferTest as test } from './transfer-server.js';

/** What a family's transfer is shown with. */
interface Family {
  readonly kind: 'symbols' | 'groups';
  readonly body: (path: string) => Fields;
  readonly change: Fields;
  readonly broken: Fields;
}

const SYMBOLS: Family = {
  kind: 'symbols',
  body: (path) => ({
    ...{ path, currency_base: 'USD', currency_profit: 'USD' },
    ...{ digits: 2, contract_size: '1', calc_mode: 'cfd' },
  }),
  change: { spread: 9 },
  broken: { digits: 99 },
};
const GROUPS: Family = {
  kind: 'groups',
  body: (path) => ({ path, currency: 'USD', symbols: [{ mask: '*' }] }),
  change: { company: 'Another', symbols: [] },
  broken: { stop_out: '500' },
};

for (const { kind, body, change, broken } of [SYMBOLS, GROUPS]) {
  const listOf = (server: TransferServer) =>
    server.read<(Fields & { id: number; path: string })[]>(`/${kind}`);
  const take = (server: TransferServer, ...items: Fields[]) =>
    server.made<{ action: string; error: string }[]>('/config/import', { kind, items });

  test`${kind} are exported as they are listed [GET /admin/v1/${kind} #1]`(async (t, server) => {
    t.same(await server.read(`/config/export?kind=${kind}`), { kind, items: await listOf(server) });
  });

  test`an import creates a new path as a POST does
    [POST /admin/v1/${kind} #1]`(async (t, server) => {
    const two = { ...body('New\\TWO'), ...broken };
    const [made, refused] = await take(server, body('New\\ONE'), two);
    t.match(made, { action: 'created', error: '', identity: 'New\\ONE' });
    const posted = await server.post(`/${kind}`, two);
    t.equal(refused?.error, posted.message, 'in the same words');
    const other = await server.create(`/${kind}`, body('New\\THREE'));
    const one = (await listOf(server)).find(({ path }) => path === 'New\\ONE');
    const { id: _, name: __, path: ___, ...fields } = other as Fields;
    t.match(one, { ...fields, created_at: String, updated_at: String });
  });

  test`an import changes a known path as a PATCH does
    [PATCH /admin/v1/${kind}/{id} #1]`(async (t, server) => {
    const [first] = await listOf(server);
    if (first === undefined) throw new Error('there is a demo platform');
    const item = { ...first, ...change, id: 999, version: 77, path: first.path.toUpperCase() };
    t.match(await take(server, item), [{ action: 'updated', error: '' }]);
    const data = await server.read(`/${kind}/${first.id}`);
    t.match(data, { ...change, id: first.id, path: first.path, version: 2 });
    t.match(await take(server, item), [{ action: 'unchanged' }]);
    const refused = await take(server, { path: first.path, ...broken });
    const patched = await server.patch(`/${kind}/${first.id}`, { version: 2, ...broken });
    t.match(patched, { code: 'invalid_input' });
    t.match(refused, [{ action: 'error', error: patched.message }]);
  });

  test`a transfer deletes as a DELETE does
    [DELETE /admin/v1/${kind}/{id} #2]`(async (t, server) => {
    await take(server, body('New\\ONE'), body('New\\TWO'));
    const used = { positions: 1, orders: 0, accounts: 1 };
    server.http.harness.used[kind === 'symbols' ? 'TWO' : 'New\\TWO'] = used;
    const two = (await listOf(server)).find(({ path }) => path === 'New\\TWO');
    const keys = ['new\\one', 'New\\TWO', 'none'];
    const ask = (dry_run: boolean) =>
      server.made('/config/transfer/delete', { kind, keys, dry_run });
    const refused = await server.delete(`/${kind}/${two?.id}`);
    const left = { action: 'refused', error: refused.message };
    t.match(await ask(true), { items: [{ action: 'delete' }, left, { action: 'not_found' }] });
    t.match(await ask(false), { items: [{ action: 'deleted' }, left, { action: 'not_found' }] });
    const paths = each(await listOf(server), 'path');
    t.ok(paths.includes('New\\TWO') && !paths.includes('New\\ONE'));
  });
}

const exported = (server: TransferServer): Promise<File> =>
  server.export({ datafeeds: null, gateways: null, reports: null });

/** One of each, with whatever a file cannot have. */
const furnished = async (t: Parameters<typeof TransferServer.open>[0]) => {
  const server = await TransferServer.open(t);
  const { cert, key } = selfSigned();
  const pair = params({ 'FIX SSL Certificate': cert, 'FIX SSL Private Key': key });
  const translates = [{ symbol_id: 1, source: 'EUR/USD', ask_markup_pts: 4 }];
  await server.create('/datafeeds', { ...FEEDS.body(1), password: 'p', translates });
  const token = [{ key: 'Token', value: 't' }];
  await server.create('/datafeeds', { name: 'D', module: 'dde', server: 'a:1', params: token });
  await server.create('/gateways', { ...GATEWAYS.body(1), params: pair, translates });
  await server.create('/reports/configs', {
    name: 'A\\B',
    module: 'daily',
    params: { company: 'C' },
  });
  return server;
};
const full = testsWith('config/transfer', furnished);

full`a file has symbols by their paths, and no secrets`(async (t, server) => {
  const { kinds } = await exported(server);
  const [feed, dde] = kinds.datafeeds ?? [];
  t.match(feed, {
    name: 'Feed 1',
    export_removed: ['password'],
    translates: [{ symbol: 'Forex\\EURUSD', source: 'EUR/USD', ask_markup_pts: 4 }],
  });
  t.notMatch(JSON.stringify(feed), /symbol_id/);
  t.match(dde, { export_removed: ['params.Token'] });
  t.same(valuesOf(dde ?? {}), { Token: '' });
  const [gateway] = kinds.gateways ?? [];
  t.match(gateway, { export_removed: ['params.FIX SSL Private Key'] });
  t.equal(valuesOf(gateway)['FIX SSL Private Key'], '');
  const last = kinds.reports?.at(-1);
  t.match(last, { name: 'A\\B', module: 'daily', params: { company: 'C' } });
});

full`a file changes nothing on the server that it is from`(async (t, server) => {
  const file = await exported(server);
  const result = await server.import(file.kinds);
  t.same([...new Set(each(result.items, 'action'))], ['unchanged'], 'secrets are kept');
  t.match(await server.read('/gateways/1'), { version: 1 });
});

full`another server takes what needs a secret switched off, with a warning`(async (t, from) => {
  const file = await exported(from);
  const to = await TransferServer.open(t);
  const preview = (await to.preview(file.kinds)).items;
  const { items } = await to.import(file.kinds);
  const created = items.filter(({ action }) => action === 'created');
  t.match(created, [
    { key: 'Feed 1', action: 'created', warnings: [/arrives disabled.* leaves out password$/] },
    { key: 'D', action: 'created', warnings: [/leaves out params.Token$/] },
    { key: 'Gateway 1', action: 'created', warnings: [/leaves out params.FIX SSL Private Key$/] },
    { key: 'A\\B', action: 'created', warnings: [] },
  ]);
  t.same(each(preview, 'warnings'), each(items, 'warnings'), 'as the preview says');
  const { kinds } = await exported(to);
  const off = (item: Fields = {}) => {
    const { export_removed: _, ...rest } = item;
    return { ...rest, enabled: false };
  };
  t.same(kinds.datafeeds, file.kinds.datafeeds?.map(off), 'off, else the same but for the secret');
  const [gateway] = kinds.gateways ?? [];
  t.match(gateway, { enabled: false });
  t.equal(valuesOf(gateway ?? {})['FIX SSL Certificate'], '', 'it needs its key beside it');
  t.same(kinds.reports, file.kinds.reports);
});

test`a new connection arrives as the file has it, unless the options or its secrets keep it off`(
  async (t, server) => {
    const enabled = async (name: string) =>
      ((await server.named('/gateways', name)) ?? (await server.named('/datafeeds', name)))
        ?.enabled;
    const body = (kind: typeof FEEDS, n: number, more: Fields = {}) => ({
      ...kind.body(n),
      ...more,
    });
    const left = { export_removed: ['password'] };
    const { items } = await server.import({
      datafeeds: [body(FEEDS, 1), body(FEEDS, 2, { ...left, password: 'Again-1' })],
      gateways: [body(GATEWAYS, 1), body(GATEWAYS, 2, left), body(GATEWAYS, 2, left)],
    });
    t.same(
      each(items, 'warnings').map((one) => (one as unknown[]).length),
      [0, 0, 0, 1, 1],
    );
    for (const name of ['Feed 1', 'Feed 2', 'Gateway 1']) t.equal(await enabled(name), true, name);
    t.equal(await enabled('Gateway 2'), false, 'however often the file names it');
    const options = { new_connections_disabled: true };
    const warnings = ['enabled: new_connections_disabled keeps it disabled'];
    const all = await server.import(
      { datafeeds: [body(FEEDS, 1), body(FEEDS, 3)], gateways: [body(GATEWAYS, 3)] },
      { options },
    );
    t.match(all.items, [
      { action: 'unchanged', warnings: [] },
      { action: 'created', warnings },
      { action: 'created', warnings },
    ]);
    const on = { enabled: true };
    const third = { datafeeds: [body(FEEDS, 3, on)], gateways: [body(GATEWAYS, 3, on)] };
    t.match((await server.import(third, { options })).items, [
      { action: 'unchanged', warnings },
      { action: 'unchanged', warnings },
    ]);
    t.same([await enabled('Feed 3'), await enabled('Gateway 3')], [false, false], 'also again');
    t.equal((await server.import(third)).summary.updated, 2, 'without the option the file enables');
  },
);

test`translates and groups are sets [POST /preview #8]`(async (t, server) => {
  const translates = [{ symbol_id: 1 }, { symbol_id: 2 }];
  const groups = ['a', 'b'].map((group) => ({ group, symbols: ['*'] }));
  await server.create('/datafeeds', { ...FEEDS.body(1), translates });
  await server.create('/gateways', { ...GATEWAYS.body(1), translates, groups });
  const { kinds } = await exported(server);
  const backwards = (item: Fields, ...fields: string[]): Fields => ({
    ...item,
    ...Object.fromEntries(fields.map((name) => [name, [...(item[name] as object[])].reverse()])),
  });
  const [feed = {}] = kinds.datafeeds ?? [];
  const [gateway = {}] = kinds.gateways ?? [];
  const { items } = await server.preview({
    datafeeds: [backwards(feed, 'translates')],
    gateways: [backwards(gateway, 'translates', 'groups')],
  });
  t.match(items, [
    { key: 'Feed 1', action: 'unchanged', changes: [] },
    { key: 'Gateway 1', action: 'unchanged', changes: [] },
  ]);
});

full`a symbol that is not there is told by its path`(async (t, server) => {
  const file = await exported(server);
  const [feed] = file.kinds.datafeeds ?? [];
  const wrong = { ...feed, translates: [{ symbol: 'Forex\\NONE' }] };
  const { items } = await server.import({ datafeeds: [wrong] });
  t.match(items, [{ action: 'error', error: /Forex\\NONE/ }]);
});

const LIST = '/routing';
const rulesOf = (server: TransferServer) => server.read<Fields[]>(LIST);
const desk = (dealers: readonly number[]) => ({ name: 'Desk', action: 'dealer', dealers });
const away = (dealers: readonly unknown[]) => ({ name: 'Away', action: 'gateway', dealers });

/** Puts a gateway, which is off, into the settings; answers its id. */
const gatewayOf = async (server: TransferServer, name: string): Promise<number> =>
  (await server.create('/gateways', { name, server: 'lp.example:1', enabled: false })).id;

test`a file names gateways and no dealers, and says what it left out`(async (t, server) => {
  const dealer = await server.http.hire();
  await server.create(LIST, desk([dealer]));
  await server.create(
    LIST,
    away([await gatewayOf(server, 'LP one'), await gatewayOf(server, 'LP two')]),
  );
  const { kinds } = await server.export({ routing: null });
  const [first, second, third] = kinds.routing ?? [];
  t.match(first, { name: 'Confirm at market', position: 1, dealers: [] });
  t.match(second, { name: 'Desk', action: 'dealer', export_removed: ['dealers'] });
  t.notOk('dealers' in (second ?? {}));
  t.same(third?.dealers, ['LP one', 'LP two']);
  t.notOk('export_removed' in (third ?? {}));
});

test`a rule of dealers keeps those it has; a new one waits for them, disabled`(
  async (t, server) => {
    const dealer = await server.http.hire();
    await server.create(LIST, desk([dealer]));
    const { kinds } = await server.export({ routing: ['Desk'] });
    const [item] = kinds.routing ?? [];
    const changed = await server.import({ routing: [{ ...item, skip_no_dealer: true }] });
    t.match(changed.items, [{ action: 'updated', changes: ['skip_no_dealer'] }]);
    t.match((await rulesOf(server))[1], { name: 'Desk', dealers: [dealer], skip_no_dealer: true });
    const unchanged = await server.import({ routing: [{ ...item, skip_no_dealer: true }] });
    t.match(unchanged.items, [{ action: 'unchanged' }]);
    const other = await TransferServer.open(t);
    const warnings = [/^enabled: arrives disabled, the file leaves out dealers$/];
    const made = await other.import({ routing: [item] });
    t.match(made.items, [{ key: 'Desk', action: 'created', warnings }]);
    t.match((await rulesOf(other))[1], { name: 'Desk', enabled: false, dealers: [] });
    const again = await other.import({ routing: [item] });
    t.match(again.items, [{ action: 'unchanged', warnings }], 'it still has none');
    const [, { id, version } = {}] = await rulesOf(other);
    const on = await other.patch(`${LIST}/${id}`, { version, enabled: true });
    t.match(on, { code: 'invalid_input', message: /^dealers: needed/ });
  },
);

test`no rule takes the requests of a rule that waits for its dealers`(async (t, server) => {
  const dealer = await server.http.hire();
  const add = (position: number, name: string, action: string, more: Fields = {}) =>
    server.create(LIST, { name, action, position, ...more });
  await add(1, 'Before', 'confirm_request_price', { request_kinds: ['modify'] });
  await add(2, 'Desk', 'dealer', { dealers: [dealer], request_kinds: ['open'] });
  await add(3, 'Refused', 'reject');
  await add(4, 'Pending', 'confirm_market_price', { request_kinds: ['pending'] });
  await add(5, 'Behind', 'confirm_market_price');
  const { kinds } = await server.export({ routing: null });
  const other = await TransferServer.open(t);
  const preview = await other.preview(kinds);
  const { items } = await other.import(kinds);
  t.same(each(preview.items, 'warnings'), each(items, 'warnings'), 'as the preview says');
  const comes = 'the requests of Desk, which is disabled here, would reach this rule';
  t.match(items, [
    { key: 'Before', action: 'created', warnings: [] },
    { key: 'Desk', action: 'created', warnings: [/leaves out dealers$/] },
    { key: 'Refused', action: 'created', warnings: [] },
    { key: 'Pending', action: 'created', warnings: [] },
    { key: 'Behind', action: 'created', warnings: [`enabled: arrives disabled, ${comes}`] },
    { key: 'Confirm at market', warnings: [`enabled: stays enabled; ${comes}`] },
  ]);
  const on = async () => (await rulesOf(other)).map((one) => `${one.name} ${one.enabled}`);
  const expected = [
    ...['Before true', 'Desk false', 'Refused true', 'Pending true', 'Behind false'],
    'Confirm at market true',
  ];
  t.same(await on(), expected);
  await other.import(kinds);
  t.same(await on(), expected, 'nor does a second import enable it');
  await other.import({ routing: [{ ...kinds.routing?.[1], enabled: false }, kinds.routing?.[4]] });
  t.equal((await on())[4], 'Behind true', 'the rule of dealers is disabled in the file too');
});

test`mail servers arrive disabled without their passwords; settings of which there is one, and
  templates, are changed`(async (t, server) => {
  const mail = { name: 'Out', server: 'mail.example:587', sender_email: 'a@b.example' };
  await server.create('/mail-servers', { ...mail, login: 'u', password: 'Very-secret-1' });
  await server.create('/mail-servers', { ...mail, name: 'Open' });
  const { version } = await server.read<Fields>('/sign-up/settings');
  await server.patch('/sign-up/settings', { version, demo: false });
  const file = await server.export({ mail_servers: null, sign_up: null, email_templates: null });
  t.notMatch(JSON.stringify(file), 'Very-secret-1');
  t.match(file.key_fields, { sign_up: '', email_templates: 'id', mail_servers: 'name' });
  const other = await TransferServer.open(t);
  const { sign_up, email_templates, mail_servers } = file.kinds;
  const [template] = email_templates ?? [];
  const { items } = await other.import({
    sign_up,
    email_templates: [
      { ...template, subject: 'Hello' },
      { ...template, id: 'none.en' },
    ],
    mail_servers,
  } as File['kinds']);
  t.match(items, [
    { kind: 'sign_up', key: 'sign_up', action: 'updated', changes: ['demo'] },
    { kind: 'email_templates', key: template?.id, action: 'updated', changes: ['subject'] },
    { key: 'none.en', action: 'error', error: /^id: this server has no e-mail template none.en/ },
    { key: 'Open', action: 'created', warnings: [] },
    { key: 'Out', action: 'created', warnings: [/arrives disabled.* leaves out password$/] },
  ]);
  t.match(await other.named('/mail-servers', 'Out'), { enabled: false, has_password: false });
  t.match(await other.named('/mail-servers', 'Open'), { enabled: true });
});

test`allocation rules name brands by company; a rule of a deleted brand stays behind`(
  async (t, server) => {
    const path = '/account-allocations';
    const ids: number[] = [];
    for (const company of ['Kept', 'Gone']) {
      ids.push((await server.create('/licence/brands', { company })).id);
    }
    const [kept, gone] = ids;
    const own = { group_path: 'real\\standard', description: 'twin' };
    await server.create(path, { ...own, countries: ['DE'], white_label_id: kept });
    await server.create(path, { ...own, countries: ['AT'], white_label_id: kept });
    await server.create(path, { ...own, countries: ['CH'], white_label_id: gone });
    t.match(await server.delete(`/licence/brands/${gone}`), { code: 'ok' });
    const { kinds } = await server.export({ brands: ['Kept'], allocations: null });
    const twins = (kinds.allocations ?? []).filter(({ description }) => description === 'twin');
    t.match(twins, [
      { brand: 'Kept', countries: ['DE'] },
      { brand: 'Kept', countries: ['AT'] },
    ]);
    t.equal(twins.length, 2);
    const other = await TransferServer.open(t);
    await other.create('/licence/brands', { company: 'First' });
    t.equal(
      actions(await other.import({ ...kinds, allocations: twins })),
      'created created created',
    );
    const again = await other.import({ ...kinds, allocations: twins });
    t.equal(actions(again), 'unchanged unchanged unchanged', 'rules with one key stand in order');
    const listed = await other.read<Fields[]>(path);
    const brands = await other.read<Fields[]>('/licence/brands');
    const id = brands.find(({ company }) => company === 'Kept')?.id;
    t.match(
      listed.filter(({ description }) => description === 'twin'),
      [{ white_label_id: id }, { white_label_id: id }],
    );
  },
);

test`gateways are found by their names, whatever their numbers are here`(async (t, server) => {
  await gatewayOf(server, 'Another');
  const id = await gatewayOf(server, 'LP one');
  t.match((await server.import({ routing: [away(['lp ONE'])] })).items, [{ action: 'created' }]);
  t.match((await rulesOf(server))[1], { name: 'Away', dealers: [id] });
  const lost = await server.import({ routing: [away(['LP one', 'LP none'])] });
  t.match(lost.items, [{ action: 'error', error: /^dealers: .*LP none/ }]);
  const numbered = await server.import({ routing: [away([id])] });
  t.match(numbered.items, [{ action: 'error', error: /^dealers/ }], 'numbers are of one server');
});
