// Deals for tests of explanations: account events with a quote, a rule and margins.

import { explanationOf, type FoundEvent } from '../../actors/explain/explanation.js';
import { emptyRow } from '../../wire/base/field-table.js';
import type { Explanation } from '../../wire/rest/trading/deals.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import { type Deal, EXPLAIN, type Explain } from '../../wire/trading/records.js';
import { buildAccountEvent, buildDeal, MONDAY } from './build.js';

/** EURUSD at 1.10000 / 1.10010, seen as 1.09999 / 1.10013 by the group, confirmed by rule 3. */
export const buildExplain = (of: Partial<Explain> = {}): Explain => ({
  ...emptyRow(EXPLAIN),
  config_version: 5,
  rule_id: 3,
  rule: 'rest',
  action: 'confirm_market_price',
  symbol_bid: 110_000_000,
  symbol_ask: 110_010_000,
  bid: 109_999_000,
  ask: 110_013_000,
  quote_at: MONDAY - 40,
  digits: 5,
  currency_digits: 2,
  ...of,
});

/** One lot bought at the group's Ask. */
export const bought = (of: Partial<Deal> = {}): Deal =>
  buildDeal({
    id: 12,
    position_id: 7,
    action: 'buy',
    entry: 'in',
    volume: 1e8,
    price: 110_013_000,
    ...of,
  });

/** What explains the deal of an event, number 9 of the log; `later` are events that changed it. */
export const explained = (
  event: Partial<AccountEvent>,
  ...later: readonly FoundEvent[]
): Explanation => {
  const made = buildAccountEvent({ explain: buildExplain(), ...event });
  return explanationOf(made.deals[0]?.id ?? 0, [{ seq: 9, event: made }, ...later]);
};
