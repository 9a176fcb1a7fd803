// Staff users over REST: an account in a staff group, with its profile.

import { type Static, Type } from '@sinclair/typebox';
import { PasswordText } from '../../accounts/password.js';
import { RIGHTS, ROLES } from '../../accounts/rights.js';
import { PROFILE, SentLines } from '../../accounts/staff.js';
import {
  Email,
  Id,
  Named,
  refersTo,
  Strict,
  Time,
  TimeOrNull,
  WholeText,
  Words,
} from '../../base/schema.js';
import { section, wordedAs } from '../../fields/words.js';
import { PAGE } from '../lists/page-params.js';

const filter = section('Filter');
const access = section('Access');
const identity = section('Identity');
const report = section('Report');
const right = section('Right');
const role = section('Role');

const Version = () => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
/** The fields of a profile, all optional. */
const ANY = Type.Partial(Strict(PROFILE)).properties;

/** Filters of the list of staff users. */
export const StaffQuery = Named('StaffQuery', {
  group: filter(
    'Group',
    'A list of group masks; empty = every group.',
    Type.String({ maxLength: 128, default: '' }),
  ),
  login: filter(
    'Login',
    'Login of the user; 0 = any.',
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  ),
  name: filter(
    'Name',
    'Part of the name; empty = any.',
    Type.String({ maxLength: 128, default: '' }),
  ),
  ...PAGE,
});
export type StaffQuery = Static<typeof StaffQuery>;

/**
 * Gives a profile to an account: the rights of a role, and those that are listed. Omitted address
 * limits and history limits are copied from the caller.
 */
export const StaffCreate = Named('StaffCreate', {
  login: refersTo('account', 'login', Id()),
  role: access(
    'Role',
    'A named set of rights, which the user gets in addition to `rights`.',
    Type.Optional(Words(ROLES)),
  ),
  ...ANY,
});
export type StaffCreate = Static<typeof StaffCreate>;

/** Fields of the account that are shown with a staff user and can be changed. */
const ACCOUNT = {
  group: identity(
    'Group',
    'Staff group, whose path has a part `managers` or `administrators`.',
    refersTo('group', 'path', WholeText(128, 1)),
  ),
  name: identity('Name', 'Name of the staff user.', WholeText(128)),
  email: identity('E-mail', 'E-mail address; empty = none.', Email()),
};

/** Changes the given fields if `version` is current. */
export const StaffPatch = Named('StaffPatch', {
  version: Version(),
  active: access('Active', 'May the user sign in?', Type.Optional(Type.Boolean())),
  ...Type.Partial(Strict(ACCOUNT)).properties,
  ...ANY,
});
export type StaffPatch = Static<typeof StaffPatch>;

/** A new password. */
export const StaffPassword = Named('StaffPassword', {
  password: access(
    'Password',
    '8 to 16 characters: lower and upper case letters, a digit and a symbol.',
    PasswordText(),
  ),
});

/** Report lines that replace the current ones. */
export const StaffReports = Named('StaffReports', {
  version: Version(),
  lines: report('Lines', 'All report lines of the user, in their order.', SentLines()),
});
export type StaffReports = Static<typeof StaffReports>;

/** A staff user as staff see it. */
export const StaffUser = Named(
  'StaffUser',
  wordedAs(StaffPatch.properties, {
    login: Type.Integer(),
    version: Type.Integer(),
    active: Type.Boolean(),
    ...ACCOUNT,
    ...PROFILE,
    last_access: TimeOrNull(),
    last_ip: Type.String(),
    created_at: Time(),
    updated_at: Time(),
  }),
);
export type StaffUser = Readonly<Static<typeof StaffUser>>;

/** A page of staff users. */
export const StaffPage = Named('StaffPage', {
  items: Type.Array(StaffUser),
  page: Type.Integer(),
  total: Type.Integer(),
});

/** A right, its description, and whether the caller may grant it. */
export const StaffRight = Named('StaffRight', {
  name: right('Name', 'Name of the right in profiles.', Type.String()),
  says: right('Meaning', 'Access that the right opens, in a sentence.', Type.String()),
  grantable: right('Grantable', 'May the caller grant the right to others?', Type.Boolean()),
});
export type StaffRight = Static<typeof StaffRight>;

/** A ready set of rights for a job, by its name in requests. */
export const StaffRole = Named('StaffRole', {
  role: role(
    'Role',
    'Name of the set of rights, for the field `role` of a new staff user.',
    Words(ROLES),
  ),
  says: role(
    'Meaning',
    'The job for which the set of rights is made, in a sentence.',
    Type.String(),
  ),
  rights: role('Rights', 'Rights that a staff user of the job needs.', Type.Array(Words(RIGHTS))),
});
