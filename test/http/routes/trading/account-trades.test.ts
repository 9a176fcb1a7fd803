// Lists of one account for staff: what it has open, what it did, what moved its money.

import t, { type Test } from 'tap';
import { ok } from '../../../../wire/base/codes.js';
import { dataOf, type HttpHarness, httpFor, type Terminal } from '../../../support/http-harness.js';
import { fenceLaws } from '../list-laws.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

interface Page {
  readonly items: readonly (Readonly<Record<string, unknown>> & { readonly id: number })[];
  readonly total: number | null;
  readonly page: number;
  readonly after?: string;
  readonly consistency?: string;
  readonly totals?: Readonly<Record<string, unknown>> | null;
}

const RIGHTS = ['accounts.view', 'trades.view', 'journal.view', 'accounts.balance'] as const;
const SMALL = { volume: '0.01' };

const test = testsWith('accounts', async (t) => {
  const desk = await PositionsDesk.open(t);
  const staff = await desk.http.staff({ rights: RIGHTS });
  const [login, other] = [await desk.trader(), await desk.trader()];
  const ask = (path: string, of = login, by: Terminal = staff) => by.get(`/accounts/${of}/${path}`);
  const list = async (path: string, of = login): Promise<Page> => dataOf(await ask(path, of));
  const ids = async (path: string) => (await list(path)).items.map(({ id }) => id);
  /** The time moves, so that rows differ in it. */
  const later = () => {
    desk.shard.now += 1000;
    return desk.shard.now;
  };
  const closed = (of: number, given: object = SMALL) => {
    later();
    const id = desk.trade(of, given);
    desk.close(of, id);
    return id;
  };
  return { desk, staff, login, other, ask, list, ids, later, closed };
});

test`An account's open positions and orders are its own, by id, with live values`(
  async (t, { desk, login, other, list, ids }) => {
    const positions = [0, 1, 2].map(() => desk.trade(login, SMALL));
    const orders = [0, 1].map(() => desk.place(login, SMALL));
    desk.trade(other);
    desk.place(other);
    desk.shard.quote('EURUSD', '1.10110', '1.10120');
    t.same(await ids('positions'), positions);
    t.same(await ids('orders'), orders);
    t.same(await ids('positions?limit=2&page=2'), positions.slice(2));
    t.match(await list('positions?limit=1&page=9'), { items: [], total: 3, page: 9 });
    const [row] = (await list('positions')).items;
    t.match(row, { login, live: true, price_current: '1.10110', profit: '1.00' });
    t.match((await list('orders')).items[0], { login, live: true, price_current: '1.10120' });
    for (const path of ['positions', 'orders']) {
      t.equal((await list(`${path}?symbol=eurusd`)).total, path === 'orders' ? 2 : 3);
      t.same(await ids(`${path}?symbol=USDJPY`), []);
    }
  },
);

test`What an account did is listed newest first, by period and symbol`(
  async (t, { desk, login, other, list, ids, closed, later }) => {
    const made = [closed(login), closed(login), closed(login)];
    const middle = new Date(desk.shard.now).toISOString();
    later();
    closed(other);
    const positions = async (query = '') =>
      (await list(`closed${query}`)).items.map(({ position_id }) => position_id);
    t.same(await positions(), [...made].reverse());
    t.same(await positions('?limit=2&page=2'), made.slice(0, 1));
    t.same(await positions(`?from=${middle}`), made.slice(2));
    t.same(await positions(`?to=${middle}`), made.slice(0, 2).reverse());
    t.same(await positions('?symbol=GBPUSD'), []);
    const { totals } = await list('closed?limit=1');
    t.match(totals, { count: 3, volume: '0.03' });
    const trader = await desk.http.signedIn('trader', { login });
    const own = (query: string): Promise<Page> => trader.read(`/history/positions?${query}`);
    t.same((await own('limit=1&page=2')).totals, totals, 'the trader reads the same sums');
    t.match((await own(`from=${middle}&symbol=eurusd`)).totals, { count: 1, volume: '0.01' });
    t.match(await own('after=start&limit=2'), { totals: null, total: null });
    const deals = await list('deals');
    t.equal(deals.total, 7, 'a deposit, and two deals for each position');
    t.same(deals.items.at(-1)?.action, 'balance');
    t.equal((await list('deals?symbol=EURUSD')).total, 6);
    t.equal((await list('orders/history')).total, 6);
    t.equal((await list(`orders/history?from=${middle}`)).total, 2);
    const newest = await ids('orders/history');
    t.same(
      newest,
      [...newest].sort((a, b) => b - a),
    );
  },
);

test`What an account did is read on by cursors, narrowed to an order or a position, and by id`(
  async (t, { login, other, ask, list, closed }) => {
    const made = [closed(login), closed(login), closed(login)];
    for (const path of ['closed', 'deals', 'orders/history', 'balance-history']) {
      const { items } = await list(path);
      const read: unknown[] = [];
      for (let after = 'start'; ; ) {
        const page = await list(`${path}?after=${after}&limit=2`);
        t.equal(page.total, null, path);
        if (path === 'closed') t.equal(page.totals, null);
        read.push(...page.items);
        after = page.after ?? '';
        if (page.items.length === 0) break;
      }
      t.same(read, items.toReversed(), path);
      t.same((await list(`${path}?before=end`)).items, items, path);
    }
    const [position] = made;
    const deals = (await list(`deals?position_id=${position}`)).items;
    t.match(deals, [{ entry: 'out' }, { entry: 'in', order_id: position }]);
    const orders = (await list(`orders/history?order_id=${position}`)).items;
    t.match(orders, [{ id: position, state: 'filled', cause: { kind: 'open' } }]);
    t.same(dataOf(await ask(`orders/${position}`)), orders[0]);
    t.same(dataOf(await ask(`deals/${deals[0]?.id}`)), deals[0]);
    for (const path of [`orders/${position}`, `deals/${deals[0]?.id}`]) {
      t.match(await ask(path, other), { code: 'not_found' }, 'of another account');
    }
    for (const query of [
      'after=start&before=end',
      'after=start&page=2',
      'after=5',
      'before=start',
    ]) {
      t.match(await ask(`deals?${query}`), { code: 'invalid_input' }, query);
    }
  },
);

test`The balance history is of deals that moved money without a trade`(
  async (t, { staff, login, list, closed, later }) => {
    closed(login);
    const pay = async (action: string, amount: string, n: number) => {
      const request_id = `0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1b0${n}`;
      const body = { request_id, action, amount };
      await staff.made(`/accounts/${login}/balance`, body);
    };
    const from = new Date(later()).toISOString();
    await pay('charge', '-12.50', 1);
    later();
    await pay('bonus', '5', 2);
    const actions = async (query = '') =>
      (await list(`balance-history${query}`)).items.map(({ action }) => action);
    t.same(await actions(), ['bonus', 'charge', 'balance']);
    t.same(await actions(`?from=${from}`), ['bonus', 'charge']);
    t.same(await actions('?limit=1&page=2'), ['charge']);
    later();
    await pay('charge', '-1', 3);
    t.same(await actions('?action=charge'), ['charge', 'charge']);
    t.same(await actions(`?action=balance&from=${from}`), []);
    t.match(await list('balance-history?action=charge&limit=1&page=2'), {
      items: [{ action: 'charge', profit: '-12.50' }],
      total: 2,
    });
    t.same(await actions('?action=tax'), []);
    t.match((await list('balance-history')).items[2], { profit: '-12.50', symbol: '' });
  },
);

test`The journal of an account has the lines about it alone`(async (t, { staff, ask, login }) => {
  const lines: unknown[] = [];
  const http = await httpFor(
    t,
    {},
    {
      query: async (_by, _name, input) => {
        lines.push(input);
        return ok({ items: [], found: 0, behind: null, projection_seq: '1' } as never);
      },
    },
  );
  const reader = await http.staff({ rights: RIGHTS });
  const made = await http.openAccount();
  t.equal((await reader.get(`/accounts/${made}/journal?kind=trade`)).code, 'ok');
  t.match(lines, [{ login: made, kind: 'trade' }]);
  const refused = await ask(`journal?login=${login}`);
  t.match(refused, { code: 'invalid_input', message: /^login: unknown/ });
  t.equal((await ask('journal', 999_999, staff)).code, 'not_found');
});

const LISTS = [
  'positions',
  'orders',
  'closed',
  'deals',
  'orders/history',
  'balance-history',
  'daily',
] as const;

test`A list shows what the session was shown, or says that it does not yet`(
  async (t, { desk, login, list }) => {
    desk.trade(login);
    desk.isBehind = true;
    for (const path of LISTS) {
      t.match(await list(path), { items: [], consistency: 'projection_pending' }, path);
    }
  },
);

test`Parameters that contradict each other are refused`(async (t, { ask }) => {
  const [day, before] = ['2026-03-02', '2026-03-01'];
  for (const path of ['closed', 'deals', 'orders/history', 'balance-history']) {
    const answer = await ask(`${path}?from=${day}T00:00:00Z&to=${day}T00:00:00Z`);
    t.match(answer, { code: 'invalid_input', message: /^to: / }, path);
  }
  t.match(await ask(`daily?from=${day}&to=${before}`), { message: /^to: / });
  t.equal((await ask(`daily?from=${day}&to=${day}`)).code, 'ok', 'both days count');
  t.match(await ask('daily?from=2.3.2026'), { code: 'invalid_input', message: /^from: / });
  t.match(await ask('balance-history?symbol=EURUSD'), { message: /^symbol: unknown/ });
  t.match(await ask('balance-history?action=buy'), { message: /^action: must be one of balance/ });
});

/** A reader of an account, and what the database is asked. */
const watched = async (t: Test) => {
  let page: object = {};
  let asked: object | undefined;
  const http: HttpHarness = await httpFor(
    t,
    {},
    {
      query: async (_by, _name, input) => {
        asked = input;
        return ok(page as never);
      },
    },
  );
  const staff = await http.staff({ rights: RIGHTS });
  const login = await http.openAccount();
  return {
    ask: (path: string) => staff.get(`/accounts/${login}/${path}`),
    asked: () => asked,
    answer: (given: object) => {
      page = given;
    },
  };
};

for (const path of LISTS) {
  fenceLaws(`accounts/{login}/${path}`, async (t) => {
    const { ask, ...rest } = await watched(t);
    return { ...rest, ask: (query) => ask(`${path}?${query}`) };
  });
}

t.test('Days are asked for as they are written', async (t) => {
  const { ask, asked, answer } = await watched(t);
  answer({ items: [], page: 2, total: 0, projection_seq: '1' });
  await ask('daily?from=2026-03-01&to=2026-03-31&page=2&limit=7');
  t.match(asked(), { from: '2026-03-01', to: '2026-03-31', page: 2, limit: 7 });
});
