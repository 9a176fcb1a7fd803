// Leverage profiles in tests: the family, its rules and tiers, and what an account's margin is.

import { codeOf } from '../support/engine-harness.js';
import { engineOf, GROUP } from './engine-of-desk.js';
import type { Family, Fields, Kind } from './kind.js';

/** A tier; it needs no `range_from`. */
export const tier = (range_to: string, initial = '1', maintenance = initial) => ({
  range_to,
  initial,
  maintenance,
});
/** A rule for every symbol that leaves margin as it is. */
export const rule = (more: Fields = {}) => ({
  name: 'all',
  mask: '*',
  range_basis: 'volume',
  tiers: [tier('0')],
  ...more,
});

/** A profile as it is answered. */
export interface Profile {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly rules: readonly { readonly name: string; readonly tiers: readonly Fields[] }[];
}

/** Has a group use a profile; null = none. */
export const use = (kind: Kind, id: number | null, group = GROUP) =>
  kind.http.harness.patch('group', group, { leverage_profile_id: id });

/** The margin of an account that holds one lot of EURUSD, at 1:100. */
export const marginWith = (kind: Kind): (() => string) => {
  const engine = engineOf(kind.http);
  const open = engine().trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' });
  if (codeOf(open) !== 'ok') throw new Error(codeOf(open));
  return () => engine().margin;
};

/** Rules that double the margin. */
export const doubled = { rules: [rule({ tiers: [tier('0', '2')] })] };

/** The family. */
export const FAMILY: Family = {
  path: 'leverage-profiles',
  body: (n) => ({ name: `profile ${n}`, rules: [rule()] }),
  change: { enabled: false },
  readOnly: ['id', 'groups'],
  broken: [{ rules: [rule({ tiers: [] })] }, 'tiers'],
  required: ['name'],
  service: {
    open: async (kind) => {
      const margin = marginWith(kind);
      return async ([made]) => {
        if (made !== undefined) await use(kind, made.id);
        return margin();
      };
    },
    create: doubled,
    change: { rules: [rule({ tiers: [tier('0', '5')] })] },
    does: ['1000.00', '2000.00', '5000.00'],
    release: (kind) => use(kind, null),
  },
};
