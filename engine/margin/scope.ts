// The margin of a scope: the sum of its symbols, distributed over the tiers of the rule.

import { RATE_SCALE, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { Portion, ScopeShare, Size } from '../account/types.js';
import { type Ratio, sumOf, ZERO_RATIO } from '../numbers/arithmetic.js';
import { limitedQuotient, nearestWithin, STEP, TEN, TENN } from '../numbers/exact.js';
import type { Quotes } from '../settings/conversion.js';
import { type LeverageRule, SIZE_UNIT, type SymbolLeverage } from '../settings/leverage-plan.js';

/** Current rates ×10^12 of the value of a share; 0 where none is needed. */
interface Rates {
  readonly ask: bigint;
  readonly bid: bigint;
}

const NO_RATES: Rates = { ask: 0n, bid: 0n };

/** The rates for a symbol's size; undefined when one is unknown (§3.2). */
const ratesOf = ({ rule, valueTo }: SymbolLeverage, quotes: Quotes): Rates | undefined => {
  if (!rule.byValue || valueTo === null || valueTo.same) return NO_RATES;
  const ask = valueTo.rate('ask', quotes);
  const bid = valueTo.rate('bid', quotes);
  return ask === 0n || bid === 0n ? undefined : { ask, bid };
};

/** Are all rates for a symbol's size known (§3.7)? */
export const isSized = (leverage: SymbolLeverage, quotes: Quotes): boolean =>
  ratesOf(leverage, quotes) !== undefined;

/**
 * Σ over the tiers: the positions' part [0, held] at maintenance, the orders' part [held, all] at
 * initial rates (trading-rules §3.7); nothing above `all` counts. Rates ×10^8.
 */
const laidRough = (rule: LeverageRule, held: number, all: number): number => {
  let from = 0;
  let sum = 0;
  for (const { to, initial, maintenance } of rule.tiers) {
    if (from >= all) break;
    const end = Math.max(from, Math.min(to, all));
    const kept = Math.max(0, Math.min(end, held) - from);
    sum += kept * maintenance + (end - from - kept) * initial;
    from = end;
  }
  return sum;
};

const laidExact = (rule: LeverageRule, held: Ratio<bigint>, all: Ratio<bigint>): Ratio<bigint> => {
  const unit = held.under * all.under;
  const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
  const whole = all.over * held.under * SIZE_UNIT;
  const bound = held.over * all.under * SIZE_UNIT;
  let from = 0n;
  let sum = 0n;
  for (const { exactTo, initial, maintenance } of rule.tiers) {
    if (from >= whole) break;
    const reach = exactTo === null ? whole : least(exactTo * unit, whole);
    const end = reach > from ? reach : from;
    const reached = least(end, bound);
    const kept = reached > from ? reached - from : 0n;
    sum += kept * BigInt(maintenance) + (end - from - kept) * BigInt(initial);
    from = end;
  }
  return { over: sum, under: unit * SIZE_UNIT * (TENN[VOLUME_SCALE] as bigint) };
};

const roughSize = ({ fixed, ask, bid }: Size<number>, rates: Rates): number =>
  fixed + (ask * Number(rates.ask) + bid * Number(rates.bid)) / (TEN[RATE_SCALE] as number);

/** Margin of a scope in doubles, in units of the deposit currency; NaN = too close to a tie. */
const roughMargin = (
  rule: LeverageRule,
  shares: readonly ScopeShare[],
  rates: readonly Rates[],
): number => {
  let margin = 0;
  let size = 0;
  let held = 0;
  let steps = 0;
  for (let at = 0; at < shares.length; at += 1) {
    const { rough, steps: own } = shares[at] as ScopeShare;
    if (rough === null) return Number.NaN;
    const given = rates[at] as Rates;
    margin += rough.margin;
    size += roughSize(rough.size, given);
    held += roughSize(rough.held, given);
    steps += own + 8;
  }
  if (margin === 0) return 0;
  if (size === 0) return Number.NaN;
  const scale = TEN[VOLUME_SCALE] as number;
  const value = ((margin / size) * laidRough(rule, held, size)) / scale;
  // An error of the size moves the same amount between tiers, at most at the rate of the dearest
  // tier.
  const error = ((margin * rule.dearest) / scale) * (6 * steps + 4 * rule.tiers.length) * STEP;
  return nearestWithin(value, error);
};

const exactSize = ({ fixed, ask, bid }: Size<Ratio<bigint>>, rates: Rates): Ratio<bigint> => {
  const unit = TENN[RATE_SCALE] as bigint;
  const at = ({ over, under }: Ratio<bigint>, rate: bigint) => ({
    over: over * rate,
    under: under * unit,
  });
  return sumOf(fixed, sumOf(at(ask, rates.ask), at(bid, rates.bid)));
};

/** Margin of a scope in exact arithmetic; without rates or a size the profile does not apply. */
const exactMargin = (
  rule: LeverageRule,
  shares: readonly ScopeShare[],
  rates: readonly Rates[] | null,
): number => {
  const portions: readonly Portion<Ratio<bigint>>[] = shares.map((share) => share.exact());
  const margin = portions.reduce((sum, portion) => sumOf(sum, portion.margin), ZERO_RATIO);
  const sized = (of: (portion: Portion<Ratio<bigint>>) => Size<Ratio<bigint>>): Ratio<bigint> =>
    portions.reduce(
      (sum, portion, at) => sumOf(sum, exactSize(of(portion), rates?.[at] ?? NO_RATES)),
      ZERO_RATIO,
    );
  const size = rates === null ? ZERO_RATIO : sized((portion) => portion.size);
  if (size.over === 0n) return limitedQuotient(margin.over, margin.under);
  const laid = laidExact(
    rule,
    sized((portion) => portion.held),
    size,
  );
  const over = margin.over * laid.over * size.under;
  return limitedQuotient(over, margin.under * laid.under * size.over);
};

/**
 * Margin of a scope in units of the deposit currency: `R(Σ M·(x_tier/X)·rate)` (§3.7). Without a
 * size or its rate the shares' margin counts without tiers.
 */
export const scopeMargin = (
  rule: LeverageRule,
  shares: readonly ScopeShare[],
  quotes: Quotes,
): number => {
  const rates: Rates[] = [];
  for (const share of shares) {
    const found = ratesOf(share.leverage, quotes);
    if (found === undefined) return exactMargin(rule, shares, null);
    rates.push(found);
  }
  const rough = roughMargin(rule, shares, rates);
  return Number.isNaN(rough) ? exactMargin(rule, shares, rates) : rough;
};
