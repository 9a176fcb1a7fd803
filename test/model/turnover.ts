// Daily and monthly commission: what the running period has come to (trading-rules §3.9).

import type { CommissionRule } from '../../wire/settings/groups.js';
import type { Books } from './books.js';
import { charges, type Facts, instantCharge, rangeOf, tierAmount, tierAt } from './commission.js';
import { type Decimal, sum, ZERO } from './decimal.js';

/** What one deal has added to one rule. */
export interface Accrual {
  readonly rule: CommissionRule;
  /** The deal's part of the range's amount. */
  readonly x: Decimal;
  /** What each tier would take of the deal. */
  readonly amounts: readonly Decimal[];
}

const isTurnover = (rule: CommissionRule): boolean => rule.range.startsWith('turnover');

/** What a deal adds to the rules that are charged later; agents earn while there is one. */
const accrualsOf = (books: Books, facts: Facts): Accrual[] => {
  const { market, switches } = books;
  return market.rules.group.commissions
    .filter((rule) => rule.charge !== 'instant' && charges(rule, facts))
    .filter((rule) => rule.kind !== 'agent' || switches.agent !== 0)
    .map((rule) => ({
      rule,
      x: rangeOf(market, rule, facts),
      amounts: rule.tiers.map((tier) => tierAmount(market, rule, tier, facts)),
    }));
};

/** What a rule takes of its period: by the final tier, or deal by deal without a turnover. */
const ruleTotal = (rule: CommissionRule, accruals: readonly Accrual[]): Decimal => {
  const own = accruals.filter((accrual) => accrual.rule.name === rule.name);
  const turnover = sum(own.map(({ x }) => x));
  return sum(
    own.map(({ x, amounts }) => amounts[tierAt(rule, isTurnover(rule) ? turnover : x)] ?? ZERO),
  );
};

const laterRules = (books: Books, kind: CommissionRule['kind']): CommissionRule[] =>
  books.market.rules.group.commissions.filter(
    (rule) => rule.kind === kind && rule.charge !== 'instant',
  );

const blockedBy = (books: Books, accruals: readonly Accrual[]): Decimal =>
  sum(laterRules(books, 'standard').map((rule) => ruleTotal(rule, accruals)));

/** `commission_blocked`: the uncharged commission of the running periods (§3.9, §6.18). */
export const blockedCommission = (books: Books): Decimal => {
  const { accruals, known } = books;
  if (accruals.length === 0) return ZERO;
  const { group } = books.market.rules;
  if (known.blocked?.of === accruals && known.blocked.by === group) return known.blocked.is;
  const is = blockedBy(books, accruals);
  known.blocked = { of: accruals, by: group, is };
  return is;
};

/** Takes a deal in. */
export const accrue = (books: Books, facts: Facts): void => {
  const fresh = accrualsOf(books, facts);
  if (fresh.length > 0) books.accruals = [...books.accruals, ...fresh];
};

/**
 * What a deal would cost at once and later: the check before it counts both (§3.8). `before`
 * are the other deals of its order.
 */
export const expectedCost = (
  books: Books,
  facts: Facts,
  before: readonly Facts[] = [],
): Decimal => {
  const { market } = books;
  const accruals = accrualsOf(books, facts);
  const growth =
    accruals.length === 0
      ? ZERO
      : blockedBy(books, [...books.accruals, ...accruals]).minus(blockedCommission(books));
  return instantCharge(market, 'standard', facts, before)
    .plus(instantCharge(market, 'fee', facts, before))
    .plus(growth);
};

/** One rule's charge at the end of its period. */
export interface PeriodCharge {
  readonly name: string;
  readonly kind: CommissionRule['kind'];
  readonly amount: Decimal;
}

/** Ends the period of the daily or monthly rules: what each takes, by name; all begin at 0. */
export const endPeriod = (books: Books, charge: 'daily' | 'monthly'): PeriodCharge[] => {
  const rules = books.market.rules.group.commissions.filter((rule) => rule.charge === charge);
  const ended = rules
    .map((rule) => ({
      name: rule.name,
      kind: rule.kind,
      amount: ruleTotal(rule, books.accruals),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  books.accruals = books.accruals.filter((accrual) => accrual.rule.charge !== charge);
  return ended.filter(({ amount }) => !amount.isZero());
};
