// Allocations: the group of an account that signs up, and the links of the sign-up form.

import { type Static, Type } from '@sinclair/typebox';
import { Named, OrNull, refersTo, WholeText } from '../base/schema.js';
import { Bool, Int, Name, NameOrNone, Text, Url, UrlOrNone } from '../base/setting-fields.js';
import { section } from '../fields/words.js';
import { setting } from './setting.js';

const place = section('Place');
const conditions = section('Conditions');
const leverage = section('Leverage');
const link = section('Link');
const links = section('Links');
const pages = section('Pages');

/** The highest leverage. */
const LEVERAGE_MAX = 10_000;

const Countries = () => Type.Array(Name(64), { maxItems: 300, default: [] });

/** An allocation rule: the group and leverage of people who sign up and match it. */
export const AllocationRecord = Named('AllocationRule', {
  id: Int(1),
  group_path: place(
    'Group',
    'Group that new accounts get.',
    refersTo('group', 'path', WholeText(128, 1)),
  ),
  description: Text(255),
  enabled: Bool(true),
  priority: place(
    'Priority',
    'The lowest that fits decides.',
    Int(-1_000_000_000, 1_000_000_000, 0),
    'number',
  ),
  countries: conditions('Countries', 'Countries of residence; empty = every country.', Countries()),
  default_leverage: leverage(
    'Leverage',
    'Leverage that is offered first; 0 = the default leverage of the group.',
    Int(0, LEVERAGE_MAX),
    'ratio',
  ),
  leverages: leverage(
    'Leverages',
    'Allowed choices; empty = the first alone.',
    Type.Array(Type.Integer({ minimum: 1, maximum: LEVERAGE_MAX }), {
      maxItems: 100,
      uniqueItems: true,
      default: [],
    }),
    'ratio',
  ),
  white_label_id: conditions(
    'Brand',
    'Id of the brand; null = every brand of the company.',
    refersTo('brand', 'id', OrNull(Type.Integer({ minimum: 1 }), { default: null })),
  ),
});
export type AllocationRecord = Static<typeof AllocationRecord>;

const Link = Named('Link', {
  url: link('Address', 'Address of the page.', Url()),
  caption: link('Caption', 'Text of the link.', NameOrNone(128)),
  caption_type: link(
    'Caption kind',
    '0 = the caption; 1 to 8 = texts of terminals.',
    Int(0, 8),
    'number',
  ),
});
const LinkSet = Named('LinkSet', {
  id: Int(1),
  description: Text(255),
  countries: links(
    'Countries',
    'Countries of the people who see the links; empty = every country.',
    Countries(),
  ),
  sort: links('Order', 'The lowest comes first.', Int(-1_000_000_000, 1_000_000_000, 0), 'number'),
  links: links('Links', 'The links, in order.', Type.Array(Link, { maxItems: 64, default: [] })),
});
export type LinkSet = Static<typeof LinkSet>;

/** Pages and links for people who sign up. There is a single record. */
export const AllocationSettingsRecord = Named('AllocationSettings', {
  demo_url: pages('Demo page', 'Page for demo accounts; empty = here.', UrlOrNone()),
  deposit_url: pages('Deposit page', 'Page for deposits; empty = none.', UrlOrNone()),
  withdraw_url: pages('Withdrawal page', 'Page for withdrawals; empty = none.', UrlOrNone()),
  link_sets: links(
    'Link sets',
    'Links shown to people who sign up, by country.',
    Type.Array(LinkSet, { maxItems: 256, default: [] }),
  ),
});
export type AllocationSettingsRecord = Static<typeof AllocationSettingsRecord>;

/** The API form of allocation rules. A full replacement that omits `enabled` disables the rule. */
export const ALLOCATIONS = setting({
  kind: 'allocation',
  read: ['config.allocation'],
  write: 'config.allocation',
  record: AllocationRecord,
  ignored: {
    id: Type.Integer(),
    version: Type.Integer(),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  unsaid: { enabled: false },
  times: true,
});

/** The API form of the general settings. */
export const ALLOCATION_SETTINGS = setting({
  kind: 'allocation_settings',
  read: ['config.allocation'],
  write: 'config.allocation',
  record: AllocationSettingsRecord,
  ignored: { updated_at: Type.String() },
  times: 'changed',
});
