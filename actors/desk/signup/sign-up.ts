// Sign-up: codes for e-mail addresses, demo accounts opened at once, applications for real ones.

import { addressAllowed, addressKey } from '../../../wire/base/address.js';
import { type Outcome, ok, type Refusal, refuse, unwrap } from '../../../wire/base/codes.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { CodeSent, Registered, RegisterForm } from '../../../wire/rest/accounts/sign-up.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import { Allowances } from '../../shared/allowance.js';
import { addressShare } from '../../shared/fair-queue.js';
import { generatePassword, weakness } from '../identity/passwords.js';
import type { MailQueue } from '../mail/mail-queue.js';
import { accountValues, addEmail } from '../mail/templated.js';
import type { Configuration } from '../settings/configuration.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { noteApplication } from '../state/server-notes.js';
import { PROOFS_LOCK, QUEUE_LOCK, SEQUENCE_LOCK, SETTINGS_LOCK } from '../store/record-locks.js';
import type { DepositRecord, RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { brandOf } from '../types/brands.js';
import { moreAccountsFault } from '../types/rules/licence.js';
import { signUpOf } from '../types/sign-up.js';
import { applicationOps } from './applications.js';
import { type ChosenPlace, optionsOf, placeOf } from './offered.js';
import { depositOf, openAccount, promiseDeposit } from './opening.js';
import {
  CODE_MINUTES,
  codesFor,
  codesOf,
  EmailProofs,
  foldedEmail,
  formsFor,
  formsOf,
} from './proofs.js';
import { changeTemplate } from './template-change.js';

type FormInput = DeskOps['sign_up.register']['input'];

/** A complete form, and where it came from. */
interface SentForm {
  readonly host: string;
  readonly ip: string;
  readonly form: RegisterForm;
}

/** Reads of what is offered from an address. */
const OPTIONS_READ = { most: 60, perMinute: 60 };

/** A word of a name, other than signs and what nobody sees. */
const NAME_WORD = /[\p{L}\p{N}]/u;
const isWholeName = (name: string): boolean =>
  name.split(/\s+/).filter((word) => NAME_WORD.test(word)).length > 1;

/**
 * Texts that mail programs show as a link: an `@`, a scheme, `www.`, or a host name, whose last
 * label has two letters or more. The name of a form stands in an e-mail to an address that anybody
 * may give.
 */
const LINK = /@|:\/\/|www\.|[\p{L}\p{N}-]\.\p{L}[\p{L}\p{N}-]|\d\.\d+\.\d+\.\d/iu;
/** Characters that browsers take for full stops of a host name, beside forms of full width. */
const STOPS = /[\u3002\uff61]/g;
const hasLink = (name: string): boolean => LINK.test(name.normalize('NFKC').replace(STOPS, '.'));
const LINKED_NAME = refuse(
  'invalid_input',
  'name: must have no e-mail address, web address or host name (example.com); ' +
    'after a full stop it needs a space',
);
const NO_NAME = refuse('invalid_input', 'name: needs a first and a last name');
const NO_PASSWORD = refuse('invalid_input', 'password: is needed for a demo account');

/** The first fault of a form by itself, whatever the platform offers. */
const formFault = ({ name, type, password = '' }: RegisterForm): Refusal | undefined => {
  if (!isWholeName(name)) return NO_NAME;
  if (hasLink(name)) return LINKED_NAME;
  return type === 'demo' && password === '' ? NO_PASSWORD : undefined;
};

const NOT_CONFIRMED = refuse(
  'auth.code_invalid',
  'code: the e-mail address must be confirmed; ask for a code and send it with the form',
);
const LICENCE_FULL = refuse('conflict', 'New accounts are not opened now.');
const STILL_OPEN = refuse(
  'conflict',
  'email: an application with this e-mail address is still being decided',
);

/** Refuses the password of a demo account in a group. */
const passwordFault = ({ password = '' }: RegisterForm, group: GroupRecord): Refusal | undefined =>
  weakness('password', password, group.password_min_length);

const personOf = ({ name, email, phone, address, city, country, language }: RegisterForm) => ({
  ...{ name, email, phone: phone ?? '', address: address ?? '', city: city ?? '' },
  ...{ country: country ?? '', language: language ?? '' },
});

/** A received application, of which the answer tells nothing more. */
const RECEIVED: Registered = {
  type: 'real',
  status: 'received',
  login: 0,
  group: '',
  currency: '',
  deposit: '0',
  leverage: 0,
};

/** An opened demo account, and its deposit if there is one. */
interface OpenedDemo {
  readonly shown: Registered;
  readonly deposit: DepositRecord | undefined;
}

/** Does the address belong to a network that the operator tests sign-up from? */
const isTest = (reader: RecordReader, ip: string): boolean => {
  const { test_networks } = signUpOf(reader);
  return test_networks.length > 0 && addressAllowed(ip, test_networks);
};

/** Lets people sign up. */
class SignUpDesk {
  readonly #proofs: EmailProofs;
  /** The reads of options that are left, by address. */
  readonly #reads = new Allowances(OPTIONS_READ);

  constructor(
    private readonly context: DeskContext,
    private readonly mail: MailQueue,
  ) {
    this.#proofs = new EmailProofs(context);
  }

  options(input: DeskOps['sign_up.options']['input']): DeskAnswer<'sign_up.options'> {
    const { deps, records } = this.context;
    const { ip } = input;
    const isLimited = ip !== null && !isTest(records, ip);
    const wait = isLimited ? this.#reads.take(addressKey(ip), 1, deps.now()) : 0;
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000);
      return refuse('auth.too_many_attempts', `Too often; try again. retry_after=${seconds}`);
    }
    return ok(optionsOf(records, input));
  }

  /** E-mails a code, unless the address is confirmed. The answer tells nothing about accounts. */
  code(input: DeskOps['sign_up.code']['input']): Promise<DeskAnswer<'sign_up.code'>> {
    const { host, email, language, ip } = input;
    const locks = [PROOFS_LOCK, QUEUE_LOCK];
    return this.context.writer.change<CodeSent>(locks, { by: 0, ip }, (tx, now) => {
      const tooOften = this.#proofs.count(tx, now, [
        ...(isTest(tx, ip) ? [] : codesOf(ip)),
        codesFor(email),
      ]);
      if (tooOften !== undefined) return tooOften;
      const confirmed = this.#proofs.isConfirmed(tx, email);
      const isSent = !confirmed && this.mail.hasServer;
      const code = isSent ? this.#proofs.issue(tx, email, now) : '';
      this.#proofs.sweep(tx, now);
      if (!isSent) return ok({ confirmed, sent: false });
      const company = brandOf(tx, host)?.company ?? '';
      const values = { code, minutes: CODE_MINUTES, company };
      const letter = { name: 'code', to: email, language, values } as const;
      const added = addEmail(tx, this.mail, letter, now, ip);
      return added.ok ? ok({ confirmed: false, sent: added.data }) : added;
    });
  }

  /**
   * Takes a form. It is counted and its code is checked before anything else, so that a wrong code
   * uses up a try and a right one confirms the address whatever else is wrong with the form.
   */
  async register(input: FormInput): Promise<DeskAnswer<'sign_up.register'>> {
    const arrived = await this.#arrive(input);
    if (!arrived.ok) return arrived;
    const sent: SentForm = { host: input.host, ip: input.ip, form: arrived.data };
    const place = this.#placeOf(this.context.records, sent);
    if (!place.ok) return place;
    return sent.form.type === 'demo' ? this.#openDemo(sent, place.data) : this.#apply(sent);
  }

  /** Counts a form, with faults only if it has a code, and checks its code. */
  #arrive({ ip, proof, form: given }: FormInput): Promise<Outcome<RegisterForm>> {
    const { email, code } = proof ?? { email: '', code: '' };
    const form = given.ok ? (formFault(given.data) ?? given) : given;
    return this.context.writer.change([PROOFS_LOCK], { by: 0, ip }, (tx, now) => {
      const isCounted = (form.ok || code !== '') && !isTest(tx, ip);
      const isKnown = email !== '' && this.#proofs.knows(tx, email);
      const tooOften = isCounted ? this.#proofs.count(tx, now, formsOf(ip), isKnown) : undefined;
      if (tooOften !== undefined) return tooOften;
      tx.keep();
      const isChecked = code !== '' && !this.#proofs.isConfirmed(tx, email);
      const isWrong = isChecked && !this.#proofs.confirm(tx, email, code, now);
      this.#proofs.sweep(tx, now);
      return isWrong ? refuse('auth.code_invalid') : form;
    });
  }

  /**
   * Counts a form that is about to be e-mailed, unless its address is confirmed: anybody can send
   * forms with the address of somebody else. A decision does it before its other changes.
   */
  #countRecipient(tx: Transaction, { email }: RegisterForm): Refusal | undefined {
    if (this.#proofs.isConfirmed(tx, email)) return undefined;
    return this.#proofs.count(tx, tx.now, [formsFor(email)], this.#proofs.knows(tx, email));
  }

  /** The place of a form as things are now. */
  #placeOf(reader: RecordReader, { host, form }: SentForm): Outcome<ChosenPlace> {
    const place = placeOf(reader, host, form);
    if (!place.ok) return place;
    if (moreAccountsFault(reader) !== undefined) return LICENCE_FULL;
    const isNeeded = signUpOf(reader)[`confirm_${form.type}`];
    return isNeeded && !this.#proofs.isConfirmed(reader, form.email) ? NOT_CONFIRMED : place;
  }

  /** Opens a demo account, and answers once its deposit is made, or is late. */
  async #openDemo(sent: SentForm, place: ChosenPlace): Promise<Outcome<Registered>> {
    const { deps, writer } = this.context;
    const { ip, form } = sent;
    const { password = '' } = form;
    const weak = passwordFault(form, place.group);
    if (weak !== undefined) return weak;
    const investorPassword = generatePassword(deps.random);
    const passwords = [password, investorPassword];
    const hashed = await deps.hasher.hash(passwords, addressShare('trader', ip));
    if (!hashed.ok) return hashed;
    const [master = '', investor = ''] = hashed.data;
    const locks = [SEQUENCE_LOCK, SETTINGS_LOCK, QUEUE_LOCK, PROOFS_LOCK];
    const opened = await writer.change<OpenedDemo>(locks, { by: 0, ip }, (tx, now) => {
      // Settings may have changed while the passwords were hashed.
      const still = this.#placeOf(tx, sent);
      if (!still.ok) return still;
      const { group, leverage } = still.data;
      const fault = passwordFault(form, group) ?? this.#countRecipient(tx, form);
      if (fault !== undefined) return fault;
      const person = personOf(form);
      const opening = { group, leverage, person, master, investor, isMade: false, login: 0 };
      const login = openAccount(tx, opening);
      tx.note('account', login, 'opened by sign-up');
      const deposit = promiseDeposit(tx, login, group);
      const money = depositOf(group);
      const values = {
        ...accountValues(tx, { login, group, leverage, name: person.name }),
        ...{ deposit: money, investor_password: investorPassword },
      };
      const { email: to, language } = person;
      const letter = { name: 'opened', to, language, values } as const;
      const added = addEmail(tx, this.mail, letter, now, ip);
      if (!added.ok) return added;
      const { path, currency } = group;
      const shown = { type: 'demo', status: 'opened', login, group: path, currency } as const;
      return ok({ shown: { ...shown, deposit: money, leverage }, deposit });
    });
    if (!opened.ok) return opened;
    const { deposit, shown } = opened.data;
    if (deposit !== undefined) await deps.deposit(deposit);
    return ok(shown);
  }

  /** Stores an application: nothing is opened or paid. */
  #apply(sent: SentForm): Promise<Outcome<Registered>> {
    const { ip, form } = sent;
    const email = foldedEmail(form.email);
    const locks = [SEQUENCE_LOCK, SETTINGS_LOCK, QUEUE_LOCK, PROOFS_LOCK];
    return this.context.writer.change(locks, { by: 0, ip }, (tx, now) => {
      const place = this.#placeOf(tx, sent);
      if (!place.ok) return place;
      const { offer, leverage, brand_id, group } = place.data;
      const confirmed = this.#proofs.isConfirmed(tx, email);
      // Others must not learn who has applied, so only the owner of the address is told.
      if (confirmed && tx.get('applicant', email) !== undefined) return STILL_OPEN;
      const tooMany = this.#countRecipient(tx, form);
      if (tooMany !== undefined) return tooMany;
      const person = personOf(form);
      const { id } = unwrap(
        tx.create('application', {
          ...{ status: 'received', ...person, group: group.path, leverage, brand_id, confirmed },
          ...{ allocation_id: offer.allocation_id ?? 0, ip, comment: '', reason: '' },
          ...{ login: 0, decided_by: 0, decided_at: null },
        }),
      );
      if (confirmed) unwrap(tx.create('applicant', { email, application_id: id }));
      noteApplication(tx, group.path, `application ${id} received`);
      const values = { name: person.name, application: id, company: group.company };
      const { email: to, language } = person;
      const letter = { name: 'received', to, language, values } as const;
      const added = addEmail(tx, this.mail, letter, now, ip);
      return added.ok ? ok(RECEIVED) : added;
    });
  }
}

/** The operations of people who sign up, and of staff on their applications and e-mails. */
export const signUpOps = (context: DeskContext, configuration: Configuration, mail: MailQueue) => {
  const signUp = new SignUpDesk(context, mail);
  return {
    'sign_up.options': (input) => signUp.options(input),
    'sign_up.code': (input) => signUp.code(input),
    'sign_up.register': (input) => signUp.register(input),
    ...applicationOps(context, mail),
    'email-templates.change': (input) => changeTemplate(context, configuration, input),
  } satisfies Partial<Handlers>;
};
