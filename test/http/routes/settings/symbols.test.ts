// Symbols over REST: the rules of the family, and what the engine could not carry out.

import { csvLine, csvText } from '../../../../client/csv.js';
import { Components } from '../../../../http/reference/components.js';
import { maskListFits, masksTake } from '../../../../wire/base/mask.js';
import { SymbolName } from '../../../../wire/settings/symbols.js';
import type { Fields, Terminal } from '../../../support/http-harness.js';
import { type Broken, broken, type Kind, refusesBroken, testsOf, traceOf } from './kind.js';
import { SYMBOLS } from './setting-families.js';
import { settingLaws } from './setting-laws.js';

const test = testsOf(SYMBOLS);

settingLaws(SYMBOLS, { create: {}, read: {}, patch: {}, remove: {} });

type Row = { readonly id: number; readonly name: string; readonly path: string };

const idOf = async (kind: Kind, name: string): Promise<number> => {
  const found = (await kind.read<Row[]>()).find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found.id;
};

test`the list goes by path, with every field`(async (t, kind) => {
  await kind.create({ path: 'Agri\\WHEAT' });
  const rows = await kind.read<Row[]>();
  const paths = rows.map(({ path }) => path);
  t.same(paths, [...paths].sort());
  t.match(rows[0], { path: 'Agri\\WHEAT', version: 1, status: 'active', swap_mode: 'disabled' });
});

test`little makes a symbol: the rest is what is usual`(async (t, kind) => {
  const share = await kind.create({ path: 'Stocks\\US\\ABC' });
  t.match(share, { name: 'ABC', currency_margin: 'USD', trade_access: 'full', tick_size: '0' });
  t.match(share, { fill_flags: ['fok', 'ioc'], volume_min: '0.01', source_symbol_id: null });
  t.match(share, { status: 'active', version: 1, created_at: /Z$/, updated_at: /Z$/ });
  const pair = await kind.create({
    ...{ path: 'Forex\\NOKSEK', calc_mode: 'forex' },
    ...{ currency_base: 'NOK', currency_profit: 'SEK' },
  });
  t.match(pair, { name: 'NOKSEK', currency_margin: 'NOK' });
});

test`names have letters, digits and signs of exchanges, and work wherever names do`(
  async (t, kind) => {
    const signs = [
      'BRK/A',
      'XOM+',
      '^GSPC',
      '=F',
      '@ES',
      '-X',
      '+1',
      "O'N (x) 2%",
      'a!b$',
      'Ως',
      '株式',
      '𝔄1',
    ];
    for (const name of signs) {
      const { id } = await kind.create({ path: `New\\${name}`, currency_profit: 'USD' });
      t.match(await kind.get(`/${id}`), { data: { name, path: `New\\${name}` } }, name);
      t.ok(masksTake([name], name) && maskListFits(`!x,${name}`, name), name);
      t.ok(masksTake([name.toUpperCase()], name), 'masks ignore letter case');
      t.notOk(masksTake(['*', `!${name}`], name), name);
      t.equal(
        csvText(
          csvLine([name])
            .trimEnd()
            .replace(/^"(.*)"$/, '$1'),
        ),
        name,
      );
      t.match(name, new RegExp(String(new Components().shown(SymbolName()).pattern)), name);
    }
    for (const name of [
      ...['', ' A', 'A ', '!A', 'A*', 'A,B', 'A;B', 'A"B', 'A`B', 'A:B', 'A|B', '\u0301A'],
      ...['A\u200bB', 'A\u00a0B', 'A\u0301\u034f', 'A\tB', 'Cafe\u0301', 'x'.repeat(33), 'A\ud800'],
    ]) {
      const body = { ...SYMBOLS.body(77), path: `New\\${name}` };
      t.match(await kind.post('', body), { status: 400, message: /^(path|name)/ }, name);
    }
    const body = { ...SYMBOLS.body(78), path: 'New\\brk/a' };
    t.match(await kind.post('', body), { status: 409 }, 'letter case makes no other name');
  },
);

test`quick editors change a few fields alone [PATCH /{id} #2]`(async (t, kind) => {
  const { id } = await kind.create();
  const quick = await kind.colleague(['symbols.quick_edit']);
  const edit = (body: object) => quick.patch(`/symbols/${id}/quick`, body);
  t.match(await quick.patch(`/symbols/${id}`, { version: 1, spread: 3 }), { code: 'forbidden' });
  const fields = { spread: 3, trade_access: 'close_only', swap_long: '-1' };
  t.match((await edit({ version: 1, ...fields })).data, { ...fields, version: 2 });
  t.match(await edit({ version: 1, spread: 4 }), { code: 'conflict' });
  t.match(await edit({ version: 2, contract_size: '1' }), { message: /contract_size/ });
  t.match(await edit({ spread: 4 }), { status: 400, message: /version/ });
  t.match(await edit({ version: 2, swap_long: '9999999999999' }), { message: /swap_long/ });
  const settings = await kind.colleague(['config.symbols']);
  const other = { body: { version: 2, spread: 5 } };
  t.match(await settings.ask('PATCH', `/symbols/${id}/quick`, other), { status: 403 });
  t.match(await settings.ask('PATCH', `/symbols/${id}`, other), { code: 'ok' });
});

/** The answers to quick edits of the spread of a symbol, one after the other. */
const spreads = async (kind: Kind, symbol: Fields, ...wanted: readonly number[]) => {
  const { id } = await kind.create(symbol);
  const quick = await kind.colleague(['symbols.quick_edit']);
  const codes: string[] = [];
  for (const spread of wanted) {
    const { version } = await kind.read<{ version: number }>(`/${id}`);
    const body = { version, spread };
    codes.push((await quick.patch(`/symbols/${id}/quick`, body)).code);
  }
  return codes;
};

test`a quick edit moves the spread no farther than a manual quote the price`(async (t, kind) => {
  const no = 'invalid_input';
  const bound = { manual_quote_pts: 100 };
  const narrow = await spreads(kind, { ...bound, spread: 50 }, 101, 100, 0, 101, 100);
  t.same(narrow, [no, 'ok', 'ok', no, 'ok'], 'a series of edits does not widen the bound');
  const wide = await spreads(kind, { ...bound, spread: 300 }, 301, 199, 0, 200, 201, 100, 0);
  t.same(wide, [no, no, no, 'ok', no, 'ok', 'ok'], 'a wider one only narrows, step by step');
  const shifted = { ...bound, spread_balance_bid: -300, spread_balance_ask: 300 };
  t.same(await spreads(kind, shifted, 20, 600), [no, 'ok'], 'shifts count as a spread');
  t.same(await spreads(kind, { manual_quote_pts: 0, spread: 5 }, 4, 6, 5), [no, no, 'ok']);
  const { id } = await kind.create({ ...bound, spread: 50 });
  const quick = await kind.colleague(['symbols.quick_edit']);
  const body = { version: 1, spread: 200_000 };
  t.match(await quick.patch(`/symbols/${id}/quick`, body), {
    status: 400,
    message: /^spread: may change by 100 points \(manual_quote_pts\) from 50, to at most 100;/,
  });
  t.match(await kind.change(id, 1, { spread: 200_000 }), { code: 'ok' }, 'config.symbols may');
});

test`a quick edit bounds swaps, and reaches no group outside the scope`(async (t, kind) => {
  const { id } = await kind.create({ manual_quote_pts: 100, swap_long: '-300', swap_short: '5' });
  const edit = async (by: Terminal, given: Fields) => {
    const { version } = await kind.read<{ version: number }>(`/${id}`);
    return by.patch(`/symbols/${id}/quick`, { version, ...given });
  };
  const quick = await kind.colleague(['symbols.quick_edit']);
  for (const far of [{ swap_long: '1000000' }, { swap_long: '-301' }, { swap_short: '101' }]) {
    const answer = await edit(quick, far);
    t.match(answer, { status: 400, message: /^swap_\w+: .*100 \(manual_quote_pts\)/ });
  }
  t.equal((await edit(quick, { swap_long: '-200', swap_short: '-95' })).code, 'ok');
  const mode = await edit(quick, { swap_mode: 'percent' });
  t.match(mode, { status: 400, message: /swap_mode/ }, 'it takes config.symbols');
  const scoped = await kind.http.staff({
    rights: ['symbols.quick_edit'],
    group_scope: ['nowhere\\*'],
  });
  t.match(await edit(scoped, { swap_short: '0' }), { status: 403, message: /outside your scope/ });
});

test`the same number in other digits changes nothing`(async (t, kind) => {
  const { id } = await kind.create({ contract_size: '100', path: 'Forex\\S1' });
  kind.harness.used.S1 = { positions: 1, orders: 0, accounts: 0 };
  const { data } = await kind.patch(`/${id}`, { version: 1, contract_size: '100.00', spread: 7 });
  t.match(data, { version: 2, contract_size: '100', spread: 7 });
  t.match((await kind.change(id, 2, { contract_size: '0100.0' })).data, { version: 2 });
  t.match(await kind.change(id, 2, { contract_size: '100.01' }), { status: 409 });
});

test`its status tells whether it is traded [POST #3]`(async (t, kind) => {
  t.match(await kind.create({ trade_access: 'disabled' }), { status: 'disabled' });
  const day = (days: number) => new Date(kind.harness.now + days * 86_400_000).toISOString();
  const { id } = await kind.create({ starts_at: day(1), ends_at: day(30) });
  const status = async () => (await kind.read<{ status: string }>(`/${id}`)).status;
  t.equal(await status(), 'upcoming');
  await kind.change(id, 1, { starts_at: day(-1) });
  t.equal(await status(), 'active');
  await kind.change(id, 2, { ends_at: day(-0.5) });
  t.equal(await status(), 'expired');
});

test`a symbol quotes from one with its own quotes [POST #4]`(async (t, kind) => {
  const eurusd = await idOf(kind, 'EURUSD');
  const mini = await kind.create({ source_symbol_id: eurusd });
  t.match(mini, { source_symbol_id: eurusd });
  const refused = { status: 400, message: /source_symbol_id/ };
  const of = (source_symbol_id: unknown) => kind.post('', { ...SYMBOLS.body(9), source_symbol_id });
  t.match(await of(mini.id), refused, 'not one that quotes from another');
  t.match(await of(30_000), refused, 'one that there is');
  t.match(await of(0), refused);
  const patch = (id: number, source_symbol_id: number) => kind.change(id, 1, { source_symbol_id });
  t.match(await patch(mini.id, mini.id), refused, 'not itself');
  const gbpusd = await idOf(kind, 'GBPUSD');
  t.match(await patch(eurusd, gbpusd), refused, 'others quote from it');
  t.match(await patch(eurusd, mini.id), refused, 'no circle');
  t.match(await patch(mini.id, gbpusd), { code: 'ok' });
  t.match(await patch(eurusd, gbpusd), { code: 'ok' });
});

test`a symbol that others quote from is not deleted [DELETE /{id} #1]`(async (t, kind) => {
  const first = await kind.create();
  const second = await kind.create({ source_symbol_id: first.id });
  const before = traceOf(kind);
  t.match(await kind.delete(`/${first.id}`), { code: 'conflict', message: /S2/ });
  t.same(traceOf(kind), before);
  t.equal((await kind.delete(`/${second.id}`)).code, 'ok');
  t.equal((await kind.delete(`/${first.id}`)).code, 'ok');
});

test`a symbol with positions or orders is not deleted`(async (t, kind) => {
  const { id } = await kind.create();
  for (const [used, word] of [
    [{ positions: 2, orders: 0, accounts: 0 }, /positions/],
    [{ positions: 0, orders: 1, accounts: 0 }, /orders/],
  ] as const) {
    kind.harness.used.S1 = used;
    const asked = kind.harness.asked.length;
    t.match(await kind.delete(`/${id}`), { code: 'conflict', message: word });
    t.match(kind.harness.asked.slice(asked), [{ held: false }], 'the shards go on');
  }
  kind.harness.used.S1 = { positions: 0, orders: 0, accounts: 0 };
  kind.harness.silentShards = true;
  t.match(await kind.delete(`/${id}`), { code: 'conflict' });
  kind.harness.silentShards = false;
  t.match(await kind.delete(`/${id}`), { code: 'ok' });
});

const COUNTED = {
  digits: 3,
  contract_size: '10',
  calc_mode: 'cfd_leverage',
  currency_base: 'EUR',
  currency_profit: 'EUR',
  currency_margin: 'EUR',
};

test`what positions are counted by stays while there are any`(async (t, kind) => {
  const { id } = await kind.create();
  kind.harness.used.S1 = { positions: 1, orders: 0, accounts: 0 };
  for (const [field, value] of Object.entries(COUNTED)) {
    const refused = await kind.change(id, 1, { [field]: value });
    t.match(refused, { code: 'conflict', message: new RegExp(field) }, field);
  }
  const asked = kind.harness.asked.length;
  const other = { version: 1, spread: 5, tick_size: '0.05', digits: 2, calc_mode: 'cfd' };
  t.match((await kind.patch(`/${id}`, other)).data, { version: 2, spread: 5 });
  t.equal(kind.harness.asked.length, asked, 'nobody is asked for what may change at any time');
  kind.harness.used.S1 = { positions: 0, orders: 3, accounts: 0 };
  t.match(await kind.change(id, 2, { digits: 3 }), { status: 409 });
  kind.harness.used.S1 = { positions: 0, orders: 0, accounts: 0 };
  t.match((await kind.change(id, 2, { ...COUNTED })).data, COUNTED);
});

test`its name is fixed, and the last part of a path that is its own`(async (t, kind) => {
  const { id } = await kind.create();
  await kind.create();
  const patch = (fields: object) => kind.change(id, 1, { ...fields });
  t.match(await patch({ name: 'X' }), { status: 400, message: /name/ });
  t.match(await patch({ name: 'X', path: 'Stocks\\X' }), { status: 400, message: /name/ });
  t.match(await patch({ path: 'Stocks\\X' }), { status: 400, message: /path/ });
  const taken = { code: 'conflict' };
  t.match(await kind.post('', { ...SYMBOLS.body(1), path: 'stocks\\s2' }), taken);
  t.match(await kind.post('', { ...SYMBOLS.body(1), path: 'Other\\s2' }), taken, 'by name');
  t.match(await kind.post('', { ...SYMBOLS.body(3), name: 'S4' }), { message: /path/ });
  t.match((await patch({ name: 'S1', path: 'Old\\Stocks\\S1' })).data, { path: 'Old\\Stocks\\S1' });
});

const session = (day: number, from_min: number, to_min: number) => ({ day, from_min, to_min });
const buy = (initial: string, maintenance = '0') => ({
  ...{ side: 'buy', order_kind: 'market' },
  ...{ initial, maintenance },
});

/** What fits a type and is nothing to trade by. */
const BROKEN: Broken = [
  ...broken({
    path: [
      ...['Stocks\\', '\\S1', 'Stocks\\\\S1', 'a,b\\S1', 'Sto*\\S1', ' Stocks\\S1'],
      'Stocks\u0000\\S1',
    ],
    description: ['\ud800'],
    contract_size: ['0', '-100', '0.000000001', '90000001', 'NaN', '1e5', 100],
    digits: [11, 1.5],
    tick_size: ['0.005', '-0.01', '10000.01'],
    volume_min: ['0'],
    volume_step: ['0'],
    volume_max: ['0', '900719925474'],
    volume_limit: ['-1'],
    margin_initial: ['-1'],
    margin_hedged: ['0.123456789'],
    swap_long: ['1000000000001'],
    swap_multipliers: [['1', '1', '1', '1', '1', '1']],
    swap_days_in_year: [0],
    starts_at: ['2026-02-30T00:00:00Z', '1970-01-01T00:00:00Z'],
    fill_flags: [['fok', 'fok']],
    spread: [-1],
  }),
  [{ path: 'Stocks\\S:1' }, 'name'],
  [{ path: `Stocks\\${'S'.repeat(33)}` }, 'name'],
  [{ calc_mode: 'futures' }, 'tick_value'],
  [{ calc_mode: 'cfd_index' }, 'tick_value'],
  [{ calc_mode: 'forex' }, 'currency_profit'],
  [{ volume_min: '0.01', volume_max: '0.02', volume_step: '0.05' }, 'volume_step'],
  [{ margin_rates: [buy('-1')] }, 'margin_rates.0.initial'],
  [{ margin_rates: [buy('1'), buy('2')] }, 'margin_rates.1.order_kind'],
  [{ swap_multipliers: ['-1', '1', '1', '1', '1', '1', '1'] }, 'swap_multipliers.0.value'],
  [{ order_flags: ['all'] }, 'order_flags.0'],
  [{ trade_sessions: [session(1, 60, 60)] }, 'trade_sessions.0.to_min'],
  [{ trade_sessions: [session(1, 0, 90), session(1, 60, 120)] }, 'trade_sessions.1.from_min'],
  [{ quote_sessions: [session(7, 0, 90)] }, 'quote_sessions.0.day'],
  [{ quote_sessions: [session(6, 0, 1441)] }, 'quote_sessions.0.to_min'],
  [{ starts_at: '2026-03-01T00:00:00Z', ends_at: '2026-03-01T01:00:00+01:00' }, 'ends_at'],
];

test`what the engine could not carry out is refused by name`((t, kind) =>
  refusesBroken(t, kind, SYMBOLS, BROKEN),
);

test`times are kept as UTC, and a time told otherwise is the same`(async (t, kind) => {
  const ends_at = '2027-03-01T02:00:00+02:00';
  const { id } = await kind.create({ ends_at });
  const { data } = await kind.change(id, 1, { ends_at });
  t.match(data, { ends_at: '2027-03-01T00:00:00.000Z', version: 1 });
});
