// The declaration of a record type, and the interfaces through which its rules read and write
// records.

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { AccountRecord } from '../../../wire/accounts/account.js';
import type { ApplicationRecord } from '../../../wire/accounts/application.js';
import type { ClientRecord } from '../../../wire/accounts/client.js';
import type {
  FileContentRecord,
  FilePieceRecord,
  UnusedFileRecord,
} from '../../../wire/accounts/file.js';
import type {
  FloodRecord,
  OtpRecord,
  SessionRecord,
  SigninBlockRecord,
} from '../../../wire/accounts/identity.js';
import type { EmailRecord, MailStatsRecord, SentEmailRecord } from '../../../wire/accounts/mail.js';
import type { NotificationRecord } from '../../../wire/accounts/notification.js';
import type { PreferencesRecord } from '../../../wire/accounts/preferences.js';
import type { AccessRecord } from '../../../wire/accounts/profile.js';
import type { Right } from '../../../wire/accounts/rights.js';
import type {
  ApplicantRecord,
  ConfirmedEmailRecord,
  EmailCodeRecord,
  SignUpCountRecord,
} from '../../../wire/accounts/sign-up.js';
import type { StaffRecord } from '../../../wire/accounts/staff.js';
import type { WatchlistsRecord } from '../../../wire/accounts/watchlists.js';
import { type Outcome, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Fields, Stamped } from '../../../wire/base/object.js';
import { type Check, compile } from '../../../wire/base/schema.js';
import type { BulkAct } from '../../../wire/desk/bulk-trade-operations.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type {
  MaintenanceRecord,
  MaintenanceRunRecord,
} from '../../../wire/desk/server-operations.js';
import type { MailValuesRecord } from '../../../wire/mail/mail-values.js';
import type {
  MailBranchRecord,
  MailboxRecord,
  MailCopyRecord,
  MailDraftRecord,
  MailingRecord,
  MailRecord,
  MailThreadRecord,
  MailToRecord,
  UnsentValuesRecord,
} from '../../../wire/mail/mailbox.js';
import type { SettingTransferKind, TransferOption } from '../../../wire/rest/settings/transfer.js';
import type { ReportJobRecord } from '../../../wire/rest/trading/report-jobs.js';
import type { BrandImageRecord } from '../../../wire/settings/brands.js';
import type { PriceSourceRecord } from '../../../wire/settings/connections.js';
import type { Setting, SettingKind, SettingRecords } from '../../../wire/settings/kinds.js';
import type { LicenceRecord, ServerIdentityRecord } from '../../../wire/settings/licence.js';
import type { LoginMessage } from '../../../wire/socket/messages.js';
import type { RecordCipher, Reencrypt } from '../../secrets/record-cipher.js';
import type { UsageCount, UsageOf } from '../../shard/shard-messages.js';

/** The next number of a named sequence. */
interface SequenceRecord {
  readonly name: string;
  readonly next: number;
}

/**
 * A deposit that was promised at an account's opening; it is made once, after all threads know the
 * account.
 */
export interface DepositRecord {
  readonly request_id: string;
  readonly login: number;
  readonly amount: string;
  readonly comment: string;
}

/** The types of settings, as the desk stores them. */
type StoredSettings = { [K in SettingKind]: Stamped<SettingRecords[K]> };

/** The account that a caller opened by a key; the record's key has the caller, too. */
interface OpenedRecord {
  readonly key: string;
  readonly digest: string;
  readonly login: number;
}

/** An act on many trades by a key of its caller; the record's key has act and caller, too. */
export interface KeyedActRecord {
  readonly key: string;
  readonly digest: string;
  /** The trades of a bulk close while its answer is kept; else null. */
  readonly act: BulkAct | null;
}

/** An act whose answer is kept, and the time when the act began, in ms since 1970. */
interface KeptAnswerRecord {
  readonly key: string;
  readonly at: number;
}

/** The record of each of the desk's types. */
export interface RecordsByType extends StoredSettings {
  account: AccountRecord;
  client: ClientRecord;
  opened: OpenedRecord;
  keyed_act: KeyedActRecord;
  kept_answer: KeptAnswerRecord;
  application: ApplicationRecord;
  applicant: ApplicantRecord;
  email_code: EmailCodeRecord;
  confirmed_email: ConfirmedEmailRecord;
  sign_up_count: SignUpCountRecord;
  staff: StaffRecord;
  preferences: PreferencesRecord;
  watchlists: WatchlistsRecord;
  session: SessionRecord;
  otp: OtpRecord;
  signin_block: SigninBlockRecord;
  flood: FloodRecord;
  sequence: SequenceRecord;
  deposit: DepositRecord;
  licence: LicenceRecord;
  server_identity: ServerIdentityRecord;
  brand_image: BrandImageRecord;
  access: AccessRecord;
  maintenance: MaintenanceRecord;
  maintenance_run: MaintenanceRunRecord;
  price_source: PriceSourceRecord;
  email: EmailRecord;
  sent_email: SentEmailRecord;
  mail_stats: MailStatsRecord;
  mail: MailRecord;
  mail_to: MailToRecord;
  mail_values: MailValuesRecord;
  unsent_values: UnsentValuesRecord;
  mail_copy: MailCopyRecord;
  mail_draft: MailDraftRecord;
  mail_thread: MailThreadRecord;
  mail_branch: MailBranchRecord;
  mailbox: MailboxRecord;
  mailing: MailingRecord;
  file: FileContentRecord;
  unused_file: UnusedFileRecord;
  file_piece: FilePieceRecord;
  notification: NotificationRecord;
  report_job: ReportJobRecord;
}
export type RecordTypeName = keyof RecordsByType;

/** Finds a record as it is after an event. */
export type RecordFinder = <K extends RecordTypeName>(
  kind: K,
  key: string,
) => RecordsByType[K] | undefined;

/** Read access to records for checks. */
export interface RecordReader {
  /** ms since 1970: the time of the decision, or the present. */
  readonly now: number;
  get<K extends RecordTypeName>(kind: K, key: string): HeldRecord<K> | undefined;
  /** All records of a type that is in memory. */
  all<K extends RecordTypeName>(kind: K): Iterable<HeldRecord<K>>;
  /** The record with a unique name, ignoring letter case; `field` as in `unique`. */
  find<K extends RecordTypeName>(kind: K, field: string, name: string): HeldRecord<K> | undefined;
  /** The records of a kind that refer to something; `field` as in `references`. */
  referrers<K extends RecordTypeName>(kind: K, field: string, to: string): Iterable<HeldRecord<K>>;
  /** The number of accounts outside staff groups that are not archived. */
  tradingAccounts(): number;
  /** The number of applications for a group that wait for a decision. */
  waitingApplications(group: string): number;
  /** The last position of a type that has positions; 0 = there are no records. */
  lastPosition(kind: RecordTypeName): number;
}

/** A running decision, for the rules of a type. */
export interface RecordWriter extends RecordReader {
  /** The staff login that makes the decision; 0 = the server, or a trader. */
  readonly by: number;
  /**
   * How many accounts use a symbol (by name), a group (by path) or a gateway (by id). If it is
   * unknown, it counts as unused, and the decision is made again when the shards have answered.
   */
  usage(of: UsageOf, name: string): UsageCount;
  note(kind: 'auth' | 'config' | 'account' | 'trade' | 'system', login: number, text: string): void;
  patch<K extends RecordTypeName>(
    kind: K,
    key: string,
    fields: Partial<RecordsByType[K]>,
    version?: number,
  ): Outcome<RecordsByType[K]>;
  /** Moves a record to another place in the order of its type; `raises`: its version increases. */
  arrange(kind: RecordTypeName, key: string, field: string, place: number, raises: boolean): void;
  remove(kind: RecordTypeName, key: string): Outcome<null>;
}

/** The rules of a type of settings that staff maintain over REST. */
export interface SettingType<R> {
  readonly setting: Setting;
  /** The sort order of its list. */
  readonly order: (a: R, b: R) => number;
  /** Does a list with this query include the record? Default: always. */
  readonly lists?: (record: R, query: Fields) => boolean;
  /** The group that must be in the caller's scope to reach the record. */
  readonly group?: (record: R) => string;
  /**
   * A further right that a write needs besides the type's own right, by the record before and after
   * the write.
   */
  readonly needs?: (record: R, before: R | undefined) => Right | undefined;
  /** Converts fields of a body to fields of the record; `before` is absent in a create. */
  readonly enter?: (fields: Fields, before: R | undefined, desk: EntryContext) => Outcome<Fields>;
  /** Shown fields that replace stored ones or are not stored. */
  readonly show?: (record: R, reader: RecordReader, caller: Caller) => Fields;
  /**
   * The time until which the shown fields stay valid while the record does not change, for every
   * caller, in ms since 1970; absent: they may change at any time.
   */
  readonly showsUntil?: (record: R, reader: RecordReader) => number;
  /**
   * Moves other records after a create or before a delete: routing rules make room or close a gap.
   */
  readonly inserted?: (tx: RecordWriter, fields: Fields) => Outcome<Fields>;
  readonly removed?: (tx: RecordWriter, record: R) => void;
  /**
   * Locks of records that a delete writes and that other changes write without the lock of
   * settings.
   */
  readonly removedUnder?: (key: string, reader: RecordReader) => readonly string[];
  /** Further changes that belong to a write: the default flag moves from one record to another. */
  readonly written?: (tx: RecordWriter, record: R) => void;
  /** The form of records in files between servers. */
  readonly transfer?: TransferForm<R>;
  /** The field of the order, and whether a move increases the version. */
  readonly arranged?: { readonly by: 'position' | 'priority'; readonly raises: boolean };
}

/** The inputs for converting a body to a record. */
export interface EntryContext {
  readonly tx: RecordWriter;
  readonly cipher: RecordCipher;
  /** The key of the present or future record. */
  readonly key: string;
}

/** The declaration of a record type. */
export interface RecordType<R> {
  readonly key: (record: R) => string;
  /**
   * Is it a setting? Then changes increase the version of the settings, and its journal lines are
   * of kind `config`.
   */
  readonly settings: boolean;
  /** Are all its records in memory? Types that grow without limit are read record by record. */
  readonly inMemory: boolean;
  /**
   * Would a missing record allow what is forbidden? Then a start counts the records of the type,
   * although they are not in memory.
   */
  readonly guards?: true;
  /** The fields that the server sets with each write: the version; with `all` its times too. */
  readonly serverFields: 'no' | 'version' | 'all';
  /** New records without `id` get the next number, up to this one. */
  readonly idsTo?: number;
  /**
   * May a deleted key be used again? Its versions then continue, so that a stale version never
   * matches.
   */
  readonly returns?: boolean;
  /**
   * Records that exist from the start: until they are saved they are at version 1, with these
   * fields and the defaults of the schema for others.
   */
  readonly defaults?: Readonly<Record<string, Partial<R>>>;
  /** The name of the type in the journal; absent = changes write no journal line of their own. */
  readonly noun?: string;
  /** Are its changes sent to the sockets of the login that is its key? */
  readonly notifiesOwner?: true;
  /** The type in notices to staff, if its name there differs. */
  readonly eventName?: string;
  /** The name of a record in the journal; absent = its key. */
  readonly label?: (record: R) => string;
  readonly schema?: TSchema;
  /** Returns the first violation of the schema, in words. */
  readonly fault?: Check;
  /** Names that are unique among records, ignoring letter case; `find` uses them. */
  readonly unique?: Readonly<Record<string, (record: R) => string>>;
  /** Names of other records that it refers to, ignoring letter case; `referrers` uses them. */
  readonly references?: Readonly<Record<string, (record: R) => readonly string[]>>;
  /** Rules beyond the schema, including references. */
  readonly check?: (record: R, before: R | undefined, tx: RecordWriter) => Refusal | undefined;
  /** Refuses to delete the record. */
  readonly inUse?: (record: R, tx: RecordWriter) => Refusal | undefined;
  /**
   * The messages to logins when the record is written, sent once the event is on disk; `before` is
   * the record that it replaces. After a restart of the desk they are made again from the log, so
   * they follow from the records alone.
   */
  readonly messages?: (
    record: R,
    before: R | undefined,
    find: RecordFinder,
  ) => readonly LoginMessage[];
  readonly settingType?: SettingType<R>;
  /** Re-encrypts secrets of the record other than those that its setting declares. */
  readonly reencrypt?: (record: R, renew: Reencrypt) => R;
}

/** The fields that the server sets in a record, besides its id. */
export const STAMPS = {
  version: Type.Unknown(),
  created_at: Type.Unknown(),
  updated_at: Type.Unknown(),
};

/**
 * A schema with its compiled check, which accepts a record with and without the server's fields.
 */
export const checkedBy = (schema: TObject) => {
  const { properties } = schema;
  return {
    schema,
    // Listed twice: first so that their faults are reported first, last so that they override the
    // server's fields.
    fault: compile({ ...schema, properties: { ...properties, ...STAMPS, ...properties } }),
  };
};

/** Common declarations of types of settings. Types in `SettingsKinds` are sent to every thread. */
export const SETTING = {
  settings: true,
  inMemory: true,
  serverFields: 'all',
  idsTo: Number.MAX_SAFE_INTEGER,
} as const;
/** Common declarations of other types: in memory, and only in the database. */
export const IN_MEMORY = { settings: false, inMemory: true, serverFields: 'no' } as const;
export const IN_DATABASE = { ...IN_MEMORY, inMemory: false } as const;

/** Refuses a record that violates a rule. */
export const soundBy =
  <R>(faultOf: (record: R) => string | undefined) =>
  (record: R): Refusal | undefined => {
    const fault = faultOf(record);
    return fault === undefined ? undefined : refuse('invalid_input', fault);
  };

/** The login here for each login of the file's server; null = nobody; absent = unknown. */
export type LoginTable = ReadonlyMap<number, number | null>;

/** A field that contains the id of another setting here, and its natural key in a file. */
export interface Reference {
  readonly field: string;
  /** The field's name in a file. */
  readonly as: string;
  readonly kind: RecordTypeName;
  /** The unique name that is the natural key. */
  readonly by: string;
  /** The list whose rows have the field; absent = the item itself. */
  readonly rows?: string;
}

/** An item of a file, and the fields that were removed from it. */
export interface ReducedItem {
  readonly item: Fields;
  readonly removed: readonly string[];
}

/** How new items of a file arrive that must not act yet. */
interface OffArrival {
  /** The field that turns an item on and off. */
  readonly field: string;
  /** Is an item with these fields on? */
  isOn(fields: Fields): boolean;
  /** The fields of the item that is off, without secrets that were left out of the file. */
  off(fields: Fields, leftOut: readonly string[]): Fields;
  /** The option of an import that keeps new items off. */
  readonly option?: TransferOption;
  /**
   * Why an item stays off because others of the file do, in words; undefined = it does not. `off`:
   * their keys in lower case.
   */
  readonly heldBack?: (
    fields: Fields,
    reader: RecordReader,
    off: Iterable<string>,
  ) => string | undefined;
}

/** Items that are enabled unless they say otherwise, and arrive disabled. */
export const ARRIVES_DISABLED = {
  field: 'enabled',
  isOn: ({ enabled = true }: Fields): boolean => enabled === true,
  off: (fields: Fields): Fields => ({ ...fields, enabled: false }),
} as const satisfies OffArrival;

/** The form of a type in files. */
export interface TransferForm<R = never> {
  /** The name of the type in files. */
  readonly name: SettingTransferKind;
  /**
   * The fields that identify items, ignoring letter case; none = there is a single record, whose
   * key is the name of the type. Where they are no unique name, items with the same key stand for
   * the records with this key in their order.
   */
  readonly keys: readonly string[];
  /** Other fields that ignore letter case and are never renamed, like the key. */
  readonly names?: readonly string[];
  readonly references?: readonly Reference[];
  /** Lists whose order is irrelevant. */
  readonly sets?: readonly string[];
  /** Is the record exported? Default: yes. */
  readonly leaves?: (record: R, reader: RecordReader) => boolean;
  /**
   * Removes further fields from an exported item, or changes their form. Logins stay in it only in
   * a file `withStaff`, which has a table of them.
   */
  readonly leave?: (
    left: ReducedItem,
    record: R,
    reader: RecordReader,
    withStaff: boolean,
  ) => ReducedItem;
  /** The reverse at import; `before` is the record to change. */
  readonly take?: (
    item: Fields,
    before: R | undefined,
    reader: RecordReader,
    logins: LoginTable,
  ) => Outcome<Fields>;
  /** The logins of staff that an exported item names. */
  readonly staffIn?: (item: Fields) => readonly number[];
  /** The fields of an item that the import leaves out, in words. */
  readonly warns?: (item: Fields, reader: RecordReader, logins: LoginTable) => readonly string[];
  /** How new items arrive that must not act yet; absent = they arrive as the file has them. */
  readonly arrival?: OffArrival;
}

/** A record with its key and version. */
export interface VersionedRecord<R = unknown> {
  readonly key: string;
  readonly version: number;
  readonly record: R;
}

/** A record of a type with its key and version. */
export type HeldRecord<K extends RecordTypeName> = VersionedRecord<RecordsByType[K]>;
