// Authority: which accounts a staff user may change, and which rights they may grant.

import { isDeepStrictEqual } from 'node:util';
import { coversRights, hasEveryRight, hasRights } from '../../../wire/accounts/has-rights.js';
import { BINDING, type Right } from '../../../wire/accounts/rights.js';
import type { ReportLine, StaffRecord } from '../../../wire/accounts/staff.js';
import { prefixBeyond } from '../../../wire/base/address.js';
import { type Refusal, refuse } from '../../../wire/base/codes.js';
import { inScope, maskFits } from '../../../wire/base/mask.js';
import { comparable, scopeCovers } from '../../../wire/base/mask-subset.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { RecordReader } from '../store/record-type.js';

/** The rights of a staff profile, and the rights that its holder can grant. */
export type Powers = Pick<
  StaffRecord,
  'rights' | 'group_scope' | 'ip_allow' | 'logs_months' | 'reports_months'
>;

/**
 * The rights of a login without a profile in force: no group, so that its address does not matter.
 */
const NO_POWERS: Powers = {
  rights: [],
  group_scope: [],
  ip_allow: [],
  logs_months: 1,
  reports_months: 1,
};

/**
 * The rights of a login by its newest profile: a request under way may have been sent before rights
 * were taken away, or before the login was disabled.
 */
export const powersOf = (reader: RecordReader, login: number): Powers => {
  const key = String(login);
  const profile = reader.get('staff', key)?.record;
  return profile?.active && reader.get('account', key)?.record.enabled ? profile : NO_POWERS;
};

/** The caller with the rights held now, not those at the time of the request. */
export const callerNow = (reader: RecordReader, caller: Caller): Caller => {
  const { rights, group_scope } = powersOf(reader, caller.login);
  return { ...caller, rights, group_scope };
};

/** Why a decision is not a login's to make: by now it lacks a right that it takes. */
export const rightFault = (
  reader: RecordReader,
  by: number,
  ...needed: readonly Right[]
): Refusal | undefined =>
  hasRights(powersOf(reader, by), needed) ? undefined : refuse('forbidden');

/**
 * The reason for which a staff user may not change an account, by any route: its group is outside
 * their scope, or it has a profile with a right that they lack.
 */
export const untouchable = (
  reader: RecordReader,
  by: number,
  login: number,
): Refusal | undefined => {
  const account = reader.get('account', String(login))?.record;
  if (account === undefined) return refuse('not_found');
  const own = powersOf(reader, by);
  if (!inScope(own.group_scope, account.group)) {
    return refuse('forbidden', 'Its group is out of your scope.');
  }
  const held = reader.get('staff', String(login))?.record.rights ?? [];
  return coversRights(own, held)
    ? undefined
    : refuse('forbidden', 'The staff user holds rights that you lack.');
};

/**
 * The reason for which staff may not give an account credentials, or take them away: they lack the
 * right by now, or the account has a profile with more rights than their own. A user who sets a
 * password can sign in with it, and would get the groups, the addresses and the history of the
 * profile, too.
 */
export const credentialsFault = (
  reader: RecordReader,
  by: number,
  login: number,
  right: Right,
): Refusal | undefined => {
  const fault = rightFault(reader, by, right) ?? untouchable(reader, by, login);
  const profile = reader.get('staff', String(login))?.record;
  if (fault !== undefined || profile === undefined) return fault;
  const more = overreachOfAll(reader, by, profile);
  return more && refuse('forbidden', `The staff user holds more than you: ${more.message}`);
};

/** Why all that a profile gives may not be granted by a login. */
export const overreachOfAll = (
  reader: RecordReader,
  by: number,
  profile: StaffRecord,
): Refusal | undefined =>
  overreach(powersOf(reader, by), profile, undefined) ??
  overreachOfLines(reader, by, profile.reports, []);

/** 0 months, or days, are all there are. */
export const depthOf = (span: number): number => (span === 0 ? Number.POSITIVE_INFINITY : span);

/** Is a list of addresses, of which an empty one is every address, wider than another? */
const isWider = (list: readonly string[], other: readonly string[]): boolean =>
  (list.length === 0 && other.length > 0) || prefixBeyond(list, other) !== undefined;

/** Does a profile give something that it did not give before? */
const grows = (given: Powers, before: Powers): boolean =>
  !hasRights(before, given.rights) ||
  given.group_scope.some((list) => !before.group_scope.includes(list)) ||
  isWider(given.ip_allow, before.ip_allow) ||
  depthOf(given.logs_months) > depthOf(before.logs_months) ||
  depthOf(given.reports_months) > depthOf(before.reports_months);

/**
 * Why a profile may not be granted as asked: nobody grants more than they hold. A change that adds
 * nothing grants nothing; any other change is checked with all that the profile then gives, since a
 * right counts in every group of its scope.
 */
export const overreach = (
  own: Powers,
  given: Powers,
  before: Powers | undefined,
): Refusal | undefined => {
  const fault = beyond(own, given, before);
  return fault === undefined && before !== undefined && grows(given, before)
    ? beyond(own, given, undefined)
    : fault;
};

/** The newly granted rights that the grantor does not hold. */
const beyond = (own: Powers, given: Powers, before: Powers | undefined): Refusal | undefined => {
  const right = given.rights.find(
    (one) => !coversRights(own, [one]) && !before?.rights.includes(one),
  );
  if (right !== undefined) return refuse('forbidden', `rights: you do not hold ${right}`);
  const binding = hasEveryRight(own) ? undefined : bindingLeftOut(own, given, before);
  if (binding !== undefined)
    return refuse('forbidden', `rights: a holder of ${binding} must grant this right, too`);
  const lists = given.group_scope.filter(
    (list) => !before?.group_scope.includes(list) && !own.group_scope.includes(list),
  );
  if (!comparable(own.group_scope, lists)) {
    return refuse('invalid_input', 'group_scope: too many masks to compare with yours');
  }
  const wider = lists.find((list) => !scopeCovers(own.group_scope, list));
  if (wider !== undefined) return refuse('forbidden', `group_scope: ${wider} is beyond yours`);
  const deeper = (['logs_months', 'reports_months'] as const).find(
    (name) => given[name] !== before?.[name] && depthOf(given[name]) > depthOf(own[name]),
  );
  if (deeper !== undefined) return refuse('forbidden', `${deeper}: is beyond yours`);
  return addressesBeyond(own.ip_allow, given.ip_allow, before?.ip_allow);
};

/** A restriction of the caller that a granted profile lacks: it could be used to evade it. */
const bindingLeftOut = (
  own: Powers,
  given: Powers,
  before: Powers | undefined,
): Right | undefined =>
  BINDING.find(
    (one) =>
      own.rights.includes(one) &&
      !given.rights.includes(one) &&
      (before === undefined || before.rights.includes(one)),
  );

/** Staff allow only addresses that they may come from themselves. */
const addressesBeyond = (
  own: readonly string[],
  given: readonly string[],
  before: readonly string[] | undefined,
): Refusal | undefined => {
  if (own.length === 0 || before?.length === 0) return undefined;
  if (given.length === 0) return refuse('forbidden', 'ip_allow: any address is beyond yours');
  const wider = prefixBeyond(given, [...own, ...(before ?? [])]);
  return wider === undefined
    ? undefined
    : refuse('forbidden', `ip_allow: ${wider} is beyond yours`);
};

/**
 * The reason for which report lines may not be granted. Maintainers of the configurations see them
 * all; others grant no more than one of their own lines, and no deeper. A line that is there
 * already is no grant.
 */
export const overreachOfLines = (
  reader: RecordReader,
  by: number,
  given: readonly ReportLine[],
  before: readonly ReportLine[],
): Refusal | undefined => {
  const profile = reader.get('staff', String(by))?.record;
  if (profile?.rights.includes('config.reports')) return undefined;
  const lines = profile?.reports ?? [];
  const beyond = given.find(
    (line) =>
      !before.some((one) => isDeepStrictEqual(one, line)) && !lines.some((own) => gives(own, line)),
  );
  return beyond === undefined
    ? undefined
    : refuse('forbidden', `lines: ${beyond.path} is beyond your own lines`);
};

const gives = (own: ReportLine, line: ReportLine): boolean =>
  maskFits(own.path, line.path) &&
  (own.view || !line.view) &&
  (own.export || !line.export) &&
  depthOf(line.depth_days) <= depthOf(own.depth_days);
