// Closed positions: what one leg of a position came to, out of its deals.

import t, { type Test } from 'tap';
import { CLOSED_POSITIONS } from '../../../storage/database/schema.js';
import { closedPosition, type TradeDeal } from '../../../storage/projection/closed-positions.js';
import { OpenTrades, POSITIONS_MAX } from '../../../storage/projection/open-deals.js';
import { Projection } from '../../../storage/projection/projection.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Deal, Position } from '../../../wire/trading/records.js';
import {
  buildAccountEvent,
  buildBatch,
  buildDeal,
  buildPosition,
  MONDAY,
} from '../../support/build.js';
import { opened } from '../../support/opened.js';
import { privateSize } from '../../support/private-size.js';
import { rowsIn } from '../../support/stored-rows.js';

const LOT = 1e8;
const price = (text: string): number => Math.round(Number(text) * 1e8);

/** Deal `id` of position 1: an entry of so many lots at a price. */
const deal =
  (entry: Deal['entry'], action: Deal['action']) =>
  (id: number, lots: number, at: number | string, of: Partial<Deal> = {}): Deal =>
    buildDeal({
      ...{ id, position_id: 1, created_at: MONDAY + id, entry, action, volume: lots * LOT },
      price: typeof at === 'string' ? price(at) : at,
      ...of,
    });
const buy = deal('in', 'buy');
const buyOut = deal('out', 'buy');
const sell = deal('in', 'sell');
const sellOut = deal('out', 'sell');

/** An event of deals, and what it leaves of the position: nothing is the end of it. */
const left = (lots: number, deals: Deal[], of: Partial<Position> = {}): AccountEvent =>
  buildAccountEvent({
    deals,
    positions: [buildPosition({ volume: lots * LOT, closed: lots === 0, ...of })],
  });

t.test('Partial closes and growths average into one leg', async (t) => {
  const deals = [
    buy(1, 1, '1.1', { commission: -350 }),
    buy(2, 2, '1.2'),
    sellOut(3, 1, '1.3', { profit: 1_000 }),
    sellOut(4, 2, '1.25', { profit: 500, swap: -20, fee: -5, reason: 'tp' }),
  ];
  t.match(closedPosition('demo\\standard', deals, 0), {
    ...{ id: 4, position_id: 1, group: 'demo\\standard', side: 'buy', volume: 3 * LOT },
    ...{ price_open: 116_666_667, price_close: 126_666_667 },
    ...{ profit: 1_500, swap: -20, commission: -350, fee: -5, reason: 'tp' },
    ...{ opened_at: MONDAY + 1, closed_at: MONDAY + 4 },
  });
});

t.test('Averages of negative prices round half away from zero', async (t) => {
  const closed = closedPosition('g', [sell(1, 1, -5), sell(2, 1, -6), buyOut(3, 2, 7)], 0);
  t.match(closed, { side: 'sell', price_open: -6, price_close: 7 });
});

t.test('Nothing closed is no leg', async (t) => {
  t.equal(closedPosition('g', [buy(1, 1, 0)], 0), undefined);
});

/** The closed positions that events leave, each projected by itself. */
const closedRows = (t: Test, ...events: readonly AccountEvent[]): unknown[] => {
  const db = opened(t);
  const projection = new Projection(db);
  for (const [index, event] of events.entries()) {
    projection.project([buildBatch(index + 1, [event])]);
  }
  return rowsIn(db, CLOSED_POSITIONS).map((row) => {
    const { id, side, volume, price_open, price_close, profit, commission } = row;
    return [id, side, volume, price_open, price_close, profit, commission];
  });
};

t.test('A reversal ends one leg and begins the next on the other side', async (t) => {
  const turned = { volume_closed: LOT, profit: 40_000, commission: -250 };
  const rows = closedRows(
    t,
    left(1, [buy(1, 1, '1.1', { commission: -100 })]),
    left(1.5, [deal('inout', 'sell')(2, 2.5, '1.104', turned)], { side: 'sell' }),
    left(0, [sell(3, 0.5, '1.108'), buyOut(4, 2, '1.1', { profit: 60_000, commission: -150 })]),
  );
  t.same(rows, [
    [2, 'buy', LOT, price('1.1'), price('1.104'), 40_000, -350],
    [4, 'sell', 2 * LOT, price('1.105'), price('1.1'), 60_000, -150],
  ]);
});

t.test('A partial close is no closed position until the rest has gone', async (t) => {
  t.same(closedRows(t, left(2, [buy(1, 2, 10)]), left(1, [sellOut(2, 1, 12)])), []);
});

t.test("A swap's reopen ends a leg of a position that goes on", async (t) => {
  const reason = 'rollover';
  const rows = closedRows(
    t,
    left(1, [buy(1, 1, '1.1')]),
    left(
      1,
      [sellOut(2, 1, '1.102', { profit: 20_000, reason }), buy(3, 1, '1.10205', { reason })],
      {
        price_open: price('1.10205'),
      },
    ),
    left(0, [sellOut(4, 1, '1.103', { profit: 9_500 })]),
  );
  t.same(rows, [
    [2, 'buy', LOT, price('1.1'), price('1.102'), 20_000, 0],
    [4, 'buy', LOT, price('1.10205'), price('1.103'), 9_500, 0],
  ]);
});

t.test('A deleted position leaves what its deals had closed of it, or nothing', async (t) => {
  const part = left(1, [sellOut(2, 1, 12, { profit: 5 })]);
  const deleted = { ...left(0, []), kind: 'correction' } as const;
  t.same(closedRows(t, left(2, [buy(1, 2, 10)]), part, deleted), [[2, 'buy', LOT, 10, 12, 5, 0]]);
});

t.test('A trade that is taken back takes the closed position with it', async (t) => {
  const first = [
    left(1, [buy(1, 1, 10)]),
    left(0, [sellOut(2, 1, 12)]),
    left(1, [deal('out', 'sell_canceled')(2, 1, 12)]),
  ];
  t.same(closedRows(t, ...first), []);
  const again = left(0, [sellOut(3, 1, 11)]);
  t.same(closedRows(t, ...first, again), [[3, 'buy', LOT, 10, 11, 0, 0]]);
});

t.test('The deals of so many positions are kept, of the oldest no more', async (t) => {
  const book = new OpenTrades();
  for (let n = 1; n <= POSITIONS_MAX + 10; n += 1)
    book.open({ id: n, position_id: n } as TradeDeal);
  t.equal(privateSize(book, '#trades'), POSITIONS_MAX);
  t.equal(book.get(10), undefined);
  t.ok(book.get(11));
});
