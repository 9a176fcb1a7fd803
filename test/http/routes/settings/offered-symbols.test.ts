// Symbols that a provider offers: listed, and imported as symbols of this server.

import { ok, refuse } from '../../../../wire/base/codes.js';
import type { ReportedSymbol } from '../../../../wire/rest/settings/offered-symbols.js';
import type { Fields } from '../../../support/http-harness.js';
import { FEEDS } from './connections.js';
import { type Kind, testsOf } from './kind.js';

const reported = (name: string, more: Partial<ReportedSymbol> = {}): ReportedSymbol => ({
  name,
  exact: true,
  description: '',
  currency: '',
  digits: null,
  contract_size: null,
  volume_min: null,
  volume_max: null,
  ...more,
});

const feeds = testsOf(FEEDS);

const symbolsOf = (kind: Kind): Promise<readonly Fields[]> =>
  kind.staff.read<readonly Fields[]>('/symbols');

const named = async (kind: Kind, name: string): Promise<Fields | undefined> =>
  (await symbolsOf(kind)).find((one) => one.name === name);

const importInto = async (kind: Kind, id: number, body: object) =>
  kind.post(`/${id}/import-symbols`, { symbols: ['*'], folder: 'New', ...body });

feeds`the list names the symbol that each is here`(async (t, kind) => {
  const translates = [{ symbol_id: 1, source: 'EUR/USD' }];
  const { id } = await kind.create({ translates });
  kind.harness.offered = ok([
    reported('EUR/USD', { digits: 5, currency: 'USD', contract_size: '100000' }),
    reported('GBPUSD'),
    reported('EURUSD'),
    reported('USD/ZAR'),
  ]);
  const { data } = await kind.get(`/${id}/symbols`);
  const gbpusd = await named(kind, 'GBPUSD');
  t.match(data, [
    { name: 'EUR/USD', symbol_id: 1, digits: 5, currency: 'USD', contract_size: '100000' },
    { name: 'GBPUSD', symbol_id: gbpusd?.id, digits: null, volume_min: null },
    { name: 'EURUSD', symbol_id: null },
    { name: 'USD/ZAR', symbol_id: null },
  ]);
});

feeds`why there is no list is told`(async (t, kind) => {
  const { id } = await kind.create();
  kind.harness.offered = refuse('conflict', 'The datafeed is not connected.');
  const refusal = { code: 'conflict', message: 'The datafeed is not connected.' };
  t.match(await kind.get(`/${id}/symbols`), refusal);
  t.match(await importInto(kind, id, {}), refusal);
  kind.harness.offered = refuse('timeout', 'late');
  t.match(await kind.get(`/${id}/symbols`), { status: 504, message: 'late' });
  t.match(await kind.get('/999/symbols'), { status: 404 });
  t.match(await importInto(kind, 999, {}), { status: 404 });
});

feeds`an import creates disabled symbols, and translates their names`(async (t, kind) => {
  const { id } = await kind.create({ translates: [{ symbol_id: 1, source: 'EUR/USD' }] });
  kind.harness.offered = ok([
    reported('EUR/USD'),
    reported('USD/ZAR', { digits: 4, contract_size: '1000', description: 'Dollar vs rand' }),
    reported('GBP/USD', { digits: 2 }),
    reported('USDHUF'),
    reported('GOLD.f', { currency: 'EUR' }),
    reported('GOLD/.f'),
    reported('EURUSD'),
    reported('A*'),
  ]);
  const before = (await symbolsOf(kind)).length;
  const gbpusd = await named(kind, 'GBPUSD');
  const outcomes = [
    { name: 'EUR/USD', symbol: 'EURUSD', action: 'skipped', error: '' },
    { name: 'USD/ZAR', symbol: 'USDZAR', action: 'created', error: '' },
    { name: 'GBP/USD', symbol: 'GBPUSD', action: 'translated', error: '' },
    { name: 'USDHUF', symbol: 'USDHUF', action: 'created', error: '' },
    { name: 'GOLD.f', symbol: 'GOLD.f', action: 'created', error: '' },
    { name: 'GOLD/.f', symbol: 'GOLD/.f', action: 'created', error: '' },
    { name: 'EURUSD', symbol: 'EURUSD', action: 'error', error: 'it is translated from EUR/USD' },
    { name: 'A*', symbol: '', action: 'error', error: /^name: must have only letters, digits/ },
  ];
  const dry = await importInto(kind, id, { dry_run: true });
  t.match(dry.data, outcomes, 'a dry run says the same');
  t.equal((await symbolsOf(kind)).length, before, 'and does nothing');
  t.match((await importInto(kind, id, {})).data, outcomes);
  const shown = { trade_access: 'disabled', status: 'disabled' };
  const pair = { path: 'New\\USDZAR', calc_mode: 'forex', digits: 5, contract_size: '100000' };
  const zar = await named(kind, 'USDZAR');
  t.match(zar, { ...shown, ...pair, currency_base: 'USD', currency_profit: 'ZAR' });
  t.equal(zar?.description, 'Dollar vs rand');
  const other = { calc_mode: 'cfd', digits: 2, contract_size: '1', currency_profit: 'USD' };
  t.match(await named(kind, 'GOLD.f'), { ...shown, ...other });
  t.match(await named(kind, 'GBPUSD'), { trade_access: 'full', digits: 5 }, 'as it was');
  t.match((await kind.read<{ translates: Fields[] }>(`/${id}`)).translates, [
    { symbol_id: 1, source: 'EUR/USD' },
    { symbol_id: zar?.id, source: 'USD/ZAR', ask_markup_pts: 0, source_digits: null },
    { symbol_id: gbpusd?.id, source: 'GBP/USD' },
  ]);
  const again = (await importInto(kind, id, {})).data as Fields[];
  const skips = again.slice(0, 5).map(({ action }) => action);
  t.same(skips, ['skipped', 'skipped', 'skipped', 'skipped', 'skipped'], 'once is enough');
});

feeds`names are joined to a symbol only where they lose nothing`(async (t, kind) => {
  const { id } = await kind.create();
  const names = [
    ...['XOM+', 'XOM', 'xom', 'BRK/A', '^GSPC', '=F', "O'N (x)", 'Größe 1', '株式', 'a!b'],
    ...['A*B', 'A,B', 'A;B', 'A"B', '!A', 'A\\B', 'A:B', 'x'.repeat(33), 'USDZAR', 'USD/ZAR'],
    ...['gbpusd'],
  ];
  kind.harness.offered = ok([
    ...names.map((name) => reported(name)),
    reported('XOM', { exact: false }),
  ]);
  const body = { symbols: ['*'], folder: 'New' };
  const outcomes = (await importInto(kind, id, body)).data as Fields[];
  t.same(
    outcomes.slice(0, 10).map(({ symbol, action }) => [symbol, action]),
    names.slice(0, 10).map((name) => [name, name === 'xom' ? 'error' : 'created']),
  );
  t.match(outcomes[2], { error: 'XOM has this name here' });
  for (const outcome of outcomes.slice(10, 18)) {
    t.match(outcome, { symbol: '', action: 'error', error: /^name: must/ }, String(outcome.name));
  }
  t.match(outcomes.slice(18), [
    { name: 'USDZAR', symbol: 'USDZAR', action: 'created' },
    { name: 'USD/ZAR', symbol: 'USDZAR', action: 'error', error: 'USDZAR has this name here' },
    { name: 'gbpusd', symbol: 'GBPUSD', action: 'translated' },
    { name: 'XOM', symbol: '', action: 'error', error: /^name: has characters that are not shown/ },
  ]);
  const data = await kind.read<{ translates: object[] }>(`/${id}`);
  t.match(data.translates, [{ source: 'gbpusd' }], 'and no other');
});

feeds`with import_symbol_settings the provider's settings are taken over`(async (t, kind) => {
  const { id } = await kind.create({ import_symbol_settings: true });
  const sizes = { contract_size: '1000', digits: 4 };
  kind.harness.offered = ok([
    reported('USD/ZAR', { ...sizes, currency: 'USD' }),
    reported('DAX', { ...sizes, currency: 'EUR' }),
    reported('NATGAS', { currency: 'USD' }),
    reported('ODD', { currency: 'eur', contract_size: '0' }),
  ]);
  t.match((await importInto(kind, id, {})).data, [
    { action: 'created' },
    { action: 'created' },
    { action: 'created' },
    { name: 'ODD', action: 'error', error: /contract_size/ },
  ]);
  const pair = { calc_mode: 'forex', currency_base: 'USD', currency_profit: 'ZAR' };
  t.match(await named(kind, 'USDZAR'), { ...pair, ...sizes });
  t.match(await named(kind, 'DAX'), { calc_mode: 'cfd', currency_profit: 'EUR', ...sizes });
  t.match(await named(kind, 'NATGAS'), { calc_mode: 'cfd', currency_profit: 'USD', digits: 2 });
});

feeds`names and masks choose, and a name that is not offered is told`(async (t, kind) => {
  const { id } = await kind.create();
  kind.harness.offered = ok(['EUR/NOK', 'EUR/SEK', 'USD/ZAR'].map((name) => reported(name)));
  const symbols = ['EUR/*', '!eur/sek', 'usd/zar', 'USD/XXX'];
  t.match((await importInto(kind, id, { symbols })).data, [
    { name: 'EUR/NOK', action: 'created' },
    { name: 'USD/ZAR', action: 'created' },
    { name: 'USD/XXX', symbol: '', action: 'error', error: 'the provider has no such name' },
  ]);
  t.match(await importInto(kind, id, { folder: 'a//b' }), { status: 400, message: /folder/ });
  t.match(await importInto(kind, id, { symbols: 'x' }), { status: 400, message: /symbols/ });
});

feeds`who may not create symbols creates none`(async (t, kind) => {
  const { id } = await kind.create();
  kind.harness.offered = ok([reported('EUR/NOK'), reported('GBP/USD')]);
  const other = await kind.colleague(['config.datafeeds']);
  const path = `/datafeeds/${id}/import-symbols`;
  const body = { symbols: ['*'], folder: 'New' };
  t.match(await other.made(path, body), [
    { name: 'EUR/NOK', action: 'error', error: 'forbidden' },
    { name: 'GBP/USD', action: 'translated' },
  ]);
  t.equal(await named(kind, 'EURNOK'), undefined);
});

feeds`a symbol that gets its name keeps its markups`(async (t, kind) => {
  const markup = { symbol_id: 1, ask_markup_pts: 7 };
  const { id } = await kind.create({ translates: [markup] });
  kind.harness.offered = ok([reported('EUR/USD')]);
  t.match((await importInto(kind, id, {})).data, [{ symbol: 'EURUSD', action: 'translated' }]);
  const { data } = await kind.get(`/${id}`);
  t.match(data, { version: 2, translates: [{ ...markup, source: 'EUR/USD' }] });
});
