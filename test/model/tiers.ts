// Margin of a whole account: its symbols, and tiers of a floating leverage profile (§3.7).

import type { Side } from '../../wire/trading/records.js';
import { type Decimal, dec, given, min, ONE, R, sum, ZERO } from './decimal.js';
import { type Component, type MarginBasis, marginOf, type Stock } from './margin.js';
import type { LeverageRule, Market } from './market.js';
import { lotValue, valueCurrency } from './profit.js';
import { dealtAt } from './rows.js';
import type { Terms } from './terms.js';

/** One symbol of an account whose margin is asked for. */
export interface SymbolStock {
  readonly terms: Terms;
  /** All that counts: positions, pending orders, and the order that is asked for. */
  readonly stock: Stock;
  /** The positions' lots before the order that is asked for, as far as they remain. */
  readonly held: Stock;
  /** What a new order of a fixed-margin symbol adds to the stock (§3.8, §3.7.7). */
  readonly added?: readonly Component[];
}

/** The rule of a symbol (§3.7.1). */
export const ruleOf = (market: Market, terms: Terms): LeverageRule | undefined =>
  market.rules.leverage.get(terms.name);

const byValue = (rule: LeverageRule): boolean => rule.range_basis.startsWith('value');

/** A rate that is not to be found: every size reckoned with it is none (§3.7.8). */
const MISSING = dec(Number.NaN);

/**
 * What a unit of the value of lots is worth in the rule's currency: the stored rate of margin where
 * it converts to the deposit currency, else the current rate (§3.7.5). 1 without a value rule.
 */
export const rateOfValue = (
  market: Market,
  terms: Terms,
  side: Side,
  rateMargin: Decimal,
): Decimal => {
  const rule = ruleOf(market, terms);
  if (rule === undefined || !byValue(rule)) return ONE;
  const deposit = market.rules.group.currency;
  const wanted = rule.currency === '' ? deposit : rule.currency;
  const from = valueCurrency(terms);
  if (wanted === deposit && from === terms.record.currency_margin) return rateMargin;
  return market.rate(from, wanted, dealtAt(side), terms) ?? MISSING;
};

/** Are the rates found that the value of a symbol's lots is reckoned with (§3.7.8)? */
export const isSized = (market: Market, terms: Terms): boolean =>
  (['buy', 'sell'] as const).every((side) => !rateOfValue(market, terms, side, ONE).isNaN());

/** X: the size of what is held, in lots or valued in the rule's currency (§3.7.3). */
const sizeOf = (rule: LeverageRule, terms: Terms, parts: readonly Component[]): Decimal =>
  sum(
    parts.map(({ lots, price, rateValue }) =>
      byValue(rule) ? lotValue(terms, lots, price).times(rateValue) : lots,
    ),
  );

/** Σ x_tier·rate over the ranges `(from, to]`: positions first, then orders (§3.7.6). */
const weighed = (rule: LeverageRule, held: Decimal, whole: Decimal): Decimal => {
  let from = ZERO;
  let total = ZERO;
  for (const tier of rule.tiers) {
    const to = given(tier.range_to);
    const open = to.isZero();
    const cut = (size: Decimal): Decimal => (open ? size : min(size, to));
    const upTo = (size: Decimal): Decimal => (cut(size).gt(from) ? cut(size).minus(from) : ZERO);
    const ofHeld = upTo(held);
    const ofOrders = upTo(whole).minus(ofHeld);
    total = total
      .plus(ofHeld.times(given(tier.maintenance)))
      .plus(ofOrders.times(given(tier.initial)));
    if (open) break;
    from = to;
  }
  return total;
};

/** The unrounded components of a symbol. */
const chargedOf = (basis: MarginBasis, { terms, stock, added }: SymbolStock): Decimal[] => [
  ...marginOf(terms, basis, stock).charged.map((part) => part.margin),
  ...(added ?? []).map((part) => part.margin),
];

/** Margin of the symbols in one scope of a rule. */
const scopeMargin = (
  rule: LeverageRule,
  basis: MarginBasis,
  scope: readonly SymbolStock[],
): Decimal => {
  const margin = sum(scope.flatMap((one) => chargedOf(basis, one)));
  const whole = sum(
    scope.map(({ terms, stock, added }) =>
      sizeOf(rule, terms, [...marginOf(terms, basis, stock).sized, ...(added ?? [])]),
    ),
  );
  const alone = sum(
    scope.map(({ terms, held }) => sizeOf(rule, terms, marginOf(terms, basis, held).sized)),
  );
  if (whole.isZero() || whole.isNaN()) return R(margin, basis.digits);
  return R(margin.times(weighed(rule, min(alone, whole), whole)).div(whole), basis.digits);
};

/** Margin of an account that holds these symbols (§3.5 to §3.7). */
export const accountMargin = (
  market: Market,
  basis: MarginBasis,
  symbols: readonly SymbolStock[],
): Decimal => {
  const pooled = new Map<LeverageRule, SymbolStock[]>();
  let total = ZERO;
  for (const one of symbols) {
    const rule = ruleOf(market, one.terms);
    if (rule === undefined) {
      const added = (one.added ?? []).map((part) => R(part.margin, basis.digits));
      total = total.plus(marginOf(one.terms, basis, one.stock).rounded).plus(sum(added));
    } else if (rule.range_basis.endsWith('_per_symbol')) {
      total = total.plus(scopeMargin(rule, basis, [one]));
    } else pooled.set(rule, [...(pooled.get(rule) ?? []), one]);
  }
  for (const [rule, scope] of pooled) total = total.plus(scopeMargin(rule, basis, scope));
  return total;
};
