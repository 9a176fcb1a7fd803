// Lists of positions across accounts: what is open, what works and what is closed.

import type { Test } from 'tap';
import { formatExact } from '../../../../wire/base/scale.js';
import type { Terminal } from '../../../support/http-harness.js';
import { type OpenPages, pageLaws } from '../list-laws.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

interface Row {
  readonly id: number;
  readonly login: number;
  readonly group: string;
}
interface Page {
  readonly items: readonly (Row & Record<string, unknown>)[];
  readonly total: number;
  readonly totals: Readonly<Record<string, unknown>>;
}

/** Makes rows of an account; answers what each is called. */
type Make = (desk: PositionsDesk, login: number) => unknown;

/** Four accounts: of two groups, one of Acme; one hidden; and one of the staff, listed or not. */
const openLaws = async (
  t: Test,
  make: Make,
  { isOrdered = true, hasStaff = true } = {},
): Promise<OpenPages> => {
  const desk = await PositionsDesk.open(t);
  await desk.acme();
  const logins = [
    await desk.trader(),
    await desk.trader({ group: 'real\\acme' }),
    await desk.trader({ hidden: true }),
    await desk.trader({ group: 'managers\\dealers' }),
  ];
  const made = logins.map((login) => make(desk, login));
  // Logins of the staff are the lowest ones.
  const all = isOrdered ? [3, 0, 1, 2] : [3, 2, 1, 0];
  const places = hasStaff ? all : all.filter((place) => place !== 3);
  const [first, acme, hidden] = [0, 1, 2].map((n) => places.indexOf(n)) as [number, number, number];
  const staff = hasStaff ? [places.indexOf(3)] : [];
  const every = [...places.keys()];
  const staffer = (rights: readonly string[], group_scope = ['*']) =>
    desk.http.staff({ rights: ['trades.view', ...rights] as never, group_scope });
  return {
    reader: await staffer(['config.staff', 'accounts.hidden']),
    names: places.map((place) => made[place]),
    filters: {
      'group=real\\*': [acme],
      'group=REAL\\ACME': [acme],
      'company=acme': [acme],
      [`login=${logins[1]}`]: [acme],
      'group=demo\\*,REAL\\*': [first, acme, hidden].sort(),
      'group=*,!real\\*': every.filter((place) => place !== acme),
      'group=!real\\*': [],
      'symbol=eurusd': every,
      'symbol=EUR*': [],
      'group=&company=&symbol=': every,
      'company=nobody': [],
    },
    narrower: [
      [await staffer([]), [first, acme].sort()],
      [await staffer([], ['real\\*']), [acme]],
      [await staffer(['accounts.hidden'], ['demo\\*']), [first, hidden].sort()],
      [await staffer(['config.staff'], ['managers\\*']), staff],
      [await staffer(['config.staff'], ['elsewhere\\*']), []],
    ],
    more: async (count) => {
      const login = hasStaff ? logins[3] : logins[2];
      for (let n = 0; n < count; n += 1) make(desk, login as number);
    },
  };
};

const WRONG = [`group=${'x'.repeat(129)}`, `symbol=${'x'.repeat(65)}`, 'login=0', 'login=x'];
const SMALL = { volume: '0.01' };

pageLaws(
  {
    path: 'positions',
    nameOf: ({ id, group }: Row) => `${id} ${group !== ''}`,
    wrong: WRONG,
    open: (t) =>
      openLaws(t, (desk, login) => `${desk.trade(login, SMALL)} true`, { hasStaff: false }),
  },
  { scope: '#1, #4', filters: '#5', pages: '#6' },
);

pageLaws({
  path: 'positions/orders',
  nameOf: ({ id }: Row) => id,
  wrong: WRONG,
  open: (t) => openLaws(t, (desk, login) => desk.place(login, SMALL)),
});

const closing: Make = (desk, login) => {
  const id = desk.trade(login, SMALL);
  desk.close(login, id);
  desk.shard.now += 1000;
  return id;
};

pageLaws(
  {
    path: 'positions/closed',
    nameOf: ({ position_id }: { position_id: number }) => position_id,
    wrong: [
      ...[...WRONG, 'from=yesterday', 'to=1'],
      ...['2026-03-02T09:00:00Z', '2026-03-02T08:00:00Z'].map(
        (end) => `to=${end}&from=2026-03-02T09:00:00Z`,
      ),
    ],
    open: (t) => openLaws(t, closing, { isOrdered: false }),
  },
  { scope: '#1, #2', filters: '#7', pages: '#5, #8' },
);

const test = testsWith('positions', async (t) => {
  const desk = await PositionsDesk.open(t);
  const staff = await desk.http.staff({ rights: ['trades.view'] });
  const list = (path: string, by: Terminal = staff): Promise<Page> =>
    by.read<Page>(`/positions${path}`);
  return { desk, staff, list };
});

test`Rows have the price, profit and margin of now [GET #2]`(async (t, { desk, list }) => {
  const login = await desk.trader();
  const id = desk.trade(login, { volume: '1' });
  desk.shard.quote('EURUSD', '1.10110', '1.10120');
  const [row] = (await list('')).items;
  t.match(row, { id, login, live: true, price_current: '1.10110', profit: '100.00' });
  t.ok(Number(row?.margin) > 0);
  const order = desk.place(login);
  const [working] = (await list('/orders')).items;
  t.match(working, { id: order, login, live: true, price_current: '1.10120' });
});

test`Accounts that are not in use answer pages, and stay so`(async (t, { desk, list }) => {
  const { accounts } = desk.shard.shard;
  const logins = [await desk.trader(), await desk.trader()];
  for (const login of logins) desk.trade(login, { volume: '1' });
  desk.shard.quote('EURUSD', '1.10110', '1.10120');
  const before = (await list('')).items;
  desk.shard.rest();
  t.same((await list('')).items, before);
  for (const { profit } of before) t.equal(profit, '100.00');
  const viewer = await desk.http.staff({ rights: ['accounts.view'] });
  const { items } = await viewer.read<Page>(`/accounts?select=${logins}`);
  t.equal(items.length, 2);
  for (const { money } of items) t.match(money, { profit: '100.00' });
  t.equal(accounts.inUse, 0);
});

test`An account that does not answer leaves what is stored [GET #3]`(async (t, { desk, list }) => {
  const [silent, other] = [await desk.trader(), await desk.trader()];
  const id = desk.trade(silent);
  desk.trade(other);
  desk.place(silent);
  desk.shard.quote('EURUSD', '1.20000', '1.20010');
  desk.silent.add(silent);
  const [row, live] = (await list('')).items;
  const stored = { price_current: '1.10010', profit: '0.00', margin: '0.00' };
  t.match(row, { id, price_open: '1.10010000', ...stored, live: false });
  t.match(live, { live: true, price_current: '1.20000' });
  const [order] = (await list('/orders')).items;
  t.match(order, { price_order: '1.05000', price_current: '1.05000', live: false });
});

test`What is counted fits the filters of the list, whatever the page
  [GET /count #1, #3]`(async (t, { desk, list }) => {
  await desk.acme();
  const logins = [await desk.trader(), await desk.trader({ group: 'real\\acme' })];
  for (const login of [...logins, ...logins, logins[0] as number]) desk.trade(login, SMALL);
  const cases = { '': 5, 'group=real\\*': 2, 'company=ACME': 2, 'symbol=EurUsd': 5, 'symbol=X': 0 };
  for (const [query, total] of Object.entries({ ...cases, [`login=${logins[0]}`]: 3 })) {
    for (const page of ['', '&page=9&limit=1']) {
      const [listed, counted] = [await list(`?${query}`), await list(`/count?${query}${page}`)];
      t.same([listed.total, counted.total], [total, total], query);
    }
  }
});

test`A count asks no account [GET /count #2]`(async (t, { desk, list }) => {
  desk.trade(await desk.trader());
  desk.called.length = 0;
  t.equal((await list('/count')).total, 1);
  t.same(desk.called, []);
});

test`Rows go with their account to another group, and out of sight`(async (t, { desk, list }) => {
  await desk.acme();
  const login = await desk.trader();
  desk.trade(login);
  desk.place(login);
  closing(desk, login);
  const real = await desk.http.staff({ rights: ['trades.view'], group_scope: ['real\\*'] });
  const seen = async (by?: Terminal) => {
    const paths = ['', '/orders', '/closed'];
    return Promise.all(paths.map(async (path) => (await list(path, by)).total));
  };
  t.same(
    [await seen(), await seen(real)],
    [
      [1, 1, 1],
      [0, 0, 0],
    ],
  );
  await desk.http.harness.patch('account', String(login), { group: 'real\\acme' });
  t.same(await seen(real), [1, 1, 1]);
  const [row] = (await list('', real)).items;
  t.equal(row?.group, 'real\\acme');
  desk.trade(login);
  t.same(await seen(real), [2, 1, 1], 'what is opened then, too');
  await desk.http.harness.patch('account', String(login), { hidden: true });
  t.same(await seen(), [0, 0, 0]);
});

test`Closed positions are those of a time: from then on, and before
  [GET /closed #3, #4, #6]`(async (t, { desk, list }) => {
  const login = await desk.trader();
  const at = desk.shard.now;
  const ids = [0, 1, 2].map(() => closing(desk, login));
  const time = (n: number) => new Date(at + n * 1000).toISOString();
  const closed = async (query: string) =>
    (await list(`/closed?${query}`)).items.map(({ position_id }) => position_id);
  t.same(await closed(''), [...ids].reverse());
  t.same(await closed(`from=${time(1)}`), [ids[2], ids[1]]);
  t.same(await closed(`to=${time(1)}`), [ids[0]]);
  t.same(await closed(`from=${time(1)}&to=${time(2)}&action=sell`), [ids[1]]);
  t.same(await closed(`from=${time(1)}&login=${login}`), [ids[2], ids[1]]);
});

test`Totals have as many decimals as the money of their rows`(async (t, { desk, list }) => {
  await desk.whole();
  const login = await desk.trader({ group: 'real\\whole' });
  closing(desk, login);
  const { items, totals } = await list('/closed');
  t.equal(items[0]?.swap, '0');
  t.same([totals.swap, totals.profit], ['0', items[0]?.profit]);
});

test`The totals are those of all pages
  [GET /closed #8]`(async (t, { desk, list }) => {
  const [first, second] = [await desk.trader(), await desk.trader()];
  const rows = [first, second, first].map((login) => {
    const id = desk.trade(login, { volume: '0.3' });
    desk.shard.quote('EURUSD', '1.10037', '1.10047');
    desk.close(login, id);
    desk.shard.quote('EURUSD', '1.10000', '1.10010');
    return id;
  });
  const { items } = await list('/closed');
  const sum = (name: string) =>
    items.reduce((all, row) => all + Math.round(Number(row[name]) * 100), 0);
  const { total, totals } = await list('/closed?limit=1&page=2');
  t.equal(total, rows.length);
  t.match(totals, { count: 3, volume: '0.9', swap: '0.00', fee: '0.00' });
  t.ok(sum('profit') > 0);
  t.equal(totals.profit, formatExact(sum('profit'), 2, 2));
  t.equal((await list(`/closed?login=${second}`)).totals.count, 1);
  t.match((await list('/closed?symbol=none')).totals, { count: 0, profit: '0.00', volume: '0' });
});

test`Filters do not reach beyond the scope [GET #4]`(async (t, { desk, list }) => {
  await desk.acme();
  const [inside, outside] = [await desk.trader(), await desk.trader({ group: 'real\\acme' })];
  for (const login of [inside, outside]) {
    desk.trade(login, SMALL);
    desk.place(login, SMALL);
  }
  const demo = await desk.http.staff({ rights: ['trades.view'], group_scope: ['demo\\*'] });
  for (const path of ['', '/orders', '/count']) {
    const total = async (query: string) => (await list(`${path}?${query}`, demo)).total;
    t.equal(await total('symbol=EURUSD'), 1, path);
    t.equal(await total(`login=${inside}`), 1, path);
    t.equal(await total(`login=${outside}`), 0, path);
  }
  const [row] = (await list('?symbol=EURUSD', demo)).items;
  t.equal(row?.login, inside);
});
