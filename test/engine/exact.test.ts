// R against big integers: the quick way in doubles never differs from the exact one.

import fc from 'fast-check';
import t from 'tap';
import { currencyDigits } from '../../engine/currency.js';
import {
  convert,
  nearest,
  ONE,
  roundQuotient,
  scaledProduct,
  shareOf,
  TENN,
  weightedMean,
} from '../../engine/exact.js';
import { limited } from '../../wire/amounts.js';

const holds = <T>(t: Test, title: string, property: fc.IProperty<T>): void => {
  const check = fc.check(property, { numRuns: 2000, seed: 7 });
  t.notOk(check.failed, title);
};
type Test = { notOk(value: unknown, message: string): unknown };

const amount = fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 });
const size = fc.integer({ min: 1, max: 10_000_000_000_000 });

t.test('ties round away from zero on both sides', async (t) => {
  t.equal(roundQuotient(5n, 10n), 1n);
  t.equal(roundQuotient(-5n, 10n), -1n);
  t.equal(roundQuotient(49n, 100n), 0n);
  t.equal(roundQuotient(-49n, 100n), 0n);
  t.equal(scaledProduct(-5, 1, 1, 1), -1);
  t.equal(scaledProduct(25, 1, 1, 1), 3);
});

t.test('a value too near a tie is left to the exact way', async (t) => {
  t.ok(Number.isNaN(nearest(2.5, 1)));
  t.ok(Number.isNaN(nearest(2 ** 52 + 1, 4)), 'as is one too large for doubles');
  t.equal(nearest(-2.4, 1), -2);
  t.ok(Object.is(nearest(-0.3, 1), 0), 'there is no negative zero');
});

t.test('products, conversions, shares and means are exact, and amounts are limited', async (t) => {
  holds(
    t,
    'products',
    fc.property(amount, size, size, fc.integer({ min: 0, max: 30 }), (a, b, c, power) => {
      const exact = roundQuotient(BigInt(a) * BigInt(b) * BigInt(c), TENN[power] as bigint);
      return scaledProduct(a, b, c, power) === limited(Number(exact));
    }),
  );
  holds(
    t,
    'conversions',
    fc.property(
      amount,
      fc.bigInt(1n, 10n ** 16n),
      (a, rate) => convert(a, rate, 2, 2) === limited(Number(roundQuotient(BigInt(a) * rate, ONE))),
    ),
  );
  holds(
    t,
    'shares',
    fc.property(
      amount,
      size,
      size,
      (a, part, whole) =>
        shareOf(a, part, whole) ===
        limited(Number(roundQuotient(BigInt(a) * BigInt(part), BigInt(whole)))),
    ),
  );
  holds(
    t,
    'means',
    fc.property(size, size, size, size, (a, m, b, n) => {
      const exact = roundQuotient(BigInt(a) * BigInt(m) + BigInt(b) * BigInt(n), BigInt(m + n));
      return weightedMean(a, m, b, n) === Number(exact);
    }),
  );
});

t.test('currencies are kept with the decimals that they have', async (t) => {
  t.same(['USD', 'JPY', 'KWD', 'BTC', 'XYZ'].map(currencyDigits), [2, 0, 3, 8, 2]);
});
