// The basis of an account's derived values: its group, leverage and symbols.

import { accountLeverage } from '../../wire/accounts/account.js';
import type { EngineGroup } from '../settings/settings.js';
import type { EngineSymbol } from '../settings/symbols.js';
import type { AccountState, Basis, Context, Holding, MarginTerms } from './types.js';

/** Marks the derived values of a holding as outdated. */
const forget = (holding: Holding): void => {
  holding.symbol = null;
  holding.sides = null;
  holding.margin = -1;
  holding.share = null;
  holding.valued = false;
};

/** Were the derived values computed with a version of the symbol that has been replaced? */
const isOutdated = (group: EngineGroup, { symbol, name }: Holding): boolean =>
  symbol !== null && group.held(name) !== symbol;

/**
 * The basis of an account's derived values (§3.11). It changes when the account's switches, its
 * group or one of its symbols change; values of holdings with an outdated basis are computed again.
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
  const leverage = accountLeverage(switches, group.record);
  const renewed: Basis = { settings: ctx.settings, switches, group, leverage };
  state.basis = renewed;
  return renewed;
};

/** The inputs of a symbol's margin under a basis (trading-rules §3.4). */
export const termsOf = (basis: Basis, symbol: EngineSymbol): MarginTerms => ({
  symbol,
  netting: basis.group.netting,
  leverage: basis.leverage,
  currency_digits: basis.group.record.currency_digits,
});

/**
 * The symbol of a holding, whether the group is offered it or not (§1.1). Throws when it is
 * missing: symbols in use cannot be deleted.
 */
export const symbolOf = (basis: Basis, holding: Holding): EngineSymbol => {
  if (holding.symbol === null) {
    const symbol = basis.group.held(holding.name);
    if (symbol === undefined) throw new Error(`symbol ${holding.name} is held and unknown`);
    holding.symbol = symbol;
  }
  return holding.symbol;
};
