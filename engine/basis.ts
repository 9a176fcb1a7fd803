// The basis of an account's derived values: its group, its leverage, its symbols.

import type { MarginTerms } from './margin.js';
import type { EngineSymbol } from './symbols.js';
import type { AccountState, Basis, Context, Holding } from './types.js';

/** The basis of an account's derived values (§3.11), renewed when settings or switches change. */
export const basisOf = (state: AccountState, ctx: Pick<Context, 'settings'>): Basis => {
  const { basis, switches } = state;
  if (basis !== null && basis.settings === ctx.settings && basis.switches === switches) {
    return basis;
  }
  const group = ctx.settings.group(switches.group);
  if (group === undefined) throw new Error(`account ${state.login} has no group`);
  const leverage = switches.leverage_own || group.record.leverage_default;
  const renewed: Basis = { settings: ctx.settings, switches, group, leverage };
  state.basis = renewed;
  for (const holding of state.holdings.values()) {
    holding.symbol = null;
    holding.sides = null;
    holding.margin = -1;
    holding.share = null;
    holding.valued = false;
  }
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
