// Changes of accounts and of staff users, with the lines that the journal has of them.

import { ok } from '../../../wire/base/codes.js';
import type { BulkAct, BulkOutcome } from '../../../wire/desk/bulk-trade-operations.js';
import type { DeskOps } from '../../../wire/desk/operations.js';
import {
  ADDRESS,
  type DeskHarness,
  dataOf,
  opening,
  TRADER_PASSWORD,
} from '../../support/desk-harness.js';
import { EMAIL, formOf, signUpAt } from '../../support/sign-up.js';
import {
  bytesOf,
  type Changes,
  caller,
  coded,
  line,
  MEMBER,
  PASSWORD,
  signedIn,
  TRADER,
} from './changes.js';

/** A client with the account of the trader. */
const linked = async (harness: DeskHarness): Promise<void> => {
  await harness.ask('clients.create', { body: { kind: 'person' } });
  await harness.ask('clients.link', { id: 1, login: TRADER });
};

/** A bulk close of one position of the trader. */
const bulkAct = (outcome: BulkOutcome | null): BulkAct => ({
  trades: [
    {
      ...{ id: 7, kind: 'position', login: TRADER, operation: 'close', symbol: 'EURUSD' },
      ...{ group: 'demo\\standard', side: 'buy', outcome },
    },
  ],
  total: 1,
});
const BULK_KEY = { key: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a41', digest: 'd' };

const MAIL = {
  ...{ subject: 'Hi', body: '', to_logins: [TRADER], to_group: '', email: false },
  ...{ server_id: 0, reply_to: 0, draft_id: 0, draft_version: 0 },
};
const LISTED = 'lists of symbols are a layout of terminals';
const listed = async (harness: DeskHarness): Promise<number> =>
  dataOf(await harness.ask('watchlists.create', { name: 'Metals', symbols: ['XAUUSD'] })).id;
/** A form as the route sends it. */
const formSent = (given = {}): DeskOps['sign_up.register']['input'] => {
  const form = formOf(given);
  return { host: '', ip: ADDRESS, proof: { email: form.email, code: '' }, form: ok(form) };
};

const addMailServer = async (harness: DeskHarness): Promise<void> => {
  const server = { name: 'Post', server: 'localhost:25', sender_email: 'desk@broker.example' };
  const fields = { ...server, is_default: true };
  dataOf(await harness.ask('settings.create', { kind: 'mail_server', fields }));
};

/** Accounts, clients, staff users, and what is theirs. */
export const PEOPLE = {
  'accounts.create': {
    ...{ as: 'a trader', lines: line('account', TRADER + 1, `account ${TRADER + 1} created`) },
    input: () => ({ caller, body: opening() }),
  },
  'accounts.import_row': {
    as: 'a row of an import',
    input: () => {
      const request_id = '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a05';
      return { caller, request_id, row: 1, given: opening(), dry_run: false };
    },
    lines: [['account', TRADER + 1, `account ${TRADER + 1} created`]],
  },
  'gateways.open_account': {
    as: 'an account of a provider',
    input: () => {
      const reported = { account: 'ACC-1', currency: '', balance: null };
      return { caller, id: 1, reported, group: opening().group, dry_run: false };
    },
    lines: [['account', TRADER + 1, `account ${TRADER + 1} created`]],
  },
  'accounts.change': {
    as: 'a name and a limit',
    input: () => ({ caller, login: TRADER, body: { version: 1, name: 'Ada', limit_orders: 5 } }),
    lines: [['account', TRADER, `account ${TRADER} changed: limit_orders, name`]],
  },
  'accounts.step': {
    as: 'an account that is shut',
    input: () => ({ caller, login: TRADER, step: 'disable' }),
    lines: [['account', TRADER, `account ${TRADER} disabled`]],
  },
  'accounts.delete': {
    as: 'an account that was never used',
    input: async (harness) => {
      await harness.ask('accounts.step', { login: TRADER, step: 'archive' });
      return { caller, login: TRADER };
    },
    lines: [['account', TRADER, `account ${TRADER} deleted`]],
  },
  'accounts.move': {
    as: 'another group',
    input: () => ({ caller, login: TRADER, group: 'demo\\netting', version: 1 }),
    lines: [['account', TRADER, `account ${TRADER} moved from demo\\standard to demo\\netting`]],
  },
  'accounts.leverage': {
    as: 'a leverage of its own',
    input: () => ({ caller, login: TRADER, leverage: 30, version: 1 }),
    lines: [['account', TRADER, `account ${TRADER} leverage 30`]],
  },
  'notifications.send': {
    as: 'two accounts, of which there is one',
    input: () => ({ caller, body: { logins: `${TRADER}, 77`, message: ' Good\nmorning ' } }),
    lines: [['account', 1, 'notification 1 to 1 of 2 logins: Good morning']],
  },
  'sign_up.code': {
    ...{ as: 'a code for an address', lines: [] },
    because: 'nobody is known to have asked, and anybody could fill the journal',
    input: () => ({ host: '', email: EMAIL, language: '', ip: ADDRESS }),
  },
  'sign_up.register': [
    {
      ...{ as: 'a demo account', events: 2 },
      input: () => formSent(),
      lines: [
        ['account', TRADER + 1, `account ${TRADER + 1} created`],
        ['account', TRADER + 1, 'opened by sign-up'],
      ],
    },
    {
      ...{ as: 'an application', events: 2, lines: line('account', 0, 'application 1 received') },
      input: () => formSent({ type: 'real' }),
    },
  ],
  'applications.change': {
    ...{ as: 'a comment', lines: line('account', 0, 'application 1 changed: comment') },
    input: async (harness) => {
      await signUpAt(harness, { type: 'real' });
      return { caller, id: 1, body: { version: 1, comment: 'x' } };
    },
  },
  'applications.approve': {
    as: 'an application',
    input: async (harness) => {
      await addMailServer(harness);
      await signUpAt(harness, { type: 'real' });
      return { caller, id: 1, body: {} };
    },
    lines: [
      ['account', TRADER + 1, `account ${TRADER + 1} created`],
      ['account', TRADER + 1, 'opened by application 1'],
      ['account', 0, 'application 1 approved'],
    ],
  },
  'applications.reject': {
    ...{ as: 'an application', lines: line('account', 0, 'application 1 rejected') },
    input: async (harness) => {
      await signUpAt(harness, { type: 'real' });
      return { caller, id: 1, body: { reason: 'no' } };
    },
  },
  'clients.create': {
    ...{ as: 'a person', lines: line('account', 1, 'client 1 created') },
    input: () => ({ caller, body: { kind: 'person', name: 'Ada' } }),
  },
  'clients.change': {
    as: 'a phone number of one with an account',
    input: async (harness) => {
      await linked(harness);
      return { caller, id: 1, body: { version: 2, phone: '555' } };
    },
    lines: [['account', TRADER, 'client 1 changed: phone']],
  },
  'clients.link': {
    ...{ as: 'an account', lines: line('account', TRADER, `account ${TRADER} linked to client 1`) },
    input: async (harness) => {
      await harness.ask('clients.create', { body: { kind: 'person' } });
      return { caller, id: 1, login: TRADER };
    },
  },
  'clients.unlink': {
    as: 'its account',
    input: async (harness) => {
      await linked(harness);
      return { caller, id: 1, login: TRADER };
    },
    lines: [['account', TRADER, `account ${TRADER} unlinked from client 1`]],
  },
  'clients.delete': {
    ...{ as: 'one without accounts', lines: line('account', 1, 'client 1 deleted') },
    input: async (harness) => {
      await harness.ask('clients.create', { body: { kind: 'person' } });
      return { caller, id: 1 };
    },
  },
  'accounts.otp_reset': {
    ...{ as: 'codes that were on', lines: line('auth', TRADER, 'one-time codes taken away') },
    input: async (harness) => {
      await coded(harness);
      return { caller, login: TRADER };
    },
  },
  'accounts.password': {
    ...{ as: 'a phone password', lines: line('account', TRADER, 'phone password set') },
    input: () => ({ caller, login: TRADER, kind: 'phone', password: PASSWORD }),
  },
  'accounts.password_check': [
    {
      as: 'one that fits',
      input: () => ({ caller, login: TRADER, kind: 'master', password: TRADER_PASSWORD }),
      lines: [['auth', TRADER, 'check of the master password succeeded']],
    },
    {
      as: 'one that does not',
      input: () => ({ caller, login: TRADER, kind: 'master', password: PASSWORD }),
      lines: [['auth', TRADER, 'check of the master password failed']],
    },
  ],
  'mail.send': {
    ...{ as: 'a message to a trader', lines: line('account', 1, 'mail 1 sent to 1001') },
    input: () => ({ caller, mail: MAIL, files: [] }),
  },
  'mail.cancel': {
    ...{ as: 'the e-mail of a message', events: 2 },
    lines: line('account', 1, 'e-mails of mail 1 cancelled: 1'),
    input: async (harness) => {
      await addMailServer(harness);
      await harness.patch('account', String(TRADER), { email: 'ada@one.example' });
      dataOf(await harness.ask('mail.send', { mail: { ...MAIL, email: true }, files: [] }));
      return { caller, id: 2 };
    },
  },
  'mail.send_to_staff': {
    as: 'a message to the administrator',
    input: async (harness) => ({
      caller: await signedIn(harness),
      body: { subject: 'Hi', to: 1 },
      files: [],
    }),
    lines: [['account', TRADER, 'mail 1 sent to Administrator']],
  },
  'payments.end': {
    as: 'one refused payment and a summary',
    input: () => {
      const key = { request_id: BULK_KEY.key, side: '', deal_id: null, message: '' } as const;
      const answer = { code: 'trade.disabled', status: 'rejected' } as const;
      const row = { ...key, ...answer, login: TRADER, amount: '5.00' };
      return { caller, payments: [{ action: 'bonus', row }], refused: new Set<number>() };
    },
    lines: [
      ['trade', TRADER, 'payment of 5.00 as bonus: rejected (trade.disabled)'],
      ['trade', 1, 'payments: 0 of 1 made'],
    ],
  },
  'positions.delete_end': {
    ...{ as: 'a summary', lines: line('trade', 1, 'deletion: 1 of 2 positions deleted') },
    input: () => ({ caller, deleted: 1, named: 2 }),
  },
  'trades.bulk_begin': {
    ...{ as: 'a close by a key', lines: [], because: 'the end of the act writes its lines' },
    input: () => ({ caller, once: BULK_KEY, act: bulkAct(null) }),
  },
  'trades.bulk_end': {
    as: 'a trade that the checks refused, and a summary',
    input: () => {
      const outcome = { code: 'trade.disabled', message: '', status: 'rejected' } as const;
      return { caller, act: bulkAct(outcome), unwritten: new Set([0]) };
    },
    lines: [
      ['trade', TRADER, 'position #7 EURUSD: close rejected (trade.disabled)'],
      ['trade', 1, 'bulk close: 0 of 1 trades done, 1 matched'],
    ],
  },
  'preferences.write': {
    ...{ as: 'a document', lines: [] },
    because: 'terminals keep there how they look, with every click',
    input: () => ({ caller, bytes: bytesOf({ content: { theme: 'dark' } }), merge: false }),
  },
  'watchlists.create': {
    ...{ as: 'a list', lines: [], because: LISTED },
    input: () => ({ caller, name: 'Metals', symbols: ['XAUUSD'] }),
  },
  'watchlists.change': {
    ...{ as: 'its name', lines: [], because: LISTED },
    input: async (harness) => ({ caller, id: await listed(harness), name: 'Gold' }),
  },
  'watchlists.remove': {
    ...{ as: 'a list', lines: [], because: LISTED },
    input: async (harness) => ({ caller, id: await listed(harness) }),
  },
  'staff.create': {
    ...{ as: 'a profile', lines: line('account', MEMBER, `staff user ${MEMBER} created`) },
    input: async (harness) => {
      const { login } = await harness.openAccount({ group: 'managers\\dealers' });
      return { caller, body: { login } };
    },
  },
  'staff.change': {
    as: 'his group and his mailbox',
    input: async (harness) => ({
      caller,
      login: await harness.hire(),
      body: { version: 1, group: 'managers\\administrators', mailbox_name: 'Support' },
    }),
    lines: [['account', MEMBER, `staff user ${MEMBER} changed: mailbox_name, group`]],
  },
  'staff.disable': {
    as: 'who may come no more',
    input: async (harness) => ({ caller, login: await harness.hire() }),
    lines: [['account', MEMBER, `staff user ${MEMBER} changed: active`]],
  },
  'staff.delete': {
    ...{ as: 'a profile', lines: line('account', MEMBER, `staff user ${MEMBER} deleted`) },
    input: async (harness) => ({ caller, login: await harness.hire() }),
  },
  'staff.password': {
    ...{ as: 'his password', lines: line('account', MEMBER, 'master password set') },
    input: async (harness) => ({ caller, login: await harness.hire(), password: PASSWORD }),
  },
  'staff.put_reports': {
    ...{ as: 'a line', lines: line('account', MEMBER, `staff user ${MEMBER} changed: reports`) },
    input: async (harness) => ({
      caller,
      login: await harness.hire(),
      body: {
        version: 1,
        lines: [{ path: 'Daily', view: true, export: false, depth_days: 0, position: 1 }],
      },
    }),
  },
  'staff.administrator': [
    {
      as: 'a new one',
      input: () => ({ password: PASSWORD }),
      lines: [
        ['account', MEMBER, `account ${MEMBER} created`],
        ['account', MEMBER, `staff user ${MEMBER} created`],
      ],
    },
    {
      as: 'one who is let in again',
      input: () => ({ login: 1, password: PASSWORD }),
      // The demo administrator has every right but one, which restricts.
      lines: [
        ['account', 1, 'master password set'],
        ['account', 1, 'staff user 1 changed: rights'],
      ],
    },
  ],
} satisfies Changes;
