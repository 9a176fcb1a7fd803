// The licence: the contents of its key, and the server's record of an applied key.

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { StoredFile } from '../accounts/file.js';
import { compile, Strict, Time, Uuid } from '../base/schema.js';
import { Name } from '../base/setting-fields.js';
import {
  BRAND_IMAGES,
  type BrandImage,
  BrandRecord,
  brandLinkFault,
  imageTypeOf,
} from './brands.js';

/** Most bytes of a licence key. */
export const LICENCE_KEY_BYTES_MAX = 8 << 20;
/** Most companies of a licence. */
const COMPANIES_MAX = 1_000;

const Limit = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 });

/** The allowances of a licence; 0 = any number. */
const LicenceEntitlements = Strict({ max_accounts: Limit(), max_groups: Limit() });
type LicenceEntitlements = Static<typeof LicenceEntitlements>;

const {
  id: _id,
  is_default: _default,
  is_licenced: _issued,
  ...brandFields
} = BrandRecord.properties;
const { company, ...optionalFields } = brandFields;

const optional = (fields: Record<string, TSchema>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Type.Optional(field)]));

/** A brand as a licence key has it: fields that it leaves out stay as they are here. */
const ClaimedBrand = Strict({
  company,
  ...optional(optionalFields),
  ...optional(Object.fromEntries(BRAND_IMAGES.map((kind) => [kind, Type.String()]))),
});
/** Its fields, and its images in base64. */
export type ClaimedBrand = { readonly company: string } & Partial<
  Omit<BrandRecord, 'id' | 'is_default' | 'is_licenced'> & Record<BrandImage, string>
>;

const Claims = Strict({
  licence_id: Name(128),
  server_id: Uuid(),
  issued_at: Time(),
  expires_at: Time(),
  companies: Type.Array(Strict({ name: company, main: Type.Boolean() }), {
    minItems: 1,
    maxItems: COMPANIES_MAX,
  }),
  brands: Type.Optional(Type.Array(ClaimedBrand, { maxItems: COMPANIES_MAX })),
  entitlements: Type.Optional(Strict(optional(LicenceEntitlements.properties))),
});

/** The contents of a licence key. */
export interface LicenceClaims {
  readonly licence_id: string;
  readonly server_id: string;
  readonly issued_at: string;
  readonly expires_at: string;
  readonly companies: readonly { readonly name: string; readonly main: boolean }[];
  readonly brands?: readonly ClaimedBrand[];
  readonly entitlements?: Partial<LicenceEntitlements>;
}

const claimsCheck = compile(Claims);

/** The first text that a list has twice, ignoring letter case. */
const twice = (texts: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  return texts.find((text) => seen.size === seen.add(text.toLowerCase()).size);
};

const imageFault = (brand: ClaimedBrand, at: number): string | undefined => {
  for (const kind of BRAND_IMAGES) {
    const text = brand[kind];
    if (text === undefined) continue;
    const bytes = Buffer.from(text, 'base64');
    if (bytes.toString('base64') !== text) return `brands.${at}.${kind}: is not base64`;
    const type = imageTypeOf(bytes);
    if (!type.ok) return `brands.${at}.${kind}: ${type.message}`;
  }
  return undefined;
};

const brandsFault = ({ companies, brands = [] }: LicenceClaims): string | undefined => {
  const listed = companies.map(({ name }) => name);
  const unlisted = brands.find((brand) => !listed.includes(brand.company));
  if (unlisted !== undefined) return `brands: ${unlisted.company} is not in companies`;
  const repeated = twice(brands.map((brand) => brand.company));
  if (repeated !== undefined) return `brands: ${repeated} has two`;
  const domain = twice(brands.flatMap(({ domains = [] }) => domains));
  if (domain !== undefined) return `brands: the domain ${domain} has two brands`;
  for (const [at, brand] of brands.entries()) {
    const links = brand.links && brandLinkFault({ links: brand.links });
    const fault = (links && `brands.${at}.${links}`) ?? imageFault(brand, at);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** The fault of a key's contents, in words. */
export const claimsFault = (claims: unknown): string | undefined => {
  const fault = claimsCheck(claims);
  if (fault !== undefined) return fault;
  const { companies, issued_at, expires_at } = claims as LicenceClaims;
  const main = companies.filter((one) => one.main).length;
  if (main !== 1) return `companies: one must be the main company, and ${main} are`;
  const repeated = twice(companies.map(({ name }) => name));
  if (repeated !== undefined) return `companies: ${repeated} is there twice`;
  if (Date.parse(expires_at) <= Date.parse(issued_at)) {
    return 'expires_at: must be later than issued_at';
  }
  return brandsFault(claims as LicenceClaims);
};

/** A company that the licence issues. */
export interface LicencedCompany {
  readonly name: string;
  /** The company of the server's owner; the others are white labels. */
  readonly main: boolean;
  /** When the first licence that issues it was applied. */
  readonly created_at: string;
}

/** An applied licence; one record with the key `licence`. */
export interface LicenceRecord
  extends Pick<LicenceClaims, 'licence_id' | 'server_id' | 'issued_at' | 'expires_at'> {
  readonly companies: readonly LicencedCompany[];
  readonly entitlements: LicenceEntitlements;
  readonly applied_at: string;
  /** The login of the staff user. */
  readonly applied_by: number;
  readonly key: Pick<StoredFile, 'sha256' | 'size'>;
  /** Why its newest check failed, in words; empty = it did not. Its end is no failed check. */
  readonly fault: string;
  /** The day of the newest alarm, `YYYY-MM-DD`; empty = there was none. */
  readonly alarmed_on: string;
}

/** The server's own identity; one record with the key `server`, made at the first start. */
export interface ServerIdentityRecord {
  readonly server_id: string;
}
