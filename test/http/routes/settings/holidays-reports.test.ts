// Holidays and report configurations over REST, and that orders follow holidays at once.

import type { Right } from '../../../../wire/accounts/rights.js';
import type { ReportLine } from '../../../../wire/accounts/staff.js';
import { dateText, monthsBefore } from '../../../../wire/base/time.js';
import type { AvailableReport } from '../../../../wire/rest/settings/report-configs.js';
import { REPORT_MODULES } from '../../../../wire/settings/report-modules.js';
import { each, type Terminal } from '../../../support/http-harness.js';
import { type Kind, testsOf } from './kind.js';
import { HOLIDAYS, REPORTS } from './setting-families.js';
import { settingLaws } from './setting-laws.js';

const test = testsOf(HOLIDAYS);

settingLaws(HOLIDAYS, {
  create: { required: 3, unknown: 10, follow: 11, ignored: 9 },
  read: { missing: 1 },
  patch: { version: 1, rules: 2, same: 3, readOnly: '4, #6', follow: 5 },
  remove: { gone: 1, follow: 2 },
  order: { once: 1, whole: 2, versions: 3, follow: 4, raises: true },
});

interface Holiday {
  readonly description: string;
  readonly position: number;
}

test`the list goes by position, whole [GET #1, #2]`(async (t, kind) => {
  for (let n = 0; n < 101; n += 1) await kind.create();
  t.same(
    each(await kind.list<Holiday>(), 'position'),
    Array.from({ length: 101 }, (_, at) => at + 1),
  );
});

const seen = async (kind: Kind, query = '') =>
  (await kind.read<Holiday[]>(query)).map((one) => one.description).join(' ');

test`a year shows its own and those of every year [GET #3]`(async (t, kind) => {
  for (const [year, description] of [
    [2026, 'a'],
    [0, 'b'],
    [2027, 'c'],
  ]) {
    await kind.create({ year, description });
  }
  t.equal(await seen(kind, '?year=2026'), 'a b');
  t.equal(await seen(kind, '?year=2030'), 'b');
  t.match(await kind.get('?year=-1'), { code: 'invalid_input' });
});

test`a month shows its own, 0 shows all [GET #4, #5]`(async (t, kind) => {
  await kind.create({ year: 2026, month: 3, description: 'a' });
  await kind.create({ month: 3, description: 'b' });
  await kind.create({ month: 4, description: 'c' });
  t.equal(await seen(kind, '?month=3'), 'a b');
  t.equal(await seen(kind, '?month=3&year=2027'), 'b');
  t.equal(await seen(kind, '?month=0&year=0'), 'a b c');
  t.equal(await seen(kind), 'a b c');
  t.match(await kind.get('?month=13'), { code: 'invalid_input' });
});

test`no scope of groups hides a holiday [GET #6]`(async (t, kind) => {
  await kind.create({ description: 'a' });
  const other = await kind.colleague(['config.holidays'], ['demo\\none']);
  t.match(await other.read('/holidays'), [{ description: 'a' }]);
});

test`a new one goes to the end [POST #1]`(async (t, kind) => {
  const first = await kind.create();
  const second = await kind.create();
  await kind.put('/order', { ids: [second.id, first.id] });
  t.match(await kind.create({ description: 'third' }), { position: 3 });
  t.equal(await seen(kind), 'day 2 day 1 third');
});

test`what is left out makes a whole enabled day [POST #2]`(async (t, kind) => {
  const { data } = await kind.post('', { month: 5, day: 1 });
  const expected = { id: 1, year: 0, month: 5, day: 1, description: '', enabled: true };
  t.same(data, { ...expected, from_min: 0, to_min: 1440, position: 1, symbols: ['*'], version: 1 });
});

test`month and day form a real date [POST #4] [PATCH /{id} #8]`(async (t, kind) => {
  const last = { month: 2, day: 29 };
  await kind.takes(t, { year: 2026, month: 2, day: 28 }, { year: 2028, ...last });
  await kind.refuses(
    t,
    [{ year: 2026, ...last }, 'day'],
    [{ year: 2100, ...last }, 'day'],
    [{ year: 2026, month: 4, day: 31 }, 'day'],
    [{ year: 2026, month: 0, day: 1 }, 'month'],
    [{ year: 2026, month: 13, day: 1 }, 'month'],
    [{ year: 2026, month: 1, day: 0 }, 'day'],
    [{ year: 0, month: 2, day: 30 }, 'day'],
  );
});

test`years [POST #6] [PATCH /{id} #10]`(async (t, kind) => {
  await kind.takes(t, { year: 1970 }, { year: 9999 });
  for (const year of [1969, 10_000, -1, 1, 2026.5]) await kind.refuses(t, [{ year }, 'year']);
});

test`minutes [POST #7] [PATCH /{id} #11]`(async (t, kind) => {
  await kind.takes(t, { from_min: 600, to_min: 600 });
  const turned = { from_min: 700, to_min: 699 };
  await kind.refuses(
    t,
    [{ from_min: -1 }, 'from_min'],
    [{ to_min: 1441 }, 'to_min'],
    [turned, 'to_min'],
  );
});

test`descriptions [POST #8] [PATCH /{id} #12]`(async (t, kind) => {
  await kind.takes(t, { description: 'd'.repeat(128) });
  await kind.refuses(t, [{ description: 'd'.repeat(129) }, 'description']);
});

const closedOn = async (kind: Kind, symbol: string, date: string): Promise<boolean> =>
  (await kind.read<{ closed: boolean }>(`/check?symbol=${symbol}&date=${date}`)).closed;

test`29 February of every year [POST #5] [PATCH /{id} #9]`(async (t, kind) => {
  await kind.create({ year: 0, month: 2, day: 29 });
  const { id } = await kind.create({ year: 2027, month: 3, day: 1 });
  t.ok(await closedOn(kind, 'EURUSD', '2028-02-29'));
  t.notOk(await closedOn(kind, 'EURUSD', '2027-02-28'));
  const moved = await kind.change(id, 1, { year: 0, month: 2, day: 29 });
  t.match(moved.data, { id, year: 0, day: 29 });
});

test`the masks are replaced whole [PATCH /{id} #7]`(async (t, kind) => {
  const { id } = await kind.create({ symbols: ['EUR*', '!EURJPY'] });
  const { data } = await kind.change(id, 1, { symbols: ['US*'] });
  t.same((data as { symbols: string[] }).symbols, ['US*']);
});

test`the check names those that close the symbol [GET /check #1, #3]`(async (t, kind) => {
  await kind.create({ month: 12, day: 25, description: 'all' });
  await kind.create({ month: 12, day: 25, description: 'off', enabled: false });
  await kind.create({ month: 12, day: 25, description: 'some hours', from_min: 600 });
  const { data } = await kind.get('/check?symbol=eurUSD&date=2026-12-25');
  t.match(data, { closed: true, date: '2026-12-25', symbol: 'EURUSD' });
  t.same(each((data as { holidays: Holiday[] }).holidays, 'description'), ['all', 'some hours']);
  t.equal((await kind.get('/check')).code, 'invalid_input');
});

test`the check takes today of the server clock [GET /check #2]`(async (t, kind) => {
  await kind.create({ month: 12, day: 25 });
  kind.harness.now = Date.UTC(2027, 11, 24, 23, 30);
  const staff = await kind.http.signedIn('staff');
  const check = (query: string) => staff.get(`/holidays/check?symbol=EURUSD${query}`);
  t.match((await check('')).data, { closed: false });
  await kind.harness.patch('platform', 'platform', { utc_offset_min: 60 });
  t.match((await check('')).data, { closed: true, date: '2027-12-25' });
  t.match(await check('&date=2027-02-30'), { status: 400 });
});

test`a holiday falls on its year, 0 on every [GET /check #4]`(async (t, kind) => {
  await kind.create({ year: 2026, month: 7, day: 4 });
  await kind.create({ year: 0, month: 7, day: 5 });
  const closed = ['2026-07-04', '2027-07-04', '2026-07-05', '2031-07-05'].map((date) =>
    closedOn(kind, 'EURUSD', date),
  );
  t.same(await Promise.all(closed), [true, false, true, true]);
});

test`masks take in and exclude [GET /check #5]`(async (t, kind) => {
  await kind.create({ month: 7, day: 4, symbols: ['Forex\\*', 'US500', '!*JPY'] });
  const closed = (symbol: string) => closedOn(kind, symbol, '2026-07-04');
  t.ok(await closed('EURUSD'), 'by its path');
  t.ok(await closed('us500'), 'by its name');
  t.notOk(await closed('XAUUSD'));
  t.notOk(await closed('USDJPY'), 'excluded');
});

test`an unknown symbol is not found [GET /check #6]`(async (t, kind) => {
  t.match(await kind.get('/check?symbol=NONE'), { code: 'not_found' });
});

const report = testsOf(REPORTS);

settingLaws(REPORTS, {
  create: { required: 1, unknown: 10, follow: 11, ignored: 9 },
  patch: { version: '1, #7', rules: 2, same: 3, readOnly: 4, follow: 5 },
  remove: { follow: 3 },
  order: { raises: true },
});

interface Row {
  readonly name: string;
  readonly params: unknown;
}

report`the list goes by position, then name [GET #1]`(async (t, kind) => {
  for (const [name, position] of [
    ['b', 42],
    ['a', 42],
    ['d', 41],
    ['c', 0],
  ]) {
    await kind.create({ name, position });
  }
  const made = (await kind.list<Row>()).slice(REPORT_MODULES.length);
  t.equal(made.map(({ name }) => name).join(''), 'dabc');
});

report`a name is made of parts joined by backslashes
  [POST #2] [PATCH /{id} #9]`(async (t, kind) => {
  const wrong = ['', '\\', 'a\\', '\\a', 'a\\\\b', 'a*', 'a,b', 'a\\!b', 'a'.repeat(256)];
  await kind.refuses(t, ...wrong.map((name) => [{ name }, 'name'] as const));
  for (const name of ['a', 'Folder\\Sub folder\\Report', `${'a'.repeat(253)}\\b`]) {
    t.match(await kind.create({ name }), { name });
  }
});

interface Module {
  readonly module: string;
  readonly params: { readonly name: string; readonly description: string }[];
}

report`a module is one of those that are listed [POST #3] [PATCH /{id} #10]`(async (t, kind) => {
  await kind.refuses(t, [{ module: 'ledger' }, 'module']);
  const data = await kind.staff.read<Module[]>('/reports/modules');
  for (const { module } of data) t.match(await kind.create({ module }), { module });
});

report`the parameters are few and short [POST #4] [PATCH /{id} #11]`(async (t, kind) => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, '']));
  const wrong = [
    many(65),
    { '': 'x' },
    { ['p'.repeat(65)]: 'x' },
    { p: 'x'.repeat(1025) },
    { p: 1 },
    JSON.parse('{"__proto__": "x"}'),
  ];
  await kind.refuses(t, ...wrong.map((params) => [{ params }, 'params'] as const));
  const params = { ...many(63), ['p'.repeat(64)]: 'x'.repeat(1024) };
  for (const { data } of await kind.askBoth({ params })) t.same((data as Row).params, params);
});

report`groups and company are parameters of every module
  [POST #5] [PATCH /{id} #12]`(async (t, kind) => {
  const params = { groups: 'real\\*', company: 'Acme' };
  for (const { data } of await kind.askBoth({ params })) t.same((data as Row).params, params);
  const data = await kind.staff.read<Module[]>('/reports/modules');
  for (const one of data) {
    const said = new Map(one.params.map(({ name, description }) => [name, description]));
    t.match(said.get('groups'), /unless others are asked for/, 'groups is a default');
    t.match(said.get('company'), /whatever is asked for/, 'company is fixed');
  }
});

report`a name is given once, whatever its letter case
  [POST #6] [PATCH /{id} #6]`(async (t, kind) => {
  await kind.create({ name: 'Daily\\One' });
  for (const refused of await kind.askBoth({ name: 'daily\\ONE' })) {
    t.match(refused, { code: 'conflict', message: /name/ });
  }
});

report`one is enabled unless it is said [POST #7]`(async (t, kind) => {
  t.match(await kind.create(), { enabled: true });
  t.match(await kind.create({ enabled: false }), { enabled: false });
});

report`no position, or 0, is the last one [POST #8]`(async (t, kind) => {
  t.match(await kind.create(), { position: REPORT_MODULES.length + 1 });
  t.match(await kind.create({ position: 40 }), { position: 40 });
  t.match(await kind.create({ position: 0 }), { position: 41 });
  const { id } = await kind.create({ position: 2 });
  const last = { position: 42, version: 2 };
  t.match((await kind.change(id, 1, { position: 0 })).data, last);
  t.match((await kind.change(id, 2, { position: 0 })).data, last, 'it is last');
});

report`parameters are replaced whole [PATCH /{id} #8]`(async (t, kind) => {
  const { id } = await kind.create({ params: { groups: 'demo\\*', company: 'Acme' } });
  const changed = await kind.change(id, 1, { params: { company: 'Other' } });
  t.same((changed.data as Row).params, { company: 'Other' });
  const same = await kind.change(id, 2, { enabled: false });
  t.same((same.data as Row).params, { company: 'Other' }, 'left out they stay');
});

const modules = testsOf({ path: 'reports' });
/** Reports that are made in this order; answers the names of those that somebody sees. */
const listed = async (kind: Kind, ...configs: readonly object[]) => {
  for (const config of configs) {
    const body = { module: 'daily', ...config };
    await kind.staff.made('/reports/configs', body);
  }
  /** Those that were made here: the demo platform has one of each module. */
  const list = async (by: Terminal) =>
    (await by.read<AvailableReport[]>('/reports')).filter(({ id }) => id > REPORT_MODULES.length);
  return { list, names: async (by: Terminal) => each(await list(by), 'name') };
};
const line = (path: string, more: object = {}) => ({
  ...{ path, view: true, export: false, depth_days: 0, position: 1 },
  ...more,
});

modules`enabled reports are listed by position, then by name
  [GET #1, #2]`(async (t, kind) => {
  const { list, names } = await listed(
    kind,
    { name: 'c', position: 0 },
    { name: 'b', position: REPORT_MODULES.length + 1 },
    { name: 'off', enabled: false },
    { name: 'a', position: 1, module: 'exposure', params: { company: 'Acme' } },
  );
  const maker = await kind.colleague(['config.reports']);
  t.same(await names(maker), ['a', 'b', 'c']);
  const [first, second] = await list(maker);
  t.match(first, { daily: false, can_export: true, oldest_from: null, version: 1 });
  t.same([first?.inputs, second?.inputs], [['groups'], REPORT_MODULES[0]?.inputs]);
});

modules`others see what their lines open, with the export that right and line allow
  [GET #3, #4]`(async (t, kind) => {
  const { list, names } = await listed(kind, { name: 'Desk\\Daily' }, { name: 'Finance\\Daily' });
  const hired = (rights: readonly Right[], ...reports: readonly ReportLine[]) =>
    kind.http.staff({ rights: ['reports', ...rights], reports });
  t.same(await names(await hired([])), []);
  t.same(await names(await hired([], line('desk\\*'))), ['Desk\\Daily']);
  t.same(await names(await hired([], line('Finance\\Daily'), line('*', { view: false }))), [
    'Finance\\Daily',
  ]);
  const exported = async (rights: readonly Right[], ...lines: readonly ReportLine[]) =>
    each(await list(await hired(rights, ...lines)), 'can_export');
  const allowing = line('Desk\\*', { export: true });
  t.same(await exported([], line('*'), allowing), [false, false]);
  t.same(await exported(['reports.export'], line('*')), [false, false]);
  t.same(await exported(['reports.export'], line('*'), allowing), [true, false]);
  const unseen = line('D*', { export: true, view: false });
  t.same(await exported(['reports.export'], line('*'), unseen), [false, false]);
});

modules`the deepest of the lines and the months of the profile bound the days
  [GET #5]`(async (t, kind) => {
  const { list } = await listed(kind, { name: 'Daily' });
  const at = kind.harness.now;
  const back = (days: number) => dateText(at - days * 86_400_000);
  const oldest = async (reports_months: number, ...depths: readonly number[]) => {
    const masks = ['*', 'Daily'];
    const reports = depths.map((depth_days, n) => line(String(masks[n]), { depth_days }));
    const one = await kind.http.staff({ rights: ['reports'], reports, reports_months });
    return each(await list(one), 'oldest_from');
  };
  t.same(await oldest(0, 0), [null]);
  t.same(await oldest(0, 7), [back(7)]);
  t.same(await oldest(0, 7, 30), [back(30)]);
  t.same(await oldest(0, 7, 0), [null]);
  t.same(await oldest(1, 7), [back(7)]);
  t.same(await oldest(1, 0), [dateText(monthsBefore(at, 1))]);
  t.same(await oldest(1, 400), [dateText(monthsBefore(at, 1))]);
});

modules`modules are listed for who reads reports [GET /modules #1]`(async (t, kind) => {
  const seen = async (right: 'reports' | 'config.reports') =>
    (await kind.colleague([right])).get('/reports/modules');
  const both = [
    { module: 'daily', daily: true },
    { module: 'exposure', daily: false },
  ];
  for (const right of ['reports', 'config.reports'] as const) {
    t.match(((await seen(right)).data as object[]).slice(0, 2), both);
  }
});
