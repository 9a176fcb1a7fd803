// Rules of groups beyond their schema: values that the engine cannot compute or execute are
// refused.

import type { CommissionRule, GroupRecord, GroupSymbol } from '../../../../wire/settings/groups.js';
import { bounds, decimalsFault, masksFault } from '../rules/amount-rules.js';
import { firstOf, type RuleFault, scaled } from '../rules/setting-rules.js';
import { termsFault } from '../symbols/symbol-rules.js';

const MONEY_MOST = '1000000000000';
const PERCENT_MOST = '1000000';

const rowFault = (row: GroupSymbol): RuleFault => masksFault('mask', row.mask) ?? termsFault(row);

const INSTANT_RANGES: ReadonlySet<string> = new Set(['volume', 'value', 'profit']);
const ranged = bounds({ least: '0', most: MONEY_MOST, decimals: 12 });
const interest = bounds({ least: '0', most: PERCENT_MOST, decimals: 12 });
const TIER_BOUNDS = {
  range_from: ranged,
  range_to: ranged,
  value: bounds({ ...ranged, least: `-${MONEY_MOST}` }),
  min: ranged,
  max: ranged,
};

const tierFault = (tier: CommissionRule['tiers'][number]): RuleFault => {
  const fault = decimalsFault(tier, TIER_BOUNDS);
  if (fault !== undefined) return fault;
  const [min, max] = [scaled(tier.min), scaled(tier.max)];
  if (max !== 0n && max < min) return 'max: must not be below min';
  return tier.mode === 'specified' && tier.currency === ''
    ? 'currency: the mode specified needs one'
    : undefined;
};

const commissionFault = ({ mask, kind, charge, range, tiers }: CommissionRule): RuleFault => {
  if (kind === 'fee' && charge !== 'instant') return 'charge: a fee is charged at once';
  if (charge === 'instant' && !INSTANT_RANGES.has(range)) {
    return 'range: what is charged at once goes by volume, value or profit';
  }
  const fault = masksFault('mask', mask) ?? firstOf('tiers', tiers, tierFault);
  if (fault !== undefined) return fault;
  for (const [at, tier] of tiers.entries()) {
    const [from, to] = [scaled(tier.range_from), scaled(tier.range_to)];
    const before = tiers[at - 1];
    const begins = before === undefined || from === scaled(before.range_to);
    if (!begins) return `tiers.${at}.range_from: a tier begins where the one before it ends`;
    const open = to === 0n && at === tiers.length - 1;
    if (to <= from && !open) return `tiers.${at}.range_to: tiers rise; only the last may be open`;
  }
  return undefined;
};

const levelsFault = (group: GroupRecord): RuleFault => {
  const percent = group.stopout_mode === 'percent';
  const level = bounds({
    least: '0',
    most: percent ? PERCENT_MOST : MONEY_MOST,
    decimals: percent ? 2 : group.currency_digits,
  });
  const fault = decimalsFault(group, { margin_call: level, stop_out: level });
  if (fault !== undefined) return fault;
  return scaled(group.margin_call) < scaled(group.stop_out)
    ? 'stop_out: must not be above margin_call'
    : undefined;
};

/** The first fault of a group, regardless of other records (trading-rules §1.2). */
export const groupFault = (group: GroupRecord): RuleFault => {
  const { profit_blocked_till_eod, margin_mode, currency_digits, symbols, commissions } = group;
  if (profit_blocked_till_eod && margin_mode !== 'netting') {
    return 'profit_blocked_till_eod: only netting blocks profit';
  }
  const money = bounds({ least: '0', most: MONEY_MOST, decimals: currency_digits });
  return (
    levelsFault(group) ??
    decimalsFault(group, { demo_deposit: money, interest_rate: interest }) ??
    firstOf('symbols', symbols, rowFault) ??
    firstOf('commissions', commissions, commissionFault)
  );
};
