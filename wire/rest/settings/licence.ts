// The licence over REST: its status, the body that applies a key, and the images of brands.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Time, TimeOrNull, Words } from '../../base/schema.js';
import { BRAND_IMAGES } from '../../settings/brands.js';
import { LICENCE_KEY_BYTES_MAX } from '../../settings/licence.js';
import { BRANDS } from './brands.js';

/** Most bytes of a request that applies a key: the key and the JSON around it. */
export const LICENCE_BODY_BYTES_MAX = LICENCE_KEY_BYTES_MAX + 4_096;

/** A company that the licence issues. */
const LicenceCompany = Named('LicenceCompany', {
  name: Type.String(),
  main: Type.Boolean(),
  created_at: Time(),
});

const Count = () => Type.Integer({ minimum: 0 });

/** What the licence allows; 0 = any number. */
const LicenceAllowances = Named('LicenceEntitlements', {
  max_accounts: Count(),
  max_groups: Count(),
});

/** The state of the licence. */
export const LicenceStatus = Named('LicenceStatus', {
  server_id: Type.String(),
  licence_id: Type.String(),
  valid: Type.Boolean(),
  warnings: Type.Array(Type.String()),
  issued_at: TimeOrNull(),
  expires_at: TimeOrNull(),
  applied_at: TimeOrNull(),
  applied_by: Count(),
  companies: Type.Array(LicenceCompany),
  brands: Type.Array(BRANDS.shown),
  entitlements: LicenceAllowances,
  used_accounts: Count(),
  used_groups: Count(),
});
export type LicenceStatus = Omit<Static<typeof LicenceStatus>, 'brands'> & {
  readonly brands: readonly Readonly<Record<string, unknown>>[];
};

/** The body that applies a licence key. */
export const LicenceKeyBody = Named('LicenceKeyBody', {
  key: Type.String({ minLength: 1, maxLength: LICENCE_KEY_BYTES_MAX }),
});

/** The path of an image of a brand. */
export const BrandImagePath = Named('BrandImagePath', {
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  kind: Words(BRAND_IMAGES),
});
/** The path of an image of the brand of a host. */
export const HostImagePath = Named('HostImagePath', { kind: Words(BRAND_IMAGES) });
