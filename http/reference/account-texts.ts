// Texts of accounts, payments, sessions in use, the journal and confirmations.

import type { StaffStep } from '../../wire/accounts/states.js';
import { EXPORT_ERRORS, EXPORTED, type OperationTexts } from './operation-text.js';

const login = { login: 1001 };
const UNKNOWN = 'the account is unknown, or hidden from the caller';

/** What is refused of each step of an account. */
const CONFLICTS: Readonly<Record<StaffStep, string>> = {
  enable: 'the account is archived',
  disable: 'the account is archived',
  archive: 'the account has positions, orders or requests, expired, or does not answer',
  restore: 'the account is active, or the server archived it',
};

const steps: OperationTexts = Object.fromEntries(
  Object.entries(CONFLICTS).map(([step, conflict]) => [
    `accounts.${step}`,
    {
      says: 'What is so already stays so. Nobody does this to their own account.',
      errors: { not_found: UNKNOWN, conflict },
      example: { path: login },
    },
  ]),
);

const HISTORY =
  'The list follows execution by up to half a second; `min_projection_seq` asks for one that has ' +
  'what an answer named. ';
const ALIVE = 'Values are live where the account answers within 250 ms; `live` says whether. ';
const since = { from: '2026-01-01T00:00:00Z', limit: 20 };

/** What is said of each list of an account, and the query of its example. */
const LISTS: Readonly<Record<string, readonly [says: string, query: object]>> = {
  positions: [ALIVE, { symbol: 'EURUSD', limit: 20 }],
  orders: [ALIVE, { symbol: 'EURUSD', limit: 20 }],
  closed: ['`totals` covers every page. ', since],
  deals: ['', since],
  'orders.history': ['', since],
  balance_history: [
    'Deposits, credit, charges, corrections, commission of periods. ',
    { action: 'balance', ...since },
  ],
  daily: ['A line is as of the end of the day. ', { from: '2026-01-01', limit: 20 }],
  journal: ['`logs_months` of the caller says how far back lines are shown. ', since],
};

const lists: OperationTexts = Object.fromEntries(
  Object.entries(LISTS).map(([list, [says, query]]) => [
    `accounts.${list}`,
    {
      says: says + HISTORY,
      errors: { not_found: UNKNOWN },
      example: { path: login, query: query as Readonly<Record<string, string | number>> },
    },
  ]),
);

const client = { id: 1 };
const link = { path: { ...client, login: 1001 } };
const UNSEEN = 'the client is unknown, or the caller sees none of its accounts';

const clients: OperationTexts = {
  'clients.list': {
    says:
      'Staff see a client through each of its accounts that they see; a client without accounts ' +
      'is shown to its owner and to staff whose scope is every group. A parameter needs the ' +
      'right to its field.',
    example: { query: { name: 'ada', limit: 20 } },
  },
  'clients.read': {
    says: 'Accounts that the caller does not see are left out, fields without their right empty.',
    errors: { not_found: UNSEEN },
    example: { path: client },
  },
  'clients.create': {
    says: 'The caller becomes its owner. Accounts are linked one by one.',
    example: { body: { kind: 'person', name: 'Ada', last_name: 'Example', country: 'DE' } },
  },
  'clients.change': {
    says: 'Only the fields that are sent change. Its accounts keep their own names and addresses.',
    errors: { not_found: UNSEEN, conflict: '`version` is not the newest' },
    example: { path: client, body: { version: 1, phone: '+43 1 5550100' } },
  },
  'clients.delete': {
    says: 'No later client gets its id.',
    errors: { not_found: UNSEEN, conflict: 'an account is linked' },
    example: { path: client },
  },
  'clients.link': {
    says: 'An account that is linked to the client already stays so.',
    errors: {
      not_found: `${UNSEEN}, or ${UNKNOWN}`,
      conflict: 'the account is linked to another client, or the client has 1,000 accounts',
    },
    example: link,
  },
  'clients.unlink': {
    says: 'Who unlinks the last account becomes the owner of the client.',
    errors: { not_found: `${UNSEEN}, ${UNKNOWN}, or it is not linked to the client` },
    example: link,
  },
};

export const accountTexts: OperationTexts = {
  ...lists,
  ...clients,
  'accounts.export': {
    says: `Takes the filters of the list; fields without their right are empty. ${EXPORTED}`,
    errors: EXPORT_ERRORS,
    example: { query: { group: 'demo\\*' } },
  },
  'accounts.create': {
    says:
      'Without `login` the next free number is taken. An account in a staff group needs ' +
      '`config.staff` too, and a staff profile before it can sign in as staff. Passwords differ ' +
      'from each other. With `send_passwords` the server makes both, e-mails them to `email` by ' +
      'the template `approved`, and the owner changes the password at the first sign-in.',
    errors: {
      not_found: 'the group is unknown',
      conflict: 'the login is taken, or there is no default mail server for the passwords',
      forbidden:
        'a right is missing, the group lies outside the scope, or new demo accounts are off',
      'auth.too_many_attempts': 'too many passwords wait to be hashed',
    },
    example: {
      body: {
        group: 'demo\\standard',
        master_password: 'Secret-pass1',
        investor_password: 'Reader-pass1',
        leverage: 50,
        name: 'Ada',
        last_name: 'Example',
        email: 'ada@example.com',
        country: 'DE',
      },
    },
  },
  'accounts.read': {
    says:
      'Balances are the stored ones while execution is silent. Personal data that the caller has ' +
      'no right to see is empty. A staff account needs `config.staff` too.',
    errors: { not_found: UNKNOWN },
    example: { path: login },
  },
  'accounts.change': {
    says:
      'Only the fields that are sent change. The answer has the new version. An agent gets the ' +
      'commission of agent rules at the end of the day or month, if it is the agent by then. A ' +
      'demo account has a demo agent, a real account a real one; a change of the agent needs ' +
      '`accounts.balance` too.',
    errors: {
      not_found: `${UNKNOWN}, or so is the agent`,
      conflict:
        '`version` is not the newest, the agent is archived, or one of both accounts is a ' +
        'demo account and the other one is not',
      forbidden: 'a right is missing, the account lies outside the scope, or a field is not shown',
    },
    example: { path: login, body: { version: 1, limit_orders: 20, comment: 'Called on Monday' } },
  },
  ...steps,
  'accounts.delete': {
    says:
      'An account that is in use is archived first. One with orders, deals or payments is never ' +
      'deleted. No later account gets the login.',
    errors: {
      not_found: UNKNOWN,
      conflict:
        'the account has a history, positions, orders, requests or a staff profile, is the agent ' +
        'of another one, or does not answer',
    },
    example: { path: login },
  },
  'accounts.group': {
    says:
      'The new group has the currency of the account, unless the account was never used. While ' +
      'the account has positions or orders, it also has their margin mode and their symbols.',
    errors: {
      not_found: 'the account is unknown or hidden, or the group is unknown',
      conflict:
        '`version` is not the newest, the account is archived or does not answer, or the group ' +
        'does not fit what the account has',
      forbidden: 'a right is missing, or the account or the group lies outside the scope',
    },
    example: { path: login, body: { version: 1, group: 'demo\\netting' } },
  },
  'accounts.leverage': {
    says: 'The margin of open positions follows at once.',
    errors: { not_found: UNKNOWN, conflict: '`version` is not the newest' },
    example: { path: login, body: { version: 1, leverage: 50 } },
  },
  'accounts.next_login': {
    says: 'Nothing is reserved.',
    errors: { not_found: 'the group is unknown' },
    example: { query: { group: 'demo\\standard' } },
  },
  'accounts.password': {
    says: 'The phone password signs in nowhere; the `api` password is for programs.',
    errors: {
      not_found: UNKNOWN,
      'auth.too_many_attempts': 'too many passwords wait to be hashed',
    },
    example: { path: login, body: { kind: 'phone', password: 'Phone-pass1' } },
  },
  'accounts.password.check': {
    says: 'For clients who identify themselves, on the phone say.',
    errors: { not_found: UNKNOWN, 'auth.too_many_attempts': 'too many wrong ones for the login' },
    example: { path: login, body: { kind: 'phone', password: 'Phone-pass1' } },
  },
  'accounts.trade': {
    says:
      'Takes what the trader can ask for, except prices, and `skip_margin_check`. The same ' +
      '`request_id` trades once, whoever sends it again.',
    errors: {
      not_found: UNKNOWN,
      conflict: 'the request id was used for another request',
    },
    example: {
      path: login,
      body: {
        request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a02',
        kind: 'open',
        symbol: 'EURUSD',
        side: 'buy',
        volume: '0.10',
        comment: 'By phone',
      },
    },
  },
  'accounts.bulk_change': {
    says:
      'Each account has its own row, and a journal line for each change. Its changes are made in ' +
      'the order `enabled`, `trading_enabled`, `leverage`, `group`; the first that is refused ' +
      'ends them.',
    example: { body: { logins: [1001], leverage: 100, trading_enabled: true } },
  },
  'accounts.import': {
    says:
      'Takes `accounts`, or `csv` with the names of the same fields in its first line; up to 500 ' +
      'rows. Rows are opened in their order, each with the checks and the journal line of an ' +
      'account that is opened alone, and each has its own outcome. A `dry_run` opens nothing and ' +
      'takes no confirmation. A repeated `request_id` of the caller opens only what was not. A ' +
      '`deposit` is paid into the balance once the account is open, and needs ' +
      '`accounts.balance`; a row whose deposit is refused names its login, and is tried again ' +
      'by the same request. A row `unknown` is cleared up by the same request, which never pays ' +
      'twice.',
    example: {
      body: {
        request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a05',
        dry_run: true,
        csv:
          'group,master_password,investor_password,name\r\n' +
          'demo\\standard,Secret-pass1,Reader-pass1,Ada\r\n',
      },
    },
  },
  'accounts.trade.check': {
    says:
      'Margin, free margin afterwards, commission, and the code of its refusal, as for the ' +
      'trader. Nothing changes.',
    errors: { not_found: UNKNOWN },
    example: {
      path: login,
      body: { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' },
    },
  },
  'accounts.recalculate': {
    says:
      'Both are read at one event of the account. A difference comes from a fault of the ' +
      'server: `accounts.correct` then makes the ledger the sum of its deals.',
    errors: { not_found: UNKNOWN },
    example: { path: login },
  },
  'accounts.correct': {
    says: 'The correction is one event of the account without a deal, with a line in the journal.',
    errors: {
      not_found: UNKNOWN,
      conflict:
        'there is no difference, the account had an event meanwhile, or the request id was used',
    },
    example: {
      path: login,
      body: { request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a04' },
    },
  },
  'accounts.balance': {
    says:
      'A withdrawal must leave the margin covered, unless `skip_margin_check` is sent. A result ' +
      '`unknown` is cleared up by the same request id.',
    errors: {
      not_found: UNKNOWN,
      conflict: 'the request id was used for another payment',
    },
    example: {
      path: login,
      body: {
        request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a03',
        action: 'balance',
        amount: '250.00',
        comment: 'Deposit',
      },
    },
  },
  'accounts.list': {
    says:
      'Rows by login. `money` is null where execution is too slow, and always behind a fence: ' +
      '`account_money` events tell it. A pending answer has no rows, and tells nothing of them. ' +
      '`client` and `select` take no fence. Parts of name and e-mail need their field rights.',
    example: { query: { group: 'demo\\*', page: 1, limit: 20 } },
  },
  'accounts.count': {
    says: 'Takes the filters of the list; `page` and `limit` do not bound the number.',
    example: { query: { group: 'demo\\*' } },
  },
  'accounts.groups': {
    says: 'Staff groups are listed for holders of `config.staff`.',
  },
  'accounts.window': {
    says:
      'All filters apply together; filters, sorts and searches by a private field need its ' +
      'right. Cursors hold for their query, session, rights and groups. Page and checkpoint are ' +
      'of one snapshot; behind a fence that is not met there are no rows.',
    example: { query: { sort: 'balance', dir: 'desc', limit: 20, 'f.enabled.eq': 'true' } },
  },
  'accounts.window_count': {
    says:
      'Takes the filters of the window. A page and a count with different `projection_seq` do ' +
      'not belong together.',
    example: { query: { 'f.country.eq': 'Austria' } },
  },
  'online.list': {
    says:
      'A session is in use while a socket is open, and for 90 seconds after its newest request. ' +
      '`equity` is 0 for staff, and while execution is silent.',
  },
  'online.window': {
    says:
      'Rows by the age of their session. A window shows who is on line now: `total` moves ' +
      'between pages. `after` and `before` need a cursor, `around` an anchor.',
    example: { query: { limit: 50, edge: 'first' } },
  },
  'online.kick': {
    says: 'Its tokens stop working, at every terminal. The journal has a line of it.',
    errors: { not_found: 'the login has no open session' },
    example: { body: { login: 1002 } },
  },
  'online.kick_session': {
    says: 'Its tokens stop working; other sessions of the login go on.',
    errors: { not_found: 'the session is unknown, or over' },
    example: { path: { session: '6f2b8c1d9e0a4f53b7c6d8e9f0a1b2c3' } },
  },
  'notifications.send': {
    says:
      '`logins` are logins and ranges `low-high` with commas between, at most 1,000 in all; the ' +
      'rows stand in the order in which they are named, each once. A login that is unknown, or ' +
      'out of reach, has its `code`, and the others get the message. Open terminals get an event ' +
      '`notification`. The journal has one line.',
    example: { body: { logins: '1001, 1005-1010', message: 'Markets close early today.' } },
  },
  'notifications.list': {
    says:
      'The newest 200 of an account can be read. A `limit` below 1 stands for 50, one above 200 ' +
      'for 200. The list shows every message that the session was told of; it waits for that, ' +
      'and answers `timeout` when it takes too long.',
    example: { query: { limit: 20 } },
  },
  'confirmations.issue': {
    says:
      'The token and the code count once, for one request of this session: its action, the ' +
      'parameters of its path and its body. Other requests ask for another confirmation.',
    example: {
      body: {
        action: 'quotes.publish',
        digest: '541aa3660b56a201fca5d135a21b6905b73f5c79ce4896f403b770d1c526e2a7',
      },
    },
  },
  'journal.list': {
    says:
      'At most 10,000 lines are counted: a shorter period shows what lies behind. Lines about ' +
      'accounts outside the scope are left out.',
    example: { query: { kind: 'account', login: 1001, limit: 20 } },
  },
  'staff.journal': {
    says: 'The same page as the journal, of lines that one user caused.',
    errors: { not_found: 'the staff user is unknown' },
    example: { path: { login: 1 }, query: { limit: 20 } },
  },
};
