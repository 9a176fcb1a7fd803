// Admission: whether an account whose password is right may be signed in here and now.

import { classAdmitted } from '../../wire/access.js';
import { addressAllowed } from '../../wire/address.js';
import { type Refusal, refuse } from '../../wire/codes.js';
import type { PlatformRecord } from '../../wire/config.js';
import type { AccountRecord } from '../../wire/desk.js';
import type { Audience, StaffRecord } from '../../wire/identity.js';
import { isStaffGroup } from '../../wire/mask.js';
import type { Look } from './kinds.js';

/** Where a login comes in. */
export interface Entrance {
  readonly audience: Audience;
  readonly terminal: string;
  readonly ip: string;
}

/** A staff profile keeps its login out wherever it comes in, also as a trader. */
const staffDenied = (
  account: AccountRecord,
  staff: StaffRecord | undefined,
  { audience, terminal, ip }: Entrance,
): Refusal | undefined => {
  const isStaff = staff !== undefined && isStaffGroup(account.group);
  if (audience === 'staff' && !isStaff) return refuse('auth.not_staff');
  if (!isStaff) return undefined;
  if (!staff.active) return refuse('auth.account_disabled');
  if (!addressAllowed(ip, staff.ip_allow)) return refuse('auth.ip_not_allowed');
  return terminal === 'admin' && !staff.rights.includes('terminal.admin')
    ? refuse('auth.terminal_not_allowed')
    : undefined;
};

/** Why the account may not be signed in; it is asked at sign-in and at every refresh. */
export const denied = (
  look: Look,
  platform: PlatformRecord,
  account: AccountRecord,
  entrance: Entrance,
): Refusal | undefined => {
  if (!account.enabled) return refuse('auth.account_disabled');
  const staff = look.get('staff', String(account.login))?.record;
  const fault = staffDenied(account, staff, entrance);
  if (fault !== undefined) return fault;
  if (entrance.terminal === 'api' && !account.api_enabled) {
    return refuse('auth.terminal_not_allowed');
  }
  const open = look.get('group', account.group)?.record.connection_enabled ?? false;
  return open && classAdmitted(platform, account.group, entrance.terminal)
    ? undefined
    : refuse('forbidden');
};
