// The kinds of versioned records: every declaration, by name.

import { complete } from '../../wire/base/schema.js';
import { ACCOUNT } from './kinds/accounts.js';
import { ALLOCATION, ALLOCATION_SETTINGS } from './kinds/allocations.js';
import { DATAFEED } from './kinds/datafeeds.js';
import { GATEWAY } from './kinds/gateways.js';
import { GROUP } from './kinds/groups.js';
import { HOLIDAY } from './kinds/holidays.js';
import type { Held } from './kinds/kind.js';
import {
  IN_DATABASE,
  IN_MEMORY,
  type Kind,
  type KindName,
  type RecordKinds,
} from './kinds/kind.js';
import { LEVERAGE_PROFILE } from './kinds/leverage-profiles.js';
import { LICENCE } from './kinds/licence.js';
import { EMAIL, MAIL_SERVER, MAIL_STATS, SENT_EMAIL } from './kinds/mail.js';
import { OTP } from './kinds/otp.js';
import { PLATFORM } from './kinds/platform.js';
import { PREFERENCES } from './kinds/preferences.js';
import { REPORT } from './kinds/reports.js';
import { ROUTING } from './kinds/routing.js';
import { LOGICAL_SERVER } from './kinds/servers.js';
import { STAFF } from './kinds/staff.js';
import { SYMBOL } from './kinds/symbols.js';

/** The declarations. A new kind is one entry here and its type in `RecordKinds`. */
export const KINDS: { readonly [K in KindName]: Kind<RecordKinds[K]> } = {
  symbol: SYMBOL,
  group: GROUP,
  routing: ROUTING,
  datafeed: DATAFEED,
  gateway: GATEWAY,
  holiday: HOLIDAY,
  leverage_profile: LEVERAGE_PROFILE,
  report: REPORT,
  allocation: ALLOCATION,
  allocation_settings: ALLOCATION_SETTINGS,
  platform: PLATFORM,
  logical_server: LOGICAL_SERVER,
  account: ACCOUNT,
  staff: STAFF,
  preferences: PREFERENCES,
  session: { ...IN_MEMORY, key: (record) => record.id },
  otp: OTP,
  signin_block: { ...IN_MEMORY, key: (record) => record.key },
  flood: { ...IN_MEMORY, key: (record) => record.address },
  sequence: { ...IN_MEMORY, key: (record) => record.name },
  deposit: { ...IN_MEMORY, key: (record) => record.request_id },
  licence: LICENCE,
  access: { ...IN_DATABASE, key: (record) => String(record.login) },
  maintenance: { ...IN_MEMORY, key: (record) => record.server },
  price_source: { ...IN_MEMORY, key: () => 'flags' },
  mail_server: MAIL_SERVER,
  email: EMAIL,
  sent_email: SENT_EMAIL,
  mail_stats: MAIL_STATS,
};

/** The kinds by name. */
export const KIND_NAMES = Object.keys(KINDS) as readonly KindName[];
/** Is it one of the desk's kinds? Old logs may name kinds that are no more. */
export const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name);

/** When a record was made that was there from the start. */
const FROM_THE_START = new Date(0).toISOString();

type Standing = Pick<Kind<object>, 'schema' | 'standing'>;

const unwrittenOf = ({ standing = {}, schema }: Standing): ReadonlyMap<string, Held> => {
  const stamps = { version: 1, created_at: FROM_THE_START, updated_at: FROM_THE_START };
  const held = ([key, given]: [string, object]): [string, Held] => {
    const record = schema === undefined ? given : (complete(schema, given) as object);
    return [key, { key, version: 1, record: { ...record, ...stamps } }];
  };
  return new Map(Object.entries(standing).map(held));
};
const UNWRITTEN = new Map(KIND_NAMES.map((kind) => [kind, unwrittenOf(KINDS[kind] as Standing)]));
const NONE: ReadonlyMap<string, Held> = new Map();

/** The records of a kind that are there from the start, as they are before they are written. */
export const unwritten = (kind: KindName): ReadonlyMap<string, Held> => UNWRITTEN.get(kind) ?? NONE;
