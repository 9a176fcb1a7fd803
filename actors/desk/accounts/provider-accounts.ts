// Accounts that a provider keeps, opened here: each once, with passwords that nobody knows.

import { ok, refuse } from '../../../wire/base/codes.js';
import { serverId } from '../../../wire/base/uuid.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { Payment } from '../../../wire/desk/payment-operations.js';
import { IMPORT_ROWS_MAX } from '../../../wire/rest/accounts/accounts.js';
import type { ReportedAccount } from '../../../wire/rest/settings/provider-accounts.js';
import { UNRELEASED } from '../../folder/release.js';
import { generatePassword } from '../identity/passwords.js';
import { editorOf } from '../settings/setting-write.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import type { DeskAccounts } from './accounts.js';

/** Namespace of the request ids of payments: each account's balance is paid in once. */
const BALANCE_NAMESPACE = '9d3c1e54-7a60-4f2b-8e1d-c05b6f4a7721';

/** The accounts that the provider of a gateway keeps. */
const listAccounts = async (
  { deps, records }: DeskContext,
  { caller, id }: DeskOps['gateways.accounts']['input'],
): Promise<DeskAnswer<'gateways.accounts'>> => {
  const editor = editorOf(records, { kind: 'gateway', caller });
  if (!editor.ok) return editor;
  if (records.get('gateway', String(id)) === undefined) return refuse('not_found');
  if (deps.unreleased()) return refuse('conflict', UNRELEASED);
  const list = await deps.providerAccounts(id);
  if (!list.ok) return list;
  const { length } = list.data;
  return length > IMPORT_ROWS_MAX
    ? refuse('conflict', `The provider has ${length} accounts, ${IMPORT_ROWS_MAX} at most.`)
    : list;
};

/** The payment of an account's balance at its provider; null = there is nothing to pay. */
const owedTo = (
  { records }: DeskContext,
  id: number,
  { account, balance, currency }: ReportedAccount,
  login: number,
): Payment | null => {
  const pays = records.get('gateway', String(id))?.record.allow_import_balances ?? false;
  // A balance without a currency might be of any.
  if (!pays || currency === '' || balance === null || !(Number(balance) > 0)) return null;
  return {
    ...{ login, request_id: serverId(BALANCE_NAMESPACE, `${id} ${account}`) },
    ...{ action: 'balance', amount: balance, comment: `balance at provider ${id}`, side: '' },
  };
};

/** Opens an account for one of a provider. Staff give it passwords when somebody is to use it. */
const opened = async (
  context: DeskContext,
  accounts: DeskAccounts,
  { caller, id, reported, group, dry_run }: DeskOps['gateways.open_account']['input'],
): Promise<DeskAnswer<'gateways.open_account'>> => {
  const { deps, records } = context;
  const { account, currency } = reported;
  const own = records.get('group', group)?.record.currency ?? currency;
  if (currency !== '' && currency !== own) {
    return refuse('invalid_input', `group: its currency is ${own}, the account's ${currency}`);
  }
  const [master_password = '', investor_password = ''] = [0, 1].map(() =>
    generatePassword(deps.random),
  );
  const body = { group, name: account, master_password, investor_password };
  const key = `gateway ${id} ${account}`;
  const input = { caller, body, once: { key, digest: key, isShared: true } as const };
  const found = dry_run ? accounts.openable(input) : await accounts.create(input);
  if (!found.ok) return found;
  const { login } = found.data;
  return ok({ login, owed: dry_run ? null : owedTo(context, id, reported, login) });
};

/** The operations on accounts of providers. */
export const providerAccountOps = (context: DeskContext, accounts: DeskAccounts) =>
  ({
    'gateways.accounts': (input) => listAccounts(context, input),
    'gateways.open_account': (input) => opened(context, accounts, input),
  }) satisfies Partial<Handlers>;
