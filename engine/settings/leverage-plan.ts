// Compiled floating leverage: the rules of a group's profile, and the rule for each symbol.

import { listFits, type MaskList, maskListOf } from '../../wire/base/mask.js';
import { parseScaledBig, RATE_SCALE, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { LeverageProfileRecord } from '../../wire/settings/leverage.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import { TEN, TENN } from '../numbers/exact.js';
import type { Converter, Converters } from './conversion.js';

/** Decimals of tier sizes, which are in lots or in the rule's currency. */
const SIZE_SCALE = RATE_SCALE;

/** 10^12, the scale of tier sizes. */
export const SIZE_UNIT = TENN[SIZE_SCALE] as bigint;

/** A tier of a rule: from the end of the tier before to `to`. */
interface LeverageTier {
  /** Infinity and null: no upper end. */
  readonly to: number;
  readonly exactTo: bigint | null;
  /** Factors of margin, ×10^8. */
  readonly initial: number;
  readonly maintenance: number;
}

/** A rule of a profile. */
export interface LeverageRule {
  readonly masks: MaskList;
  readonly perSymbol: boolean;
  readonly byValue: boolean;
  /** Only for value bases; empty = the deposit currency. */
  readonly currency: string;
  readonly tiers: readonly LeverageTier[];
  /** The highest rate of its tiers, ×10^8. */
  readonly dearest: number;
}

/** A rate of a tier ×10^8; further decimals are cut off, and negative rates become 0. */
const tierRate = (text: string): number => {
  const rate = parseScaledBig(text, RATE_SCALE) ?? 0n;
  return Math.max(0, Number(rate / (TENN[RATE_SCALE - VOLUME_SCALE] as bigint)));
};

const compileRule = (record: LeverageProfileRecord['rules'][number]): LeverageRule => {
  const tiers = record.tiers.map(({ range_to, initial, maintenance }): LeverageTier => {
    const to = parseScaledBig(range_to, SIZE_SCALE) ?? 0n;
    return {
      to: to === 0n ? Number.POSITIVE_INFINITY : Number(to) / (TEN[SIZE_SCALE] as number),
      exactTo: to === 0n ? null : to,
      initial: tierRate(initial),
      maintenance: tierRate(maintenance),
    };
  });
  return {
    masks: maskListOf(record.mask),
    perSymbol: record.range_basis.endsWith('_per_symbol'),
    byValue: record.range_basis.startsWith('value'),
    currency: record.currency,
    tiers,
    dearest: Math.max(...tiers.flatMap(({ initial, maintenance }) => [initial, maintenance])),
  };
};

/** The rules of a group's profile; none if there is no profile or it is not enabled (§3.7). */
export const compileProfile = (
  profiles: readonly LeverageProfileRecord[],
  id: number | null,
): readonly LeverageRule[] => {
  const profile = profiles.find((one) => one.id === id);
  return profile?.enabled === true ? profile.rules.map(compileRule) : [];
};

/** The rule for a symbol of a group, and how its lots are valued. */
export interface SymbolLeverage {
  readonly rule: LeverageRule;
  /**
   * Converts from the value's currency to the rule's; null = by `rate_margin` of the rows (§3.7).
   */
  readonly valueTo: Converter | null;
}

/** The fields that decide how a symbol's lots are valued. */
type Valued = Pick<
  SymbolRecord,
  'name' | 'path' | 'currency_base' | 'currency_profit' | 'currency_margin'
>;

/** The first rule whose mask covers a symbol; null = none (trading-rules §3.7). */
export const leverageOf = (
  rules: readonly LeverageRule[],
  symbol: Valued,
  forex: boolean,
  deposit: string,
  suffix: string | null,
  converters: Converters,
): SymbolLeverage | null => {
  const rule = rules.find(({ masks }) => listFits(masks, symbol.name, symbol.path));
  if (rule === undefined) return null;
  const from = forex ? symbol.currency_base : symbol.currency_profit;
  const to = rule.currency === '' ? deposit : rule.currency;
  const isStored = from !== to && to === deposit && from === symbol.currency_margin;
  return { rule, valueTo: isStored ? null : converters.between(from, to, suffix) };
};
