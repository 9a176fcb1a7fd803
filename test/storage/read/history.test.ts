// History by cursors: a client that walks while rows arrive gets each once; filters; rows by id.

import t, { type Test } from 'tap';
import { queryTable } from '../../../storage/read/queries.js';
import type { HistoryPage, HistoryQuery } from '../../../wire/queries/history-queries.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import {
  buildAccountEvent,
  buildDeal,
  buildOrder,
  buildPosition,
  buildResult,
  MONDAY,
} from '../../support/build.js';
import { NO_EVENTS, projected, projecting } from '../../support/opened.js';

const tableOf = (db: Parameters<typeof queryTable>[0]) =>
  queryTable(db, { query: () => [] }, NO_EVENTS);
const NEWEST: HistoryQuery = { session: '', login: 1001, page: 1, limit: 100 };
const ids = ({ items }: HistoryPage): number[] => items.map(({ id }) => Number(id));

/** The lists that are read by cursors, with those of their ids that an event adds. */
const LISTS = {
  'history.orders': ({ orders }: AccountEvent) => orders.map(({ id }) => id),
  'history.deals': ({ deals }: AccountEvent) => deals.map(({ id }) => id),
  'history.positions': ({ positions, deals }: AccountEvent) =>
    positions.length > 0 ? deals.map(({ id }) => id) : [],
} as const;
type List = keyof typeof LISTS;

/**
 * Events of an account, some at one time: orders that end in another order than they began, several
 * deals and orders in one event, positions that close.
 */
const eventsOf = (count: number): readonly AccountEvent[] => {
  let time = MONDAY;
  return Array.from({ length: count }, (_, n): AccountEvent => {
    if (n % 4 === 0) time += 1;
    const id = 3 * n + 1;
    const at = { created_at: time };
    // Of four orders that end at one time the newest ends first.
    const order = {
      id: 3 * (n - (n % 4)) + 10 - 3 * (n % 4),
      state: 'filled',
      done_at: time,
    } as const;
    if (n % 5 === 1) {
      const deals = [id, id + 1].map((one) => buildDeal({ id: one, ...at, position_id: 9000 + n }));
      const orders = [order, { ...order, id: order.id + 1 }].map(buildOrder);
      return buildAccountEvent({ time, deals, orders });
    }
    if (n % 5 === 2) {
      const of = { position_id: 9000 + n, volume: 1e8, ...at };
      const opening = buildDeal({ id, ...of, entry: 'in' });
      const closing = buildDeal({ id: id + 1, ...of, entry: 'out', action: 'sell' });
      const over = { id: 9000 + n, volume: 0, closed: true };
      const positions = [buildPosition(over)];
      return buildAccountEvent({ time, deals: [opening, closing], positions });
    }
    if (n % 5 === 3) return buildAccountEvent({ time, orders: [buildOrder(order)] });
    return buildAccountEvent({ time, deals: [buildDeal({ id, ...at })] });
  });
};

/** The ids that a list has of events, in the order in which they came. */
const cameIn = (list: List, events: readonly AccountEvent[]): number[] =>
  list === 'history.positions'
    ? events.flatMap((event) => LISTS[list](event).slice(-1))
    : events.flatMap((event) => LISTS[list](event));

/** Reads on from a cursor until there are no rows, and `step`, after each answer, adds none. */
const walk = (
  read: (query: HistoryQuery) => HistoryPage,
  way: 'after' | 'before',
  from: string,
  step: () => boolean,
): { readonly seen: number[]; readonly first: HistoryPage; readonly last: string } => {
  const seen: number[] = [];
  let cursor = from;
  let first: HistoryPage | undefined;
  for (;;) {
    const page = read({ ...NEWEST, limit: 3, [way]: cursor });
    first ??= page;
    cursor = page[way] ?? '';
    seen.push(...ids(page));
    const isMoved = step();
    if (page.items.length === 0 && !isMoved) return { seen, first, last: cursor };
  }
};

t.test('Rows that arrive during walks by cursors come once each, and none is missed', async (t) => {
  for (const list of Object.keys(LISTS) as List[]) {
    const events = eventsOf(120);
    const { db, add } = projecting(t, ...events.slice(0, 40));
    const queries = tableOf(db);
    const read = (query: HistoryQuery) => queries[list](query);
    let count = 40;
    const arrive = (): boolean => {
      if (count === events.length) return false;
      count += 1;
      add(...events.slice(count - 1, count));
      return true;
    };
    const known = cameIn(list, events.slice(0, count));
    const backward = walk(read, 'before', 'end', () => arrive() && count < 60);
    t.same(backward.seen, known.toReversed(), `${list}: backward, what was there at the start`);
    const newer = walk(read, 'after', backward.first.after ?? '', arrive);
    t.same([...known, ...newer.seen], cameIn(list, events), `${list}: then forward, the others`);
    t.equal(count, events.length, 'rows arrived until the end');
    const forward = walk(read, 'after', 'start', () => false);
    t.same(forward.seen, cameIn(list, events), `${list}: forward from the start`);
    t.equal(forward.last, newer.last);
    t.match(read({ ...NEWEST, after: forward.last }), { items: [], after: forward.last });
  }
});

t.test('The rows next to a cursor are read without a count of the list', async (t) => {
  const { db } = projecting(t, ...eventsOf(20));
  const ran: string[] = [];
  const prepare = db.prepare.bind(db);
  t.intercept(db, 'prepare', {
    value: (sql: string) => {
      const statement = prepare(sql);
      for (const way of ['get', 'all'] as const) {
        const run = statement[way].bind(statement);
        const noted = (...given: readonly unknown[]) => {
          ran.push(sql);
          return run(...given);
        };
        Object.assign(statement, { [way]: noted });
      }
      return statement;
    },
  });
  const queries = tableOf(db);
  const counts = () => ran.splice(0).filter((sql) => /COUNT\(|SUM\(|OFFSET/.test(sql)).length;
  for (const list of Object.keys(LISTS) as List[]) {
    const page = queries[list](NEWEST);
    t.same([counts(), page.total], [2, page.items.length], 'a page counts');
    for (const cursor of [{ after: 'start' }, { before: 'end' }]) {
      const walked = queries[list]({ ...NEWEST, ...cursor, limit: 2 });
      t.same([counts(), walked.total, walked.items.length], [0, null, 2], list);
    }
  }
});

t.test('An account without rows answers the cursor that it was asked for', async (t) => {
  const queries = tableOf(projected(t, buildAccountEvent()));
  for (const cursor of [{ after: 'start' }, { before: 'end' }]) {
    const page = queries['history.deals']({ ...NEWEST, ...cursor });
    t.same(page, { items: [], total: null, page: 1, projection_seq: '1', ...cursor });
  }
  const pending = queries['history.deals']({ ...NEWEST, after: '5-5-5', min_projection_seq: '9' });
  t.match(pending, { items: [], after: '5-5-5', consistency: 'projection_pending' });
});

const REQUEST = '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01';
const OTHER = '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a02';

/** Order 5 of a request, filled in two parts, opens position 5; order 7 closes it by position 6. */
const traded = (t: Test) => {
  const of = { order_id: 5, position_id: 5, request_id: REQUEST };
  const working = buildOrder({ id: 5, state: 'partial', request_id: REQUEST });
  const remembered = {
    request_id: REQUEST,
    digest: 'd',
    result: buildResult({ request_id: REQUEST, order_id: 5, deal_ids: '1', position_id: 5 }),
  };
  const cause = { kind: 'open', source: 'client', dealer: 0, request_id: REQUEST } as const;
  const closing = { order_id: 7, request_id: OTHER, created_at: MONDAY + 3 } as const;
  const by = { state: 'filled', position_id: 5, by_position_id: 6, request_id: OTHER } as const;
  const closed = { volume: 0, closed: true } as const;
  const gone = { kind: 'disconnect', source: 'server', dealer: 0, request_id: '' } as const;
  return tableOf(
    projected(
      t,
      buildAccountEvent({
        deals: [buildDeal({ id: 1, ...of })],
        orders: [working],
        cause,
        remembered,
      }),
      buildAccountEvent({ deals: [buildDeal({ id: 2, order_id: 6, position_id: 6 })] }),
      buildAccountEvent({
        deals: [buildDeal({ id: 3, ...of, created_at: MONDAY + 2 })],
        orders: [{ ...working, state: 'filled', position_id: 5, done_at: MONDAY + 2 }],
      }),
      buildAccountEvent({
        deals: [
          buildDeal({ id: 4, ...closing, position_id: 5 }),
          buildDeal({ id: 5, ...closing, position_id: 6 }),
        ],
        orders: [buildOrder({ id: 7, ...by, done_at: MONDAY + 3 })],
        positions: [buildPosition({ id: 5, ...closed }), buildPosition({ id: 6, ...closed })],
      }),
      buildAccountEvent({
        orders: [buildOrder({ id: 8, state: 'canceled', position_id: 5, done_at: MONDAY + 4 })],
        cause: gone,
      }),
      buildAccountEvent({ orders: [buildOrder({ id: 9, state: 'placed' })] }),
    ),
  );
};

t.test('Orders and deals are found by order, position and request', async (t) => {
  const queries = traded(t);
  const found = (filter: Partial<HistoryQuery>) => [
    ids(queries['history.orders']({ ...NEWEST, ...filter })),
    ids(queries['history.deals']({ ...NEWEST, ...filter })),
  ];
  t.same(found({ order_id: 5 }), [[5], [3, 1]]);
  t.same(found({ order_id: 7 }), [[7], [5, 4]]);
  t.same(found({ position_id: 5 }), [
    [8, 7, 5],
    [4, 3, 1],
  ]);
  t.same(found({ position_id: 6 }), [[7], [5, 2]], 'the other one of a close by');
  t.same(found({ request_id: REQUEST }), [[5], [3, 1]], 'also what came of it later');
  t.same(found({ request_id: REQUEST.toUpperCase() }), [[5], [3, 1]], 'in any case');
  t.same(found({ request_id: OTHER }), [[], []], 'of a request without a result nothing is known');
  t.same(found({ order_id: 7, position_id: 6 }), [[7], [5]], 'all filters count');
  t.same(found({ order_id: 5, request_id: OTHER }), [[], []]);
  t.same(found({ position_id: 5, from: MONDAY + 3 }), [[8, 7], [4]]);
  t.same(found({ position_id: 5, after: 'start', limit: 2 }), [
    [5, 7],
    [1, 3],
  ]);
  t.same(found({ order_id: 5, login: 1002 }), [[], []], 'of another account');
});

t.test('Filters by order and position read the events of their own rows alone', async (t) => {
  const deal = (id: number, order_id: number, position_id: number) =>
    buildDeal({ id, order_id, position_id, created_at: MONDAY + id });
  const old = buildOrder({ id: 5, state: 'partial' });
  const others = Array.from({ length: 200 }, (_, n) =>
    buildAccountEvent({
      deals: [deal(100 + n, 1000 + n, 20)],
      orders: [buildOrder({ id: 1000 + n, state: 'filled', position_id: 20, done_at: MONDAY })],
    }),
  );
  const first = buildAccountEvent({ deals: [deal(1, 5, 5)], orders: [old] });
  const unfilled = buildAccountEvent({ orders: [buildOrder({ id: 6, state: 'placed' })] });
  const last = buildAccountEvent({ deals: [deal(900, 7, 20)] });
  const db = projected(t, first, unfilled, ...others, last);
  // An event of another row could not be unpacked.
  db.exec(`UPDATE entries SET event = x'c1' WHERE event IS NOT NULL
    AND seq IN (SELECT seq FROM entries WHERE deal_id BETWEEN 100 AND 899)`);
  const queries = tableOf(db);
  const deals = (more: Partial<HistoryQuery>) =>
    ids(queries['history.deals']({ ...NEWEST, ...more }));
  t.same(deals({ order_id: 5 }), [1], 'an old order that works');
  t.same(deals({ order_id: 6 }), [], 'an order without a fill');
  t.same(deals({ order_id: 7, position_id: 20 }), [900]);
  t.same(deals({ order_id: 7, position_id: 5 }), []);
  t.same(deals({ position_id: 20, limit: 1 }), [900], 'a page of a large position');
  t.same(deals({ position_id: 20, before: 'end', limit: 1 }), [900]);
  t.throws(() => deals({ position_id: 20, limit: 2 }), 'the events of other rows are broken');
  const orders = queries['history.orders']({ ...NEWEST, position_id: 5 });
  t.same([orders.total, ids(orders)], [0, []]);
});

t.test('An order tells what ended it; orders and deals are read by id', async (t) => {
  const queries = traded(t);
  const of = { session: '', login: 1001 };
  const gone = { id: 8, state: 'canceled', cause: { kind: 'disconnect', source: 'server' } };
  t.match(queries['history.orders'](NEWEST).items[0], gone);
  t.match(queries['history.order']({ ...of, id: 8 }).found, gone);
  t.match(queries['history.order']({ ...of, id: 9 }).found, { state: 'placed', cause: null });
  t.match(queries['history.deal']({ ...of, id: 3 }).found, { order_id: 5, position_id: 5 });
  for (const input of [
    { ...of, id: 99 },
    { ...of, login: 1002, id: 3 },
  ]) {
    t.equal(queries['history.deal'](input).found, null);
    t.equal(queries['history.order']({ ...input, id: input.id + 5 }).found, null);
  }
});
