// Coverage: which accounts a list across accounts is read for.

import type { Caller } from '../../wire/desk/operations.js';
import type { OpenCount } from '../../wire/desk/queries.js';
import type { Settings } from '../../wire/settings/config.js';

/** Filters of a request; empty ones are none. */
interface Filters {
  readonly group?: string | undefined;
  readonly company?: string | undefined;
  readonly login?: number | undefined;
  readonly symbol?: string | undefined;
}

/** The groups of a company, in any letter case. */
const groupsOf = (company: string, { group }: Settings): readonly string[] => {
  const wanted = company.toLowerCase();
  return group.filter((one) => one.company.toLowerCase() === wanted).map(({ path }) => path);
};

/** The accounts that the caller sees, of those that the filters name. */
export const coverageOf = (
  caller: Caller,
  { group, company, login, symbol }: Filters,
  settings: Settings,
): OpenCount => ({
  session: caller.session,
  viewer: { rights: caller.rights, group_scope: caller.group_scope },
  ...(group && { group }),
  ...(company && { groups: groupsOf(company, settings) }),
  ...(login !== undefined && { login }),
  ...(symbol && { symbol }),
});
