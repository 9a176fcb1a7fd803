// Clients over REST: persons and companies, and the accounts linked to them.

import { type Static, Type } from '@sinclair/typebox';
import { CLIENT_TEXTS, type ClientText } from '../../accounts/account.js';
import { CLIENT_ACCOUNTS_MAX, CLIENT_KINDS } from '../../accounts/client.js';
import { FIELD_RIGHTS } from '../../accounts/profile.js';
import { Id, Named, Time, Words } from '../../base/schema.js';
import { FENCE } from '../../fields/fence.js';
import { section, wordedAs } from '../../fields/words.js';
import type { ListField, ListFields } from '../lists/list-fields.js';
import { PAGE } from '../lists/page-params.js';
import { pageOf } from '../trading/history.js';
import { CLIENT_TEXT_FIELDS, Version } from './accounts.js';

const filters = section('Filters');
const desk = section('Desk');
const identity = section('Identity');

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
  name: filters('Name', 'Part of the first name, in any letter case.', Part()),
  last_name: filters('Last name', 'Part of the last name, in any letter case.', Part()),
  email: filters('E-mail', 'Part of the e-mail address, in any letter case.', Part()),
  phone: filters('Phone', 'Part of the phone number.', Part()),
  company: filters('Company', 'Part of the name of the company, in any letter case.', Part()),
  ...PAGE,
  ...FENCE,
});

const TEXTS = {
  ...CLIENT_TEXT_FIELDS,
  comment: desk('Comment', 'Note of the staff about the client.', CLIENT_TEXT_FIELDS.comment),
};

/** Creates a client without accounts. */
export const ClientCreateBody = Named('ClientCreate', {
  kind: desk('Kind', 'A person or a company.', Words(CLIENT_KINDS)),
  ...TEXTS,
});
export type ClientCreate = Static<typeof ClientCreateBody>;

/** Changes the given fields if `version` is current. */
export const ClientPatchBody = Named(
  'ClientPatch',
  wordedAs(ClientCreateBody.properties, {
    version: Version(),
    kind: Type.Optional(Words(CLIENT_KINDS)),
    ...TEXTS,
  }),
);
export type ClientPatch = Static<typeof ClientPatchBody>;

/** The id in a path. */
export const ClientPath = Named('ClientPath', {
  id: identity('Client', 'Id of the client.', Id()),
});

/** The client and the login of an account in a path. */
export const ClientAccountPath = Named('ClientAccountPath', {
  ...ClientPath.properties,
  login: Id(),
});

const texts = Object.fromEntries(CLIENT_TEXTS.map((name) => [name, Type.String()])) as {
  [K in ClientText]: ReturnType<typeof Type.String>;
};

/** A client with the linked accounts that the caller sees. */
export const Client = Named(
  'Client',
  wordedAs(ClientCreateBody.properties, {
    id: Type.Integer(),
    version: Type.Integer(),
    kind: Words(CLIENT_KINDS),
    ...texts,
    accounts: desk(
      'Accounts',
      'Logins of the linked accounts that the caller sees.',
      Type.Unsafe<readonly number[]>(Type.Array(Type.Integer(), { maxItems: CLIENT_ACCOUNTS_MAX })),
      'id',
    ),
    owner: desk(
      'Owner',
      'Staff user who sees the client while the client has no accounts.',
      Type.Integer(),
      'id',
    ),
    created_at: Time(),
    updated_at: Time(),
  }),
);

/** A page of clients by id. */
export const ClientPage = pageOf(Client);
