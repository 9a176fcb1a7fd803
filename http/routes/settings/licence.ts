// The licence: its status, and the application of a key.

import { BRANDS } from '../../../wire/rest/settings/brands.js';
import {
  LICENCE_BODY_BYTES_MAX,
  LicenceKeyBody,
  LicenceStatus,
} from '../../../wire/rest/settings/licence.js';
import { route } from '../../rest/route.js';
import { readable, typed } from '../../rest/setting-routes.js';

export const licence = [
  route({
    name: 'licence.read',
    method: 'GET',
    path: '/admin/v1/licence',
    says: 'Checks the applied licence, and answers what it issues, allows and uses.',
    ...readable(BRANDS.read),
    reply: LicenceStatus,
    handle: async ({ caller }, context) => typed(await context.desk('licence.status', { caller })),
  }),
  route({
    name: 'licence.apply',
    method: 'POST',
    path: '/admin/v1/licence',
    says: 'Applies a licence key: companies and brands become what it issues.',
    rights: ['config.servers'],
    body: LicenceKeyBody,
    bodyBytesMax: LICENCE_BODY_BYTES_MAX,
    inTurn: 'licence',
    reply: LicenceStatus,
    handle: async ({ caller, body: { key } }, context) =>
      typed(await context.desk('licence.apply', { caller, key })),
  }),
];
