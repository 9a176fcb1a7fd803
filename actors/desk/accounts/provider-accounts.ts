// Accounts that a provider keeps, opened here: each once, with passwords that nobody knows.

import { done, refuse } from '../../../wire/base/codes.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { UNRELEASED } from '../../folder/release.js';
import { generatePassword } from '../identity/passwords.js';
import { editorOf } from '../settings/setting-write.js';
import type { DeskContext } from '../state/desk-context.js';
import type { DeskAccounts } from './accounts.js';

/** The accounts that the provider of a gateway keeps. */
const told = async (
  { deps, records }: DeskContext,
  { caller, id }: DeskOps['gateways.accounts']['input'],
): Promise<DeskAnswer<'gateways.accounts'>> => {
  const editor = editorOf(records, { kind: 'gateway', caller });
  if (!editor.ok) return editor;
  const held = records.get('gateway', String(id));
  if (held === undefined) return refuse('not_found');
  if (deps.unreleased()) return refuse('conflict', UNRELEASED);
  const list = await deps.providerAccounts(id);
  if (!list.ok) return list;
  return done({ accounts: list.data, pays: held.record.allow_import_balances });
};

/** Opens an account for one of a provider. Staff give it passwords when somebody is to use it. */
const opened = async (
  { deps, records }: DeskContext,
  accounts: DeskAccounts,
  { caller, id, told, group, dry_run }: DeskOps['gateways.open_account']['input'],
): Promise<DeskAnswer<'gateways.open_account'>> => {
  const { account, currency } = told;
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
  if (dry_run) return accounts.openable(input);
  const created = await accounts.create(input);
  return created.ok ? done({ login: created.data.login }) : created;
};

/** The operations on accounts of providers. */
export const providerAccountOps = (context: DeskContext, accounts: DeskAccounts) => ({
  'gateways.accounts': (input: DeskOps['gateways.accounts']['input']) => told(context, input),
  'gateways.open_account': (input: DeskOps['gateways.open_account']['input']) =>
    opened(context, accounts, input),
});
