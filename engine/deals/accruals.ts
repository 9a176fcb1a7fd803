// Accruals: the charges of daily and monthly commission rules in the current period.

import { limitedSum, MONEY_MAX, plus } from '../../wire/base/amounts.js';
import type { Ledger } from '../../wire/trading/records.js';
import type { Amount } from '../margin/profit.js';
import { sumOf, ZERO_RATIO } from '../numbers/arithmetic.js';
import type { CommissionPlan } from '../settings/commission-plan.js';
import type { Accrued } from './commission.js';
import { tierAt } from './commission.js';

/** The accrual of one rule. It may outlive its rule, so it holds all data that charging needs. */
export interface Accrual {
  /** Key of the rule, and its name. */
  readonly key: string;
  readonly name: string;
  readonly kind: CommissionPlan['kind'];
  readonly charge: CommissionPlan['charge'];
  /** The charge if the period ends now, in units of the currency; positive. */
  readonly amount: number;
  /** The exact turnover; 0 for rules without one. */
  readonly turnover: Amount;
  /** For each tier the sum of R over the deals. */
  readonly sums: readonly number[];
}

/** The ledger's field: rule key → encoded accrual. */
type Accruals = Readonly<Record<string, string | number>>;

const read = (key: string, text: string | number): Accrual => {
  const [name, kind, charge, amount, over, under, sums] = JSON.parse(String(text)) as [
    string,
    Accrual['kind'],
    Accrual['charge'],
    number,
    string,
    string,
    number[],
  ];
  return {
    key,
    name,
    kind,
    charge,
    amount,
    turnover: { over: BigInt(over), under: BigInt(under) },
    sums,
  };
};

const write = ({ name, kind, charge, amount, turnover, sums }: Accrual): string =>
  JSON.stringify([name, kind, charge, amount, `${turnover.over}`, `${turnover.under}`, sums]);

/** Is a deal added to the accruals, or subtracted? */
type Sign = 1 | -1;

/** The accrual of a rule after a deal: the final tier applies to the whole period (§3.9). */
const grown = (
  before: Accrual | undefined,
  { rule, turnover, amounts }: Accrued,
  sign: Sign,
): Accrual => {
  const { over, under } = turnover ?? ZERO_RATIO;
  const added = sumOf(before?.turnover ?? ZERO_RATIO, { over: sign < 0 ? -over : over, under });
  const isLast = turnover !== null && added.over <= 0n;
  const total = isLast ? ZERO_RATIO : added;
  const sums = amounts.map((amount, at) =>
    isLast ? 0 : plus(sign * amount, before?.sums[at] ?? 0),
  );
  const tier = turnover === null ? 0 : tierAt(rule.tiers, total);
  return {
    key: rule.key,
    name: rule.name,
    kind: rule.kind,
    charge: rule.charge,
    amount: sums[tier] ?? 0,
    turnover: total,
    sums,
  };
};

/** Accruals after deals, and the growth of the blocked commission (trading-rules §3.9). */
interface GrownAccruals {
  readonly accruals: Accruals;
  /** In units of the currency; negative when a cheaper tier now applies to the whole period. */
  readonly blocked: number;
}

/**
 * The money that accruals block: Σ of the charges due from the client, limited (trading-rules
 * §3.9).
 */
export const blockedBy = (accruals: Accruals): number => {
  const all = Object.entries(accruals).map(([key, text]) => read(key, text));
  return limitedSum(all.filter(({ kind }) => kind !== 'agent').map(({ amount }) => amount));
};

/** The fields of a ledger that concern accruals. */
type Accruing = Pick<Ledger, 'accruals' | 'commission_blocked'>;

/**
 * Adds the accruals of deals. An agent's earnings block no money, and are left out for an account
 * without an agent (trading-rules §3.9). Sign -1 subtracts busted deals.
 */
export const accrue = (
  { accruals, commission_blocked }: Accruing,
  accrued: readonly Accrued[],
  hasAgent: boolean,
  sign: Sign = 1,
): GrownAccruals => {
  if (accrued.length === 0) return { accruals, blocked: 0 };
  const after: Record<string, string | number> = { ...accruals };
  let blocked = 0;
  let size = Math.abs(commission_blocked);
  for (const one of accrued) {
    const { key, kind } = one.rule;
    if (kind === 'agent' && !hasAgent) continue;
    const text = after[key];
    if (text === undefined && sign < 0) continue;
    const before = text === undefined ? undefined : read(key, text);
    const now = grown(before, one, sign);
    after[key] = write(now);
    if (kind === 'agent') continue;
    const growth = now.amount - (before?.amount ?? 0);
    blocked += growth;
    size += Math.abs(growth);
  }
  // Beyond the range of amounts the limited sum cannot be updated by differences, so it is computed
  // again.
  if (size > MONEY_MAX) blocked = blockedBy(after) - commission_blocked;
  return { accruals: after, blocked };
};

/**
 * The accruals of a period that is charged now, sorted by the name of the rule, and the others
 * (§3.9).
 */
export const takeAccruals = (
  accruals: Accruals,
  period: Accrual['charge'],
): { readonly due: readonly Accrual[]; readonly left: Accruals } => {
  const all = Object.entries(accruals).map(([key, text]) => read(key, text));
  const byName = (a: Accrual, b: Accrual): number => {
    if (a.name !== b.name) return a.name < b.name ? -1 : 1;
    return a.key < b.key ? -1 : 1;
  };
  const due = all.filter(({ charge }) => charge === period).sort(byName);
  const gone = new Set(due.map(({ key }) => key));
  const left = Object.fromEntries(Object.entries(accruals).filter(([key]) => !gone.has(key)));
  return { due, left };
};
