// Administrators: staff logins that hold every right, made by the operator of the server.

import { Type } from '@sinclair/typebox';
import { classSwitch } from '../../wire/access.js';
import { done, type Outcome, refuse } from '../../wire/codes.js';
import type { DeskAnswer, DeskOps } from '../../wire/desk.js';
import { RIGHTS, STAFF_TERMINALS, TERMINALS, terminalsOf } from '../../wire/identity.js';
import { isStaffGroup } from '../../wire/mask.js';
import { isStrongPassword } from '../../wire/password.js';
import { compile, Id, Strict } from '../../wire/schema.js';
import { API_SERVER } from '../../wire/servers.js';
import { newAccount, SEQUENCE_LOCK, takeLogin } from './accounts.js';
import { dropCodes } from './codes.js';
import type { Draft } from './draft.js';
import type { Parts } from './parts.js';
import { generatePassword } from './passwords.js';
import { loginLock, SERVER, SETTINGS_LOCK } from './writer.js';

/** What the operator's tool may say: it comes from outside, as whatever is sent to the door. */
const faultOf = compile(
  Strict({
    login: Type.Optional(Id()),
    password: Type.Optional(Type.String()),
  }),
);

/** The group of administrators; it is made when it is missing. */
export const ADMINISTRATORS = 'managers\\administrators';

/** Makes the group unless it is there. */
const ensureGroup = (draft: Draft): void => {
  if (draft.get('group', ADMINISTRATORS) === undefined) {
    draft.create('group', { path: ADMINISTRATORS, currency: 'USD', symbols: [] });
  }
};

/** Gives the login every right over every group, active and from any address. */
export const empower = (draft: Draft, login: number): Outcome<unknown> => {
  const powers = { active: true, group_scope: ['*'], ip_allow: [], rights: RIGHTS };
  return draft.get('staff', String(login)) === undefined
    ? draft.create('staff', { login, ...powers })
    : draft.patch('staff', String(login), powers);
};

/** Opens the administrator's account, or lets an existing one in again with the new password. */
const openAccount = (draft: Draft, login: number, hash: string, now: number): Outcome<unknown> => {
  const key = String(login);
  const account = draft.get('account', key)?.record;
  const group = draft.get('group', ADMINISTRATORS)?.record;
  if (group === undefined) throw new Error('the group of administrators was not made');
  if (account === undefined) {
    const credentials = { master_hash: hash, investor_hash: '', phone_hash: '' };
    const given = { name: 'Administrator' };
    return draft.create('account', newAccount(login, group, given, credentials, now));
  }
  if (!isStaffGroup(account.group)) {
    return refuse('invalid_input', `login: ${login} is not in a staff group`);
  }
  const updated_at = new Date(now).toISOString();
  const open = { master_hash: hash, enabled: true, terminals: TERMINALS };
  return draft.patch('account', key, { ...open, updated_at });
};

/** Opens what of the group, and of the platform, keeps an administrator out; the rest stays. */
const openDoors = (draft: Draft, login: number): void => {
  const path = draft.get('account', String(login))?.record.group ?? '';
  const group = draft.get('group', path)?.record;
  if (group === undefined) throw new Error(`account ${login} is in no group`);
  const open = terminalsOf(group);
  const isOpen = group.connection_enabled && STAFF_TERMINALS.every((one) => open.includes(one));
  if (!isOpen) {
    const terminals = TERMINALS.filter(
      (one) => open.includes(one) || STAFF_TERMINALS.some((staff) => staff === one),
    );
    draft.amend('group', path, { connection_enabled: true, terminals });
  }
  const access = draft.get('logical_server', API_SERVER)?.record.access;
  const admits = classSwitch(path, 'admin');
  if (access !== undefined && !access[admits]) {
    draft.amend('logical_server', API_SERVER, { access: { ...access, [admits]: true } });
  }
};

/**
 * Makes an administrator, or gives one a new password and every right, and takes away what may keep
 * him out: one-time codes, and what his group and the platform shut; sessions of the login end.
 * Answers the login and its password, which is kept nowhere.
 */
export const createAdministrator = async (
  { deps, sessions, writer }: Parts,
  input: DeskOps['staff.administrator']['input'],
): Promise<DeskAnswer<'staff.administrator'>> => {
  const fault = faultOf(input);
  if (fault !== undefined) return refuse('invalid_input', fault);
  const password = input.password ?? generatePassword(deps.random);
  if (!isStrongPassword(password)) return refuse('auth.password_weak');
  const hashed = await deps.hasher.hash([password]);
  if (!hashed.ok) return hashed;
  const [hash = ''] = hashed.data;
  const locks = [SETTINGS_LOCK, SEQUENCE_LOCK, loginLock(input.login ?? 0)];
  return writer.change(
    locks,
    SERVER,
    (draft, now) => {
      ensureGroup(draft);
      const login = input.login ?? takeLogin(draft, 'staff');
      const opened = openAccount(draft, login, hash, now);
      if (!opened.ok) return opened;
      const empowered = empower(draft, login);
      if (!empowered.ok) return empowered;
      openDoors(draft, login);
      dropCodes(draft, login);
      for (const id of sessions.of(login)) draft.remove('session', id);
      return done({ login, password });
    },
    'kick',
  );
};
