// Holidays over REST: the rules of the family, and that orders follow them at once.

import t from 'tap';
import { type Family, openKind, settingLaws } from './setting-laws.js';

const FAMILY: Family = {
  path: 'holidays',
  body: (n) => ({ month: 12, day: n, description: `day ${n}`, symbols: ['*'] }),
  change: { description: 'another', from_min: 60 },
  readOnly: ['id', 'position'],
  broken: [{ month: 2, day: 30 }, 'day'],
  required: ['month', 'day'],
};

settingLaws(FAMILY, {
  create: { required: 3, unknown: 10, told: 11 },
  read: { missing: 1 },
  patch: { version: 1, rules: 2, same: 3, readOnly: 4, told: 5 },
  remove: { gone: 1, told: 2 },
  order: { once: 1, whole: 2, versions: 3, told: 4, raises: true },
});

type Row = { readonly id: number; readonly description: string; readonly position: number };

t.test('the list goes by position, whole [GET /admin/v1/holidays #1, #2]', async (t) => {
  const kind = await openKind(t, FAMILY);
  for (let n = 0; n < 250; n += 1) await kind.create({ day: (n % 28) + 1 });
  const { data } = await kind.ask('GET', '');
  t.same(
    (data as Row[]).map((one) => one.position),
    Array.from({ length: 250 }, (_, at) => at + 1),
  );
});

const seen = async (kind: Awaited<ReturnType<typeof openKind>>, query: string) => {
  const { data } = await kind.ask('GET', query);
  return (data as Row[]).map((one) => one.description).join(' ');
};

t.test('a year shows its own and those of every year [GET /admin/v1/holidays #3]', async (t) => {
  const kind = await openKind(t, FAMILY);
  await kind.create({ year: 2026, description: 'a' });
  await kind.create({ year: 0, description: 'b' });
  await kind.create({ year: 2027, description: 'c' });
  t.equal(await seen(kind, '?year=2026'), 'a b');
  t.equal(await seen(kind, '?year=2030'), 'b');
  t.match(await kind.ask('GET', '?year=-1'), { status: 400, code: 'invalid_input' });
});

t.test('a month shows its own, 0 shows all [GET /admin/v1/holidays #4, #5]', async (t) => {
  const kind = await openKind(t, FAMILY);
  await kind.create({ year: 2026, month: 3, description: 'a' });
  await kind.create({ month: 3, description: 'b' });
  await kind.create({ month: 4, description: 'c' });
  t.equal(await seen(kind, '?month=3'), 'a b');
  t.equal(await seen(kind, '?month=3&year=2027'), 'b');
  t.equal(await seen(kind, '?month=0&year=0'), 'a b c');
  t.equal(await seen(kind, ''), 'a b c');
  t.match(await kind.ask('GET', '?month=13'), { status: 400, code: 'invalid_input' });
});

t.test('no scope of groups hides a holiday [GET /admin/v1/holidays #6]', async (t) => {
  const kind = await openKind(t, FAMILY);
  await kind.create({ description: 'a' });
  const login = await kind.http.hire({ group_scope: ['demo\\none'], rights: ['config.holidays'] });
  const other = await kind.http.signedIn('staff', { login, password: 'Master-1x' });
  t.match((await other.ask('GET', '/holidays')).data, [{ description: 'a' }]);
});

t.test('a new one goes to the end [POST /admin/v1/holidays #1]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const first = await kind.create();
  const second = await kind.create();
  await kind.ask('PUT', '/order', { ids: [second.id, first.id] });
  t.match(await kind.create({ description: 'third' }), { position: 3 });
  t.equal(await seen(kind, ''), 'day 2 day 1 third');
});

t.test('what is left out makes a whole enabled day [POST /admin/v1/holidays #2]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { data } = await kind.ask('POST', '', { month: 5, day: 1 });
  const expected = { id: 1, year: 0, month: 5, day: 1, description: '', enabled: true };
  t.same(data, { ...expected, from_min: 0, to_min: 1440, position: 1, symbols: ['*'], version: 1 });
});

const DATES: readonly [year: number, month: number, day: number, real: boolean][] = [
  [2026, 2, 28, true],
  [2026, 2, 29, false],
  [2028, 2, 29, true],
  [2100, 2, 29, false],
  [2026, 4, 31, false],
  [2026, 0, 1, false],
  [2026, 13, 1, false],
  [2026, 1, 0, false],
  [0, 2, 30, false],
];
for (const [method, below, tags] of [
  ['POST', '', '[POST /admin/v1/holidays #4]'],
  ['PATCH', '/{id}', '[PATCH /admin/v1/holidays/{id} #8]'],
] as const) {
  t.test(`month and day form a real date ${tags}`, async (t) => {
    const kind = await openKind(t, FAMILY);
    for (const [year, month, day, real] of DATES) {
      const { id } = await kind.create();
      const path = below.replace('{id}', String(id));
      const answer = await kind.ask(method, path, {
        ...(method === 'PATCH' && { version: 1 }),
        ...{ year, month, day },
      });
      t.equal(answer.code, real ? 'ok' : 'invalid_input', `${year}-${month}-${day}`);
    }
  });
}

t.test(
  '29 February of every year [POST /admin/v1/holidays #5] [PATCH /admin/v1/holidays/{id} #9]',
  async (t) => {
    const kind = await openKind(t, FAMILY);
    const { id } = await kind.create({ year: 0, month: 2, day: 29 });
    await kind.create({ year: 2027, month: 3, day: 1 });
    t.match((await kind.ask('GET', '/check?symbol=EURUSD&date=2028-02-29')).data, { closed: true });
    t.match((await kind.ask('GET', '/check?symbol=EURUSD&date=2027-02-28')).data, {
      closed: false,
    });
    const moved = await kind.ask('PATCH', '/2', { version: 1, year: 0, month: 2, day: 29 });
    t.match(moved.data, { id: 2, year: 0, day: 29 });
    t.equal(id, 1);
  },
);

t.test('years [POST /admin/v1/holidays #6] [PATCH /admin/v1/holidays/{id} #10]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create({ year: 1970 });
  t.match(await kind.create({ year: 9999 }), { year: 9999 });
  for (const year of [1969, 10_000, -1, 1, 2026.5]) {
    t.equal((await kind.ask('POST', '', { year, month: 1, day: 1 })).code, 'invalid_input');
    t.equal((await kind.ask('PATCH', `/${id}`, { version: 1, year })).code, 'invalid_input');
  }
});

t.test('minutes [POST /admin/v1/holidays #7] [PATCH /admin/v1/holidays/{id} #11]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create({ from_min: 600, to_min: 600 });
  for (const wrong of [{ from_min: -1 }, { to_min: 1441 }, { from_min: 700, to_min: 699 }]) {
    const field = Object.keys(wrong).at(-1) as string;
    const created = await kind.ask('POST', '', { month: 1, day: 1, ...wrong });
    t.match(created, { code: 'invalid_input', message: new RegExp(field) });
    const changed = await kind.ask('PATCH', `/${id}`, { version: 1, ...wrong });
    t.match(changed, { code: 'invalid_input' });
  }
});

t.test(
  'descriptions [POST /admin/v1/holidays #8] [PATCH /admin/v1/holidays/{id} #12]',
  async (t) => {
    const kind = await openKind(t, FAMILY);
    const { id } = await kind.create({ description: 'd'.repeat(128) });
    const description = 'd'.repeat(129);
    for (const refused of [
      await kind.ask('POST', '', { month: 1, day: 1, description }),
      await kind.ask('PATCH', `/${id}`, { version: 1, description }),
    ]) {
      t.match(refused, { code: 'invalid_input', message: /description/ });
    }
  },
);

t.test('id and version of a create are not heeded [POST /admin/v1/holidays #9]', async (t) => {
  const kind = await openKind(t, FAMILY);
  t.match(await kind.create({ id: 77, version: 9 }), { id: 1, version: 1 });
});

t.test('id and position are not changed by hand [PATCH /admin/v1/holidays/{id} #6]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create();
  for (const sent of [{ id: 5 }, { position: 5 }]) {
    const refused = await kind.ask('PATCH', `/${id}`, { version: 1, ...sent });
    t.match(refused, { status: 400, code: 'invalid_input' });
  }
});

t.test('the masks are replaced whole [PATCH /admin/v1/holidays/{id} #7]', async (t) => {
  const kind = await openKind(t, FAMILY);
  const { id } = await kind.create({ symbols: ['EUR*', '!EURJPY'] });
  const { data } = await kind.ask('PATCH', `/${id}`, { version: 1, symbols: ['US*'] });
  t.match(data, { symbols: ['US*'] });
  t.equal((data as { symbols: string[] }).symbols.length, 1);
});

t.test(
  'the check names those that close the symbol [GET /admin/v1/holidays/check #1, #3]',
  async (t) => {
    const kind = await openKind(t, FAMILY);
    await kind.create({ month: 12, day: 25, description: 'all' });
    await kind.create({ month: 12, day: 25, description: 'off', enabled: false });
    await kind.create({ month: 12, day: 25, description: 'some hours', from_min: 600 });
    const { data } = await kind.ask('GET', '/check?symbol=eurUSD&date=2026-12-25');
    t.match(data, { closed: true, date: '2026-12-25', symbol: 'EURUSD' });
    t.same(
      (data as { holidays: Row[] }).holidays.map((one) => one.description),
      ['all', 'some hours'],
    );
    t.equal((await kind.ask('GET', '/check')).code, 'invalid_input');
  },
);

t.test('the check takes today of the server clock [GET /admin/v1/holidays/check #2]', async (t) => {
  const kind = await openKind(t, FAMILY);
  await kind.create({ month: 12, day: 25 });
  kind.http.harness.now = Date.UTC(2027, 11, 24, 23, 30);
  const staff = await kind.http.signedIn('staff');
  const check = (query: string) => staff.ask('GET', `/holidays/check?symbol=EURUSD${query}`);
  t.match((await check('')).data, { closed: false });
  await kind.http.harness.patch('platform', 'platform', { utc_offset_min: 60 });
  t.match((await check('')).data, { closed: true, date: '2027-12-25' });
  t.match(await check('&date=2027-02-30'), { status: 400 });
});

t.test('a holiday falls on its year, 0 on every [GET /admin/v1/holidays/check #4]', async (t) => {
  const kind = await openKind(t, FAMILY);
  await kind.create({ year: 2026, month: 7, day: 4 });
  await kind.create({ year: 0, month: 7, day: 5 });
  const closed = async (date: string) =>
    ((await kind.ask('GET', `/check?symbol=EURUSD&date=${date}`)).data as { closed: boolean })
      .closed;
  t.ok(await closed('2026-07-04'));
  t.notOk(await closed('2027-07-04'));
  t.ok(await closed('2026-07-05'));
  t.ok(await closed('2031-07-05'));
});

t.test('masks take in and exclude [GET /admin/v1/holidays/check #5]', async (t) => {
  const kind = await openKind(t, FAMILY);
  await kind.create({ month: 7, day: 4, symbols: ['Forex\\*', 'US500', '!*JPY'] });
  const closed = async (symbol: string) =>
    ((await kind.ask('GET', `/check?symbol=${symbol}&date=2026-07-04`)).data as { closed: boolean })
      .closed;
  t.ok(await closed('EURUSD'), 'by its path');
  t.ok(await closed('us500'), 'by its name');
  t.notOk(await closed('XAUUSD'));
  t.notOk(await closed('USDJPY'), 'excluded');
});

t.test('an unknown symbol is not found [GET /admin/v1/holidays/check #6]', async (t) => {
  const kind = await openKind(t, FAMILY);
  t.match(await kind.ask('GET', '/check?symbol=NONE'), { status: 404, code: 'not_found' });
});
