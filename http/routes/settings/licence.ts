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
    says:
      'Checks the applied licence, and answers its companies, brands and limits, and the ' +
      'numbers in use.',
    details:
      'Signature, end and server are checked at each read. `warnings` names present and ' +
      'coming faults: no key, no public key of the vendor, an invalid licence, 30 days or ' +
      'less left, groups of companies that the licence does not name. Without a licence ' +
      'nothing is limited; under an expired or invalid licence no accounts, groups and ' +
      'brands can be added. The key is never shown.',
    ...readable(BRANDS.read),
    reply: LicenceStatus,
    example: {},
    handle: async ({ caller }, context) => typed(await context.desk('licence.status', { caller })),
  }),
  route({
    name: 'licence.apply',
    method: 'POST',
    path: '/admin/v1/licence',
    says: 'Applies a licence key, which sets the companies and brands.',
    details:
      'The vendor must have signed the key for this server, with an end in the future, and ' +
      'not earlier than the applied key. Companies and brands then become the companies ' +
      'and brands of the key, in one decision: the main company is renamed with its ' +
      'groups, and brands of companies that the key does not name are deleted. A key that ' +
      'is already applied changes nothing.',
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
