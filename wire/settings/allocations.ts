// Allocations: which group an account that signs up gets, and the links that go with signing up.

import { type Static, Type } from '@sinclair/typebox';
import { Named, WholeText } from '../base/schema.js';
import { Bool, Int, Text, Url, UrlOrNone } from '../base/setting-fields.js';

/** The highest leverage. */
const LEVERAGE_MAX = 10_000;

const Countries = () => Type.Array(WholeText(64, 1), { maxItems: 300, default: [] });

/** An allocation rule: where who signs up is placed, and with which leverage. */
export const AllocationRecord = Named('AllocationRule', {
  id: Int(1),
  group_path: WholeText(128, 1),
  description: Text(255),
  enabled: Bool(true),
  /** From low to high. */
  priority: Int(-1_000_000_000, 1_000_000_000, 0),
  /** Empty = every country. */
  countries: Countries(),
  /** 0 = that of the group. */
  default_leverage: Int(0, LEVERAGE_MAX),
  /** The allowed choices; empty = the default alone. */
  leverages: Type.Array(Type.Integer({ minimum: 1, maximum: LEVERAGE_MAX }), {
    maxItems: 100,
    uniqueItems: true,
    default: [],
  }),
  /** Null = every brand that the company of the group serves. */
  white_label_id: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { default: null }),
});
export type AllocationRecord = Static<typeof AllocationRecord>;

const Link = Named('Link', {
  url: Url(),
  caption: Text(128),
  /** 0 = the caption as it stands; others are captions that terminals know. */
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

/** Pages and links for people who sign up. There is a single record of it. */
export const AllocationSettingsRecord = Named('AllocationSettings', {
  demo_url: UrlOrNone(),
  deposit_url: UrlOrNone(),
  withdraw_url: UrlOrNone(),
  link_sets: Type.Array(LinkSet, { maxItems: 256, default: [] }),
});
export type AllocationSettingsRecord = Static<typeof AllocationSettingsRecord>;
