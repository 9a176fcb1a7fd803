// Queries: what traders see of their history, page by page.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Database, openReader } from '../../storage/database.js';
import { Projection } from '../../storage/projection.js';
import { knownRows, type QueryTable, queryTable, storedRequest } from '../../storage/queries.js';
import { openProjection } from '../../storage/schema.js';
import type { Event } from '../../wire/events.js';
import type { HistoryQuery } from '../../wire/queries.js';
import {
  buildAccountEvent,
  buildBatch,
  buildDeal,
  buildLedger,
  buildOrder,
  buildPosition,
  buildResult,
  MONDAY,
} from '../support/build.js';

/** A reader's connection to a database that holds the events. */
const projected = (t: Test, ...events: readonly Event[]): Database => {
  const path = join(t.testdir(), 'brokerd.db');
  const writer = openProjection(path);
  new Projection(writer).project([buildBatch(1, events)]);
  const reader = openReader(path);
  t.teardown(() => {
    reader.close();
    writer.close();
  });
  return reader;
};

const queried = (t: Test, ...events: readonly Event[]): QueryTable =>
  queryTable(projected(t, ...events), { query: () => [] });

const deal = (id: number, symbol = 'EURUSD') =>
  buildAccountEvent({ deals: [buildDeal({ id, symbol, created_at: MONDAY + id })] });

const all: HistoryQuery = { login: 1001, page: 1, limit: 100 };
const ids = ({ items }: { items: readonly Record<string, unknown>[] }) => items.map(({ id }) => id);

t.test('Deals are paged newest first, from either end of a long list', async (t) => {
  const queries = queried(t, ...Array.from({ length: 25 }, (_, i) => deal(i + 1)));
  const pages = [1, 2, 3, 4].map((page) => queries['history.deals']({ ...all, page, limit: 10 }));
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
    ids(queries['history.deals']({ ...all, page, limit: 2 })),
  );
  t.same(seen, [5, 4, 3, 2, 1]);
});

t.test('History is bounded by time and symbol and shows one account alone', async (t) => {
  const other = buildAccountEvent({ login: 1002, deals: [buildDeal({ id: 9, login: 1002 })] });
  const queries = queried(t, deal(1), deal(2, 'USDJPY'), deal(3), deal(4), other);
  const list = (of: Partial<HistoryQuery>) => ids(queries['history.deals']({ ...all, ...of }));
  t.same(list({ symbol: 'EURUSD' }), [4, 3, 1]);
  t.same(list({ from: MONDAY + 2, to: MONDAY + 4 }), [3, 2], 'from inclusive, to exclusive');
  t.same(list({ login: 1002 }), [9]);
  t.same(list({ symbol: 'eurusd' }), [4, 3, 1], 'in either letter case');
});

t.test('Each list is answered by the history alone, in its order', async (t) => {
  const path = join(t.testdir(), 'brokerd.db');
  const db = openProjection(path);
  const plans: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = ((sql: string) => {
    if (/FROM history/.test(sql)) {
      const within = { login: 1, from: 0, to: 1, symbol: null, rows: 1, skip: 0 };
      const plan = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(within) as { detail: string }[];
      plans.push(plan.map(({ detail }) => detail).join('; '));
    }
    return prepare(sql);
  }) as typeof db.prepare;
  queryTable(db, { query: () => [] });
  db.close();
  t.equal(plans.length, 9);
  for (const plan of plans)
    t.match(plan, /SEARCH history USING PRIMARY KEY \(login=\? AND time>\? AND time<\?\)/, plan);
});

t.test('Orders are history when they are final; closed positions once they are flat', async (t) => {
  const queries = queried(
    t,
    buildAccountEvent({
      orders: [
        buildOrder({ id: 1, state: 'placed' }),
        buildOrder({ id: 2, state: 'filled', done_at: MONDAY + 1, price_filled: 108_950_125 }),
      ],
      deals: [buildDeal({ id: 1, position_id: 2, volume: 1e8, price: 108_950_000 })],
      positions: [buildPosition({ id: 2, volume: 1e8 })],
    }),
    buildAccountEvent({
      deals: [
        buildDeal({
          id: 2,
          position_id: 2,
          entry: 'out',
          action: 'sell',
          volume: 1e8,
          price: 109_000_000,
          profit: 5_000,
        }),
      ],
      positions: [buildPosition({ id: 2, volume: 0, closed: true })],
    }),
  );
  t.match(queries['history.orders'](all), {
    total: 1,
    items: [{ id: 2, state: 'filled', price_filled: '1.08950125', done_at: /^2026-03-02T09/ }],
  });
  t.match(queries['history.positions'](all), {
    total: 1,
    items: [
      { position_id: 2, side: 'buy', volume: '1', price_close: '1.09000000', profit: '50.00' },
    ],
  });
});

t.test('A fence that is ahead of the rows says so', async (t) => {
  const queries = queried(t, deal(1), deal(2));
  const at = (min_projection_seq: string) =>
    queries['history.deals']({ ...all, min_projection_seq });
  t.match(at('2'), { consistency: 'current', projection_seq: '2' });
  t.notOk('retry_after_ms' in at('2'));
  t.match(at('3'), { consistency: 'projection_pending', retry_after_ms: Number });
  t.match(at('9223372036854775807'), { consistency: 'projection_pending' });
});

t.test('The stored ledger is shown; an account without events has none', async (t) => {
  const queries = queried(t, buildAccountEvent({ ledger: buildLedger({ balance: 1_000_050 }) }));
  t.match(queries['account.ledger']({ login: 1001 }), { balance: '10000.50', so_at: null });
  t.equal(queries['account.ledger']({ login: 1002 }), null);
});

t.test('A remembered request is found by its login and id alone', async (t) => {
  const request_id = '0b3c1f2e-7a55-4c1d-9d52-f9a1f1c2d3e4';
  const result = buildResult({ request_id, order_id: 5, deal_ids: '6', price: 108_950_000 });
  const db = projected(t, buildAccountEvent({ remembered: { request_id, digest: 'abc', result } }));
  t.same(storedRequest(db, 1001, request_id), { digest: 'abc', result, seq: 1 });
  t.equal(storedRequest(db, 1002, request_id), null);
});

t.test('Orders and positions of an account are known, whatever became of them', async (t) => {
  const order = buildOrder({ id: 5 });
  const made = buildDeal({ id: 6, position_id: 5 });
  const known = knownRows(projected(t, buildAccountEvent({ orders: [order], deals: [made] })));
  t.ok(known(1001, 'order', 5) && known(1001, 'position', 5));
  t.notOk(known(1002, 'order', 5) || known(1002, 'position', 5), "another account's");
  t.notOk(known(1001, 'order', 6) || known(1001, 'position', 6), 'a deal is neither');
});
