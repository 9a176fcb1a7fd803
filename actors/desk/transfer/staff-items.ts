// Staff users in files between servers: without secrets, under the logins of the server that the
// file comes from. A table in the file says which login each of them is here.

import { isDeepStrictEqual } from 'node:util';
import type { AccountRecord } from '../../../wire/accounts/account.js';
import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { hasAnyRight, hasRights } from '../../../wire/accounts/has-rights.js';
import { withheld } from '../../../wire/accounts/profile.js';
import { completeLines } from '../../../wire/accounts/staff.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import type { Caller } from '../../../wire/desk/caller.js';
import { type StaffItem, staffItemFault } from '../../../wire/rest/settings/transfer.js';
import { enterable, fieldFault, isLoginUsed, newAccount } from '../accounts/accounts.js';
import {
  attachProfile,
  editProfile,
  inOrder,
  memberOf,
  putLines,
  reachedMember,
  type StaffMember,
} from '../staff/staff-writes.js';
import type { DeskContext } from '../state/desk-context.js';
import type { LoginTable, RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';

/** The parts of the desk with which staff are written. */
export type StaffContext = Pick<DeskContext, 'sessions'>;

/** The result of an item: done by an import, or expected by a preview. */
export interface Applied {
  readonly action: 'create' | 'update' | 'unchanged' | 'skip';
  readonly changes?: readonly string[];
  readonly warnings?: readonly string[];
}

/** May the caller read, and write, the staff of files? */
export const mayMoveStaff = (caller: Caller): boolean => hasAnyRight(caller, ['config.staff']);

/** The staff users that the caller reaches, by login. */
export const staffLeaving = (reader: RecordReader, caller: Caller): StaffMember[] =>
  Array.from(reader.all('staff'), ({ record }) => record.login)
    .sort((a, b) => a - b)
    .flatMap((login) => reachedMember(reader, caller.login, login) ?? []);

/** The secrets of a staff user, which stay behind. */
const SECRETS = ['password'];

/** A staff user as an item of a file; fields that the caller may not see are left out. */
export const staffItemOf = ({ profile, account }: StaffMember, caller: Caller): Fields => {
  const { version: _, created_at: _c, updated_at: _u, login, ...own } = profile;
  const item: Record<string, unknown> = {
    login,
    group: account.group,
    name: account.name,
    email: account.email,
    ...own,
    reports: inOrder(profile),
  };
  const hidden = Object.keys(withheld(['name', 'email'], caller.rights));
  for (const name of hidden) delete item[name];
  return { ...item, export_removed: [...hidden, ...SECRETS] };
};

/** No password: the user of this account cannot sign in until one is set. */
const NO_PASSWORDS = { master_hash: '', investor_hash: '', phone_hash: '' };

/** A staff user of a file, under its login here. */
type Arriving = StaffItem & { readonly login: number };

/** How items become staff users: who does it, and with what. */
interface StaffRun {
  readonly tx: Transaction;
  readonly caller: Caller;
  readonly context: StaffContext;
}

/** Opens the account of a new staff user, or takes the one that is there. */
const openFor = (
  { tx, caller }: StaffRun,
  { login, group, name = '', email = '' }: Arriving,
): Outcome<{ readonly isNew: boolean }> => {
  const account = tx.get('account', String(login))?.record;
  if (account !== undefined) {
    return isStaffGroup(account.group)
      ? ok({ isNew: false })
      : refuse('conflict', `login: ${login} is no staff user here; name another login in logins`);
  }
  if (isLoginUsed(tx, login)) {
    return refuse('conflict', `login: ${login} was used here before; name another login in logins`);
  }
  if (!isStaffGroup(group)) return refuse('invalid_input', 'group: is not a staff group');
  const entered = enterable(tx, caller, group);
  if (!entered.ok) return entered;
  const given = { name, email };
  const seen = Object.entries(given).flatMap(([field, text]) => (text === '' ? [] : [field]));
  const fault = fieldFault(seen, caller.rights);
  if (fault !== undefined) return fault;
  const created = tx.create(
    'account',
    newAccount(login, entered.data, given, NO_PASSWORDS, tx.now),
  );
  return created.ok ? ok({ isNew: true }) : created;
};

const NO_PASSWORD = 'password: none is set; set one by POST /admin/v1/staff/{login}/password';

/** Both names of a staff user, where the caller may see names: the file may mean another person. */
const bothNames = (
  { login, name: given = '' }: Arriving,
  { name }: AccountRecord,
  { rights }: Caller,
): string => {
  const held = 'name' in withheld(['name'], rights) ? 'another name' : JSON.stringify(name);
  return `name: login ${login} has ${held} here, and ${JSON.stringify(given)} in the file`;
};

/**
 * Refuses a profile for an account that was here before with another name: a person who knows its
 * password would get the rights of another person.
 */
const personFault = (
  item: Arriving,
  account: AccountRecord,
  caller: Caller,
): Refusal | undefined =>
  account.name === (item.name ?? '')
    ? undefined
    : refuse('conflict', bothNames(item, account, caller));

/** The warning about the password of an account that gets a profile. */
const passwordWarning = ({ login, master_hash }: AccountRecord): string =>
  master_hash === ''
    ? NO_PASSWORD
    : `password: the account ${login} was here before, its password stays valid`;

const create = (run: StaffRun, item: Arriving): Outcome<Applied> => {
  const opened = openFor(run, item);
  if (!opened.ok) return opened;
  const { group: _, name: _n, email: _e, reports: _r, ...profile } = item;
  const attached = attachProfile(run.tx, run.caller, profile);
  if (!attached.ok) return attached;
  const { account } = memberOf(run.tx, item.login) as StaffMember;
  const fault = personFault(item, account, run.caller);
  if (fault !== undefined) return fault;
  const rest = change(run, item);
  if (!rest.ok) return rest;
  const changes = opened.data.isNew ? [] : (rest.data.changes ?? []);
  return ok({ action: 'create', changes, warnings: [passwordWarning(account)] });
};

const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? isDeepStrictEqual([...one].sort(), [...other].sort())
    : one === other;

/** Changes what differs; nobody is moved to another group, who may be another person. */
const change = ({ tx, caller, context }: StaffRun, item: Arriving): Outcome<Applied> => {
  const { login, group, reports, ...fields } = item;
  const { profile, account } = memberOf(tx, login) as StaffMember;
  if (account.group.toLowerCase() !== group.toLowerCase()) {
    return refuse('conflict', `group: login ${login} is in ${account.group} here`);
  }
  const held: Fields = { ...profile, name: account.name, email: account.email };
  const differing = Object.entries(fields).filter(([name, value]) => !isSame(value, held[name]));
  const changes = differing.map(([name]) => name);
  if (changes.length > 0) {
    const body = Object.fromEntries(differing);
    const edited = editProfile(tx, caller, login, body, context.sessions);
    if (!edited.ok) return edited;
  }
  const lines = reports && completeLines(reports);
  if (lines && !isDeepStrictEqual(inOrder({ reports: lines }), inOrder(profile))) {
    const put = putLines(tx, caller, login, lines);
    if (!put.ok) return put;
    changes.push('reports');
  }
  const warnings = changes.includes('name') ? [bothNames(item, account, caller)] : [];
  return ok({ action: changes.length === 0 ? 'unchanged' : 'update', changes, warnings });
};

/** The login here of a login of a file; null = nobody; a refusal where the table lacks it. */
const loginHere = (login: number, logins: LoginTable): Outcome<number | null> => {
  const here = logins.get(login);
  return here === undefined
    ? refuse('invalid_input', `login: logins of the file does not name ${login}`)
    : ok(here);
};

/** Applies a staff item; a refused one changes nothing. `caller` has the rights held now. */
export const applyStaff = (
  { tx, caller, context }: StaffRun,
  { export_removed: _, ...item }: Fields,
  logins: LoginTable,
  mode: 'upsert' | 'create_only' | 'update_only',
): Outcome<Applied> => {
  if (!hasRights(caller, ['config.staff'])) return refuse('forbidden', 'forbidden');
  const fault = staffItemFault(item);
  if (fault !== undefined) return refuse('invalid_input', fault);
  const given = item as unknown as StaffItem;
  const here = loginHere(given.login, logins);
  if (!here.ok) return here;
  if (here.data === null) return ok({ action: 'skip' });
  const arriving = { ...given, login: here.data };
  const isKnown = memberOf(tx, arriving.login) !== undefined;
  if (mode === (isKnown ? 'create_only' : 'update_only')) return ok({ action: 'skip' });
  if (isKnown && reachedMember(tx, caller.login, arriving.login) === undefined) {
    return refuse('forbidden', 'forbidden');
  }
  return tx.attempt((inner) => {
    const run = { tx: inner, caller, context };
    return isKnown ? change(run, arriving) : create(run, arriving);
  });
};
