// The licence over REST: its status, the body that applies a key, and the images of brands.

import { type Static, Type } from '@sinclair/typebox';
import { Named, Time, TimeOrNull, Words } from '../../base/schema.js';
import { section } from '../../fields/words.js';
import { BRAND_IMAGES, BRANDS } from '../../settings/brands.js';
import { LICENCE_KEY_BYTES_MAX } from '../../settings/licence.js';

const company = section('Company');
const allowed = section('Allowed');
const licence = section('Licence');
const contents = section('Contents');
const key = section('Key');
const image = section('Image');

/** Most bytes of a request that applies a key: the key and the JSON around it. */
export const LICENCE_BODY_BYTES_MAX = LICENCE_KEY_BYTES_MAX + 4_096;

const LicenceCompany = Named('LicenceCompany', {
  name: company(
    'Company',
    'Name of the company, as groups and brands have the name.',
    Type.String(),
  ),
  main: company(
    'Main',
    'Is this the company of the owner of the server, and no white label?',
    Type.Boolean(),
  ),
  created_at: company('Since', 'Time at which a licence first named the company.', Time()),
});

const Count = () => Type.Integer({ minimum: 0 });

/** The allowances of the licence; 0 = any number. */
const LicenceAllowances = Named('LicenceEntitlements', {
  max_accounts: allowed(
    'Accounts',
    'Most accounts that are not archived; 0 = any number.',
    Count(),
    'count',
  ),
  max_groups: allowed(
    'Groups',
    'Most groups that are no staff groups; 0 = any number.',
    Count(),
    'count',
  ),
});

/** The state of the licence. */
export const LicenceStatus = Named('LicenceStatus', {
  server_id: licence('Server', 'Identity of this server, for which keys are made.', Type.String()),
  licence_id: licence(
    'Licence',
    'Name of the applied licence; empty = there is none.',
    Type.String(),
  ),
  valid: licence(
    'Valid',
    'Is a licence applied that is signed, for this server, and not over?',
    Type.Boolean(),
  ),
  warnings: licence(
    'Warnings',
    'Present faults and faults to come, each as a sentence.',
    Type.Array(Type.String()),
  ),
  issued_at: licence('Issued', 'Time at which the key was made; null = no licence.', TimeOrNull()),
  expires_at: licence('End', 'End of the licence; null = no licence.', TimeOrNull()),
  applied_at: licence('Applied', 'Time of applying the key; null = no licence.', TimeOrNull()),
  applied_by: licence(
    'Applied by',
    'Staff login that applied the licence; 0 = no licence.',
    Count(),
    'id',
  ),
  companies: contents(
    'Companies',
    'Companies that the licence issues: the main company and white labels.',
    Type.Array(LicenceCompany),
  ),
  brands: contents('Brands', 'Brands that the licence has issued.', Type.Array(BRANDS.shown)),
  entitlements: contents('Allowed', 'Limits and permissions of the licence.', LicenceAllowances),
  used_accounts: contents(
    'Accounts',
    'Accounts outside staff groups that are not archived.',
    Count(),
    'count',
  ),
  used_groups: contents('Groups', 'Groups that are no staff groups.', Count(), 'count'),
});
export type LicenceStatus = Omit<Static<typeof LicenceStatus>, 'brands'> & {
  readonly brands: readonly Readonly<Record<string, unknown>>[];
};

/** The body that applies a licence key. */
export const LicenceKeyBody = Named('LicenceKeyBody', {
  key: key(
    'Key',
    'Licence key: a compact JWS, at most 8 MiB.',
    Type.String({ minLength: 1, maxLength: LICENCE_KEY_BYTES_MAX }),
  ),
});

/** The path of an image of a brand. */
export const BrandImagePath = Named('BrandImagePath', {
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  kind: image('Image', 'Kind of image of the brand.', Words(BRAND_IMAGES)),
});
/** The path of an image of the brand of a host. */
export const HostImagePath = Named('HostImagePath', {
  kind: image('Image', 'Kind of image of the brand.', Words(BRAND_IMAGES)),
});
