// Proofs of e-mail addresses: codes that are sent to them, and addresses whose owners sent a code
// back; and the limits of an hour. All is stored, so that it survives a restart.

import { domainToASCII } from 'node:url';
import { addressKey, ipv6Network } from '../../../wire/base/address.js';
import { type Refusal, refuse } from '../../../wire/base/codes.js';
import { sameText } from '../../../wire/base/same-text.js';
import { hmac, type Key, keyNamed } from '../../secrets/seal.js';
import type { DeskContext } from '../state/desk-context.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';

/** The time for which a code is valid, and the number of wrong codes that makes it invalid. */
export const CODE_MINUTES = 15;
const CODE_MS = CODE_MINUTES * 60_000;
const CODE_TRIES = 5;
const CODE_DIGITS = 6;
/** The time for which an address stays confirmed. */
const CONFIRMED_MS = 72 * 3_600_000;
const HOUR_MS = 3_600_000;

/** The limits: how often in an hour, and the name of the limited thing in a refusal. */
const LIMITS = {
  form: { most: 5, what: 'sign-ups from this address' },
  code: { most: 10, what: 'requests for codes from this address' },
  form_56: { most: 10, what: 'sign-ups from this /56' },
  code_56: { most: 20, what: 'requests for codes from this /56' },
  form_48: { most: 30, what: 'sign-ups from this /48' },
  code_48: { most: 60, what: 'requests for codes from this /48' },
  email: { most: 3, what: 'codes for this e-mail address' },
  form_email: { most: 3, what: 'sign-ups with this e-mail address' },
} as const;
/** The way on, besides waiting, for a person who is over a limit. */
const WAYS_ON: Readonly<Partial<Record<keyof typeof LIMITS, string>>> = {
  form_email: '; who confirms it by a code goes on',
};
/** A limit, and the address or e-mail address that it counts. */
type Counted = readonly [limit: keyof typeof LIMITS, of: string];

/** Most records of each type; beyond it a person without a count or a code has to wait. */
const PROOFS_MAX = 100_000;
/** Records that a write examines for removal; the larger number applies when there is no room. */
const SWEEP = 8;
const SWEEP_FULL = 2_000;
const FULL = refuse(
  'auth.too_many_attempts',
  'Too many people sign up at present; try again later. retry_after=600',
);

/**
 * The form of an e-mail address in which addresses are compared. Of the mailbox case is ignored in
 * ASCII alone, since other letters can become letters of somebody else's mailbox; a domain is
 * compared as mail servers are asked for it, in ASCII, whatever letters it is written with.
 */
export const foldedEmail = (email: string): string => {
  const at = email.lastIndexOf('@') + 1;
  const [mailbox, domain] = [email.slice(0, at), email.slice(at)];
  const folded = mailbox.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return `${folded}${domainToASCII(domain) || domain.toLowerCase()}`;
};

/** The mailbox of an e-mail address: what follows a `+` is a note of its owner. */
const mailboxOf = (email: string): string => foldedEmail(email).replace(/^([^+@]+)\+[^@]*@/, '$1@');

/** The counts of requests from an address, and from the /56 and /48 of an IPv6 address. */
const fromAddress = (ip: string, limit: 'form' | 'code'): readonly Counted[] => {
  const wide = ([56, 48] as const).flatMap((bits): Counted[] => {
    const network = ipv6Network(ip, bits);
    return network === undefined ? [] : [[`${limit}_${bits}`, network]];
  });
  return [[limit, addressKey(ip)], ...wide];
};
export const formsOf = (ip: string): readonly Counted[] => fromAddress(ip, 'form');
export const codesOf = (ip: string): readonly Counted[] => fromAddress(ip, 'code');
export const codesFor = (email: string): Counted => ['email', mailboxOf(email)];
export const formsFor = (email: string): Counted => ['form_email', mailboxOf(email)];

/** The time from which a record of each type no longer matters. */
const OVER = {
  email_code: ({ issued_at }: { readonly issued_at: number }) => issued_at + CODE_MS,
  confirmed_email: ({ at }: { readonly at: number }) => at + CONFIRMED_MS,
  sign_up_count: ({ times }: { readonly times: readonly number[] }) =>
    (times.at(-1) ?? 0) + HOUR_MS,
};
const KINDS = Object.keys(OVER) as (keyof typeof OVER)[];

const tagOf = (key: Key, email: string, issuedAt: number, code: string): string =>
  hmac(key, `${email}\0${issuedAt}\0${code}`, 'e-mailed code').toString('base64url');

/** Issues and checks codes, and counts requests. Decisions that change them hold `PROOFS_LOCK`. */
export class EmailProofs {
  constructor(private readonly context: Pick<DeskContext, 'deps' | 'records'>) {}

  /** Was the e-mail address confirmed within the last 72 hours? */
  isConfirmed(reader: RecordReader, email: string): boolean {
    const held = reader.get('confirmed_email', foldedEmail(email))?.record;
    return held !== undefined && reader.now < OVER.confirmed_email(held);
  }

  /** Makes a new code for an e-mail address; only the newest code is valid. */
  issue(tx: Transaction, address: string, now: number): string {
    const { keys, random } = this.context.deps;
    const email = foldedEmail(address);
    const code = String(random(6).readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
    const [key] = keys;
    const tag = tagOf(key, email, now, code);
    tx.put('email_code', { email, key: key.id, tag, issued_at: now, tries: 0 });
    return code;
  }

  /**
   * Checks a code: a right one is used up and confirms the e-mail address, a wrong one uses up a
   * try of the present code.
   */
  confirm(tx: Transaction, address: string, code: string, now: number): boolean {
    const { keys } = this.context.deps;
    const email = foldedEmail(address);
    const held = tx.get('email_code', email)?.record;
    const { key = '', tag = '', issued_at = 0, tries = CODE_TRIES } = held ?? {};
    const fits = sameText(tag, tagOf(keyNamed(keys, key), email, issued_at, code));
    if (held === undefined || tries >= CODE_TRIES || now >= OVER.email_code(held)) return false;
    if (!fits) {
      tx.put('email_code', { ...held, tries: tries + 1 });
      return false;
    }
    tx.remove('email_code', email);
    tx.put('confirmed_email', { email, at: now });
    return true;
  }

  /** Was a code sent to the e-mail address that is still valid, or was the address confirmed? */
  knows(reader: RecordReader, email: string): boolean {
    const held = reader.get('email_code', foldedEmail(email))?.record;
    const isAsked = held !== undefined && reader.now < OVER.email_code(held);
    return isAsked || this.isConfirmed(reader, email);
  }

  /**
   * Counts a request by each of its limits, or by none of them if one is reached. `isKnown`: it has
   * a place however many others sign up.
   */
  count(
    tx: Transaction,
    now: number,
    counted: readonly Counted[],
    isKnown = false,
  ): Refusal | undefined {
    const counts = counted.map(([limit, of]) => {
      const key = `${limit} ${of}`;
      const held = tx.get('sign_up_count', key)?.record;
      const times = held?.times.filter((time) => now - time < HOUR_MS) ?? [];
      const wayOn = WAYS_ON[limit] ?? '';
      return { ...LIMITS[limit], wayOn, key, isNew: held === undefined, times };
    });
    for (const { most, what, wayOn, times } of counts) {
      const [oldest = now] = times.slice(-most);
      if (times.length < most) continue;
      const seconds = Math.max(1, Math.ceil((oldest + HOUR_MS - now) / 1000));
      return refuse(
        'auth.too_many_attempts',
        `Too many ${what}: ${most} an hour${wayOn}. retry_after=${seconds}`,
      );
    }
    const isFull = KINDS.some((kind) => this.context.records.count(kind) >= PROOFS_MAX);
    if (isFull && !isKnown && counts.some(({ isNew }) => isNew)) {
      // Records that no longer matter are removed, so that there is room for the next request.
      this.sweep(tx, now, SWEEP_FULL);
      tx.keep();
      return FULL;
    }
    for (const { key, times } of counts) tx.put('sign_up_count', { key, times: [...times, now] });
    return undefined;
  }

  /** Removes a few records that no longer matter; a decision does it after its other changes. */
  sweep(tx: Transaction, now: number, looks = SWEEP): void {
    for (const kind of KINDS) {
      let left = looks;
      // Records are in the order of their newest change, so the oldest ones come first.
      for (const { key, record } of this.context.records.all(kind)) {
        if (left === 0) break;
        left -= 1;
        const isOver = now >= OVER[kind](record as never);
        if (isOver && tx.get(kind, key)?.record === record) tx.remove(kind, key);
      }
    }
  }
}
