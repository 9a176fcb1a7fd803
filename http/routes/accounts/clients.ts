// Clients for staff: persons and companies, and the accounts linked to them.

import type { Right } from '../../../wire/accounts/rights.js';
import { done, type Refusal, refuse } from '../../../wire/base/codes.js';
import { fenceFault } from '../../../wire/base/fence.js';
import {
  CLIENT_FIELDS,
  CLIENT_PARTS,
  Client,
  ClientAccountPath,
  ClientCreateBody,
  ClientListParams,
  ClientPage,
  ClientPatchBody,
  ClientPath,
} from '../../../wire/rest/accounts/clients.js';
import { partFilters } from '../../../wire/rest/lists/list-fields.js';
import { fieldRightFault } from '../../../wire/rest/lists/window.js';
import { route } from '../../rest/route.js';

const VIEWS: readonly Right[] = ['clients.view'];
const EDITS: readonly Right[] = ['clients.view', 'accounts.edit'];
const PATH = '/admin/v1/clients';

/** What linking an account to a client and unlinking it share. */
const LINK = {
  path: `${PATH}/{id}/accounts/{login}`,
  rights: [...EDITS, 'accounts.view'],
  params: ClientAccountPath,
  reply: Client,
} as const;

export const clients = [
  route({
    name: 'clients.list',
    method: 'GET',
    path: PATH,
    says: 'Pages through the clients that the caller sees, by id.',
    rights: VIEWS,
    inTurn: 'clients',
    query: ClientListParams,
    reply: ClientPage,
    handle: async ({ caller, query }, context) => {
      const fault = fenceFault(query);
      if (fault !== undefined) return refuse('invalid_input', fault);
      const reader = await context.desk('lists.reader', { caller });
      if (!reader.ok) return reader;
      const { viewer } = reader.data;
      const { page, limit, min_projection_seq } = query;
      const used = partFilters(Object.fromEntries(CLIENT_PARTS.map((name) => [name, query[name]])));
      const withheld = fieldRightFault(CLIENT_FIELDS, used, viewer.rights);
      if (withheld !== undefined) return withheld as Refusal<'forbidden'>;
      const found = await context.query(caller, 'clients.page', {
        session: caller.session,
        ...(min_projection_seq !== undefined && { min_projection_seq }),
        viewer: { ...viewer, login: caller.login },
        filters: used.map(({ field, op, value }) => ({ field, op, value })),
        page,
        limit,
      });
      return found.ok ? done({ ...found.data, items: [...found.data.items], page }) : found;
    },
  }),
  route({
    name: 'clients.create',
    method: 'POST',
    path: PATH,
    says: 'Creates a client without accounts.',
    rights: EDITS,
    body: ClientCreateBody,
    reply: Client,
    handle: ({ caller, body }, context) => context.desk('clients.create', { caller, body }),
  }),
  route({
    name: 'clients.read',
    method: 'GET',
    path: `${PATH}/{id}`,
    says: 'Answers a client with its accounts.',
    rights: VIEWS,
    params: ClientPath,
    reply: Client,
    errors: ['not_found'],
    handle: ({ caller, path: { id } }, context) => context.desk('clients.read', { caller, id }),
  }),
  route({
    name: 'clients.change',
    method: 'PATCH',
    path: `${PATH}/{id}`,
    says: 'Changes fields of a client. What one may not see one does not change.',
    rights: EDITS,
    params: ClientPath,
    body: ClientPatchBody,
    reply: Client,
    errors: ['not_found', 'conflict'],
    handle: ({ caller, path: { id }, body }, context) =>
      context.desk('clients.change', { caller, id, body }),
  }),
  route({
    name: 'clients.delete',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    says: 'Deletes a client without accounts.',
    rights: EDITS,
    params: ClientPath,
    reply: null,
    errors: ['not_found', 'conflict'],
    handle: ({ caller, path: { id } }, context) => context.desk('clients.delete', { caller, id }),
  }),
  route({
    ...LINK,
    name: 'clients.link',
    method: 'PUT',
    says: 'Links an account to a client.',
    errors: ['not_found', 'conflict'],
    handle: ({ caller, path }, context) => context.desk('clients.link', { caller, ...path }),
  }),
  route({
    ...LINK,
    name: 'clients.unlink',
    method: 'DELETE',
    says: 'Unlinks an account from a client.',
    errors: ['not_found'],
    handle: ({ caller, path }, context) => context.desk('clients.unlink', { caller, ...path }),
  }),
];
