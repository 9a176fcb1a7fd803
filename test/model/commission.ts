// Commission rules: which deals they charge, by which tier, and how much (trading-rules §3.9).

import { maskListFits } from '../../wire/base/mask.js';
import type { CommissionRule } from '../../wire/settings/groups.js';
import type { Entry, Reason, Side } from '../../wire/trading/records.js';
import { type Decimal, given, HUNDRED, max, min, ONE, R, sum, ZERO } from './decimal.js';
import type { Market } from './market.js';
import { dealValue, valueCurrency } from './profit.js';
import type { Terms } from './terms.js';

type Tier = CommissionRule['tiers'][number];

/** What of a deal commissions look at. */
export interface Facts {
  readonly terms: Terms;
  readonly side: Side;
  readonly entry: Entry;
  readonly volume: Decimal;
  readonly closed: Decimal;
  readonly price: Decimal;
  readonly profit: Decimal;
  readonly reason: Reason;
}

/** Reasons that pay nothing (§2.2). */
const FREE: readonly Reason[] = [
  'rollover',
  'external_service',
  'sync',
  'split',
  'corporate_action',
  'correction',
];

/** Entries that a rule's filter charges; a close by pays to `out` alone. */
const ENTRIES: Readonly<Record<CommissionRule['entry'], readonly Entry[]>> = {
  all: ['in', 'out', 'inout'],
  in: ['in', 'inout'],
  out: ['out', 'inout', 'out_by'],
};

const filterFits = (rule: CommissionRule, profit: Decimal): boolean =>
  rule.profit_filter === 'all' || (rule.profit_filter === 'profit' ? profit.gt(0) : profit.lt(0));

/** Does a rule charge the deal? */
export const charges = (rule: CommissionRule, facts: Facts): boolean =>
  maskListFits(rule.mask, facts.terms.name, facts.terms.record.path) &&
  (rule.side === 'all' || rule.side === facts.side) &&
  ENTRIES[rule.entry].includes(facts.entry) &&
  (rule.reasons.length === 0 || rule.reasons.includes(facts.reason)) &&
  !FREE.includes(facts.reason) &&
  filterFits(rule, facts.profit);

/** The volume that a rule charges: of a reversal only the opened or closed part where so asked. */
const chargedVolume = (rule: CommissionRule, { entry, volume, closed }: Facts): Decimal => {
  if (entry !== 'inout' || rule.entry === 'all') return volume;
  return rule.entry === 'in' ? volume.minus(closed) : closed;
};

/** Place of the tier with `from < x ≤ to`; 0 falls in the first, less than 0 in none. */
export const tierAt = (rule: CommissionRule, x: Decimal): number => {
  if (x.isZero()) return 0;
  return rule.tiers.findIndex(({ range_from, range_to }) => {
    const to = given(range_to);
    return x.gt(given(range_from)) && (to.isZero() || x.lte(to));
  });
};

/** What the deal adds to the range's amount (§3.9: x). */
export const rangeOf = (market: Market, rule: CommissionRule, facts: Facts): Decimal => {
  const { terms, volume, price, profit } = facts;
  if (rule.range === 'volume' || rule.range === 'turnover_volume') return volume;
  if (rule.range === 'profit') return profit;
  const named = rule.range === 'turnover_money' ? rule.turnover_currency : '';
  return dealValue(market, terms, volume, price, named === '' ? undefined : named);
};

/** The currency of a tier's amount; empty = the deposit's. */
const currencyOf = (tier: Tier, { record }: Terms): string => {
  if (tier.mode === 'base') return record.currency_base;
  if (tier.mode === 'profit' || tier.mode === 'points') return record.currency_profit;
  if (tier.mode === 'margin') return record.currency_margin;
  return tier.mode === 'specified' ? tier.currency : '';
};

/** Are all rates found that the symbol's rules may need, whether or not they charge this time? */
export const chargesAreKnown = (market: Market, terms: Terms, price: Decimal): boolean => {
  const { currency: deposit, commissions } = market.rules.group;
  const valued = (to: string): boolean =>
    market.atDeal(terms, valueCurrency(terms), 'ask', price, to) !== undefined;
  return commissions
    .filter(({ mask }) => maskListFits(mask, terms.name, terms.record.path))
    .every(({ tiers, range, turnover_currency }) => {
      if (range === 'turnover_money' && !valued(turnover_currency || deposit)) return false;
      const byValue = range === 'value' || tiers.some(({ mode }) => mode === 'percent');
      if (byValue && !valued(deposit)) return false;
      return tiers.every((tier) => {
        const currency = currencyOf(tier, terms);
        return currency === '' || market.toDeposit(currency, 'ask', terms) !== undefined;
      });
    });
};

/** The amount of a tier before bounds, in its own unit, lots not yet counted. */
const plainAmount = (market: Market, tier: Tier, facts: Facts, volume: Decimal): Decimal => {
  const { terms, price, profit } = facts;
  const value = given(tier.value);
  if (tier.mode === 'percent') {
    return value.times(dealValue(market, terms, volume, price)).div(HUNDRED);
  }
  if (tier.mode === 'profit_percent') return value.times(profit).div(HUNDRED);
  if (tier.mode !== 'points') return value;
  const points = value.times(terms.point);
  if (terms.isFutures) return points.times(terms.tickValue).div(terms.tickSize);
  return points.times(terms.contractSize);
};

const WITHOUT_BOUNDS = { min: '0', max: '0' } as const;

/** What a tier takes of a deal, rounded to the deposit currency; positive = the client pays. */
export const tierAmount = (
  market: Market,
  rule: CommissionRule,
  tier: Tier,
  facts: Facts,
): Decimal => {
  const volume = chargedVolume(rule, facts);
  const plain = plainAmount(market, tier, facts, volume);
  const whole = tier.type === 'per_lot' ? plain.times(volume) : plain;
  const [lower, upper] = [given(tier.min), given(tier.max)];
  const least = lower.isZero() ? whole : max(whole, lower);
  const bounded = upper.isZero() ? least : min(least, upper);
  const currency = currencyOf(tier, facts.terms);
  const rate = currency === '' ? ONE : market.toDeposit(currency, 'ask', facts.terms);
  return R(bounded.times(rate ?? ZERO), market.digits);
};

/** A bound of a tier in the deposit currency. */
const boundOf = (market: Market, tier: Tier, facts: Facts, value: string) =>
  R(
    given(value).times(
      currencyOf(tier, facts.terms) === ''
        ? ONE
        : (market.toDeposit(currencyOf(tier, facts.terms), 'ask', facts.terms) ?? ZERO),
    ),
    market.digits,
  );

/** A size within bounds; an upper bound of 0 is none. */
const within = (size: Decimal, lower: Decimal, upper: Decimal): Decimal => {
  if (size.lt(lower)) return lower;
  return upper.isZero() ? size : min(size, upper);
};

/**
 * What an instant rule takes of a deal after others of its order: where the bounds count by order,
 * the bounded sum of all, less what the deals before have paid; a charge never pays back, nor does
 * a payment take (§3.9.11).
 */
const chargeOf = (
  market: Market,
  rule: CommissionRule,
  facts: Facts,
  before: readonly Facts[],
): Decimal => {
  const tierOf = (one: Facts): Tier | undefined =>
    rule.tiers[tierAt(rule, rangeOf(market, rule, one))];
  const exact = (one: Facts): Decimal => {
    const own = tierOf(one);
    return own ? plainAmount(market, own, one, chargedVolume(rule, one)) : ZERO;
  };
  const tier = tierOf(facts);
  if (tier === undefined) return ZERO;
  const earlier =
    rule.min_per === 'deal'
      ? []
      : before.filter((one) => charges(rule, one) && !exact(one).isZero());
  if (earlier.length === 0) return tierAmount(market, rule, tier, facts);
  const sign = exact(facts);
  if (sign.isZero()) return ZERO;
  const total = sum(
    [...earlier, facts].map((one) =>
      tierAmount(market, rule, { ...(tierOf(one) as Tier), ...WITHOUT_BOUNDS }, one),
    ),
  );
  const paid = sum(earlier.map((one, at) => chargeOf(market, rule, one, earlier.slice(0, at))));
  const bound = (text: string): Decimal => boundOf(market, tier, facts, text);
  const size = within(total.abs(), bound(tier.min), bound(tier.max));
  const due = (total.lt(0) ? size.negated() : size).minus(paid);
  return sign.gt(0) ? max(due, ZERO) : min(due, ZERO);
};

/**
 * What each instant rule of a kind takes of a deal; rules that take nothing are left out. `before`
 * are the other deals of its order.
 */
export const instantCharges = (
  market: Market,
  kind: CommissionRule['kind'],
  facts: Facts,
  before: readonly Facts[] = [],
): readonly Decimal[] =>
  market.rules.group.commissions.flatMap((rule) => {
    if (rule.kind !== kind || rule.charge !== 'instant' || !charges(rule, facts)) return [];
    const amount = chargeOf(market, rule, facts, before);
    return amount.isZero() ? [] : [amount];
  });

/** What the instant rules of a kind take of a deal together. */
export const instantCharge = (
  market: Market,
  kind: CommissionRule['kind'],
  facts: Facts,
  before: readonly Facts[] = [],
): Decimal => sum(instantCharges(market, kind, facts, before));
