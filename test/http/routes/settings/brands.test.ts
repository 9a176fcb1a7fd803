// Brands over REST: the rules of the family, the default mark, and the brand of a host.

import { brandOf } from '../../../../actors/desk/types/brands.js';
import { RIGHTS } from '../../../../wire/accounts/rights.js';
import { codeOf, staffCaller } from '../../../support/desk-harness.js';
import { each, type Fields } from '../../../support/http-harness.js';
import { licenceOf } from '../../../support/licence-vendor.js';
import { type Family, followed, type Kind, testsOf, traceOf } from './kind.js';
import { BRANDS } from './setting-families.js';
import { settingLaws } from './setting-laws.js';

const HOST = 'trade.example.com';

/** The company whose brand serves a Host header. */
const served = ({ http }: Kind, host: string): string =>
  brandOf(http.harness.desk.records, host)?.company ?? '';

const FAMILY: Family = {
  ...BRANDS,
  service: {
    open: async (kind) => () => {
      const brand = brandOf(kind.harness.desk.records, HOST);
      return brand?.program_name ?? 'none';
    },
    create: { domains: [HOST], program_name: 'Terminal' },
    change: { program_name: 'Another terminal' },
    does: ['none', 'Terminal', 'Another terminal'],
  },
};
const test = testsOf(FAMILY);

settingLaws(FAMILY, {
  create: { required: 1, unknown: 7, follow: 8 },
  read: { missing: 1 },
  patch: { version: 1, rules: 2, same: 3, readOnly: '4, #6', follow: 5 },
  remove: { follow: 3 },
});

const makeDefault = (kind: Kind, id: number) => kind.post(`/${id}/default`);
const CONFLICT = { code: 'conflict' };

/** Writes a licence that lists companies. */
const licence = ({ http }: Kind, ...names: string[]) =>
  http.harness.write((tx) => tx.put('licence', licenceOf(names, http.harness.now)));

test`what is left out is empty, enabled [POST #4]`(async (t, kind) => {
  const { id, version, updated_at, company, enabled, ...rest } = await kind.create({
    company: 'Own',
  });
  t.same({ id, version, company, enabled }, { id: 1, version: 1, company: 'Own', enabled: true });
  t.equal(typeof updated_at, 'string');
  const values = new Set(Object.values(rest).map((value) => JSON.stringify(value)));
  t.same([...values].sort(), ['""', '[]', 'false', '{}'], 'all else is empty');
  const marked = await kind.post('', { company: 'Second', is_default: true });
  t.match(marked.data, { is_default: false }, 'the mark of a body is not heeded');
});

test`a company has one brand, and is one that the licence lists [POST #1, #2]`(async (t, kind) => {
  await kind.create({ company: 'Any' });
  t.match(await kind.post('', { company: 'any' }), CONFLICT);
  await licence(kind, 'Main', 'White');
  await kind.create({ company: 'Main' });
  await kind.create({ company: 'White' });
  const before = traceOf(kind);
  for (const company of ['Other', 'Mainly', 'white 2']) {
    const refused = await kind.post('', { company });
    t.match(refused, { code: 'invalid_input' }, company);
    t.match(refused.message, /^company: .*Main, White/);
  }
  t.same(traceOf(kind), before);
});

test`colours, pages, addresses [POST #5]`(async (t, kind) => {
  const links = { 'Support page': 'https://a.example/s?lang={lang}', eula: 'http://b.example' };
  await kind.takes(
    t,
    { color_primary: '#00ff7f', color_secondary: '#ABCDEF', color_accent: '' },
    { links, website: 'https://a.example', support_email: 'help@a.example' },
    { default_symbols: ['EURUSD', 'GONE'] },
  );
  await kind.refuses(
    t,
    [{ color_primary: 'red' }, 'color_primary: must be #rrggbb'],
    [{ color_secondary: '#12345' }, 'color_secondary'],
    [{ color_accent: '#1234567' }, 'color_accent'],
    [{ links: { page: 'javascript:alert(1)' } }, 'links'],
    [{ links: { '': 'https://a.example' } }, 'links: names'],
    [{ links: { ['x'.repeat(65)]: 'https://a.example' } }, 'links: names'],
    [{ links: Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`l${at}`, ''])) }, 'links'],
    [{ website: 'a.example' }, 'website'],
    [{ support_email: 'nobody' }, 'support_email'],
    [{ default_symbols: Array.from({ length: 201 }, (_, at) => `S${at}`) }, 'default_symbols'],
  );
});

test`domains are host names in lower case, each of one brand [POST #6]`(async (t, kind) => {
  const domains = ['a-1.example', 'xn--bcher-kva.example', 'localhost'];
  t.match(await kind.create({ domains }), { domains });
  const wrong = ['Trade.example', 'trade.example:443', 'https://a.b', 'a..b', '-a.b', 'a b', ''];
  for (const domain of [...wrong, 'a'.repeat(64), `${'a.'.repeat(127)}`]) {
    await kind.refuses(t, [{ domains: [domain] }, 'domains.0']);
  }
  await kind.refuses(t, [{ domains: ['a.example', 'a.example'] }, 'domains']);
  const first = await kind.create({ company: 'First', domains: ['one.example', 'two.example'] });
  const second = await kind.create({ domains: ['three.example'] });
  const before = traceOf(kind);
  for (const answer of [
    await kind.post('', { company: 'Third', domains: ['two.example'] }),
    await kind.change(second.id, 1, { domains: ['three.example', 'one.example'] }),
  ]) {
    t.match(answer, CONFLICT);
    t.match(answer.message, new RegExp(`^domains: .*brand ${first.id}, First$`));
  }
  t.same(traceOf(kind), before);
  t.match(await kind.change(first.id, 1, { domains: ['two.example'] }), { code: 'ok' });
  t.match(await kind.change(second.id, 1, { domains: ['one.example'] }), { code: 'ok' });
});

test`the default brand comes first, the others by company [GET #1]`(async (t, kind) => {
  for (const company of ['beta', 'Gamma', 'alpha']) await kind.create({ company });
  t.same(each(await kind.list(), 'company'), ['alpha', 'beta', 'Gamma']);
  await makeDefault(kind, 2);
  t.same(each(await kind.list(), 'company'), ['Gamma', 'alpha', 'beta']);
});

test`the default brand serves hosts that no domain matches
  [POST /{id}/default #1, #2, #4]`(async (t, kind) => {
  const named = await kind.create({ company: 'Named', domains: [HOST] });
  const first = await kind.create({ company: 'First' });
  const second = await kind.create({ company: 'Second' });
  t.equal(served(kind, 'other.example'), '');
  const answer = await followed(t, kind, () => makeDefault(kind, first.id));
  t.match(answer.data, { id: first.id, is_default: true, version: 2 });
  t.equal(served(kind, 'other.example'), 'First');
  t.equal(served(kind, HOST), 'Named');
  await followed(t, kind, () => makeDefault(kind, second.id));
  t.equal(served(kind, 'other.example'), 'Second');
  t.same(
    (await kind.list<Fields>()).map(({ company, is_default }) => [company, is_default]),
    [
      ['Second', true],
      ['First', false],
      ['Named', false],
    ],
  );
  t.match(traceOf(kind).journal, [
    { kind: 'config', text: 'brand Second changed: is_default' },
    { kind: 'config', text: 'brand First changed: is_default' },
  ]);
  const before = traceOf(kind);
  t.match((await makeDefault(kind, second.id)).data, { is_default: true, version: 2 });
  t.same(traceOf(kind), before, 'it is the default already');
  t.match(await makeDefault(kind, 99), { code: 'not_found' });
  t.equal(served(kind, named.company as string), 'Second');
});

test`a disabled brand is no default [POST /{id}/default #3]`(async (t, kind) => {
  const { id } = await kind.create({ enabled: false, domains: [HOST] });
  const before = traceOf(kind);
  const refused = await makeDefault(kind, id);
  t.match(refused, CONFLICT);
  t.match(refused.message, 'disabled');
  t.same(traceOf(kind), before);
  t.equal(served(kind, HOST), '', 'nor does it serve its domains');
  await kind.change(id, 1, { enabled: true });
  t.match(await makeDefault(kind, id), { code: 'ok' });
  const { data } = await kind.change(id, 3, { enabled: false });
  t.match(data, { is_default: false, version: 4 }, 'a disabled default loses the mark');
  t.match((await kind.change(id, 4, { enabled: true })).data, { is_default: false });
});

test`a brand of the licence is changed, but not deleted
  [PATCH /{id} #7] [DELETE /{id} #1]`(async (t, kind) => {
  const issued = await kind.create({ company: 'Main' });
  await kind.harness.write((tx) => tx.patch('brand', `${issued.id}`, { is_licenced: true }));
  t.match((await kind.change(issued.id, 2, { phone: '1' })).data, { phone: '1', version: 3 });
  t.match(await kind.delete(`/${issued.id}`), CONFLICT);
  t.match(await kind.read(`/${issued.id}`), { is_licenced: true });
});

test`another brand may always be deleted [POST #3] [DELETE /{id} #2]`(async (t, kind) => {
  const own = await kind.create();
  t.equal(own.is_licenced, false);
  await makeDefault(kind, own.id);
  await kind.staff.post('/account-allocations', {
    group_path: 'real\\standard',
    white_label_id: own.id,
  });
  t.match(await kind.delete(`/${own.id}`), { code: 'ok' });
  t.match(await kind.get(`/${own.id}`), { code: 'not_found' });
  t.equal(served(kind, HOST), '', 'no other brand got the mark');
});

test`terminals read the brand of their host without a session`(async (t, kind) => {
  const { front, harness } = kind.http;
  const read = async (host: string) => {
    const headers = { host };
    return (await front.ask('GET', '/trader/v1/brand', { headers })).envelope;
  };
  const { code, data: empty } = await read(HOST);
  t.equal(code, 'ok', 'without brands too');
  t.match(empty, { company: '', links: {}, color_accent: '', has_logo: false });
  const links = { Support: 'https://example.com' };
  await kind.create({ company: 'Named', domains: [HOST], links, default_symbols: ['EURUSD'] });
  const { data } = await read(`Trade.Example.com:8443`);
  t.match(data, { company: 'Named', links, phone: '', color_primary: '', has_icon: false });
  t.same(Object.keys(empty as Fields), Object.keys(data as Fields), 'and with the same fields');
  t.notOk('domains' in (data as Fields) || 'id' in (data as Fields), 'what staff see stays here');
  t.match((await read('[::1]:80')).data, { company: '' });
  const other = await kind.create({ company: 'Other' });
  await makeDefault(kind, other.id);
  t.match(await read('[::1]:80'), { data: { company: 'Other' } });
  t.match(await read(`${HOST}.`), { data: { company: 'Named' } });
  const { records } = harness.restarted().desk;
  t.equal(brandOf(records, HOST)?.company, 'Named', 'also after a restart');
  t.equal(brandOf(records, 'x')?.company, 'Other');
});

test`both rights are needed still when a write is decided`(async (t, kind) => {
  const { id } = await kind.create();
  const { harness } = kind;
  for (const rights of [['config.servers'], ['config.white_labels']] as const) {
    const login = await kind.http.hire({ rights });
    const caller = staffCaller({ login, rights: RIGHTS });
    const common = { caller, kind: 'brand', id } as const;
    for (const answer of [
      await harness.desk.handle('settings.create', { ...common, fields: { company: 'Other' } }),
      await harness.desk.handle('settings.patch', {
        ...common,
        version: 1,
        fields: {},
        whole: false,
      }),
      await harness.desk.handle('settings.remove', common),
      await harness.desk.handle('brands.make_default', { caller, id }),
    ]) {
      t.equal(codeOf(answer), 'forbidden', rights[0]);
    }
  }
});
