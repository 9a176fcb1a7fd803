// The names of the desk's locks, and the lock under which the records of each type are written.

import type { RecordReader, RecordsByType, RecordTypeName } from './record-type.js';

/** The lock of all types of settings: they share one version. */
export const SETTINGS_LOCK = 'settings';
/** The lock for numbers of accounts and clients from a sequence. */
export const SEQUENCE_LOCK = 'sequence';
/** The lock of failed sign-ins and blocks. */
export const ATTEMPTS_LOCK = 'attempts';
/** The lock of all proofs and counts, since each write also removes old ones of other people. */
export const PROOFS_LOCK = 'sign_up';
/** The lock of the mail queue's end; a decision that adds e-mails must hold it. */
export const QUEUE_LOCK = 'mail_queue';
/** The lock of the numbers of messages, and of values that have no message yet. */
export const MAIL_LOCK = 'mail';
/** The lock of the ids of new watchlists: no two accounts have lists of the same id. */
export const WATCHLIST_IDS_LOCK = 'watchlists';
/** The lock of the numbers of notifications. */
export const NOTIFICATIONS_LOCK = 'notifications';
/** The lock of report jobs: whether there is room for one depends on all. */
export const REPORT_JOBS_LOCK = 'report_jobs';
/** The lock of all acts with a key, since each one also drops old answers of other people. */
export const KEYED_ACTS_LOCK = 'keyed_acts';

/** The lock of one login: its account, its staff profile, its sessions and its mailbox. */
export const loginLock = (login: number): string => `login/${login}`;
/** The lock of a client. */
export const clientLock = (id: number): string => `client/${id}`;
/** The lock of an application. */
export const applicationLock = (id: number): string => `application/${id}`;
/** The lock of an e-mail that waits or is being sent. */
export const emailLock = (id: number): string => `email/${id}`;
/** The lock of a message whose e-mails are not all made. */
export const mailingLock = (id: number): string => `mailing/${id}`;
/** The lock of a mail server's totals. */
export const statsLock = (server: number | string | null): string => `mail_stats/${server}`;
/** The lock of a deposit that was promised. */
export const depositLock = (requestId: string): string => `deposit/${requestId}`;
/** The lock of a content of files. */
export const fileLock = (sha256: string): string => `file/${sha256}`;

/** The locks of files; a decision that uses or releases them must hold these. */
export const fileLocks = (files: readonly { readonly sha256: string }[]): string[] =>
  files.map(({ sha256 }) => fileLock(sha256));

/**
 * The locks of a decision. A function reads from the records which locks the decision needs: it is
 * called before they are taken and again once they are held.
 */
export type LockList = readonly string[] | ((reader: RecordReader) => readonly string[]);

/** The locks that a decision needs as the records are now. */
export const locksNow = (locks: LockList, reader: RecordReader): readonly string[] =>
  typeof locks === 'function' ? locks(reader) : locks;

/** How a decision writes a record. */
type WriteStep = 'create' | 'change' | 'remove';

/** The lock for writing a record; undefined = none, because such a record is written once. */
type LockOf<R> = (record: R, step: WriteStep) => string | undefined;

const ofLogin = ({ login }: { readonly login: number }): string => loginLock(login);
const bySettings = (): string => SETTINGS_LOCK;
const byKeyedActs = (): string => KEYED_ACTS_LOCK;
const byProofs = (): string => PROOFS_LOCK;
const byAttempts = (): string => ATTEMPTS_LOCK;
const ofFile = ({ sha256 }: { readonly sha256: string }): string => fileLock(sha256);
const once = (): undefined => undefined;

/** The lock under which the records of each type are written. */
const LOCKS: { readonly [K in RecordTypeName]: LockOf<RecordsByType[K]> } = {
  symbol: bySettings,
  group: bySettings,
  routing: bySettings,
  datafeed: bySettings,
  gateway: bySettings,
  holiday: bySettings,
  leverage_profile: bySettings,
  leverage_switch: bySettings,
  report: bySettings,
  allocation: bySettings,
  allocation_settings: bySettings,
  brand: bySettings,
  sign_up: bySettings,
  email_template: bySettings,
  platform: bySettings,
  logical_server: bySettings,
  mail_server: bySettings,
  licence: bySettings,
  server_identity: bySettings,
  brand_image: bySettings,
  maintenance: bySettings,
  maintenance_run: bySettings,
  price_source: bySettings,
  account: ({ login }, step) => (step === 'create' ? SEQUENCE_LOCK : loginLock(login)),
  client: ({ id }, step) => (step === 'create' ? SEQUENCE_LOCK : clientLock(id)),
  opened: () => SEQUENCE_LOCK,
  keyed_act: byKeyedActs,
  kept_answer: byKeyedActs,
  application: ({ id }, step) => (step === 'create' ? PROOFS_LOCK : applicationLock(id)),
  applicant: byProofs,
  email_code: byProofs,
  confirmed_email: byProofs,
  sign_up_count: byProofs,
  staff: ({ login }, step) => (step === 'create' ? SETTINGS_LOCK : loginLock(login)),
  preferences: ofLogin,
  watchlists: ofLogin,
  // Those whose time is over are removed by whoever signs in: nothing else changes them any more.
  session: (session, step) => (step === 'remove' ? undefined : ofLogin(session)),
  otp: ofLogin,
  access: ofLogin,
  signin_block: byAttempts,
  flood: byAttempts,
  // The decision holds the lock of the numbers, or the lock of the record of these versions.
  sequence: once,
  deposit: ({ request_id }, step) => (step === 'create' ? SEQUENCE_LOCK : depositLock(request_id)),
  email: ({ id }, step) => (step === 'create' ? QUEUE_LOCK : emailLock(id)),
  sent_email: once,
  mail_stats: ({ server_id }) => statsLock(server_id),
  mail: () => MAIL_LOCK,
  mail_to: () => MAIL_LOCK,
  mail_values: once,
  unsent_values: () => MAIL_LOCK,
  mail_copy: ofLogin,
  mail_draft: ofLogin,
  mail_thread: () => MAIL_LOCK,
  mail_branch: () => MAIL_LOCK,
  mailbox: ofLogin,
  mailing: ({ id }, step) => (step === 'create' ? MAIL_LOCK : mailingLock(id)),
  file: ofFile,
  unused_file: ofFile,
  file_piece: ofFile,
  notification: () => NOTIFICATIONS_LOCK,
  report_job: () => REPORT_JOBS_LOCK,
};

/** The locks under which a record is changed to another one; null = there is none. */
export const locksOf = <K extends RecordTypeName>(
  kind: K,
  before: RecordsByType[K] | null,
  after: RecordsByType[K] | null,
): string[] => {
  const step = before === null ? 'create' : after === null ? 'remove' : 'change';
  const locks = [before, after].map((one) => (one === null ? undefined : LOCKS[kind](one, step)));
  return locks.filter((lock) => lock !== undefined);
};
