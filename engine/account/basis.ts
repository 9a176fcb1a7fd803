// The basis of an account's derived values: its group, its leverage, its symbols.

import type { EngineGroup } from '../settings/settings.js';
import type { EngineSymbol } from '../settings/symbols.js';
import type { AccountState, Basis, Context, Holding, MarginTerms } from './types.js';

/** Has what was reckoned of a holding reckoned anew. */
const forget = (holding: Holding): void => {
  holding.symbol = null;
  holding.sides = null;
  holding.margin = -1;
  holding.share = null;
  holding.valued = false;
};

/** Was a holding reckoned with a symbol that is another now? */
const isOutdated = (group: EngineGroup, { symbol, name }: Holding): boolean =>
  symbol !== null && group.held(name) !== symbol;

/**
 * The basis of an account's derived values (§3.11): another one when its switches, its group or a
 * symbol that it holds are others now. What is reckoned of holdings is reckoned anew where it does
 * not hold any more.
 */
export const basisOf = (state: AccountState, ctx: Pick<Context, 'settings'>): Basis => {
  const { basis, switches } = state;
  const isSwitched = basis?.switches !== switches;
  if (basis !== null && basis.settings === ctx.settings && !isSwitched) return basis;
  const group = ctx.settings.group(switches.group);
  if (group === undefined) throw new Error(`account ${state.login} has no group`);
  const isRegrouped = basis?.group !== group;
  const holdings = [...state.holdings.values()];
  const outdated =
    isSwitched || isRegrouped ? holdings : holdings.filter((one) => isOutdated(group, one));
  for (const holding of outdated) forget(holding);
  if (basis !== null && !isSwitched && !isRegrouped && outdated.length === 0) {
    basis.settings = ctx.settings;
    return basis;
  }
  const leverage = switches.leverage_own || group.record.leverage_default;
  const renewed: Basis = { settings: ctx.settings, switches, group, leverage };
  state.basis = renewed;
  return renewed;
};

/** What margin of a symbol is reckoned with under a basis (trading-rules §3.4). */
export const termsOf = (basis: Basis, symbol: EngineSymbol): MarginTerms => ({
  symbol,
  netting: basis.group.netting,
  leverage: basis.leverage,
  currency_digits: basis.group.record.currency_digits,
});

/** The symbol of a holding, offered or not (§1.1). Throws without one: those in use are kept. */
export const symbolOf = (basis: Basis, holding: Holding): EngineSymbol => {
  if (holding.symbol === null) {
    const symbol = basis.group.held(holding.name);
    if (symbol === undefined) throw new Error(`symbol ${holding.name} is held and unknown`);
    holding.symbol = symbol;
  }
  return holding.symbol;
};
