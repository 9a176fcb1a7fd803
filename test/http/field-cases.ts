// Rights to the private fields of accounts: what is seen and changed without them and with.

import type { Right } from '../../wire/identity.js';
import type { Case } from './conditional-cases.js';
import { INSIDE } from './matrix-callers.js';

/** What changing an account takes. */
export const EDITOR: readonly Right[] = ['accounts.view', 'accounts.edit'];

/** What is private. */
export const PERSON = {
  name: 'Ada',
  email: 'ada@broker.example',
  phone: '555',
  address: '1 Main St',
  id_number: 'X-1',
} as const;
const FIELDS: readonly (readonly [keyof typeof PERSON, Right])[] = [
  ['name', 'fields.name'],
  ['email', 'fields.email'],
  ['phone', 'fields.phone'],
  ['address', 'fields.address'],
  ['id_number', 'fields.documents'],
];

/** Each field where it is to be seen, and where it is to be changed. */
export const FIELD_CASES: readonly Case[] = [
  ...FIELDS.map(
    ([field, right]): Case => ({
      route: 'accounts.change',
      when: `${field} is to be changed`,
      right,
      beside: EDITOR,
      ask: async (callers) => ({
        path: { login: await callers.account(INSIDE, PERSON) },
        body: { version: 1, [field]: '' },
      }),
    }),
  ),
  ...FIELDS.map(
    ([field, right]): Case => ({
      route: 'accounts.read',
      when: `${field} is to be seen`,
      right,
      beside: ['accounts.view'],
      ask: async (callers) => ({ path: { login: await callers.account(INSIDE, PERSON) } }),
      seen: ({ data }) => (data as typeof PERSON)[field],
      without: '',
      with: PERSON[field],
    }),
  ),
  ...FIELDS.slice(0, 2).flatMap(([field, right]): Case[] => [
    {
      route: 'staff.change',
      when: `${field} is to be changed`,
      right,
      beside: ['config.staff'],
      ask: async ({ http }) => ({
        path: { login: await http.hire() },
        body: { version: 1, [field]: PERSON[field] },
      }),
    },
    {
      route: 'staff.read',
      when: `${field} is to be seen`,
      right,
      beside: ['config.staff'],
      ask: async ({ http }) => {
        const login = await http.hire();
        await http.harness.patch('account', String(login), { [field]: PERSON[field] });
        return { path: { login } };
      },
      seen: ({ data }) => (data as typeof PERSON)[field],
      without: '',
      with: PERSON[field],
    },
  ]),
];
