// Scope: the accounts that a staff user sees in lists and live channels. About single accounts
// `reachFaults` decides, in actors/desk/access/account-scope.ts.

import { inScope } from '../base/mask.js';
import { remembered } from '../base/remembered.js';
import { isStaffGroup } from './group-kinds.js';
import type { Right } from './rights.js';

/** The staff user who reads a list. */
export interface Viewer {
  readonly rights: readonly Right[];
  readonly group_scope: readonly string[];
}

/** The staff user who reads the journal. */
export interface JournalViewer extends Viewer {
  readonly login: number;
  /** The types of settings that the reader may see. */
  readonly settings: readonly string[];
}

/** Is an account of this group shown, given whether it is hidden? */
export type View = (group: string, hidden: boolean) => boolean;

/** Does the member of staff see all accounts of all groups? */
export const seesAll = ({ rights, group_scope }: Viewer): boolean =>
  group_scope.includes('*') &&
  rights.includes('config.staff') &&
  rights.includes('accounts.hidden');

/**
 * The accounts that a staff user sees: those of groups within the scope, staff groups with
 * `config.staff`, hidden accounts with `accounts.hidden`. There are few groups and many accounts,
 * so each group is tested once.
 */
export const viewOf = ({ rights, group_scope }: Viewer): View => {
  const seesStaff = rights.includes('config.staff');
  const seesHidden = rights.includes('accounts.hidden');
  const seen = remembered(
    (group: string) => inScope(group_scope, group) && (seesStaff || !isStaffGroup(group)),
  );
  return (group, hidden) => (!hidden || seesHidden) && seen(group);
};
