// Brands: staff maintain them, and terminals read the one of their host.

import { type Outcome, refuse } from '../../../wire/base/codes.js';
import type { DeskOps } from '../../../wire/desk/operations.js';
import { FileUpload } from '../../../wire/rest/accounts/file-upload.js';
import { BRANDS } from '../../../wire/rest/settings/brands.js';
import { BrandImagePath, HostImagePath } from '../../../wire/rest/settings/licence.js';
import { TerminalBrand } from '../../../wire/settings/brands.js';
import { isKnown } from '../../rest/envelope.js';
import { type CommonCode, route } from '../../rest/route.js';
import { IdPath, settingRoutes, typed } from '../../rest/setting-routes.js';
import type { Incoming } from '../../server/exchange.js';

const writes = [BRANDS.write, ...BRANDS.alsoWrite] as const;

/** The host that a request names. */
const hostOf = ({ headers }: Incoming): string => headers.get('host') ?? '';

/** An image with its content; browsers ask with its tag whether it is still the same. */
const download = async (
  { sha256, type, name }: DeskOps['brands.image']['output'],
  known: string | undefined,
  read: () => Promise<Outcome<Uint8Array<ArrayBuffer> | null, CommonCode | 'not_found'>>,
) => {
  const etag = `"${sha256}"`;
  if (isKnown(known, etag)) return { file: [], type, name, etag, isForeign: true } as const;
  const content = await read();
  if (!content.ok) return content;
  if (content.data === null) return refuse('not_found', 'The image was deleted meanwhile.');
  return { file: [content.data], type, name, etag, isForeign: true } as const;
};

const images = [
  route({
    name: 'licence.brands.image',
    method: 'GET',
    path: '/admin/v1/licence/brands/{id}/images/{kind}',
    says: 'Downloads an image of a brand.',
    anyRights: BRANDS.read,
    params: BrandImagePath,
    reply: null,
    errors: ['not_found'],
    handle: async ({ caller, path, request }, context) => {
      const found = await context.desk('brands.image', { caller, ...path });
      if (!found.ok) return found;
      const { sha256 } = found.data;
      const asked = { session: caller.session, waits_for: 'surely', sha256 } as const;
      const known = request.headers.get('if-none-match');
      return download(found.data, known, () => context.query(caller, 'file.read', asked));
    },
  }),
  route({
    name: 'licence.brands.put_image',
    method: 'PUT',
    path: '/admin/v1/licence/brands/{id}/images/{kind}',
    says: 'Stores an image of a brand; it replaces the former one.',
    rights: writes,
    params: BrandImagePath,
    body: FileUpload,
    isMultipart: true,
    reply: BRANDS.shown,
    errors: ['not_found'],
    handle: async ({ caller, path, body }, context) =>
      typed(await context.desk('brands.put_image', { caller, ...path, file: body.file })),
  }),
  route({
    name: 'licence.brands.remove_image',
    method: 'DELETE',
    path: '/admin/v1/licence/brands/{id}/images/{kind}',
    says: 'Deletes an image of a brand.',
    rights: writes,
    params: BrandImagePath,
    reply: BRANDS.shown,
    errors: ['not_found'],
    handle: async ({ caller, path }, context) =>
      typed(await context.desk('brands.remove_image', { caller, ...path })),
  }),
  route({
    name: 'brand.image',
    method: 'GET',
    path: '/trader/v1/brand/images/{kind}',
    says: 'Downloads an image of the brand at the host of the request.',
    session: 'none',
    params: HostImagePath,
    reply: null,
    errors: ['not_found'],
    handle: async ({ path: { kind }, request }, context) => {
      const found = await context.desk('brands.image_of_host', { host: hostOf(request), kind });
      if (!found.ok) return found;
      const { sha256 } = found.data;
      const known = request.headers.get('if-none-match');
      return download(found.data, known, () =>
        context.query(PUBLIC, 'file.read', { session: '', sha256 }),
      );
    },
  }),
];

/** People without a session share one place among the readers. */
const PUBLIC = { audience: 'trader', login: 0 } as const;

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
    rights: writes,
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
    handle: ({ request }, context) => context.desk('brands.of_host', { host: hostOf(request) }),
  }),
  ...images,
];
