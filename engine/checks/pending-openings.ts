// Market orders that wait for execution: limits and checks count them before they are filled.

import type { Order, Side } from '../../wire/trading/records.js';
import { isPending } from '../account/account.js';
import type { AccountState } from '../account/types.js';
import { plainKind } from '../turn/locks.js';

const NOBODY: readonly Order[] = [];
const NO_SYMBOLS: ReadonlySet<string> = new Set();

/** The waiting orders that will open volume (trading-rules §4.1). */
export const openings = (state: AccountState): readonly Order[] => {
  if (state.queue.size === 0) return NOBODY;
  const found: Order[] = [];
  for (const row of state.queue.values()) {
    const order = state.orders.get(row.order_id);
    if (plainKind(row) === 'open' && row.state !== 'quoted' && order !== undefined) {
      found.push(order);
    }
  }
  return found;
};

/** The symbols of waiting openings that the account has no rows of. */
const openingSymbols = (
  state: AccountState,
  known: (symbol: string) => boolean,
): ReadonlySet<string> => {
  if (state.queue.size === 0) return NO_SYMBOLS;
  const symbols = new Set<string>();
  for (const { symbol } of openings(state)) if (!known(symbol)) symbols.add(symbol);
  return symbols;
};

/** Would the symbol exceed a limit of symbols with positions or orders (§4.1)? */
export const isSymbolOver = (state: AccountState, symbol: string, limit: number): boolean => {
  const { holdings } = state;
  if (holdings.has(symbol)) return false;
  const opening = openingSymbols(state, (name) => holdings.has(name));
  return !opening.has(symbol) && holdings.size + opening.size >= limit;
};

/** Would a netting position of the symbol exceed a limit of positions (trading-rules §4.1)? */
export const isNettingOver = (state: AccountState, symbol: string, limit: number): boolean => {
  const isHeld = (name: string): boolean => (state.holdings.get(name)?.positions.length ?? 0) > 0;
  if (isHeld(symbol)) return false;
  const opening = openingSymbols(state, isHeld);
  return !opening.has(symbol) && state.positions.size + opening.size >= limit;
};

/** Lots of a side in a symbol that wait to be opened, ×10^8 (§4.1, `volume_limit`). */
export const openingVolume = (state: AccountState, symbol: string, side: Side): number => {
  let volume = 0;
  for (const order of openings(state)) {
    if (order.symbol === symbol && order.side === side) volume += order.volume_current;
  }
  return volume;
};

/** The number of working pending orders (trading-rules §4.1, `limit_orders`). */
export const pendingCount = ({ orders, queue }: AccountState): number => {
  if (queue.size === 0) return orders.size;
  let count = 0;
  for (const order of orders.values()) if (isPending(order)) count += 1;
  return count;
};
