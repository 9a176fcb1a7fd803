// Staff users: profiles of accounts, created, changed and deleted by staff with at least the same
// rights.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import { coversRights } from '../../../wire/accounts/has-rights.js';
import { withheld } from '../../../wire/accounts/profile.js';
import { opensOf, RIGHTS, rightsOf } from '../../../wire/accounts/rights.js';
import { completeLines, type ReportLine, type StaffRecord } from '../../../wire/accounts/staff.js';
import { done, type Outcome, type Refusal, refuse } from '../../../wire/base/codes.js';
import { inScope, isStaffGroup, maskListFits } from '../../../wire/base/mask.js';
import type { Caller, DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { StaffCreate, StaffPatch, StaffUser } from '../../../wire/rest/accounts/staff.js';
import { isConcealed } from '../access/account-reach.js';
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
import { setByStaff } from '../identity/new-password.js';
import { STALE } from '../settings/setting-write.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { holdingsOf, isBusy, whileHeld } from '../state/held-account.js';
import { whoOf } from '../state/writer.js';
import { changed, changedFields } from '../store/changed-fields.js';
import { loginLock, SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { asBytes } from '../types/setting-types.js';

/** Time that a delete may wait for the database while it blocks other changes of settings. */
export const LOOK_AGAIN_MS = 500;

const untold = refuse('conflict', 'Whether it made trades cannot be told just now; try again.');

/** A staff user: its profile and its account. */
interface StaffMember {
  readonly profile: StaffRecord;
  readonly account: AccountRecord;
}

/** The staff user of a login; undefined = it has no profile. */
const memberOf = (reader: RecordReader, login: number): StaffMember | undefined => {
  const profile = reader.get('staff', String(login))?.record;
  const account = reader.get('account', String(login))?.record;
  return profile && account && { profile, account };
};

/** A staff user in the caller's scope; others count as not found. */
const reached = (reader: RecordReader, by: number, login: number): StaffMember | undefined => {
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
const shownOf = (reader: RecordReader, member: StaffMember, { login }: Caller): StaffUser => ({
  ...userOf(reader, member),
  ...withheld(['name', 'email'], powersOf(reader, login).rights),
});

/** Report lines in the order in which they are shown. */
const inOrder = ({ reports }: StaffRecord): readonly ReportLine[] =>
  [...reports].sort((a, b) => (a.path < b.path ? -1 : 1));

/**
 * Lists, reads and changes staff users. The HTTP layer checks the right; everything else is checked
 * here.
 */
class Staff {
  readonly #context: DeskContext;

  constructor(context: DeskContext) {
    this.#context = context;
  }

  /** A page of the staff users in the caller's scope that the query selects. */
  list({ caller, query }: DeskOps['staff.list']['input']): DeskAnswer<'staff.list'> {
    const { records } = this.#context;
    const name = query.name.toLowerCase();
    const found = Array.from(records.all('staff'), ({ record }) => record.login)
      .filter((login) => query.login === 0 || login === query.login)
      .sort((a, b) => a - b)
      .flatMap((login) => reached(records, caller.login, login) ?? [])
      .filter(({ account }) => query.group === '' || maskListFits(query.group, account.group))
      .map((member) => shownOf(records, member, caller))
      .filter((user) => user.name.toLowerCase().includes(name));
    const { page, limit } = query;
    const items = found.slice((page - 1) * limit, page * limit);
    return done({ json: asBytes({ items, page, total: found.length }) });
  }

  /** One staff user. */
  read({ caller, login }: DeskOps['staff.read']['input']): DeskAnswer<'staff.read'> {
    const { records } = this.#context;
    const member = reached(records, caller.login, login);
    return member === undefined ? refuse('not_found') : done(shownOf(records, member, caller));
  }

  /** Every right, and whether the caller has it and may grant it. */
  rights({ caller }: DeskOps['staff.rights']['input']): DeskAnswer<'staff.rights'> {
    const own = powersOf(this.#context.records, caller.login);
    const shown = RIGHTS.map((name) => {
      return { name, says: opensOf(name), grantable: coversRights(own, [name]) };
    });
    return done(shown);
  }

  /** Gives a profile to an account of a staff group. */
  create({ caller, body }: DeskOps['staff.create']['input']): Promise<DeskAnswer<'staff.create'>> {
    const { role, ...given } = body;
    const rights = [...new Set([...(role ? rightsOf(role) : []), ...(given.rights ?? [])])];
    return this.#change(caller, body.login, (tx) => attach(tx, caller, { ...given, rights }));
  }

  /** Changes the given fields of a staff user. */
  async change(input: DeskOps['staff.change']['input']): Promise<DeskAnswer<'staff.change'>> {
    const { caller, login, body } = input;
    const decide = (tx: Transaction) => this.#edit(tx, caller, login, body);
    const { group } = body;
    const account = this.#context.records.get('account', String(login))?.record;
    if (group === undefined || group === account?.group) {
      return this.#change(caller, login, decide);
    }
    // Checked before, so that callers without permission neither block the account nor learn its
    // holdings.
    const allowed = editable(this.#context.records, caller, login, body);
    if (!allowed.ok) return allowed;
    // The account's requests are held, because its holdings depend on its group.
    return whileHeld(this.#context.deps, login, 'group: ', async (held) =>
      isBusy(held)
        ? refuse('conflict', `group: the account has ${holdingsOf(held)}`)
        : this.#change(caller, login, decide),
    );
  }

  /**
   * Disables the user, who cannot sign in any more, and ends every session; a disabled user stays
   * disabled.
   */
  disable({ caller, login }: DeskOps['staff.disable']['input']): Promise<Outcome<StaffUser>> {
    return this.#change(caller, login, (tx) => {
      return this.#edit(tx, caller, login, { active: false });
    });
  }

  /** Deletes the profile, unless the user has acted in any way. */
  async remove(input: DeskOps['staff.delete']['input']): Promise<DeskAnswer<'staff.delete'>> {
    const { caller, login } = input;
    const { deps, records } = this.#context;
    const early = this.#undeletable(records, caller, login);
    if (early !== undefined) return early;
    // The database catches up before the locks are taken, so that other changes need not wait.
    if (!(await deps.caughtUp())) return untold;
    let told = false;
    const lookAgain = async (): Promise<void> => {
      const isMet = this.#undeletable(records, caller, login) === undefined;
      told = isMet && (await deps.caughtUp(undefined, LOOK_AGAIN_MS));
    };
    const decide = (tx: Transaction): Outcome<null> => {
      const fault = this.#undeletable(tx, caller, login);
      if (fault !== undefined) return fault;
      if (!told) return untold;
      const removed = tx.remove('staff', String(login));
      if (!removed.ok) return removed;
      tx.remove('preferences', String(login));
      this.#context.sessions.end(tx, login);
      return removed;
    };
    return this.#change(caller, login, decide, lookAgain);
  }

  /** Refuses to delete a staff user; whether the user has acted is read from the database. */
  #undeletable(reader: RecordReader, caller: Caller, login: number): Refusal | undefined {
    const member = changeable(reader, caller, login);
    if (!member.ok) return member;
    if (login === caller.login) return refuse('forbidden', 'You cannot delete yourself.');
    const { deps, writer } = this.#context;
    return deps.stored.acted(login) || writer.acted(login)
      ? refuse('conflict', 'There are trades or journal lines to its name; disable it.')
      : undefined;
  }

  /** Sets the password and ends every session. */
  password(input: DeskOps['staff.password']['input']): Promise<DeskAnswer<'staff.password'>> {
    const { caller, login } = input;
    return setByStaff(this.#context, {
      ...input,
      kind: 'master',
      right: 'config.staff',
      unreached: (reader) => {
        const member = changeable(reader, caller, login);
        return member.ok ? undefined : member;
      },
    });
  }

  /** The report lines of a staff user. */
  reports({ caller, login }: DeskOps['staff.reports']['input']): DeskAnswer<'staff.reports'> {
    const member = reached(this.#context.records, caller.login, login);
    return member === undefined ? refuse('not_found') : done(inOrder(member.profile));
  }

  /** Replaces the report lines. */
  putReports(
    input: DeskOps['staff.put_reports']['input'],
  ): Promise<Outcome<readonly ReportLine[]>> {
    const { caller, login, body } = input;
    const lines = completeLines(body.lines);
    return this.#change(caller, login, (tx) => {
      const member = changeable(tx, caller, login);
      if (!member.ok) return member;
      const { reports } = member.data.profile;
      const fault = overreachOfLines(tx, caller.login, lines, reports);
      if (fault !== undefined) return fault;
      const put = tx.patch('staff', String(login), { reports: lines }, body.version);
      if (!put.ok) return put.code === 'conflict' ? refuse('conflict', STALE) : put;
      return done(inOrder(put.data));
    });
  }

  /** Changes a staff user; a user who is moved to another group or disabled is signed out. */
  #edit(
    tx: Transaction,
    caller: Caller,
    login: number,
    body: Partial<StaffPatch>,
  ): Outcome<StaffUser> {
    const member = editable(tx, caller, login, body);
    if (!member.ok) return member;
    const { account } = member.data;
    const { version: _, ...fields } = body;
    const { group = account.group, name = account.name, email = account.email, ...own } = fields;
    const written = tx.quietly((inner) => write(inner, account, { group, name, email }, own));
    if (!written.ok) return written;
    const edited = memberOf(tx, login) as StaffMember;
    const shown = done(shownOf(tx, edited, caller));
    const [before, after] = [userOf(tx, member.data), userOf(tx, edited)];
    if (after.version === before.version) return shown;
    const { what, fields: values } = changed(before, after);
    tx.note('account', login, `staff user ${login} ${what}`, values);
    const out = after.group !== before.group || (before.active && !after.active);
    if (out) this.#context.sessions.end(tx, login);
    return shown;
  }

  #change<T>(
    caller: Caller,
    login: number,
    decide: (tx: Transaction, now: number) => Outcome<T>,
    first?: () => Promise<void>,
  ): Promise<Outcome<T>> {
    // The lock keeps groups unchanged meanwhile.
    const locks = [SETTINGS_LOCK, loginLock(login)];
    return this.#context.writer.change(locks, whoOf(caller), decide, 'kick', first);
  }
}

/** A staff user whom the caller may change. */
const changeable = (reader: RecordReader, caller: Caller, login: number): Outcome<StaffMember> => {
  const lacking = rightFault(reader, caller.login, 'config.staff');
  if (lacking !== undefined) return lacking;
  const member = reached(reader, caller.login, login);
  if (member === undefined) return refuse('not_found');
  return untouchable(reader, caller.login, login) ?? done(member);
};

/** A staff user, if the caller may make this change. */
const editable = (
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

/** Creates a profile; omitted address and history limits are copied from the caller. */
const attach = (tx: Transaction, caller: Caller, body: StaffCreate): Outcome<StaffUser> => {
  const { login } = body;
  const lacking = rightFault(tx, caller.login, 'config.staff');
  if (lacking !== undefined) return lacking;
  const own = powersOf(tx, caller.login);
  const account = tx.get('account', String(login))?.record;
  if (account === undefined || isConcealed(account, own)) {
    return refuse('not_found', 'login: no such account');
  }
  if (!inScope(own.group_scope, account.group)) {
    return refuse('invalid_input', 'login: its group is out of your scope');
  }
  if (!isStaffGroup(account.group)) {
    return refuse('invalid_input', 'login: its group is not a staff group');
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
  tx.quietly((inner) => done(inner.amend('account', String(login), { updated_at })));
  return done(shownOf(tx, memberOf(tx, login) as StaffMember, caller));
};

/** The operations on staff users, by name. */
export const staffOps = (context: DeskContext) => {
  const staff = new Staff(context);
  return {
    'staff.list': (input) => staff.list(input),
    'staff.read': (input) => staff.read(input),
    'staff.create': (input) => staff.create(input),
    'staff.change': (input) => staff.change(input),
    'staff.disable': (input) => staff.disable(input),
    'staff.delete': (input) => staff.remove(input),
    'staff.password': (input) => staff.password(input),
    'staff.reports': (input) => staff.reports(input),
    'staff.put_reports': (input) => staff.putReports(input),
    'staff.rights': (input) => staff.rights(input),
  } satisfies Partial<Handlers>;
};
