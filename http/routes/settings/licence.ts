// The licence: its status, and the application of a key.

import {
  LICENCE_BODY_BYTES_MAX,
  LicenceKeyBody,
  LicenceStatus,
} from '../../../wire/rest/settings/licence.js';
import { BRANDS } from '../../../wire/settings/brands.js';
import { route } from '../../rest/route.js';
import { readable, typed } from '../../rest/setting-routes.js';

export const licence = [
  route({
    name: 'licence.read',
    method: 'GET',
    path: '/admin/v1/licence',
    says: 'Checks the applied licence, and answers what it issues, allows and uses.',
    details:
      'Signature, end and server are checked at each read. `warnings` names what is wrong, or ' +
      'will be soon: no key, no public key of the vendor, an invalid licence, 30 days or less ' +
      'left, groups of companies that it does not issue. Without a licence nothing is limited; ' +
      'under one that ended or is invalid no accounts, groups and brands are added. The key is ' +
      'never answered.',
    ...readable(BRANDS.read),
    reply: LicenceStatus,
    example: {},
    handle: async ({ caller }, context) => typed(await context.desk('licence.status', { caller })),
  }),
  route({
    name: 'licence.apply',
    method: 'POST',
    path: '/admin/v1/licence',
    says: 'Applies a licence key: companies and brands become what it issues.',
    details:
      'The vendor must have signed the key for this server, with an end in the future, and not ' +
      'before the applied one. Then companies and brands become what it issues in one decision: ' +
      'the main company is renamed with its groups, and brands of companies that it does not ' +
      'issue are deleted. The key that is applied already changes nothing.',
    rights: ['config.servers'],
    body: LicenceKeyBody,
    bodyBytesMax: LICENCE_BODY_BYTES_MAX,
    inTurn: 'licence',
    reply: LicenceStatus,
    errors: {
      invalid_input: 'the key has a fault, which the message names; nothing has changed',
    },
    example: { body: { key: 'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.e30.AA' } },
    handle: async ({ caller, body: { key } }, context) =>
      typed(await context.desk('licence.apply', { caller, key })),
  }),
];
