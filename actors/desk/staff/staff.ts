// Staff users: profiles of accounts, created, changed and deleted by staff with at least the same
// rights.

import { coversRights } from '../../../wire/accounts/has-rights.js';
import { opensOf, RIGHTS, rightsOf } from '../../../wire/accounts/rights.js';
import { completeLines, type ReportLine } from '../../../wire/accounts/staff.js';
import { type Outcome, ok, type Refusal, refuse } from '../../../wire/base/codes.js';
import { maskListFits } from '../../../wire/base/mask.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { StaffUser } from '../../../wire/rest/accounts/staff.js';
import { powersOf } from '../access/authority.js';
import { setByStaff } from '../identity/new-password.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { holdingsOf, isBusy, whileHeld } from '../state/held-account.js';
import { whoOf } from '../state/writer.js';
import { loginLock, SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { asBytes } from '../types/setting-types.js';
import {
  attachProfile,
  changeable,
  editable,
  editProfile,
  inOrder,
  putLines,
  reachedMember,
  shownUser,
} from './staff-writes.js';

/** Time that a delete may wait for the database while it blocks other changes of settings. */
export const LOOK_AGAIN_MS = 500;

const undetermined = refuse(
  'conflict',
  'The server cannot determine now whether the login made trades; try again.',
);

/**
 * Lists, reads and changes staff users. The HTTP layer checks the right; everything else is checked
 * here.
 */
class Staff {
  constructor(private readonly context: DeskContext) {}

  /** A page of the staff users in the caller's scope that the query selects. */
  list({ caller, query }: DeskOps['staff.list']['input']): DeskAnswer<'staff.list'> {
    const { records } = this.context;
    const name = query.name.toLowerCase();
    const found = Array.from(records.all('staff'), ({ record }) => record.login)
      .filter((login) => query.login === 0 || login === query.login)
      .sort((a, b) => a - b)
      .flatMap((login) => reachedMember(records, caller.login, login) ?? [])
      .filter(({ account }) => query.group === '' || maskListFits(query.group, account.group))
      .map((member) => shownUser(records, member, caller))
      .filter((user) => user.name.toLowerCase().includes(name));
    const { page, limit } = query;
    const items = found.slice((page - 1) * limit, page * limit);
    return ok({ json: asBytes({ items, page, total: found.length }) });
  }

  /** One staff user. */
  read({ caller, login }: DeskOps['staff.read']['input']): DeskAnswer<'staff.read'> {
    const { records } = this.context;
    const member = reachedMember(records, caller.login, login);
    return member === undefined ? refuse('not_found') : ok(shownUser(records, member, caller));
  }

  /** Every right, and whether the caller has it and may grant it. */
  rights({ caller }: DeskOps['staff.rights']['input']): DeskAnswer<'staff.rights'> {
    const own = powersOf(this.context.records, caller.login);
    const shown = RIGHTS.map((name) => {
      return { name, says: opensOf(name), grantable: coversRights(own, [name]) };
    });
    return ok(shown);
  }

  /** Gives a profile to an account of a staff group. */
  create({ caller, body }: DeskOps['staff.create']['input']): Promise<DeskAnswer<'staff.create'>> {
    const { role, ...given } = body;
    const rights = [...new Set([...(role ? rightsOf(role) : []), ...(given.rights ?? [])])];
    return this.#change(caller, body.login, (tx) =>
      attachProfile(tx, caller, { ...given, rights }),
    );
  }

  /** Changes the given fields of a staff user. */
  async change(input: DeskOps['staff.change']['input']): Promise<DeskAnswer<'staff.change'>> {
    const { caller, login, body } = input;
    const decide = (tx: Transaction) => editProfile(tx, caller, login, body, this.context.sessions);
    const { group } = body;
    const account = this.context.records.get('account', String(login))?.record;
    if (group === undefined || group === account?.group) {
      return this.#change(caller, login, decide);
    }
    // Checked before, so that callers without permission neither block the account nor learn its
    // holdings.
    const allowed = editable(this.context.records, caller, login, body);
    if (!allowed.ok) return allowed;
    // The account's requests are held, because its holdings depend on its group.
    return whileHeld(this.context.deps, login, 'group: ', async (held) =>
      isBusy(held)
        ? refuse('conflict', `group: the account has ${holdingsOf(held)}`)
        : this.#change(caller, login, decide),
    );
  }

  /**
   * Disables the user, who cannot sign in any more, and ends every session; a disabled user stays
   * disabled.
   */
  disable({ caller, login }: DeskOps['staff.disable']['input']): Promise<Outcome<StaffUser>> {
    return this.#change(caller, login, (tx) => {
      return editProfile(tx, caller, login, { active: false }, this.context.sessions);
    });
  }

  /** Deletes the profile, unless the user has acted in any way. */
  async remove(input: DeskOps['staff.delete']['input']): Promise<DeskAnswer<'staff.delete'>> {
    const { caller, login } = input;
    const { deps, records } = this.context;
    const early = this.#undeletable(records, caller, login);
    if (early !== undefined) return early;
    // The database catches up before the locks are taken, so that other changes need not wait.
    if (!(await deps.caughtUp())) return undetermined;
    let isDetermined = false;
    const lookAgain = async (): Promise<void> => {
      const isMet = this.#undeletable(records, caller, login) === undefined;
      isDetermined = isMet && (await deps.caughtUp(undefined, LOOK_AGAIN_MS));
    };
    const decide = (tx: Transaction): Outcome<null> => {
      const fault = this.#undeletable(tx, caller, login);
      if (fault !== undefined) return fault;
      if (!isDetermined) return undetermined;
      const removed = tx.remove('staff', String(login));
      if (!removed.ok) return removed;
      tx.remove('preferences', String(login));
      this.context.sessions.end(tx, login);
      return removed;
    };
    return this.#change(caller, login, decide, lookAgain);
  }

  /** Refuses to delete a staff user; whether the user has acted is read from the database. */
  #undeletable(reader: RecordReader, caller: Caller, login: number): Refusal | undefined {
    const member = changeable(reader, caller, login);
    if (!member.ok) return member;
    if (login === caller.login) return refuse('forbidden', 'You cannot delete yourself.');
    const { deps, writer } = this.context;
    return deps.stored.acted(login) || writer.acted(login)
      ? refuse('conflict', 'The login has trades or journal lines; disable the user instead.')
      : undefined;
  }

  /** Sets the password and ends every session. */
  password(input: DeskOps['staff.password']['input']): Promise<DeskAnswer<'staff.password'>> {
    const { caller, login } = input;
    return setByStaff(this.context, {
      ...input,
      kind: 'master',
      right: 'config.staff',
      unreached: (reader) => {
        const member = changeable(reader, caller, login);
        return member.ok ? undefined : member;
      },
    });
  }

  /** The report lines of a staff user. */
  reports({ caller, login }: DeskOps['staff.reports']['input']): DeskAnswer<'staff.reports'> {
    const member = reachedMember(this.context.records, caller.login, login);
    return member === undefined ? refuse('not_found') : ok(inOrder(member.profile));
  }

  /** Replaces the report lines. */
  putReports(
    input: DeskOps['staff.put_reports']['input'],
  ): Promise<Outcome<readonly ReportLine[]>> {
    const { caller, login, body } = input;
    const lines = completeLines(body.lines);
    return this.#change(caller, login, (tx) => putLines(tx, caller, login, lines, body.version));
  }

  #change<T>(
    caller: Caller,
    login: number,
    decide: (tx: Transaction, now: number) => Outcome<T>,
    first?: () => Promise<void>,
  ): Promise<Outcome<T>> {
    // The lock keeps groups unchanged meanwhile.
    const locks = [SETTINGS_LOCK, loginLock(login)];
    return this.context.writer.change(locks, whoOf(caller), decide, 'kick', first);
  }
}

/** The operations on staff users, by name. */
export const staffOps = (context: DeskContext) => {
  const staff = new Staff(context);
  return {
    'staff.list': (input) => staff.list(input),
    'staff.read': (input) => staff.read(input),
    'staff.create': (input) => staff.create(input),
    'staff.change': (input) => staff.change(input),
    'staff.disable': (input) => staff.disable(input),
    'staff.delete': (input) => staff.remove(input),
    'staff.password': (input) => staff.password(input),
    'staff.reports': (input) => staff.reports(input),
    'staff.put_reports': (input) => staff.putReports(input),
    'staff.rights': (input) => staff.rights(input),
  } satisfies Partial<Handlers>;
};
