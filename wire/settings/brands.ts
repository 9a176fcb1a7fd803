// Brands: the names, pages and colours of the terminals that serve one company.

import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { WATCHED_MAX } from '../accounts/watchlists.js';
import { ColorOrNone, Email, HostName, Named, WholeText } from '../base/schema.js';
import { Bool, Int, Text, UrlOrNone } from '../base/setting-fields.js';
import { SymbolName } from './symbols.js';

/** Most named pages of a brand. */
const LINKS_MAX = 64;

/** The fields of a brand that every terminal may read without a session. */
const shown = {
  company: WholeText(128, 1),
  address: Text(255),
  phone: Text(64),
  program_name: Text(128),
  server_name: Text(128),
  short_name: Text(64),
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
