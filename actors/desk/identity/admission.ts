// Admission: may an account sign in at this terminal now, given the right password?

import type { AccountRecord } from '../../../wire/accounts/account.js';
import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { type Audience, allowsTerminal } from '../../../wire/accounts/identity.js';
import type { StaffRecord } from '../../../wire/accounts/staff.js';
import { addressAllowed } from '../../../wire/base/address.js';
import { type Refusal, refuse } from '../../../wire/base/codes.js';
import { classAdmitted, type ServerAccess } from '../../../wire/settings/servers.js';
import type { Sessions } from '../state/sessions.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { demoEndOf } from '../types/servers.js';

/** The audience, the terminal and the address of a sign-in. */
interface Entrance {
  readonly audience: Audience;
  readonly terminal: string;
  /** Absent = the address is not checked. */
  readonly ip?: string;
}

/** Refuses a login whose staff profile denies it, for every audience. */
const staffDenied = (
  account: AccountRecord,
  staff: StaffRecord | undefined,
  { audience, terminal, ip }: Entrance,
): Refusal | undefined => {
  const isStaff = staff !== undefined && isStaffGroup(account.group);
  if (audience === 'staff' && !isStaff) return refuse('auth.not_staff');
  if (!isStaff) return undefined;
  if (!staff.active) return refuse('auth.account_disabled');
  if (ip !== undefined && !addressAllowed(ip, staff.ip_allow)) return refuse('auth.ip_not_allowed');
  return terminal === 'admin' && !staff.rights.includes('terminal.admin')
    ? refuse('auth.terminal_not_allowed')
    : undefined;
};

/** Refuses a login because of the account itself or its staff profile. */
const accountDenied = (
  reader: RecordReader,
  account: AccountRecord,
  entrance: Entrance,
): Refusal | undefined => {
  if (!account.enabled) return refuse('auth.account_disabled');
  const staff = reader.get('staff', String(account.login))?.record;
  const fault = staffDenied(account, staff, entrance);
  if (fault !== undefined) return fault;
  const { terminal } = entrance;
  const isShut = terminal === 'api' && !account.api_enabled;
  return isShut || !allowsTerminal(account, terminal)
    ? refuse('auth.terminal_not_allowed')
    : undefined;
};

/** Refuses to sign an account in; called at sign-in and at every refresh. */
export const denied = (
  reader: RecordReader,
  access: ServerAccess,
  account: AccountRecord,
  entrance: Entrance,
): Refusal | undefined => {
  const group = reader.get('group', account.group)?.record;
  if (group === undefined) return refuse('forbidden');
  const fault = accountDenied(reader, account, entrance);
  if (fault !== undefined) return fault;
  if (demoEndOf(reader, account) <= reader.now) {
    return refuse('auth.account_disabled', 'The period of the demo account has ended.');
  }
  const { terminal } = entrance;
  if (!allowsTerminal(group, terminal)) return refuse('auth.terminal_not_allowed');
  return group.connection_enabled && classAdmitted(access, account.group, terminal)
    ? undefined
    : refuse('forbidden');
};

/**
 * Ends the sessions of logins whose changed account or staff profile no longer admits them at their
 * terminal. Restrictions by group, platform and address list are checked with every request
 * instead: these sessions are refused while a restriction lasts, and continue afterwards.
 */
export const endDenied =
  (sessions: Sessions) =>
  (tx: Transaction): void => {
    const changed = tx.changes.filter(({ kind }) => kind === 'account' || kind === 'staff');
    for (const login of new Set(changed.map(({ key }) => key))) {
      const account = tx.get('account', login)?.record;
      sessions.end(tx, Number(login), ({ audience, terminal }) => {
        return !account || accountDenied(tx, account, { audience, terminal }) !== undefined;
      });
    }
  };
