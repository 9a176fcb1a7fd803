// Commission plans: the rules of a group compiled for one of its symbols.

import type { CommissionRule } from '../wire/config.js';
import { parseScaledBig, RATE_SCALE } from '../wire/scale.js';
import type { Converter } from './conversion.js';

/** Decimals that settings of commissions are kept with. */
export const SETTING = RATE_SCALE;

/** A tier with its decimals ×10^12 and the converter of its money mode. */
export interface CommissionTierPlan {
  readonly from: bigint;
  /** 0 = open */
  readonly to: bigint;
  readonly mode: CommissionRule['tiers'][number]['mode'];
  readonly perLot: boolean;
  readonly value: bigint;
  readonly min: bigint;
  readonly max: bigint;
  /** From the amount's own currency to the deposit currency. */
  readonly converter: Converter;
}

/** A commission rule compiled for a symbol of a group (trading-rules §1.2, §3.9). */
export interface CommissionPlan {
  /** Its place among the group's rules, from 0. */
  readonly position: number;
  readonly name: string;
  /** Kind and name, as explanations of deals tell what it charged. */
  readonly label: string;
  readonly kind: CommissionRule['kind'];
  readonly charge: CommissionRule['charge'];
  readonly range: CommissionRule['range'];
  readonly entry: CommissionRule['entry'];
  readonly side: CommissionRule['side'];
  readonly profit_filter: CommissionRule['profit_filter'];
  readonly reasons: ReadonlySet<string>;
  readonly tiers: readonly CommissionTierPlan[];
}

/** Compiles a rule; `converterOf` links a currency with the deposit currency. */
export const compileCommission = (
  rule: CommissionRule,
  position: number,
  currencies: { readonly base: string; readonly profit: string; readonly margin: string },
  deposit: string,
  converterOf: (from: string) => Converter,
): CommissionPlan => {
  const currencyOf = (tier: CommissionRule['tiers'][number]): string => {
    if (tier.mode === 'base' || tier.mode === 'profit' || tier.mode === 'margin') {
      return currencies[tier.mode];
    }
    if (tier.mode === 'points') return currencies.profit;
    return tier.mode === 'specified' && tier.currency !== '' ? tier.currency : deposit;
  };
  const big = (text: string): bigint => parseScaledBig(text, SETTING) ?? 0n;
  return {
    position,
    name: rule.name,
    label: `${rule.kind} ${rule.name}`,
    kind: rule.kind,
    charge: rule.charge,
    range: rule.range,
    entry: rule.entry,
    side: rule.side,
    profit_filter: rule.profit_filter,
    reasons: new Set(rule.reasons),
    tiers: rule.tiers.map((tier) => ({
      from: big(tier.range_from),
      to: big(tier.range_to),
      mode: tier.mode,
      perLot: tier.type === 'per_lot',
      value: big(tier.value),
      min: big(tier.min),
      max: big(tier.max),
      converter: converterOf(currencyOf(tier)),
    })),
  };
};
