// Queries: what traders see of their history, and staff of the journal, page by page.

import t, { type Test } from 'tap';
import type { Database } from '../../../storage/database/database.js';
import { Projection } from '../../../storage/projection/projection.js';
import { AccountRecords } from '../../../storage/read/account-records.js';
import { slicedTable } from '../../../storage/read/lists/accounts.js';
import { knownRows, type QueryTable, queryTable } from '../../../storage/read/queries.js';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import { emptyRow } from '../../../wire/base/field-table.js';
import type { DailyQuery, HistoryQuery } from '../../../wire/queries/history-queries.js';
import type { JournalPlace, JournalQuery } from '../../../wire/queries/journal-queries.js';
import { ACCOUNT_FIELDS } from '../../../wire/rest/accounts/account-lists.js';
import { DAILY, dailyId } from '../../../wire/trading/daily.js';
import type { Event, JournalLine } from '../../../wire/trading/events.js';
import {
  accountChange,
  buildAccountEvent,
  buildDeal,
  buildDeskEvent,
  buildLedger,
  buildOrder,
  buildPosition,
  MONDAY,
} from '../../support/build.js';
import { NO_EVENTS, opened, projected } from '../../support/opened.js';
import { finished } from '../../support/stored-lists.js';

const queried = (t: Test, ...events: readonly Event[]): QueryTable =>
  queryTable(projected(t, ...events), { query: () => [] }, NO_EVENTS);

const deal = (id: number, symbol = 'EURUSD') =>
  buildAccountEvent({ deals: [buildDeal({ id, symbol, created_at: MONDAY + id })] });

const EVERYTHING: HistoryQuery = { session: '', login: 1001, page: 1, limit: 100 };
const ids = ({ items }: { items: readonly Record<string, unknown>[] }) => items.map(({ id }) => id);

t.test('Deals are paged newest first, from either end of a long list', async (t) => {
  const queries = queried(t, ...Array.from({ length: 25 }, (_, i) => deal(i + 1)));
  const pages = [1, 2, 3, 4].map((page) =>
    queries['history.deals']({ ...EVERYTHING, page, limit: 10 }),
  );
  const expected = Array.from({ length: 25 }, (_, i) => 25 - i);
  t.same(pages.map(ids), [expected.slice(0, 10), expected.slice(10, 20), expected.slice(20), []]);
  t.same(
    pages.map(({ total, page }) => [total, page]),
    [1, 2, 3, 4].map((page) => [25, page]),
  );
});

t.test('Deals of one moment keep one order on all pages', async (t) => {
  const same = [1, 2, 3, 4, 5].map((id) => buildAccountEvent({ deals: [buildDeal({ id })] }));
  const queries = queried(t, ...same);
  const seen = [1, 2, 3].flatMap((page) =>
    ids(queries['history.deals']({ ...EVERYTHING, page, limit: 2 })),
  );
  t.same(seen, [5, 4, 3, 2, 1]);
});

t.test('History is bounded by time and symbol and shows one account alone', async (t) => {
  const other = buildAccountEvent({ login: 1002, deals: [buildDeal({ id: 9, login: 1002 })] });
  const queries = queried(t, deal(1), deal(2, 'USDJPY'), deal(3), deal(4), other);
  const list = (of: Partial<HistoryQuery>) =>
    ids(queries['history.deals']({ ...EVERYTHING, ...of }));
  t.same(list({ symbol: 'EURUSD' }), [4, 3, 1]);
  t.same(list({ from: MONDAY + 2, to: MONDAY + 4 }), [3, 2], 'from inclusive, to exclusive');
  t.same(list({ login: 1002 }), [9]);
  t.same(list({ symbol: 'eurusd' }), [4, 3, 1], 'in either letter case');
});

/** A value for each parameter of a statement: all are numbers, or are compared with numbers. */
const parametersOf = (sql: string): (number | Record<string, number>)[] => {
  const named = Array.from(sql.matchAll(/@(\w+)/g), ([, name]) => [name, 1]);
  const given = Array.from(sql.matchAll(/\?/g), () => 1);
  return named.length > 0 ? [...given, Object.fromEntries(named)] : given;
};

/** How the database goes about each statement that `use` prepares. */
const plansOf = (t: Test, use: (db: Database) => unknown): Map<string, string> => {
  const db = opened(t);
  const plans = new Map<string, string>();
  const prepare = db.prepare.bind(db);
  db.prepare = ((sql: string) => {
    const steps = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parametersOf(sql));
    plans.set(sql, (steps as { detail: string }[]).map(({ detail }) => detail).join('; '));
    return prepare(sql);
  }) as typeof db.prepare;
  use(db);
  return plans;
};

const useQueries = (db: Database) => queryTable(db, { query: () => [] }, NO_EVENTS);

t.test('Each list is answered by the history alone, in its order', async (t) => {
  const lists = [...plansOf(t, useQueries)].filter(([sql]) =>
    /entries (INDEXED BY entries_action )?WHERE login = @login/.test(sql),
  );
  t.equal(lists.length, 20);
  for (const [sql, plan] of lists) {
    const ofAction = sql.includes('@action')
      ? 'action \\(login=\\? AND action=\\?'
      : 'time \\(login=\\?';
    const period = 'AND time>\\? AND time<\\?\\)';
    const isWalk = sql.includes('@seq');
    const index = isWalk ? 'INDEX' : 'COVERING INDEX';
    t.match(plan, new RegExp(`USING ${index} entries_${ofAction} ${period}`), sql);
    t.notMatch(plan.split(';')[0], 'TEMP B-TREE', sql);
    if (isWalk) t.match(plan, 'LAST 2 TERMS', 'a walk sorts the few rows of one time alone');
  }
});

/** Tables with a row for each event, deal or account. */
const LARGE =
  /SCAN (entries|deal_changes|closed_positions|positions|orders|ledgers|queue|dailies)\b/;

t.test('No row is searched by reading a whole table', async (t) => {
  const plans = plansOf(t, (db) => [useQueries(db), new AccountRecords(db), new Projection(db)]);
  t.ok(plans.size > 40, `${plans.size} statements`);
  for (const [sql, plan] of plans) t.notMatch(plan, LARGE, sql);
});

/** Of recipients of mail each row of a bucket is read, some a step, not by an index alone. */
const READS_ALL = /^SELECT login, enabled, email, [^@]+ FROM accounts INDEXED BY accounts_bucket\s/;

t.test('A window goes on from a row by the index of its value or its login', async (t) => {
  const plans = plansOf(t, (db) => {
    const table = slicedTable(db);
    const viewer = { rights: RIGHTS, group_scope: ['*'] };
    const binding = { key: '', query: '' };
    for (const sort of Object.keys(ACCOUNT_FIELDS)) {
      for (const dir of ['asc', 'desc'] as const) {
        const place = { sort, dir, edge: 'first', limit: 100 } as const;
        finished(table['accounts.window']({ viewer, binding, session: '', filters: [], ...place }));
      }
    }
  });
  for (const [sql, plan] of plans) if (/ [<>]=? \?/.test(sql)) t.notMatch(plan, 'TEMP B-TREE', sql);
  const byKey = [...plans].filter(([sql]) =>
    / INDEXED BY accounts_\w+\s.* AND \w+ [<>]= \?/s.test(sql),
  );
  t.ok(byKey.length >= 2 * (Object.keys(ACCOUNT_FIELDS).length - 2), `${byKey.length} statements`);
  for (const [sql, plan] of byKey)
    t.match(plan, /COVERING INDEX accounts_\w+ \(bucket=\? AND \w+[<>]\?/, sql);
  const walks = [...plans].filter(([sql]) => /login [<>] \?/.test(sql));
  t.ok(walks.length >= 2 * Object.keys(ACCOUNT_FIELDS).length, `${walks.length} statements`);
  for (const [sql, plan] of walks) {
    const index = READS_ALL.test(sql)
      ? 'USING INDEX accounts_bucket'
      : 'COVERING INDEX accounts_\\w+';
    // All accounts by login are read from the table.
    const search = sql.includes('NOT INDEXED')
      ? 'USING INTEGER PRIMARY KEY \\(rowid[<>]\\?\\)'
      : `${index} \\(bucket=\\?.* AND rowid[<>]\\?\\)`;
    t.match(plan, new RegExp(search), sql);
    t.notMatch(plan, 'TEMP B-TREE', sql);
  }
});

t.test('Lots of accounts are summed in the order of one index, part by part', async (t) => {
  const [found] = [...plansOf(t, slicedTable)].filter(([sql]) => sql.includes('SUM(IIF('));
  const [sql = '', plan = ''] = found ?? [];
  t.match(plan, /SEARCH positions USING INDEX positions_login \(login>\?\)/, sql);
  t.notMatch(plan, 'TEMP B-TREE', sql);
});

t.test('Payments of groups whose currency has other digits add up to one total', async (t) => {
  const group = (key: string, currency_digits: number) =>
    ({ kind: 'group', key, version: 1, record: { currency: 'USD', currency_digits } }) as const;
  const holding = (login: number) =>
    buildAccountEvent({
      login,
      ledger: buildLedger({ login }),
      deals: [buildDeal({ id: login, login, position_id: login })],
      positions: [buildPosition({ id: login, login, volume: 1e8 })],
    });
  const changes = [
    group('a', 2),
    group('b', 3),
    accountChange(1_001, { group: 'a' }),
    accountChange(1_002, { group: 'b' }),
  ];
  const table = slicedTable(
    projected(t, buildDeskEvent({ changes }), holding(1_001), holding(1_002)),
  );
  const viewer = { rights: RIGHTS, group_scope: ['*'] };
  const terms = { buy: { amount_per_lot: '1.2345' } };
  const bytes = finished(table['open.payments']({ session: '', viewer, terms }));
  const { items, totals } = JSON.parse(Buffer.from(bytes).toString());
  t.match(items, [{ amount_buy: '1.23' }, { amount_buy: '1.235' }]);
  t.match(totals, [{ currency: 'USD', accounts: 2, lots_buy: '2', amount: '2.465' }]);
  t.equal(totals.length, 1);
});

t.test('Orders are history when they are final; closed positions once they are flat', async (t) => {
  const end = { state: 'filled', done_at: MONDAY + 1 } as const;
  const filled = { id: 2, ...end, price_filled: 108_950_125 };
  const dealt = { position_id: 2, volume: 1e8 };
  const sold = { ...dealt, entry: 'out', action: 'sell' } as const;
  const out = { ...sold, price: 109_000_000, profit: 5_000 };
  const queries = queried(
    t,
    buildAccountEvent({
      orders: [buildOrder({ id: 1, state: 'placed' }), buildOrder(filled)],
      deals: [buildDeal({ ...dealt, id: 1, price: 108_950_000 })],
      positions: [buildPosition({ id: 2, volume: 1e8 })],
    }),
    buildAccountEvent({
      deals: [buildDeal({ ...out, id: 2 })],
      positions: [buildPosition({ id: 2, volume: 0, closed: true })],
    }),
  );
  t.match(queries['history.orders'](EVERYTHING), {
    total: 1,
    items: [{ id: 2, state: 'filled', price_filled: '1.08950125', done_at: /^2026-03-02T09/ }],
  });
  const closed = { side: 'buy', volume: '1', price_close: '1.09000000', profit: '50.00' };
  t.match(queries['history.positions'](EVERYTHING), {
    total: 1,
    items: [{ position_id: 2, ...closed }],
  });
});

t.test('A list behind a fence that is ahead of the rows is empty and says so', async (t) => {
  const queries = queried(t, deal(1), deal(2));
  const at = (min_projection_seq: string) =>
    queries['history.deals']({ ...EVERYTHING, min_projection_seq });
  t.match(at('2'), { total: 2, consistency: 'current', projection_seq: '2' });
  t.notOk('retry_after_ms' in at('2'));
  const pending = { consistency: 'projection_pending', projection_seq: '2', retry_after_ms: 1000 };
  t.same(at('3'), { items: [], page: 1, total: 0, ...pending });
  t.match(at('9223372036854775807'), pending);
  t.same(queries.journal({ ...ALL, min_projection_seq: '3' }), {
    ...{ items: [], found: 0, behind: null },
    ...pending,
  });
  const { consistency, ...unfenced } = queries['history.deals'](EVERYTHING);
  t.equal(consistency, undefined, 'without a fence nothing is promised');
  t.match(unfenced, { total: 2, projection_seq: '2' });
});

t.test('The stored ledger is shown; an account without events has none', async (t) => {
  const queries = queried(t, buildAccountEvent({ ledger: buildLedger({ balance: 1_000_050 }) }));
  t.match(queries['account.ledger']({ login: 1001 }), { balance: '10000.50', so_at: null });
  t.equal(queries['account.ledger']({ login: 1002 }), null);
});

t.test('Orders and positions of an account are known, whatever became of them', async (t) => {
  const order = buildOrder({ id: 5 });
  const made = buildDeal({ id: 6, position_id: 5 });
  const known = knownRows(projected(t, buildAccountEvent({ orders: [order], deals: [made] })));
  t.ok(known(1001, 'order', 5) && known(1001, 'position', 5));
  t.notOk(known(1002, 'order', 5) || known(1002, 'position', 5), "another account's");
  t.notOk(known(1001, 'order', 6) || known(1001, 'position', 6), 'a deal is neither');
});

const line = (text: string, of: Partial<JournalLine> = {}): JournalLine => ({
  kind: 'auth',
  login: 0,
  text,
  ...of,
});

/** A journal of an event a second. */
const journal = (t: Test, ...lines: readonly (readonly JournalLine[])[]): QueryTable => {
  const accounts = [
    accountChange(1001, { group: 'demo\\a' }),
    accountChange(1002, { group: 'real\\a' }),
    accountChange(1003, { group: 'demo\\a', hidden: true }),
    accountChange(2, { group: 'managers\\a' }),
  ];
  const events = lines.map((journal, at) =>
    buildDeskEvent({ journal, time: MONDAY + at * 1000, by: 7, ip: '203.0.113.9' }),
  );
  return queried(t, buildDeskEvent({ changes: accounts }), ...events);
};

const ALL: JournalQuery = {
  session: '',
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  viewer: { login: 1, rights: RIGHTS, group_scope: ['*'], settings: [] },
  skip: 0,
  limit: 100,
  count: 1000,
};

const texts = (table: QueryTable, query: Partial<JournalQuery> = {}): string =>
  table
    .journal({ ...ALL, ...query })
    .items.map(({ text }) => text)
    .join(' ');

t.test('Lines come newest first, whole; those of one event as it has them', async (t) => {
  const table = journal(
    t,
    [line('a'), line('b', { kind: 'config' })],
    [line('c', { login: 1001 })],
  );
  const { items, found, behind } = table.journal(ALL);
  t.same(items[0], {
    id: 3,
    time: new Date(MONDAY + 1000).toISOString(),
    by: 7,
    ip: '203.0.113.9',
    kind: 'auth',
    login: 1001,
    text: 'c',
    changes: [],
  });
  t.same([texts(table), found, behind], ['c b a', 3, null]);
});

t.test('A period, a login and a kind are looked at together', async (t) => {
  const table = journal(
    t,
    [line('a', { login: 1001 })],
    [line('b', { login: 1001, kind: 'account' })],
    [line('c', { login: 1002 })],
    [line('d', { login: 1001 })],
  );
  t.equal(texts(table, { from: MONDAY + 1000, to: MONDAY + 3000 }), 'c b', 'to is exclusive');
  t.equal(texts(table, { login: 1001 }), 'd b a');
  t.equal(texts(table, { kind: 'auth' }), 'd c a');
  t.equal(texts(table, { login: 1001, kind: 'auth', from: MONDAY + 1 }), 'd');
});

t.test('A text is found as a part in any letter case, and is no pattern', async (t) => {
  const said = ['100%', 'Ümlaut-Straße', "O'Brien", 'under_score', 'DEMO\\standard'];
  const table = journal(t, ...said.map((text) => [line(text)]));
  const finds = { '%': '100%', _: 'under_score', "'b": "O'Brien", ÜM: 'Ümlaut-Straße' };
  for (const [text, found] of Object.entries(finds)) t.equal(texts(table, { text }), found, text);
  t.equal(texts(table, { text: 'STRASSE' }), '');
  t.equal(texts(table, { text: 'straße' }), 'Ümlaut-Straße');
  t.equal(texts(table, { text: 'o\\STAND' }), 'DEMO\\standard');
  t.equal(texts(table, { text: '*' }), '');
});

t.test('Lines of logins that the reader does not see are not shown or counted', async (t) => {
  const about = [0, 1001, 1002, 1003, 2, 4711];
  const table = journal(t, ...about.map((login) => [line(`${login}`, { login })]));
  const sees = (group_scope: string[], ...rights: (typeof RIGHTS)[number][]) => {
    const viewer = { login: 1, rights, group_scope, settings: [] };
    t.equal(table.journal({ ...ALL, viewer }).found, texts(table, { viewer }).split(' ').length);
    return texts(table, { viewer });
  };
  t.equal(sees(['demo\\*']), '1001');
  t.equal(sees(['demo\\*', 'real\\*'], 'accounts.hidden'), '1003 1002 1001');
  t.equal(sees(['*'], 'config.staff'), '4711 2 1002 1001');
  t.equal(sees(['*,!real\\*']), '4711 2 1001', 'staff in scope, and who is no more');
  t.equal(sees(['*'], 'config.staff', 'accounts.hidden'), '4711 2 1003 1002 1001 0');
});

t.test('A line of no login of a log of before is for whoever sees everything', async (t) => {
  const created = line('group real\\a created', { kind: 'config' });
  const table = journal(t, [created, line('the disk has room', { kind: 'system' })]);
  const settings = ['group'];
  const found = (rights: readonly (typeof RIGHTS)[number][]) =>
    table.journal({ ...ALL, viewer: { login: 1, rights, group_scope: ['*'], settings } }).found;
  t.equal(found(['config.groups', 'config.staff']), 0);
  t.equal(found(['config.staff', 'accounts.hidden']), 2);
});

t.test('Lines are counted up to a bound, and passed over by number', async (t) => {
  const table = journal(t, ...Array.from({ length: 9 }, (_, n) => [line(`${n}`)]));
  t.equal(texts(table, { skip: 2, limit: 3 }), '6 5 4');
  const part = table.journal({ ...ALL, count: 5 });
  t.equal(part.found, 5);
  t.not(part.behind, null, 'there are more');
  t.equal(table.journal({ ...ALL, count: 9 }).behind, null, 'these are all');
});

t.test('A long journal is looked through in parts, each line once', async (t) => {
  const db = opened(t);
  const lines = 2_500;
  const insert = db.prepare(
    `INSERT INTO journal VALUES (?, 1, ?, 0, '', 'auth', 0, ?, '', '', '')`,
  );
  db.transaction(() => {
    // A thousand of one moment, within which a part ends.
    for (let n = 1; n <= lines; n += 1) insert.run(n, Math.min(n, 1_500), `line ${n}`);
  })();
  const table = queryTable(db, { query: () => [] }, NO_EVENTS);
  for (const text of [undefined, 'LINE', 'nowhere']) {
    let behind: JournalPlace | null | undefined;
    let [parts, found] = [0, 0];
    const ids: number[] = [];
    while (behind !== null) {
      const query = { ...ALL, limit: lines, count: lines, ...(text && { text }) };
      const part = table.journal({ ...query, ...(behind && { behind }) });
      ids.push(...part.items.map(({ id }) => id));
      found += part.found;
      behind = part.behind;
      parts += 1;
    }
    const all = Array.from({ length: lines }, (_, n) => lines - n);
    t.same(ids, text === 'nowhere' ? [] : all, text ?? 'all');
    t.same([parts, found], [3, ids.length]);
  }
});

t.test('Every search enters an index by its period, and sorts nothing', async (t) => {
  const plans = [...plansOf(t, useQueries)]
    .filter(([sql]) => /FROM journal\s+WHERE .*@time/s.test(sql))
    .map(([, plan]) => plan);
  t.equal(plans.length, 8);
  for (const plan of plans) {
    t.match(
      plan,
      /^SEARCH journal USING (COVERING )?INDEX journal_\w+ \((\w+=\? AND )?time>\? AND time<\?\)$/,
    );
  }
  for (const index of ['time', 'by', 'login', 'kind']) {
    t.equal(plans.filter((plan) => plan.includes(`journal_${index} `)).length, 2, index);
  }
});

const ALL_DAYS: DailyQuery = { session: '', login: 1001, page: 1, limit: 100 };
const day = (n: number, login = 1001) => {
  const date = `2026-03-${String(n).padStart(2, '0')}`;
  const id = dailyId(Date.parse(date) / 86_400_000, login);
  const ended = { id, login, date, currency_digits: 2, balance: n * 100 };
  return buildAccountEvent({ login, daily: { ...emptyRow(DAILY), ...ended } });
};

t.test('Daily lines are paged newest day first, both ends of a period included', async (t) => {
  const queries = queried(t, day(2), day(3), day(3, 1002), day(4), day(5));
  const list = (of: Partial<DailyQuery> = {}) => queries['history.daily']({ ...ALL_DAYS, ...of });
  const dates = (of?: Partial<DailyQuery>) =>
    list(of).items.map(({ date }) => String(date).slice(8));
  t.same(dates(), ['05', '04', '03', '02']);
  t.same(dates({ from: '2026-03-03', to: '2026-03-04' }), ['04', '03']);
  t.same(dates({ limit: 3, page: 2 }), ['02']);
  t.match(list({ limit: 1 }), { total: 4, page: 1, items: [{ login: 1001, balance: '5.00' }] });
  t.same(dates({ login: 1002 }), ['03']);
  t.match(list({ min_projection_seq: '9' }), { items: [], consistency: 'projection_pending' });
});

t.test('The ids of a list are all in its order, or none where there are too many', async (t) => {
  const trade = (id: number, login: number) => [
    buildAccountEvent({ login, positions: [buildPosition({ id, login, volume: 1e8 })] }),
    buildAccountEvent({ login, orders: [buildOrder({ id: id + 10, login, state: 'placed' })] }),
  ];
  const queries = queried(t, ...trade(1, 1002), ...trade(2, 1001), ...trade(3, 1002));
  const all = { session: '', viewer: { rights: RIGHTS, group_scope: ['*'] } };
  for (const [name, ids] of [
    ['open.position_ids', [2, 1, 3]],
    ['open.order_ids', [12, 11, 13]],
  ] as const) {
    t.match(queries[name]({ ...all, most: 3 }), { total: 3, ids });
    t.match(queries[name]({ ...all, most: 2 }), { total: 3, ids: [] });
    t.match(queries[name]({ ...all, login: 1002, most: 2 }), { total: 2, ids: ids.slice(1) });
    const late = queries[name]({ ...all, most: 3, min_projection_seq: '99' });
    t.match(late, { total: 0, ids: [], consistency: 'projection_pending' });
  }
});

t.test('A picture has the rows of the lists and the stored money, or none of too many', (t) => {
  const group = (n: number) => (n % 2 === 0 ? 'demo\\a' : 'real\\b');
  const symbol = (n: number) => (n % 2 === 0 ? 'EURUSD' : 'GBPUSD');
  const accounts = [1001, 1002, 1003].map((login, n) =>
    accountChange(login, { login, group: group(n), hidden: login === 1003 }),
  );
  const trades = [1001, 1002, 1003].flatMap((login, n) => [
    buildAccountEvent({
      login,
      group: group(n),
      ledger: buildLedger({ login, balance: login, credit: 50, currency_digits: 2 }),
      positions: [buildPosition({ id: 9 - n, login, volume: 1e8, symbol: symbol(n) })],
      orders: [buildOrder({ id: 19 - n, login, state: 'placed', symbol: symbol(n) })],
    }),
  ]);
  const db = projected(t, buildDeskEvent({ changes: accounts }), ...trades);
  const lists = queryTable(db, { query: () => [] }, NO_EVENTS);
  const table = slicedTable(db);
  const seen = { session: '', viewer: { rights: RIGHTS, group_scope: ['*'] } };
  for (const kind of ['positions', 'orders'] as const) {
    const picture = (of: object) =>
      finished(table['open.snapshot']({ ...seen, kind, most: 3, ...of }));
    const { items } = lists[`open.${kind}`]({ ...seen, page: 1, limit: 10 });
    const rows = picture({}).rows.map(([login, path, text]) => {
      t.same([path, login], [group(login - 1001), JSON.parse(text).login]);
      return JSON.parse(text);
    });
    t.same(rows, items, kind);
    t.match(picture({ most: 2 }), { total: 3, rows: [] });
    t.equal(picture({ groups: ['real\\b'] }).total, 1);
    t.equal(picture({ viewer: { rights: RIGHTS, group_scope: ['demo\\*'] } }).total, 2);
    t.match(picture({ min_projection_seq: '99' }), { rows: [], consistency: 'projection_pending' });
  }
  const money = (of: object = {}) =>
    finished(table['accounts.money']({ ...seen, group: '*', most: 3, ...of }));
  t.same(money().rows[0], [
    1001,
    'demo\\a',
    JSON.stringify({ login: 1001, balance: '10.01', credit: '0.50' }),
  ]);
  t.match(money({ most: 2 }), { total: 3, rows: [] });
  t.equal(money({ group: 'real*' }).total, 1);
  const rights = RIGHTS.filter((right) => right !== 'accounts.hidden');
  t.equal(money({ viewer: { rights, group_scope: ['*'] } }).total, 2);
  t.end();
});

t.test('Rows by their ids are those that the reader sees', async (t) => {
  const dealt = { position_id: 2, volume: 1e8 };
  const queries = queried(
    t,
    buildAccountEvent({
      deals: [buildDeal({ ...dealt, id: 1 })],
      positions: [buildPosition({ id: 2, volume: 1e8 })],
    }),
    buildAccountEvent({
      deals: [buildDeal({ ...dealt, id: 2, entry: 'out', action: 'sell' })],
      positions: [buildPosition({ id: 2, volume: 0, closed: true })],
    }),
  );
  const rows = (group_scope: string[]) =>
    queries['closed.rows']({ viewer: { rights: RIGHTS, group_scope }, ids: [1, 2, 3] });
  t.match(rows(['*']), [{ id: 2, position_id: 2 }]);
  t.same(rows(['elsewhere\\*']), []);
});
