// Staff users for staff: profiles of accounts, created, changed, disabled, deleted; their report
// lines.

import { jobOf, ROLES, rightsOf } from '../../../wire/accounts/rights.js';
import { ReportLine } from '../../../wire/accounts/staff.js';
import { ok } from '../../../wire/base/codes.js';
import { LoginPath } from '../../../wire/rest/accounts/accounts.js';
import {
  StaffCreate,
  StaffPage,
  StaffPassword,
  StaffPatch,
  StaffQuery,
  StaffReports,
  StaffRight,
  StaffRole,
  StaffUser,
} from '../../../wire/rest/accounts/staff.js';
import { route, usual } from '../../rest/route.js';
import { large, STALE } from '../../rest/setting-routes.js';
import { BODY_VALUES_MAX } from '../../server/body-limits.js';

const RIGHTS = ['config.staff'] as const;
/** Auditors read who may do what. */
export const STAFF_READERS = ['config.staff', 'config.view'] as const;

const not_found = 'the staff user is unknown, or outside the scope';
const forbidden = 'a right is missing, or more is given or touched than the caller holds';
const errors = { not_found, forbidden, conflict: STALE };

export const staff = [
  route({
    name: 'staff.list',
    method: 'GET',
    path: '/admin/v1/staff',
    says: 'Lists staff users whose group is within the scope.',
    details: 'Members of staff groups with their rights. No password is ever shown.',
    anyRights: STAFF_READERS,
    query: StaffQuery,
    reply: StaffPage,
    example: { query: { name: 'adm', page: 1, limit: 20 } },
    handle: async ({ caller, query }, context) =>
      large(await context.desk('staff.list', { caller, query })),
  }),
  route({
    name: 'staff.create',
    method: 'POST',
    path: '/admin/v1/staff',
    says: 'Attaches a staff profile to an account of a staff group; no account is opened.',
    details:
      'The group of the account must have a part `managers` or `administrators`. Nobody gives ' +
      'rights, groups or history that they do not hold. Sessions of the login follow at once.',
    rights: RIGHTS,
    body: StaffCreate,
    reply: StaffUser,
    errors: {
      not_found: 'there is no such account',
      conflict: 'the account has a profile already',
      forbidden,
    },
    example: {
      body: {
        login: 2,
        rights: ['trades.view', 'accounts.view'],
        group_scope: ['demo\\*'],
        logs_months: 3,
      },
    },
    handle: ({ caller, body }, context) => context.desk('staff.create', { caller, body }),
  }),
  route({
    name: 'staff.rights',
    method: 'GET',
    path: '/admin/v1/staff/rights',
    says: 'Lists every right with its description, and whether the caller may grant the right.',
    details: 'For forms in which rights are given.',
    anyRights: STAFF_READERS,
    reply: [StaffRight],
    handle: ({ caller }, context) => context.desk('staff.rights', { caller }),
  }),
  route({
    name: 'staff.roles',
    method: 'GET',
    path: '/admin/v1/staff/roles',
    says: 'Lists the roles: ready sets of rights for usual jobs.',
    details:
      '`role` of a new staff user names a set. The profile stores the rights of the set, ' +
      'not its name, so each right can be changed later.',
    anyRights: STAFF_READERS,
    reply: [StaffRole],
    handle: () =>
      ok(ROLES.map((role) => ({ role, says: jobOf(role), rights: [...rightsOf(role)] }))),
  }),
  route({
    name: 'staff.read',
    method: 'GET',
    path: '/admin/v1/staff/{login}',
    says: 'Answers a staff user.',
    details: 'The answer has the `version`, which a change sends back.',
    anyRights: STAFF_READERS,
    params: LoginPath,
    reply: StaffUser,
    errors: { not_found },
    example: { path: { login: 2 } },
    handle: ({ caller, path }, context) => context.desk('staff.read', { caller, ...path }),
  }),
  route({
    name: 'staff.change',
    method: 'PATCH',
    path: '/admin/v1/staff/{login}',
    says:
      'Changes fields of a staff user; another group, or `active` false, ends the sessions ' +
      'of the user.',
    details:
      'A field that is not sent stays. Live sessions follow at once. Only this route makes a ' +
      'disabled user active again.',
    rights: RIGHTS,
    params: LoginPath,
    body: StaffPatch,
    reply: StaffUser,
    errors: errors,
    example: {
      path: { login: 2 },
      body: { version: 1, rights: ['trades.view'], mailbox_name: 'Dealing desk' },
    },
    handle: ({ caller, path, body }, context) =>
      context.desk('staff.change', { caller, ...path, body }),
  }),
  route({
    name: 'staff.delete',
    method: 'DELETE',
    path: '/admin/v1/staff/{login}',
    says: 'Deletes a staff profile for good, unless another record refers to the profile.',
    details: 'Its account stays. A user with a history is disabled instead.',
    rights: RIGHTS,
    params: LoginPath,
    reply: null,
    errors: {
      not_found,
      forbidden,
      conflict: 'trades or journal lines name the user',
    },
    example: { path: { login: 2 } },
    handle: ({ caller, path }, context) => context.desk('staff.delete', { caller, ...path }),
  }),
  route({
    name: 'staff.disable',
    method: 'POST',
    path: '/admin/v1/staff/{login}/disable',
    says: "Stops a staff user from signing in, and ends the user's sessions.",
    details: 'A user who is already disabled stays unchanged. Users cannot disable themselves.',
    rights: RIGHTS,
    params: LoginPath,
    reply: StaffUser,
    errors: {
      not_found,
      forbidden,
      conflict: 'the record was changed by another request meanwhile',
    },
    example: { path: { login: 2 } },
    handle: ({ caller, path }, context) => context.desk('staff.disable', { caller, ...path }),
  }),
  route({
    name: 'staff.password',
    method: 'POST',
    path: '/admin/v1/staff/{login}/password',
    says: "Sets the password of a staff user, and ends the user's sessions.",
    details: 'Every session of the user ends. The journal does not have the password.',
    rights: RIGHTS,
    params: LoginPath,
    body: StaffPassword,
    reply: null,
    errors: {
      ...usual(['auth.password_weak']),
      not_found,
      forbidden,
      conflict: 'the record was changed by another request meanwhile',
    },
    example: { path: { login: 2 }, body: { password: 'Dealer-pass2' } },
    handle: ({ caller, path, body }, context) =>
      context.desk('staff.password', { caller, ...path, ...body }),
  }),
  route({
    name: 'staff.reports',
    method: 'GET',
    path: '/admin/v1/staff/{login}/reports',
    says: 'Lists the report lines of a staff user by their paths.',
    details:
      "A line opens the report configurations whose name equals the line's path or fits " +
      'the path as a mask.',
    anyRights: STAFF_READERS,
    params: LoginPath,
    reply: [ReportLine],
    errors: { not_found },
    example: { path: { login: 2 } },
    handle: ({ caller, path }, context) => context.desk('staff.reports', { caller, ...path }),
  }),
  route({
    name: 'staff.put_reports',
    method: 'PUT',
    path: '/admin/v1/staff/{login}/reports',
    says: 'Replaces the report lines of a staff user.',
    details: 'Lines without a position follow in the order in which they are sent.',
    rights: RIGHTS,
    params: LoginPath,
    body: StaffReports,
    bodyValuesMax: BODY_VALUES_MAX.list,
    reply: [ReportLine],
    errors: errors,
    example: {
      path: { login: 2 },
      body: { version: 2, lines: [{ path: 'Finance\\*', export: true, depth_days: 90 }] },
    },
    handle: ({ caller, path, body }, context) =>
      context.desk('staff.put_reports', { caller, ...path, body }),
  }),
];
