// Coverage: which accounts and which time a list is read for.

import { TIME_MAX } from '../../wire/base/time.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { OpenCount } from '../../wire/queries/position-queries.js';
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
  caller: Pick<Caller, 'session' | 'rights' | 'group_scope'>,
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

/** A period, `from` inclusive, `to` exclusive. */
interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The period in ms since 1970; a sentence when it does not end after it begins. */
export const periodOf = ({ from, to }: Period): { from: number; to: number } | string => {
  const period = {
    from: from === undefined ? 0 : Date.parse(from),
    to: to === undefined ? TIME_MAX : Date.parse(to),
  };
  const isEmpty = from !== undefined && period.to <= period.from;
  return isEmpty ? 'to: must be after from' : period;
};
