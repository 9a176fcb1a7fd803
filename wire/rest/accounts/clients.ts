// Clients over REST: persons and companies, and the accounts linked to them.

import { type Static, Type } from '@sinclair/typebox';
import { CLIENT_TEXTS, type ClientText } from '../../accounts/account.js';
import { CLIENT_ACCOUNTS_MAX, CLIENT_KINDS } from '../../accounts/client.js';
import { FIELD_RIGHTS } from '../../accounts/profile.js';
import { Id, Named, Time, Words } from '../../base/schema.js';
import { FENCE } from '../../fields/fence.js';
import type { ListField, ListFields } from '../lists/list-fields.js';
import { pageOf } from '../trading/history.js';
import { CLIENT_TEXT_FIELDS, Version } from './accounts.js';

/** The texts by parts of which clients are found. */
export const CLIENT_PARTS = ['name', 'last_name', 'email', 'phone', 'company'] as const;
type ClientPart = (typeof CLIENT_PARTS)[number];

const field = (name: ClientPart): ListField => {
  const right = FIELD_RIGHTS[name];
  return right === undefined ? { type: 'text' } : { type: 'text', right };
};

/** The fields by which clients are filtered. */
export const CLIENT_FIELDS: ListFields = Object.fromEntries(
  CLIENT_PARTS.map((name) => [name, field(name)]),
);

const Part = () => Type.Optional(Type.String({ minLength: 1, maxLength: 128 }));

/** Filters and page of the list of clients. */
export const ClientListParams = Named('ClientListParams', {
  name: Part(),
  last_name: Part(),
  email: Part(),
  phone: Part(),
  company: Part(),
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  ...FENCE,
});

/** Creates a client without accounts. */
export const ClientCreateBody = Named('ClientCreate', {
  kind: Words(CLIENT_KINDS),
  ...CLIENT_TEXT_FIELDS,
});
export type ClientCreate = Static<typeof ClientCreateBody>;

/** Changes the given fields if `version` is current. */
export const ClientPatchBody = Named('ClientPatch', {
  version: Version(),
  kind: Type.Optional(Words(CLIENT_KINDS)),
  ...CLIENT_TEXT_FIELDS,
});
export type ClientPatch = Static<typeof ClientPatchBody>;

/** The id in a path. */
export const ClientPath = Named('ClientPath', { id: Id() });

/** The client and the login of an account in a path. */
export const ClientAccountPath = Named('ClientAccountPath', { id: Id(), login: Id() });

const texts = Object.fromEntries(CLIENT_TEXTS.map((name) => [name, Type.String()])) as {
  [K in ClientText]: ReturnType<typeof Type.String>;
};

/** A client with the linked accounts that the caller sees. */
export const Client = Named('Client', {
  id: Type.Integer(),
  version: Type.Integer(),
  kind: Words(CLIENT_KINDS),
  ...texts,
  accounts: Type.Unsafe<readonly number[]>(
    Type.Array(Type.Integer(), { maxItems: CLIENT_ACCOUNTS_MAX }),
  ),
  owner: Type.Integer(),
  created_at: Time(),
  updated_at: Time(),
});

/** A page of clients by id. */
export const ClientPage = pageOf(Client);
