// Floating leverage compiled: the rules of a group's profile, and which one a symbol is under.

import { listFits, type MaskList, maskListOf } from '../../wire/base/mask.js';
import { parseScaledBig, RATE_SCALE, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { LeverageProfileRecord } from '../../wire/settings/leverage.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import { TEN, TENN } from '../numbers/exact.js';
import type { Converter, Converters } from './conversion.js';

/** Sizes of tiers, in lots or in the rule's currency, are held ×10^12. */
const SIZE_SCALE = RATE_SCALE;

/** 10^12, by which sizes of tiers are scaled. */
export const SIZE_UNIT = TENN[SIZE_SCALE] as bigint;

/** A range of a rule: from where the one before it ends to `to`. */
interface LeverageTier {
  /** Infinity and null: open. */
  readonly to: number;
  readonly exactTo: bigint | null;
  /** Multiplied with margin, ×10^8. */
  readonly initial: number;
  readonly maintenance: number;
}

/** A rule of a profile. */
export interface LeverageRule {
  readonly masks: MaskList;
  readonly perSymbol: boolean;
  readonly byValue: boolean;
  /** Value bases; empty = the deposit currency. */
  readonly currency: string;
  readonly tiers: readonly LeverageTier[];
  /** The highest rate of its tiers, ×10^8. */
  readonly dearest: number;
}

/** A rate of a tier ×10^8; further decimals are cut, and none is below 0. */
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

/** The rules of a group's profile; none when it has none or it is not enabled (§3.7). */
export const compileProfile = (
  profiles: readonly LeverageProfileRecord[],
  id: number | null,
): readonly LeverageRule[] => {
  const profile = profiles.find((one) => one.id === id);
  return profile?.enabled === true ? profile.rules.map(compileRule) : [];
};

/** The rule that a symbol of a group is under, and how its lots are valued. */
export interface SymbolLeverage {
  readonly rule: LeverageRule;
  /** From the value's currency to the rule's; null = `rate_margin` of the rows (§3.7). */
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
