// Words of sign-in, accounts, staff users, sessions in use, the journal and preferences.

import type { SchemaWords, Sections } from './field-words.js';

const session: Sections = {
  Session: {
    csrf_token: ['CSRF token', 'Browsers send it back in `X-CSRF-Token` with every change.'],
    expires_at: ['Session end', 'When the session ends, however often it is refreshed.'],
    access_expires_at: ['Access end', 'When the access token ends; refresh before.'],
    keep_signed_in: ['Keep signed in', 'Does the session outlive the browser window?'],
    must_change_password: ['Must change password', 'Only the password can be changed until it is.'],
    must_enrol_otp: ['Must set up codes', 'Only one-time codes can be set up until they are.'],
    read_only: ['Read-only', 'Was it opened with the investor password?'],
    terminal: ['Terminal', 'Kind of terminal that signed in.'],
    server_clock: ['Server clock', 'How the clock of trading days differs from UTC.'],
  },
  Rights: {
    rights: ['Rights', 'Names of the rights that the user holds.'],
    group_scope: ['Scope', 'Masks of the groups that the user may see and change.'],
  },
};

const profile: Sections = {
  'Personal data': {
    name: ['First name', 'First name of the owner, or the whole name.'],
    middle_name: ['Middle name', 'Middle name of the owner.'],
    email: ['E-mail', 'E-mail address; empty = none.'],
    phone: ['Phone', 'Phone number.'],
    address: ['Address', 'Street and house.'],
    city: ['City', 'City of residence.'],
    state: ['State', 'State or region of residence.'],
    zip_code: ['Zip code', 'Postal code.'],
    country: ['Country', 'Country of residence.'],
    company: ['Company', 'Company of the owner.'],
    id_number: ['Document number', 'Number of the identity document.'],
    bank_account: ['Bank account', 'Account for withdrawals.'],
    language: ['Language', 'Language of letters and reports.'],
  },
  Marketing: {
    lead_campaign: ['Campaign', 'Campaign that brought the client.'],
    lead_source: ['Source', 'Where the client came from.'],
  },
  Desk: {
    status: ['Status', 'Mark of residence: `RE` resident, `NR` non-resident, empty = unknown.'],
    comment: ['Comment', 'Note of the staff about the account.'],
    color: ['Color', 'Color of the account in lists.'],
    hidden: ['Hidden', 'Is it shown to holders of `accounts.hidden` alone?'],
    client_id: ['Client', 'Id of the client that the account belongs to; null = none.'],
    agent: ['Agent', 'Login that gets agent commission for this account; 0 = none.'],
  },
  Access: {
    master_password: ['Master password', 'Opens full sessions.'],
    investor_password: ['Investor password', 'Opens read-only sessions.'],
    send_passwords: ['E-mail passwords', 'Does the server make both passwords and e-mail them?'],
    phone_password: ['Phone password', 'Said on the phone; signs in nowhere.'],
    api_password_set: ['API password set', 'Is there a password for the `api` terminal?'],
    api_enabled: ['API enabled', 'May programs sign in at the `api` terminal?'],
    enabled: ['Enabled', 'May the account sign in?'],
    terminals: ['Terminals', 'Kinds of terminals at which the account may sign in.'],
    password_change_enabled: ['May change password', 'May the owner change the master password?'],
    policy_revision: ['Policy revision', 'Rises when what the account may do changes.', 'number'],
  },
  Trading: {
    leverage: ['Leverage', 'Leverage in force; in a body 0 = the default of the group.', 'ratio'],
    leverage_inherited: ['Leverage inherited', 'Does it follow the default of the group?'],
    limit_orders: ['Order limit', 'Most pending orders; 0 = as the group.', 'count'],
    limit_positions: ['Position limit', 'Most open positions; 0 = as the group.', 'count'],
    trading_enabled: ['Trading', 'May the account trade?'],
  },
  Money: {
    deposit: ['Deposit', 'Paid in once the account is open; 0 = nothing.', 'money'],
    balance_prev_day: ['Balance of yesterday', 'At the end of the trading day before.', 'money'],
    balance_prev_month: ['Balance of last month', 'At the end of the month before.', 'money'],
    money: ['Live money', 'The money at current prices; null while execution is silent.'],
  },
  Record: {
    archived_at: ['Archived', 'When the account became history; null = it is in use.'],
    account_state: [
      'Account state',
      'Active, disabled, archived by staff, or expired as a demo account.',
    ],
  },
};

const client: Sections = {
  'Personal data': { ...profile['Personal data'] },
  Marketing: { ...profile.Marketing },
  Desk: {
    kind: ['Kind', 'A person or a company.'],
    status: ['Status', 'Mark of residence: `RE` resident, `NR` non-resident, empty = unknown.'],
    comment: ['Comment', 'Note of the staff about the client.'],
    accounts: ['Accounts', 'Logins of the linked accounts that the caller sees.', 'id'],
    owner: ['Owner', 'Staff user who sees the client while it has no accounts.', 'id'],
  },
};

const staffUser: Sections = {
  Identity: {
    name: ['Name', 'Name of the staff user.'],
    email: ['E-mail', 'E-mail address; empty = none.'],
    mailbox_name: ['Mailbox name', 'Name that traders see; empty = the name itself.'],
    group: ['Group', 'Staff group: a part of its path is `managers` or `administrators`.'],
  },
  Access: {
    active: ['Active', 'May the user sign in?'],
    ip_allow: ['Allowed addresses', 'Prefixes of addresses to sign in from; empty = any.'],
    role: ['Role', 'A ready set of rights, which the user gets besides those in `rights`.'],
    rights: ['Rights', 'Names of the rights that the user holds.'],
    group_scope: ['Scope', 'Lists of group masks; a group is in scope where one list fits.'],
  },
  'Reach of history': {
    logs_months: ['Journal', 'How far back the user reads the journal; 0 = without limit.'],
    reports_months: ['Reports', 'How far back reports reach; 0 = without limit.'],
  },
};

const reportLine: Sections = {
  Report: {
    path: ['Path', 'Name of a report configuration, or a mask of names.'],
    view: ['View', 'May the reports be seen?'],
    export: ['Export', 'May the reports be exported?'],
    depth_days: ['Depth', 'How far back the reports reach; 0 = without limit.'],
    position: ['Position', 'Place among the lines, from 1 on; 0 = last.', 'number'],
  },
};

const journalFilter: Sections = {
  Filter: {
    login: ['Login', 'Lines about this account.'],
    by: ['By', 'What this staff user did.', 'id'],
    kind: ['Kind', 'Lines of this kind.'],
    text: ['Text', 'Lines that contain these words, in any letter case.'],
  },
};

export const ACCOUNT_WORDS: SchemaWords = {
  LoginBody: {
    Credentials: {
      login: ['Login', 'Number of the account.'],
      password: ['Password', 'Master or investor password; `api` has a password of its own.'],
      otp: ['One-time code', 'Six digits; sent after an answer `auth.otp_required`.'],
    },
    Session: {
      terminal: [
        'Terminal',
        'Staff: `manager` (where left out) or `admin`; traders: `web` (where a browser leaves it ' +
          'out), `android`, `ios`, `desktop`, `api`. `manager`, `admin` and `web` are browsers: ' +
          'they get their tokens in cookies alone. A program names `desktop` or `api`.',
      ],
      keep_signed_in: [
        'Keep signed in',
        'Shall the session last 30 days in place of 12 hours, and outlive the browser window? ' +
          'Left out = no.',
      ],
    },
  },
  TokensView: {
    Tokens: {
      access_token: ['Access token', 'Sent as `Authorization: Bearer`; empty for browsers.'],
      access_expires_at: ['Access end', 'When the access token ends.'],
      refresh_token: ['Refresh token', 'Gets new tokens, once; empty for browsers.'],
      csrf_token: ['CSRF token', 'Browsers send it back in `X-CSRF-Token`.'],
    },
    Session: {
      session: ['Session', 'The session that the tokens belong to.'],
      session_expires_at: ['Session end', 'When the session ends, however often refreshed.'],
    },
  },
  SessionView: session,
  MeView: session,
  ServerClock: {
    Clock: {
      daylight_saving: ['Daylight saving', 'Calendar of summer time: none, europe or usa.'],
      utc_offset_min: ['UTC offset', 'Distance of the server clock from UTC without summer time.'],
    },
  },
  RefreshBody: {
    Tokens: {
      refresh_token: ['Refresh token', 'The newest one; browsers send their cookie instead.'],
    },
  },
  ChangePasswordBody: {
    Credentials: {
      current_password: ['Current password', 'The password that is to be replaced.'],
      new_password: [
        'New password',
        '8 to 16 characters: lower and upper case letters, a digit and a symbol.',
      ],
    },
  },
  ApiPasswordBody: {
    Credentials: {
      current_password: ['Master password', 'The present master password of the account.'],
      api_password: [
        'API password',
        'Password of programs, 8 to 16 characters of four kinds; empty = none any more.',
      ],
    },
  },
  OtpStatus: {
    'One-time codes': {
      enabled: ['Enabled', 'Are one-time codes on for the login?'],
      required: ['Required', 'Does the group demand one-time codes?'],
    },
  },
  OtpEnrolment: {
    'One-time codes': {
      secret: ['Secret', 'To be typed into an authenticator app; shown this once.'],
      uri: ['URI', 'The same as a QR code shows it.'],
    },
  },
  CodeBody: {
    'One-time codes': { code: ['Code', 'Six digits of the authenticator app.'] },
  },
  Account: profile,
  Client: client,
  ClientPath: { Identity: { id: ['Client', 'Id of the client.'] } },
  ClientAccountPath: {
    Identity: {
      id: ['Client', 'Id of the client.'],
      login: ['Login', 'Number of the account.'],
    },
  },
  AccountPassword: {
    Access: {
      kind: ['Kind', 'Which password of the account.'],
      password: [
        'Password',
        '8 to 16 characters: lower and upper case letters, a digit and a symbol; empty = none.',
      ],
    },
  },
  PasswordMatch: { Access: { matches: ['Matches', 'Is it the password of the account?'] } },
  Balance: {
    Payment: {
      action: ['Action', 'Kind of money operation; `credit` and `bonus` change the credit.'],
      skip_margin_check: ['Skip check', 'May the payment take more than the free margin?'],
      comment: ['Comment', 'Text of the deal, as the trader sees it.'],
    },
  },
  AccountImport: {
    Accounts: {
      accounts: ['Accounts', 'The accounts to open, each with the fields of one alone.'],
      csv: [
        'CSV',
        'The same as a file by RFC 4180; empty cells leave their fields out, and apostrophes ' +
          'before what a spreadsheet would take for a formula are dropped.',
      ],
      dry_run: ['Dry run', 'Only say what could be opened?'],
    },
  },
  AccountImportResult: {
    Account: {
      row: ['Row', 'Number of the row, from 1 on.', 'number'],
      login: ['Login', 'Login of the account; 0 = none was opened.', 'id'],
      status: [
        'Status',
        '`valid`: a dry run found no fault. `unknown`: no result of the deposit came in time.',
      ],
    },
  },
  BulkChange: {
    Accounts: {
      logins: ['Logins', 'The accounts to change.', 'id'],
      trading_enabled: ['Trading enabled', 'May the accounts trade?'],
    },
  },
  BulkChangeResult: {
    Change: {
      made: ['Made', 'The fields that are now as asked.'],
      status: ['Status', '`rejected`: the change behind those in `made` was refused.'],
    },
  },
  Recalculation: {
    Ledger: {
      account_seq: ['Number', 'Number of the newest event that is summed up.', 'number'],
      deals: ['Deals', 'How many deals are summed up.', 'count'],
      balance_deals: ['Balance by deals', 'Sum of the deals that move the balance.', 'money'],
      balance_difference: ['Difference', 'What the balance has more than its deals.', 'money'],
      credit_deals: ['Credit by deals', 'Sum of the deals that move the credit.', 'money'],
      credit_difference: ['Difference', 'What the credit has more than its deals.', 'money'],
    },
  },
  PaymentResult: {
    Payment: {
      deal_id: ['Deal', 'Id of the deal; null = there is none.'],
      side: ['Side', 'Side of the positions paid for; empty = none.'],
      status: ['Status', '`unknown`: no result in time; ask again with the same request id.'],
    },
  },
  StaffQuery: {
    Filter: {
      group: ['Group', 'A list of group masks; empty = every group.'],
      login: ['Login', 'Login of the user; 0 = any.'],
      name: ['Name', 'Part of the name; empty = any.'],
    },
  },
  StaffUser: staffUser,
  Staff: staffUser,
  StaffRight: {
    Right: {
      name: ['Name', 'Name of the right, as profiles list it.'],
      says: ['Meaning', 'What the right opens, in a sentence.'],
      grantable: ['Grantable', 'May the caller give it to others?'],
    },
  },
  StaffRole: {
    Role: {
      role: ['Role', 'Name of the set, as a create takes it.'],
      says: ['Meaning', 'The job that it is for, in a sentence.'],
      rights: ['Rights', 'Rights that a staff user of the job needs.'],
    },
  },
  StaffPassword: {
    Access: {
      password: [
        'Password',
        '8 to 16 characters: lower and upper case letters, a digit and a symbol.',
      ],
    },
  },
  ReportLine: reportLine,
  StaffReports: {
    Report: { lines: ['Lines', 'All report lines of the user, in their order.'] },
  },
  Preferences: {
    Document: {
      content: ['Content', 'Object that terminals keep what they like in.'],
      version: ['Version', 'Version of the document; 0 = there is none yet.', 'number'],
      expected_version: ['Expected version', 'The version last read; 0 = any.', 'number'],
    },
  },
  Watchlist: {
    List: {
      id: ['List', 'Number of the list; 0 = the default list, which is not saved.', 'id'],
      name: ['Name', '1 to 32 characters without the spaces around it.'],
      symbols: ['Symbols', 'Names in the order of the trader.'],
      created_at: ['Created', 'When it was made; null = it is not saved.'],
      updated_at: ['Updated', 'When it was changed last; null = it is not saved.'],
    },
  },
  ConfirmationBody: {
    Confirmation: {
      action: ['Action', 'The action that is to be confirmed.'],
      digest: [
        'Digest',
        'SHA-256 in hex of the body and the path parameters as one object: JSON by RFC 8785.',
      ],
    },
  },
  Confirmation: {
    Confirmation: {
      confirm_token: ['Token', 'Sent back as `confirm_token` with the request.'],
      confirm_code: ['Code', 'The terminal shows the code; the user types it as `confirm_code`.'],
      expires_at: ['Expires', 'When the code is void.'],
    },
  },
  NotificationBody: {
    Message: {
      logins: ['Logins', 'Logins and ranges of the recipients: `1001, 1005-1010`.'],
      message: ['Message', 'Text of 1 to 1,024 characters; spaces around it are dropped.'],
    },
  },
  NotificationResult: {
    Result: {
      id: ['Number', 'Number of the notification; 0 = it was not sent.', 'id'],
      sent: ['Sent', 'Did the account get it?'],
    },
  },
  Notification: {
    Message: {
      id: ['Number', 'Number of the notification.', 'id'],
      company: ['Company', 'Company of the group of the account when it was sent.'],
      sender: ['Sender', 'Name of who sent it.'],
      message: ['Message', 'The text.'],
    },
  },
  NotificationParams: {
    Page: { limit: ['Limit', 'Most rows.', 'count'] },
  },
  OnlineRow: {
    Session: {
      session: ['Session', 'Id of the session.'],
      since: ['Since', 'When the session was opened.'],
      sockets: ['Sockets', 'Open live sockets of the session.', 'count'],
      read_only: ['Read-only', 'Was it opened with the investor password?'],
      os: ['System', 'Operating system and terminal, as the client calls itself.'],
      terminal: ['Terminal', 'Terminal of the sign-in: `web`, `desktop`, `api` and others.'],
      staff: ['Staff', 'Is it a session of a staff user?'],
    },
    Identity: { name: ['First name', 'First name of the owner, where the caller may see it.'] },
  },
  OnlineWindowParams: {
    Window: {
      limit: ['Limit', 'Most rows of the window.', 'count'],
      edge: ['Edge', 'Which rows: the first, those after or before a cursor, around a session.'],
      cursor: ['Cursor', 'Cursor of an earlier window, for `after` and `before`.'],
      anchor_id: ['Anchor', 'Session to show the window around, for `around`.'],
    },
  },
  OnlineWindowPage: {
    Window: {
      after: ['After', 'Cursor behind the last row; null = there is no row.'],
      before: ['Before', 'Cursor before the first row; null = there is no row.'],
      anchor_found: ['Anchor found', 'Is the session of the anchor among the rows?'],
      has_after: ['Has after', 'Are there rows behind the window?'],
      has_before: ['Has before', 'Are there rows before the window?'],
      observed_at: ['Observed', 'When the window was read.'],
      query_id: ['Query', 'Stays the same as long as cursors hold.'],
      total: ['Total', 'Sessions in use that the caller sees.', 'count'],
    },
  },
  KickBody: { Identity: { login: ['Login', 'Account whose sessions end.'] } },
  SessionPath: { Identity: { session: ['Session', 'Id of the session.'] } },
  LoginPath: { Identity: { login: ['Login', 'Number of the account or staff user.'] } },
  JournalParams: journalFilter,
  AccountJournalParams: journalFilter,
  StaffJournalParams: journalFilter,
  JournalRow: {
    Line: {
      time: ['Time', 'When it was done.'],
      by: ['By', 'Login of the staff user; 0 = the server, or one who is not shown.', 'id'],
      kind: ['Kind', 'What the line is about.'],
      login: ['Login', 'Account that the line is about; 0 = none.'],
      ip: ['Address', 'Address of the caller; empty = the server, a trade or payment, or hidden.'],
      text: ['Text', 'What was done.'],
      changes: ['Changes', 'Changed fields of the record; empty = the line is about no change.'],
    },
  },
  JournalChange: {
    Change: {
      field: ['Field', 'Name of the field; a dot leads into lists and objects.'],
      from: ['Before', 'Its text before; a mask = a secret, or a field that is not shown.'],
      to: ['After', 'Its text after; a mask = a secret, or a field that is not shown.'],
    },
  },
};
