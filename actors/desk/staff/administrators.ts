// Administrators: staff logins with every right, made by the operator of the server.

import { Type } from '@sinclair/typebox';
import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { STAFF_TERMINALS, TERMINALS } from '../../../wire/accounts/identity.js';
import { RIGHTS, type Right } from '../../../wire/accounts/rights.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { compile, Strict } from '../../../wire/base/schema.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { API_SERVER, classSwitch, EVERYONE } from '../../../wire/settings/servers.js';
import { LOGIN_MAX } from '../../../wire/trading/daily.js';
import { SERVER_SHARE } from '../../shared/fair-queue.js';
import { newAccount, takeLogin } from '../accounts/accounts.js';
import { dropCodes } from '../identity/codes.js';
import { setPassword, storePassword } from '../identity/new-password.js';
import { generatePassword } from '../identity/passwords.js';
import type { DeskContext } from '../state/desk-context.js';
import { SERVER } from '../state/writer.js';
import { ATTEMPTS_LOCK, SEQUENCE_LOCK, SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';

/** Validates the operator's input, which comes from outside like a request's body. */
const faultOf = compile(
  Strict({
    login: Type.Optional(Type.Integer({ minimum: 1, maximum: LOGIN_MAX })),
    password: Type.Optional(Type.String()),
  }),
);

/** The group of administrators; created if missing. */
export const ADMINISTRATORS = 'managers\\administrators';

/** Creates the group if it is missing. */
const ensureGroup = (tx: Transaction): void => {
  if (tx.get('group', ADMINISTRATORS) === undefined) {
    tx.create('group', { path: ADMINISTRATORS, currency: 'USD', symbols: [] });
  }
};

/**
 * Gives the login every right, or those given, over every group and all history, active and from
 * any address.
 */
export const empower = (
  tx: Transaction,
  login: number,
  rights: readonly Right[] = RIGHTS,
): Outcome<unknown> => {
  const powers = {
    active: true,
    group_scope: ['*'],
    ip_allow: [],
    rights,
    logs_months: 0,
    reports_months: 0,
  };
  return tx.get('staff', String(login)) === undefined
    ? tx.create('staff', { login, ...powers })
    : tx.patch('staff', String(login), powers);
};

/** Refuses a login that cannot be an administrator's. */
const loginFault = (reader: RecordReader, login: number | undefined): Refusal | undefined => {
  const account = reader.get('account', String(login))?.record;
  return account === undefined || isStaffGroup(account.group)
    ? undefined
    : refuse('invalid_input', `login: ${login} is not in a staff group`);
};

/**
 * Opens the administrator's account, or restores access to an existing one with the new password.
 */
const openAccount = (
  context: DeskContext,
  tx: Transaction,
  login: number,
  hash: string,
): Outcome<unknown> => {
  const account = tx.get('account', String(login))?.record;
  const group = tx.get('group', ADMINISTRATORS)?.record;
  if (group === undefined) throw new Error('the group of administrators was not made');
  if (account === undefined) {
    const credentials = { master_hash: hash, investor_hash: '', phone_hash: '' };
    const given = { name: 'Administrator' };
    return tx.create('account', newAccount(login, group, given, credentials, tx.now));
  }
  const open = { enabled: true, terminals: TERMINALS };
  const opened = tx.patch('account', String(login), open);
  if (!opened.ok) return opened;
  tx.note('account', login, 'master password set');
  return storePassword(context, tx, { login, kind: 'master', hash }, {});
};

/**
 * Lifts the restrictions of the group and the platform that keep an administrator out; others stay.
 */
const openDoors = (tx: Transaction, login: number): void => {
  const path = tx.get('account', String(login))?.record.group ?? '';
  const group = tx.get('group', path)?.record;
  if (group === undefined) throw new Error(`account ${login} is in no group`);
  const open = group.terminals;
  const isOpen = group.connection_enabled && STAFF_TERMINALS.every((one) => open.includes(one));
  if (!isOpen) {
    const terminals = TERMINALS.filter(
      (one) => open.includes(one) || STAFF_TERMINALS.some((staff) => staff === one),
    );
    tx.amend('group', path, { connection_enabled: true, terminals });
  }
  const access = tx.get('logical_server', API_SERVER)?.record.access;
  if (access === undefined || access === null) return;
  const admits = classSwitch(path, 'admin');
  // With a limit of 1, the first attempt already reaches the limit, so that no sign-in succeeds.
  const limit = access.antiflood_connections;
  const antiflood_connections = limit > 1 ? limit : EVERYONE.antiflood_connections;
  if (access[admits] && antiflood_connections === limit) return;
  const opened = { ...access, [admits]: true, antiflood_connections };
  tx.amend('logical_server', API_SERVER, { access: opened });
};

/**
 * Makes an administrator, or gives an existing account a new password and every right. It removes
 * what may prevent a sign-in: one-time codes, blocks, and restrictions of the group and the
 * platform. Sessions of the login end. Returns the login and the password if it was generated: it
 * is not stored.
 */
export const createAdministrator = async (
  context: DeskContext,
  input: DeskOps['staff.administrator']['input'],
): Promise<DeskAnswer<'staff.administrator'>> => {
  const fault = faultOf(input);
  if (fault !== undefined) return refuse('invalid_input', fault);
  const password = input.password ?? generatePassword(context.deps.random);
  return setPassword(context, {
    ...(input.login !== undefined && { login: input.login }),
    kind: 'master',
    password,
    field: 'password',
    who: SERVER,
    share: SERVER_SHARE,
    locks: [SETTINGS_LOCK, SEQUENCE_LOCK, ATTEMPTS_LOCK],
    fault: (reader) => loginFault(reader, input.login),
    decide: (tx, hash) => {
      ensureGroup(tx);
      const login = input.login ?? takeLogin(tx, 'staff');
      const opened = openAccount(context, tx, login, hash);
      if (!opened.ok) return opened;
      const empowered = empower(tx, login);
      if (!empowered.ok) return empowered;
      openDoors(tx, login);
      context.attempts.release(tx, login);
      dropCodes(tx, login);
      return ok({ login, ...(input.password === undefined && { password }) });
    },
  });
};
