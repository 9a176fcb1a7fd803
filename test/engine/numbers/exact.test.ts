// Exact numbers: the rounding R, prices of symbols and groups, and the room that amounts have.

import fc from 'fast-check';
import t from 'tap';
import { currencyDigits } from '../../../engine/numbers/currency.js';
import {
  convert,
  nearest,
  ONE,
  roundQuotient,
  scaledProduct,
  shareOf,
  TENN,
  weightedMean,
} from '../../../engine/numbers/exact.js';
import { groupPrice, POINT, symbolPrice } from '../../../engine/settings/quotes.js';
import { limited, MONEY_MAX } from '../../../wire/base/amounts.js';
import { formatExact, parseScaled } from '../../../wire/base/scale.js';
import { packEvent } from '../../../wire/codec/pack.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { codeOf, EngineHarness, type Setup } from '../../support/engine-harness.js';
import { heldPosition } from '../../support/engine-rows.js';
import { Sums } from '../../support/exactness.js';
import { runsOf } from '../../support/run.js';
import { commission, symbol } from '../../support/settings-records.js';
import { allShown, example, vector } from '../vectors.js';
import { open } from '../waiting.js';

const holds = <T>(t: Test, title: string, property: fc.IProperty<T>): void => {
  const check = fc.check(property, { numRuns: runsOf(2000), seed: 7 });
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
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const [bid, ask] = symbolPrice(rule, low * POINT, high * POINT);
      // The middle of the bid, rounded as a price is: half away from zero.
      const lowest = Math.sign(a + b - spread) * Math.round(Math.abs(a + b - spread) / 2);
      if (lowest <= 0) return bid === low * POINT && ask === high * POINT;
      const miss = Math.abs(bid * 2 - (a + b - spread) * POINT);
      return ask - bid === spread * POINT && bid % POINT === 0 && miss <= POINT;
    }),
    { numRuns: runsOf(300), seed: 1 },
  );
  t.pass('holds for random prices');
});

const PAIRS = [symbol('EURUSD'), symbol('EURJPY', { digits: 3 }), symbol('USDJPY', { digits: 3 })];

const withPrices = (setup: Setup = {}): EngineHarness =>
  new EngineHarness({
    symbols: PAIRS,
    ...setup,
    quotes: { USDJPY: ['150', '150.01'], EURJPY: ['160', '160.01'], EURUSD: ['1.1', '1.10001'] },
    deposit: '10000',
  });

/** Whatever is wrong with what has happened so far. */
const faultsOf = (engine: EngineHarness): readonly string[] => {
  const sums = new Sums();
  return engine.events.flatMap((event) => sums.follow(event));
};

t.test('a profit beyond all numbers fills the account, and staff is told', async (t) => {
  const engine = withPrices();
  engine.trade({ ...open, symbol: 'EURJPY' });
  engine.tick('EURJPY', '999999999');
  engine.tick('USDJPY', '0.001');
  t.equal(engine.code({ kind: 'close', position_id: 1 }), 'ok');
  t.same(faultsOf(engine), []);
  const deal = engine.lastDeal;
  t.equal(engine.state.ledger.balance, MONEY_MAX);
  t.equal(deal.profit, MONEY_MAX - 1_000_000, 'the deal says what was booked');
  const [line] = engine.events.at(-1)?.journal ?? [];
  t.match(line, { kind: 'trade', login: 1001 });
  t.equal(
    line?.text,
    `deal #${deal.id}: 10000.00 is more than the account can hold and was not booked`,
  );
});

t.test('a floating profit beyond all numbers is held to the room over an end of day', async (t) => {
  const engine = withPrices({ group: { interest_rate: '10' } });
  engine.trade({ ...open, symbol: 'EURJPY' });
  engine.tick('EURJPY', '999999999');
  engine.tick('USDJPY', '0.001');
  const { daily } = engine.endDay();
  t.match(daily, { profit: MONEY_MAX, equity: MONEY_MAX, balance: 1_000_000 });
  t.same(faultsOf(engine), []);
});

t.test('what brings an account at the brim nearer to nothing can always be paid', async (t) => {
  const engine = withPrices();
  engine.state.ledger = { ...engine.state.ledger, balance: MONEY_MAX };
  t.match(engine.deposit('0.01'), {
    code: 'trade.limit_money',
    message: /^amount: the balance may be at most 45035996273704\.96 USD in either direction/,
  });
  t.equal(codeOf(engine.deposit('-0.01')), 'ok');
  t.equal(engine.state.ledger.balance, MONEY_MAX - 1);
  // Logs of before the limit may hold more than the room.
  engine.state.ledger = { ...engine.state.ledger, balance: -MONEY_MAX - 100 };
  t.equal(codeOf(engine.deposit('-1', { skip_margin_check: true })), 'trade.limit_money');
  t.equal(codeOf(engine.deposit('0.5')), 'ok');
  t.equal(engine.state.ledger.balance, -MONEY_MAX - 50);
  t.equal(engine.lastDeal.profit, 50);
});

t.test('a commission beyond all numbers is cut as a profit is', async (t) => {
  const rule = commission({}, { value: '999999999999999999' });
  const engine = withPrices({ group: { commissions: [rule, commission({ kind: 'fee' })] } });
  engine.deal({ ...open, skip_margin_check: true });
  const [opened] = engine.events[1]?.deals ?? [];
  t.match(opened, { commission: 100 - MONEY_MAX, fee: -100 });
  t.equal(engine.events[1]?.ledger.balance, 1_000_000 - MONEY_MAX);
  t.equal(engine.lastDeal.reason, 'so', 'the stop-out that follows is cut as well');
  t.equal(engine.state.ledger.balance, -MONEY_MAX);
  t.same(faultsOf(engine), []);
});

/** Points of a symbol of five digits as a price. */
const points = (count: number): string => formatExact(count, 5, 5);
/** Near the highest price that is dealt in. */
const HIGH = 3_999_999_999_999;

t.test('a sum of floating profits is exact though doubles could not hold it', async (t) => {
  const engine = withPrices();
  const held = (id: number) => {
    const side = id <= 3 ? 'buy' : 'sell';
    const price_open = points(side === 'buy' ? 2 : 1);
    return heldPosition(engine, 'EURUSD', { id, side, volume: '10.01', price_open });
  };
  engine.give({ balance: '1', positions: [1, 2, 3, 4, 5, 6].map(held) });
  engine.quote('EURUSD', points(HIGH));
  t.equal(engine.live.profit, -3 * 1_001, 'a point on three times 10.01 lots');
});

t.test('a gain between two values beyond the room is told exactly', async (t) => {
  const engine = withPrices();
  const price_open = points(HIGH - 5);
  engine.give({ balance: '1', held: [{ volume: '100', price_open }] });
  engine.quote('EURUSD', points(HIGH));
  t.equal(engine.money(engine.live.profit), '500.00');
});

/** A broker of so small a contract that volumes alone are bounded. */
const crumbs = (volume_max: string, margin_mode: 'netting' | 'hedging'): EngineHarness =>
  new EngineHarness({
    symbol: { volume_max, contract_size: '0.00000001' },
    group: { margin_mode },
    quotes: { EURUSD: ['1'] },
    deposit: '10000',
  });

t.test('no side holds more lots than a row can say', async (t) => {
  for (const margin_mode of ['netting', 'hedging'] as const) {
    const engine = crumbs('90071992.54740991', margin_mode);
    t.equal(engine.code({ ...open, volume: '90000000' }), 'ok');
    t.equal(engine.code({ ...open, volume: '71992.55' }), 'trade.limit_volume');
    t.equal(engine.code({ ...open, volume: '71992.54' }), 'ok');
    t.same(faultsOf(engine), []);
  }
});

t.test('a bust that would leave more lots than a row can say is refused', async (t) => {
  const engine = crumbs('90000000', 'netting');
  for (const side of ['buy', 'sell', 'buy'] as const) {
    engine.trade({ ...open, side, volume: '60000000' });
  }
  const [, , closed] = engine.deals;
  const deals = engine.deals.filter(({ position_id }) => position_id === closed?.position_id);
  t.equal(codeOf(engine.bust(closed, deals)), 'trade.limit_volume');
});

t.test('an event with a number that is not exact does not get into the log', async (t) => {
  const engine = withPrices();
  const [paid] = engine.events;
  if (paid === undefined) throw new Error('nothing was paid');
  const [deal] = paid.deals;
  const spoilt = { ...paid, deals: [{ ...deal, profit: 1e17 }] } as AccountEvent;
  t.throws(() => packEvent(spoilt), /deal\.profit is not exact: 100000000000000000/);
  const ledger = { ...paid.ledger, balance: Number.NaN };
  t.throws(() => packEvent({ ...paid, ledger }), /ledger\.balance is not exact: NaN/);
});
