// Commissions and fees of deals: the rules that match a deal, and the charge of each.

import { plus } from '../../wire/base/amounts.js';
import { PRICE_EXTRA, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { Action, Entry, Reason, Side } from '../../wire/trading/records.js';
import { type BoundedCharge, type OrderCharges, UNCHARGED } from '../account/order-charges.js';
import { type Amount, roundAmount } from '../margin/profit.js';
import { ONE, TENN } from '../numbers/exact.js';
import {
  type CommissionPlan,
  type CommissionTierPlan,
  SETTING,
} from '../settings/commission-plan.js';
import type { Quotes, ValueLink } from '../settings/conversion.js';
import type { EngineSymbol } from '../settings/symbols.js';

/** Deals with these reasons pay no commission (trading-rules §2.2). */
const FREE_REASONS: ReadonlySet<Reason> = new Set<Reason>([
  'rollover',
  'external_service',
  'sync',
  'split',
  'corporate_action',
  'correction',
]);

/**
 * The values of a deal that a rule tests. Volumes ×10^8, profit in units of the deposit currency.
 */
export interface ChargedDeal {
  readonly action: Action & Side;
  readonly entry: Entry;
  readonly reason: Reason;
  readonly volume: number;
  readonly volume_closed: number;
  readonly profit: number;
  /** Value of a part of the volume, unrounded; `link` null = in the deposit currency. */
  value(volume: number, link: ValueLink | null): Amount;
}

/** The volume that a rule charges; 0 = the rule does not match the deal (trading-rules §3.9). */
const chargedVolume = (rule: Pick<CommissionPlan, 'entry'>, deal: ChargedDeal): number => {
  if (deal.entry === 'out_by') return rule.entry === 'out' ? deal.volume : 0;
  if (rule.entry === 'in') return deal.volume - deal.volume_closed;
  return rule.entry === 'out' ? deal.volume_closed : deal.volume;
};

const meets = (rule: CommissionPlan, deal: ChargedDeal): boolean => {
  if (FREE_REASONS.has(deal.reason)) return false;
  if (rule.side !== 'all' && rule.side !== deal.action) return false;
  if (rule.profit_filter === 'profit' && deal.profit <= 0) return false;
  if (rule.profit_filter === 'loss' && deal.profit >= 0) return false;
  return rule.reasons.size === 0 || rule.reasons.has(deal.reason);
};

/**
 * The index of the first tier with `from < x ≤ to`; x = 0 belongs to the first tier; -1 = none
 * (trading-rules §3.9).
 */
export const tierAt = (tiers: readonly CommissionTierPlan[], x: Amount): number => {
  const scaled = x.over * (TENN[SETTING] as bigint);
  if (scaled === 0n) return 0;
  return tiers.findIndex(
    (tier) => scaled > tier.from * x.under && (tier.to === 0n || scaled <= tier.to * x.under),
  );
};

/**
 * The value that selects the tier: profit, value or volume of the deal, or its share of a turnover.
 */
const rangedBy = (rule: CommissionPlan, deal: ChargedDeal, currencyDigits: number): Amount => {
  switch (rule.range) {
    case 'value':
      return deal.value(deal.volume, null);
    case 'turnover_money':
      return deal.value(deal.volume, rule.turnover);
    case 'profit':
      return { over: BigInt(deal.profit), under: TENN[currencyDigits] as bigint };
    default:
      return { over: BigInt(deal.volume), under: TENN[VOLUME_SCALE] as bigint };
  }
};

/** The amount before its limits, in its own currency (trading-rules §3.9, modes). */
const amountOf = (
  tier: CommissionTierPlan,
  symbol: EngineSymbol,
  deal: ChargedDeal,
  volume: number,
  currencyDigits: number,
): Amount => {
  const unit = TENN[SETTING] as bigint;
  if (tier.mode === 'percent') {
    const value = deal.value(volume, null);
    return { over: value.over * tier.value, under: value.under * unit * 100n };
  }
  if (tier.mode === 'profit_percent') {
    const under = (TENN[currencyDigits] as bigint) * unit * 100n;
    return { over: BigInt(deal.profit) * tier.value, under };
  }
  let over = tier.value;
  let under = unit;
  if (tier.perLot) {
    over *= BigInt(volume);
    under *= TENN[VOLUME_SCALE] as bigint;
  }
  if (tier.mode === 'points') {
    const futures = symbol.calc_mode === 'futures';
    over *= BigInt(futures ? symbol.tick_value : symbol.contract_size);
    under *= (TENN[VOLUME_SCALE] as bigint) * (TENN[symbol.digits] as bigint);
    if (futures) {
      over *= TENN[symbol.digits + PRICE_EXTRA] as bigint;
      under *= BigInt(symbol.tick_size);
    }
  }
  return { over, under };
};

/** Applies the limits to the size of an amount; limits ×10^12, 0 = none. */
const limited = (amount: Amount, min: bigint, max: bigint): Amount => {
  if (amount.over === 0n) return amount;
  const sign = amount.over < 0n ? -1n : 1n;
  const size = sign * amount.over * (TENN[SETTING] as bigint);
  const under = TENN[SETTING] as bigint;
  if (min > 0n && size < min * amount.under) return { over: sign * min, under };
  if (max > 0n && size > max * amount.under) return { over: sign * max, under };
  return amount;
};

/** A deal and a rule that matches it. */
interface MatchedDeal {
  readonly rule: CommissionPlan;
  readonly symbol: EngineSymbol;
  readonly deal: ChargedDeal;
  /** The charged volume. */
  readonly volume: number;
  readonly currencyDigits: number;
  readonly quotes: Quotes;
}

/** An amount of a tier in units of the deposit currency. */
const unitsOf = (
  amount: Amount,
  { converter }: CommissionTierPlan,
  { currencyDigits, quotes }: Pick<MatchedDeal, 'currencyDigits' | 'quotes'>,
): number => {
  if (converter.same) return roundAmount(amount, currencyDigits);
  const rate = converter.rate('ask', quotes);
  return roundAmount({ over: amount.over * rate, under: amount.under * ONE }, currencyDigits);
};

/**
 * The charge of a tier for a deal, in units of the deposit currency: one R (trading-rules §3.9).
 * Positive; a loss can make it negative in `profit_percent`.
 */
const tierAmount = (met: MatchedDeal, tier: CommissionTierPlan | undefined): number => {
  if (tier === undefined) return 0;
  const { symbol, deal, volume, currencyDigits } = met;
  const raw = amountOf(tier, symbol, deal, volume, currencyDigits);
  return unitsOf(limited(raw, tier.min, tier.max), tier, met);
};

/** The tier of a rule that the single deal selects. */
const ownTier = ({ rule, deal, currencyDigits }: MatchedDeal): CommissionTierPlan | undefined =>
  rule.tiers[tierAt(rule.tiers, rangedBy(rule, deal, currencyDigits))];

/** The charge of a rule whose tier is selected by the single deal. */
const ownAmount = (met: MatchedDeal): number => tierAmount(met, ownTier(met));

/**
 * The charge of a part of an order by a rule whose bounds count by order: the amount owed
 * for the order after the part, less the amount already charged. A part never returns the charges
 * of others, nor takes back payments to them (§3.9.11). Undefined = the part is charged nothing.
 */
const partCharge = (met: MatchedDeal, before: OrderCharges): BoundedCharge | undefined => {
  const tier = ownTier(met);
  if (tier === undefined) return undefined;
  const { rule, symbol, deal, volume, currencyDigits } = met;
  const amount = amountOf(tier, symbol, deal, volume, currencyDigits);
  if (amount.over === 0n) return undefined;
  const { key } = rule;
  const raw = unitsOf(amount, tier, met);
  const sums = before.get(key);
  if (sums === undefined) return { key, raw, paid: tierAmount(met, tier) };
  const under = TENN[SETTING] as bigint;
  const sum = plus(sums.raw, raw);
  const least = unitsOf({ over: tier.min, under }, tier, met);
  const most =
    tier.max === 0n ? Number.POSITIVE_INFINITY : unitsOf({ over: tier.max, under }, tier, met);
  const size = Math.abs(sum);
  const owed = (sum < 0 ? -1 : 1) * (size < least ? least : Math.min(size, most));
  const paid = plus(owed, -sums.paid);
  return { key, raw, paid: amount.over > 0n ? Math.max(paid, 0) : Math.min(paid, 0) };
};

/** The share of a deal in a daily or monthly rule. */
export interface Accrued {
  readonly rule: CommissionPlan;
  /** The share in the turnover; null where each deal selects its own tier. */
  readonly turnover: Amount | null;
  /**
   * For each tier the charge if that tier becomes final; a single amount for rules without
   * turnover.
   */
  readonly amounts: readonly number[];
}

const accruedOf = (met: MatchedDeal): Accrued => {
  const { rule, deal, currencyDigits } = met;
  if (rule.range !== 'turnover_money' && rule.range !== 'turnover_volume') {
    return { rule, turnover: null, amounts: [ownAmount(met)] };
  }
  return {
    rule,
    turnover: rangedBy(rule, deal, currencyDigits),
    amounts: rule.tiers.map((tier) => tierAmount(met, tier)),
  };
};

/** The charges of a deal. All in units of the deposit currency, charges negative. */
export interface Charges {
  readonly commission: number;
  readonly fee: number;
  /** The agent's earnings by rule; positive. */
  readonly agent: readonly { readonly rule: CommissionPlan; readonly amount: number }[];
  /** The immediate charge of each rule, by its label. */
  readonly charged: Readonly<Record<string, number>>;
  /** The shares in charges at the end of the day or month. */
  readonly accrued: readonly Accrued[];
  /** The charges that count towards the bounds of the whole order. */
  readonly bounded: readonly BoundedCharge[];
}

/** The charges of a deal without matching rules. */
export const NO_CHARGES: Charges = {
  ...{ commission: 0, fee: 0, agent: [], charged: {} },
  ...{ accrued: [], bounded: [] },
};

/**
 * The charges of two deals together: a close-by writes both on its first deal (trading-rules §3.9).
 */
export const chargedTogether = (a: Charges, b: Charges): Charges => {
  const charged: Record<string, number> = { ...a.charged };
  for (const label in b.charged) {
    charged[label] = plus(charged[label] ?? 0, b.charged[label] ?? 0);
  }
  return {
    commission: plus(a.commission, b.commission),
    fee: plus(a.fee, b.fee),
    agent: [...a.agent, ...b.agent],
    charged,
    accrued: [...a.accrued, ...b.accrued],
    bounded: [...a.bounded, ...b.bounded],
  };
};

/**
 * The charges of a symbol's rules for one deal; `before` are the charges of the order's other deals
 * (trading-rules §3.9).
 */
export const chargesOf = (
  symbol: EngineSymbol,
  deal: ChargedDeal,
  currencyDigits: number,
  quotes: Quotes,
  before: OrderCharges = UNCHARGED,
): Charges => {
  let commission = 0;
  let fee = 0;
  const agent: { rule: CommissionPlan; amount: number }[] = [];
  const charged: Record<string, number> = {};
  const accrued: Accrued[] = [];
  const bounded: BoundedCharge[] = [];
  for (const rule of symbol.commissions) {
    const volume = chargedVolume(rule, deal);
    if (volume === 0 || !meets(rule, deal)) continue;
    const met: MatchedDeal = { rule, symbol, deal, volume, currencyDigits, quotes };
    if (rule.charge !== 'instant') {
      accrued.push(accruedOf(met));
      continue;
    }
    const part = rule.boundsOrder ? partCharge(met, before) : undefined;
    if (part !== undefined) bounded.push(part);
    const amount = rule.boundsOrder ? (part?.paid ?? 0) : ownAmount(met);
    if (amount === 0) continue;
    if (rule.kind === 'agent') {
      agent.push({ rule, amount });
      continue;
    }
    charged[rule.label] = plus(charged[rule.label] ?? 0, -amount);
    if (rule.kind === 'fee') fee = plus(fee, -amount);
    else commission = plus(commission, -amount);
  }
  return { commission, fee, agent, charged, accrued, bounded };
};
