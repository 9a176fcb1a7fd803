// How staff users are read and written within a decision: who reaches and may change them, and
// what may be granted.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { withheld } from '../../../wire/accounts/profile.js';
import type { ReportLine, StaffRecord } from '../../../wire/accounts/staff.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { inScope } from '../../../wire/base/mask.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { StaffCreate, StaffPatch, StaffUser } from '../../../wire/rest/accounts/staff.js';
import { isConcealed } from '../access/account-scope.js';
import {
  overreach,
  overreachOfAll,
  overreachOfLines,
  powersOf,
  rightFault,
  untouchable,
} from '../access/authority.js';
import { selfChangeFault } from '../access/self-change-rules.js';
import { fieldFault } from '../accounts/accounts.js';
import { STALE } from '../settings/setting-write.js';
import { changed, changedFields } from '../store/changed-fields.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';

interface EndsSessions {
  end(tx: Transaction, login: number): void;
}

/** A staff user: its profile and its account. */
export interface StaffMember {
  readonly profile: StaffRecord;
  readonly account: AccountRecord;
}

/** The staff user of a login; undefined = it has no profile. */
export const memberOf = (reader: RecordReader, login: number): StaffMember | undefined => {
  const profile = reader.get('staff', String(login))?.record;
  const account = reader.get('account', String(login))?.record;
  return profile && account && { profile, account };
};

/** A staff user in the caller's scope; others count as not found. */
export const reachedMember = (
  reader: RecordReader,
  by: number,
  login: number,
): StaffMember | undefined => {
  const member = memberOf(reader, login);
  const own = powersOf(reader, by);
  if (member === undefined || isConcealed(member.account, own)) return undefined;
  return inScope(own.group_scope, member.account.group) ? member : undefined;
};

/** A staff user, whole. */
const userOf = (reader: RecordReader, { profile, account }: StaffMember): StaffUser => {
  const access = reader.get('access', String(account.login))?.record;
  const { reports, ...shown } = profile;
  return {
    ...shown,
    group: account.group,
    name: account.name,
    email: account.email,
    last_access: access?.at ?? null,
    last_ip: access?.ip ?? '',
  };
};

/** A staff user in the form for the caller. */
export const shownUser = (
  reader: RecordReader,
  member: StaffMember,
  { login }: Caller,
): StaffUser => ({
  ...userOf(reader, member),
  ...withheld(['name', 'email'], powersOf(reader, login).rights),
});

/** Report lines in the order in which they are shown. */
export const inOrder = ({ reports }: Pick<StaffRecord, 'reports'>): readonly ReportLine[] =>
  [...reports].sort((a, b) => (a.path < b.path ? -1 : 1));

/** A staff user whom the caller may change. */
export const changeable = (
  reader: RecordReader,
  caller: Caller,
  login: number,
): Outcome<StaffMember> => {
  const lacking = rightFault(reader, caller.login, 'config.staff');
  if (lacking !== undefined) return lacking;
  const member = reachedMember(reader, caller.login, login);
  if (member === undefined) return refuse('not_found');
  return untouchable(reader, caller.login, login) ?? ok(member);
};

/** A staff user, if the caller may make this change. */
export const editable = (
  reader: RecordReader,
  caller: Caller,
  login: number,
  body: Partial<StaffPatch>,
): Outcome<StaffMember> => {
  const { version, group, name, email, ...own } = body;
  const member = changeable(reader, caller, login);
  if (!member.ok) return member;
  const { profile, account } = member.data;
  if (version !== undefined && version !== profile.version) return refuse('conflict', STALE);
  const after = { ...profile, ...own };
  const path = group ?? account.group;
  const selfFault =
    caller.login === login
      ? selfChangeFault({ ...profile, group: account.group }, { ...after, group: path })
      : undefined;
  const fault =
    selfFault ??
    fieldFault(Object.keys(body), powersOf(reader, caller.login).rights) ??
    grantFault(reader, caller, after, profile) ??
    moveFault(reader, caller, account, path);
  return fault ?? member;
};

/** Refuses a profile that the caller may not grant; an inactive profile grants nothing. */
const grantFault = (
  reader: RecordReader,
  { login }: Caller,
  after: StaffRecord,
  before: StaffRecord,
): Refusal | undefined =>
  after.active && !before.active
    ? overreachOfAll(reader, login, after)
    : overreach(powersOf(reader, login), after, before);

/** Refuses to move a staff user to the group. */
const moveFault = (
  reader: RecordReader,
  caller: Caller,
  account: AccountRecord,
  path: string,
): Refusal | undefined => {
  if (path === account.group) return undefined;
  // The same refusal whether or not the group exists.
  if (!inScope(powersOf(reader, caller.login).group_scope, path)) {
    return refuse('forbidden', 'group: is out of your scope');
  }
  const [before, group] = [account.group, path].map((one) => reader.get('group', one)?.record);
  if (group === undefined) return refuse('invalid_input', 'group: no such group');
  if (!isStaffGroup(path)) return refuse('invalid_input', 'group: is not a staff group');
  return before?.currency === group.currency && before.currency_digits === group.currency_digits
    ? undefined
    : refuse('conflict', 'group: has another currency');
};

/** Changes account and profile; the profile gets a new version if either changes. */
const write = (
  tx: Transaction,
  account: AccountRecord,
  shared: Pick<AccountRecord, 'group' | 'name' | 'email'>,
  own: Partial<StaffRecord>,
): Outcome<unknown> => {
  const key = String(account.login);
  const patched = tx.patch('staff', key, own);
  const isChanged = changedFields(account, { ...account, ...shared }).length > 0;
  if (!patched.ok || !isChanged) return patched;
  const updated_at = new Date(tx.now).toISOString();
  const moved = tx.patch('account', key, { ...shared, updated_at });
  if (moved.ok) tx.amend('staff', key, {});
  return moved;
};

/** Changes a staff user; a user who is moved to another group or disabled is signed out. */
export const editProfile = (
  tx: Transaction,
  caller: Caller,
  login: number,
  body: Partial<StaffPatch>,
  sessions: EndsSessions,
): Outcome<StaffUser> => {
  const member = editable(tx, caller, login, body);
  if (!member.ok) return member;
  const { account } = member.data;
  const { version: _, ...fields } = body;
  const { group = account.group, name = account.name, email = account.email, ...own } = fields;
  const written = tx.quietly((inner) => write(inner, account, { group, name, email }, own));
  if (!written.ok) return written;
  const edited = memberOf(tx, login) as StaffMember;
  const shown = ok(shownUser(tx, edited, caller));
  const [before, after] = [userOf(tx, member.data), userOf(tx, edited)];
  if (after.version === before.version) return shown;
  const { what, fields: values } = changed(before, after);
  tx.note('account', login, `staff user ${login} ${what}`, values);
  const out = after.group !== before.group || (before.active && !after.active);
  if (out) sessions.end(tx, login);
  return shown;
};

/**
 * Replaces the report lines of a staff user; `version`: the version that the caller read, if the
 * caller sent one.
 */
export const putLines = (
  tx: Transaction,
  caller: Caller,
  login: number,
  lines: readonly ReportLine[],
  version?: number,
): Outcome<readonly ReportLine[]> => {
  const member = changeable(tx, caller, login);
  if (!member.ok) return member;
  const { reports } = member.data.profile;
  const fault = overreachOfLines(tx, caller.login, lines, reports);
  if (fault !== undefined) return fault;
  const put = tx.patch('staff', String(login), { reports: lines }, version);
  if (!put.ok) return put.code === 'conflict' ? refuse('conflict', STALE) : put;
  return ok(inOrder(put.data));
};

/** Creates a profile; omitted address and history limits are copied from the caller. */
export const attachProfile = (
  tx: Transaction,
  caller: Caller,
  body: Omit<StaffCreate, 'role'> & Partial<Pick<StaffRecord, 'active'>>,
): Outcome<StaffUser> => {
  const { login } = body;
  const lacking = rightFault(tx, caller.login, 'config.staff');
  if (lacking !== undefined) return lacking;
  const own = powersOf(tx, caller.login);
  const account = tx.get('account', String(login))?.record;
  if (account === undefined || isConcealed(account, own)) {
    return refuse('not_found', 'login: no such account');
  }
  if (!inScope(own.group_scope, account.group)) {
    return refuse('invalid_input', 'login: the group of the login is outside your scope');
  }
  if (!isStaffGroup(account.group)) {
    return refuse('invalid_input', 'login: the group of the login is not a staff group');
  }
  const { ip_allow, logs_months, reports_months } = own;
  const given = { rights: [], group_scope: [], ip_allow, logs_months, reports_months, ...body };
  const fault = overreach(own, given, undefined);
  if (fault !== undefined) return fault;
  const created = tx.create('staff', given);
  if (!created.ok) return created;
  const updated_at = new Date(tx.now).toISOString();
  // The account gets a new version, because clients with the old one do not know that it is a staff
  // account.
  tx.quietly((inner) => ok(inner.amend('account', String(login), { updated_at })));
  return ok(shownUser(tx, memberOf(tx, login) as StaffMember, caller));
};
