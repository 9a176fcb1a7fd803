// The life cycle of accounts: enabled, disabled, archived and restored by staff, and moved between
// groups.

import type { AccountRecord } from '../../../wire/accounts/account.js';
import { isDemoGroup, isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import type { AccountProfile } from '../../../wire/accounts/profile.js';
import { STAFF_STEPS, stateOf, stepFields } from '../../../wire/accounts/states.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { type GroupRecord, offerOf } from '../../../wire/settings/groups.js';
import { isArchived } from '../../../wire/settings/switches.js';
import { reachedAccount } from '../access/account-scope.js';
import { rightFault } from '../access/authority.js';
import { STALE } from '../settings/setting-write.js';
import type { HeldAccount } from '../state/deps.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { busyFault, CATCH_UP_MS, holdingsOf, isBusy, whileHeld } from '../state/held-account.js';
import { whoOf } from '../state/writer.js';
import { changed } from '../store/changed-fields.js';
import { loginLock, SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { isOtherKind, isStale, kindText, shownOf } from './account-changes.js';
import { enterable, nextLogin } from './accounts.js';

/** A change of an account, and what the journal says about it. */
interface AccountEdit {
  readonly fields: Partial<AccountRecord>;
  readonly past: string;
}

type DecideEdit = (
  tx: Transaction,
  account: AccountRecord,
  now: number,
) => Outcome<AccountEdit | null>;

/** An account that the caller may change, but not their own. */
const changeable = (
  reader: RecordReader,
  caller: Caller,
  login: number,
): Outcome<AccountRecord> => {
  const lacking = rightFault(reader, caller.login, 'accounts.view', 'accounts.edit');
  if (lacking !== undefined) return lacking;
  const reached = reachedAccount(reader, caller, login);
  if (!reached.ok || caller.login !== login) return reached;
  return refuse('forbidden', 'Your own account is for others to change.');
};

/** Refuses a group in which the account's money or trades would mean something else. */
const unlike = (
  before: GroupRecord,
  group: GroupRecord,
  held: HeldAccount,
): Refusal | undefined => {
  if (held.isUsed && before.currency !== group.currency) {
    const history = `a history in ${before.currency}`;
    return refuse('conflict', `group: has ${group.currency}, the account ${history}`);
  }
  if (!isBusy(held) || before.margin_mode === group.margin_mode) return undefined;
  const had = `${holdingsOf(held)} in ${before.margin_mode} mode`;
  return refuse('conflict', `group: is ${group.margin_mode}, the account has ${had}`);
};

/** Refuses to make money of a demo account real. */
const realFault = (
  { path: before }: GroupRecord,
  { path }: GroupRecord,
  { isUsed }: HeldAccount,
): Refusal | undefined =>
  isUsed && isDemoGroup(before) && !isDemoGroup(path)
    ? refuse('conflict', 'group: the account was used as a demo account; open a real account')
    : undefined;

/** Refuses that an account becomes real while its agent is a demo account, and the reverse. */
const agentKindFault = (
  reader: RecordReader,
  { agent: login }: AccountRecord,
  path: string,
): Refusal | undefined => {
  const agent = login === 0 ? undefined : reader.get('account', String(login))?.record;
  if (agent === undefined || !isOtherKind(agent.group, path)) return undefined;
  return refuse(
    'conflict',
    `group: its agent ${login} is ${kindText(agent.group)}; change it first`,
  );
};

/** Refuses a group that does not offer a symbol that the account holds. */
const unoffered = (
  reader: RecordReader,
  group: GroupRecord,
  { symbols }: HeldAccount,
): Refusal | undefined => {
  for (const { record } of symbols.length > 0 ? reader.all('symbol') : []) {
    if (!symbols.includes(record.name) || offerOf(group, record) !== undefined) continue;
    return refuse(
      'conflict',
      `group: the group does not offer ${record.name}, which the account holds`,
    );
  }
  return undefined;
};

/** Changes the state, the group and the leverage of accounts. */
class AccountLifeCycle {
  constructor(private readonly context: DeskContext) {}

  /** Takes a step. One that leads to the present state changes nothing. */
  step(input: DeskOps['accounts.step']['input']): Promise<DeskAnswer<'accounts.step'>> {
    const { caller, login, step } = input;
    const { to, isIdle, past } = STAFF_STEPS[step];
    const edit = (busy: Refusal | undefined) =>
      this.#edit(caller, login, (_, account, now) => {
        if (stateOf(account) === to) return ok(null);
        const at = new Date(now).toISOString();
        const fields = stepFields(account, step, at, caller.login);
        if (!fields.ok) return fields;
        return busy ?? ok({ fields: fields.data, past });
      });
    if (!isIdle) return edit(undefined);
    const early = changeable(this.context.records, caller, login);
    if (!early.ok) return Promise.resolve(early);
    return whileHeld(this.context.deps, login, '', (held) => edit(busyFault(held)));
  }

  /** Moves an account to another group; its positions and orders stay where the group allows. */
  async move(input: DeskOps['accounts.move']['input']): Promise<DeskAnswer<'accounts.move'>> {
    const { caller, login, group: path, version } = input;
    const { deps, records } = this.context;
    const check = (reader: RecordReader, account: AccountRecord): Outcome<GroupRecord> => {
      if (isStale(version, account)) return refuse('conflict', STALE);
      if (isArchived(account)) return refuse('conflict', 'The account is archived.');
      if (isStaffGroup(path) || isStaffGroup(account.group)) {
        return refuse('invalid_input', 'group: staff are moved by PATCH /admin/v1/staff/{login}');
      }
      return enterable(reader, caller, path);
    };
    const early = changeable(records, caller, login);
    if (!early.ok) return early;
    const allowed = check(records, early.data);
    if (!allowed.ok) return allowed;
    return whileHeld(deps, login, 'group: ', async (held) => {
      const isKnown =
        isOtherKind(early.data.group, path) && (await deps.caughtUp(undefined, CATCH_UP_MS));
      return this.#edit(caller, login, (tx, account) => {
        const group = check(tx, account);
        if (!group.ok) return group;
        if (account.group === path) return ok(null);
        const before = tx.get('group', account.group)?.record;
        if (before === undefined) throw new Error(`account ${login} is in no group`);
        const fault =
          realFault(before, group.data, held) ??
          agentKindFault(tx, account, path) ??
          (isOtherKind(before.path, path) ? this.#accountsFault(account, isKnown) : undefined) ??
          unlike(before, group.data, held) ??
          unoffered(tx, group.data, held);
        return (
          fault ?? ok({ fields: { group: path }, past: `moved from ${before.path} to ${path}` })
        );
      });
    });
  }

  /** Refuses that an agent becomes real while its accounts are demo accounts, and the reverse. */
  #accountsFault({ login, group }: AccountRecord, isKnown: boolean): Refusal | undefined {
    if (!isKnown) {
      return refuse(
        'conflict',
        'group: the server cannot determine now whether the account is an agent; try again',
      );
    }
    return this.context.deps.stored.agent(login)
      ? refuse('conflict', `group: the account is an agent and must stay ${kindText(group)}`)
      : undefined;
  }

  /** Sets an account's own leverage; 0 = it follows its group. */
  leverage(input: DeskOps['accounts.leverage']['input']): Promise<DeskAnswer<'accounts.leverage'>> {
    const { caller, login, leverage, version } = input;
    return this.#edit(caller, login, (_, account) => {
      if (isStale(version, account)) return refuse('conflict', STALE);
      if (account.leverage_own === leverage) return ok(null);
      const past = leverage === 0 ? 'follows the leverage of its group' : `leverage ${leverage}`;
      return ok({ fields: { leverage_own: leverage }, past });
    });
  }

  /** The login that an account opened now in a group would get. */
  next({ caller, group }: DeskOps['accounts.next_login']['input']): Outcome<{ login: number }> {
    const { records } = this.context;
    const entered = enterable(records, caller, group);
    return entered.ok ? ok({ login: nextLogin(records, group) }) : entered;
  }

  /** Changes an account in one journaled step; null = nothing. */
  #edit(caller: Caller, login: number, decide: DecideEdit): Promise<Outcome<AccountProfile>> {
    // The lock keeps groups and symbols unchanged meanwhile.
    const locks = [SETTINGS_LOCK, loginLock(login)];
    return this.context.writer.change(locks, whoOf(caller), (tx, now): Outcome<AccountProfile> => {
      const account = changeable(tx, caller, login);
      if (!account.ok) return account;
      const edit = decide(tx, account.data, now);
      if (!edit.ok) return edit;
      if (edit.data === null) return ok(shownOf(tx, account.data, caller));
      const { fields, past } = edit.data;
      const policy_revision = account.data.policy_revision + 1;
      const updated_at = new Date(now).toISOString();
      const record = { ...fields, policy_revision, updated_at };
      const patched = tx.quietly((inner) => inner.patch('account', String(login), record));
      if (!patched.ok) return patched;
      const { fields: values } = changed(account.data, { ...account.data, ...fields });
      tx.note('account', login, `account ${login} ${past}`, values);
      return ok(shownOf(tx, patched.data, caller));
    });
  }
}

/** The desk's operations on the life cycle of accounts. */
export const lifeCycleOps = (context: DeskContext) => {
  const cycle = new AccountLifeCycle(context);
  return {
    'accounts.step': (input) => cycle.step(input),
    'accounts.move': (input) => cycle.move(input),
    'accounts.leverage': (input) => cycle.leverage(input),
    'accounts.next_login': (input) => cycle.next(input),
  } satisfies Partial<Handlers>;
};
