// Closed positions: what one leg of a position came to, out of its deals.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import { closedLeg } from '../../storage/legs.js';
import { Projection } from '../../storage/projection.js';
import { CLOSED_POSITIONS, openProjection } from '../../storage/schema.js';
import type { AccountEvent } from '../../wire/events.js';
import type { Deal } from '../../wire/records.js';
import {
  buildAccountEvent,
  buildBatch,
  buildDeal,
  buildPosition,
  MONDAY,
} from '../support/build.js';
import { rowsIn } from '../support/stored-rows.js';

const LOT = 1e8;
const price = (text: string): number => Math.round(Number(text) * 1e8);

const deal = (id: number, of: Partial<Deal>): Deal =>
  buildDeal({ id, position_id: 1, created_at: MONDAY + id, ...of });

t.test('Partial closes and growths average into one leg', async (t) => {
  const leg = closedLeg(
    'demo\\standard',
    [
      deal(1, { action: 'buy', entry: 'in', volume: LOT, price: price('1.1'), commission: -350 }),
      deal(2, { action: 'buy', entry: 'in', volume: 2 * LOT, price: price('1.2') }),
      deal(3, { action: 'sell', entry: 'out', volume: LOT, price: price('1.3'), profit: 1_000 }),
      deal(4, {
        action: 'sell',
        entry: 'out',
        volume: 2 * LOT,
        price: price('1.25'),
        profit: 500,
        swap: -20,
        fee: -5,
        reason: 'tp',
      }),
    ],
    0,
  );
  t.match(leg, {
    id: 4,
    position_id: 1,
    group: 'demo\\standard',
    side: 'buy',
    volume: 3 * LOT,
    price_open: 116_666_667,
    price_close: 126_666_667,
    profit: 1_500,
    swap: -20,
    commission: -350,
    fee: -5,
    reason: 'tp',
    opened_at: MONDAY + 1,
    closed_at: MONDAY + 4,
  });
});

t.test('Averages of negative prices round half away from zero', async (t) => {
  const leg = closedLeg(
    'g',
    [
      deal(1, { action: 'sell', entry: 'in', volume: LOT, price: -5 }),
      deal(2, { action: 'sell', entry: 'in', volume: LOT, price: -6 }),
      deal(3, { action: 'buy', entry: 'out', volume: 2 * LOT, price: 7 }),
    ],
    0,
  );
  t.match(leg, { side: 'sell', price_open: -6, price_close: 7 });
});

t.test('Nothing closed is no leg', async (t) => {
  t.equal(closedLeg('g', [deal(1, { action: 'buy', entry: 'in', volume: LOT })], 0), undefined);
});

const closedRows = (t: Test, ...events: readonly AccountEvent[]): unknown[] => {
  const db = openProjection(join(t.testdir(), 'brokerd.db'));
  t.teardown(() => db.close());
  const projection = new Projection(db);
  for (const [index, event] of events.entries()) {
    projection.project([buildBatch(index + 1, [event])]);
  }
  return rowsIn(db, CLOSED_POSITIONS).map((row) => [
    row.id,
    row.side,
    row.volume,
    row.price_open,
    row.price_close,
    row.profit,
    row.commission,
  ]);
};

t.test('A reversal ends one leg and begins the next on the other side', async (t) => {
  const rows = closedRows(
    t,
    buildAccountEvent({
      deals: [
        deal(1, { action: 'buy', entry: 'in', volume: LOT, price: price('1.1'), commission: -100 }),
      ],
      positions: [buildPosition({ volume: LOT })],
    }),
    buildAccountEvent({
      deals: [
        deal(2, {
          action: 'sell',
          entry: 'inout',
          volume: 2.5 * LOT,
          volume_closed: LOT,
          price: price('1.104'),
          profit: 40_000,
          commission: -250,
        }),
      ],
      positions: [buildPosition({ side: 'sell', volume: 1.5 * LOT })],
    }),
    buildAccountEvent({
      deals: [
        deal(3, { action: 'sell', entry: 'in', volume: 0.5 * LOT, price: price('1.108') }),
        deal(4, {
          action: 'buy',
          entry: 'out',
          volume: 2 * LOT,
          price: price('1.1'),
          profit: 60_000,
          commission: -150,
        }),
      ],
      positions: [buildPosition({ volume: 0, closed: true })],
    }),
  );
  t.same(rows, [
    [2, 'buy', LOT, price('1.1'), price('1.104'), 40_000, -350],
    [4, 'sell', 2 * LOT, price('1.105'), price('1.1'), 60_000, -150],
  ]);
});

t.test('A partial close is no closed position until the rest has gone', async (t) => {
  const open = buildAccountEvent({
    deals: [deal(1, { action: 'buy', entry: 'in', volume: 2 * LOT, price: 10 })],
    positions: [buildPosition({ volume: 2 * LOT })],
  });
  const part = buildAccountEvent({
    deals: [deal(2, { action: 'sell', entry: 'out', volume: LOT, price: 12 })],
    positions: [buildPosition({ volume: LOT })],
  });
  t.same(closedRows(t, open, part), []);
});

t.test("A swap's reopen ends a leg of a position that goes on", async (t) => {
  const [first, last] = closedRows(
    t,
    buildAccountEvent({
      deals: [deal(1, { action: 'buy', entry: 'in', volume: LOT, price: price('1.1') })],
      positions: [buildPosition({ volume: LOT })],
    }),
    buildAccountEvent({
      deals: [
        deal(2, {
          action: 'sell',
          entry: 'out',
          volume: LOT,
          price: price('1.102'),
          profit: 20_000,
          reason: 'rollover',
        }),
        deal(3, {
          action: 'buy',
          entry: 'in',
          volume: LOT,
          price: price('1.10205'),
          reason: 'rollover',
        }),
      ],
      positions: [buildPosition({ volume: LOT, price_open: price('1.10205') })],
    }),
    buildAccountEvent({
      deals: [
        deal(4, {
          action: 'sell',
          entry: 'out',
          volume: LOT,
          price: price('1.103'),
          profit: 9_500,
        }),
      ],
      positions: [buildPosition({ volume: 0, closed: true })],
    }),
  );
  t.same(first, [2, 'buy', LOT, price('1.1'), price('1.102'), 20_000, 0]);
  t.same(last, [4, 'buy', LOT, price('1.10205'), price('1.103'), 9_500, 0]);
});

t.test('A deleted position leaves what its deals had closed of it, or nothing', async (t) => {
  const opened = buildAccountEvent({
    deals: [deal(1, { action: 'buy', entry: 'in', volume: 2 * LOT, price: 10 })],
    positions: [buildPosition({ volume: 2 * LOT })],
  });
  const part = buildAccountEvent({
    deals: [deal(2, { action: 'sell', entry: 'out', volume: LOT, price: 12, profit: 5 })],
    positions: [buildPosition({ volume: LOT })],
  });
  const deleted = buildAccountEvent({
    kind: 'correction',
    positions: [buildPosition({ volume: 0, closed: true })],
  });
  t.same(closedRows(t, opened, part, deleted), [[2, 'buy', LOT, 10, 12, 5, 0]]);
});

t.test('A trade that is taken back takes the closed position with it', async (t) => {
  const opened = buildAccountEvent({
    deals: [deal(1, { action: 'buy', entry: 'in', volume: LOT, price: 10 })],
    positions: [buildPosition({ volume: LOT })],
  });
  const out = { entry: 'out', volume: LOT, price: 12 } as const;
  const closed = buildAccountEvent({
    deals: [deal(2, { action: 'sell', ...out })],
    positions: [buildPosition({ volume: 0, closed: true })],
  });
  const busted = buildAccountEvent({
    deals: [deal(2, { action: 'sell_canceled', ...out })],
    positions: [buildPosition({ volume: LOT })],
  });
  const again = buildAccountEvent({
    deals: [deal(3, { action: 'sell', entry: 'out', volume: LOT, price: 11 })],
    positions: [buildPosition({ volume: 0, closed: true })],
  });
  t.same(closedRows(t, opened, closed, busted), []);
  t.same(closedRows(t, opened, closed, busted, again), [[3, 'buy', LOT, 10, 11, 0, 0]]);
});
