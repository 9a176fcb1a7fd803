// Common actions of staff in tests: open accounts, deposit, quote.

import { randomUUID } from 'node:crypto';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import type { Answer, RestClient } from './rest.js';

/** A trader's account, opened by staff. */
export interface OpenedAccount {
  readonly login: number;
  readonly password: string;
  readonly investorPassword: string;
}

/** The row that a money operation answers. */
export interface PaymentResult {
  readonly request_id: string;
  readonly login: number;
  readonly amount: string;
  readonly code: string;
  readonly deal_id: number;
  readonly status: string;
}

const PASSWORD = 'Trader-1-pass';
const INVESTOR_PASSWORD = 'Watch-1-only';

const must = <T>(answer: Answer<T>, what: string): T => {
  if (!answer.success) throw new Error(`${what}: ${answer.code} ${answer.message}`);
  return answer.data;
};

/** Deposits, or withdraws where negative; the request id makes it happen once. */
export const deposit = (
  staff: RestClient,
  login: number,
  amount: string,
  requestId: string = randomUUID(),
): Promise<Answer<PaymentResult>> =>
  staff.post(`/accounts/${login}/balance`, {
    request_id: requestId,
    action: 'balance',
    amount,
    comment: 'deposit',
  });

/** Makes a group in USD that offers every symbol. */
export const openGroup = async (staff: RestClient, path: string): Promise<void> => {
  const group = { path, currency: 'USD', symbols: [{ mask: '*' }] };
  must(await staff.post('/groups', group), 'group');
};

/** Opens an account in a group; nothing is on it. */
export const openEmpty = async (staff: RestClient, group: string): Promise<OpenedAccount> => {
  const created = await staff.post<{ login: number }>('/accounts', {
    group,
    master_password: PASSWORD,
    investor_password: INVESTOR_PASSWORD,
    name: 'Ada',
  });
  const { login } = must(created, 'account');
  return { login, password: PASSWORD, investorPassword: INVESTOR_PASSWORD };
};

/** Opens an account in a group and pays the deposit in. */
export const openAccount = async (
  staff: RestClient,
  group: string,
  amount: string,
): Promise<OpenedAccount> => {
  const account = await openEmpty(staff, group);
  must(await deposit(staff, account.login, amount), 'deposit');
  return account;
};

/** Makes a staff user with every right, who confirms acts. */
export const openCareful = async (staff: RestClient): Promise<OpenedAccount> => {
  const opened = await openEmpty(staff, 'managers\\administrators');
  const profile = { login: opened.login, rights: RIGHTS, group_scope: ['*'] };
  must(await staff.post('/staff', profile), 'profile');
  return opened;
};

/** Publishes a manual quote; answers what comes of it. */
export const publish = (
  staff: RestClient,
  body: { symbol: string; bid: string; ask: string },
): Promise<Answer<{ symbol: string; bid: string; ask: string; time: string }>> =>
  staff.post('/quotes', body);

/** The same, which must be done. */
export const quote = async (
  staff: RestClient,
  symbol: string,
  bid: string,
  ask: string,
): Promise<void> => {
  must(await publish(staff, { symbol, bid, ask }), `price of ${symbol}`);
};

/** Changes fields of the symbol or group of that path. */
export const changeRow = async (
  staff: RestClient,
  kind: 'symbols' | 'groups',
  path: string,
  fields: object,
): Promise<void> => {
  const { data } = await staff.get<{ id: number; version: number; path: string }[]>(`/${kind}`);
  const found = data.find((row) => row.path === path);
  const body = { version: found?.version, ...fields };
  must(await staff.request('PATCH', `/${kind}/${found?.id}`, body), `${kind} ${path}`);
};
