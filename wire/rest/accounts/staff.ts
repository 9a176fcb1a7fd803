// Staff users over REST: an account in a staff group, with its profile.

import { type Static, Type } from '@sinclair/typebox';
import { PasswordText } from '../../accounts/password.js';
import { RIGHTS, ROLES } from '../../accounts/rights.js';
import { PROFILE, SentLines } from '../../accounts/staff.js';
import { Email, Id, Named, Strict, Time, TimeOrNull, WholeText, Words } from '../../base/schema.js';

const Version = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** The fields of a profile, all optional. */
const ANY = Type.Partial(Strict(PROFILE)).properties;

/** Filters of the list of staff users. */
export const StaffQuery = Named('StaffQuery', {
  /** A list of masks; empty = every group. */
  group: Type.String({ maxLength: 128, default: '' }),
  /** 0 = any login */
  login: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  name: Type.String({ maxLength: 128, default: '' }),
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
});
export type StaffQuery = Static<typeof StaffQuery>;

/**
 * Gives a profile to an account: the rights of a role, and those that are listed. Omitted address
 * limits and history limits are copied from the caller.
 */
export const StaffCreate = Named('StaffCreate', {
  login: Id(),
  role: Type.Optional(Words(ROLES)),
  ...ANY,
});
export type StaffCreate = Static<typeof StaffCreate>;

/** Fields of the account that are shown with a staff user and can be changed. */
const ACCOUNT = { group: WholeText(128, 1), name: WholeText(128), email: Email() };

/** Changes the given fields if `version` is current. */
export const StaffPatch = Named('StaffPatch', {
  version: Version(),
  active: Type.Optional(Type.Boolean()),
  ...Type.Partial(Strict(ACCOUNT)).properties,
  ...ANY,
});
export type StaffPatch = Static<typeof StaffPatch>;

/** A new password. */
export const StaffPassword = Named('StaffPassword', { password: PasswordText() });

/** Report lines that replace the current ones. */
export const StaffReports = Named('StaffReports', { version: Version(), lines: SentLines() });
export type StaffReports = Static<typeof StaffReports>;

/** A staff user as staff see it. */
export const StaffUser = Named('StaffUser', {
  login: Type.Integer(),
  version: Type.Integer(),
  active: Type.Boolean(),
  ...ACCOUNT,
  ...PROFILE,
  last_access: TimeOrNull(),
  last_ip: Type.String(),
  created_at: Time(),
  updated_at: Time(),
});
export type StaffUser = Readonly<Static<typeof StaffUser>>;

/** A page of staff users. */
export const StaffPage = Named('StaffPage', {
  items: Type.Array(StaffUser),
  page: Type.Integer(),
  total: Type.Integer(),
});

/** A right, its description, and whether the caller may grant it. */
export const StaffRight = Named('StaffRight', {
  name: Type.String(),
  says: Type.String(),
  grantable: Type.Boolean(),
});
export type StaffRight = Static<typeof StaffRight>;

/** A ready set of rights for a job, by its name in requests. */
export const StaffRole = Named('StaffRole', {
  role: Words(ROLES),
  says: Type.String(),
  rights: Type.Array(Words(RIGHTS)),
});
