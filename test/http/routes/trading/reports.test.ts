// Reports that are answered at once: daily rows and exposure across accounts.

import { Decimal } from 'decimal.js';
import { showRow } from '../../../../wire/base/field-table.js';
import { dateText } from '../../../../wire/base/time.js';
import type { ExposureRow } from '../../../../wire/rest/trading/reports.js';
import { DAILY } from '../../../../wire/trading/daily.js';
import { now } from '../../../support/clock.js';
import type { Terminal } from '../../../support/http-harness.js';
import { pageLaws } from '../list-laws.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

interface Row {
  readonly login: number;
  readonly date: string;
  readonly group: string;
}
interface Page {
  readonly items: readonly (Row & Record<string, unknown>)[];
  readonly total: number;
}
const [TUESDAY, WEDNESDAY] = ['2025-03-18T23:59:59', '2025-03-19T23:59:59'];
const TECHNICAL = 'real\\technical';
const ALL = ['config.staff', 'accounts.hidden'] as const;

pageLaws(
  {
    path: 'reports/daily',
    nameOf: ({ date, login }: Row) => `${date} ${login}`,
    wrong: [
      `group=${'x'.repeat(129)}`,
      'login=0',
      'from=yesterday',
      'to=2025-02-29',
      'to=2025-03-18&from=2025-03-19',
      'from=2025-13-01',
    ],
    open: async (t) => {
      const desk = await PositionsDesk.open(t);
      await desk.acme();
      const logins = [
        await desk.trader(),
        await desk.trader({ group: 'real\\acme' }),
        await desk.trader({ hidden: true }),
        await desk.trader({ group: 'managers\\dealers' }),
      ];
      for (const day of [TUESDAY, WEDNESDAY]) desk.endDay(logins, day);
      const [first, acme, hidden] = logins as [number, number, number];
      const sorted = [first, acme, hidden].sort((a, b) => a - b);
      const names = [WEDNESDAY, TUESDAY].flatMap((day) =>
        sorted.map((login) => `${day.slice(0, 10)} ${login}`),
      );
      const of = (...given: readonly number[]) =>
        [0, 3].flatMap((day) =>
          sorted.flatMap((login, at) => (given.includes(login) ? [day + at] : [])),
        );
      const staffer = (rights: readonly string[], group_scope = ['*']) =>
        desk.http.staff({ rights: ['reports', ...rights] as never, group_scope });
      return {
        reader: await staffer(ALL),
        names,
        filters: {
          'group=real\\*': of(acme),
          'group=REAL\\ACME': of(acme),
          'company=ACME': of(acme),
          'company=nobody': [],
          'group=elsewhere\\*': [],
          [`login=${acme}`]: of(acme),
          [`login=${logins[3]}`]: [],
          'login=4000000000': [],
          'group=*,!real\\*': of(first, hidden),
          'group=&company=': of(...logins),
          'from=2025-03-19': [0, 1, 2],
          'from=2025-03-19&to=2025-03-19': [0, 1, 2],
          'to=2025-03-18': [3, 4, 5],
          'from=2025-03-18&to=2025-03-19': of(...logins),
          'from=0001-01-01&to=9999-12-31': of(...logins),
          'from=2025-03-20': [],
          [`login=${acme}&to=2025-03-18&company=acme`]: of(acme).slice(1),
        },
        narrower: [
          [await staffer([]), of(first, acme)],
          [await staffer([], ['real\\*']), of(acme)],
          [await staffer(['accounts.hidden'], ['demo\\*']), of(first, hidden)],
          [await staffer(['config.staff'], ['managers\\*']), []],
          [await staffer([], ['elsewhere\\*']), []],
        ],
        more: async (count) => {
          const others: number[] = [];
          for (let n = 0; n < count; n += 1) others.push(await desk.trader());
          desk.endDay(others, '2025-03-20T23:59:59');
        },
      };
    },
  },
  { scope: '#2, #3, #8', filters: '#6', pages: '#7' },
);

const test = testsWith('reports', async (t) => {
  const desk = await PositionsDesk.open(t);
  await desk.acme();
  const reader = (group_scope: readonly string[] = ['*'], reports_months = 0) =>
    desk.http.staff({
      rights: ['reports', 'fields.name', ...ALL],
      group_scope: [...group_scope],
      reports_months,
    });
  const staff = await reader();
  const daily = (query = '', by: Terminal = staff): Promise<Page> =>
    by.read<Page>(`/reports/daily?${query}`);
  const exposure = (query = '', by: Terminal = staff): Promise<readonly ExposureRow[]> =>
    by.read<readonly ExposureRow[]>(`/reports/exposure?${query}`);
  const move = (login: number, group: string) =>
    desk.http.harness.patch('account', String(login), { group });
  return { desk, reader, staff, daily, exposure, move };
});

test`each account has one row for each day, which is that of its end
  [GET /daily #1]`(async (t, { desk, daily }) => {
  const logins = [await desk.trader(), await desk.trader({ group: 'real\\acme' })];
  for (const login of logins) desk.trade(login, { volume: '0.5' });
  for (const day of [TUESDAY, WEDNESDAY]) {
    desk.endDay(logins, day);
    desk.shard.quote('EURUSD', '1.20000', '1.20010');
  }
  const ended = desk.events.flatMap((event) => (event.daily === null ? [] : [event.daily]));
  t.equal(ended.length, 4);
  const shown = ended
    .sort((a, b) => (a.date === b.date ? a.login - b.login : a.date < b.date ? 1 : -1))
    .map((row) => showRow(DAILY, row, { digits: 0, currency_digits: row.currency_digits }));
  t.same((await daily()).items, JSON.parse(JSON.stringify(shown)));
});

test`accounts of staff and technical groups are left out, also with the rows of days before
  [GET /daily #4]`(async (t, { desk, daily, move }) => {
  const logins = [await desk.trader(), await desk.trader(), await desk.trader()];
  desk.endDay(logins, TUESDAY);
  t.equal((await daily()).total, 3);
  await move(logins[0] as number, 'managers\\dealers');
  const admin = await desk.http.signedIn('staff');
  await admin.made('/groups', { path: TECHNICAL, currency: 'USD' });
  await move(logins[1] as number, TECHNICAL);
  const { items, total } = await daily();
  t.same([total, items.map(({ login }) => login)], [1, [logins[2]]]);
});

test`the group is that of the day, which the filter knows; the scope goes by that of now
  [GET /daily #5]`(async (t, { desk, reader, daily, move }) => {
  const login = await desk.trader({ group: 'real\\acme' });
  desk.endDay([login], TUESDAY);
  await move(login, 'demo\\standard');
  t.match((await daily('group=real\\*')).items, [{ login, group: 'real\\acme' }]);
  t.same((await daily('group=demo\\*')).items, []);
  t.equal((await daily('', await reader(['real\\*']))).total, 0);
  t.equal((await daily('', await reader(['demo\\*']))).total, 1);
});

/** The newest day that ends, so many days ago or before. */
const endedDay = (days: number): string => {
  const date = new Date(now() - days * 86_400_000);
  while ([0, 6].includes(date.getUTCDay())) date.setUTCDate(date.getUTCDate() - 1);
  return dateText(date.getTime());
};

test`reports reach back as many months as the profile says
  [GET /daily #9]`(async (t, { desk, reader, daily }) => {
  const login = await desk.trader();
  const days = [100, 70, 4].map(endedDay);
  for (const day of days) desk.endDay([login], `${day}T23:59:59`);
  const seen = async (months: number, query = '') =>
    (await daily(query, await reader(['*'], months))).items.map(({ date }) => date);
  t.same(await seen(0), days.toReversed());
  t.same(await seen(1), days.slice(2));
  t.same(await seen(3), days.slice(1).toReversed());
  t.same(await seen(1, 'from=2020-01-01'), days.slice(2), 'a filter goes no further');
});

test`names are for those who may see them`(async (t, { desk, daily }) => {
  const login = await desk.trader();
  desk.endDay([login], TUESDAY);
  const other = await desk.http.staff({ rights: ['reports'], group_scope: ['*'] });
  t.match((await daily()).items, [{ login, name: 'Ann' }]);
  t.match((await daily('', other)).items, [{ login, name: '' }]);
});

test`the volume of both sides and the number of positions by symbol
  [GET /exposure #1, #3]`(async (t, { desk, exposure }) => {
  t.same(await exposure(), []);
  const logins = [await desk.trader(), await desk.trader({ group: 'real\\acme' })];
  const open = new Map<number, Decimal>();
  for (const [n, login] of [...logins, ...logins, ...logins].entries()) {
    const [side, volume] = [n % 3 === 0 ? 'sell' : 'buy', `0.${n + 1}`];
    const id = desk.trade(login, { side, volume });
    open.set(id, new Decimal(side === 'buy' ? volume : `-${volume}`));
    if (n !== 2) continue;
    desk.close(login, id);
    open.delete(id);
  }
  const sum = (sign: number) =>
    Decimal.sum(0, ...[...open.values()].filter((one) => one.s === sign))
      .abs()
      .toString();
  const [row, ...others] = await exposure();
  t.same(others, []);
  t.same(row, {
    symbol: 'EURUSD',
    symbol_id: 1,
    buy_volume: sum(1),
    sell_volume: sum(-1),
    net_volume: Decimal.sum(...open.values()).toString(),
    positions: open.size,
  });
});

test`exposure is that of the scope, without accounts of staff, where they are now
  [GET /exposure #2]`(async (t, { desk, reader, exposure, move }) => {
  const login = await desk.trader();
  const acme = await desk.trader({ group: 'real\\acme' });
  const hidden = await desk.trader({ hidden: true });
  const dealer = await desk.trader({ group: 'managers\\dealers' });
  for (const [n, one] of [login, acme, hidden, dealer].entries()) {
    desk.trade(one, { volume: `0.${n + 1}` });
  }
  const buys = async (by?: Terminal) => (await exposure('', by)).map((row) => row.buy_volume);
  const real = await reader(['real\\*']);
  const plain = await desk.http.staff({ rights: ['reports'], group_scope: ['*'] });
  t.same(await buys(), ['0.6']);
  t.same(await buys(real), ['0.2']);
  t.same(await buys(plain), ['0.3']);
  await move(login, 'real\\acme');
  t.same(await buys(real), ['0.3'], 'positions move with their account');
  await move(acme, 'managers\\dealers');
  t.same([await buys(), await buys(real)], [['0.4'], ['0.1']]);
});

test`filters of groups and companies narrow the exposure; empty filters do not
  [GET /exposure #4, #5]`(async (t, { desk, exposure }) => {
  desk.trade(await desk.trader(), { volume: '0.1' });
  desk.trade(await desk.trader({ group: 'real\\acme' }), { volume: '0.2' });
  const buys = async (query: string) => (await exposure(query)).map((row) => row.buy_volume);
  t.same(await buys('group=&company='), ['0.3']);
  t.same(await buys('group=real\\*'), ['0.2']);
  t.same(await buys('company=ACME'), ['0.2']);
  t.same(await buys('group=*,!REAL\\*'), ['0.1']);
  for (const none of ['group=elsewhere\\*', 'company=nobody']) t.same(await buys(none), []);
});
