// Accounts for staff: opening, reading, trading for a client, payments.

import type { AccountProfile } from '../../../wire/accounts/profile.js';
import type { Right } from '../../../wire/accounts/rights.js';
import type { StaffStep } from '../../../wire/accounts/states.js';
import { type Code, ok } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import { formatExact } from '../../../wire/base/scale.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskOps } from '../../../wire/desk/operations.js';
import { paymentRow } from '../../../wire/desk/payment-operations.js';
import {
  Account,
  AccountCreateBody,
  AccountGroupBody,
  AccountLeverageBody,
  AccountPasswordBody,
  AccountPatchBody,
  BalanceBody,
  LedgerCorrectBody,
  LoginPath,
  NextLogin,
  NextLoginParams,
  PasswordMatch,
  PaymentResult,
  Recalculation,
} from '../../../wire/rest/accounts/accounts.js';
import { TradeResultShape } from '../../../wire/rest/trading/shapes.js';
import { ACTOR_CODES, PAYMENT_CODES, TRADE_CODES } from '../../../wire/rest/trading/trade-codes.js';
import {
  StaffTradeBody,
  TradeCheckBody,
  TradeCheckShape,
} from '../../../wire/rest/trading/trades.js';
import { tradeRefusal, withRequestId } from '../../../wire/trading/trade-input.js';
import { liveData, moneyOf } from '../../rest/account-values.js';
import { reshaped } from '../../rest/actor-call.js';
import { unconfirmed } from '../../rest/confirm.js';
import { NO_ACCOUNT } from '../../rest/phrases.js';
import { type CommonCode, type HandlerContext, route, usual } from '../../rest/route.js';
import { STALE } from '../../rest/setting-routes.js';

/**
 * A profile with its money: live if the actor answers in time, else as stored; `stored` is null for
 * an account that the database does not have yet.
 */
const withMoney = async (
  profile: AccountProfile,
  stored: Fields | null,
  caller: Caller,
  requestId: string,
  context: Pick<HandlerContext<Code>, 'call'>,
) => {
  const { login } = profile;
  const live = await liveData(context.call(caller, login, 'money', {}, requestId));
  const none = formatExact(0, profile.currency_digits, profile.currency_digits);
  const text = (value: unknown): string => (typeof value === 'string' ? value : none);
  return ok({
    ...profile,
    terminals: [...profile.terminals],
    balance: text(live?.balance ?? stored?.balance),
    credit: text(live?.credit ?? stored?.credit),
    balance_prev_day: text(stored?.balance_prev_day),
    balance_prev_month: text(stored?.balance_prev_month),
    money: moneyOf(live),
  });
};

/** The sums of the deals of an account that the caller reaches; null = it had no event. */
const sumsOf = async <C extends Code>(
  caller: Caller,
  login: number,
  writes: boolean,
  context: Pick<HandlerContext<C>, 'desk' | 'query' | 'settings'>,
) => {
  const reached = await context.desk('accounts.reach', { caller, login, writes });
  if (!reached.ok) return reached;
  const { group: groups } = context.settings();
  const group = groups.find(({ path }) => path === reached.data.group);
  const { currency = '', currency_digits: digits = 2 } = group ?? {};
  const asked = { session: caller.session, waits_for: 'surely', login } as const;
  const found = await context.query(caller, 'account.sums', asked);
  if (!found.ok) return found;
  const none = formatExact(0, digits, digits);
  const nothing = {
    ...{ account_seq: 0, deals: 0 },
    ...{ balance: none, balance_deals: none, balance_difference: none },
    ...{ credit: none, credit_deals: none, credit_difference: none },
  };
  return ok({ login, currency, ...(found.data ?? nothing) });
};

type AccountChange = 'accounts.change' | 'accounts.step' | 'accounts.move' | 'accounts.leverage';
type ChangeContext = HandlerContext<'not_found' | 'conflict' | CommonCode>;

/** Changes an account and answers it with its money. */
const changed = async <K extends AccountChange>(
  op: K,
  input: DeskOps[K]['input'],
  requestId: string,
  context: Pick<ChangeContext, 'desk' | 'query' | 'call'>,
) => {
  const { caller, login } = input;
  // Read first, so that a busy database refuses before anything is changed.
  const stored = await context.query(caller, 'account.ledger', { login });
  if (!stored.ok) return stored;
  const profile = await context.desk(op, input);
  return profile.ok ? withMoney(profile.data, stored.data, caller, requestId, context) : profile;
};

const EDITS: readonly Right[] = ['accounts.view', 'accounts.edit'];

/** The effects of the steps of an account, and the reasons for which they are refused. */
const STEPS: Readonly<Record<StaffStep, readonly [says: string, conflict: string]>> = {
  enable: ['Lets a disabled account sign in again.', 'the account is archived'],
  disable: [
    'Stops an account from signing in and trading; sessions of the account end, ' +
      'positions stay.',
    'the account is archived',
  ],
  archive: [
    'Archives an account without positions and orders; staff can restore the account.',
    'the account has positions, orders or requests, expired, or does not answer',
  ],
  restore: [
    'Restores an archived account, which is disabled at first.',
    'the account is active, or was archived by the server',
  ],
};

const steps = (Object.keys(STEPS) as StaffStep[]).map((step) => {
  const [says, conflict] = STEPS[step];
  return route({
    name: `accounts.${step}`,
    method: 'POST',
    path: `/admin/v1/accounts/{login}/${step}`,
    says,
    details:
      'An account that is in the wanted state already does not change. Nobody does this to ' +
      'their own account.',
    rights: EDITS,
    params: LoginPath,
    reply: Account,
    errors: { not_found: NO_ACCOUNT, conflict },
    example: { path: { login: 1001 } },
    handle: ({ caller, path: { login }, requestId }, context) =>
      changed('accounts.step', { caller, login, step }, requestId, context),
  });
});

export const accounts = [
  route({
    name: 'accounts.create',
    method: 'POST',
    path: '/admin/v1/accounts',
    says: 'Opens an account without money in a group within the scope.',
    details:
      'Without `login` the next free number is taken. An account in a staff group needs ' +
      '`config.staff` too, and a staff profile before it can sign in as staff. Passwords ' +
      'differ from each other. With `send_passwords` the server makes the master and the ' +
      'investor password, e-mails both to `email` by the template `approved`, and the ' +
      'owner changes the master password at the first sign-in.',
    rights: ['accounts.edit'],
    body: AccountCreateBody,
    reply: Account,
    errors: {
      ...usual(['auth.password_weak']),
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
    handle: async ({ caller, body, requestId }, context) => {
      const created = await context.desk('accounts.create', { caller, body });
      return created.ok ? withMoney(created.data, null, caller, requestId, context) : created;
    },
  }),
  route({
    name: 'accounts.read',
    method: 'GET',
    path: '/admin/v1/accounts/{login}',
    says: 'Answers an account with its live money, which is null while the engine does not answer.',
    details:
      'While the engine does not answer, balances are the stored balances. Personal data ' +
      'that the caller may not see is empty. A staff account needs `config.staff` too.',
    rights: ['accounts.view'],
    params: LoginPath,
    reply: Account,
    errors: { not_found: NO_ACCOUNT },
    example: { path: { login: 1001 } },
    handle: async ({ caller, path: { login }, requestId }, context) => {
      const read = await context.desk('accounts.read', { caller, login });
      if (!read.ok) return read;
      const stored = await context.query(caller, 'account.ledger', { login });
      return stored.ok ? withMoney(read.data, stored.data, caller, requestId, context) : stored;
    },
  }),
  route({
    name: 'accounts.change',
    method: 'PATCH',
    path: '/admin/v1/accounts/{login}',
    says:
      'Changes fields of an account. Sessions end at terminals that the change removes. ' +
      'Fields that the caller may not see stay.',
    details:
      'Only the sent fields change. The answer has the new version. The agent of the ' +
      'account at the end of the day or month gets the commission of agent rules. A demo ' +
      'account has a demo agent, a real account a real agent; a change of the agent needs ' +
      '`accounts.balance`, too.',
    rights: EDITS,
    params: LoginPath,
    body: AccountPatchBody,
    reply: Account,
    errors: {
      not_found: `${NO_ACCOUNT}, or the agent is unknown or hidden from the caller`,
      conflict:
        '`version` is not the newest, the agent is archived, or only one of account and ' +
        'agent is a demo account',
      forbidden: 'a right is missing, the account lies outside the scope, or a field is not shown',
    },
    example: {
      path: { login: 1001 },
      body: { version: 1, limit_orders: 20, comment: 'Called on Monday' },
    },
    handle: ({ caller, path: { login }, body, requestId }, context) =>
      changed('accounts.change', { caller, login, body }, requestId, context),
  }),
  ...steps,
  route({
    name: 'accounts.delete',
    method: 'DELETE',
    path: '/admin/v1/accounts/{login}',
    says:
      'Deletes an account that never traded and was never paid; no later account gets the ' +
      'login.',
    details:
      'An account that is in use is archived first. One with orders, deals or payments is never ' +
      'deleted. No later account gets the login.',
    rights: ['accounts.delete'],
    params: LoginPath,
    reply: null,
    errors: {
      not_found: NO_ACCOUNT,
      conflict:
        'the account has a history, positions, orders, requests or a staff profile, is the ' +
        'agent of another account, or does not answer',
    },
    example: { path: { login: 1001 } },
    handle: ({ caller, path: { login } }, context) =>
      context.desk('accounts.delete', { caller, login }),
  }),
  route({
    name: 'accounts.group',
    method: 'POST',
    path: '/admin/v1/accounts/{login}/group',
    says:
      'Moves an account to another group of its currency; positions and orders stay if the ' +
      'new group has the same margin mode and the symbols.',
    details:
      'The new group has the currency of the account, unless the account was never used. ' +
      'While the account has positions or orders, the new group must also have the same ' +
      'margin mode and the symbols.',
    rights: EDITS,
    params: LoginPath,
    body: AccountGroupBody,
    reply: Account,
    errors: {
      not_found: 'the account is unknown or hidden, or the group is unknown',
      conflict:
        '`version` is not the newest, the account is archived or does not answer, or the ' +
        'group does not fit the positions and orders of the account',
      forbidden: 'a right is missing, or the account or the group lies outside the scope',
    },
    example: { path: { login: 1001 }, body: { version: 1, group: 'demo\\netting' } },
    handle: ({ caller, path: { login }, body, requestId }, context) =>
      changed('accounts.move', { caller, login, ...body }, requestId, context),
  }),
  route({
    name: 'accounts.leverage',
    method: 'POST',
    path: '/admin/v1/accounts/{login}/leverage',
    says: 'Sets an individual leverage; 0 follows the group.',
    details: 'The margin of open positions follows at once.',
    rights: EDITS,
    params: LoginPath,
    body: AccountLeverageBody,
    reply: Account,
    errors: { not_found: NO_ACCOUNT, conflict: STALE },
    example: { path: { login: 1001 }, body: { version: 1, leverage: 50 } },
    handle: ({ caller, path: { login }, body, requestId }, context) =>
      changed('accounts.leverage', { caller, login, ...body }, requestId, context),
  }),
  route({
    name: 'accounts.next_login',
    method: 'GET',
    path: '/admin/v1/accounts/next-login',
    says:
      'Answers the login that the next account of a group gets, unless another account ' +
      'takes the login first.',
    details: 'Nothing is reserved.',
    rights: ['accounts.edit'],
    query: NextLoginParams,
    reply: NextLogin,
    errors: { not_found: 'the group is unknown' },
    example: { query: { group: 'demo\\standard' } },
    handle: ({ caller, query }, context) =>
      context.desk('accounts.next_login', { caller, ...query }),
  }),
  route({
    name: 'accounts.password',
    method: 'POST',
    path: '/admin/v1/accounts/{login}/password',
    says:
      'Sets a password of an account and ends the sessions that were opened with the ' +
      'password; an empty text removes an investor, phone or api password.',
    details: 'The phone password signs in nowhere; the `api` password is for programs.',
    rights: ['accounts.password'],
    params: LoginPath,
    body: AccountPasswordBody,
    reply: null,
    errors: {
      ...usual(['auth.password_weak']),
      not_found: NO_ACCOUNT,
      'auth.too_many_attempts': 'too many passwords wait to be hashed',
    },
    example: { path: { login: 1001 }, body: { kind: 'phone', password: 'Phone-pass1' } },
    handle: ({ caller, path, body }, context) =>
      context.desk('accounts.password', { caller, login: path.login, ...body }),
  }),
  route({
    name: 'accounts.password.check',
    method: 'POST',
    path: '/admin/v1/accounts/{login}/password/check',
    says:
      'Checks whether a password of an account is right; wrong passwords count as failed ' +
      'sign-ins.',
    details: 'For clients who identify themselves, on the phone say.',
    rights: ['accounts.password'],
    params: LoginPath,
    body: AccountPasswordBody,
    reply: PasswordMatch,
    errors: {
      not_found: NO_ACCOUNT,
      'auth.too_many_attempts': 'too many wrong passwords for the login',
    },
    example: { path: { login: 1001 }, body: { kind: 'phone', password: 'Phone-pass1' } },
    handle: ({ caller, path, body }, context) =>
      context.desk('accounts.password_check', { caller, login: path.login, ...body }),
  }),
  route({
    name: 'accounts.trade',
    method: 'POST',
    path: '/admin/v1/accounts/{login}/trade',
    says: 'Makes a trade request for a client, with the caller as its dealer.',
    details:
      'Takes every request of a trader except requests for prices, and ' +
      '`skip_margin_check`. A `request_id` trades once, also if another user repeats the ' +
      'request.',
    rights: ['trades.edit'],
    params: LoginPath,
    body: StaffTradeBody,
    bodyRefusal: (body) => tradeRefusal(body, true),
    reply: TradeResultShape,
    errors: {
      ...usual(TRADE_CODES),
      not_found: NO_ACCOUNT,
      conflict: 'the request id was used for another request',
    },
    example: {
      path: { login: 1001 },
      body: {
        request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a02',
        kind: 'open',
        symbol: 'EURUSD',
        side: 'buy',
        volume: '0.10',
        comment: 'By phone',
      },
    },
    handle: async ({ caller, path, body, requestId }, context) => {
      const reached = await context.desk('accounts.reach', { caller, login: path.login });
      return reached.ok ? context.call(caller, path.login, 'trade', body, requestId) : reached;
    },
  }),
  route({
    name: 'accounts.trade.check',
    method: 'POST',
    path: '/admin/v1/accounts/{login}/trade/check',
    says: 'Answers the effects that a trade request for a client would have; trades nothing.',
    details:
      'The answer has margin, free margin afterwards, commission, and the code of a ' +
      'refusal, as for the trader. Nothing changes.',
    rights: ['trades.edit'],
    params: LoginPath,
    body: TradeCheckBody,
    bodyRefusal: (body) => tradeRefusal(withRequestId(body), true),
    reply: TradeCheckShape,
    errors: { ...usual([...ACTOR_CODES, 'trade.invalid_request']), not_found: NO_ACCOUNT },
    example: {
      path: { login: 1001 },
      body: { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' },
    },
    handle: async ({ caller, path: { login }, body, requestId }, context) => {
      const reached = await context.desk('accounts.reach', { caller, login });
      return reached.ok ? context.call(caller, login, 'trade_check', body, requestId) : reached;
    },
  }),
  route({
    name: 'accounts.recalculate',
    method: 'POST',
    path: '/admin/v1/accounts/{login}/recalculate',
    says: 'Sums up the deals of an account and compares them with its balance and credit.',
    details:
      'Ledger and deals are read at the same event of the account. A difference comes from ' +
      'a fault of the server: `accounts.correct` then makes the ledger the sum of the ' +
      'deals.',
    rights: ['accounts.view'],
    params: LoginPath,
    reply: Recalculation,
    errors: { not_found: NO_ACCOUNT },
    example: { path: { login: 1001 } },
    handle: ({ caller, path: { login } }, context) => sumsOf(caller, login, false, context),
  }),
  route({
    name: 'accounts.correct',
    method: 'POST',
    path: '/admin/v1/accounts/{login}/correct',
    says:
      'Sets balance and credit to the sums of the deals by one correction, if there is a ' +
      'difference.',
    details:
      'The correction is one event of the account without a deal, with a line in the journal.',
    rights: ['accounts.balance'],
    params: LoginPath,
    body: LedgerCorrectBody,
    reply: TradeResultShape,
    errors: {
      ...usual(PAYMENT_CODES),
      not_found: NO_ACCOUNT,
      conflict:
        'there is no difference, the account had an event meanwhile, or the request id was used',
    },
    example: {
      path: { login: 1001 },
      body: { request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a04' },
    },
    handle: async ({ caller, path: { login }, body, requestId }, context) => {
      const sums = await sumsOf(caller, login, true, context);
      if (!sums.ok) return sums;
      const { account_seq, balance_deals: balance, credit_deals: credit } = sums.data;
      const data = { ...body, account_seq, balance, credit };
      return context.call(caller, login, 'ledger_correct', data, requestId);
    },
  }),
  route({
    name: 'accounts.balance',
    method: 'POST',
    path: '/admin/v1/accounts/{login}/balance',
    says: 'Pays in or out, once for each request id.',
    details:
      'A withdrawal must leave the margin covered, unless `skip_margin_check` is sent. A result ' +
      '`unknown` is cleared up by the same request id.',
    rights: ['accounts.balance'],
    params: LoginPath,
    body: BalanceBody,
    reply: PaymentResult,
    errors: {
      ...usual(PAYMENT_CODES),
      not_found: NO_ACCOUNT,
      conflict: 'the request id was used for another payment',
    },
    example: {
      path: { login: 1001 },
      body: {
        request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a03',
        action: 'balance',
        amount: '250.00',
        comment: 'Deposit',
      },
    },
    handle: async ({ caller, path, body, requestId }, context) => {
      const { login } = path;
      const reached = await context.desk('accounts.reach', { caller, login, writes: true });
      if (!reached.ok) return reached;
      const payment = unconfirmed(body);
      const answer = await context.call(caller, login, 'balance', payment, requestId);
      return reshaped(answer, requestId, (envelope) =>
        paymentRow({ ...payment, login, side: '' }, envelope),
      );
    },
  }),
];
