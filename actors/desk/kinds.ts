// The kinds of versioned records: every declaration, by name.

import { ACCOUNT } from './kinds/accounts.js';
import { ALLOCATION, ALLOCATION_SETTINGS } from './kinds/allocations.js';
import { DATAFEED } from './kinds/datafeeds.js';
import { GATEWAY } from './kinds/gateways.js';
import { GROUP } from './kinds/groups.js';
import { HOLIDAY } from './kinds/holidays.js';
import { IN_DATABASE, IN_MEMORY } from './kinds/kind.js';
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
import { type RecordTypes, TypeTable } from './type-table.js';

/** The declarations. A new kind is one entry here and its type in `RecordKinds`. */
export const KINDS: RecordTypes = {
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

/** The table of them. */
export const TYPES = new TypeTable(KINDS);
