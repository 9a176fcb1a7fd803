// Applications for real accounts, for staff who decide them.

import type { Right } from '../../../wire/accounts/rights.js';
import { done, type Refusal, refuse } from '../../../wire/base/codes.js';
import { fenceFault } from '../../../wire/base/fence.js';
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
import { route } from '../../rest/route.js';

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
    rights: RIGHTS,
    inTurn: 'applications',
    query: ApplicationListParams,
    reply: ApplicationPage,
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
      return found.ok ? done({ ...found.data, items: [...found.data.items], page }) : found;
    },
  }),
  route({
    ...ONE,
    name: 'applications.read',
    method: 'GET',
    says: 'Answers an application.',
    reply: Application,
    errors: ['not_found'],
    handle: ({ caller, path: { id } }, context) =>
      context.desk('applications.read', { caller, id }),
  }),
  route({
    ...ONE,
    name: 'applications.change',
    method: 'PATCH',
    says: 'Changes the group, the leverage or the comment of an application before it is decided.',
    body: ApplicationPatchBody,
    reply: Application,
    errors: ['not_found', 'conflict'],
    handle: ({ caller, path: { id }, body }, context) =>
      context.desk('applications.change', { caller, id, body }),
  }),
  route({
    ...ONE,
    name: 'applications.approve',
    method: 'POST',
    path: `${PATH}/{id}/approve`,
    says: 'Opens the account and e-mails its passwords to the applicant.',
    body: ApproveBody,
    reply: Application,
    errors: ['not_found', 'conflict', 'auth.too_many_attempts'],
    handle: ({ caller, path: { id }, body }, context) =>
      context.desk('applications.approve', { caller, id, body }),
  }),
  route({
    ...ONE,
    name: 'applications.reject',
    method: 'POST',
    path: `${PATH}/{id}/reject`,
    says: 'Rejects an application and e-mails the reason to the applicant.',
    body: RejectBody,
    reply: Application,
    errors: ['not_found', 'conflict', 'auth.too_many_attempts'],
    handle: ({ caller, path: { id }, body }, context) =>
      context.desk('applications.reject', { caller, id, body }),
  }),
];
