// Commission plans: the rules of a group compiled for one of its symbols.

import { parseScaledBig, RATE_SCALE } from '../../wire/base/scale.js';
import { uuidV5 } from '../../wire/base/uuid.js';
import type { CommissionRule } from '../../wire/settings/groups.js';
import type { Converter, ValueLink } from './conversion.js';

/** Decimals of commission settings. */
export const SETTING = RATE_SCALE;

/** A tier with decimals ×10^12, and the converter of its money mode. */
export interface CommissionTierPlan {
  readonly from: bigint;
  /** 0 = no upper end */
  readonly to: bigint;
  readonly mode: CommissionRule['tiers'][number]['mode'];
  readonly perLot: boolean;
  readonly value: bigint;
  readonly min: bigint;
  readonly max: bigint;
  /** The amount's own currency, and its conversion to the deposit currency. */
  readonly currency: string;
  readonly converter: Converter;
}

/** A commission rule compiled for a symbol of a group (trading-rules §1.2, §3.9). */
export interface CommissionPlan {
  /** Its position among the group's rules, from 0. */
  readonly position: number;
  /** The key in accruals: equal for rules with the same content, whatever their position. */
  readonly key: string;
  readonly name: string;
  /** Kind and name, as explained deals label the charge. */
  readonly label: string;
  readonly kind: CommissionRule['kind'];
  readonly charge: CommissionRule['charge'];
  readonly range: CommissionRule['range'];
  readonly entry: CommissionRule['entry'];
  readonly side: CommissionRule['side'];
  readonly profit_filter: CommissionRule['profit_filter'];
  readonly reasons: ReadonlySet<string>;
  readonly tiers: readonly CommissionTierPlan[];
  /** Do the bounds of its tiers count for the whole order (§3.9.11)? */
  readonly boundsOrder: boolean;
  /** Converts a deal's value to the currency of the turnover; null = the deposit currency. */
  readonly turnover: ValueLink | null;
}

const KEY_NAMESPACE = '0d0b52a4-6f4e-5f0f-8c55-3b8a3c1d6a27';

const sorted = (record: object): [string, unknown][] =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));

/** Does each deal have the bounds of the rule's tiers for itself (§3.9.11)? */
const boundsDeals = ({ charge, min_per }: CommissionRule): boolean =>
  charge === 'instant' && min_per === 'deal';

/**
 * Keys of a group's rules, by position: a digest of the rule's content, plus a number for rules
 * with equal content. A rule that is moved, gets another description, or a `min_per` without
 * effect, keeps its key (§3.9).
 */
export const commissionKeys = (rules: readonly CommissionRule[]): readonly string[] => {
  const seen = new Map<string, number>();
  return rules.map((one) => {
    const { description: _, min_per, tiers, ...rule } = one;
    const counted = boundsDeals(one) ? { ...rule, min_per } : rule;
    const text = JSON.stringify([sorted(counted), tiers.map(sorted)]);
    const digest = uuidV5(KEY_NAMESPACE, encodeURIComponent(text));
    const nth = (seen.get(digest) ?? 0) + 1;
    seen.set(digest, nth);
    return `${digest}.${nth}`;
  });
};

/**
 * The rates that a symbol's rules need besides its own price, each once: for money modes, and for
 * values, which `value` links to the deposit currency (trading-rules §3.9).
 */
export const chargeRates = (
  plans: readonly CommissionPlan[],
  value: ValueLink,
): readonly Converter[] => {
  const found = new Set<Converter>();
  for (const { tiers, range, turnover } of plans) {
    for (const { converter } of tiers) found.add(converter);
    const byMoney = range === 'turnover_money';
    const valued = range === 'value' || tiers.some(({ mode }) => mode === 'percent');
    const links = [byMoney ? (turnover ?? value) : null, valued ? value : null];
    for (const link of links) if (link !== null && link.own === null) found.add(link.to);
  }
  return [...found].filter(({ same }) => !same);
};

/** The position of a rule and the settings it is compiled for. */
interface CommissionPlace {
  readonly position: number;
  readonly key: string;
  readonly currencies: Readonly<Record<'base' | 'profit' | 'margin', string>>;
  readonly deposit: string;
  readonly turnover: ValueLink | null;
  /** Converts a currency to the deposit currency. */
  converterOf(from: string): Converter;
}

const boundsOrder = (rule: CommissionRule): boolean =>
  rule.charge === 'instant' &&
  !boundsDeals(rule) &&
  rule.tiers.some(({ min, max }) => Number(min) > 0 || Number(max) > 0);

/** Compiles a rule for a symbol (trading-rules §1.2, §3.9). */
export const compileCommission = (rule: CommissionRule, place: CommissionPlace): CommissionPlan => {
  const { currencies, deposit } = place;
  const currencyOf = (tier: CommissionRule['tiers'][number]): string => {
    if (tier.mode === 'base' || tier.mode === 'profit' || tier.mode === 'margin') {
      return currencies[tier.mode];
    }
    if (tier.mode === 'points') return currencies.profit;
    return tier.mode === 'specified' && tier.currency !== '' ? tier.currency : deposit;
  };
  const big = (text: string): bigint => parseScaledBig(text, SETTING) ?? 0n;
  return {
    position: place.position,
    key: place.key,
    name: rule.name,
    label: `${rule.kind} ${rule.name}`,
    kind: rule.kind,
    charge: rule.charge,
    range: rule.range,
    entry: rule.entry,
    side: rule.side,
    profit_filter: rule.profit_filter,
    reasons: new Set(rule.reasons),
    boundsOrder: boundsOrder(rule),
    tiers: rule.tiers.map((tier) => ({
      from: big(tier.range_from),
      to: big(tier.range_to),
      mode: tier.mode,
      perLot: tier.type === 'per_lot',
      value: big(tier.value),
      min: big(tier.min),
      max: big(tier.max),
      currency: currencyOf(tier),
      converter: place.converterOf(currencyOf(tier)),
    })),
    turnover: place.turnover,
  };
};
