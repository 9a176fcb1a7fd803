// The declaration of a record type, and the access of its rules to other records.

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { AccountRecord } from '../../../wire/accounts/account.js';
import type {
  FloodRecord,
  OtpRecord,
  SessionRecord,
  SigninBlockRecord,
} from '../../../wire/accounts/identity.js';
import type {
  EmailRecord,
  MailServerRecord,
  MailStatsRecord,
  SentEmailRecord,
} from '../../../wire/accounts/mail.js';
import type { PreferencesRecord } from '../../../wire/accounts/preferences.js';
import type { StaffRecord } from '../../../wire/accounts/staff.js';
import { type Outcome, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Fields, Stamped } from '../../../wire/base/object.js';
import { type Check, compile } from '../../../wire/base/schema.js';
import type { AccessRecord, Caller, MaintenanceRecord } from '../../../wire/desk/operations.js';
import type { TransferKind } from '../../../wire/rest/settings/transfer.js';
import type {
  AllocationRecord,
  AllocationSettingsRecord,
} from '../../../wire/settings/allocations.js';
import type { SettingsKinds } from '../../../wire/settings/config.js';
import type { PriceSourceRecord } from '../../../wire/settings/connections.js';
import type { LicenceRecord } from '../../../wire/settings/licence.js';
import type { ReportConfigRecord } from '../../../wire/settings/reports.js';
import type { Setting } from '../../../wire/settings/setting.js';
import type { UsageCount, UsageOf } from '../../messages.js';
import type { RecordCipher, Reencrypt } from '../../secrets/record-cipher.js';

/** The next number to give out under a name. */
interface SequenceRecord {
  readonly name: string;
  readonly next: number;
}

/** A deposit that an opening promised: it is made once, after the account is known everywhere. */
export interface DepositRecord {
  readonly request_id: string;
  readonly login: number;
  readonly amount: string;
  readonly comment: string;
}

/** Kinds of settings that other threads hold copies of, as the desk holds them. */
type CopiedKinds = { [K in keyof SettingsKinds]: Stamped<SettingsKinds[K]> };

/** Every kind of the desk's records with its type. */
export interface RecordsByType extends CopiedKinds {
  account: AccountRecord;
  staff: StaffRecord;
  preferences: PreferencesRecord;
  session: SessionRecord;
  otp: OtpRecord;
  signin_block: SigninBlockRecord;
  flood: FloodRecord;
  sequence: SequenceRecord;
  deposit: DepositRecord;
  licence: LicenceRecord;
  access: AccessRecord;
  maintenance: MaintenanceRecord;
  price_source: PriceSourceRecord;
  report: Stamped<ReportConfigRecord>;
  allocation: Stamped<AllocationRecord>;
  allocation_settings: Stamped<AllocationSettingsRecord>;
  mail_server: Stamped<MailServerRecord>;
  email: EmailRecord;
  sent_email: SentEmailRecord;
  mail_stats: MailStatsRecord;
}
export type RecordTypeName = keyof RecordsByType;

/** How checks look at other records. */
export interface RecordReader {
  /** ms since 1970: the time of the decision, or now. */
  readonly now: number;
  get<K extends RecordTypeName>(
    kind: K,
    key: string,
  ): VersionedRecord<RecordsByType[K]> | undefined;
  /** Every record of a kind that is held in memory. */
  all<K extends RecordTypeName>(kind: K): Iterable<VersionedRecord<RecordsByType[K]>>;
  /** The record that has a unique name, whatever its letter case; `field` as in `unique`. */
  find<K extends RecordTypeName>(
    kind: K,
    field: string,
    name: string,
  ): VersionedRecord<RecordsByType[K]> | undefined;
  /** The records of a kind that refer to something; `field` as in `references`. */
  referrers<K extends RecordTypeName>(
    kind: K,
    field: string,
    to: string,
  ): Iterable<VersionedRecord<RecordsByType[K]>>;
  /** The last place in the order of a kind that has positions; 0 = there are none. */
  lastPosition(kind: RecordTypeName): number;
}

/** A decision under way, as the rules of a kind see it. */
export interface RecordWriter extends RecordReader {
  /** The staff login whose decision it is; 0 = the server itself, or a trader. */
  readonly by: number;
  /**
   * The usage of a symbol (by name) or a group (by path) by accounts. Where it is not known yet the
   * decision is made again when the shards have answered; until then it counts as unused.
   */
  usage(of: UsageOf, name: string): UsageCount;
  note(kind: 'auth' | 'config' | 'account' | 'trade' | 'system', login: number, text: string): void;
  patch<K extends RecordTypeName>(
    kind: K,
    key: string,
    fields: Partial<RecordsByType[K]>,
    version?: number,
  ): Outcome<RecordsByType[K]>;
  /** Gives a record another place in the order of its kind; `raises`: in a new version. */
  arrange(kind: RecordTypeName, key: string, field: string, place: number, raises: boolean): void;
  remove(kind: RecordTypeName, key: string, version?: number): Outcome<null>;
}

/** How a kind of settings is maintained over REST. */
export interface SettingType<R> {
  readonly setting: Setting;
  /** The order of its list. */
  readonly order: (a: R, b: R) => number;
  /** Does the list show it to a caller who asks with this query? Everything where absent. */
  readonly lists?: (record: R, query: Fields) => boolean;
  /** The group that a caller must have in scope to reach the record. */
  readonly group?: (record: R) => string;
  /** Turns fields of a body into fields of the record; `before` is absent in a create. */
  readonly enter?: (fields: Fields, before: R | undefined, desk: EntryContext) => Outcome<Fields>;
  /** The fields that are shown beside or in the place of stored fields. */
  readonly show?: (record: R, reader: RecordReader, caller: Caller) => Fields;
  /** Until when that stands while the record does, to any caller; absent: nobody knows. */
  readonly showsUntil?: (record: R, reader: RecordReader) => number;
  /** The moves that a create or a delete causes: rules of routing give way and close up. */
  readonly inserted?: (tx: RecordWriter, fields: Fields) => Outcome<Fields>;
  readonly removed?: (tx: RecordWriter, record: R) => void;
  /**
   * Locks of the records that `removed` writes, where they are also written without the lock of
   * settings.
   */
  readonly removedUnder?: (key: string) => readonly string[];
  /** The changes that belong to it: the mark of the default moves from one record to another. */
  readonly written?: (tx: RecordWriter, record: R) => void;
  /** How it stands in files between servers. */
  readonly transfer?: TransferForm<R>;
  /** The field of the order, and whether a moved record gets a new version. */
  readonly arranged?: { readonly by: 'position' | 'priority'; readonly raises: boolean };
}

/** The inputs for turning a body into a record. */
export interface EntryContext {
  readonly tx: RecordWriter;
  readonly cipher: RecordCipher;
  /** The key that the record has or is to have. */
  readonly key: string;
}

/** One kind of record. */
export interface RecordType<R> {
  readonly key: (record: R) => string;
  /** It raises the version of the settings, and its journal lines are of kind `config`. */
  readonly settings: boolean;
  /** Is it held in memory whole? Other kinds, which grow without end, are read one by one. */
  readonly inMemory: boolean;
  /** The fields that a write sets in the record: its version; its times too. */
  readonly serverFields: 'no' | 'version' | 'all';
  /** A new record without `id` gets the next number, at most this. */
  readonly idsTo?: number;
  /**
   * May a deleted key be used again? Its versions continue then, so that a stale version fits no
   * more.
   */
  readonly returns?: boolean;
  /** Records that are there from the start: until they are written, these at version 1. */
  readonly defaults?: Readonly<Record<string, Partial<R>>>;
  /** How the journal calls it; absent = its changes write no line of their own. */
  readonly noun?: string;
  /** The kind in notices to staff when a record changes, where that has another name. */
  readonly eventName?: string;
  /** The name of the record in the journal; absent = its key. */
  readonly label?: (record: R) => string;
  readonly schema?: TSchema;
  /** The first fault against the schema, in words. */
  readonly fault?: Check;
  /** Names that no two records share, whatever the letter case; `find` uses them. */
  readonly unique?: Readonly<Record<string, (record: R) => string>>;
  /** The names that it refers to, whatever the letter case; `referrers` uses them. */
  readonly references?: Readonly<Record<string, (record: R) => readonly string[]>>;
  /** Rules beyond the schema, references among them. */
  readonly check?: (record: R, before: R | undefined, tx: RecordWriter) => Refusal | undefined;
  /** Why the record cannot be deleted. */
  readonly inUse?: (record: R, tx: RecordWriter) => Refusal | undefined;
  readonly settingType?: SettingType<R>;
  /** The record with its sealed parts sealed again, beside the secrets of a setting. */
  readonly reencrypt?: (record: R, renew: Reencrypt) => R;
}

/** The fields that the server sets in a record, besides its id. */
export const STAMPS = {
  version: Type.Unknown(),
  created_at: Type.Unknown(),
  updated_at: Type.Unknown(),
};

/** A schema with its compiled check: a record passes with the server's fields, and without. */
export const checkedBy = (schema: TObject) => {
  const { properties } = schema;
  return {
    schema,
    // Listed twice: first so that their faults are reported first, last so that they override the
    // server's fields.
    fault: compile({ ...schema, properties: { ...properties, ...STAMPS, ...properties } }),
  };
};

/** The common declarations of kinds of settings. Kinds of `SettingsKinds` go to every thread. */
export const SETTING = {
  settings: true,
  inMemory: true,
  serverFields: 'all',
  idsTo: Number.MAX_SAFE_INTEGER,
} as const;
/** The common declarations of other kinds: in memory, and in the database alone. */
export const IN_MEMORY = { settings: false, inMemory: true, serverFields: 'no' } as const;
export const IN_DATABASE = { ...IN_MEMORY, inMemory: false } as const;

/** Refuses a record that a rule of settings finds fault with. */
export const soundBy =
  <R>(faultOf: (record: R) => string | undefined) =>
  (record: R): Refusal | undefined => {
    const fault = faultOf(record);
    return fault === undefined ? undefined : refuse('invalid_input', fault);
  };

/** A field that holds the id of another setting here, and its natural key in a file. */
export interface Reference {
  readonly field: string;
  /** Its name in a file. */
  readonly as: string;
  readonly kind: RecordTypeName;
  /** The unique name that is its natural key. */
  readonly by: string;
  /** The list in whose rows it stands; absent = the item itself. */
  readonly rows?: string;
}

/** An item of a file, and the fields that were removed. */
export interface ReducedItem {
  readonly item: Fields;
  readonly removed: readonly string[];
}

/** How a kind is transferred. */
export interface TransferForm<R = never> {
  /** Its name in files. */
  readonly name: TransferKind;
  /** The fields that identify its items, whatever the letter case. */
  readonly keys: readonly string[];
  /** Names beside the key: like it they are the same in any letter case, and never renamed. */
  readonly names?: readonly string[];
  readonly references?: readonly Reference[];
  /** Lists whose order means nothing. */
  readonly sets?: readonly string[];
  /** Does it go to other servers? Every one does where absent. */
  readonly leaves?: (record: R) => boolean;
  /** Removes further fields of an item, or changes their form. */
  readonly leave?: (left: ReducedItem, record: R, reader: RecordReader) => ReducedItem;
  /** The way back; `before` is the record that it is to change. */
  readonly take?: (item: Fields, before: R | undefined, reader: RecordReader) => Outcome<Fields>;
  /** The parts of its use that cannot be checked before a delete. */
  readonly unchecked?: readonly string[];
}

/** A record with its key and version. */
export interface VersionedRecord<R = unknown> {
  readonly key: string;
  readonly version: number;
  readonly record: R;
}
