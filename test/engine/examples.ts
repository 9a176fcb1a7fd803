// What the tests of worked examples share: quotes of an example, the last deal, exact sums.

import type { Test } from 'tap';
import { formatExact } from '../../wire/base/scale.js';
import type { CommissionRule } from '../../wire/settings/groups.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import type { EngineHarness } from '../support/engine-harness.js';
import { commission, symbol } from '../support/settings-records.js';

/** Quotes of an example by pair. */
export type QuoteMap = Record<string, { base: string; profit: string; bid: string; ask: string }>;

/** Symbols of the quotes of an example, beside the traded one. */
export const pairs = (quotes: QuoteMap = {}): SymbolRecord[] =>
  Object.entries(quotes).map(([name, quote]) =>
    symbol(name, {
      currency_base: quote.base,
      currency_profit: quote.profit,
      digits: (quote.bid.split('.')[1] ?? '').length,
    }),
  );

/** Sets the quotes of an example. */
export const setQuotes = (engine: EngineHarness, quotes: QuoteMap = {}): void => {
  for (const [name, { bid, ask }] of Object.entries(quotes)) engine.quote(name, bid, ask);
};

/** A tier of a commission rule as a test says it: what it does not say is as usual. */
export type TierSketch = Partial<CommissionRule['tiers'][number]>;

/** A commission rule of these tiers. */
export const tiered = (
  tiers: readonly TierSketch[],
  more: Partial<CommissionRule> = {},
): CommissionRule => ({
  ...commission(more),
  tiers: tiers.flatMap((tier) => commission({}, tier).tiers),
});

/** Is an order refused with a cent less than `balance`, and accepted with it? */
export const needsExactly = (
  t: Test,
  make: () => EngineHarness,
  balance: string,
  send: (b: EngineHarness) => string,
) => {
  const cents = Math.round(Number(balance) * 100);
  const poor = make();
  poor.give({ balance: formatExact(cents - 1, 2, 2) });
  t.equal(send(poor), 'trade.no_money', 'a cent less is not enough');
  const rich = make();
  rich.give({ balance: formatExact(cents, 2, 2) });
  t.equal(send(rich), 'ok', 'the exact sum is enough');
  return rich;
};
