// Connections and report configurations between servers: symbols by their paths, and no secrets.

import t from 'tap';
import { selfSigned } from './certificate.js';
import { FEEDS, GATEWAYS, params, valuesOf } from './connections.js';
import { type File, TransferOffice } from './transfer-office.js';

type Fields = Readonly<Record<string, unknown>>;

const exported = (harness: TransferOffice): Promise<File> =>
  harness.export({ datafeeds: null, gateways: null, reports: null });

/** One of each, with whatever a file cannot have. */
const furnished = async (t: Parameters<typeof TransferOffice.open>[0]) => {
  const harness = await TransferOffice.open(t);
  const { cert, key } = selfSigned();
  const pair = params({ 'FIX SSL Certificate': cert, 'FIX SSL Private Key': key });
  const translates = [{ symbol_id: 1, source: 'EUR/USD', ask_markup_pts: 4 }];
  await harness.create('/datafeeds', { ...FEEDS.body(1), password: 'p', translates });
  const token = [{ key: 'Token', value: 't' }];
  await harness.create('/datafeeds', { name: 'D', module: 'dde', server: 'a:1', params: token });
  await harness.create('/gateways', { ...GATEWAYS.body(1), params: pair, translates });
  await harness.create('/reports/configs', {
    name: 'A\\B',
    module: 'daily',
    params: { company: 'C' },
  });
  return harness;
};

t.test('a file has symbols by their paths, and no secrets', async (t) => {
  const harness = await furnished(t);
  const { kinds } = await exported(harness);
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
  t.match(kinds.reports, [{ name: 'A\\B', module: 'daily', params: { company: 'C' } }]);
});

t.test('a file changes nothing on the server that it is from', async (t) => {
  const harness = await furnished(t);
  const file = await exported(harness);
  const actions = (await harness.import(file.kinds)).items.map(({ action }) => action);
  t.same(actions, ['unchanged', 'unchanged', 'unchanged', 'unchanged'], 'secrets are kept');
  t.match(await harness.data('GET', '/gateways/1'), { version: 1 });
});

t.test('another server takes what works without its secrets', async (t) => {
  const from = await furnished(t);
  const file = await exported(from);
  const to = await TransferOffice.open(t);
  const preview = (await to.preview(file.kinds)).items;
  const { items } = await to.import(file.kinds);
  t.match(items, [
    { key: 'Feed 1', action: 'created' },
    { key: 'D', action: 'error', error: /login.*Token/ },
    { key: 'Gateway 1', action: 'error', error: /FIX SSL Private Key/ },
    { key: 'A\\B', action: 'created' },
  ]);
  t.same(
    preview.map(({ error }) => error),
    items.map(({ error }) => error),
    'as the preview says',
  );
  const { kinds } = await exported(to);
  const { export_removed: _, ...feed } = file.kinds.datafeeds?.[0] ?? {};
  t.same(kinds.datafeeds, [feed], 'the same, but for the secret');
  t.same(kinds.reports, file.kinds.reports);
});

t.test('translates and groups are sets [POST /admin/v1/config/transfer/preview #8]', async (t) => {
  const harness = await TransferOffice.open(t);
  const translates = [{ symbol_id: 1 }, { symbol_id: 2 }];
  const groups = ['a', 'b'].map((group) => ({ group, symbols: ['*'] }));
  await harness.create('/datafeeds', { ...FEEDS.body(1), translates });
  await harness.create('/gateways', { ...GATEWAYS.body(1), translates, groups });
  const { kinds } = await exported(harness);
  const backwards = (item: Fields, ...fields: string[]): Fields => ({
    ...item,
    ...Object.fromEntries(fields.map((name) => [name, [...(item[name] as object[])].reverse()])),
  });
  const [feed = {}] = kinds.datafeeds ?? [];
  const [gateway = {}] = kinds.gateways ?? [];
  const { items } = await harness.preview({
    datafeeds: [backwards(feed, 'translates')],
    gateways: [backwards(gateway, 'translates', 'groups')],
  });
  t.match(items, [
    { key: 'Feed 1', action: 'unchanged', changes: [] },
    { key: 'Gateway 1', action: 'unchanged', changes: [] },
  ]);
});

t.test('a symbol that is not there is told by its path', async (t) => {
  const harness = await furnished(t);
  const file = await exported(harness);
  const [feed] = file.kinds.datafeeds ?? [];
  const wrong = { ...feed, translates: [{ symbol: 'Forex\\NONE' }] };
  const { items } = await harness.import({ datafeeds: [wrong] });
  t.match(items, [{ action: 'error', error: /Forex\\NONE/ }]);
});
