// Accounts: opening and reading by the desk; money, orders and positions belong to the shards.

import {
  ACCOUNT_TEXTS,
  type AccountRecord,
  type AccountText,
  accountLeverage,
} from '../../../wire/accounts/account.js';
import { isDemoGroup, isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { TERMINALS, type TerminalKind } from '../../../wire/accounts/identity.js';
import { FIELD_RIGHTS, profileOf } from '../../../wire/accounts/profile.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { inScope } from '../../../wire/base/mask.js';
import type { Caller, OnceKey } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { AccountCreate } from '../../../wire/rest/accounts/accounts.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import { loginShare } from '../../shared/fair-queue.js';
import { reachedAccount } from '../access/account-scope.js';
import { powersOf, rightFault } from '../access/authority.js';
import { alike, generatePassword, weakness } from '../identity/passwords.js';
import type { MailQueue } from '../mail/mail-queue.js';
import { accountValues, addEmail, NO_SERVER } from '../mail/templated.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { whoOf } from '../state/writer.js';
import { QUEUE_LOCK, SEQUENCE_LOCK, SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import { type Transaction, versionsOf } from '../store/transaction.js';
import { moreAccountsFault } from '../types/rules/licence.js';
import { refusesDemo } from '../types/servers.js';

/** The first login for each kind of account. */
const FIRST_LOGIN = { trader: 1001, staff: 1 } as const;

const PASSWORDS = ['master_password', 'investor_password', 'phone_password'] as const;

/** Refuses changes of fields that the caller's rights do not show. */
export const fieldFault = (
  given: readonly string[],
  rights: readonly Right[],
): Refusal | undefined => {
  for (const name of given) {
    const right = FIELD_RIGHTS[name as AccountText];
    if (right && !rights.includes(right)) return refuse('forbidden', `${name}: needs ${right}`);
  }
  return undefined;
};

/** The passwords that the server makes for an account. */
type MadePasswords = Readonly<Record<(typeof MADE)[number], string>>;

/** Hashes of an account's passwords; empty = not set. */
interface Credentials {
  readonly master_hash: string;
  readonly investor_hash: string;
  readonly phone_hash: string;
}

/** Kinds of terminals in their stored form: without duplicates, in a fixed order. */
export const inOrder = (given: readonly TerminalKind[]): TerminalKind[] =>
  TERMINALS.filter((kind) => given.includes(kind));

const textsOf = (given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(ACCOUNT_TEXTS.map((name) => [name, given[name] ?? ''])) as Record<
    AccountText,
    string
  >;

/** A new account's record at its first version. */
export const newAccount = (
  login: number,
  group: GroupRecord,
  given: Partial<AccountCreate>,
  credentials: Credentials,
  now: number,
): AccountRecord => ({
  login,
  version: 1,
  group: group.path,
  client_id: null,
  agent: 0,
  leverage_own: given.leverage ?? 0,
  limit_orders: given.limit_orders ?? 0,
  limit_positions: given.limit_positions ?? 0,
  enabled: true,
  trading_enabled: given.trading_enabled ?? true,
  api_enabled: false,
  must_change_password: group.password_change_first_login,
  password_change_enabled: given.password_change_enabled ?? true,
  terminals: inOrder(given.terminals ?? TERMINALS),
  policy_revision: 1,
  ...credentials,
  api_hash: '',
  created_at: new Date(now).toISOString(),
  updated_at: new Date(now).toISOString(),
  archived_at: null,
  hidden: given.hidden ?? false,
  ...textsOf(given),
});

type LoginKind = keyof typeof FIRST_LOGIN;

const sequenceOf = (kind: LoginKind): string => `login.${kind}`;

const kindIn = (group: string): LoginKind => (isStaffGroup(group) ? 'staff' : 'trader');

/** Has there ever been an account of this login? The login of a deleted one stays used. */
export const isLoginUsed = (reader: RecordReader, login: number): boolean =>
  reader.get('account', String(login)) !== undefined ||
  reader.get('sequence', versionsOf('account', String(login))) !== undefined;

const freeLogin = (reader: RecordReader, kind: LoginKind): number => {
  let login = reader.get('sequence', sequenceOf(kind))?.record.next ?? FIRST_LOGIN[kind];
  while (isLoginUsed(reader, login)) login += 1;
  return login;
};

/** The login that the next account of a group gets. */
export const nextLogin = (reader: RecordReader, group: string): number =>
  freeLogin(reader, kindIn(group));

/**
 * Takes the next free login of a kind; the sequence in the transaction then names the following
 * one.
 */
export const takeLogin = (tx: Transaction, kind: LoginKind): number => {
  const login = freeLogin(tx, kind);
  tx.put('sequence', { name: sequenceOf(kind), next: login + 1 });
  return login;
};

/** The passwords that the server makes where it e-mails them. */
const MADE = ['master_password', 'investor_password'] as const;

/** Refuses passwords that are missing, or that cannot be made and e-mailed. */
const sendFault = (body: AccountCreate, { hasServer }: MailQueue): Refusal | undefined => {
  if (body.send_passwords !== true) {
    const missing = MADE.find((field) => body[field] === undefined);
    return missing && refuse('invalid_input', `${missing}: required without send_passwords`);
  }
  const given = MADE.find((field) => body[field] !== undefined);
  if (given !== undefined) {
    return refuse('invalid_input', `${given}: with send_passwords the server makes this password`);
  }
  if (!body.email) return refuse('invalid_input', 'email: required with send_passwords');
  return hasServer ? undefined : NO_SERVER;
};

/** Refuses invalid passwords of a new account. */
const passwordFault = (body: AccountCreate, group: GroupRecord): Refusal | undefined => {
  for (const field of PASSWORDS) {
    const password = body[field];
    if (password === undefined || (field === 'phone_password' && password === '')) continue;
    const weak = weakness(field, password, group.password_min_length);
    if (weak !== undefined) return weak;
  }
  const { master_password: master, investor_password: investor } = body;
  return master !== undefined && master === investor
    ? alike('investor_password', 'master')
    : undefined;
};

/** The refusal of a change after which the caller could not see the account. */
export const refuseHiding = (): Refusal => refuse('forbidden', 'hidden: needs accounts.hidden');

/** The group of a path, if the caller may put accounts into it. */
export const enterable = (
  reader: RecordReader,
  caller: Caller,
  path: string,
): Outcome<GroupRecord> => {
  const group = reader.get('group', path)?.record;
  if (group === undefined) return refuse('not_found', `group: no such group ${path}`);
  const lacking = rightFault(reader, caller.login, 'accounts.edit');
  if (lacking !== undefined) return lacking;
  const { rights, group_scope } = powersOf(reader, caller.login);
  if (!inScope(group_scope, path)) return refuse('forbidden', 'group: out of your reach');
  if (isStaffGroup(path) && !rights.includes('config.staff')) {
    return refuse('forbidden', 'group: needs config.staff');
  }
  return isDemoGroup(path) && refusesDemo(reader)
    ? refuse('forbidden', 'group: new demo accounts are not opened')
    : ok(group);
};

const openedKey = ({ login }: Caller, { key, isShared }: OnceKey): string =>
  isShared ? key : `${login}/${key}`;

/** The login that the caller opened by the key; undefined = none. */
const openedBy = (
  reader: RecordReader,
  caller: Caller,
  once: OnceKey | undefined,
): Outcome<number> | undefined => {
  const opened = once && reader.get('opened', openedKey(caller, once))?.record;
  if (opened === undefined) return undefined;
  return opened.digest === once?.digest
    ? ok(opened.login)
    : refuse('conflict', `request_id: used for another account, ${opened.login}`);
};

/** An account to open, and the key by which it is opened once. */
interface KeyedOpening {
  readonly caller: Caller;
  readonly body: AccountCreate;
  readonly once?: OnceKey;
}

/** Opens and reads accounts. */
export class DeskAccounts {
  constructor(
    private readonly context: DeskContext,
    private readonly mail: MailQueue,
  ) {}

  /**
   * Opens an account without money in a group that the caller reaches. Passwords that the server
   * makes are e-mailed to the owner, who must change them, and are shown to nobody else. With a key
   * the caller opens one account by it, however often the operation is repeated.
   */
  async create(input: KeyedOpening): Promise<DeskAnswer<'accounts.create'>> {
    const { caller, body, once } = input;
    const early = openedBy(this.context.records, caller, once);
    if (early !== undefined) return early.ok ? this.read({ caller, login: early.data }) : early;
    const allowed = this.#openable(this.context.records, caller, body);
    if (!allowed.ok) return allowed;
    const made = body.send_passwords === true ? this.#made() : undefined;
    const credentials = await this.#hashed(caller, { ...body, ...made });
    if (!credentials.ok) return credentials;
    // The lock keeps the group unchanged until the account is in it.
    const locks = [SEQUENCE_LOCK, SETTINGS_LOCK, ...(made === undefined ? [] : [QUEUE_LOCK])];
    return this.context.writer.change(locks, whoOf(caller), (tx, now) => {
      const meanwhile = openedBy(tx, caller, once);
      if (meanwhile !== undefined) {
        return meanwhile.ok ? this.read({ caller, login: meanwhile.data }) : meanwhile;
      }
      // The caller's rights and the group's password rules may have changed since the first check.
      const still = this.#openable(tx, caller, body);
      if (!still.ok) return still;
      const group = still.data;
      const login = body.login || takeLogin(tx, kindIn(group.path));
      const record = newAccount(login, group, body, credentials.data, now);
      const must_change_password = made !== undefined || record.must_change_password;
      const created = tx.create('account', { ...record, must_change_password });
      if (!created.ok) return created;
      if (once !== undefined)
        tx.put('opened', { key: openedKey(caller, once), digest: once.digest, login });
      const sent = made && this.#sendPasswords(tx, created.data, group, made);
      if (sent?.ok === false) return sent;
      return ok(profileOf(created.data, group, undefined, powersOf(tx, caller.login).rights));
    });
  }

  #made(): MadePasswords {
    const { random } = this.context.deps;
    const [master_password, investor_password] = [
      generatePassword(random),
      generatePassword(random),
    ];
    return { master_password, investor_password };
  }

  /** Adds the e-mail with the passwords to the decision that opens the account. */
  #sendPasswords(
    tx: Transaction,
    account: AccountRecord,
    group: GroupRecord,
    { master_password: password, investor_password }: MadePasswords,
  ): Outcome<boolean> {
    const { login, name, email: to, language } = account;
    const leverage = accountLeverage(account, group);
    const values = {
      ...accountValues(tx, { login, group, leverage, name }),
      ...{ password, investor_password, application: '' },
    };
    const letter = { name: 'approved', to, language, values } as const;
    const added = addEmail(tx, this.mail, letter, tx.now);
    return added.ok && !added.data ? NO_SERVER : added;
  }

  /**
   * Checks an account as `create` does. Returns the login of the account that was opened by the
   * same key; 0 = there is none.
   */
  openable(input: KeyedOpening): Outcome<{ readonly login: number }> {
    const { caller, body, once } = input;
    const { records } = this.context;
    const opened = openedBy(records, caller, once);
    if (opened !== undefined) return opened.ok ? ok({ login: opened.data }) : opened;
    const allowed = this.#openable(records, caller, body);
    return allowed.ok ? ok({ login: 0 }) : allowed;
  }

  /** An account with its profile. Traders see all of their own. */
  read(input: DeskOps['accounts.read']['input']): DeskAnswer<'accounts.read'> {
    const { caller, login } = input;
    const account = reachedAccount(this.context.records, caller, login);
    if (!account.ok) return account;
    const group = this.context.records.get('group', account.data.group)?.record;
    if (group === undefined) throw new Error(`account ${login} is in no group`);
    const access = this.context.records.get('access', String(login))?.record;
    const own = caller.audience === 'trader';
    const rights = own ? 'all' : powersOf(this.context.records, caller.login).rights;
    return ok(profileOf(account.data, group, access, rights));
  }

  /** Checks that the caller reaches the account and may write. */
  reach(input: DeskOps['accounts.reach']['input']): DeskAnswer<'accounts.reach'> {
    const { caller, login, writes = false } = input;
    const account = reachedAccount(this.context.records, caller, login);
    if (!account.ok) return account;
    const tooOften = writes ? this.context.writer.spend(whoOf(caller)) : undefined;
    return tooOften ?? ok({ group: account.data.group });
  }

  /** The group of a new account, if the caller may open such an account. */
  #openable(reader: RecordReader, caller: Caller, body: AccountCreate): Outcome<GroupRecord> {
    const group = enterable(reader, caller, body.group);
    if (!group.ok) return group;
    const { rights } = powersOf(reader, caller.login);
    if (body.hidden && !rights.includes('accounts.hidden')) return refuseHiding();
    const fault =
      (isStaffGroup(group.data.path) ? undefined : moreAccountsFault(reader)) ??
      sendFault(body, this.mail) ??
      passwordFault(body, group.data);
    if (fault !== undefined) return fault;
    return body.login && isLoginUsed(reader, body.login)
      ? refuse('conflict', `login: taken by an account, ${body.login}`)
      : group;
  }

  async #hashed(caller: Caller, body: AccountCreate): Promise<Outcome<Credentials>> {
    const given = PASSWORDS.map((field) => body[field] ?? '');
    const hashes = await this.context.deps.hasher.hash(
      given.filter((password) => password !== ''),
      loginShare(caller),
    );
    if (!hashes.ok) return hashes;
    const [master_hash = '', investor_hash = '', phone_hash = ''] = hashes.data;
    return ok({ master_hash, investor_hash, phone_hash });
  }
}

/** The operations that open and read accounts, by name. */
export const accountOps = (accounts: DeskAccounts) =>
  ({
    'accounts.create': (input) => accounts.create(input),
    'accounts.read': (input) => accounts.read(input),
    'accounts.reach': (input) => accounts.reach(input),
  }) satisfies Partial<Handlers>;
