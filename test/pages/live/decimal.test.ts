// Exact decimals, compared with a library.

import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import t from 'tap';
import {
  compareDecimals,
  exact,
  exactOf,
  floorTo,
  roundTo,
  shortTextOf,
  sumOf,
  textOf,
  times,
} from '../../../pages/live/decimal.js';
import { holds } from '../../support/values.js';

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 8 }))
  .map(([units, digits]) => textOf({ units, digits }));

t.test('Sums, products, comparisons and rounding are exact', async (t) => {
  const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_UP });
  holds(t, fc.tuple(decimal, decimal, fc.integer({ min: 0, max: 9 })), 500, ([a, b, digits]) => {
    const [x, y] = [new Exact(a), new Exact(b)];
    const product = times(exact(a), exact(b));
    return (
      x.plus(y).equals(sumOf([a, b])) &&
      x.times(y).equals(textOf(product)) &&
      Math.sign(compareDecimals(a, b)) === x.comparedTo(y) &&
      textOf(floorTo(product, digits)) ===
        x.times(y).toDecimalPlaces(digits, Decimal.ROUND_FLOOR).toFixed(digits) &&
      textOf(roundTo(product, digits)).replace(/^-(?=[0.]*$)/, '') ===
        x
          .times(y)
          .toDecimalPlaces(digits)
          .toFixed(digits)
          .replace(/^-(?=[0.]*$)/, '')
    );
  });
});

t.test('Prices are compared as numbers, alike in form or not', async (t) => {
  const ordered = ['-10.5', '-9.5', '0.10', '0.9', '1.10', '1.11', '2', '9.99', '10', '10.01'];
  for (const [at, a] of ordered.entries()) {
    const signs = ordered.map((b) => compareDecimals(a, b));
    t.same(
      signs,
      ordered.map((_, of) => Math.sign(at - of)),
      a,
    );
  }
  t.equal(compareDecimals('1.50', '1.5'), 0);
});

t.test('Texts are decimals or none, and keep the digits that they have', async (t) => {
  for (const text of ['', '.5', '1.', '1e3', '1,5', '--1', 'NaN'])
    t.equal(exactOf(text), undefined);
  t.equal(sumOf([]), '0');
  t.equal(sumOf(['1.50', '-0.5', '2']), '3.00');
  t.equal(shortTextOf(exact('1.50')), '1.5');
  t.equal(shortTextOf(exact('-20.00')), '-20');
  t.throws(() => exact('x'), TypeError);
});
