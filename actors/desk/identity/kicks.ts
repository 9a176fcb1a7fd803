// Kicks: staff end all sessions of a login, or one of them.

import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { isConcealed } from '../access/account-scope.js';
import { powersOf, rightFault, untouchable } from '../access/authority.js';
import type { DeskContext } from '../state/desk-context.js';
import { isLive } from '../state/sessions.js';
import { whoOf } from '../state/writer.js';
import { loginLock } from '../store/record-locks.js';
import type { Transaction } from '../store/transaction.js';

/** The reason with which fronts close the sockets of a kicked session. */
const KICK = 'kick';

const kickFault = (tx: Transaction, caller: Caller, login: number): Refusal | undefined => {
  const lacking = rightFault(tx, caller.login, 'accounts.online', 'accounts.edit');
  if (lacking !== undefined) return lacking;
  const account = tx.get('account', String(login))?.record;
  const powers = powersOf(tx, caller.login);
  if (account === undefined || isConcealed(account, powers)) return refuse('not_found');
  if (isStaffGroup(account.group) && !powers.rights.includes('config.staff')) {
    return refuse('forbidden', 'The login is a staff account.');
  }
  return untouchable(tx, caller.login, login);
};

/** Ends every open session of a login, at all terminals. */
export const kickLogin = (
  { sessions, writer }: DeskContext,
  { caller, login }: DeskOps['online.kick']['input'],
): Promise<DeskAnswer<'online.kick'>> =>
  writer.change(
    [loginLock(login)],
    whoOf(caller),
    (tx, now) => {
      const fault = kickFault(tx, caller, login);
      if (fault !== undefined) return fault;
      const ended = sessions.end(tx, login, (session) => isLive(session, now));
      if (ended === 0) return refuse('not_found', 'The login has no open session.');
      tx.note('auth', login, `kicked: ${ended} sessions ended`);
      return ok(null);
    },
    KICK,
  );

/** Ends one session. */
export const kickSession = async (
  { sessions, writer }: DeskContext,
  { caller, session: id }: DeskOps['online.kick_session']['input'],
): Promise<DeskAnswer<'online.kick_session'>> => {
  const session = sessions.get(id);
  if (session === undefined) return refuse('not_found');
  const { login, terminal } = session;
  return writer.change(
    [loginLock(login)],
    whoOf(caller),
    (tx, now) => {
      const fault = kickFault(tx, caller, login);
      if (fault !== undefined) return fault;
      const ended = sessions.end(tx, login, (one) => one.id === id && isLive(one, now));
      if (ended === 0) return refuse('not_found');
      tx.note('auth', login, `kicked: a session of terminal ${terminal} ended`);
      return ok(null);
    },
    KICK,
  );
};
