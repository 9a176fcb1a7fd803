// Usage: how many positions, orders and accounts of this shard use a symbol, a group or a gateway.

import { markAlive } from '../shared/heartbeat.js';
import type { Shard } from './shard.js';
import type { UsageCount, UsageQuestions, UsageReport } from './shard-messages.js';

type Where = Pick<Shard, 'accounts' | 'rows'>;
type SymbolRows = ReadonlyMap<number, { readonly symbol: string }>;

const NONE: UsageCount = { positions: 0, orders: 0, accounts: 0 };

const has = (rows: SymbolRows, name: string): boolean => {
  for (const { symbol } of rows.values()) if (symbol === name) return true;
  return false;
};

/** The first use of each kind is enough, because nobody needs the number. */
const ofSymbol = ({ accounts, rows }: Where, name: string): UsageCount => {
  for (const login of rows.holdersOf(name)) {
    const { positions, orders } = accounts.look(login);
    if (has(positions, name)) return { ...NONE, positions: 1 };
    if (has(orders, name)) return { ...NONE, orders: 1 };
  }
  return rows.isAwaited(name) ? { ...NONE, orders: 1 } : NONE;
};

const ofGroup = ({ accounts, rows }: Where, path: string): UsageCount => {
  const members = { ...NONE, accounts: accounts.members(path) };
  for (const login of rows.holdersIn(path)) {
    markAlive();
    if (accounts.glance(login).positions.size > 0) return { ...members, positions: 1 };
  }
  return members;
};

/** The usage by the accounts of a shard, as `UsageCount` defines it. */
export const usageOf = (
  shard: Where,
  { symbols, groups, gateways }: UsageQuestions,
): UsageReport => ({
  symbols: Object.fromEntries(symbols.map((name) => [name, ofSymbol(shard, name)])),
  groups: Object.fromEntries(groups.map((path) => [path, ofGroup(shard, path)])),
  gateways: Object.fromEntries(
    gateways.map((id) => [id, { ...NONE, ...shard.rows.useOfGateway(Number(id)) }]),
  ),
});
