// Brands: the names, pages, colours and images of the terminals that serve one company.

import { type Static, type TProperties, Type } from '@sinclair/typebox';
import type { StoredFile } from '../accounts/file.js';
import { WATCHED_MAX } from '../accounts/watchlists.js';
import { done, type Outcome, refuse } from '../base/codes.js';
import { ColorOrNone, Email, HostName, Named } from '../base/schema.js';
import { Bool, Int, Name, NameOrNone, Text, UrlOrNone } from '../base/setting-fields.js';
import { SymbolName } from './symbols.js';

/** Most named pages of a brand. */
const LINKS_MAX = 64;

/** The fields of a brand that every terminal may read without a session. */
const shown = {
  company: Name(128),
  address: Text(255),
  phone: Text(64),
  program_name: NameOrNone(128),
  server_name: NameOrNone(128),
  short_name: NameOrNone(64),
  support_email: Type.Unsafe<string>({ ...Email(), default: '' }),
  website: UrlOrNone(),
  eula_url: UrlOrNone(),
  /** Pages by their names. */
  links: Type.Record(Type.String(), Type.String(UrlOrNone()), {
    maxProperties: LINKS_MAX,
    default: {},
  }),
  color_primary: ColorOrNone(),
  color_secondary: ColorOrNone(),
  color_accent: ColorOrNone(),
} as const satisfies TProperties;

/** A brand; a company has at most one. */
export const BrandRecord = Named('Brand', {
  id: Int(1),
  ...shown,
  enabled: Bool(true),
  /** The default brand serves hosts that no brand names. At most one brand is the default. */
  is_default: Bool(false),
  /** Was it issued by the applied licence? */
  is_licenced: Bool(false),
  /** Host names without port, in lower case; each belongs to one brand. */
  domains: Type.Array(HostName(), { maxItems: 100, uniqueItems: true, default: [] }),
  /** The first watchlist of an account without saved ones. */
  default_symbols: Type.Array(SymbolName(), {
    maxItems: WATCHED_MAX,
    uniqueItems: true,
    default: [],
  }),
});
export type BrandRecord = Static<typeof BrandRecord>;

/** A brand as terminals read it. */
export const TerminalBrand = Named('TerminalBrand', shown);
export type TerminalBrand = Static<typeof TerminalBrand>;

const LINK_NAME = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/;

/** The first name of a page that is malformed. */
export const brandLinkFault = ({ links }: Pick<BrandRecord, 'links'>): string | undefined =>
  Object.keys(links).every((name) => LINK_NAME.test(name))
    ? undefined
    : 'links: names have 1 to 64 letters, digits, spaces and ._-, the first a letter or digit';

/** The images of a brand. */
export const BRAND_IMAGES = ['logo', 'banner', 'icon'] as const;
export type BrandImage = (typeof BRAND_IMAGES)[number];

/** Most bytes of an image. */
const IMAGE_BYTES_MAX = 1 << 20;

/** A stored image of a brand. */
export interface BrandImageRecord extends Pick<StoredFile, 'sha256' | 'size'> {
  /** The id of the brand. */
  readonly brand: number;
  readonly kind: BrandImage;
  /** Its media type. */
  readonly type: string;
}

/** The key of an image's record. */
export const imageKey = ({ brand, kind }: Pick<BrandImageRecord, 'brand' | 'kind'>): string =>
  `${brand}/${kind}`;

/** The formats by their first bytes in hexadecimal; a dot stands for any digit. */
const FORMATS: readonly (readonly [type: string, ending: string, begins: RegExp])[] = [
  ['image/png', 'png', /^89504e470d0a1a0a/],
  ['image/jpeg', 'jpg', /^ffd8ff/],
  ['image/gif', 'gif', /^47494638(37|39)61/],
  ['image/webp', 'webp', /^52494646.{8}57454250/],
  ['image/x-icon', 'ico', /^00000100/],
];
const FIRST_BYTES = 12;

/** The media type of an image by its first bytes; refused for other formats and sizes. */
export const imageTypeOf = (bytes: Uint8Array): Outcome<string, 'invalid_input'> => {
  if (bytes.length < 1 || bytes.length > IMAGE_BYTES_MAX) {
    return refuse(
      'invalid_input',
      `must have 1 to ${IMAGE_BYTES_MAX} bytes, and has ${bytes.length}`,
    );
  }
  const first = Buffer.from(bytes.subarray(0, FIRST_BYTES)).toString('hex');
  const found = FORMATS.find(([, , begins]) => begins.test(first));
  return found === undefined
    ? refuse('invalid_input', 'must be png, jpeg, gif, webp or ico, as its first bytes tell')
    : done(found[0]);
};

/** The name under which browsers store an image. */
export const imageName = ({ kind, type }: Pick<BrandImageRecord, 'kind' | 'type'>): string =>
  `${kind}.${FORMATS.find(([one]) => one === type)?.[1] ?? 'bin'}`;
