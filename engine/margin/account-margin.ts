// Margin of an account: the margin of its symbols, and of the scopes of its leverage profile.

import { limited } from '../../wire/base/amounts.js';
import { symbolOf, termsOf } from '../account/basis.js';
import { Reserved } from '../account/reserves.js';
import { type BothSides, HeldSides } from '../account/side-volume.js';
import type { AccountState, Basis, Holding, ScopeShare } from '../account/types.js';
import type { Couple, Quotes } from '../settings/conversion.js';
import type { LeverageRule } from '../settings/leverage-plan.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { SymbolShare } from './floating-leverage.js';
import { heldLegs, type Prospect, prospectMargin, prospectNow, symbolMargin } from './margin.js';
import { isSized, scopeMargin } from './scope.js';

/** The positions of a holding by side (§3.5). */
export const legsOf = (holding: Holding): HeldSides => {
  holding.volumes ??= new HeldSides(holding.positions);
  return holding.volumes;
};

/** The positions of a holding by side, with their sizes and rates (trading-rules §3.4). */
export const sidesOf = (basis: Basis, holding: Holding): BothSides => {
  holding.sides ??= heldLegs(symbolOf(basis, holding), legsOf(holding));
  return holding.sides;
};

/** The pending orders of a holding as sums (trading-rules §3.5). */
export const reservedOf = (holding: Holding): Reserved => {
  holding.reserved ??= Reserved.of(holding.orders);
  return holding.reserved;
};

/** The margin of a holding without leverage profile, in units of the currency. */
const holdingMargin = (basis: Basis, holding: Holding): number => {
  if (holding.margin < 0) {
    const terms = termsOf(basis, symbolOf(basis, holding));
    holding.margin = symbolMargin(terms, sidesOf(basis, holding), reservedOf(holding));
  }
  return holding.margin;
};

/** A holding's share of its scope; undefined = no rule applies to its symbol. */
const shareOf = (basis: Basis, holding: Holding): ScopeShare | undefined => {
  const symbol = symbolOf(basis, holding);
  if (symbol.leverage === null) return undefined;
  if (holding.share === null) {
    const now = prospectNow(sidesOf(basis, holding), reservedOf(holding));
    holding.share = new SymbolShare(termsOf(basis, symbol), symbol.leverage, now);
  }
  return holding.share;
};

/** The other shares of the scope that a symbol belongs to (trading-rules §3.7). */
const otherShares = (
  state: AccountState,
  basis: Basis,
  symbol: EngineSymbol,
  rule: LeverageRule,
): ScopeShare[] => {
  const shares: ScopeShare[] = [];
  if (rule.perSymbol) return shares;
  for (const holding of state.holdings.values()) {
    if (holding.name === symbol.name) continue;
    const share = shareOf(basis, holding);
    if (share?.leverage.rule === rule) shares.push(share);
  }
  return shares;
};

/**
 * Margin of a symbol, or of its whole scope if a rule applies to it (§3.7), in units of the
 * currency.
 */
export const marginNear = (
  state: AccountState,
  basis: Basis,
  symbol: EngineSymbol,
  quotes: Quotes,
): number => {
  const holding = state.holdings.get(symbol.name);
  const { leverage } = symbol;
  if (leverage === null) return holding === undefined ? 0 : holdingMargin(basis, holding);
  const shares = otherShares(state, basis, symbol, leverage.rule);
  const own = holding === undefined ? undefined : shareOf(basis, holding);
  if (own !== undefined) shares.push(own);
  return scopeMargin(leverage.rule, shares, quotes);
};

/** As `marginNear`, with a changed holding of the symbol (trading-rules §3.8). */
export const marginWith = (
  state: AccountState,
  basis: Basis,
  symbol: EngineSymbol,
  prospect: Prospect,
  quotes: Quotes,
): number => {
  const terms = termsOf(basis, symbol);
  const { leverage } = symbol;
  if (leverage === null) return prospectMargin(terms, prospect);
  const shares = otherShares(state, basis, symbol, leverage.rule);
  shares.push(new SymbolShare(terms, leverage, prospect));
  return scopeMargin(leverage.rule, shares, quotes);
};

/** The scopes of an account: shares grouped by rule, or single where the rule says so. */
const scopesOf = (state: AccountState, basis: Basis): readonly ScopeShare[][] => {
  const shared = new Map<LeverageRule, ScopeShare[]>();
  const scopes: ScopeShare[][] = [];
  for (const holding of state.holdings.values()) {
    const share = shareOf(basis, holding);
    if (share === undefined) continue;
    const { rule } = share.leverage;
    const known = shared.get(rule);
    if (known !== undefined) known.push(share);
    else {
      const scope = [share];
      scopes.push(scope);
      if (!rule.perSymbol) shared.set(rule, scope);
    }
  }
  return scopes;
};

/** Margin of the account, limited: its symbols plus its scopes (trading-rules §3.5 to §3.7). */
export const marginOf = (state: AccountState, basis: Basis, quotes: Quotes): number => {
  const profiled = basis.group.leverage.length > 0;
  let margin = 0;
  for (const holding of state.holdings.values()) {
    if (!profiled || symbolOf(basis, holding).leverage === null) {
      margin += holdingMargin(basis, holding);
    }
  }
  if (!profiled) return limited(margin);
  for (const scope of scopesOf(state, basis)) {
    const [first] = scope;
    if (first !== undefined) margin += scopeMargin(first.leverage.rule, scope, quotes);
  }
  return limited(margin);
};

/** Are all rates known that the account's margin needs (trading-rules §3.7)? */
export const isMarginKnown = (state: AccountState, basis: Basis, quotes: Quotes): boolean =>
  basis.group.leverage.length === 0 ||
  [...state.holdings.values()].every((holding) => {
    const { leverage } = symbolOf(basis, holding);
    return leverage === null || isSized(leverage, quotes);
  });

/** Are all rates known that the margin of a symbol's scope needs, including its own (§3.7)? */
export const isScopeKnown = (
  state: AccountState,
  basis: Basis,
  symbol: EngineSymbol,
  quotes: Quotes,
): boolean => {
  const { leverage } = symbol;
  if (leverage === null) return true;
  const others = otherShares(state, basis, symbol, leverage.rule);
  return isSized(leverage, quotes) && others.every((share) => isSized(share.leverage, quotes));
};

const NO_COUPLES: readonly Couple[] = [];

/**
 * Couples whose rates change the account's margin, because sizes are converted with them (§3.7).
 */
export const marginCouples = (state: AccountState, basis: Basis): readonly Couple[] => {
  if (basis.group.leverage.length === 0) return NO_COUPLES;
  const couples = new Set<Couple>();
  for (const holding of state.holdings.values()) {
    const { leverage } = symbolOf(basis, holding);
    if (leverage === null || !leverage.rule.byValue || leverage.valueTo === null) continue;
    for (const couple of leverage.valueTo.couples) couples.add(couple);
  }
  return [...couples];
};
