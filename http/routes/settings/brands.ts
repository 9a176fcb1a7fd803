// Brands: staff maintain them, and terminals read the one of their host.

import { type Outcome, refuse } from '../../../wire/base/codes.js';
import type { DeskOps } from '../../../wire/desk/operations.js';
import { FileUpload } from '../../../wire/rest/accounts/file-upload.js';
import { BrandImagePath, HostImagePath } from '../../../wire/rest/settings/licence.js';
import { BRANDS, TerminalBrand } from '../../../wire/settings/brands.js';
import { isKnown } from '../../rest/envelope.js';
import { NOT_SHOWN } from '../../rest/phrases.js';
import { type CommonCode, route } from '../../rest/route.js';
import { IdPath, NO_RECORD, settingRoutes, typed } from '../../rest/setting-routes.js';
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
    details: 'The bytes of the image without an envelope. Its `ETag` changes with the image.',
    anyRights: BRANDS.read,
    params: BrandImagePath,
    reply: null,
    errors: {
      not_found: 'there is no such brand, or the brand has no such image',
      timeout: NOT_SHOWN,
    },
    example: { path: { id: 1, kind: 'logo' } },
    isFile: true,
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
    says: 'Stores an image of a brand, and replaces the former image.',
    details:
      'The file has 1 byte to 1 MiB and is a png, jpeg, gif, webp or ico by its first bytes. ' +
      'The version of the brand increases.',
    rights: writes,
    params: BrandImagePath,
    body: FileUpload,
    isMultipart: true,
    reply: BRANDS.shown,
    errors: { not_found: NO_RECORD, invalid_input: 'the file is no such image, or is too large' },
    example: { path: { id: 1, kind: 'logo' } },
    handle: async ({ caller, path, body }, context) =>
      typed(await context.desk('brands.put_image', { caller, ...path, file: body.file })),
  }),
  route({
    name: 'licence.brands.remove_image',
    method: 'DELETE',
    path: '/admin/v1/licence/brands/{id}/images/{kind}',
    says: 'Deletes an image of a brand.',
    details: 'The version of the brand increases.',
    rights: writes,
    params: BrandImagePath,
    reply: BRANDS.shown,
    errors: { not_found: 'there is no such brand, or the brand has no such image' },
    example: { path: { id: 1, kind: 'logo' } },
    handle: async ({ caller, path }, context) =>
      typed(await context.desk('brands.remove_image', { caller, ...path })),
  }),
  route({
    name: 'brand.image',
    method: 'GET',
    path: '/trader/v1/brand/images/{kind}',
    says: 'Downloads an image of the brand at the host of the request.',
    details:
      'Of the brand that `GET /trader/v1/brand` answers, without an envelope. Its `ETag` ' +
      'changes with the image.',
    session: 'none',
    params: HostImagePath,
    reply: null,
    errors: {
      not_found: 'no brand serves the host, or the brand has no such image',
      timeout: NOT_SHOWN,
    },
    example: { path: { kind: 'logo' } },
    isFile: true,
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
    texts: {
      order: 'The default brand, then the others by company.',
      taken: 'the company has a brand, or a domain belongs to another brand',
      used: 'the brand comes from the licence',
      creates: 'The licence lists the companies; without a licence any may have a brand.',
      changes: 'A disabled brand loses the default mark.',
      deletes: 'Allocation rules that name the brand are no longer offered.',
      invalid: 'the licence does not list the company',
      id: 1,
      create: {
        company: 'Example Brokerage',
        domains: ['trade.example.com'],
        default_symbols: ['EURUSD', 'XAUUSD'],
        program_name: 'Example Trader',
        links: { Support: 'https://example.com/support' },
        color_primary: '#1a5fb4',
      },
      patch: { version: 1, phone: '+1 202 555 0100' },
    },
  }),
  route({
    name: 'licence.brands.default',
    method: 'POST',
    path: '/admin/v1/licence/brands/{id}/default',
    says: 'Makes a brand the default brand, which serves hosts that no brand names.',
    details:
      'The former default loses the mark. A brand that is the default already does not change.',
    rights: writes,
    params: IdPath,
    reply: BRANDS.shown,
    errors: { not_found: NO_RECORD, conflict: 'the brand is disabled' },
    example: { path: { id: 1 } },
    handle: async ({ caller, path: { id } }, context) =>
      typed(await context.desk('brands.make_default', { caller, id })),
  }),
  route({
    name: 'brand.read',
    method: 'GET',
    path: '/trader/v1/brand',
    says: 'Answers the names, pages and colours of terminals at the host of the request.',
    details:
      'The brand whose domain the `Host` header names, letter case and port aside, else ' +
      'the default brand. Disabled brands serve no host. If no brand serves the host, all ' +
      'values are empty, and terminals show their own names and colours.',
    session: 'none',
    reply: TerminalBrand,
    example: {},
    handle: ({ request }, context) => context.desk('brands.of_host', { host: hostOf(request) }),
  }),
  ...images,
];
