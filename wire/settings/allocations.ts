// Allocations: the group of an account that signs up, and the links of the sign-up form.

import { type Static, Type } from '@sinclair/typebox';
import { Named, WholeText } from '../base/schema.js';
import { Bool, Int, Name, NameOrNone, Text, Url, UrlOrNone } from '../base/setting-fields.js';

/** The highest leverage. */
const LEVERAGE_MAX = 10_000;

const Countries = () => Type.Array(Name(64), { maxItems: 300, default: [] });

/** An allocation rule: the group and leverage of people who sign up and match it. */
export const AllocationRecord = Named('AllocationRule', {
  id: Int(1),
  group_path: WholeText(128, 1),
  description: Text(255),
  enabled: Bool(true),
  /** Rules are ordered by ascending priority. */
  priority: Int(-1_000_000_000, 1_000_000_000, 0),
  /** Empty = every country. */
  countries: Countries(),
  /** 0 = the group's leverage. */
  default_leverage: Int(0, LEVERAGE_MAX),
  /** The choices of leverage; empty = the default alone. */
  leverages: Type.Array(Type.Integer({ minimum: 1, maximum: LEVERAGE_MAX }), {
    maxItems: 100,
    uniqueItems: true,
    default: [],
  }),
  /** Null = every brand of the group's company. */
  white_label_id: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { default: null }),
});
export type AllocationRecord = Static<typeof AllocationRecord>;

const Link = Named('Link', {
  url: Url(),
  caption: NameOrNone(128),
  /** 0 = the caption itself; others are captions that terminals translate. */
  caption_type: Int(0, 8),
});
const LinkSet = Named('LinkSet', {
  id: Int(1),
  description: Text(255),
  /** Empty = every country. */
  countries: Countries(),
  sort: Int(-1_000_000_000, 1_000_000_000, 0),
  links: Type.Array(Link, { maxItems: 64, default: [] }),
});
export type LinkSet = Static<typeof LinkSet>;

/** Pages and links for people who sign up. There is a single record. */
export const AllocationSettingsRecord = Named('AllocationSettings', {
  demo_url: UrlOrNone(),
  deposit_url: UrlOrNone(),
  withdraw_url: UrlOrNone(),
  link_sets: Type.Array(LinkSet, { maxItems: 256, default: [] }),
});
export type AllocationSettingsRecord = Static<typeof AllocationSettingsRecord>;
