// Applications for real accounts, decided by staff: read, changed, approved, rejected.

import {
  APPLICATION_STEPS,
  type ApplicationRecord,
  type StaffApplicationStep,
  shownApplication,
} from '../../../wire/accounts/application.js';
import { isDemoGroup, isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { type Outcome, ok, refuse, unwrap } from '../../../wire/base/codes.js';
import { inScope } from '../../../wire/base/mask.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import { loginShare } from '../../shared/fair-queue.js';
import { powersOf, rightFault } from '../access/authority.js';
import { isLoginUsed } from '../accounts/accounts.js';
import { generatePassword } from '../identity/passwords.js';
import type { MailQueue } from '../mail/mail-queue.js';
import { accountValues, addEmail, NO_SERVER } from '../mail/templated.js';
import { STALE } from '../settings/setting-write.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { noteApplication } from '../state/server-notes.js';
import { whoOf } from '../state/writer.js';
import { changed } from '../store/changed-fields.js';
import { Locks } from '../store/locks.js';
import {
  applicationLock,
  PROOFS_LOCK,
  QUEUE_LOCK,
  SEQUENCE_LOCK,
  SETTINGS_LOCK,
} from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { moreAccountsFault } from '../types/rules/licence.js';
import { openAccount } from './opening.js';
import { foldedEmail } from './proofs.js';

/** The application of a step, and the caller who takes it. */
interface DecisionStep {
  readonly caller: Caller;
  readonly id: number;
}

/** An application in the caller's scope. */
const reached = (
  reader: RecordReader,
  { caller, id }: DecisionStep,
): Outcome<ApplicationRecord> => {
  const lacking = rightFault(reader, caller.login, 'applications');
  if (lacking !== undefined) return lacking;
  const application = reader.get('application', String(id))?.record;
  const { group_scope } = powersOf(reader, caller.login);
  return application !== undefined && inScope(group_scope, application.group)
    ? ok(application)
    : refuse('not_found');
};

/** An application in the caller's scope that the step can be taken from. */
const ready = (
  reader: RecordReader,
  step: DecisionStep,
  name: StaffApplicationStep,
): Outcome<ApplicationRecord> => {
  const application = reached(reader, step);
  if (!application.ok) return application;
  const { status } = application.data;
  const { from, past } = APPLICATION_STEPS[name];
  return from.some((state) => state === status)
    ? application
    : refuse('conflict', `The application is ${status} and cannot be ${past}.`);
};

/** A group for real accounts in the caller's scope. */
const realGroup = (reader: RecordReader, caller: Caller, path: string): Outcome<GroupRecord> => {
  const group = reader.get('group', path)?.record;
  if (group === undefined) return refuse('invalid_input', 'group: no such group');
  const { group_scope } = powersOf(reader, caller.login);
  if (!inScope(group_scope, path)) return refuse('forbidden', 'group: is out of your scope');
  return isStaffGroup(path) || isDemoGroup(path)
    ? refuse('invalid_input', 'group: must be a trading group and no demo group')
    : ok(group);
};

/** The account that an approval opens. */
interface Approved {
  readonly application: ApplicationRecord;
  readonly group: GroupRecord;
  readonly leverage: number;
  readonly login: number;
}

/** Decides applications. */
class Applications {
  /** Approvals of one application wait for each other, before passwords are hashed in vain. */
  readonly #approvals = new Locks();

  constructor(
    private readonly context: DeskContext,
    private readonly mail: MailQueue,
  ) {}

  read(input: DeskOps['applications.read']['input']): DeskAnswer<'applications.read'> {
    const { records } = this.context;
    const application = reached(records, input);
    return application.ok ? ok(this.#shown(records, input, application.data)) : application;
  }

  change(input: DeskOps['applications.change']['input']) {
    const { caller, body } = input;
    return this.#step(input, 'change', [SETTINGS_LOCK], (tx, application) => {
      const { version, ...given } = body;
      if (version !== application.version) return refuse('conflict', STALE);
      const group = given.group === undefined ? undefined : realGroup(tx, caller, given.group);
      if (group?.ok === false) return group;
      const { what, fields } = changed(application, { ...application, ...given });
      if (fields.length === 0) return ok(application);
      const text = `application ${application.id} ${what}`;
      noteApplication(tx, given.group ?? application.group, text, fields);
      return tx.patch('application', String(application.id), given);
    });
  }

  /** Opens the account with passwords that only its owner gets; however often it is asked, once. */
  approve(input: DeskOps['applications.approve']['input']) {
    return this.#approvals.hold([applicationLock(input.id)], () => this.#approve(input));
  }

  async #approve(
    input: DeskOps['applications.approve']['input'],
  ): Promise<DeskAnswer<'applications.approve'>> {
    const { deps, records } = this.context;
    const { caller } = input;
    const early = this.#approved(records, input);
    if (!early.ok) return early;
    const passwords = [generatePassword(deps.random), generatePassword(deps.random)] as const;
    const hashed = await deps.hasher.hash(passwords, loginShare(caller));
    if (!hashed.ok) return hashed;
    const [master = '', investor = ''] = hashed.data;
    const locks = [SEQUENCE_LOCK, SETTINGS_LOCK, QUEUE_LOCK, PROOFS_LOCK];
    return this.#step(input, 'approve', locks, (tx, application) => {
      const approved = this.#approved(tx, input);
      if (!approved.ok) return approved;
      const { group, leverage } = approved.data;
      const opening = { ...approved.data, person: application, master, investor, isMade: true };
      const login = openAccount(tx, opening);
      tx.note('account', login, `opened by application ${application.id}`);
      const [password, investor_password] = passwords;
      const secret = { password, investor_password, application: application.id };
      const { name } = application;
      const values = { ...accountValues(tx, { login, group, leverage, name }), ...secret };
      const { email: to, language } = application;
      const email = { name: 'approved', to, language, values } as const;
      const added = addEmail(tx, this.mail, email, tx.now);
      if (!added.ok) return added;
      if (!added.data) return NO_SERVER;
      return this.#decide(tx, application, 'approve', { login, group: group.path, leverage });
    });
  }

  reject(input: DeskOps['applications.reject']['input']) {
    const { reason = '' } = input.body;
    return this.#step(input, 'reject', [QUEUE_LOCK, PROOFS_LOCK], (tx, application) => {
      const { id, name, email: to, language, group } = application;
      const company = tx.get('group', group)?.record.company ?? '';
      const values = { name, application: id, reason, company };
      const added = addEmail(tx, this.mail, { name: 'rejected', to, language, values }, tx.now);
      return added.ok ? this.#decide(tx, application, 'reject', { reason }) : added;
    });
  }

  /** The account that an approval would open as things are now. */
  #approved(
    reader: RecordReader,
    input: DeskOps['applications.approve']['input'],
  ): Outcome<Approved> {
    const { caller, body } = input;
    const application = ready(reader, input, 'approve');
    if (!application.ok) return application;
    const group = realGroup(reader, caller, body.group ?? application.data.group);
    if (!group.ok) return group;
    const { login = 0, leverage = application.data.leverage } = body;
    if (login > 0 && isLoginUsed(reader, login)) {
      return refuse('conflict', `login: taken by an account, ${login}`);
    }
    const full = moreAccountsFault(reader);
    if (full !== undefined) return full;
    return ok({ application: application.data, group: group.data, leverage, login });
  }

  /** Ends an application: it is stored in its last state, and a new one can be sent. */
  #decide(
    tx: Transaction,
    { id, email, group }: ApplicationRecord,
    name: 'approve' | 'reject',
    fields: Partial<ApplicationRecord>,
  ): Outcome<ApplicationRecord> {
    const { to: status, past } = APPLICATION_STEPS[name];
    const key = foldedEmail(email);
    if (tx.get('applicant', key)?.record.application_id === id) unwrap(tx.remove('applicant', key));
    noteApplication(tx, fields.group ?? group, `application ${id} ${past}`);
    const decided = { status, decided_by: tx.by, decided_at: new Date(tx.now).toISOString() };
    return tx.patch('application', String(id), { ...fields, ...decided });
  }

  /** Takes a step of an application that the caller reaches. */
  #step(
    step: DecisionStep,
    name: StaffApplicationStep,
    locks: readonly string[],
    decide: (tx: Transaction, application: ApplicationRecord) => Outcome<ApplicationRecord>,
  ): Promise<Outcome<ApplicationRecord>> {
    const all = [applicationLock(step.id), ...locks];
    return this.context.writer.change(all, whoOf(step.caller), (tx) => {
      const application = ready(tx, step, name);
      if (!application.ok) return application;
      const decided = decide(tx, application.data);
      return decided.ok ? ok(this.#shown(tx, step, decided.data)) : decided;
    });
  }

  #shown(reader: RecordReader, { caller }: DecisionStep, application: ApplicationRecord) {
    return shownApplication(application, powersOf(reader, caller.login).rights);
  }
}

/** The operations of staff on applications. */
export const applicationOps = (context: DeskContext, mail: MailQueue) => {
  const applications = new Applications(context, mail);
  return {
    'applications.read': (input) => applications.read(input),
    'applications.change': (input) => applications.change(input),
    'applications.approve': (input) => applications.approve(input),
    'applications.reject': (input) => applications.reject(input),
  } satisfies Partial<Handlers>;
};
