// Sets of logins: what goes in is in, and nothing else, whatever form a block has.

import fc from 'fast-check';
import t from 'tap';
import {
  blockOf,
  bytesOfSet,
  hasLogin,
  loginSetOf,
  loginsAbove,
  readLogins,
  storedLogins,
} from '../../../wire/base/login-set.js';

const BLOCK = 4096;
const LAST = Number.MAX_SAFE_INTEGER;

/** Logins, many of them in the same blocks and at the borders of blocks. */
const LOGIN = fc.oneof(
  fc.integer({ min: 1, max: 3 * BLOCK }),
  fc.nat({ max: 5 }).map((n) => n * BLOCK + BLOCK - 1),
  fc.nat({ max: 5 }).map((n) => (n + 1) * BLOCK),
  fc.constantFrom(1, LAST, LAST - BLOCK),
);
/** Few logins of a block, and so many that it has bits. */
const LOGINS = fc.oneof(
  fc.uniqueArray(LOGIN, { maxLength: 40 }),
  fc
    .tuple(
      fc.nat({ max: BLOCK }),
      fc.integer({ min: 200, max: 1000 }),
      fc.integer({ min: 1, max: 9 }),
    )
    .map(([first, count, step]) => Array.from({ length: count }, (_, n) => 1 + first + n * step)),
);

const ascending = (logins: Iterable<number>): number[] => [...logins].sort((a, b) => a - b);

t.test('a set has the logins that it was made of, in order, and no other', async (t) => {
  const property = fc.property(LOGINS, LOGIN, (logins, other) => {
    const set = loginSetOf(logins);
    const again = readLogins(JSON.parse(JSON.stringify(storedLogins(set))));
    const wanted = ascending(logins);
    for (const one of [set, again]) {
      if (!logins.every((login) => hasLogin(one, login))) throw new Error('one is missing');
      if (hasLogin(one, other) !== logins.includes(other)) throw new Error(`${other} is wrong`);
      for (const after of [0, other, wanted[0] ?? 1, wanted.at(-1) ?? 1]) {
        const found = [...loginsAbove(one, after)].join();
        if (found !== wanted.filter((login) => login > after).join()) {
          throw new Error(`above ${after}: ${found}`);
        }
      }
    }
  });
  fc.assert(property, { seed: 1, numRuns: 300 });
  t.pass('all agree');
});

t.test('a block has a list of its logins until bits are shorter', async (t) => {
  const sizeOf = (count: number): number => {
    const set = loginSetOf(Array.from({ length: count }, (_, n) => 2 * BLOCK + 7 * n));
    return set.get(2)?.length ?? 0;
  };
  t.same([1, 2, 255, 256, 585].map(sizeOf), [2, 4, 510, 512, 512]);
});

t.test('a hundred thousand neighbouring logins take some kilobytes', async (t) => {
  const set = loginSetOf(Array.from({ length: 100_000 }, (_, n) => 1000 + n));
  t.equal(set.size, blockOf(100_999) + 1);
  t.ok(bytesOfSet(set) < 20_000, `${bytesOfSet(set)} bytes`);
  t.ok(JSON.stringify(storedLogins(set)).length < 20_000);
  t.same([...loginsAbove(set, 100_997)], [100_998, 100_999]);
  t.same([hasLogin(set, 999), hasLogin(set, 1000), hasLogin(set, 101_000)], [false, true, false]);
});

t.test('an empty set has no block', async (t) => {
  t.equal(loginSetOf([]).size, 0);
  t.same([...loginsAbove(loginSetOf([]), 0)], []);
  t.notOk(hasLogin(loginSetOf([]), 1));
});
