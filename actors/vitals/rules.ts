// Rules of a firewall in one form, whichever program listed them, and those that packets reach.

import {
  FIREWALL_BYTES_MAX,
  FIREWALL_ROWS_MAX,
  type FirewallRow,
} from '../../wire/rest/settings/firewall.js';

/** A chain: packets come into it at a hook, or from other chains. */
export interface Chain {
  readonly family: string;
  readonly table: string;
  readonly name: string;
  /** Empty = it has none. */
  readonly hook: string;
  /** The treatment of packets that no rule decides on; empty = they return. */
  readonly policy: string;
  readonly rules: FirewallRule[];
}

/** A rule of a chain, and the chain that it leads to; undefined = none. */
export interface FirewallRule
  extends Omit<FirewallRow, 'family' | 'table' | 'chain' | 'hook' | 'name' | 'action'> {
  readonly name: string;
  readonly action: string;
  readonly leadsTo: string | undefined;
}

/** The hooks of what comes into the machine, or passes it on. */
const HOOKS = ['input', 'ingress', 'prerouting', 'forward'];

const NO_MATCH = { protocol: '', address: '', port: '', interface: '', expression: '' };

const keyOf = ({ family, table }: Pick<Chain, 'family' | 'table'>, name: string): string =>
  JSON.stringify([family, table, name]);

/** The chains with one of the hooks, and those that their rules lead to, each once. */
const reached = (chains: readonly Chain[]): Chain[] => {
  const byKey = new Map(chains.map((chain) => [keyOf(chain, chain.name), chain]));
  const found = new Set(chains.filter(({ hook }) => HOOKS.includes(hook)));
  // A set that grows while it is gone through yields what was added, too.
  for (const chain of found) {
    for (const { leadsTo } of chain.rules) {
      const next = leadsTo === undefined ? undefined : byKey.get(keyOf(chain, leadsTo));
      if (next !== undefined) found.add(next);
    }
  }
  return [...found];
};

const rowsOf = function* (chain: Chain): Iterable<FirewallRow> {
  const { family, table, name, hook, policy, rules } = chain;
  const place = { family, table, chain: name, hook };
  if (policy !== '') yield { ...place, name: 'policy', action: policy, ...NO_MATCH };
  for (const { leadsTo: _, ...rule } of rules) yield { ...place, ...rule };
};

/** The rows that packets reach, as many as there is room for, and whether some were left out. */
export const shownRules = (
  chains: readonly Chain[],
): { readonly rows: FirewallRow[]; readonly truncated: boolean } => {
  const rows: FirewallRow[] = [];
  let bytes = 0;
  for (const chain of reached(chains)) {
    for (const row of rowsOf(chain)) {
      bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
      if (rows.length === FIREWALL_ROWS_MAX || bytes > FIREWALL_BYTES_MAX) {
        return { rows, truncated: true };
      }
      rows.push(row);
    }
  }
  return { rows, truncated: false };
};
