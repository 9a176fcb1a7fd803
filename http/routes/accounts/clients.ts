// Clients for staff: persons and companies, and the accounts linked to them.

import type { Right } from '../../../wire/accounts/rights.js';
import { ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { fenceFault } from '../../../wire/fields/fence.js';
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
import { NO_ACCOUNT } from '../../rest/phrases.js';
import { route } from '../../rest/route.js';
import { STALE } from '../../rest/setting-routes.js';

const UNSEEN = 'the client is unknown, or the caller sees none of its accounts';
const client = { id: 1 };
const link = { path: { ...client, login: 1001 } };

const VIEWS: readonly Right[] = ['clients.view'];
const EDITS: readonly Right[] = ['clients.view', 'accounts.edit'];
const PATH = '/admin/v1/clients';

/** The common part of the routes that link an account to a client and unlink it. */
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
    details:
      "Staff see a client if they see one of the client's accounts; a client without " +
      'accounts is shown to its owner and to staff whose scope is every group. A filter ' +
      'needs the right to the field.',
    rights: VIEWS,
    inTurn: 'clients',
    query: ClientListParams,
    reply: ClientPage,
    example: { query: { name: 'ada', limit: 20 } },
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
      return found.ok ? ok({ ...found.data, items: [...found.data.items], page }) : found;
    },
  }),
  route({
    name: 'clients.create',
    method: 'POST',
    path: PATH,
    says: 'Creates a client without accounts.',
    details: 'The caller becomes the owner of the client. Accounts are linked one by one.',
    rights: EDITS,
    body: ClientCreateBody,
    reply: Client,
    example: { body: { kind: 'person', name: 'Ada', last_name: 'Example', country: 'DE' } },
    handle: ({ caller, body }, context) => context.desk('clients.create', { caller, body }),
  }),
  route({
    name: 'clients.read',
    method: 'GET',
    path: `${PATH}/{id}`,
    says: "Answers a client with the client's accounts.",
    details:
      'Accounts that the caller does not see are left out, fields without their right empty.',
    rights: VIEWS,
    params: ClientPath,
    reply: Client,
    errors: { not_found: UNSEEN },
    example: { path: { id: 1 } },
    handle: ({ caller, path: { id } }, context) => context.desk('clients.read', { caller, id }),
  }),
  route({
    name: 'clients.change',
    method: 'PATCH',
    path: `${PATH}/{id}`,
    says: 'Changes fields of a client; fields that the caller may not see stay.',
    details:
      'Only the fields that are sent change. Its accounts keep their own names and addresses.',
    rights: EDITS,
    params: ClientPath,
    body: ClientPatchBody,
    reply: Client,
    errors: { not_found: UNSEEN, conflict: STALE },
    example: { path: { id: 1 }, body: { version: 1, phone: '+43 1 5550100' } },
    handle: ({ caller, path: { id }, body }, context) =>
      context.desk('clients.change', { caller, id, body }),
  }),
  route({
    name: 'clients.delete',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    says: 'Deletes a client without accounts.',
    details: 'No later client gets the id.',
    rights: EDITS,
    params: ClientPath,
    reply: null,
    errors: { not_found: UNSEEN, conflict: 'an account is linked' },
    example: { path: { id: 1 } },
    handle: ({ caller, path: { id } }, context) => context.desk('clients.delete', { caller, id }),
  }),
  route({
    ...LINK,
    name: 'clients.link',
    method: 'PUT',
    says: 'Links an account to a client.',
    details: 'An account that is already linked to the client stays linked.',
    errors: {
      not_found: `${UNSEEN}, or ${NO_ACCOUNT}`,
      conflict: 'the account is linked to another client, or the client has 1,000 accounts',
    },
    example: link,
    handle: ({ caller, path }, context) => context.desk('clients.link', { caller, ...path }),
  }),
  route({
    ...LINK,
    name: 'clients.unlink',
    method: 'DELETE',
    says: 'Unlinks an account from a client.',
    details: 'A caller who unlinks the last account becomes the owner of the client.',
    errors: { not_found: `${UNSEEN}, ${NO_ACCOUNT}, or the account is not linked to the client` },
    example: link,
    handle: ({ caller, path }, context) => context.desk('clients.unlink', { caller, ...path }),
  }),
];
