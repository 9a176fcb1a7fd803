// Tests of the quote pipeline: spreads of a symbol, then of a group.

import fc from 'fast-check';
import t from 'tap';
import { groupPrice, POINT, symbolPrice } from '../../engine/quotes.js';
import { formatExact, parseScaled } from '../../wire/scale.js';
import { allShown, example, vector } from './vectors.js';

interface Case {
  readonly bid: string;
  readonly ask: string;
  readonly digits: number;
  readonly spread: number;
  readonly spread_balance_bid: number;
  readonly spread_balance_ask: number;
  readonly spread_diff?: number;
  readonly spread_diff_bid?: number;
}

example('Q01 Q02 Q03', 'a symbol and its group shape the quote', (t, id) => {
  const { input, expect } = vector<Case, { bid: string; ask: string }>(id);
  const scale = input.digits + 3;
  const bid = parseScaled(input.bid, scale) as number;
  const ask = parseScaled(input.ask, scale) as number;
  const group = {
    spread_diff: input.spread_diff ?? 0,
    spread_diff_bid: input.spread_diff_bid ?? 0,
  };
  const shown = groupPrice(group, ...symbolPrice(input, bid, ask)).map((price) =>
    formatExact(price, scale, input.digits),
  );
  t.same(shown, [expect.bid, expect.ask]);
});
allShown(t, 'quotes');

t.test('a group that narrows the spread below nothing deals at one price', async (t) => {
  t.same(
    groupPrice({ spread_diff: -30, spread_diff_bid: -20 }, 100_000, 110_000),
    [120_000, 120_000],
  );
});

t.test('a fixed spread is exact and its middle is the nearest price of the digits', async (t) => {
  const price = fc.integer({ min: 1, max: 1_000_000_000 });
  fc.assert(
    fc.property(price, price, fc.integer({ min: 1, max: 500 }), (a, b, spread) => {
      const rule = { spread, spread_balance_bid: 0, spread_balance_ask: 0 };
      const [bid, ask] = symbolPrice(rule, Math.min(a, b) * POINT, Math.max(a, b) * POINT);
      const miss = Math.abs(bid * 2 - (a + b - spread) * POINT);
      return ask - bid === spread * POINT && bid % POINT === 0 && miss <= POINT;
    }),
    { numRuns: 300, seed: 1 },
  );
  t.pass('holds for random prices');
});
