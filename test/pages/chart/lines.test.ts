// Lines of a chart: what they stand for, what moving one asks the server for, prices on the screen.

import t from 'tap';
import {
  endRequest,
  gainMoney,
  labelColumns,
  labelDrops,
  linesOf,
  moveRequest,
  newStop,
  priceOnStep,
  steppedPrice,
  type TradeLine,
} from '../../../pages/chart/lines.js';
import type { OrderRow, PositionRow } from '../../../pages/live/account.js';

const position = (row: Partial<PositionRow>) =>
  ({
    id: 1,
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.1',
    price_open: '1.15500',
    sl: null,
    tp: null,
    ...row,
  }) as PositionRow;

const order = (row: Partial<OrderRow>) =>
  ({
    id: 2,
    symbol: 'EURUSD',
    side: 'sell',
    kind: 'stop_limit',
    volume_current: '0.3',
    price_order: '1.15000',
    price_stop_limit: '1.15100',
    sl: '1.15900',
    tp: null,
    ...row,
  }) as OrderRow;

t.test('A symbol has the lines of its positions and pending orders alone', async (t) => {
  const lines = linesOf(
    'EURUSD',
    [position({ tp: '1.16000' }), position({ id: 3, symbol: 'GBPUSD' })],
    [order({}), order({ id: 4, kind: 'market' })],
  );
  t.same(
    lines.map(({ key, price }) => [key, price]),
    [
      ['p1.position', '1.15500'],
      ['p1.tp', '1.16000'],
      ['o2.order', '1.15000'],
      ['o2.limit', '1.15100'],
      ['o2.sl', '1.15900'],
    ],
  );
  t.equal(lines.at(-1)?.open, '1.15100', 'a stop-limit opens at its limit');
});

t.test('Moving or ending a line changes what it stands for, and nothing else', async (t) => {
  const [own, tp] = linesOf('EURUSD', [position({ tp: '1.16000' })], []) as [TradeLine, TradeLine];
  const [pending, limit, sl] = linesOf('EURUSD', [], [order({})]) as [
    TradeLine,
    TradeLine,
    TradeLine,
  ];
  t.same(moveRequest(tp, '1.16100'), { kind: 'modify', position_id: 1, tp: '1.16100' });
  t.same(moveRequest(newStop(own, 'sl', '1.15'), '1.14'), {
    kind: 'modify',
    position_id: 1,
    sl: '1.14',
  });
  t.same(moveRequest(pending, '1.1'), { kind: 'pending_modify', order_id: 2, price: '1.1' });
  t.same(moveRequest(limit, '1.1'), {
    kind: 'pending_modify',
    order_id: 2,
    price_stop_limit: '1.1',
  });
  t.same(endRequest(own), { kind: 'close', position_id: 1 });
  t.same(endRequest(pending), { kind: 'pending_cancel', order_id: 2 });
  t.same(endRequest(sl), { kind: 'pending_modify', order_id: 2, sl: '0' });
});

t.test('The money of a stop is that of the points from the opening price', async (t) => {
  const value = { volume: '0.1', point_value: '0.1' };
  const [long] = linesOf('EURUSD', [position({})], []) as [TradeLine];
  const [short] = linesOf('EURUSD', [position({ side: 'sell' })], []) as [TradeLine];
  t.equal(gainMoney(long, '1.15450', value, 5, 2), '-5.00');
  t.equal(gainMoney(short, '1.15450', value, 5, 2), '5.00');
});

t.test('Prices of the screen are prices of the symbol', async (t) => {
  t.equal(priceOnStep(1.154_567_8, '0', 5), '1.15457');
  t.equal(priceOnStep(6_538.37, '0.25', 2), '6538.25');
  t.equal(priceOnStep(-1, '0', 2), '0.00');
  t.equal(steppedPrice('1.15457', 10, '0', 5), '1.15467');
  t.equal(steppedPrice('6538.25', -1, '0.25', 2), '6538.00');
  t.equal(steppedPrice('0.00', -1, '0', 2), '0.00', 'never below zero');
});

t.test('Labels that would cover each other stand side by side', async (t) => {
  const places = [
    { key: 'a', y: 100 },
    { key: 'b', y: 90 },
    { key: 'c', y: 130 },
  ];
  t.same([...labelColumns(places, 22)].sort(), [
    ['a', 1],
    ['b', 0],
    ['c', 0],
  ]);
  const drops = labelDrops([...places, { key: 'd', y: 400 }], 22);
  t.same(Object.fromEntries(drops), { b: 0, a: 12, c: 4, d: 0 }, 'or below each other');
});
