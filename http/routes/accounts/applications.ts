// Applications for real accounts, for staff who decide them.

import type { Right } from '../../../wire/accounts/rights.js';
import { ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { fenceFault } from '../../../wire/fields/fence.js';
import {
  APPLICATION_FIELDS,
  Application,
  ApplicationListParams,
  ApplicationPage,
  ApplicationPatchBody,
  ApplicationPath,
  ApproveBody,
  RejectBody,
} from '../../../wire/rest/accounts/sign-up.js';
import { type ListFilter, partFilters } from '../../../wire/rest/lists/list-fields.js';
import { fieldRightFault } from '../../../wire/rest/lists/window.js';
import { periodOf } from '../../rest/coverage.js';
import { route, usual } from '../../rest/route.js';
import { STALE } from '../../rest/setting-routes.js';

const NOT_FOUND =
  'there is no such application, or the group of the application lies outside the scope';
const DECIDED = 'the application is decided already';

const RIGHTS: readonly Right[] = ['applications'];
const PATH = '/admin/v1/applications';
const ONE = { path: `${PATH}/{id}`, rights: RIGHTS, params: ApplicationPath } as const;

/** The filters of a period of receipt; an end that is not given filters nothing. */
const received = (
  query: { readonly from?: string; readonly to?: string },
  { from, to }: { readonly from: number; readonly to: number },
): ListFilter[] => [
  ...(query.from === undefined ? [] : [{ field: 'created_at', op: 'ge', value: from } as const]),
  ...(query.to === undefined ? [] : [{ field: 'created_at', op: 'lt', value: to } as const]),
];

export const applications = [
  route({
    name: 'applications.list',
    method: 'GET',
    path: PATH,
    says: 'Pages through the applications of groups in scope, the oldest first.',
    details:
      'Fields that the caller has no right to see are empty; the filter `email` needs the ' +
      'right to e-mail addresses.',
    rights: RIGHTS,
    inTurn: 'applications',
    query: ApplicationListParams,
    reply: ApplicationPage,
    example: { query: { status: 'received', limit: 20 } },
    handle: async ({ caller, query }, context) => {
      const fault = fenceFault(query);
      if (fault !== undefined) return refuse('invalid_input', fault);
      const period = periodOf(query);
      if (typeof period === 'string') return refuse('invalid_input', period);
      const reader = await context.desk('lists.reader', { caller });
      if (!reader.ok) return reader;
      const { viewer } = reader.data;
      const { page, limit, status, email, min_projection_seq } = query;
      const used = partFilters({ email });
      const withheld = fieldRightFault(APPLICATION_FIELDS, used, viewer.rights);
      if (withheld !== undefined) return withheld as Refusal<'forbidden'>;
      const found = await context.query(caller, 'applications.page', {
        session: caller.session,
        ...(min_projection_seq !== undefined && { min_projection_seq }),
        viewer,
        filters: [
          ...(status === undefined ? [] : [{ field: 'status', op: 'eq', value: status } as const]),
          ...used.map(({ field, op, value }) => ({ field, op, value })),
          ...received(query, period),
        ],
        page,
        limit,
      });
      return found.ok ? ok({ ...found.data, items: [...found.data.items], page }) : found;
    },
  }),
  route({
    ...ONE,
    name: 'applications.read',
    method: 'GET',
    says: 'Answers an application.',
    details: 'Fields without their right are empty.',
    reply: Application,
    errors: { not_found: NOT_FOUND },
    example: { path: { id: 1 } },
    handle: ({ caller, path: { id } }, context) =>
      context.desk('applications.read', { caller, id }),
  }),
  route({
    ...ONE,
    name: 'applications.change',
    method: 'PATCH',
    says: 'Changes the group, the leverage or the comment of an undecided application.',
    details: 'Only the sent fields change. The group must be a group for real accounts.',
    body: ApplicationPatchBody,
    reply: Application,
    errors: {
      not_found: NOT_FOUND,
      conflict: `${DECIDED}, or ${STALE}`,
      forbidden: 'a right is missing, or the new group lies outside the scope',
    },
    example: { path: { id: 1 }, body: { version: 1, leverage: 50, comment: 'Called back' } },
    handle: ({ caller, path: { id }, body }, context) =>
      context.desk('applications.change', { caller, id, body }),
  }),
  route({
    ...ONE,
    name: 'applications.approve',
    method: 'POST',
    path: `${PATH}/{id}/approve`,
    says: 'Opens the account and e-mails the passwords to the applicant.',
    details:
      'An omitted field has the value of the application; an omitted login is the next ' +
      'free login. The owner must change the master password at the first sign-in.',
    body: ApproveBody,
    reply: Application,
    errors: {
      ...usual(['auth.too_many_attempts']),
      not_found: NOT_FOUND,
      conflict: `${DECIDED}, the login is taken, or there is no mail server for the passwords`,
      forbidden: 'a right is missing, or the group lies outside the scope',
    },
    example: { path: { id: 1 }, body: { leverage: 50 } },
    handle: ({ caller, path: { id }, body }, context) =>
      context.desk('applications.approve', { caller, id, body }),
  }),
  route({
    ...ONE,
    name: 'applications.reject',
    method: 'POST',
    path: `${PATH}/{id}/reject`,
    says: 'Rejects an application and e-mails the reason to the applicant.',
    details: 'The person can apply again.',
    body: RejectBody,
    reply: Application,
    errors: { ...usual(['auth.too_many_attempts']), not_found: NOT_FOUND, conflict: DECIDED },
    example: { path: { id: 1 }, body: { reason: 'We do not serve your country.' } },
    handle: ({ caller, path: { id }, body }, context) =>
      context.desk('applications.reject', { caller, id, body }),
  }),
];
