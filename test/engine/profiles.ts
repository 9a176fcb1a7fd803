// Leverage profiles for tests: rules of tiers, and accounts of one position a symbol.

import type { LeverageProfileRecord } from '../../wire/settings/leverage.js';

/** A tier as worked examples write it. */
export interface Tier {
  readonly range_to: string;
  readonly initial: string;
  readonly maintenance: string;
}

type Rule = LeverageProfileRecord['rules'][number];

/** Tiers from pairs of an upper bound (0 = open) and a rate, or initial and maintenance. */
export const tiers = (
  ...ranges: readonly (readonly [to: string, initial: string, maintenance?: string])[]
): Tier[] =>
  ranges.map(([range_to, initial, maintenance]) => ({
    range_to,
    initial,
    maintenance: maintenance ?? initial,
  }));

/** A rule for all symbols; `range_from` is derived, so it says something else. */
export const leverageRule = (
  range_basis: Rule['range_basis'],
  ranges: readonly Tier[],
  more: Partial<Rule> = {},
): Rule => ({
  name: 'all',
  mask: '*',
  range_basis,
  currency: '',
  description: '',
  tiers: ranges.map((tier) => ({ range_from: '0', ...tier })),
  ...more,
});

/** A profile that groups name by 1. */
export const profile = (
  rules: readonly Rule[],
  more: Partial<LeverageProfileRecord> = {},
): LeverageProfileRecord => ({
  id: 1,
  name: 'floating',
  enabled: true,
  rules: [...rules],
  ...more,
});
