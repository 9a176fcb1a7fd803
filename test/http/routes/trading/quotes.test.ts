// Manual quotes over REST: who may publish one, and how far it reaches.

import t from 'tap';
import { httpFor } from '../../../support/http-harness.js';

const QUOTE = { symbol: 'EURUSD', bid: '1.10000', ask: '1.10010' };

t.test('a manual quote reaches no group outside the scope, through no other symbol', async (t) => {
  const http = await httpFor(t);
  const symbols = [...http.harness.desk.records.all('symbol')].map(({ record }) => record);
  const source = symbols.find(({ name }) => name === 'EURUSD')?.id ?? 0;
  const money = { currency_base: 'EUR', currency_profit: 'USD' };
  const terms = { ...money, digits: 5, contract_size: '1', calc_mode: 'cfd' };
  const derived = { ...terms, path: 'Own\\DERIVED', source_symbol_id: source };
  await http.harness.create('symbol', derived);
  await http.harness.create('group', {
    path: 'own',
    currency: 'USD',
    symbols: [{ mask: 'Own\\*' }],
  });
  const publish = async (...group_scope: string[]) => {
    const staff = await http.staff({ rights: ['symbols.quick_edit'], group_scope });
    return staff.post('/quotes', QUOTE);
  };
  t.match(await publish('demo\\*,!demo\\netting'), { status: 403, message: /outside your scope/ });
  t.equal((await publish('demo\\*', 'real\\*')).code, 'forbidden', 'own has its price');
  t.equal((await publish('demo\\*', 'real\\*', 'own')).code, 'ok');
});

t.test('dealers list the symbols that groups in their scope are offered', async (t) => {
  const http = await httpFor(t);
  const rows = [{ mask: 'Metals\\*' }, { mask: 'EURUSD' }];
  await http.harness.create('group', { path: 'own', currency: 'USD', symbols: rows });
  const list = async (scope: string, query = '') => {
    const dealer = await http.staff({ rights: ['trades.view'], group_scope: [scope] });
    return dealer.ask('GET', `/quotes/symbols${query}`);
  };
  const own = (await list('own')).data as { name: string; path: string }[];
  t.ok(own.length > 1 && own.every(({ name, path }) => /^Metals/.test(path) || name === 'EURUSD'));
  t.strictSame(
    own.find(({ name }) => name === 'EURUSD'),
    {
      ...{ id: 1, name: 'EURUSD', path: 'Forex\\EURUSD', description: 'Euro vs US Dollar' },
      ...{ digits: 5, currency_base: 'EUR', currency_profit: 'USD', currency_margin: 'EUR' },
      ...{ contract_size: '100000', volume_min: '0.01', volume_max: '100', volume_step: '0.01' },
      trade_access: 'full',
    },
  );
  const all = await list('*', '?fields=digits,name');
  t.strictSame((all.data as object[])[0], { name: 'EURUSD', digits: 5 });
  t.ok((all.data as object[]).length > own.length);
  t.same((await list('nobody')).data, []);
  t.match(await list('*', '?fields=source_symbol_id'), { code: 'invalid_input', status: 400 });
});

t.test('the bound of manual quotes is for those who configure symbols', async (t) => {
  const http = await httpFor(t);
  const quick = await http.staff({ rights: ['symbols.quick_edit'] });
  const configures = await http.staff({ rights: ['config.symbols'] });
  const body = { version: 1, manual_quote_pts: 1_000_000 };
  t.match(await quick.patch('/symbols/1/quick', body), {
    code: 'invalid_input',
    message: /manual_quote_pts/,
  });
  t.match(await configures.patch('/symbols/1', body), {
    code: 'ok',
    data: { manual_quote_pts: 1_000_000 },
  });
});
