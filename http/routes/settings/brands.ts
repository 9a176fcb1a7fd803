// Brands: staff maintain them, and terminals read the one of their host.

import { BRANDS } from '../../../wire/rest/settings/brands.js';
import { TerminalBrand } from '../../../wire/settings/brands.js';
import { route } from '../../rest/route.js';
import { IdPath, settingRoutes, typed } from '../../rest/setting-routes.js';

export const brands = [
  ...settingRoutes(BRANDS, {
    name: 'licence.brands',
    path: 'licence/brands',
    one: 'a brand',
    many: 'brands',
    ops: ['list', 'create', 'read', 'patch', 'remove'],
  }),
  route({
    name: 'licence.brands.default',
    method: 'POST',
    path: '/admin/v1/licence/brands/{id}/default',
    says: 'Makes a brand the default one, which serves hosts that no brand names.',
    rights: [BRANDS.write, ...BRANDS.alsoWrite],
    params: IdPath,
    reply: BRANDS.shown,
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, path: { id } }, context) =>
      typed(await context.desk('brands.make_default', { caller, id })),
  }),
  route({
    name: 'brand.read',
    method: 'GET',
    path: '/trader/v1/brand',
    says: 'Answers the names, pages and colours of terminals at the host of the request.',
    session: 'none',
    reply: TerminalBrand,
    errors: ['not_found'],
    handle: ({ request }, context) =>
      context.desk('brands.of_host', { host: request.headers.get('host') ?? '' }),
  }),
];
