// The registry: every record type, by name.

import { IN_DATABASE, IN_MEMORY } from '../store/record-type.js';
import { type RecordTypes, TypeTable } from '../store/type-table.js';
import { ACCOUNT, CLIENT } from './accounts.js';
import { ALLOCATION, ALLOCATION_SETTINGS } from './allocations.js';
import { BRAND, BRAND_IMAGE } from './brands.js';
import { DATAFEED } from './connections/datafeeds.js';
import { GATEWAY } from './connections/gateways.js';
import { EMAIL_TEMPLATE } from './email-templates.js';
import { GROUP } from './groups/groups.js';
import { HOLIDAY } from './holidays.js';
import { LEVERAGE_PROFILE } from './leverage-profiles.js';
import { LEVERAGE_SWITCH } from './leverage-switches.js';
import { EMAIL, MAIL_SERVER, MAIL_STATS, SENT_EMAIL } from './mail.js';
import { FILE, FILE_PIECE, UNUSED_FILE } from './messaging/files.js';
import {
  MAIL,
  MAIL_BRANCH,
  MAIL_COPY,
  MAIL_DRAFT,
  MAIL_THREAD,
  MAIL_TO,
  MAIL_VALUES,
  MAILBOX,
  MAILING,
  UNSENT_VALUES,
} from './messaging/mailbox.js';
import { NOTIFICATION } from './messaging/notifications.js';
import { WATCHLISTS } from './messaging/watchlists.js';
import { OTP } from './otp.js';
import { PLATFORM } from './platform.js';
import { PREFERENCES } from './preferences.js';
import { REPORT, REPORT_JOB } from './reports.js';
import { ROUTING } from './routing/routing.js';
import { LICENCE, SERVER_IDENTITY } from './rules/licence.js';
import { LOGICAL_SERVER } from './servers.js';
import {
  APPLICANT,
  APPLICATION,
  CONFIRMED_EMAIL,
  EMAIL_CODE,
  SIGN_UP,
  SIGN_UP_COUNT,
} from './sign-up.js';
import { STAFF } from './staff.js';
import { SYMBOL } from './symbols/symbols.js';

/** The declarations. A new kind is one entry here and its type in `RecordsByType`. */
export const RECORD_TYPES: RecordTypes = {
  symbol: SYMBOL,
  group: GROUP,
  routing: ROUTING,
  datafeed: DATAFEED,
  gateway: GATEWAY,
  holiday: HOLIDAY,
  leverage_profile: LEVERAGE_PROFILE,
  leverage_switch: LEVERAGE_SWITCH,
  report: REPORT,
  allocation: ALLOCATION,
  allocation_settings: ALLOCATION_SETTINGS,
  brand: BRAND,
  sign_up: SIGN_UP,
  email_template: EMAIL_TEMPLATE,
  platform: PLATFORM,
  logical_server: LOGICAL_SERVER,
  account: ACCOUNT,
  client: CLIENT,
  opened: { ...IN_DATABASE, guards: true, key: (record) => record.key },
  keyed_act: { ...IN_DATABASE, guards: true, key: (record) => record.key },
  // Keys begin with the time, so that the oldest answer comes first, also after a start.
  kept_answer: { ...IN_MEMORY, key: ({ at, key }) => `${at}/${key}` },
  application: APPLICATION,
  applicant: APPLICANT,
  email_code: EMAIL_CODE,
  confirmed_email: CONFIRMED_EMAIL,
  sign_up_count: SIGN_UP_COUNT,
  staff: STAFF,
  preferences: PREFERENCES,
  watchlists: WATCHLISTS,
  session: { ...IN_MEMORY, key: (record) => record.id },
  otp: OTP,
  signin_block: { ...IN_MEMORY, key: (record) => record.key },
  flood: { ...IN_MEMORY, key: (record) => record.address },
  sequence: { ...IN_MEMORY, key: (record) => record.name },
  deposit: { ...IN_MEMORY, key: (record) => record.request_id },
  licence: LICENCE,
  server_identity: SERVER_IDENTITY,
  brand_image: BRAND_IMAGE,
  access: { ...IN_DATABASE, key: (record) => String(record.login) },
  maintenance: { ...IN_MEMORY, key: (record) => record.server },
  maintenance_run: { ...IN_MEMORY, key: (record) => String(record.id) },
  price_source: { ...IN_MEMORY, key: () => 'flags' },
  mail_server: MAIL_SERVER,
  email: EMAIL,
  sent_email: SENT_EMAIL,
  mail_stats: MAIL_STATS,
  mail: MAIL,
  mail_to: MAIL_TO,
  mail_values: MAIL_VALUES,
  unsent_values: UNSENT_VALUES,
  mail_copy: MAIL_COPY,
  mail_draft: MAIL_DRAFT,
  mail_thread: MAIL_THREAD,
  mail_branch: MAIL_BRANCH,
  mailbox: MAILBOX,
  mailing: MAILING,
  file: FILE,
  unused_file: UNUSED_FILE,
  file_piece: FILE_PIECE,
  notification: NOTIFICATION,
  report_job: REPORT_JOB,
};

/** The table of all record types. */
export const TYPE_TABLE = new TypeTable(RECORD_TYPES);
