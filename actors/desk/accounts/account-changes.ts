// Changes of accounts by staff: sign-in, terminals, limits, profile.

import { isDeepStrictEqual } from 'node:util';
import type { AccountRecord } from '../../../wire/accounts/account.js';
import { isDemoGroup } from '../../../wire/accounts/group-kinds.js';
import { type AccountProfile, profileOf } from '../../../wire/accounts/profile.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { AccountPatch } from '../../../wire/rest/accounts/accounts.js';
import { isArchived } from '../../../wire/settings/switches.js';
import { reachedAccount } from '../access/account-scope.js';
import { powersOf, rightFault } from '../access/authority.js';
import { STALE } from '../settings/setting-write.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { whoOf } from '../state/writer.js';
import { loginLock } from '../store/record-locks.js';
import type { Transaction } from '../store/transaction.js';
import { fieldFault, inOrder, refuseHiding } from './accounts.js';

/**
 * Fields of the account that are shown with its staff user: a change makes the staff user's version
 * stale, too.
 */
const SHARED: readonly string[] = ['name', 'email'];

type Changes = Omit<AccountPatch, 'version'>;

/** Fields that decide how an account signs in, which staff see it, and who earns of it. */
const REFUSED_TO_OWNER: readonly string[] = [
  'terminals',
  'api_enabled',
  'password_change_enabled',
  'hidden',
  'agent',
];

/** Is the version that a change was made for not the account's? Absent = any. */
export const isStale = (given: number | undefined, { version }: AccountRecord): boolean =>
  given !== undefined && given !== version;

/** An account in the form for the caller. */
export const shownOf = (
  tx: Transaction,
  account: AccountRecord,
  { login }: Caller,
): AccountProfile => {
  const group = tx.get('group', account.group)?.record;
  if (group === undefined) throw new Error(`account ${account.login} is in no group`);
  const access = tx.get('access', String(account.login))?.record;
  return profileOf(account, group, access, powersOf(tx, login).rights);
};

/** Refuses fields that the caller may not change, among those that are given and differ. */
const faultOf = (
  tx: Transaction,
  caller: Caller,
  login: number,
  given: readonly string[],
  changed: readonly string[],
): Refusal | undefined => {
  const { rights } = powersOf(tx, caller.login);
  const fault =
    rightFault(tx, caller.login, 'accounts.view', 'accounts.edit') ?? fieldFault(given, rights);
  if (fault !== undefined) return fault;
  if (changed.includes('hidden') && !rights.includes('accounts.hidden')) return refuseHiding();
  const own =
    caller.login === login ? changed.find((name) => REFUSED_TO_OWNER.includes(name)) : undefined;
  if (own !== undefined) {
    return refuse('forbidden', `${own}: of your own account is for others to change`);
  }
  // The commission of an account's trades is paid to its agent.
  return changed.includes('agent') && !rights.includes('accounts.balance')
    ? refuse('forbidden', 'agent: needs accounts.balance')
    : undefined;
};

/** Does one of two groups have demo accounts, and the other one real accounts? */
export const isOtherKind = (path: string, other: string): boolean =>
  isDemoGroup(path) !== isDemoGroup(other);

/** The kind of the accounts in a group, in words. */
export const kindText = (path: string): string =>
  isDemoGroup(path) ? 'a demo account' : 'a real account';

/**
 * Refuses an agent that is out of the caller's scope, or archived and going to be deleted, or real
 * while the account is a demo account: commission of demo trades would be real money.
 */
const agentFault = (
  tx: Transaction,
  caller: Caller,
  { login, group }: AccountRecord,
  agent: number,
): Refusal | undefined => {
  if (agent === login) return refuse('invalid_input', 'agent: must be another account');
  const reached = reachedAccount(tx, caller, agent);
  if (!reached.ok) return refuse(reached.code, 'agent: there is no such account in scope');
  if (isArchived(reached.data)) return refuse('conflict', 'agent: is archived');
  if (!isOtherKind(group, reached.data.group)) return undefined;
  const kinds = `${kindText(reached.data.group)}, account ${login} is ${kindText(group)}`;
  return refuse('conflict', `agent: is ${kinds}`);
};

/** Changes the given fields of an account; sessions at terminals that are no longer allowed end. */
const changeAccount = (
  { writer }: DeskContext,
  { caller, login, body }: DeskOps['accounts.change']['input'],
): Promise<DeskAnswer<'accounts.change'>> => {
  const { agent = 0 } = body;
  // Its lock keeps the agent from being archived meanwhile, which is how its deletion begins.
  const locks = [login, ...(agent === 0 ? [] : [agent])].map(loginLock);
  return writer.change(locks, whoOf(caller), (tx, now): Outcome<AccountProfile> => {
    const key = String(login);
    const reached = reachedAccount(tx, caller, login);
    if (!reached.ok) return reached;
    const { version, ...given } = body;
    if (isStale(version, reached.data)) return refuse('conflict', STALE);
    const { terminals } = given;
    const fields = terminals === undefined ? given : { ...given, terminals: inOrder(terminals) };
    const shown = shownOf(tx, reached.data, caller);
    const changes = Object.entries(fields).filter(
      ([name, value]) => !isDeepStrictEqual(value, shown[name as keyof Changes]),
    );
    const changed = changes.map(([name]) => name);
    const fault =
      faultOf(tx, caller, login, Object.keys(fields), changed) ??
      (changed.includes('agent') && agent !== 0
        ? agentFault(tx, caller, reached.data, agent)
        : undefined);
    if (fault !== undefined) return fault;
    if (changes.length === 0) return ok(shown);
    const updated_at = new Date(now).toISOString();
    const record: Partial<AccountRecord> = { ...Object.fromEntries(changes), updated_at };
    const patched = tx.patch('account', key, record);
    if (!patched.ok) return patched;
    const isShared = changed.some((name) => SHARED.includes(name));
    if (isShared && tx.get('staff', key) !== undefined) {
      tx.quietly((inner) => ok(inner.amend('staff', key, {})));
    }
    return ok(shownOf(tx, patched.data, caller));
  });
};

/** The desk's operations that change accounts. */
export const accountChangeOps = (context: DeskContext) =>
  ({
    'accounts.change': (input) => changeAccount(context, input),
  }) satisfies Partial<Handlers>;
