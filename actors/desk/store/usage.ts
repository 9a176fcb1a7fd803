// Usage: how many positions, orders and accounts use a symbol, group or gateway, as shards report.
import type {
  UsageCount,
  UsageOf,
  UsageQuestions,
  UsageReport,
} from '../../shard/shard-messages.js';

/** No positions, orders and accounts. */
export const UNUSED: UsageCount = { positions: 0, orders: 0, accounts: 0 };

/** The sum of the usage that shards reported. */
export const sumOfReports = (
  { symbols, groups, gateways }: UsageQuestions,
  reports: readonly UsageReport[],
): UsageReport => {
  const sums = (names: readonly string[], of: keyof UsageReport) =>
    Object.fromEntries(names.map((name) => [name, added(reports.map((one) => one[of][name]))]));
  return {
    symbols: sums(symbols, 'symbols'),
    groups: sums(groups, 'groups'),
    gateways: sums(gateways, 'gateways'),
  };
};

const added = (all: readonly (UsageCount | undefined)[]): UsageCount => {
  let [positions, orders, accounts] = [0, 0, 0];
  for (const one of all) {
    positions += one?.positions ?? 0;
    orders += one?.orders ?? 0;
    accounts += one?.accounts ?? 0;
  }
  return { positions, orders, accounts };
};

/** The known usage, and the questions of a decision that have no answer yet. */
export class UsageCache {
  readonly #known = new Map<string, UsageCount>();
  readonly #asked = {
    symbol: new Set<string>(),
    group: new Set<string>(),
    gateway: new Set<string>(),
  };

  /** Number of times the shards were asked, and so held requests. */
  asks = 0;

  /** The usage of a symbol, group or gateway; undefined = unknown, and now among the questions. */
  read(of: UsageOf, name: string): UsageCount | undefined {
    const known = this.#known.get(`${of} ${name}`);
    if (known === undefined) this.#asked[of].add(name);
    return known;
  }

  /** The questions since the last answer of the shards; null = none. */
  questions(): UsageQuestions | null {
    const { symbol, group, gateway } = this.#asked;
    if (symbol.size + group.size + gateway.size === 0) return null;
    const questions = { symbols: [...symbol], groups: [...group], gateways: [...gateway] };
    for (const names of [symbol, group, gateway]) names.clear();
    this.asks += 1;
    return questions;
  }

  /** Stores what the shards reported. */
  learn({ symbols, groups, gateways }: UsageReport): void {
    for (const [name, usage] of Object.entries(symbols)) this.#known.set(`symbol ${name}`, usage);
    for (const [path, usage] of Object.entries(groups)) this.#known.set(`group ${path}`, usage);
    for (const [id, usage] of Object.entries(gateways)) this.#known.set(`gateway ${id}`, usage);
  }
}
