// Brands: the names, pages, colours and images of the terminals that serve one company.

import { type Static, type TProperties, Type } from '@sinclair/typebox';
import type { StoredFile } from '../accounts/file.js';
import { WATCHED_MAX } from '../accounts/watchlists.js';
import { type Outcome, ok, refuse } from '../base/codes.js';
import { ColorOrNone, Email, HostName, Named, refersTo } from '../base/schema.js';
import { Bool, Int, Name, NameOrNone, Text, UrlOrNone } from '../base/setting-fields.js';
import { section } from '../fields/words.js';
import { setting } from './setting.js';
import { SymbolName } from './symbols.js';

const images = section('Images');
const company = section('Company');
const terminal = section('Terminal');
const identity = section('Identity');

/** Most named pages of a brand. */
const LINKS_MAX = 64;

/** The fields of a brand that every terminal may read without a session. */
const shown = {
  company: company('Company', 'Company of the brand; a company has at most one brand.', Name(128)),
  address: company('Address', 'Postal address of the company.', Text(255)),
  phone: company('Phone', 'Phone number of the company.', Text(64)),
  program_name: terminal('Program', 'Name of the terminal.', NameOrNone(128)),
  server_name: terminal('Server', 'Name under which terminals show the server.', NameOrNone(128)),
  short_name: terminal('Short name', 'Name where there is little room.', NameOrNone(64)),
  support_email: company(
    'Support',
    'E-mail address for questions; empty = none.',
    Type.Unsafe<string>({ ...Email(), default: '' }),
  ),
  website: company('Website', 'Web address of the company; empty = none.', UrlOrNone()),
  eula_url: company(
    'Licence agreement',
    'Web address of the terms of use; empty = none.',
    UrlOrNone(),
  ),
  links: company(
    'Pages',
    'Web addresses by the names of their pages.',
    Type.Record(Type.String(), Type.String(UrlOrNone()), {
      maxProperties: LINKS_MAX,
      default: {},
    }),
  ),
  color_primary: terminal(
    'First colour',
    '`#rrggbb`; empty = the colour of the terminal.',
    ColorOrNone(),
  ),
  color_secondary: terminal(
    'Second colour',
    '`#rrggbb`; empty = the colour of the terminal.',
    ColorOrNone(),
  ),
  color_accent: terminal('Accent', '`#rrggbb`; empty = the colour of the terminal.', ColorOrNone()),
} as const satisfies TProperties;

/** A brand; a company has at most one. */
export const BrandRecord = Named('Brand', {
  id: Int(1),
  ...shown,
  enabled: Bool(true),
  is_default: identity(
    'Default',
    'Does the brand serve hosts that no brand names? At most one brand does.',
    Bool(false),
  ),
  is_licenced: identity('Licenced', 'Does the applied licence contain the brand?', Bool(false)),
  /** Host names without port, in lower case; each belongs to one brand. */
  domains: identity(
    'Domains',
    'Host names of the brand, without port, in lower case.',
    Type.Array(HostName(), { maxItems: 100, uniqueItems: true, default: [] }),
  ),
  default_symbols: identity(
    'First symbols',
    'Symbols of the first watchlist of an account.',
    Type.Array(refersTo('symbol', 'name', SymbolName()), {
      maxItems: WATCHED_MAX,
      uniqueItems: true,
      default: [],
    }),
  ),
});
export type BrandRecord = Static<typeof BrandRecord>;

/** Which images a brand has. */
const imageFlags = {
  has_logo: images('Logo', 'Is there a logo?', Type.Boolean()),
  has_banner: images('Banner', 'Is there a banner?', Type.Boolean()),
  has_icon: images('Icon', 'Is there an icon?', Type.Boolean()),
};

/** A brand as terminals read it; empty fields where no brand serves the host. */
export const TerminalBrand = Named('TerminalBrand', {
  ...shown,
  company: company(
    'Company',
    'Company of the brand; empty = no brand serves the host.',
    Type.String({ maxLength: 128 }),
  ),
  ...imageFlags,
});
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
    ? refuse('invalid_input', 'must be png, jpeg, gif, webp or ico by its first bytes')
    : ok(found[0]);
};

/** The name under which browsers store an image. */
export const imageName = ({ kind, type }: Pick<BrandImageRecord, 'kind' | 'type'>): string =>
  `${kind}.${FORMATS.find(([one]) => one === type)?.[1] ?? 'bin'}`;

/** The API form of brands. */
export const BRANDS = setting({
  kind: 'brand',
  read: ['config.servers'],
  write: 'config.servers',
  alsoWrite: ['config.white_labels'],
  record: BrandRecord,
  server: ['id', 'is_default', 'is_licenced'],
  fixed: ['company'],
  ignored: {
    is_default: Type.Boolean(),
  },
  added: imageFlags,
  times: 'changed',
});
