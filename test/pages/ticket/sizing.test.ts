// The size of a trade and its stops, by the server's figures.

import fc from 'fast-check';
import t from 'tap';
import { compareDecimals, exact, shortTextOf, times } from '../../../pages/live/decimal.js';
import {
  moneyOfPercent,
  moneyOfPoints,
  pointsFrom,
  pointsOfMoney,
  sizeByLots,
  sizeByMoney,
  sizeByPercent,
  stopPoints,
  stopPrice,
} from '../../../pages/ticket/sizing.js';
import { holds } from '../../support/values.js';

const TERMS = { volume_min: '0.01', volume_max: '50', volume_step: '0.01' };
/** 0.1 lots of EURUSD gain 0.1 USD by a point. */
const EURUSD = { volume: '0.1', point_value: '0.1' };

t.test('Lots stay as they are typed; a risk is rounded down, within the bounds', async (t) => {
  t.same(sizeByLots('0.129'), { ok: true, lots: '0.129', isMax: false });
  t.same(sizeByLots(' 500 '), { ok: true, lots: '500', isMax: false });
  for (const text of ['', '0', '-1', 'x', '1,5'])
    t.match(sizeByLots(text), { why: 'not_a_number' });
  const value = { volume: '1', point_value: '1' };
  const size = (money: string) =>
    sizeByMoney(money, 1n, value, { volume_min: '1', volume_max: '10', volume_step: '3' });
  t.same(size('8'), { ok: true, lots: '6', isMax: false });
  t.same(size('11'), { ok: true, lots: '9', isMax: false });
  t.same(size('12'), { ok: true, lots: '9', isMax: true }, 'no more than the symbol takes');
});

t.test('A risk in money or percent is the size whose loss at the stop is no more', async (t) => {
  t.same(sizeByMoney('50', 250n, EURUSD, TERMS), { ok: true, lots: '0.20', isMax: false });
  t.same(sizeByMoney('49.99', 250n, EURUSD, TERMS), { ok: true, lots: '0.19', isMax: false });
  t.same(sizeByPercent('1', '10000.00', 2, 1_000n, EURUSD, TERMS), {
    ok: true,
    lots: '0.10',
    isMax: false,
  });
  t.equal(moneyOfPercent('0.5', '1234.56', 2), '6.17');
  t.match(sizeByMoney('50', null, EURUSD, TERMS), { why: 'no_stop' });
  t.match(sizeByMoney('50', 0n, EURUSD, TERMS), { why: 'no_stop' });
  t.match(sizeByMoney('50', -5n, EURUSD, TERMS), { why: 'no_stop' }, 'a stop on the wrong side');
  t.match(sizeByMoney('0.5', 250n, EURUSD, TERMS), { why: 'below_min' });
  t.match(sizeByPercent('x', '10000.00', 2, 1n, EURUSD, TERMS), { why: 'not_a_number' });
  t.match(sizeByPercent('0.0001', '1.00', 2, 1n, EURUSD, TERMS), { why: 'below_min' });
});

t.test('The size is the largest of its step, with any figures', async (t) => {
  const text = (most: number, digits: number) =>
    fc.integer({ min: 1, max: most }).map((units) => shortTextOf({ units: BigInt(units), digits }));
  const figures = fc.tuple(text(10_000_000, 2), fc.bigInt(1n, 5_000n), text(9_999, 6), text(99, 2));
  const terms = { volume_min: '0.01', volume_max: '1000000', volume_step: '0.01' };
  holds(t, figures, 300, ([money, points, point_value, volume]) => {
    const size = sizeByMoney(money, points, { volume, point_value }, terms);
    const isWithin = (steps: bigint): boolean => {
      const point = times(exact(point_value), { units: points * steps, digits: 2 });
      const risk = times(exact(money), exact(volume));
      return compareDecimals(shortTextOf(point), shortTextOf(risk)) <= 0;
    };
    if (!size.ok) return !isWithin(1n);
    const steps = exact(size.lots).units;
    return isWithin(steps) && (size.isMax || !isWithin(steps + 1n));
  });
});

t.test('Stops by points, price and money are the same stop', async (t) => {
  t.equal(stopPrice('buy', 'sl', '1.15851', 151n, 5), '1.15700');
  t.equal(stopPrice('sell', 'sl', '1.15851', 151n, 5), '1.16002');
  t.equal(stopPrice('buy', 'tp', '1.15851', 149n, 5), '1.16000');
  t.equal(stopPrice('sell', 'tp', '1.15851', 151n, 5), '1.15700');
  t.equal(stopPoints('buy', 'sl', '1.15851', '1.15700', 5), 151n);
  t.equal(stopPoints('sell', 'sl', '1.15851', '1.15700', 5), -151n, 'the wrong side');
  t.equal(pointsFrom('-1.50', '2', 2), 350n);
  t.equal(moneyOfPoints(-151n, '0.20', EURUSD, 2), '-30.20');
  t.equal(moneyOfPoints(1n, '0.01', { volume: '0.03', point_value: '0.02' }, 2), '0.01');
  t.equal(pointsOfMoney('30.20', '0.20', EURUSD), 151n);
  t.equal(pointsOfMoney('30.19', '0.20', EURUSD), 150n);
  t.equal(pointsOfMoney('', '0.20', EURUSD), null);
});
