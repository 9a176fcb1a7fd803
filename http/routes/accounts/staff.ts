// Staff users for staff: profiles of accounts, created, changed, disabled, deleted; their report
// lines.

import { jobOf, ROLES, rightsOf } from '../../../wire/accounts/rights.js';
import { ReportLine } from '../../../wire/accounts/staff.js';
import { done } from '../../../wire/base/codes.js';
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
import { route } from '../../rest/route.js';
import { large } from '../../rest/setting-routes.js';
import { BODY_VALUES_MAX } from '../../server/limits.js';

const RIGHTS = ['config.staff'] as const;
/** Auditors read who may do what. */
export const STAFF_READERS = ['config.staff', 'config.view'] as const;

export const staff = [
  route({
    name: 'staff.list',
    method: 'GET',
    path: '/admin/v1/staff',
    says: 'Lists staff users whose group is within the scope.',
    anyRights: STAFF_READERS,
    query: StaffQuery,
    reply: StaffPage,
    handle: async ({ caller, query }, context) =>
      large(await context.desk('staff.list', { caller, query })),
  }),
  route({
    name: 'staff.create',
    method: 'POST',
    path: '/admin/v1/staff',
    says: 'Attaches a staff profile to an account of a staff group; no account is opened.',
    rights: RIGHTS,
    body: StaffCreate,
    reply: StaffUser,
    errors: ['not_found', 'conflict'],
    handle: ({ caller, body }, context) => context.desk('staff.create', { caller, body }),
  }),
  route({
    name: 'staff.rights',
    method: 'GET',
    path: '/admin/v1/staff/rights',
    says: 'Lists every right, what it opens, and whether the caller may grant it.',
    anyRights: STAFF_READERS,
    reply: [StaffRight],
    handle: ({ caller }, context) => context.desk('staff.rights', { caller }),
  }),
  route({
    name: 'staff.roles',
    method: 'GET',
    path: '/admin/v1/staff/roles',
    says: 'Lists the roles: ready sets of rights for usual jobs.',
    anyRights: STAFF_READERS,
    reply: [StaffRole],
    handle: () =>
      done(ROLES.map((role) => ({ role, says: jobOf(role), rights: [...rightsOf(role)] }))),
  }),
  route({
    name: 'staff.read',
    method: 'GET',
    path: '/admin/v1/staff/{login}',
    says: 'Answers a staff user.',
    anyRights: STAFF_READERS,
    params: LoginPath,
    reply: StaffUser,
    errors: ['not_found'],
    handle: ({ caller, path }, context) => context.desk('staff.read', { caller, ...path }),
  }),
  route({
    name: 'staff.change',
    method: 'PATCH',
    path: '/admin/v1/staff/{login}',
    says: 'Changes fields of a staff user; another group, or active false, ends its sessions.',
    rights: RIGHTS,
    params: LoginPath,
    body: StaffPatch,
    reply: StaffUser,
    errors: ['not_found', 'conflict'],
    handle: ({ caller, path, body }, context) =>
      context.desk('staff.change', { caller, ...path, body }),
  }),
  route({
    name: 'staff.delete',
    method: 'DELETE',
    path: '/admin/v1/staff/{login}',
    says: 'Takes a staff profile away for good, unless there is something to its name.',
    rights: RIGHTS,
    params: LoginPath,
    reply: null,
    errors: ['not_found', 'conflict'],
    handle: ({ caller, path }, context) => context.desk('staff.delete', { caller, ...path }),
  }),
  route({
    name: 'staff.disable',
    method: 'POST',
    path: '/admin/v1/staff/{login}/disable',
    says: 'Stops a staff user from signing in, and ends its sessions.',
    rights: RIGHTS,
    params: LoginPath,
    reply: StaffUser,
    errors: ['not_found', 'conflict'],
    handle: ({ caller, path }, context) => context.desk('staff.disable', { caller, ...path }),
  }),
  route({
    name: 'staff.password',
    method: 'POST',
    path: '/admin/v1/staff/{login}/password',
    says: 'Sets the password of a staff user, and ends its sessions.',
    rights: RIGHTS,
    params: LoginPath,
    body: StaffPassword,
    reply: null,
    errors: ['auth.password_weak', 'not_found', 'conflict'],
    handle: ({ caller, path, body }, context) =>
      context.desk('staff.password', { caller, ...path, ...body }),
  }),
  route({
    name: 'staff.reports',
    method: 'GET',
    path: '/admin/v1/staff/{login}/reports',
    says: 'Lists the report lines of a staff user by their paths.',
    anyRights: STAFF_READERS,
    params: LoginPath,
    reply: [ReportLine],
    errors: ['not_found'],
    handle: ({ caller, path }, context) => context.desk('staff.reports', { caller, ...path }),
  }),
  route({
    name: 'staff.put_reports',
    method: 'PUT',
    path: '/admin/v1/staff/{login}/reports',
    says: 'Puts other report lines in the place of those of a staff user.',
    rights: RIGHTS,
    params: LoginPath,
    body: StaffReports,
    bodyValuesMax: BODY_VALUES_MAX.list,
    reply: [ReportLine],
    errors: ['not_found', 'conflict'],
    handle: ({ caller, path, body }, context) =>
      context.desk('staff.put_reports', { caller, ...path, body }),
  }),
];
