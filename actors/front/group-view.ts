// What a group of accounts sees of the symbols: which are offered, their values, their prices.

import { groupPrice } from '../../engine/engine.js';
import type { EngineSettings } from '../../engine/settings.js';
import type { GroupSymbol, Settings, SymbolRecord } from '../../wire/config.js';
import { maskListFits } from '../../wire/mask.js';
import type { GroupSymbolView, GroupView } from '../client.js';

/** Fields of a symbol that only the server's own working needs. */
const HIDDEN: readonly string[] = [
  'source_symbol_id',
  'spread_balance_bid',
  'spread_balance_ask',
  'quote_max_delay_sec',
];

const shownOf = (symbol: SymbolRecord, row: GroupSymbol | undefined): Record<string, unknown> => {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(symbol)) {
    if (!HIDDEN.includes(name)) shown[name] = value;
  }
  for (const [name, value] of Object.entries(row ?? {})) {
    if (name in shown && value !== null && value !== undefined) shown[name] = value;
  }
  return shown;
};

/** The view of a group at a version of the settings; undefined when there is no such group. */
export const groupView = (
  settings: Settings,
  engine: EngineSettings,
  path: string,
): GroupView | undefined => {
  const group = engine.group(path);
  const record = settings.group.find((one) => one.path.toLowerCase() === path.toLowerCase());
  if (group === undefined || record === undefined) return undefined;
  const symbols = new Map<string, GroupSymbolView>();
  const byId = new Map<number, GroupSymbolView>();
  for (const symbol of settings.symbol) {
    const resolved = group.symbolById(symbol.id);
    if (resolved === undefined) continue;
    const row = record.symbols.find(({ mask }) => maskListFits(mask, symbol.name, symbol.path));
    const view: GroupSymbolView = {
      id: symbol.id,
      name: symbol.name,
      path: symbol.path,
      digits: symbol.digits,
      shown: shownOf(symbol, row),
      price: (bid, ask) => groupPrice(resolved, bid, ask),
    };
    symbols.set(symbol.name.toUpperCase(), view);
    byId.set(symbol.id, view);
  }
  return { symbols, byId };
};
